"""The review page's answers, without a browser (tests/browser has one)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from twosource.jobs import check_delivery
from twosource.web import create_app, review_key, review_path

if TYPE_CHECKING:
    from twosource.jobs import Service


@pytest.fixture
def page(service: Service, deliver: Callable[..., str]) -> str:
    """The path of a checked draft's page, with its key; the draft has two flags."""
    deliver(text="The cost is low. No cost is high.")
    check_delivery(service)
    return _page(service)


def _page(service: Service, draft: str = "story-1", site: str = "paper") -> str:
    return f"{review_path(site, draft)}?key={review_key(service.settings, site, draft)}"


def _form(answer: TestResponse, index: int = 0) -> dict[str, str]:
    forms = re.findall(r'<form method="post".*?</form>', answer.text, re.DOTALL)
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', forms[index]))


def _states(service: Service) -> list[str]:
    draft = service.store.drafts.load("paper", "story-1")
    assert draft is not None
    return [flag["state"] for flag in draft.checked["flags"]]


def _notice(answer: TestResponse) -> str:
    found = re.search(r'<p class="notice" role="alert">(.*?)</p>', answer.text)
    assert found
    return found[1]


def test_the_page_is_in_the_sites_language_and_guarded(client: FlaskClient, page: str) -> None:
    answer = client.get(page)
    assert answer.status_code == 200
    assert '<html lang="de">' in answer.text
    assert 'lang="en"' in answer.text
    assert answer.text.count('class="card card-warning"') == 2
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["referrer-policy"] in ("no-referrer", "same-origin")
    assert "style=" not in answer.text
    assert not re.search(r"<script(?! src=)", answer.text)
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", "Path=/review"))
    assert "Secure" not in cookie


def test_cookies_are_secure_where_the_service_is(service: Service, page: str) -> None:
    secure = replace(service, settings=replace(service.settings, public_url="https://twosource.example"))
    assert "Secure" in create_app(secure.settings, secure).test_client().get(page).headers["set-cookie"]


def test_every_file_that_the_page_names_is_there(client: FlaskClient, page: str) -> None:
    named = re.findall(r'(?:href|src)="(/review-static/[^"]+)"', client.get(page).text)
    assert len(named) >= 4
    for address in named:
        answer = client.get(address)
        assert answer.status_code == 200
        answer.close()
    style = resources.files("twosource.web").joinpath("static", "review.css").read_text()
    for font in re.findall(r"url\((fonts/[^)]+)\)", style):
        assert resources.files("twosource.web").joinpath("static", font).is_file()


def test_a_form_resolves_and_leads_back_to_its_card(client: FlaskClient, service: Service, page: str) -> None:
    answer = client.post(page, data=_form(client.get(page)))
    assert (answer.status_code, answer.location) == (303, f"{page}#flag-1")
    assert _states(service) == ["fixed", "open"]
    assert "Behoben von jemandem mit dem Link, 30. November 2026, 12:00 UTC" in client.get(page).text


def test_a_name_is_kept_for_the_next_time_and_is_no_markup(client: FlaskClient, service: Service, page: str) -> None:
    form = {
        **_form(client.get(page), 1),
        "reason": "other",
        "note": "a\r\nb",
        "editor": " <b>\x00Anna\n\tBeispiel</b> " + "x" * 99,
    }
    assert client.post(page, data=form).status_code == 303
    draft = service.store.drafts.load("paper", "story-1")
    assert draft is not None
    assert draft.resolutions[-1].note == "a\nb"
    name = "<b> Anna Beispiel</b> " + "x" * 58
    assert draft.resolutions[-1].by == f"review link: {name}"
    shown = client.get(page).text
    assert "<b>" not in shown.replace("<b>single-source:</b>", "")
    assert f'name="editor" maxlength="80" value="&lt;b&gt; Anna Beispiel&lt;/b&gt; {"x" * 58}"' in shown


