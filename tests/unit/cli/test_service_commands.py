"""The commands that keep the service: site, token, facts, db."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from twosource.cli import main
from twosource.posting import PostError
from twosource.settings import Settings
from twosource.store import Site, Store

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
        (("serve",), {"TWOSOURCE_AT": "tomorrow"}, "TWOSOURCE_AT"),
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
