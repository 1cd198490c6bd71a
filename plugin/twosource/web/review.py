"""The review page: a signed link shows a checked draft with its flags, and resolves them.

The link is what opens the page; its forms carry a token besides, bound to the link and to a cookie of this browser, so
that no other page can send them. It works without scripts; the script only moves cards beside their words.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass

from flask import Blueprint, make_response, redirect, render_template, request
from itsdangerous import BadSignature, Signer
from markupsafe import Markup
from marshmallow import ValidationError
from werkzeug.wrappers import Response

from twosource.jobs import Service, resolve_flag
from twosource.model import LOCALES, Resolution
from twosource.store import FlagClosedError, KeptDraft, Resolve, UnknownNameError
from twosource.web.current import current_service
from twosource.web.links import opens_review, review_path
from twosource.web.review_view import BY_LINK, REASONS, ReviewPage, review_page
from twosource.web.texts import Texts, isolated, texts
from twosource_schemas.api import LONGEST_NOTE, FlagPatchSchema

blueprint = Blueprint(
    "review", __name__, template_folder="templates", static_folder="static", static_url_path="/review-static"
)

_TAGS = {
    "title": "h1",
    "heading": "h2",
    "quotation": "blockquote",
    "code": "pre",
}
_BROWSER_COOKIE = "twosource_review"
_EDITOR_COOKIE = "twosource_editor"
_EDITOR_MAX = 80
_YEAR = 365 * 24 * 3600
_LINE_MARKS = "\n\r\t"


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a form said that was refused, so that nobody has to write it again; without control characters."""

    flag: str
    reason: str
    note: str


@blueprint.get("/review/<site>/<draft_id>")
def show(site: str, draft_id: str) -> Response:
    """Show a draft's review page to who has its link."""
    service = current_service()
    if not _may_open(service, site, draft_id):
        return _refused()
    return _shown(service, site, draft_id)


@blueprint.post("/review/<site>/<draft_id>")
def resolve(site: str, draft_id: str) -> Response:
    """Resolve a flag as a form of the page says, then show the page again."""
    service = current_service()
    if not _may_open(service, site, draft_id):
        return _refused()
    words = texts(_locale(service, site))
    if not _is_token(request.form.get("token", ""), service, site, draft_id):
        return _shown(
            service, site, draft_id, words("This page was too old to act on. It is fresh now: try again."), 403
        )
    flag_id = request.form.get("flag", "")
    if service.store.drafts.draft_of(flag_id) != (site, draft_id):
        return _shown(service, site, draft_id, words("This draft has no such flag."), 404)
    try:
        resolve_flag(service, flag_id, _wish())
    except ValidationError:
        return _shown(service, site, draft_id, _why_refused(words), 422, _kept())
    except (FlagClosedError, UnknownNameError):
        return _shown(service, site, draft_id, words("A newer revision no longer has this flag."), 409)
    number = request.form.get("number", type=int)
    address = f"{review_path(site, draft_id)}?key={request.args['key']}"
    response = redirect(f"{address}#flag-{number}" if number else address, 303)
    if editor := _editor():
        _put_cookie(response, _EDITOR_COOKIE, editor, service)
    return response


def _may_open(service: Service, site: str, draft_id: str) -> bool:
    return opens_review(service.settings, site, draft_id, request.args.get("key", ""))


def _refused() -> Response:
    """Say that the link does not open the page, in the browser's language, for whose site it is nobody may learn."""
    words = texts(request.accept_languages.best_match(LOCALES, LOCALES[0]))
    page = render_template(
        "refused.html",
        t=words,
        heading=words("This link does not open the page"),
        explanation=words("It is incomplete, or it was made for another draft. Open the page from your CMS again."),
    )
    return make_response(page, 403)


def _shown(
    service: Service, site: str, draft_id: str, notice: str | None = None, status: int = 200, kept: _Kept | None = None
) -> Response:
    words = texts(_locale(service, site))
    draft = service.store.drafts.load(site, draft_id)
    if draft is None:
        page = render_template(
            "refused.html",
            t=words,
            heading=words("Not checked yet"),
            explanation=words("No revision of this draft has been checked. Try again in a moment."),
        )
        return make_response(page, 404)
    browser = _browser(service) or secrets.token_urlsafe(18)
    response = make_response(
        render_template(
            "review.html",
            **_told(words, draft, review_page(draft)),
            notice=notice,
            token=_token(service, site, draft_id, browser),
            action=f"{review_path(site, draft_id)}?key={request.args['key']}",
            editor=_editor(),
            kept=kept,
        ),
        status,
    )
    _put_cookie(response, _BROWSER_COOKIE, _signer(service).sign(browser).decode(), service)
    return response