@pytest.mark.parametrize(
    ("changed", "status", "says"),
    [
        ({"token": ""}, 403, "zu alt"),
        ({"token": "0" * 64}, 403, "zu alt"),
        ({"token": "ü"}, 403, "zu alt"),
        ({"flag": "none"}, 404, "hat der Entwurf nicht"),
        ({"flag": ""}, 404, "hat der Entwurf nicht"),
        ({"state": "dismissed"}, 422, "Grund"),
        ({"state": "dismissed", "reason": "other"}, 422, "Notiz"),
        ({"state": "dismissed", "reason": "other", "note": "  "}, 422, "Notiz"),
        ({"state": "dismissed", "reason": "because"}, 422, "Grund"),
        ({"state": "gone"}, 422, "Grund"),
        ({"note": "x" * 2001}, 422, "2000"),
        ({"note": "a\0b"}, 422, "Steuerzeichen"),
        ({"note": "a\x1b[31mb"}, 422, "Steuerzeichen"),
    ],
)
def test_a_form_that_is_not_the_pages_changes_nothing(
    client: FlaskClient, service: Service, page: str, changed: Mapping[str, str], status: int, says: str
) -> None:
    answer = client.post(page, data={**_form(client.get(page)), **changed})
    assert answer.status_code == status
    assert says in _notice(answer)
    assert _states(service) == ["open", "open"]


def test_a_form_that_is_refused_keeps_what_was_written(client: FlaskClient, service: Service, page: str) -> None:
    form = _form(client.get(page), 1)
    refused = client.post(page, data={**form, "reason": "other", "note": " <Zeile>\n\x07zwei\0 ", "editor": "Anna"})

    assert refused.status_code == 422
    assert re.search(r"<textarea[^>]*>&lt;Zeile&gt;\nzwei</textarea>", refused.text)
    assert re.search(r'value="other" required checked', refused.text)
    assert refused.text.count('<details class="dismiss" open>') == 1
    assert 'value="Anna"' in refused.text
    again = {**_form(refused, 1), "reason": "other", "note": "<Zeile>\nzwei"}
    assert client.post(page, data=again).status_code == 303
    assert _states(service) == ["dismissed", "open"]


def test_words_of_any_script_keep_their_direction_to_themselves(
    client: FlaskClient, service: Service, deliver: Callable[..., str]
) -> None:
    deliver(id="\u05d0\u202e1", revision="\u202eg", text="The cost is low.")
    check_delivery(service)
    page = _page(service, "\u05d0\u202e1")
    form = {**_form(client.get(page), 1), "reason": "other", "note": "\u05d1 1", "editor": "\u05d2 & 2"}

    assert client.post(page, data=form).status_code == 303

    shown = client.get(page).text
    for words in ("paper", "\u05d0\u202e1", "\u202eg", "\u05d1 1", "\u05d2 &amp; 2"):
        assert f"<bdi>{words}</bdi>" in shown


@pytest.mark.parametrize("planted", ["chosen-by-another", "chosen.AAAA", "", ".", "\u00fc.\u00fc"])
def test_a_cookie_that_is_not_ours_is_not_adopted(
    client: FlaskClient, service: Service, page: str, planted: str
) -> None:
    client.set_cookie("twosource_review", planted, path="/review")

    shown = client.get(page)

    ours = shown.headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert ours.partition(".")[0] != planted.partition(".")[0]
    client.set_cookie("twosource_review", planted, path="/review")
    assert client.post(page, data=_form(shown)).status_code == 403
    client.set_cookie("twosource_review", ours, path="/review")
    assert client.post(page, data=_form(shown)).status_code == 303
    assert _states(service) == ["fixed", "open"]


