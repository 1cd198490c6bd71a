"""The review page in Chromium, against a real server."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from twosource.model import FlagSource

Browser = Callable[..., Chrome]
Desk = Any  # conftest's, which cannot be imported

ERROR = ("28. August 2026", "error", "Vorstellungsdatum: laut Z.ai 26. August 2026")
WARNING = ("100.000 Chips", "warning", "Clustergröße: „über“ fehlt")
NOTE = ("verdreifacht", "note", "Durchsatzgewinn: nur eine Quelle")
# What is looked for while a page is being replaced by the next is not there, or no longer.
_PASSING = (StaleElementReferenceException, NoSuchElementException, IndexError)
HTML = "<p>Am 28. August 2026 🚀 kamen 100.000 Chips.</p><p>Der Durchsatz hat sich verdreifacht.</p>"


def _opened(browser: Chrome, address: str) -> Chrome:
    browser.get(address)
    return browser


def _cards(browser: Chrome) -> list[WebElement]:
    return browser.find_elements(By.CSS_SELECTOR, ".card")


def _click(browser: Chrome, element: WebElement) -> None:
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element) if _scripts(browser) else None
    element.click()


def _wait(browser: Chrome, until: Callable[[Chrome], bool]) -> None:
    """Wait for what the page comes to; its elements may be replaced meanwhile."""
    WebDriverWait(browser, 10, ignored_exceptions=_PASSING).until(until)


def _scripts(browser: Chrome) -> bool:
    return "js" in (browser.find_element(By.TAG_NAME, "html").get_attribute("class") or "")


def _unfolded(browser: Chrome) -> list[bool]:
    return [card.get_attribute("open") is not None for card in _cards(browser)]


def _tally(browser: Chrome) -> list[str]:
    return [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".tally li")]


@pytest.fixture
def address(desk: Desk) -> str:
    desk.flag(*ERROR, rules=("date-conflict",))
    desk.flag(*WARNING, replacement="über 100.000 Chips")
    desk.flag(*NOTE)
    return desk.review("4711", "pult", title="Chips aus China", html=HTML, language="de")


def test_the_page_shows_the_flags_on_their_words(desk: Desk, address: str, open_browser: Browser) -> None:
    browser = _opened(open_browser(), address)
    assert browser.title == "Chips aus China · Twosource"
    assert browser.find_element(By.TAG_NAME, "html").get_attribute("lang") == "de"
    marks = browser.find_elements(By.CSS_SELECTOR, ".mark")
    assert [mark.text for mark in marks] == [ERROR[0], WARNING[0], NOTE[0]]
    assert [mark.get_attribute("class").split()[1] for mark in marks] == ["mark-error", "mark-warning", "mark-note"]
    assert [card.find_element(By.CSS_SELECTOR, ".message").text for card in _cards(browser)] == [
        ERROR[2],
        WARNING[2],
        NOTE[2],
    ]
    assert _unfolded(browser) == [True, False, False]
    assert _tally(browser) == ["1 Fehler", "1 Warnung", "1 Notiz", "0 erledigt"]
    assert browser.get_log("browser") == []


def test_each_card_stands_beside_its_words(desk: Desk, address: str, open_browser: Browser) -> None:
    long = HTML.replace("<p>Der", "<p>Mehr Text.</p>" * 20 + "<p>Der")
    browser = _opened(open_browser(), desk.review("4713", "pult", html=long, language="de"))
    _click(browser, browser.find_element(By.CSS_SELECTOR, ".mark-note a"))
    _wait(browser, lambda _: "is-active" in _cards(browser)[2].get_attribute("class"))
    assert _cards(browser)[2].get_attribute("open") is not None

    def apart(_: Chrome) -> bool:
        mark = browser.find_element(By.CSS_SELECTOR, ".mark-note").rect
        return abs(_cards(browser)[2].rect["y"] - mark["y"]) < 30

    _wait(browser, apart)
    boxes = sorted((card.rect for card in _cards(browser)), key=lambda box: box["y"])
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(boxes))


@pytest.mark.parametrize("scripts", [True, False])
def test_a_flag_is_marked_as_fixed_and_opened_again(
    desk: Desk, address: str, open_browser: Browser, scripts: bool
) -> None:
    browser = _opened(open_browser(scripts=scripts), address)
    assert _scripts(browser) is scripts
    _click(browser, _cards(browser)[0].find_element(By.CSS_SELECTOR, ".acts > form .button"))
    _wait(browser, lambda _: _tally(browser)[3] == "1 erledigt")
    assert desk.states("4711", "pult") == ["fixed", "open", "open"]
    assert browser.current_url.startswith(address)
    card = _cards(browser)[0]
    assert card.get_attribute("open") is None
    _click(browser, card.find_element(By.TAG_NAME, "summary"))
    assert "Behoben von jemandem mit dem Link, 30. November 2026, 12:00 UTC" in card.text
    _click(browser, card.find_element(By.CSS_SELECTOR, ".acts > form .button"))
    _wait(browser, lambda _: _tally(browser)[3] == "0 erledigt")
    assert desk.states("4711", "pult") == ["open", "open", "open"]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_flag_is_dismissed_with_a_reason_a_note_and_a_name(
    desk: Desk, address: str, open_browser: Browser, scripts: bool
) -> None:
    browser = _opened(open_browser(scripts=scripts), address)
    card = _cards(browser)[1]
    _click(browser, card.find_element(By.CSS_SELECTOR, ".label"))
    _click(browser, card.find_element(By.CSS_SELECTOR, ".dismiss > summary"))
    _click(browser, card.find_element(By.CSS_SELECTOR, "input[value='source exists']"))
    card.find_element(By.NAME, "note").send_keys("Registerauszug <b>liegt vor</b>")
    card.find_element(By.NAME, "editor").send_keys("Anna Beispiel")
    _click(browser, card.find_element(By.CSS_SELECTOR, ".dismiss .button[type=submit]"))
    _wait(browser, lambda _: _tally(browser)[3] == "1 erledigt")
    kept = desk.service.store.drafts.load("pult", "4711")
    assert kept is not None
    done = kept.resolutions[-1]
    assert (done.state, done.by, done.reason) == ("dismissed", "review link: Anna Beispiel", "source exists")
    assert done.note == "Registerauszug <b>liegt vor</b>"
    card = _cards(browser)[1]
    _click(browser, card.find_element(By.TAG_NAME, "summary"))
    assert "Verworfen von Anna Beispiel, 30. November 2026, 12:00 UTC: Quelle liegt vor" in card.text
    assert "Registerauszug <b>liegt vor</b>" in card.text


def test_the_keyboard_walks_through_the_flags(desk: Desk, address: str, open_browser: Browser) -> None:
    browser = _opened(open_browser(), address)

    def active() -> int:
        return ["is-active" in card.get_attribute("class") for card in _cards(browser)].index(True)

    body = browser.find_element(By.TAG_NAME, "body")
    assert active() == 0
    body.send_keys("j")
    assert active() == 1
    body.send_keys("jj")
    assert active() == 2
    browser.switch_to.active_element.send_keys("k")
    assert active() == 1
    browser.switch_to.active_element.send_keys("d")
    assert browser.switch_to.active_element.get_attribute("name") == "reason"
    browser.switch_to.active_element.send_keys("j")
    assert active() == 1
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)


@pytest.mark.parametrize("scripts", [True, False])
def test_what_a_draft_or_a_source_brings_is_text(desk: Desk, open_browser: Browser, scripts: bool) -> None:
    evil = "<script>document.title='evil'</script><img src=x onerror=\"document.title='evil'\">'\"&"
    source = FlagSource(evil, evil, evil, "javascript:document.title='evil'", evil, evil, origin=True, own_word=True)
    desk.flag(evil, "error", evil, rules=(evil,), detail=evil, sources=(source,), replacement=evil)
    browser = _opened(open_browser(scripts=scripts), desk.review('a"b<c', title=evil, text=f"Text. {evil} more."))
    assert browser.title == f"{evil} · Twosource"
    assert browser.find_elements(By.CSS_SELECTOR, "#review script, #review img, [href^=javascript]") == []
    assert evil in [mark.text for mark in browser.find_elements(By.CSS_SELECTOR, ".mark")]
    assert [entry for entry in browser.get_log("browser") if "Refused" in entry["message"]] == []


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_window(desk: Desk, address: str, open_browser: Browser, width: int) -> None:
    browser = open_browser()
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    )
    _opened(browser, address)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_draft_without_flags_says_so(desk: Desk, open_browser: Browser) -> None:
    browser = _opened(open_browser(), desk.review("leeg", "bureau", text="Een zin zonder meldingen.", language="nl"))
    assert "Geen meldingen" in browser.find_element(By.CSS_SELECTOR, ".tally").text
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_forged_link_opens_nothing(desk: Desk, address: str, method: str) -> None:
    parts = urlsplit(address)
    other = desk.review("4712", "desk", text="Other.")
    plain = f"{parts.scheme}://{parts.netloc}{parts.path}"
    for forged in (
        plain,
        f"{plain}?key=",
        f"{address[:-1]}",
        f"{plain}?{urlsplit(other).query}",
        f"{plain}?key=%ff%00",
    ):
        asked = Request(forged, data=b"state=fixed" if method == "POST" else None, headers={"accept-language": "nl"})
        with pytest.raises(HTTPError) as refused:
            urlopen(asked)
        page = refused.value.read().decode()
        assert refused.value.code == 403
        assert "Deze link opent de pagina niet" in page
        assert "Chips" not in page
    assert desk.states("4711", "pult") == ["open", "open", "open"]
