"""The commands that keep the service: site, token, facts, db."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from twosource.cli import main
from twosource.posting import PostError
from twosource.settings import Settings
from twosource.store import SCOPES, Arrival, Site, Store

PACK = Path(__file__).parents[3] / "fixtures" / "facts" / "glm-5-3-flash.yaml"

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command on a data directory of its own."""

    def invoke(*arguments: str, **changed: str) -> Result:
        environment = {"TWOSOURCE_DATA_DIR": str(tmp_path / "data"), **changed}
        return CliRunner().invoke(main, arguments, env=environment, prog_name="twosource")

    return invoke


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "broken.yaml"
    path.write_text("schema: twosource/fact-pack/1\nid: [\n")
    return str(path)


def _site(tmp_path: Path, name: str) -> Site:
    store = Store.open(Settings.from_environment({"TWOSOURCE_DATA_DIR": str(tmp_path / "data")}))
    try:
        found = store.sites.find(name)
    finally:
        store.close()
    assert found is not None
    return found


def test_a_new_site_prints_its_webhook_and_its_secret(run: Run, tmp_path: Path) -> None:
    ended = run("site", "add", "paper", "--callback-url", "https://cms.example/flags", "--locale", "nl")

    assert ended.exit_code == 0
    site = _site(tmp_path, "paper")
    assert (site.callback_url, site.locale) == ("https://cms.example/flags", "nl")
    assert f"secret:   {site.secrets[0]}" in ended.stdout
    assert "/hooks/paper" in ended.stdout


def test_a_secret_of_the_cms_is_taken_and_not_printed(run: Run, tmp_path: Path) -> None:
    ended = run("site", "add", "paper", "--secret", "whsec_AAAAAAAA")

    assert _site(tmp_path, "paper").secrets == ("whsec_AAAAAAAA",)
    assert "whsec_" not in ended.stdout


def test_a_secret_rotates_with_two_live_until_it_is_finished(run: Run, tmp_path: Path) -> None:
    run("site", "add", "paper")
    (old,) = _site(tmp_path, "paper").secrets

    printed = re.findall(r"whsec_\S+", run("site", "rotate-secret", "paper").stdout)

    assert _site(tmp_path, "paper").secrets == (printed[0], old)
    listed = run("site", "list").stdout
    assert "two secrets are live" in listed
    assert "whsec_" not in listed
    run("site", "rotate-secret", "paper", "--finish")
    assert _site(tmp_path, "paper").secrets == (printed[0],)