def test_a_token_serves_its_own_browser_only(client: FlaskClient, service: Service, page: str) -> None:
    form = _form(client.get(page))
    other = create_app(service.settings, service).test_client()
    assert other.post(page, data=form).status_code == 403
    other.get(page)
    assert other.post(page, data=form).status_code == 403
    assert client.post(page, data={**form, "number": "x"}).location == page
    assert _states(service) == ["fixed", "open"]


def test_a_flag_of_another_draft_is_not_this_pages(
    client: FlaskClient, service: Service, deliver: Callable[..., str], page: str
) -> None:
    deliver(id="story-2", text="The cost.")
    check_delivery(service)
    other = service.store.drafts.load("paper", "story-2")
    assert other is not None
    form = {**_form(client.get(page)), "flag": other.checked["flags"][0]["id"]}
    assert client.post(page, data=form).status_code == 404


def test_a_flag_that_a_newer_revision_lost_is_told(
    client: FlaskClient, service: Service, deliver: Callable[..., str], page: str
) -> None:
    form = _form(client.get(page), 2)
    deliver(text="The cost is low.", revision="2", updated_at="2026-11-30T11:30:00Z")
    check_delivery(service)
    answer = client.post(page, data=form)
    assert answer.status_code == 409
    assert "neuere Fassung" in _notice(answer)
    assert "1 Hinweis früherer Fassungen ist erledigt" in answer.text


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("key", ["", "x", "%00", "x.y.z"])
def test_without_its_key_the_page_says_nothing(client: FlaskClient, page: str, method: str, key: str) -> None:
    answer: TestResponse = getattr(client, method)(f"{page.partition('?')[0]}?key={key}")
    assert answer.status_code == 403
    assert "This link does not open the page" in answer.text
    assert "cost" not in answer.text


def test_the_key_of_another_draft_opens_nothing(client: FlaskClient, service: Service, page: str) -> None:
    other = _page(service, "story-2").partition("?")[2]
    assert client.get(f"{page.partition('?')[0]}?{other}").status_code == 403


@pytest.mark.parametrize("site", ["paper", "nobody"])
def test_a_draft_that_was_never_checked_is_said(client: FlaskClient, service: Service, site: str) -> None:
    answer = client.get(_page(service, "story-9", site))
    assert answer.status_code == 404
    assert ("Noch nicht geprüft" if site == "paper" else "Not checked yet") in answer.text


def test_what_is_incomplete_is_said(service: Service, deliver: Callable[..., str]) -> None:
    limited = replace(service, settings=replace(service.settings, draft_limit=20))
    deliver(text="The cost is low. " * 5)
    check_delivery(limited)
    answer = create_app(limited.settings, limited).test_client().get(_page(limited))
    assert "Nicht der ganze Entwurf wurde geprüft:" in answer.text
    assert "only the first 16 of 85 characters were checked" in answer.text


def test_all_kinds_of_blocks_have_their_elements(client: FlaskClient, service: Service, deliver: Any) -> None:
    html = (
        "<p>p</p><h2>h</h2><blockquote>q</blockquote><ul><li>l</ul><pre><code>c &lt; d</code></pre>"
        "<table><caption>k<tr><td>t</table>"
    )
    deliver(id="story-3", title="<i>T</i>", lead="L", html=html, text=None)
    assert check_delivery(service)
    shown = client.get(_page(service, "story-3")).text
    for kind, element in {
        "title": "h1", "lead": "p", "paragraph": "p", "heading": "h2", "quotation": "blockquote", "list_item": "p",
        "code": "pre", "caption": "p", "table_cell": "p",
    }.items():  # fmt: skip
        assert f'<{element} class="block block-{kind}"' in shown
    assert "&lt;i&gt;T&lt;/i&gt;" in shown


def test_an_empty_draft_is_said_to_be_empty(client: FlaskClient, service: Service, deliver: Any) -> None:
    deliver(text="")
    assert check_delivery(service)
    shown = client.get(_page(service)).text
    assert "Dieser Entwurf hat keinen Text." in shown
    assert "Keine Hinweise." in shown
