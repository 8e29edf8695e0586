"""``cogmed ui``: really started, asked over HTTP, and quiet."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.conftest import Finished
from tests.pipeline.given import COGMED, CONFIGURATIONS, cogmed, environment, faults

ASSETS = """{
  assetNodes {
    id groupName opNames assetKey { path } isPartitioned
    assetMaterializations(limit: 20) { partition runId }
  }
}"""
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