def test_a_site_is_tried_with_a_ping(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("site", "add", "paper", "--callback-url", "https://cms.example/flags")
    posted = []

    def post(_poster: object, site: Site, url: str, webhook_id: str, body: bytes) -> int:
        posted.append((site.name, url, webhook_id, body))
        return 204

    monkeypatch.setattr("twosource.posting.Poster.post", post)

    ended = run("site", "test", "paper")

    assert (ended.exit_code, ended.stdout) == (0, "paper answered 204\n")
    ((name, url, webhook_id, body),) = posted
    assert (name, url) == ("paper", "https://cms.example/flags")
    assert webhook_id.startswith("ping_")
    assert b'"type": "ping"' in body


def test_a_site_that_does_not_answer_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("site", "add", "paper", "--callback-url", "https://cms.example/flags")

    def post(*_: object) -> int:
        raise PostError("the site answered 500", 500)

    monkeypatch.setattr("twosource.posting.Poster.post", post)

    ended = run("site", "test", "paper")

    assert (ended.exit_code, ended.stderr) == (2, "Error: the site answered 500\n")


def test_a_token_is_shown_once_listed_and_revoked(run: Run) -> None:
    bearer = run("token", "add", "ci", "--scope", "check", "--scope", "drafts:read").stdout.strip()

    assert bearer.startswith("ts_")
    listed = run("token", "list").stdout
    assert listed == "ci  live  check drafts:read\n"
    run("token", "revoke", "ci")
    assert re.fullmatch(r"ci  revoked \d{4}-\d\d-\d\d  check drafts:read\n", run("token", "list").stdout)


def test_the_help_names_every_scope_that_a_token_can_have(run: Run) -> None:
    told = re.sub(r"\s+", " ", run("token", "add", "--help").stdout)

    assert [scope for scope in SCOPES if not re.search(rf"(?<![\w:]){scope}(?![\w:])", told)] == []


def test_a_pack_is_validated_and_imported_once(run: Run) -> None:
    assert "no errors" in run("facts", "validate", str(PACK)).stdout
    assert "glm-5-3-flash: imported" in run("facts", "import", str(PACK)).stdout
    assert "glm-5-3-flash: nothing has changed" in run("facts", "import", str(PACK)).stdout


def test_of_packs_with_an_error_none_is_imported(run: Run, broken: str) -> None:
    ended = run("facts", "import", str(PACK), broken)

    assert ended.exit_code == 1
    assert "broken.yaml:" in ended.stderr
    assert "imported" not in ended.stdout
    assert "glm-5-3-flash: imported" in run("facts", "import", str(PACK)).stdout


def test_a_pack_that_is_not_utf_8_is_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("title: Größe".encode("latin-1"))

    ended = run("facts", "validate", str(path))

    assert ended.exit_code == 1
    assert "latin.yaml" in ended.stderr


@pytest.fixture
def troubled(run: Run, tmp_path: Path) -> Store:
    """A store with a delivery that is done, one that was set aside and one that waits; its clock is the real one."""
    run("site", "add", "paper", "--callback-url", "https://cms.example/flags")
    store = Store.open(Settings.from_environment({"TWOSOURCE_DATA_DIR": str(tmp_path / "data")}))
    at = datetime(2026, 11, 30, tzinfo=UTC)
    for number, draft in enumerate(("story-1", "story-1", "story-2")):
        store.inbox.receive(Arrival("paper", f"in_{number}", draft, at + timedelta(minutes=number), b"{}"))
    delivery = store.inbox.take()
    assert delivery is not None
    store.inbox.set_aside(delivery, "no such\x1b[31mblock")
    store.close()
    return store


@pytest.mark.usefixtures("troubled")
def test_deliveries_that_wait_or_were_set_aside_are_listed_with_their_errors(run: Run) -> None:
    listed = run("deliveries", "list")

    assert listed.exit_code == 0
    assert listed.stdout.splitlines() == [
        "id  site  draft  state  tries  error",
        "3  paper  story-2  received  0  -",
        "2  paper  story-1  set_aside  1  no such?[31mblock",
    ]
    assert "1  paper  story-1  superseded" in run("deliveries", "list", "--state", "superseded").stdout
    assert "--limit 2 shows more" in run("deliveries", "list", "--limit", "1").stdout
    assert run("deliveries", "list", "--state", "checked").stdout == "nothing is checked\n"
    assert run("outbound", "list").stdout == "nothing is waiting or set_aside\n"


@pytest.mark.usefixtures("troubled")
@pytest.mark.parametrize("which", ["2", "--all"])
def test_a_delivery_that_was_set_aside_is_tried_again(run: Run, which: str) -> None:
    assert run("deliveries", "retry", which).stdout == "2 is tried again\n"

    assert "2  paper  story-1  received  0  " in run("deliveries", "list").stdout
    assert run("deliveries", "retry", "--all").stdout == "nothing was set aside\n"
    assert run("outbound", "retry", "--all").stdout == "nothing was set aside\n"


@pytest.mark.usefixtures("troubled")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("deliveries", "retry", "1"), "delivery 1 is superseded"),
        (("deliveries", "retry", "99"), "no delivery 99"),
        (("outbound", "retry", "99"), "no result 99"),
        (("deliveries", "retry"), "--all"),
        (("deliveries", "retry", "2", "--all"), "--all"),
        (("outbound", "retry", "0"), "ID"),
        (("outbound", "list", "--state", "received"), "waiting"),
    ],
)
def test_what_cannot_be_tried_again_is_told(run: Run, arguments: tuple[str, ...], told: str) -> None:
    ended = run(*arguments)

    assert ended.exit_code == 2
    assert told in ended.stderr
    assert "Traceback" not in ended.output


