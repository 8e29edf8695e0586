"""The practice page in a real browser: played, undone, finished, judged, reloaded; by keyboard and on a phone."""

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.practice.conftest import Served, serve

YOURS = "轮到您了。"


def at_rest(page: Page) -> None:
    expect(page.locator("#status")).to_have_text(YOURS, timeout=60_000)


def say(page: Page, text: str, proposal: str = "") -> None:
    page.locator("#speak [name=text]").fill(text)
    page.locator("#speak [name=proposal]").fill(proposal)
    page.locator("#speak button").click()


def session(served: Served) -> dict[str, object]:
    path = served.warehouse / "records" / "practice" / f"{served.session_id}.json"
    return dict(json.loads(path.read_text("utf-8"))["record"])


def test_five_rounds_one_of_them_undone_finished_and_judged(served: Served, page: Page, tmp_path: Path) -> None:
    page.goto(served.address)
    assert "token" not in page.url
    at_rest(page)
    for number in range(1, 6):
        say(page, f"第{number}次发言：我理解各位的难处，请问真正在意的是什么？")
        expect(page.locator(f"#round-{number} .utterance")).to_have_count(3, timeout=60_000)
        at_rest(page)
    page.get_by_role("button", name="撤回上一步").click()
    expect(page.locator("#round-5")).to_have_count(0)
    at_rest(page)
    say(page, "换个说法：请各方提出方案。", "某公司1支付顾某1四万元，十日内一次付清。")
    expect(page.locator("#round-5 .proposal").first).to_contain_text("四万元")
    at_rest(page)
    page.screenshot(path=tmp_path / "talks.png", full_page=True)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#finish button:not([hidden])").click()
    expect(page.locator("#debrief")).to_be_visible(timeout=120_000)
    page.screenshot(path=tmp_path / "debrief.png", full_page=True)
    expect(page.locator("#after")).to_contain_text("不是语言模型")
    expect(page.locator("#after table").first).to_contain_text("OQS")
    expect(page.locator("#speak")).to_be_hidden()
    kept = session(served)
    assert kept["finished"] and len(kept["moves"]) == 6 and len(kept["undone"]) == 1
    (episode,) = (served.warehouse / "records" / "episodes" / "offline.human").rglob("*.json")
    assert json.loads(episode.read_text("utf-8"))["record"]["configuration"] == "human"
    assert list((served.warehouse / "records" / "judgements" / "offline.human").rglob("*.json"))


def test_a_private_talk_and_a_tool_are_shown_and_a_reload_keeps_everything(served: Served, page: Page) -> None:
    page.goto(served.address)
    at_rest(page)
    page.locator("#alone [name=text]").fill("您最担心什么？")
    page.locator("#alone button").click()
    expect(page.locator(".utterance.alone")).to_contain_text("您最担心什么？", timeout=30_000)
    at_rest(page)
    page.get_by_role("button", name="现实检验").click()
    expect(page.locator(".utterance.tool")).to_have_count(1, timeout=30_000)
    page.locator("#speak [name=text]").fill("还没说完的话")
    page.reload()
    expect(page.locator(".utterance.alone")).to_have_count(1)
    expect(page.locator("#speak [name=text]")).to_have_value("还没说完的话")


def test_killed_and_started_again_the_session_goes_on(served: Served, page: Page) -> None:
    page.goto(served.address)
    at_rest(page)
    say(page, "各位好，请先讲讲经过。")
    expect(page.locator("#round-1 .utterance")).to_have_count(3, timeout=60_000)
    at_rest(page)
    before = page.locator("#talks").inner_text()
    page.goto("about:blank")
    served.process.kill()
    served.process.communicate()
    again = serve(served.warehouse, "--session", served.session_id)
    try:
        page.goto(again.address)
        at_rest(page)
        assert page.locator("#talks").inner_text() == before
    finally:
        page.goto("about:blank")
        again.stop()


HOSTILE = (
    "<script>alert(1)</script></textarea><img src=x onerror=alert(1)>![x](http://evil/x.png)\u202e" + "啊" * 15_000
)


def test_hostile_words_are_shown_as_words(served: Served, page: Page) -> None:
    page.goto(served.address)
    at_rest(page)
    say(page, HOSTILE)
    expect(page.locator("#round-1 .utterance").first).to_contain_text(
        "<script>alert(1)</script></textarea>", timeout=60_000
    )
    assert page.locator("#talks script, #talks img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.parametrize(("language", "width"), [("zh", 1280), ("en", 360)])
def test_without_serious_findings_of_axe_and_without_scrolling_sideways(
    served: Served, browser: Browser, language: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto(served.address)
    page.goto(f"{served.origin}/?lang={language}")
    expect(page.locator("#status")).not_to_be_empty(timeout=60_000)
    page.locator("#speak [name=text]").fill("Hello 大家好")
    page.locator("#speak button").click()
    expect(page.locator("#round-1 .utterance")).to_have_count(3, timeout=60_000)
    violations = [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert not violations, violations
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_the_keyboard_is_enough(served: Served, page: Page) -> None:
    page.goto(served.address)
    at_rest(page)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "text":
            break
    page.keyboard.type("Good morning.")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#round-1 .utterance")).to_have_count(3, timeout=60_000)
