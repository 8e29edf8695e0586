"""A settlement reviewed on its own page of the served report."""

import json
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.pipeline.given import COGMED
from tests.web.conftest import Reported


@pytest.fixture(scope="module")
def warehouse(reported: Reported, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy: what is decided here is nobody else's."""
    return shutil.copytree(reported.settings.warehouse, tmp_path_factory.mktemp("reviewed") / "warehouse")


@pytest.fixture
def address(warehouse: Path) -> Iterator[str]:
    command = [COGMED, "report", "--warehouse", warehouse, "--serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout
        said = "".join(process.stdout.readline() for _ in range(2))
        found = re.search(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+", said)
        assert found, said
        yield found[0]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0


@contextmanager
def browsing() -> Iterator[Page]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert chromium, "these tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield browser.new_page()
        browser.close()


def settled(warehouse: Path) -> str:
    """Return the name of an episode with a settlement."""
    folder = warehouse / "records" / "episodes"
    records = [json.loads(path.read_text("utf-8"))["record"] for path in sorted(folder.rglob("*.json"))]
    return str(next(one["episode_id"] for one in records if one["settlement"]))


def test_a_named_reviewer_decides_with_a_reason(warehouse: Path, address: str) -> None:
    episode = settled(warehouse)
    with browsing() as page:
        page.goto(address)
        page.goto(f"{address.partition('?')[0]}en/episodes/{episode}.html")
        form = page.locator("#review")
        expect(form).to_be_visible()
        expect(form.locator("[name=revision]")).to_be_hidden()
        form.locator("[name=state]").select_option("revised")
        form.locator("[name=by]").fill("Ann <b>")
        form.locator("[name=because]").fill("The date was missing.")
        form.locator("[name=revision]").fill("Ben pays 100 by May.")
        form.locator("button").click()
        expect(page.locator("#settlement ~ .side .badge").first).to_have_text("revised", timeout=60_000)
        expect(page.locator("#settlement ~ .side")).to_contain_text("Ben pays 100 by May.")
    kept = json.loads((warehouse / "records" / "reviews" / f"{episode}.json").read_text("utf-8"))
    (decision,) = kept["record"]["decisions"]
    assert (decision["state"], decision["by"], decision["because"]) == ("revised", "Ann <b>", "The date was missing.")


@pytest.mark.parametrize("wrong", ["cookie", "origin", "host", "path"])
def test_nobody_else_decides(warehouse: Path, address: str, wrong: str) -> None:
    origin, _, token = address.partition("/?token=")
    port = origin.rpartition(":")[2]
    headers = {
        "Content-Type": "application/json",
        "Origin": "http://evil.example" if wrong == "origin" else origin,
        "Host": "evil.example" if wrong == "host" else origin.removeprefix("http://"),
        "Cookie": f"cogmed_report_{port}={'guess' if wrong == 'cookie' else token}",
    }
    body = {"episode": settled(warehouse), "state": "approved", "by": "Eve", "because": "x"}
    path = "/other" if wrong == "path" else "/review"
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"{origin}{path}", json.dumps(body).encode(), headers), timeout=30)
    assert refused.value.code == 403
    refused.value.close()
