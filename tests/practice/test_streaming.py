"""Words on the page and in the terminal while they come; the server holds the rest until it was seen."""

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.practice.conftest import CASE, COGMED, ROOT, serve
from tests.practice.test_page import YOURS, at_rest, say
from tests.servers.brain import reply_to
from tests.servers.http_server import CUT, HttpAnswer
from tests.servers.openai_server import OpenAIServer, chunks, stream

BEGINNING = "我们愿意<b>商量</b>，"
TEXT = BEGINNING + "但数额要再谈。😀"
SAID = {"thought": "先听听。", "text": TEXT, "stance": "undecided", "accepted_proposal": None, "counter_offer": None}
OPEN, ALONE = "LitigantReply", "ConfidingReply"


@dataclass
class Turn:
    """When a litigant begins and goes on after ``BEGINNING``, and whether the connection is cut there."""

    begin: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)
    cut: bool = False


class Speakers(OpenAIServer):
    """Litigants who stop after ``BEGINNING`` and go on, or are cut off, when the test says so; each in its turn."""

    def __init__(self) -> None:
        super().__init__(self._speak, models=["m"])
        self.turns: list[Turn] = []

    def holds(self, *, cut: bool = False, silent: bool = False) -> Turn:
        """Let the next litigant who speaks wait in the middle; a ``silent`` one waits before the first word too."""
        turn = Turn(cut=cut)
        self.turns.append(turn)
        if not silent:
            turn.begin.set()
        return turn

    def _speak(self, body: dict[str, Any]) -> str | HttpAnswer:
        asked = body["response_format"]["json_schema"]["name"]
        if asked not in (OPEN, ALONE):
            assert "stream" not in body, f"{asked} is heard by nobody"
            return reply_to(body)
        said = SAID if asked == OPEN else {"thought": "私下说。", "text": TEXT}
        whole = chunks(body, json.dumps(said, ensure_ascii=False))
        if not self.turns:
            return stream(whole)
        turn = self.turns.pop(0)
        sent = json.dumps(said, ensure_ascii=False).partition(BEGINNING)
        first, rest = chunks(body, sent[0] + sent[1])[:-3], chunks(body, sent[2])[1:]
        return stream([turn.begin, *first, turn.go_on, *([CUT] if turn.cut else rest)])


@pytest.fixture
def speakers() -> Iterator[Speakers]:
    with Speakers() as server:
        yield server
        for turn in server.turns:
            turn.begin.set()
            turn.go_on.set()


@pytest.fixture
def backbone(tmp_path: Path, speakers: Speakers) -> list[str]:
    file = tmp_path / "backbones.toml"
    file.write_text(f'[backbones.mine]\nprovider = "openai"\nmodel = "m"\nbase_url = "{speakers.base_url}"\n', "utf-8")
    return ["--backbones", str(file), "--backbone", "mine"]


def test_words_are_on_the_page_before_the_sentence_is_finished(
    speakers: Speakers, backbone: list[str], page: Page, tmp_path: Path
) -> None:
    served = serve(tmp_path / "warehouse", str(CASE), *backbone)
    try:
        first, second, third = speakers.holds(), speakers.holds(cut=True), speakers.holds(silent=True)
        page.goto(served.address)
        at_rest(page)
        say(page, "各位好，请先讲讲经过。")
        saying = page.locator("#saying")
        expect(saying.locator("p")).to_have_text(BEGINNING, timeout=60_000)
        expect(page.locator("#round-1 .utterance")).to_have_count(1)
        page.reload()
        expect(saying.locator("p")).to_have_text(BEGINNING)
        first.go_on.set()
        expect(page.locator("#round-1 .utterance .said").nth(1)).to_have_text(TEXT)
        expect(saying.locator("p")).to_have_text(BEGINNING)
        name = saying.locator("bdi").inner_text()
        second.go_on.set()
        expect(saying).to_be_hidden(timeout=60_000)
        third.begin.set()
        expect(saying).to_be_visible(timeout=60_000)
        expect(saying.locator("p")).to_have_text(BEGINNING, timeout=60_000)
        assert saying.locator("bdi").inner_text() == name
        third.go_on.set()
        expect(page.locator("#round-1 .utterance .said").nth(2)).to_have_text(TEXT, timeout=60_000)
        expect(page.locator("#status")).to_have_text(YOURS)
        expect(saying).to_be_hidden()
        alone = speakers.holds()
        page.locator("#alone [name=text]").fill("您最担心什么？")
        page.locator("#alone button").click()
        expect(saying.locator("p")).to_have_text(BEGINNING, timeout=60_000)
        expect(saying.locator("bdi")).to_contain_text("单独回答")
        alone.go_on.set()
        expect(page.locator("#talks .utterance.alone .said").last).to_have_text(TEXT, timeout=60_000)
        expect(saying).to_be_hidden()
    finally:
        page.goto("about:blank")
        served.stop()


def test_the_terminal_prints_words_as_they_come(speakers: Speakers, backbone: list[str], tmp_path: Path) -> None:
    command = [COGMED, "practise", CASE, "--terminal", "--warehouse", tmp_path / "warehouse", *backbone]
    environ = os.environ | {"COGMED_LANG": "zh", "PYTHONUNBUFFERED": "1", "COLUMNS": "60"}
    first, second, third = speakers.holds(cut=True), speakers.holds(), speakers.holds()
    process = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdin and process.stdout
    said = b""

    def until(words: str, times: int) -> str:
        """Read on until ``words`` were printed so many times; the process ending is an end, too."""
        nonlocal said
        while said.decode("utf-8", "ignore").count(words) < times and (piece := process.stdout.read1()):
            said += piece
        return said.decode("utf-8", "ignore")

    process.stdin.write("各位好。\n".encode())
    process.stdin.flush()
    assert until(BEGINNING, 1).endswith(BEGINNING)
    first.go_on.set()
    assert until(BEGINNING, 2).endswith(BEGINNING) and "正在重新询问" in said.decode()
    second.go_on.set()
    assert f"{TEXT}\n" in until(BEGINNING, 3)
    third.go_on.set()
    process.stdin.write(b"/leave\n")
    process.stdin.close()
    until("never", 1)
    process.stdout.close()
    assert process.wait(60) == 0, said.decode()
    assert said.decode().count(f"{TEXT}\n") == 2 and said.decode().count(BEGINNING) == 3
