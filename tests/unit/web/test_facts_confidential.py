"""What a token without facts:confidential sees of confidential sources: nothing, anywhere, and it can lose nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.test import TestResponse

if TYPE_CHECKING:
    from tests.unit.web.conftest import Asker

OVERRUN = "/v1/facts/ferry/overrun"
SECRETS = re.compile(r"jane|doe\b|pier|it cost four", re.IGNORECASE)
READS = [
    "/v1/facts?limit=200",
    "/v1/facts?sort=change",
    "/v1/facts?q=overrun",
    "/v1/sources",
    "/v1/sources?limit=1",
    "/v1/entities",
    "/v1/entities?limit=1&sort=position",
    "/v1/claim-types",
    "/v1/units",
    "/v1/packs",
    "/v1/packs/ferry",
    "/v1/packs/ferry/history",
    *(f"{OVERRUN}?locale={locale}" for locale in ("de", "nl", "en")),
    f"{OVERRUN}?at=1",
    f"{OVERRUN}/history",
    "/v1/facts/ferry/depth?locale=de",
    "/v1/facts/ferry/depth/history",
    "/v1/sources/ferry/confidential-1",
    "/v1/sources/ferry/confidential-1?at=1",
    "/v1/sources/ferry/confidential-1/history",
    "/v1/sources/ferry/daily/history",
    "/v1/entities/ferry/yard",
    "/v1/entities/ferry/yard/history",
]


def _problem(answer: TestResponse, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    return str(answer.get_json(force=True)["detail"])


@pytest.mark.parametrize("path", READS)
def test_nothing_that_is_read_tells_of_a_confidential_source(unknowing: Asker, path: str) -> None:
    answer = unknowing.get(path)

    assert answer.status_code == 200, answer.text
    assert not SECRETS.search(answer.text)
    assert not SECRETS.search(str(answer.headers))


@pytest.mark.parametrize("form", ["application/yaml", "text/csv", "application/ld+json"])
@pytest.mark.parametrize("query", ["", "?at=1"])
def test_no_export_tells_of_a_confidential_source(unknowing: Asker, form: str, query: str) -> None:
    path = OVERRUN if form == "application/ld+json" else f"/v1/packs/ferry{query}"

    answer = unknowing.get(path, accept=form)

    assert answer.status_code == 200, answer.text
    assert answer.content_type.startswith(form)
    assert not SECRETS.search(answer.text)


def test_the_pages_of_a_list_lead_on_without_a_word_of_what_is_left_out(unknowing: Asker) -> None:
    for path, plural in (("sources", "sources"), ("entities", "entities")):
        address: str | None = f"/v1/{path}?limit=1"
        seen = 0
        while address is not None:
            page = unknowing.get(address)
            cursor = page.get_json()["next"] or ""
            assert not SECRETS.search(json.dumps([cursor]) + _decoded(cursor))
            seen += len(page.get_json()[plural])
            link = page.headers.get("link")
            address = link.removeprefix("<").partition(">")[0] if link else None
        assert seen == page.get_json()["total"]


def _decoded(cursor: str) -> str:
    import base64  # noqa: PLC0415

    return base64.urlsafe_b64decode(cursor).decode() if cursor else ""


@pytest.mark.parametrize("word", ["jane", "doe", "told", "pier", "it cost", "jane.example", "jane-letter"])
@pytest.mark.parametrize("path", ["facts", "sources", "entities"])
def test_what_stays_untold_is_not_found_by_its_words(knowing: Asker, unknowing: Asker, path: str, word: str) -> None:
    answer = unknowing.get(f"/v1/{path}?q={word}")

    assert answer.get_json()["total"] == 0


def test_words_that_may_be_told_find_the_fact_all_the_same(knowing: Asker, unknowing: Asker) -> None:
    for word in ("overrun", "Mehrkosten", "four million"):
        assert unknowing.get(f"/v1/facts?q={word}").get_json()["total"] == 1, word


def test_who_may_know_sees_and_finds_all(knowing: Asker) -> None:
    assert "It cost four" in knowing.get(OVERRUN).text
    assert "Jane" in knowing.get(f"{OVERRUN}/history").text
    assert "jane-letter" in knowing.get("/v1/packs/ferry", accept="application/yaml").text
    assert knowing.get("/v1/entities?q=jane").get_json()["total"] == 1
    assert knowing.get("/v1/sources/ferry/jane-letter").status_code == 200


@pytest.mark.parametrize("path", ["/v1/sources/ferry/jane-letter", "/v1/entities/ferry/jane"])
@pytest.mark.parametrize("more", ["", "?at=1", "/history"])
def test_what_stays_untold_is_not_there_under_its_own_name(unknowing: Asker, path: str, more: str) -> None:
    noun, name = {"s": ("source", "jane-letter"), "e": ("entity", "jane")}[path[4]]
    there_is_none = _problem(unknowing.get(path.replace(name, "nobody") + more), 404)

    assert _problem(unknowing.get(path + more), 404) == there_is_none.replace("nobody", name)
    assert noun in there_is_none
    for method, asked in (("PUT", {"json": {noun: {"kind": "person", "name": "J"}}}), ("DELETE", {})):
        assert unknowing(method, path, headers={"if-match": "*"}, **asked).status_code in (404, 422)


def test_a_source_is_asked_for_by_its_nameless_id(unknowing: Asker) -> None:
    by_nameless = unknowing.get("/v1/facts?pack=ferry&source=confidential-1").get_json()
    by_name = unknowing.get("/v1/facts?pack=ferry&source=jane-letter").get_json()

    assert [each["id"] for each in by_nameless["facts"]] == ["overrun"]
    assert (by_name["total"], by_name["facts"]) == (0, [])
    assert unknowing.get("/v1/facts?pack=ferry&source=confidential-1&q=overrun").get_json()["total"] == 1


def test_a_version_of_what_is_told_in_part_is_one_of_its_own(knowing: Asker, unknowing: Asker) -> None:
    whole, part = knowing.get(OVERRUN), unknowing.get(OVERRUN)

    assert whole.headers["etag"] != part.headers["etag"]
    assert unknowing.get(OVERRUN, if_none_match=part.headers["etag"]).status_code == 304
    assert unknowing.get(OVERRUN, if_none_match=whole.headers["etag"]).status_code == 200
    fact = {**whole.get_json()["fact"], "note": "Jane again."}
    knowing("PUT", OVERRUN, json={"fact": fact}, headers=knowing.tag(OVERRUN))
    assert unknowing.get(OVERRUN).headers["etag"] != part.headers["etag"]


def test_what_is_computed_is_what_can_be_seen(knowing: Asker, unknowing: Asker) -> None:
    part = unknowing.get(OVERRUN).get_json()

    assert part["fact"]["support"][0] == {"source": "confidential-1", "terms": "confidential"}
    assert "note" not in part["fact"]
    assert part["sourcing"]["settled"] is knowing.get(OVERRUN).get_json()["sourcing"]["settled"] is False
    # Jane is the line's own, which her origin does not tell.
    assert [(each["named"], each["own_word"], each["publishers"]) for each in part["sourcing"]["origins"]] == [
        (False, False, []),
        (True, False, ["Werft Nord"]),
    ]


@pytest.mark.parametrize(("method", "more"), [("PUT", ""), ("DELETE", ""), ("POST", "/restore")])
@pytest.mark.parametrize(
    ("path", "key"),
    [
        (OVERRUN, "fact"),
        ("/v1/sources/ferry/confidential-1", "source"),
        ("/v1/sources/ferry/daily", "source"),
        ("/v1/entities/ferry/yard", "entity"),
    ],
)
def test_what_is_told_in_part_cannot_be_written_back(
    knowing: Asker, unknowing: Asker, method: str, more: str, path: str, key: str
) -> None:
    read = unknowing.get(path)
    asked = {"json": {key: read.get_json()[key]}} if method == "PUT" else {}

    answer = unknowing(method, path + more, headers={"if-match": read.headers["etag"]}, **asked)

    detail = _problem(answer, 403)
    assert "facts:confidential" in detail
    assert "confidential sources" in detail
    assert knowing.get(f"{OVERRUN}/history").get_json()["changes"][0]["action"] == "import"


_FACT: dict[str, Any] = {"subject": "line", "type": "plain"}


@pytest.mark.parametrize(
    ("fact", "status", "pointer"),
    [
        ({"support": [{"source": "press", "terms": "confidential"}]}, 403, "#/fact/support/0/terms"),
        ({"disputes": [{"source": "press", "terms": " confidential "}]}, 403, "#/fact/disputes/0/terms"),
        ({"support": [{"source": "confidential-1"}]}, 403, "#/fact/support/0/source"),
        ({"support": [{"source": "press", "of": ["confidential-1"]}]}, 403, "#/fact/support/0/of/0"),
        ({"support": [{"source": "jane-letter"}]}, 422, "#/fact/support/0/source"),
        ({"support": [{"source": "press", "of": "jane-letter"}]}, 422, "#/fact/support/0/of"),
        ({"support": [{"source": "press", "speaker": "jane"}]}, 422, "#/fact/support/0/speaker"),
        ({"support": [{"source": "press", "paid_by": "jane"}]}, 422, "#/fact/support/0/paid_by"),
        ({"subject": "jane"}, 422, "#/fact/subject"),
        ({"compared_with": {"entity": "jane"}}, 422, "#/fact/compared_with/entity"),
    ],
)
def test_confidential_parts_are_not_written_by_who_may_not_know_them(
    unknowing: Asker, knowing: Asker, fact: dict[str, Any], status: int, pointer: str
) -> None:
    asked = {"pack": "ferry", "id": "new", "fact": {**_FACT, **fact}}
    berths = "/v1/facts/ferry/berths"

    created = unknowing("POST", "/v1/facts", json=asked)
    changed = unknowing("PUT", berths, json={"fact": asked["fact"]}, headers=unknowing.tag(berths))

    for answer in (created, changed):
        assert pointer in _problem(answer, status)
        if status == 422:
            assert "unknown" in answer.text
            assert "did you mean" not in answer.text
    assert knowing.get("/v1/facts/ferry/new").status_code == 404


def test_no_guess_tells_an_id_that_stays_untold(unknowing: Asker) -> None:
    fact = {**_FACT, "support": [{"source": "jane-lettr"}], "subject": "janey"}

    answer = unknowing("POST", "/v1/facts", json={"pack": "ferry", "id": "new", "fact": fact})

    detail = json.dumps(answer.get_json(force=True))
    assert answer.status_code == 422
    assert "'jane'" not in detail
    assert "jane-letter" not in detail


def test_who_leans_on_something_is_not_told_where_it_stays_untold(knowing: Asker, unknowing: Asker) -> None:
    answer = unknowing("DELETE", "/v1/entities/ferry/line", headers={"if-match": "*"})

    detail = _problem(answer, 409)
    assert "fact 'berths'" in detail
    assert "others" in detail
    assert "jane" not in detail


@pytest.mark.parametrize("change", ["", "title: The ferry, anew"])
def test_a_pack_with_confidential_sources_is_not_imported_by_who_may_not_know_them(
    knowing: Asker, unknowing: Asker, change: str
) -> None:
    export = unknowing.get("/v1/packs/ferry", accept="application/yaml").text
    text = export.replace("title: The ferry", change or "title: The ferry")

    answer = unknowing("POST", "/v1/packs", data=text.encode(), content_type="application/yaml")

    assert "facts:confidential" in _problem(answer, 403)
    assert knowing.get("/v1/sources/ferry/jane-letter").status_code == 200
    other = text.replace("id: ferry", "id: other", 1)
    assert unknowing("POST", "/v1/packs", data=other.encode(), content_type="application/yaml").status_code == 403


def test_a_source_stays_untold_when_the_fact_that_marks_it_is_retired(knowing: Asker, unknowing: Asker) -> None:
    knowing("DELETE", OVERRUN, headers={"if-match": "*"})

    assert unknowing.get("/v1/sources/ferry/jane-letter").status_code == 404
    assert not SECRETS.search(unknowing.get("/v1/packs/ferry", accept="application/yaml").text)
    assert not SECRETS.search(unknowing.get("/v1/facts?retired=true").text)
    assert not SECRETS.search(unknowing.get(OVERRUN).text)
    assert unknowing.get("/v1/facts?retired=any&q=pier").get_json()["total"] == 0
    assert unknowing("POST", f"{OVERRUN}/restore", headers={"if-match": "*"}).status_code == 403


@pytest.mark.parametrize("settled", ["true", "false"])
def test_lists_tell_what_a_single_reading_tells(knowing: Asker, unknowing: Asker, settled: str) -> None:
    other = {"source": "jane-letter", "terms": "confidential"}
    fact = {"subject": "yard", "type": "cost", "support": [{"source": "press"}, other]}
    knowing("POST", "/v1/facts", json={"pack": "ferry", "id": "crew", "fact": fact})
    jane = {**knowing.get("/v1/sources/ferry/jane-letter").get_json()["source"], "publisher": "line"}
    knowing("PUT", "/v1/sources/ferry/jane-letter", json={"source": jane}, headers={"if-match": "*"})

    for path in ("/v1/facts", "/v1/facts?sort=change", "/v1/facts?pack=ferry&source=confidential-1"):
        listed = unknowing.get(path).get_json()["facts"]
        assert {"crew"} < {each["id"] for each in listed}
        for each in listed:
            sourcing = unknowing.get(f"/v1/facts/ferry/{each['id']}").get_json()["sourcing"]
            for name in ("settled", "disputed"):
                assert each[name] is sourcing[name]
            assert each["origins"] == len(sourcing["origins"])
    (whole,) = (each for each in knowing.get("/v1/facts").get_json()["facts"] if each["id"] == "crew")
    (part,) = (each for each in unknowing.get("/v1/facts").get_json()["facts"] if each["id"] == "crew")
    assert (whole["origins"], part["origins"]) == (1, 2)
    for path in (f"/v1/facts?settled={settled}", f"/v1/facts?settled={settled}&q=crew"):
        for each in unknowing.get(path).get_json()["facts"]:
            assert str(each["settled"]).lower() == settled


@pytest.mark.parametrize("note", ["Jane said so on the pier.", "All on record."])
def test_what_was_confidential_stays_untold_when_its_last_mark_is_gone(
    knowing: Asker, unknowing: Asker, note: str
) -> None:
    fact = knowing.get(OVERRUN).get_json()["fact"]
    changed = {"fact": {**fact, "note": note, "support": fact["support"][1:]}, "reason": "Jane withdrew"}
    assert knowing("PUT", OVERRUN, json=changed, headers=knowing.tag(OVERRUN)).status_code == 200

    for path in READS:
        answer = unknowing.get(path)
        assert answer.status_code == 200, path
        assert not SECRETS.search(answer.text), path
    for form in ("application/yaml", "text/csv"):
        for query in ("", "?at=1"):
            assert not SECRETS.search(unknowing.get(f"/v1/packs/ferry{query}", accept=form).text)
    for word in ("jane", "pier", "told"):
        for kind in ("facts", "sources", "entities"):
            assert unknowing.get(f"/v1/{kind}?q={word}").get_json()["total"] == 0
    assert ("note" in unknowing.get(OVERRUN).get_json()["fact"]) is (note == "All on record.")
    assert "Jane withdrew" in knowing.get(f"{OVERRUN}/history").text


def test_what_was_confidential_then_stays_untold_of_that_time(knowing: Asker, unknowing: Asker) -> None:
    fact = knowing.get(OVERRUN).get_json()["fact"]
    first, log = fact["support"]
    open_now = {**fact, "note": "All on record.", "support": [log]}
    knowing("PUT", OVERRUN, json={"fact": open_now}, headers={"if-match": "*"})

    assert unknowing.get(OVERRUN).get_json()["fact"] == open_now
    for path in (f"{OVERRUN}?at=1", f"{OVERRUN}/history"):
        assert "It cost four" not in unknowing.get(path).text
        assert "pier" not in unknowing.get(path).text
    assert "It cost four" not in unknowing.get("/v1/packs/ferry?at=1", accept="application/yaml").text
    assert first["quote"] == "It cost four"


def test_reasons_are_not_told_where_a_pack_has_confidential_sources(
    knowing: Asker, unknowing: Asker, asker: Callable[..., Asker]
) -> None:
    fact = knowing.get(OVERRUN).get_json()["fact"]
    changed = {"fact": {**fact, "label": {"en": "O"}}, "reason": "Jane called."}
    knowing("PUT", OVERRUN, json=changed, headers={"if-match": "*"})

    for path in (OVERRUN, f"{OVERRUN}/history", "/v1/packs/ferry/history", "/v1/facts"):
        assert "Jane called" in knowing.get(path).text
        assert "Jane called" not in unknowing.get(path).text
