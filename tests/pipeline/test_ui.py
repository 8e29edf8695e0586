"""``cogmed ui``: really started, asked over HTTP, and quiet."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect, sync_playwright

from cogmed_pipeline.tables.comments import comment_on
from tests.pipeline.conftest import Finished
from tests.pipeline.daemon import running
from tests.pipeline.given import COGMED, CONFIGURATIONS, cogmed, environment, faults, write_case

ASSETS = """{
  assetNodes {
    id groupName opNames assetKey { path } isPartitioned
    assetMaterializations(limit: 20) { partition runId }
  }
}"""
PATIENCE = 60_000
"""Milliseconds until an element that has to be there is there."""
OF_DAGSTER_ITSELF = ("SupersessionWarning: Function `dev_command` is superseded", "return callback(*args, **kwargs)")
"""What every ``dagster dev`` says of its own command, before it reads anything of ours."""
RUNS = "{ runsOrError { ... on Runs { results { status } } } }"
LOCATION = "{ workspaceOrError { ... on Workspace { locationEntries { name locationOrLoadError { __typename } } } } }"


@dataclass(frozen=True)
class Page:
    """The running UI."""

    url: str
    log: Path

    def ask(self, query: str) -> Any:
        body = json.dumps({"query": query}).encode()
        request = urllib.request.Request(f"{self.url}/graphql", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            found = json.load(answer)
        assert "errors" not in found, found
        return found["data"]


@pytest.fixture(scope="module")
def page(finished: Finished, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("ui")
    shutil.copytree(finished.warehouse, folder / "warehouse")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    log = folder / "log"
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [COGMED, "ui", "--port", str(port)],
            cwd=folder,
            env=environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            running = Page(f"http://127.0.0.1:{port}", log)
            wait_until_ready(running, process)
            yield running
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) is not None
            assert not alive(process.pid), "stopping it stops everything it started"


def wait_until_ready(page: Page, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        assert process.poll() is None, page.log.read_text(encoding="utf-8")
        try:
            (location,) = page.ask(LOCATION)["workspaceOrError"]["locationEntries"]
        except OSError:
            time.sleep(0.3)
            continue
        assert location["locationOrLoadError"]["__typename"] == "RepositoryLocation"
        return
    raise AssertionError(page.log.read_text(encoding="utf-8"))


def alive(group: int) -> bool:
    """Say whether anything is left of a process group."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.2)
    return True


def test_the_ui_shows_what_the_command_line_did(page: Page) -> None:
    assets = {"/".join(node["assetKey"]["path"]): node for node in page.ask(ASSETS)["assetNodes"]}
    partitions = {
        name: {event["partition"] for event in node["assetMaterializations"]} for name, node in assets.items()
    }
    cells = {f"offline.{name}|{case}" for name in CONFIGURATIONS for case in ("boiler", "loan")}
    assert partitions["episodes"] == partitions["judgements"] == cells
    assert partitions["scenarios"] == {"boiler", "loan"} and partitions["database"] == {None}
    assert assets["episodes"]["groupName"] == "simulation" and assets["episodes"]["isPartitioned"]
    runs = page.ask(RUNS)["runsOrError"]["results"]
    assert len(runs) == 9 and {run["status"] for run in runs} == {"SUCCESS"}
    log = page.log.read_text(encoding="utf-8")
    assert re.findall(r"^.*(?:warning|error|traceback).*$", log, re.IGNORECASE | re.MULTILINE) == [], log


@pytest.fixture(scope="module")
def tab(page: Page) -> Iterator[Tab]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert chromium, "these tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield browser.new_page(viewport={"width": 1600, "height": 1200}, base_url=page.url)
        browser.close()


def shows(tab: Tab, folder: Path, *texts: str) -> None:
    """Check that all of it can be seen, and leave a picture of the page."""
    for text in texts:
        expect(tab.get_by_text(text, exact=True).first).to_be_visible(timeout=PATIENCE)
    tab.screenshot(path=folder / "page.png")
    assert (folder / "page.png").stat().st_size > 10_000