def _told(words: Texts, draft: KeptDraft, page: ReviewPage) -> dict[str, object]:
    """Return what the template needs to put the page into words."""
    severities = {"error": words("Error"), "warning": words("Warning"), "note": words("Note")}
    states = {
        "fixed": words("fixed"),
        "dismissed": words("dismissed"),
        "snoozed": words("snoozed"),
        "open": words("open"),
    }

    def tally(severity: str, number: int) -> str:
        one, many = {
            "error": ("{n} error", "{n} errors"),
            "warning": ("{n} warning", "{n} warnings"),
            "note": ("{n} note", "{n} notes"),
        }[severity]
        return words.plural(one, many, number)

    def told(done: Resolution) -> Markup:
        return _history_line(words, done)

    return {
        "t": words,
        "draft": draft,
        "page": page,
        "tags": _TAGS,
        "reasons": REASONS,
        "tally": tally,
        "told": told,
        "isolated": isolated,
        "severity_name": severities.__getitem__,
        "state_name": lambda state: states.get(state, state),
    }


def _history_line(words: Texts, done: Resolution) -> Markup:
    """Return who did what with a flag, when and why, as one line; a name of any script does not turn it around."""
    origin, _, name = done.by.partition(": ")
    given = name if origin == BY_LINK else done.by
    who = isolated(given) if given else words("someone with the link")
    moment = words.moment(done.at)
    line = {
        "fixed": words.marked("Fixed by {who}, {moment}", who=who, moment=moment),
        "dismissed": words.marked("Dismissed by {who}, {moment}", who=who, moment=moment),
        "snoozed": words.marked("Snoozed by {who}, {moment}", who=who, moment=moment),
        "open": words.marked("Reopened by {who}, {moment}", who=who, moment=moment),
    }[done.state]
    return line + f": {words(REASONS.get(done.reason, done.reason))}" if done.reason else line


def _wish() -> Resolve:
    """Return what the form asks for.

    Raises:
        ValidationError: the form is not one of the page's.
    """
    note = _note()
    given = FlagPatchSchema().load(
        {
            "state": request.form.get("state", ""),
            "reason": request.form.get("reason") or None,
            "note": note or None,
        }
    )
    editor = _editor()
    return Resolve(given["state"], f"{BY_LINK}: {editor}" if editor else BY_LINK, given["reason"], given["note"])


def _note() -> str:
    """Return the note as it was written; forms send line breaks as two characters."""
    return request.form.get("note", "").replace("\r\n", "\n").strip()


def _has_controls(text: str) -> bool:
    return any(unicodedata.category(c) == "Cc" and c not in _LINE_MARKS for c in text)


def _why_refused(words: Texts) -> str:
    """Return why the form cannot be taken."""
    if _has_controls(_note()):
        return words("The note had control characters. They are taken out: look at it and send it again.")
    if len(_note()) > LONGEST_NOTE:
        return words("A note may have {number} characters.", number=LONGEST_NOTE)
    return words("A dismissal needs a reason; another reason needs a note.")


def _kept() -> _Kept:
    note = "".join(c for c in _note() if not _has_controls(c))
    return _Kept(request.form.get("flag", ""), request.form.get("reason", ""), note)


def _editor() -> str:
    """Return the name that the editor gave now or before, or ``""``; nobody has checked it."""
    name = request.form.get("editor") or request.cookies.get(_EDITOR_COOKIE, "")
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:_EDITOR_MAX]


def _browser(service: Service) -> str:
    """Return what this browser was called before, or ``""``; a name that is not of our making counts for none."""
    try:
        return _signer(service).unsign(request.cookies.get(_BROWSER_COOKIE, "")).decode()
    except (BadSignature, UnicodeError):
        return ""


def _signer(service: Service) -> Signer:
    # The library signs with the last key of the list.
    return Signer(list(reversed(service.settings.derived_keys("review browsers"))), salt=_BROWSER_COOKIE)


def _token(service: Service, site: str, draft_id: str, browser: str) -> str:
    """Return the token that a form must carry: it cannot be made, or used in another browser or for another draft."""
    key = service.settings.derived_keys("review forms")[0]
    return hmac.new(key, "\0".join((site, draft_id, browser)).encode(), hashlib.sha256).hexdigest()


def _is_token(shown: str, service: Service, site: str, draft_id: str) -> bool:
    return hmac.compare_digest(shown.encode(), _token(service, site, draft_id, _browser(service)).encode())


def _put_cookie(response: Response, name: str, content: str, service: Service) -> None:
    response.set_cookie(
        name,
        content,
        max_age=_YEAR,
        path="/review",
        secure=service.settings.public_url.startswith("https:"),
        httponly=True,
        samesite="Lax",
    )


def _locale(service: Service, site: str) -> str:
    found = service.store.sites.find(site)
    return found.locale if found else "en"
