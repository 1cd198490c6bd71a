"""Whatever is sent to the fact base, the answer is one that the API knows, never a 500, never as long as that."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

if TYPE_CHECKING:
    from tests.unit.web.conftest import Asker

KEYS = (
    "subject",
    "type",
    "value",
    "support",
    "disputes",
    "label",
    "cues",
    "source",
    "terms",
    "of",
    "is",
    "unit",
    "name",
)
WORDS = ("line", "plain", "press", "jane", "jane-letter", "confidential", "confidential-1", "berth", "5", "1,000")
ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(WORDS)
    | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner),
    max_leaves=10,
)
on_each_database = pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)
often = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
odd = st.text(max_size=20) | st.sampled_from(
    ["..", "a/b", "%00", "\0", "\ud800", "'; DROP TABLE", "x" * 5000, "ä", "*", '"', "'", "\\", 'x" OR "=hjane-letter']
)
BY_KEY = {"fact": "facts", "entity": "entities", "source": "sources", "claim_type": "claim-types", "unit": "units"}
PATHS = ("facts", "entities", "sources", "claim-types", "units", "packs")


def _is_known(answer: TestResponse, *known: int) -> None:
    assert answer.status_code in known, (answer.status_code, answer.text)
    if answer.status_code >= 400:
        assert answer.content_type == "application/problem+json"
        assert len(answer.data) < 20_000


@often
@given(body=ANY_JSON, key=st.sampled_from(list(BY_KEY)))
def test_any_json_can_be_put_and_posted(unknowing: Asker, knowing: Asker, body: Any, key: str) -> None:
    path = {"fact": "facts", "entity": "entities", "source": "sources", "claim_type": "claim-types", "unit": "units"}[
        key
    ]
    for asker in (unknowing, knowing):
        asked = json.dumps({"pack": "ferry", "id": "odd", key: body})
        _is_known(asker("POST", f"/v1/{path}", data=asked, content_type="application/json"), 201, 400, 403, 409, 422)
        _is_known(asker("POST", f"/v1/{path}", data=json.dumps(body), content_type="application/json"), 400, 422)
    changed = json.dumps({key: body})
    for name in ("berths", "line", "press", "plain", "berth"):
        answer = unknowing(
            "PUT",
            f"/v1/{path}/ferry/{name}",
            data=changed,
            content_type="application/json",
            headers={"if-match": "*"},
        )
        _is_known(answer, 200, 400, 403, 404, 422)


@often
@given(pack=odd, name=odd, path=st.sampled_from(PATHS), more=st.sampled_from(["", "/history", "/restore"]))
def test_any_id_can_be_asked_for(unknowing: Asker, pack: str, name: str, path: str, more: str) -> None:
    written = [quote(each.encode("utf-8", "surrogatepass"), safe="") for each in (pack, name)]
    address = f"/v1/{path}/{'/'.join(written[: 1 if path == 'packs' else 2])}{more}"
    for method in ("GET", "DELETE"):
        _is_known(unknowing(method, address), 200, 308, 404, 405, 428)
    body = {"json": {"title": "T"} if path == "packs" else {path[:-1]: {}}}
    _is_known(unknowing("PUT", address, **body, headers={"if-match": "*"}), 403, 404, 405, 308, 422)


@on_each_database
@often
@given(
    arguments=st.dictionaries(
        st.sampled_from(["pack", "q", "after", "source", "subject", "type", "at", "sort", "limit", "x"]), odd
    )
)
def test_any_arguments_can_be_asked_with(unknowing: Asker, arguments: dict[str, str]) -> None:
    written = "&".join(f"{k}={quote(v.encode('utf-8', 'surrogatepass'), safe='')}" for k, v in arguments.items())
    for path in ("facts", "sources", "packs", "facts/ferry/berths", "packs/ferry", "facts/ferry/berths/history"):
        _is_known(unknowing.get(f"/v1/{path}?{written}"), 200, 404, 422)


@on_each_database
@pytest.mark.parametrize("name", ["pack", "subject", "type", "source"])
@pytest.mark.parametrize("value", ['x" OR "=hjane-letter', "x' | '=hjane-letter", '"', "'", "\\"])
def test_no_filter_of_a_search_gets_out_of_its_quotes(unknowing: Asker, knowing: Asker, name: str, value: str) -> None:
    pack = "" if name == "pack" else "&pack=ferry"
    for asker in (unknowing, knowing):
        answer = asker.get(f"/v1/facts?q=overrun{pack}&{name}={quote(value)}")
        assert (answer.status_code, answer.get_json()["total"]) == (200, 0), answer.text
    for path in ("sources", "entities", "units"):
        answer = unknowing.get(f"/v1/{path}?q=e&pack={quote(value)}")
        assert (answer.status_code, answer.get_json()["total"]) == (200, 0), answer.text


@often
@given(value=st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=60))
def test_any_header_can_be_sent(unknowing: Asker, value: str) -> None:
    for name in ("if-match", "if-none-match", "accept", "content-type", "accept-language"):
        headers = {name: value}
        _is_known(unknowing("GET", "/v1/facts/ferry/berths", headers=headers), 200, 304, 406)
        _is_known(unknowing("GET", "/v1/packs/ferry", headers=headers), 200, 304, 406)
        answer = unknowing("PUT", "/v1/facts/ferry/berths", json={"fact": {}}, headers=headers)
        _is_known(answer, 400, 412, 415, 422, 428)


@often
@given(text=st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
def test_any_text_can_be_imported(unknowing: Asker, text: str) -> None:
    for body in (
        text.encode("utf-8", "surrogatepass"),
        b"schema: twosource/fact-pack/1\nid: " + text.encode("latin-1", "replace"),
    ):
        answer = unknowing("POST", "/v1/packs", data=body, content_type="application/yaml")
        _is_known(answer, 400, 422)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"", 400),
        (b'{"fact": "\xff"}', 400),
        (b"[" * 100_000, 400),
        (b'{"fact": {"value": {"is": 1e999999999}}}', 422),
        (b'{"fact": {"value": {"is": 1e-999999999}}}', 422),
        (b'{"fact": {"value": {"is": ' + b"9" * 100_000 + b"}}}", 400),
        (b'{"fact": {"value": {"is": 0.' + b"0" * 100_000 + b"1}}}", 422),
        (b'{"fact": {"value": {"is": NaN}}}', 400),
        (b'{"fact": {"a": 1, "a": 2}}', 400),
        (b'{"fact": {"label": "\\u0000"}}', 422),
        (b'{"fact": ' + b'{"value":' * 300 + b"1" + b"}" * 301, 422),
        (b'{"fact": {"support": [' + b'{"source": "x"},' * 5000 + b'{"source": "x"}]}}', 422),
    ],
)
def test_a_body_that_cannot_be_read_is_told_why(knowing: Asker, body: bytes, status: int) -> None:
    answer = knowing(
        "PUT", "/v1/facts/ferry/berths", data=body, headers={"if-match": "*", "content-type": "application/json"}
    )

    _is_known(answer, status)