def test_the_graph_shows_its_groups(tab: Tab, tmp_path: Path) -> None:
    tab.goto("/asset-groups")
    shows(tab, tmp_path, "cases", "simulation", "judging", "deliberation", "tables", "report", "sql")
    tab.goto("/assets/episodes?view=lineage")
    shows(tab, tmp_path, "profiles", "episodes", "judgements", "findings")


def test_the_grid_shows_every_arm_and_case_and_how_they_went(tab: Tab, tmp_path: Path) -> None:
    tab.goto("/assets/episodes?view=partitions")
    arms = [f"offline.{name}" for name in CONFIGURATIONS]
    shows(tab, tmp_path, *arms, "boiler", "loan", "Materialized (10)", "Failed (0)", "Missing (0)")


def test_the_page_of_an_episode_shows_its_outcome_its_cost_its_talk_and_its_beliefs(tab: Tab, tmp_path: Path) -> None:
    tab.goto("/assets/episodes?view=partitions&partition=offline.full%7Cboiler")
    names = ("outcome", "rounds", "calls", "prompt tokens", "completion tokens", "cost", "synthetic")
    shows(tab, tmp_path, "offline.full|boiler", *names, "transcript", "beliefs")
    for name, holds in (("transcript", "Round 1"), ("beliefs", "Seed 0")):
        tab.get_by_role("row", name=name).get_by_text("[Show Markdown]").click()
        expect(tab.get_by_role("dialog").get_by_text(holds).first).to_be_visible(timeout=PATIENCE)
        tab.screenshot(path=tmp_path / f"{name}.png")
        tab.keyboard.press("Escape")
        expect(tab.get_by_role("dialog")).to_have_count(0)


def test_the_page_of_a_table_shows_its_rows_and_explains_its_columns(tab: Tab, tmp_path: Path) -> None:
    tab.goto("/assets/tables/results")
    explained = comment_on("results", "configuration") or "nothing"
    shows(tab, tmp_path, "Row count", "preview", "success rates", "configuration", explained, "cogmed")


def test_dagster_dev_in_a_fresh_checkout_warns_of_nothing_of_ours(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parents[2] / "pyproject.toml", tmp_path)
    write_case(tmp_path / "raw_cases", "loan")
    with running(tmp_path, Path(sys.executable).with_name("dagster"), "dev") as daemon:
        (graph,) = (daemon.ask("{ assetNodes { assetKey { path } } }")["assetNodes"],)
        assert ["episodes"] in [node["assetKey"]["path"] for node in graph]
        daemon.wait(lambda: daemon.materialized("anonymized_cases"))
        said = [line for line in daemon.log.splitlines() if not any(known in line for known in OF_DAGSTER_ITSELF)]
    found = [line for line in said if re.search(r"warn|error|traceback|exception", line, re.IGNORECASE)]
    assert found == []


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [("settings.json", "{", "settings.json is unreadable"), (None, "", "is no folder")],
)
def test_what_dagster_would_fail_on_is_one_line(name: str | None, content: str, said: str, tmp_path: Path) -> None:
    place = tmp_path / "warehouse" / name if name else tmp_path / "warehouse"
    place.parent.mkdir(exist_ok=True)
    place.write_text(content, encoding="utf-8")
    done = cogmed("ui", cwd=tmp_path)
    (line,) = faults(done)
    assert done.returncode == 2 and said in line


def test_what_it_cannot_open_it_says_in_a_line(tmp_path: Path) -> None:
    done = cogmed("ui", "--warehouse", "nothing", cwd=tmp_path)
    (line,) = faults(done)
    assert done.returncode == 2 and "nothing is no warehouse yet" in line and not (tmp_path / "nothing").exists()
    (tmp_path / "warehouse").mkdir()
    (tmp_path / "raw_cases").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        done = cogmed("ui", "--port", str(port), cwd=tmp_path)
    (line,) = faults(done)
    assert done.returncode == 2 and f"port {port} cannot be used" in line and "--port" in line
