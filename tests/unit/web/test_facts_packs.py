"""Packs over HTTP: imported whole or not at all, given out as JSON, YAML and CSV, renamed, retired, restored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.test import TestResponse

from twosource.desk import Desk
from twosource.packs import read, write
from twosource.store import Author, Ref
from twosource.web import create_app

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.web.conftest import Asker

    from twosource.jobs import Service

BRIDGE = """\
schema: twosource/fact-pack/1
id: bridge
title: The bridge
entities: {city: {kind: organisation, name: Westerhaven}}
sources: {press: {publisher: city, kind: self-published}}
claim_types: {plain: {standard: subject}}
facts:
  length: {subject: city, type: plain, value: {is: 72, unit: m}, support: [{source: press}]}
  height: {subject: city, type: plain, value: {is: 9.50, unit: m}, support: [{source: press}]}
"""


def _put_in(asker: Asker, text: str, query: str = "") -> TestResponse:
    return asker("POST", f"/v1/packs{query}", data=text.encode(), content_type="application/yaml")


def _problem(answer: TestResponse, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    return dict(answer.get_json(force=True))


def test_a_new_pack_is_a_201_and_what_it_did_is_counted(knowing: Asker) -> None:
    answer = _put_in(knowing, BRIDGE, "?reason=First")

    assert (answer.status_code, answer.headers["location"]) == (201, "/v1/packs/bridge")
    told = answer.get_json()
    assert told | {"change": 0} == {
        "pack": "bridge",
        "change": 0,
        "facts": 2,
        "created": 6,
        "changed": 0,
        "retired": 0,
        "restored": 0,
        "unchanged": 0,
        "doubts": [],
    }
    pack = knowing.get("/v1/packs/bridge").get_json()
    assert (pack["title"], pack["retired"], pack["changed"]["reason"]) == ("The bridge", False, "First")


def test_the_same_pack_again_changes_nothing_and_what_is_gone_is_retired(knowing: Asker) -> None:
    _put_in(knowing, BRIDGE)

    again = _put_in(knowing, BRIDGE)
    shorter = _put_in(knowing, BRIDGE[: BRIDGE.index("  height")])
    longer = _put_in(knowing, BRIDGE)

    assert again.status_code == 200
    assert (again.get_json()["change"], again.get_json()["unchanged"]) == (None, 6)
    assert shorter.get_json()["retired"] == 1
    assert knowing.get("/v1/facts/bridge/height").get_json()["retired"] is False
    assert longer.get_json()["restored"] == 1


def test_a_pack_with_doubts_is_imported_and_tells_them(knowing: Asker) -> None:
    answer = _put_in(knowing, BRIDGE[: BRIDGE.index("facts:")])

    assert answer.status_code == 201
    assert "no facts" in answer.get_json()["doubts"][0]


def test_of_a_pack_with_errors_nothing_is_imported_and_each_is_told_with_its_place(knowing: Asker) -> None:
    broken = BRIDGE.replace("source: press}]}", "source: pres}]}").replace("is: 72", "is: 7e2")

    errors = _problem(_put_in(knowing, broken), 422)["errors"]

    assert [(each["pointer"], each["line"], each["column"]) for each in errors] == [
        ("#/facts/length/value/is", 8, 48),
        ("#/facts/length/support/0/source", 8, 78),
        ("#/facts/height/support/0/source", 9, 79),
    ]
    assert errors[1]["detail"] == "unknown source 'pres': did you mean 'press'?"
    assert knowing.get("/v1/packs/bridge").status_code == 404


def test_a_pack_of_who_may_not_know_is_read_once(unknowing: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    from twosource.facts import yaml_tree  # noqa: PLC0415
    from twosource.packs import reading  # noqa: PLC0415

    read: list[str] = []

    def parse(text: str) -> yaml_tree.Tree:
        read.append(text)
        return yaml_tree.parse(text)

    monkeypatch.setattr(reading, "parse", parse)
    text = "schema: twosource/fact-pack/1\nid: other\ntitle: Other\n"

    answer = unknowing("POST", "/v1/packs", data=text.encode(), content_type="application/yaml")

    assert (answer.status_code, read) == (201, [text])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"[", 422),
        (b"a: &x 1", 422),
        (b"\xff\xfe", 400),
        (b"a: \x00", 422),
        (b"{" * 5000, 422),
        (b"- " * 5000, 422),
        (b"a: 1\n---\nb: 2", 422),
        (b"\xed\xa0\x80", 400),
        ("\ufeffschema: twosource/fact-pack/1\nid: ../x\ntitle: T".encode(), 422),
    ],
)
def test_what_is_no_pack_is_refused(knowing: Asker, body: bytes, status: int) -> None:
    answer = knowing("POST", "/v1/packs", data=body, content_type="application/yaml")

    problem = _problem(answer, status)
    assert len(answer.data) < 20_000
    assert problem["detail"]


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "multipart/form-data; boundary=x", None])
def test_what_says_that_it_is_no_yaml_is_a_415(knowing: Asker, content_type: str | None) -> None:
    answer = knowing("POST", "/v1/packs", data=BRIDGE.encode(), content_type=content_type)

    _problem(answer, 415)


def test_a_pack_may_be_larger_than_other_bodies_up_to_its_own_limit(
    service: Service, bearer: Callable[..., dict[str, str]], with_settings: Any
) -> None:
    small = with_settings(body_limit=1024, pack_limit=4096)
    client = create_app(small.settings, small).test_client()
    headers = {**bearer("facts:write", "facts:confidential"), "content-type": "application/yaml"}
    larger = BRIDGE + "# " + "x" * 2000 + "\n"

    assert client.post("/v1/packs", data=larger.encode(), headers=headers).status_code == 201
    refused = client.post("/v1/packs", data=(larger + "# " + "x" * 4000).encode(), headers=headers)
    assert "4096 bytes" in _problem(refused, 413)["detail"]
    other = client.post("/v1/facts", data=b" " * 2000, headers=headers | {"content-type": "application/json"})
    assert "1024 bytes" in _problem(other, 413)["detail"]


def test_the_text_that_is_given_out_is_canonical_and_can_be_put_in_again(knowing: Asker) -> None:
    _put_in(knowing, BRIDGE)

    answer = knowing.get("/v1/packs/bridge", accept="application/yaml")

    assert answer.content_type == "application/yaml; charset=utf-8"
    assert 'filename="bridge.yaml"' in answer.headers["content-disposition"]
    assert answer.text == write(dict(read(BRIDGE, "bridge").canonical or {}))
    assert _put_in(knowing, answer.text).get_json()["change"] is None
    tag = answer.headers["etag"]
    assert knowing.get("/v1/packs/bridge", accept="application/yaml", if_none_match=tag).status_code == 304
    assert knowing.get("/v1/packs/bridge", accept="text/csv", if_none_match=tag).status_code == 200


def test_flat_facts_are_given_out_as_csv_without_what_confidential_sources_bear(knowing: Asker) -> None:
    _put_in(knowing, BRIDGE)

    answer = knowing.get("/v1/packs/bridge", accept="text/csv")

    assert answer.content_type == "text/csv; charset=utf-8"
    assert [line.split(",")[0] for line in answer.text.splitlines()[1:]] == ['"length"', '"height"']
    assert "Jane" not in knowing.get("/v1/packs/ferry", accept="text/csv").text


def test_a_pack_is_given_out_as_it_was(knowing: Asker) -> None:
    _put_in(knowing, BRIDGE)
    number = knowing.get("/v1/packs/bridge").get_json()["changed"]["change"]
    _put_in(knowing, BRIDGE.replace("72", "73").replace("The bridge", "A bridge"))

    then = knowing.get(f"/v1/packs/bridge?at={number}", accept="application/yaml").text

    assert "is: 72" in then
    assert knowing.get(f"/v1/packs/bridge?at={number}").get_json()["title"] == "The bridge"
    assert knowing.get("/v1/packs/bridge").get_json()["title"] == "A bridge"
    _problem(knowing.get(f"/v1/packs/bridge?at={number - 1}", accept="application/yaml"), 404)


def test_a_pack_is_renamed_retired_and_restored(knowing: Asker) -> None:
    path = "/v1/packs/ferry"

    _problem(knowing("PUT", path, json={"title": "F"}), 428)
    _problem(knowing("PUT", path, json={"title": ""}, headers={"if-match": "*"}), 422)
    renamed = knowing("PUT", path, json={"title": "Ferries", "reason": "More"}, headers=knowing.tag(path))
    assert (renamed.status_code, renamed.get_json()["title"]) == (200, "Ferries")
    assert renamed.get_json()["changed"]["reason"] == "More"

    retired = knowing("DELETE", f"{path}?reason=Over", headers=knowing.tag(path))
    assert (retired.status_code, retired.get_json()["retired"]) == (200, True)
    assert knowing.get("/v1/packs").get_json()["packs"] == []
    assert knowing.get("/v1/facts").get_json()["total"] == 0
    assert [each["id"] for each in knowing.get("/v1/packs?retired=true").get_json()["packs"]] == ["ferry"]
    new = {"pack": "ferry", "id": "new", "unit": {"en": ["n"]}}
    _problem(knowing("POST", "/v1/units", json=new), 409)

    restored = knowing("POST", f"{path}/restore", headers=knowing.tag(path))
    assert (restored.status_code, restored.get_json()["retired"]) == (200, False)
    assert knowing.get("/v1/facts").get_json()["total"] == 3
    actions = [each["action"] for each in knowing.get(f"{path}/history").get_json()["changes"]]
    assert actions == ["restore", "retire", "change", "import"]


def test_packs_are_searched_by_their_titles(knowing: Asker) -> None:
    _put_in(knowing, BRIDGE)

    assert [each["id"] for each in knowing.get("/v1/packs").get_json()["packs"]] == ["bridge", "ferry"]
    assert [each["id"] for each in knowing.get("/v1/packs?q=bri").get_json()["packs"]] == ["bridge"]


def test_the_history_of_a_pack_has_what_was_done_to_its_objects(knowing: Asker) -> None:
    _put_in(knowing, BRIDGE)
    _put_in(knowing, BRIDGE.replace("72", "73"))

    newest = knowing.get("/v1/packs/bridge/history?limit=1").get_json()["changes"][0]

    (step,) = newest["steps"]
    assert (step["kind"], step["id"], step["what"], newest["more"]) == ("fact", "length", "changed", 0)
    assert step["differences"] == [{"path": ["value", "is"], "op": "replace", "old": "72", "new": "73"}]


def test_a_pack_without_confidential_sources_is_imported_by_who_may_not_know_any(unknowing: Asker) -> None:
    assert _put_in(unknowing, BRIDGE).status_code == 201
    marked = BRIDGE.replace("support: [{source: press}]", "support: [{source: press, terms: confidential}]", 1)
    assert "facts:confidential" in _problem(_put_in(unknowing, marked), 403)["detail"]


@pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)
def test_an_import_with_the_etag_of_what_was_read_takes_back_nothing_of_others(knowing: Asker) -> None:
    _put_in(knowing, BRIDGE)
    read_by_ann = knowing.get("/v1/packs/bridge", accept="application/yaml")
    made = {"pack": "bridge", "id": "width", "fact": {"subject": "city", "type": "plain"}}
    assert knowing("POST", "/v1/facts", json=made).status_code == 201

    def put_in(text: str, tag: str) -> TestResponse:
        headers = {"if-match": tag}
        return knowing("POST", "/v1/packs", data=text.encode(), content_type="application/yaml", headers=headers)

    title = knowing.get("/v1/packs/bridge").headers["etag"]
    for tag in (read_by_ann.headers["etag"], title, '"change-1"', '"garbage"', '"change-0"'):
        assert "read it again" in _problem(put_in(read_by_ann.text, tag), 412)["detail"]
    for tag in ("garbage", ""):
        assert "double quotes" in _problem(put_in(read_by_ann.text, tag), 400)["detail"]
    assert not knowing.get("/v1/facts/bridge/width").get_json()["retired"]

    now = knowing.get("/v1/packs/bridge", accept="application/yaml")
    assert put_in(now.text.replace("is: 72", "is: 73"), now.headers["etag"]).status_code == 200
    _problem(put_in(now.text, now.headers["etag"]), 412)
    assert put_in(now.text, "*").status_code == 200
    _problem(put_in(BRIDGE.replace("id: bridge", "id: nowhere"), "*"), 412)
    assert knowing.get("/v1/packs/nowhere").status_code == 404
    assert _put_in(knowing, BRIDGE).get_json()["retired"] == 1, "without If-Match as ever"


def test_an_import_that_another_overtakes_is_refused(
    knowing: Asker, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    _put_in(knowing, BRIDGE)
    tag = knowing.get("/v1/packs/bridge", accept="application/yaml").headers["etag"]
    last_change = Desk.last_change

    def overtaken(desk: Desk, pack: str) -> int:
        change = last_change(desk, pack)
        body = {"subject": "city", "type": "plain"}
        desk.create(Ref("bridge", "fact", "width"), body, Author("bob"))
        return change

    monkeypatch.setattr(Desk, "last_change", overtaken)
    body = {"data": BRIDGE.encode(), "content_type": "application/yaml"}

    assert "the last one is" in _problem(knowing("POST", "/v1/packs", **body, headers={"if-match": tag}), 412)["detail"]
    assert not knowing.get("/v1/facts/bridge/width").get_json()["retired"]
