"""The report in a real browser: no error, nothing cut off on a phone, usable by keyboard and by ear, safe to open."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.conftest import HOSTILE, Reported

COGMED = Path(sys.executable).with_name("cogmed")
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 375, "height": 740}
KINDS = (
    "index.html",
    "results.html",
    "comparisons.html",
    "quality.html",
    "deliberation.html",
    "cases.html",
    "cases/loan.html",
    "episodes.html",
    "episodes/offline.full.loan.s0.html",
    "episodes/offline.full.boiler.s0.html",
    "compare.html?a=offline.full.loan.s0&b=offline.baseline.loan.s0",
    "methods.html",
    "verdicts/small.html",
)


@pytest.fixture(scope="module")
def browser(reported: Reported) -> Iterator[Browser]:
    """A browser for the tests of this file; opened when the report is built: it takes the event loop."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert chromium, "these tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@contextmanager
def tab(browser: Browser, **settings: object) -> Iterator[Page]:
    """A tab in which an error of the console, or a request that leaves the disk, fails the test."""
    context = browser.new_context(**{"viewport": DESKTOP, **settings})
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    yield page
    context.close()
    assert not wrong, wrong


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with tab(browser) as opened:
        yield opened


def address(reported: Reported, name: str, language: str = "en") -> str:
    return f"{reported.root.as_uri()}/{language}/{name}"


def kinds(reported: Reported) -> list[str]:
    verdicts = [
        path.relative_to(reported.root / "en") for path in (reported.root / "en" / "verdicts" / "small").glob("*")
    ]
    return [*KINDS, verdicts[0].as_posix()]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_kind_of_page_is_sound_on_a_desktop(
    browser: Browser, reported: Reported, language: str, tmp_path: Path
) -> None:
    axe = Axe()
    with tab(browser) as page:
        for number, name in enumerate(kinds(reported)):
            page.goto(address(reported, name, language))
            page.screenshot(path=tmp_path / f"{language}-{number}.png", full_page=True)
            found = axe.run(page, options={"preload": False, "iframes": False}).response["violations"]
            grave = {
                one["id"]: one["nodes"][0]["html"][:200] for one in found if one["impact"] in ("serious", "critical")
            }
            assert not grave, (name, grave)
            assert page.evaluate("document.documentElement.lang") == {"zh": "zh-Hans", "en": "en"}[language]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_nothing_is_cut_off_on_a_phone(browser: Browser, reported: Reported, language: str, tmp_path: Path) -> None:
    with tab(browser, viewport=PHONE) as page:
        for number, name in enumerate(kinds(reported)):
            page.goto(address(reported, name, language))
            page.screenshot(path=tmp_path / f"{language}-{number}.png", full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], name


def test_the_keyboard_reaches_everything(page: Page, reported: Reported) -> None:
    page.goto(address(reported, "episodes/offline.full.loan.s0.html"))
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    secret = page.locator("details.secret")
    secret.locator("summary").focus()
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    page.keyboard.press("Enter")
    assert outline != "none" and secret.get_attribute("open") is not None
    hidden = page.evaluate(
        "[...document.querySelectorAll('a, button, input, select, summary, [tabindex]')]"
        ".filter((one) => one.checkVisibility() && one.tabIndex < 0 && one.id !== 'main').map((one) => one.outerHTML)"
    )
    assert hidden == []


def test_bottom_lines_are_hidden_until_asked_for(page: Page, reported: Reported) -> None:
    page.goto(address(reported, "episodes/offline.full.loan.s0.html"))
    line = page.locator("details.secret .said").first
    expect(line).to_be_hidden()
    page.locator("details.secret summary").click()
    expect(line).to_be_visible()