def test_a_second_server_on_one_file_is_refused_and_other_commands_are_not(run: Run, tmp_path: Path) -> None:
    run("site", "add", "paper")
    store = Store.open(Settings.from_environment({"TWOSOURCE_DATA_DIR": str(tmp_path / "data")}))
    with store.served_alone():
        ended = run("serve", TWOSOURCE_PORT="0")
        assert ended.exit_code == 2
        assert f"process {os.getpid()}" in ended.stderr
        assert "twosource.sqlite" in ended.stderr
        assert run("token", "add", "ci", "--scope", "check").exit_code == 0
        assert run("db", "upgrade").exit_code == 0
    with store.served_alone():
        pass
    store.close()


def test_a_folder_that_cannot_hold_the_lock_is_told(run: Run, tmp_path: Path) -> None:
    run("site", "add", "paper")
    (tmp_path / "data" / "twosource.sqlite.lock").mkdir()

    ended = run("serve", TWOSOURCE_PORT="0")

    assert ended.exit_code == 2
    assert "twosource.sqlite.lock" in ended.stderr


def test_the_schema_is_brought_up_to_date(run: Run) -> None:
    first, second = run("db", "upgrade"), run("db", "upgrade")

    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "it was empty" in first.stdout
    assert "it was" not in second.stdout


@pytest.mark.parametrize(
    ("arguments", "changed", "told"),
    [
        (("site", "add", "paper"), {}, "paper"),
        (("site", "add", "Bad Name"), {}, "lower-case"),
        (("site", "add", "x", "--callback-url", "ftp://x"), {}, "https://"),
        (("site", "add", "x", "--callback-url", "http://"), {}, "https://"),
        (("site", "add", "x", "--callback-url", "http://u:p@x/"), {}, "without a user's name"),
        (("site", "add", "x", "--callback-url", "http://x:99999/"), {}, "https://"),
        (("site", "add", "x", "--secret", "whsec_"), {}, "whsec_"),
        (("site", "add", "x", "--locale", "fr"), {}, "fr"),
        (("site", "test", "nobody"), {}, "nobody"),
        (("site", "test", "paper"), {}, "callback"),
        (("site", "rotate-secret", "nobody"), {}, "nobody"),
        (("site", "rotate-secret", "nobody", "--finish"), {}, "nobody"),
        (("token", "add", "t", "--scope", "everything"), {}, "drafts:read"),
        (("token", "add", "t"), {}, "--scope"),
        (("token", "revoke", "nobody"), {}, "nobody"),
        (("facts", "import", "nowhere.yaml"), {}, "nowhere.yaml"),
        (("serve",), {"TWOSOURCE_AT": "tomorrow"}, "TWOSOURCE_AT=tomorrow: this is no day; write it as 2026-11-30"),
        (("serve",), {"TWOSOURCE_HOST": "nope.invalid"}, "TWOSOURCE_HOST=nope.invalid: no address"),
        (("serve",), {"TWOSOURCE_HOST": "a b"}, "TWOSOURCE_HOST=a b: no address"),
        (("db", "upgrade"), {"TWOSOURCE_DATABASE_URL": "x"}, "write it as sqlite:///"),
        (("db", "upgrade"), {"TWOSOURCE_DATABASE_URL": "nothing://x"}, "TWOSOURCE_DATABASE_URL"),
        (("site", "list"), {"TWOSOURCE_SECRET_KEY": "another-key-of-thirty-two-characters"}, "TWOSOURCE_SECRET_KEY"),
    ],
)
def test_what_a_command_cannot_do_it_says_in_one_line(
    run: Run, arguments: tuple[str, ...], changed: dict[str, str], told: str
) -> None:
    run("site", "add", "paper")

    ended = run(*arguments, **changed)

    assert ended.exit_code == 2
    assert told in ended.stderr
    assert "Traceback" not in ended.output
