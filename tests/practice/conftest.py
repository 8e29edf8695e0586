"""A practice page being served, and a real browser to sit at it."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
COGMED = Path(sys.executable).with_name("cogmed")
CASE = ROOT / "raw_cases" / "contract-renovation-delay.json"


@dataclass
class Served:
    """A running ``cogmed practise``."""

    process: subprocess.Popen[str]
    address: str
    session_id: str
    warehouse: Path

    @property
    def origin(self) -> str:
        return self.address.partition("/?")[0]

    @property
    def token(self) -> str:
        return self.address.partition("token=")[2]

    def stop(self) -> str:
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=30)[0]


def serve(warehouse: Path, *more: str, language: str = "zh") -> Served:
    """Start ``cogmed practise`` and read from its output where it is."""
    environ = os.environ | {"COGMED_LANG": language, "PYTHONUNBUFFERED": "1"}
    command = [COGMED, "practise", "--warehouse", warehouse, "--no-browser", *more]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout
    said = ""
    for line in process.stdout:
        said += line
        if found := re.search(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+", line):
            session = re.search(r"p\d{8}-\d{6}-\w{4}", said)
            assert session
            return Served(process, found[0], session[0], warehouse)
    raise AssertionError(said)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    page = serve(tmp_path / "warehouse", str(CASE))
    yield page
    if page.process.poll() is None:
        page.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of one file: while it is open, nothing else can run an event loop here."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert chromium, "these tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tab in which every error of the console fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    wrong: list[str] = []
    tab.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    yield tab
    context.close()
    assert not wrong, wrong