def test_a_deep_link_leads_to_its_round(page: Page, reported: Reported) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(address(reported, "episodes/offline.full.loan.s0.html#round-2"))
    heading, ribbon = page.locator("#heading-2").bounding_box(), page.locator(".ribbon").bounding_box()
    assert heading and ribbon
    assert ribbon["y"] + ribbon["height"] <= heading["y"] + 1 < DESKTOP["height"] / 2


def test_the_search_finds_and_loads_only_what_it_needs(page: Page, reported: Reported) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    page.goto(address(reported, "episodes.html?arm=offline.full"))
    rows = page.locator("#rows tr")
    expect(rows).to_have_count(2)
    assert [name for name in loaded if name.startswith("part-")] == ["part-1.js"]
    page.locator("#arm").select_option("")
    expect(rows).to_have_count(6)
    page.locator("#text").fill("BOILER")
    expect(rows).to_have_count(3)
    page.locator("#end").select_option(label="failed")
    expect(page.locator("#count")).to_have_text("Nothing fits.")
    page.locator("#end").select_option("")
    page.reload()
    expect(rows).to_have_count(3)
    page.locator("#rows a").first.click()
    expect(page.locator("#talk")).to_be_visible()


def test_the_rounds_of_two_arms_stand_level(page: Page, reported: Reported) -> None:
    page.goto(address(reported, "cases/loan.html"))
    page.locator("a[href*='compare.html']").click()
    left, right = (page.locator("iframe").nth(place).content_frame for place in (0, 1))
    for frame in (left, right):
        expect(frame.locator("#round-2")).to_have_attribute("style", re.compile("min-height"), timeout=30_000)
        expect(frame.locator(".bar")).to_be_hidden()
    tops: list[float] = []
    for number in (1, 2):
        page.locator(f"#rounds a[href='#round-{number}']").click()
        for _ in range(600):  # the page scrolls there smoothly
            boxes = [frame.locator(f"#heading-{number}").bounding_box() for frame in (left, right)]
            tops = [box["y"] for box in boxes if box]
            if max(tops) - min(tops) < 2 and 0 <= tops[0] < 200:
                break
            page.wait_for_timeout(50)
        assert max(tops) - min(tops) < 2 and 0 <= tops[0] < 200
    page.goto(address(reported, "compare.html?a=../../etc&b=x"))
    expect(page.locator("#problem")).not_to_be_empty()
    assert len(page.frames) == 1


def test_hostile_text_is_shown_and_does_nothing(page: Page, reported: Reported) -> None:
    page.goto(address(reported, f"episodes/{reported.hostile}.html"))
    said = page.get_by_text("</textarea>").first
    assert said.text_content() == HOSTILE
    assert "owned" not in page.title()
    box, around = said.bounding_box(), page.locator("main").bounding_box()
    assert box and around and box["width"] <= around["width"]
    assert page.evaluate("(one) => getComputedStyle(one).unicodeBidi", said.element_handle()) == "isolate"


def test_the_switch_leads_to_the_same_page_in_the_other_language(page: Page, reported: Reported) -> None:
    page.goto(address(reported, "cases/loan.html", "zh"))
    page.locator(".switch").click()
    assert page.url == address(reported, "cases/loan.html", "en")


def test_without_scripts_every_talk_can_be_read(browser: Browser, reported: Reported) -> None:
    with tab(browser, java_script_enabled=False) as page:
        page.goto(address(reported, "episodes.html"))
        page.locator("noscript a, main a", has_text="Cases").first.click()
        page.locator("main table a").first.click()
        page.locator("main table a").first.click()
        expect(page.locator("#round-1")).to_be_visible()


def test_it_is_served_to_this_machine_only(reported: Reported) -> None:
    command = [COGMED, "report", "--warehouse", reported.settings.warehouse, "--serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        said = [process.stdout.readline() for _ in range(2)]
        found = re.search(r"http://127\.0\.0\.1:\d+/", "".join(said))
        assert found, said
        with urlopen(f"{found[0]}zh/index.html", timeout=20) as answer:
            assert "概览" in answer.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
