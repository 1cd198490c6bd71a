"""The demo as a newcomer runs it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from twosource.cli.demo_receiver import Receiver
from twosource.posting import new_secret
from twosource.posting.signing import signed_headers

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-c", "from twosource.cli import main; main()", "demo")


def test_once_prints_the_flags_that_came_back_and_ends() -> None:
    done = subprocess.run((*COMMAND, "--once"), cwd=ROOT, capture_output=True, text=True, timeout=170, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "cost parity: single-source, no power data" in done.stdout
    assert "Kostenparität: nur eine Quelle, keine Stromdaten" in done.stdout
    assert "kostenpariteit: één bron, geen stroomcijfers" in done.stdout
    for language in ("de", "nl", "en"):
        for slug in ("bold", "careful"):
            assert re.search(rf"^{language}-{slug} \({language}\): \d+ flags$", done.stdout, re.MULTILINE)
    assert done.stdout.count("/review/") >= 6


def test_it_stays_until_it_is_interrupted_and_shows_its_review_pages() -> None:
    with subprocess.Popen((*COMMAND, "--locale", "en"), cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        lines = []
        for line in running.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        page = re.search(r"http://\S+/review/demo-de/de-bold\S+", "".join(lines))
        try:
            assert page is not None
            assert "cost parity: single-source, no power data" in urlopen(page[0]).read().decode()
        finally:
            running.send_signal(signal.SIGINT)
        assert running.wait(30) == 0


def test_without_the_projects_files_it_says_where_to_run_it(tmp_path: Path) -> None:
    code = (
        "import twosource.cli.demonstration as d, pathlib; d.PACK = pathlib.Path('absent.yaml')\n"
        "from twosource.cli import main; main(['demo'])"
    )
    done = subprocess.run(
        (sys.executable, "-c", code), cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Error: absent.yaml and fixtures/drafts are not here; run the demo in the folder")


def test_a_port_that_is_taken_is_said() -> None:
    with Receiver() as taken:
        port = taken.url.rpartition(":")[2]
        done = subprocess.run(
            (*COMMAND, "--once", "--port", port), cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
        )
    assert done.returncode == 1
    assert f"cannot listen on port {port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as running:
        running.secrets["desk"] = new_secret()
        yield running


def _post(receiver: Receiver, body: bytes, headers: dict[str, str], site: str = "desk") -> int:
    try:
        return int(urlopen(Request(f"{receiver.url}/{site}", data=body, headers=headers)).status)
    except HTTPError as error:
        return error.code


def _event(flags: int) -> bytes:
    return json.dumps({"type": "flags.updated", "data": {"id": "4711", "flags": [{}] * flags}}).encode()


def test_the_receiver_takes_what_is_signed_once(receiver: Receiver) -> None:
    at = datetime.now(UTC)
    for webhook_id, flags in (("msg_1", 1), ("msg_1", 2)):
        headers = signed_headers([receiver.secrets["desk"]], webhook_id, at, _event(flags))
        assert _post(receiver, _event(flags), headers) == 204
    assert receiver.wait_for({("desk", "4711")}, 5) == {("desk", "4711"): {"id": "4711", "flags": [{}]}}
    assert receiver.refused == []


def test_the_receiver_refuses_what_is_not(receiver: Receiver) -> None:
    good = signed_headers([receiver.secrets["desk"]], "msg_1", datetime.now(UTC), _event(1))
    for body, headers, site in (
        (_event(2), good, "desk"),
        (_event(1), {}, "desk"),
        (_event(1), good, "other"),
        (_event(1), {**good, "webhook-signature": "v1,%%%"}, "desk"),
        (b"\xff", good, "desk"),
    ):
        assert _post(receiver, body, headers, site) == 401
    assert len(receiver.refused) == 5
    assert receiver.wait_for({("desk", "4711")}, 0) == {}
