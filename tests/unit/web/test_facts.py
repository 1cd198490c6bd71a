"""The fact base's objects over HTTP: listed, read, created, changed, retired, restored, with versions and history."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.test import TestResponse

from twosource.store import Author

if TYPE_CHECKING:
    from tests.unit.web.conftest import Asker

    from twosource.jobs import Service
    from twosource.store import Entry, Ref

FACT = {"subject": "line", "type": "plain", "value": {"is": "5", "unit": "berth"}, "support": [{"source": "press"}]}
BERTHS = "/v1/facts/ferry/berths"
KINDS = [
    ("facts", "facts", "fact", "depth", FACT),
    ("entities", "entities", "entity", "harbour", {"kind": "place", "name": "Harbour"}),
    ("sources", "sources", "source", "diary", {"publisher": "yard", "kind": "artefact"}),
    ("claim-types", "claim_types", "claim_type", "speed", {"standard": "observed"}),
    ("units", "units", "unit", "lorry", {"en": ["lorry"]}),
]


def _problem(answer: TestResponse, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    return dict(answer.get_json(force=True))


def _ids(answer: TestResponse, plural: str = "facts") -> list[str]:
    assert answer.status_code == 200, answer.text
    return [each["id"] for each in answer.get_json()[plural]]


@pytest.mark.parametrize(("locale", "said"), [("en", "the subject's own word"), ("de", "eigene"), ("nl", "eigen")])
def test_a_fact_is_read_with_its_sourcing_explained_in_the_language_that_is_asked_for(
    knowing: Asker, locale: str, said: str
) -> None:
    answer = knowing.get(f"{BERTHS}?locale={locale}")

    fact = answer.get_json()
    assert (fact["pack"], fact["id"], fact["retired"]) == ("ferry", "berths", False)
    assert fact["fact"]["value"] == {"is": "4", "unit": "berth"}
    assert fact["changed"] | {"change": 0, "at": ""} == {
        "change": 0,
        "at": "",
        "by": "token facts:read-facts:write-facts:confidential",
        "reason": None,
        "action": "import",
    }
    sourcing = fact["sourcing"]
    assert (sourcing["settled"], sourcing["disputed"], sourcing["missing"]) == (True, False, [])
    assert sourcing["origins"] == [
        {"publishers": ["Küstenlinie"], "sources": ["press"], "own_word": True, "named": True}
    ]
    assert sourcing["explanation"]["locale"] == locale
    assert said in sourcing["explanation"]["text"]
    assert " ".join(step["words"] for step in sourcing["explanation"]["steps"]) == sourcing["explanation"]["text"]
    assert knowing.version(answer) == fact["version"]


def test_what_is_missing_is_named_in_the_language_that_is_asked_for(knowing: Asker) -> None:
    missing = knowing.get("/v1/facts/ferry/overrun?locale=nl").get_json()["sourcing"]["missing"]

    assert missing == [{"id": "bill", "phrase": "geen rekening"}]


def test_whoever_has_the_version_gets_no_body_again(knowing: Asker) -> None:
    tag = knowing.get(BERTHS).headers["etag"]

    answer = knowing.get(BERTHS, if_none_match=f'"other", {tag}')

    assert (answer.status_code, answer.data, answer.headers["etag"]) == (304, b"", tag)
    assert knowing.get(BERTHS, if_none_match='"other"').status_code == 200
    assert knowing.get(BERTHS, if_none_match=f"W/{tag}").status_code == 304


@pytest.mark.parametrize(("path", "plural", "key", "name", "body"), KINDS)
def test_each_kind_is_created_read_changed_retired_and_restored(
    knowing: Asker, path: str, plural: str, key: str, name: str, body: dict[str, Any]
) -> None:
    asked = {"pack": "ferry", "id": f"{name}-2", key: body, "reason": "It was missing."}
    address = f"/v1/{path}/ferry/{name}-2"

    created = knowing("POST", f"/v1/{path}", json=asked)

    assert created.status_code == 201, created.text
    assert created.headers["location"] == address
    read = knowing.get(address)
    assert (read.get_json()[key], read.headers["etag"]) == (body, created.headers["etag"])
    assert read.get_json()["changed"]["reason"] == "It was missing."
    assert f"{name}-2" in _ids(knowing.get(f"/v1/{path}?pack=ferry&limit=200"), plural)

    other = {**body, "note": "N"} if key == "fact" else {**body, "label": "L"} if key == "claim_type" else body
    other = {**other, "aliases": ["Port"]} if key == "entity" else {**other, "title": "T"} if key == "source" else other
    other = {"en": ["lorry", "truck"]} if key == "unit" else other
    changed = knowing("PUT", address, json={key: other}, headers=knowing.tag(address))
    assert changed.status_code == 200, changed.text
    assert changed.get_json()[key] == other
    assert changed.headers["etag"] != created.headers["etag"]

    retired = knowing("DELETE", f"{address}?reason=Wrong", headers=knowing.tag(address))
    assert (retired.status_code, retired.get_json()["retired"]) == (200, True)
    assert f"{name}-2" not in _ids(knowing.get(f"/v1/{path}?pack=ferry&limit=200"), plural)
    assert _ids(knowing.get(f"/v1/{path}?pack=ferry&retired=true"), plural) == [f"{name}-2"]
    assert knowing.get(address).headers["etag"] == retired.headers["etag"] != changed.headers["etag"]
    _problem(knowing("PUT", address, json={key: body}, headers=knowing.tag(address)), 409)

    restored = knowing("POST", f"{address}/restore", headers=knowing.tag(address))
    assert (restored.status_code, restored.get_json()["retired"]) == (200, False)
    assert knowing.version(restored) == knowing.version(changed)

    told = knowing.get(f"{address}/history").get_json()
    assert [each["action"] for each in told["changes"]] == ["restore", "retire", "change", "create"]
    assert [each["reason"] for each in told["changes"]] == [None, "Wrong", None, "It was missing."]
    assert {each["by"] for each in told["changes"]} == {"token facts:read-facts:write-facts:confidential"}
    assert told["changes"][2]["steps"][0]["differences"]
    assert told["next"] is None


def test_an_answer_that_changed_is_sent_anew_though_the_version_is_the_same(knowing: Asker) -> None:
    read = knowing.get(BERTHS)
    source = "/v1/sources/ferry/press"
    body = {**knowing.get(source).get_json()["source"], "title": "Press release, second print"}
    knowing("PUT", source, json={"source": body}, headers=knowing.tag(source))
    assert knowing.get(BERTHS, if_none_match=read.headers["etag"]).status_code == 304

    knowing("DELETE", BERTHS, headers=knowing.tag(BERTHS))
    knowing("POST", f"{BERTHS}/restore", headers=knowing.tag(BERTHS))

    again = knowing.get(BERTHS, if_none_match=read.headers["etag"])
    assert (again.status_code, knowing.version(again)) == (200, knowing.version(read))
    assert again.get_json()["changed"]["action"] == "restore"
    changed = {"fact": {**FACT, "note": "Seen"}}
    assert knowing("PUT", BERTHS, json=changed, headers={"if-match": read.headers["etag"]}).status_code == 200


def test_a_change_that_meets_a_retirement_is_told_the_tag_of_that(
    knowing: Asker, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, tag = service.desk, knowing.tag(BERTHS)
    change = desk.change

    def late(ref: Ref, *rest: Any) -> Entry:
        desk.change(ref, {**FACT, "note": "Somebody was faster"}, Author("ann"), None)
        desk.retire(ref, Author("ann"), None)
        return change(ref, *rest)

    calls = iter([late])
    whole = type(desk).change
    monkeypatch.setattr(type(desk), "change", lambda its, *rest: next(calls, lambda *now: whole(its, *now))(*rest))

    answer = knowing("PUT", BERTHS, json={"fact": FACT}, headers=tag)

    assert answer.status_code == 412
    assert knowing.version(answer) == knowing.version(knowing.get(BERTHS))
    assert knowing.version(answer).endswith("-retired")


def test_a_fact_that_changes_keeps_what_it_was(knowing: Asker) -> None:
    before = knowing.get(BERTHS)
    number = before.get_json()["changed"]["change"]
    fact = {**before.get_json()["fact"], "value": {"is": "5", "unit": "berth"}}
    knowing("PUT", BERTHS, json={"fact": fact, "reason": "Counted"}, headers=knowing.tag(BERTHS))

    then = knowing.get(f"{BERTHS}?at={number}")

    assert then.get_json()["fact"] == before.get_json()["fact"]
    assert (knowing.version(then), then.get_json()["sourcing"]) == (knowing.version(before), None)
    assert knowing.get(BERTHS).get_json()["fact"]["value"] == {"is": "5", "unit": "berth"}
    (newest, first) = knowing.get(f"{BERTHS}/history").get_json()["changes"]
    assert newest["steps"] == [
        {
            "kind": "fact",
            "id": "berths",
            "what": "changed",
            "differences": [{"path": ["value", "is"], "op": "replace", "old": "4", "new": "5"}],
        }
    ]
    assert (newest["reason"], first["action"], first["more"]) == ("Counted", "import", 0)


def test_the_past_is_asked_for_by_moment_and_by_day(knowing: Asker, clock: Any) -> None:
    clock.forward(3 * 24 * 3600)
    fact = {**knowing.get(BERTHS).get_json()["fact"], "note": "Later"}
    knowing("PUT", BERTHS, json={"fact": fact}, headers=knowing.tag(BERTHS))

    for then in ("2026-12-01", "2026-11-30", "2026-12-03T11:59:59Z", "2026-12-03T12:59:59%2B01:00"):
        assert "note" not in knowing.get(f"{BERTHS}?at={then}").get_json()["fact"], then
    for now in ("2026-12-03", "2026-12-03T12:00:00Z"):
        assert knowing.get(f"{BERTHS}?at={now}").get_json()["fact"]["note"] == "Later", now
    _problem(knowing.get(f"{BERTHS}?at=2026-11-29"), 404)


@pytest.mark.parametrize(
    "at",
    [
        "yesterday",
        "2026-13-01",
        "2026-11-30T12:00:00",
        "-1",
        "1" * 30,
        "٣",
        "2026-11-30T25:00Z",
        "0001-01-01T00:00%2B23:00",
    ],
)
def test_a_past_that_cannot_be_read_is_refused(knowing: Asker, at: str) -> None:
    assert _problem(knowing.get(f"{BERTHS}?at={at}"), 422)["errors"][0]["pointer"] == "#/at"


def test_numbers_keep_the_digits_that_were_sent(knowing: Asker) -> None:
    body = b'{"fact": {"subject": "line", "type": "plain", "value": {"over": 1.10, "unit": "EUR"}}}'

    answer = knowing("PUT", BERTHS, data=body, headers={**knowing.tag(BERTHS), "content-type": "application/json"})

    assert answer.get_json()["fact"]["value"] == {"over": "1.10", "unit": "EUR"}


@pytest.mark.parametrize(
    ("wrong", "pointer", "said"),
    [
        ({"fact": {**FACT, "support": [{"source": "pres"}]}}, "#/fact/support/0/source", "unknown source 'pres'"),
        ({"fact": {**FACT, "subject": "nobody"}}, "#/fact/subject", "unknown entity 'nobody'"),
        ({"fact": {**FACT, "value": {"is": "1,000"}}}, "#/fact/value/is", "write plain digits"),
        ({"fact": {**FACT, "a/b~c": 1}}, "#/fact/a~1b~0c", "unknown key"),
        ({"fact": {"type": "plain"}}, "#/fact/subject", "this key is missing"),
        ({"fact": []}, "#/fact", "expected a fact as a mapping of keys, found a list"),
        ({"fact": None}, "#/fact", "missing"),
        ({"fact": FACT, "id": "No Good"}, "#/id", "is no id"),
        ({"fact": FACT, "pack": "nowhere"}, "#/pack", "there is no pack 'nowhere'"),
        ({"fact": FACT, "factt": 1}, "#/factt", "did you mean 'fact'"),
        ({"fact": FACT, "reason": "x" * 2001}, "#/reason", "longer than 2000"),
        ({"fact": FACT, "reason": ["x"]}, "#/reason", "expected text, found a list"),
    ],
)
def test_a_body_that_is_refused_is_told_in_the_packs_words_at_its_place(
    knowing: Asker, wrong: dict[str, Any], pointer: str, said: str
) -> None:
    answer = knowing("POST", "/v1/facts", json={"pack": "ferry", "id": "new", **wrong})

    errors = {each["pointer"]: each["detail"] for each in _problem(answer, 422)["errors"]}
    assert said in errors[pointer]
    assert knowing.get("/v1/facts/ferry/new").status_code == 404


@pytest.mark.parametrize("more", [[], [{"source": "press"}]])
def test_a_reference_that_leads_nowhere_tells_which_was_likely_meant(knowing: Asker, more: list[Any]) -> None:
    wrong = {**FACT, "support": [{"source": "pres"}, *more]}

    answer = knowing("POST", "/v1/facts", json={"pack": "ferry", "id": "new", "fact": wrong})

    problem = _problem(answer, 422)
    assert problem["detail"] == "#/fact/support/0/source: unknown source 'pres': did you mean 'press'?"


@pytest.mark.parametrize(("key", "word", "meant"), [("subject", "lime", "line"), ("type", "plane", "plain")])
def test_entities_and_types_are_guessed_too(knowing: Asker, key: str, word: str, meant: str) -> None:
    answer = knowing("POST", "/v1/facts", json={"pack": "ferry", "id": "new", "fact": {**FACT, key: word}})

    assert f"'{word}': did you mean '{meant}'?" in _problem(answer, 422)["detail"]


def test_an_id_that_is_taken_is_not_given_again(knowing: Asker) -> None:
    asked = {"pack": "ferry", "id": "berths", "fact": FACT}

    assert "already" in _problem(knowing("POST", "/v1/facts", json=asked), 409)["detail"]
    knowing("DELETE", BERTHS, headers=knowing.tag(BERTHS))
    assert "retired" in _problem(knowing("POST", "/v1/facts", json=asked), 409)["detail"]


@pytest.mark.parametrize(("method", "path"), [("PUT", BERTHS), ("DELETE", BERTHS), ("POST", f"{BERTHS}/restore")])
def test_a_change_needs_the_version_that_it_is_of(knowing: Asker, method: str, path: str) -> None:
    body = {"json": {"fact": FACT}} if method == "PUT" else {}
    tag = knowing.get(BERTHS).headers["etag"]

    without = knowing(method, path, **body)
    stale = knowing(method, path, headers={"if-match": '"0123456789abcdef"'}, **body)
    weak = knowing(method, path, headers={"if-match": f"W/{tag}"}, **body)

    _problem(without, 428)
    _problem(stale, 412)
    _problem(weak, 412)
    assert knowing.version(without) == knowing.version(stale) == knowing.version(knowing.get(BERTHS))
    assert knowing(method, path, headers={"if-match": f'"x", {tag}'}, **body).status_code == 200


def test_any_version_can_be_asked_for(knowing: Asker) -> None:
    assert knowing("PUT", BERTHS, json={"fact": FACT}, headers={"if-match": "*"}).status_code == 200


def test_what_others_lean_on_is_not_retired(knowing: Asker) -> None:
    path = "/v1/entities/ferry/line"

    answer = knowing("DELETE", path, headers=knowing.tag(path))

    detail = _problem(answer, 409)["detail"]
    assert "still used by" in detail
    assert "fact 'berths'" in detail


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("pack=ferry", ["berths", "depth", "overrun"]),
        ("pack=nowhere", []),
        ("subject=yard", ["depth"]),
        ("type=cost", ["overrun"]),
        ("status=draft", ["depth"]),
        ("settled=true", ["berths", "depth"]),
        ("settled=false", ["overrun"]),
        ("disputed=true", []),
        ("stale=true", ["berths"]),
        ("pack=ferry&source=press", ["berths"]),
        ("pack=ferry&source=jane-letter", ["overrun"]),
        ("q=FOUR", ["overrun", "berths"]),
        ("q=four+ber", ["berths"]),
        ("q=%22%27)+OR+1%3D1--", []),
        ("q=%00", []),
        ("sort=position", ["overrun", "berths", "depth"]),
        ("retired=any", ["berths", "depth", "overrun"]),
        ("retired=true", []),
    ],
)
def test_facts_are_chosen_and_searched(knowing: Asker, asked: str, found: list[str]) -> None:
    answer = knowing.get(f"/v1/facts?{asked}")

    assert _ids(answer) == found
    assert answer.get_json()["total"] == len(found)
    assert "link" not in answer.headers


@pytest.mark.parametrize(
    ("asked", "argument"),
    [
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=1e9", "limit"),
        ("limit=" + "9" * 5000, "limit"),
        ("after=x", "after"),
        ("after=WzEsMl0%3D", "after"),
        ("after=" + "W" * 3000, "after"),
        ("settled=yes", "settled"),
        ("stale=false", "stale"),
        ("status=gone", "status"),
        ("retired=maybe", "retired"),
        ("sort=hash", "sort"),
        ("source=press", "source"),
        ("subjekt=line", "subjekt"),
        ("pack=" + "x" * 101, "pack"),
        ("q=", "q"),
        ("q=" + "x" * 501, "q"),
    ],
)
def test_a_list_that_cannot_be_asked_for_is_refused(knowing: Asker, asked: str, argument: str) -> None:
    errors = _problem(knowing.get(f"/v1/facts?{asked}"), 422)["errors"]

    assert [each["pointer"] for each in errors] == [f"#/{argument}"]


@pytest.mark.parametrize("asked", ["", "q=y", "sort=position", "sort=change"])
@pytest.mark.parametrize(("path", "plural"), [("facts", "facts"), ("sources", "sources"), ("entities", "entities")])
def test_pages_follow_each_other_by_their_link(knowing: Asker, path: str, plural: str, asked: str) -> None:
    whole = knowing.get(f"/v1/{path}?{asked}")
    found: list[str] = []
    address: str | None = f"/v1/{path}?limit=1&{asked}"
    while address is not None:
        page = knowing.get(address)
        found += _ids(page, plural)
        assert page.get_json()["total"] == whole.get_json()["total"]
        link = page.headers.get("link")
        address = link.removeprefix("<").removesuffix('>; rel="next"') if link else None

    assert found == _ids(whole, plural)
    assert len(found) == whole.get_json()["total"]


def test_a_history_is_read_in_parts(knowing: Asker) -> None:
    for number in range(3):
        fact = {**FACT, "note": f"{number}"}
        knowing("PUT", BERTHS, json={"fact": fact}, headers=knowing.tag(BERTHS))

    first = knowing.get(f"{BERTHS}/history?limit=3")
    rest = knowing.get(first.headers["link"].removeprefix("<").partition(">")[0])

    assert [each["action"] for each in first.get_json()["changes"]] == ["change"] * 3
    assert [each["action"] for each in rest.get_json()["changes"]] == ["import"]
    assert "link" not in rest.headers
    assert first.get_json()["next"] == first.get_json()["changes"][-1]["change"]


def test_a_fact_is_told_as_a_claim_review_without_confidential_sources(knowing: Asker) -> None:
    answer = knowing.get(BERTHS, accept="application/ld+json")

    assert answer.content_type == "application/ld+json"
    (review,) = json.loads(answer.text)["@graph"]
    assert (review["@type"], review["identifier"]) == ("ClaimReview", "ferry/berths")
    tag = answer.headers["etag"]
    assert tag != knowing.get(BERTHS).headers["etag"]
    assert knowing.get(BERTHS, accept="application/ld+json", if_none_match=tag).status_code == 304
    told = knowing.get("/v1/facts/ferry/overrun", accept="application/ld+json").text
    assert "Jane" not in told
    assert "Four million" in told or "Werft Nord" in told


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        (BERTHS, "image/png"),
        ("/v1/entities/ferry/line", "application/ld+json"),
        ("/v1/facts/ferry/depth", "application/ld+json"),
        (f"{BERTHS}?at=1", "application/ld+json"),
        ("/v1/packs/ferry", "application/ld+json"),
    ],
)
def test_a_form_that_there_is_none_of_is_refused(knowing: Asker, path: str, accept: str) -> None:
    _problem(knowing.get(path, accept=accept), 406)


@pytest.mark.parametrize("path", ["/v1/facts/ferry/none", "/v1/facts/none/berths", "/v1/sources/ferry/berths"])
@pytest.mark.parametrize("more", ["", "/history"])
def test_what_is_not_there_is_a_404(knowing: Asker, path: str, more: str) -> None:
    assert "There is no " in _problem(knowing.get(path + more), 404)["detail"]


def test_what_is_changed_over_http_is_what_drafts_are_checked_against(knowing: Asker, service: Service) -> None:
    assert service.base.current().packs["ferry"].facts["berths"].note is None
    knowing("PUT", BERTHS, json={"fact": {**FACT, "note": "New"}}, headers=knowing.tag(BERTHS))

    assert service.base.current().packs["ferry"].facts["berths"].note == "New"


def test_a_token_without_facts_confidential_writes_what_has_nothing_to_do_with_it(
    unknowing: Asker, asker: Callable[..., Asker]
) -> None:
    answer = unknowing("PUT", BERTHS, json={"fact": FACT}, headers=unknowing.tag(BERTHS))

    assert answer.status_code == 200, answer.text
    assert asker("facts:read").get(BERTHS).get_json()["changed"]["by"] == "token facts:read-facts:write"


@pytest.mark.parametrize("at", ["0", "20261130", "99", "999999999999999999"])
@pytest.mark.parametrize("path", ["/v1/facts/ferry/berths", "/v1/packs/ferry"])
def test_only_changes_that_there_are_can_be_asked_for(knowing: Asker, path: str, at: str) -> None:
    answer = knowing.get(f"{path}?at={at}")

    assert answer.status_code == 422, answer.text
    (error,) = answer.get_json(force=True)["errors"]
    assert error["pointer"] == "#/at"
    assert error["detail"].startswith(f"there is no change {at}: ")
    assert "2026-11-30" in error["detail"]


@pytest.mark.parametrize("written", ["0123", "'0123'", '"one" two', "W/one", '"one', "*, *", ""])
def test_an_if_match_that_is_not_quoted_is_told(knowing: Asker, written: str) -> None:
    for answer in (
        knowing("DELETE", "/v1/facts/ferry/berths", headers={"if-match": written}),
        knowing("DELETE", "/v1/packs/ferry", headers={"if-match": written}),
    ):
        assert answer.status_code == 400, answer.text
        assert "double quotes" in answer.get_json(force=True)["detail"]
    assert knowing.get("/v1/facts/ferry/berths").get_json()["retired"] is False


def test_an_if_match_may_name_several(knowing: Asker) -> None:
    tag = knowing.get("/v1/facts/ferry/berths").headers["etag"]

    answer = knowing("DELETE", "/v1/facts/ferry/berths", headers={"if-match": f'"other" , {tag}'})

    assert answer.status_code == 200, answer.text
