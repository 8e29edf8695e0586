"""What the tests of this folder share: a workload, a server that takes aim, and what must hold of a warehouse."""

import asyncio
import json
import random
import re
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dagster as dg
import duckdb

from cogmed_pipeline.instance import UNDER_WAY, open_instance
from tests.faults.launcher import Launcher, Running
from tests.pipeline.given import contents, environment, write_backbones, write_case
from tests.servers.fault_server import FaultServer
from tests.servers.http_server import HttpAnswer, HttpRequest

IN_FLIGHT = 4
MINE = ("--backbones", "mine.toml", "--backbone", "mine")
RUN = ("run", *MINE, "--rounds", "6", "--concurrency", str(IN_FLIGHT), "--configuration", "full")
OWN_TO_A_RUN = ("cached_calls", "cached_tokens", "wall_s", "seconds")
"""Columns that tell how a result came about this time and not what it is."""


class AimingServer(FaultServer):
    """Counts chat requests in ``asked``, answered or not, and kills a process at one or right after an answer.

    As endpoints do, it leaves off a reply to somebody who has hung up, and does not count it as answered. It knows
    of the kill at once: a process on a busy machine takes a while to close its connections. A reply takes from half
    to one and a half times ``latency``, so that replies do not come in step.
    """

    def __init__(self, latency: float = 0.0, **options: Any) -> None:
        super().__init__(keep_bodies=False, models=["mine-model"], **options)
        self._pause = latency
        self._pauses = random.Random(0)
        self.asked = 0
        self._target: Running | None = None
        self._at_request = self._at_answer = self._kills = 0
        self._then: tuple[int, Callable[[], None]] | None = None

    def aim(self, running: Running, *, request: int = 0, answer: int = 0) -> None:
        """Kill a run at the so-many-th request or answer from now on, if it gets there."""
        self._target = running
        self._at_request = self.asked + request if request else 0
        self._at_answer = self.answered + answer if answer else 0

    def at_request(self, number: int, do: Callable[[], None]) -> None:
        """Do something at the so-many-th request from now on, before it is answered."""
        self._then = (self.asked + number, do)

    def kill(self) -> None:
        """Kill the run now, if it is still there."""
        target, self._target = self._target, None
        if target:
            self._kills += 1
            with suppress(ProcessLookupError):
                target.kill(signal.SIGKILL)

    async def _chat(self, body: dict[str, Any]) -> HttpAnswer:
        kills = self._kills
        self.asked += 1
        if self.asked == self._at_request:
            self.kill()
        if self._then and self.asked == self._then[0]:
            self._then[1]()
        await asyncio.sleep(self._pause * self._pauses.uniform(0.5, 1.5))
        answer = await super()._chat(body)
        if self._target and self._target.is_dying:
            self.kill()
        return answer if kills == self._kills else HttpAnswer(status=499)

    def delivered(self, request: HttpRequest, answer: HttpAnswer) -> None:
        super().delivered(request, answer)
        if self.answered == self._at_answer:
            self.kill()


def write_workload(folder: Path, server: AimingServer, dialogues: int) -> None:
    """Write so many cases and a backbones file for the server."""
    for number in range(dialogues):
        write_case(folder / "raw_cases", f"case-{number:03}", amount=1000 + number)
    write_backbones(folder / "mine.toml", server.base_url)


def started(launcher: Launcher, folder: Path, *more: str, die_at: int | None = None) -> Running:
    return launcher.start(*RUN, *more, cwd=folder, environ=environment(), die_at=die_at)


def assert_readable(warehouse: Path) -> None:
    """Check that whatever has its final name is whole."""
    for path in (warehouse / "records").rglob("*.json"):
        assert json.loads(path.read_bytes()).keys() == {"fingerprint", "record"}, path
    if (warehouse / "settings.json").exists():
        assert json.loads((warehouse / "settings.json").read_bytes())
    if (warehouse / "cache" / "responses.sqlite").exists():
        with sqlite3.connect(warehouse / "cache" / "responses.sqlite") as cache:
            assert cache.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    if (warehouse / "cogmed.duckdb").exists():
        for row in tables_of(warehouse)["results"]:
            planned = row["n"]
            assert planned == row["agreements"] + row["deadlocks"] + row["breakdowns"] + row["failed"] + row["not_run"]
            assert row["incomplete"] == bool(row["failed"] + row["not_run"])


def tables_of(warehouse: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of every table, without what is a run's own."""
    with duckdb.connect(str(warehouse / "cogmed.duckdb"), read_only=True) as connection:
        tables = {}
        for (name,) in connection.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall():
            found = connection.execute(f'FROM "{name}" ORDER BY ALL')
            columns = [column[0] for column in found.description or ()]
            rows = [dict(zip(columns, row, strict=True)) for row in found.fetchall()]
            tables[name] = [{key: row[key] for key in columns if key not in OWN_TO_A_RUN} for row in rows]
        return tables


def assert_as_undisturbed(folder: Path, undisturbed: Path) -> None:
    """Check that two warehouses hold the same: every record, every row, every partition once, nothing left over."""
    ours, theirs = folder / "warehouse", undisturbed / "warehouse"
    assert contents(ours / "records", "accounts") == contents(theirs / "records", "accounts")
    assert tables_of(ours) == tables_of(theirs)
    assert [path.name for path in ours.rglob("*.tmp*")] == []
    with open_instance(ours) as instance, open_instance(theirs) as other:
        assert instance.get_runs(filters=dg.RunsFilter(statuses=UNDER_WAY)) == []
        for asset in ("anonymized_cases", "scenarios", "profiles", "episodes", "judgements"):
            key = dg.AssetKey(asset)
            assert instance.get_materialized_partitions(key) == other.get_materialized_partitions(key), asset


def sometime(chance: random.Random, least: float, most: float) -> float:
    """Return a random time between two, short ones as likely as long ones."""
    return float(least * (most / least) ** chance.random())


def count_of(summary: str) -> tuple[int, int, int, int]:
    """Return planned, finished, failed and not run, as a summary says."""
    found = re.search(r"Episodes (\d+) planned = (\d+) finished \+ (\d+) failed \+ (\d+) not run", summary)
    assert found, summary
    planned, finished, failed, not_run = map(int, found.groups())
    return planned, finished, failed, not_run


@dataclass(frozen=True)
class Reference:
    """An undisturbed run, and what it took."""

    folder: Path
    server: AimingServer
    launcher: Launcher
    dialogues: int
    asked: int
    answered: int


@contextmanager
def undisturbed(folder: Path, dialogues: int) -> Iterator[Reference]:
    with AimingServer(latency=0.08) as server, Launcher() as launcher:
        write_workload(folder, server, dialogues)
        assert finished(started(launcher, folder)) == 0
        yield Reference(folder, server, launcher, dialogues, server.asked, server.answered)


def finished(running: Running) -> int:
    begun = time.monotonic()
    code = running.wait(1200)
    assert code is not None, f"still running after {time.monotonic() - begun:.0f} s"
    assert "Traceback" not in running.stderr, running.stderr
    return code
