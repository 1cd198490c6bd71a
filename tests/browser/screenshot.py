"""Take the picture of the review page that the README shows: the demo's bold English draft, a flag unfolded.

Run by ``make screenshot``. The demo runs as everybody runs it; Chromium photographs its page.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "plugin" / "docs" / "images" / "review-page.png"
SIZE = (1180, 860)
MOST_BYTES = 300_000
UNFOLDED = "cost parity"
"""The beginning of the message of the flag that is shown unfolded."""
ABOVE = 330
"""How many pixels of the page stay in sight above the flagged words."""


def main() -> int:
    """Take the picture and store it; return 1 where it cannot be taken."""
    command = [Path(sys.executable).with_name("twosource"), "demo", "--locale", "en"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as demo:
        try:
            address = _address(demo)
            if address is None:
                print("the demo gave no address of the draft en-bold", file=sys.stderr)
                return 1
            picture = _picture(address)
        finally:
            demo.terminate()
    if len(picture) > MOST_BYTES:
        print(f"the picture has {len(picture):,} bytes, {MOST_BYTES:,} at most are wanted", file=sys.stderr)
        return 1
    PICTURE.write_bytes(picture)
    print(f"{PICTURE.relative_to(ROOT)}: {len(picture):,} bytes")
    return 0


def _address(demo: subprocess.Popen[str]) -> str | None:
    """Return the address of the draft's page once the demo waits for Ctrl-C; None where it ends before."""
    address = None
    for line in demo.stdout or ():
        found = re.search(r"http://\S+/review/demo-en/en-bold\?\S+", line)
        address = found[0] if found else address
        if "Ctrl-C" in line:
            return address
    return None


def _picture(address: str) -> bytes:
    """Return the page at an address as PNG."""
    with tempfile.TemporaryDirectory() as profile:
        browser = _browser(profile)
        try:
            browser.get(address)
            card = next(
                each
                for each in browser.find_elements(By.CSS_SELECTOR, ".card")
                if each.find_element(By.CSS_SELECTOR, ".message").text.startswith(UNFOLDED)
            )
            card.find_element(By.TAG_NAME, "summary").click()
            mark = next(
                each
                for each in browser.find_elements(By.CSS_SELECTOR, ".mark")
                if each.find_element(By.TAG_NAME, "a").get_attribute("href").endswith(f"#{card.get_attribute('id')}")
            )
            # The pointer's traces go, and the flagged words come to where their whole card can be seen.
            browser.execute_script(
                "document.activeElement.blur(); window.scrollTo(0, arguments[0].offsetTop - arguments[1])", mark, ABOVE
            )
            # Two frames later all that follows from the scrolling is drawn.
            browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
            return browser.get_screenshot_as_png()
        finally:
            browser.quit()


def _browser(profile: str) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
        "--force-prefers-reduced-motion", f"--window-size={SIZE[0]},{SIZE[1]}", f"--user-data-dir={profile}",
    ):  # fmt: skip
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": SIZE[0], "height": SIZE[1], "deviceScaleFactor": 1, "mobile": False},
    )
    return browser


if __name__ == "__main__":
    sys.exit(main())
