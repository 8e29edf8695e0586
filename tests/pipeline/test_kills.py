"""A backfill whose run worker is killed again and again: it goes on by itself, loses nothing and asks nothing twice."""

import asyncio
import os
import random
import re
import signal
import threading
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.daemon import Daemon
from tests.pipeline.given import write_backbones
from tests.pipeline.test_backfills import DONE, prepared, write_experiment
from tests.servers.http_server import HttpAnswer, HttpRequest
from tests.servers.openai_server import OpenAIServer

IN_FLIGHT = 4
CASE = re.compile(r"\(case-\d+\)")
RUNS_OF = """query($key: AssetKeyInput!) { assetOrError(assetKey: $key) { ... on Asset {
  assetMaterializations(limit: 10000) { runId partition } } } }"""


class Watching(OpenAIServer):
    """Holds every reply from some request on until the worker is killed; knows what is asked of which key."""

    def __init__(self, records: Path) -> None:
        super().__init__(keep_bodies=False, latency=0.02)
        self._records = records
        self._hold_at = 0
        self._kills = 0
        self.asked = 0
        self.holding = threading.Event()
        self.replies: Counter[str] = Counter()
        self.untold = 0
        self.of_finished: list[str] = []

    def hold_after(self, requests: int) -> None:
        self._hold_at = self.asked + requests

    def killed(self) -> None:
        """Let go of what was held: whoever asked is gone."""
        self._kills += 1
        self._hold_at = 0
        self.holding.clear()

    async def _chat(self, body: dict[str, Any]) -> HttpAnswer:
        self.asked += 1
        kills = self._kills
        self._note(body)
        while self._hold_at and self.asked >= self._hold_at and kills == self._kills:
            self.holding.set()
            await asyncio.sleep(0.01)
        answer = await super()._chat(body)
        return answer if kills == self._kills else HttpAnswer(status=499)

    def _note(self, body: dict[str, Any]) -> None:
        arm = f"{body['model'].removesuffix('-model')}.full"
        cases = set(CASE.findall(str(body["messages"])))
        self.untold += len(cases) != 1
        for case in cases:
            if (self._records / "episodes" / arm / case.strip("()") / "s0.json").exists():
                self.of_finished.append(f"{arm}|{case}")

    def delivered(self, request: HttpRequest, answer: HttpAnswer) -> None:
        super().delivered(request, answer)
        if answer.status == 200:
            self.replies[sha256(request.body).hexdigest()] += 1


def kill_worker(daemon: Daemon) -> int:
    """Kill the process of the run that works on the episodes; return its id."""
    (run,) = [run for run in daemon.runs() if run.status == "STARTED" and run.assets == {"episodes"}]
    worker = int(run.tags["cogmed/process"].rpartition(":")[2])
    os.kill(worker, signal.SIGKILL)
    return worker


def assert_nothing_lost(folder: Path, arms: int, cases: int, kills: int, most: int, seed: int) -> None:
    """Kill so often, after up to ``most`` requests each; then every key is there, and none was asked of when done."""
    chance = random.Random(seed)
    names = [f"arm{number}" for number in range(arms)]
    experiment = write_experiment(folder, names, 2, ("full",))
    with Watching(folder / "warehouse" / "records") as server:
        backbones = write_backbones(folder / "mine.toml", server.base_url, *names)
        backbones.write_text(backbones.read_text().replace("model =", f"max_concurrency = {IN_FLIGHT}\nmodel ="))
        with prepared(folder, cases, experiment, backbones, "en") as (daemon, keys):
            before, server.untold = server.answered, 0
            server.hold_after(chance.randrange(1, most + 1))
            backfill = daemon.backfill(["episodes"], keys)
            workers = set()
            for number in range(kills):
                daemon.wait(server.holding.is_set)
                workers.add(kill_worker(daemon))
                server.killed()
                if number + 1 < kills:
                    server.hold_after(chance.randrange(1, most + 1))
            daemon.wait(lambda: daemon.backfill_status(backfill) in DONE, 900)
            assert daemon.backfill_status(backfill) == "COMPLETED_SUCCESS"
            found = daemon.ask(RUNS_OF, key={"path": ["episodes"]})["assetOrError"]["assetMaterializations"]
        made = Counter((event["runId"], event["partition"]) for event in found)
        assert len(workers) == kills and len(keys) == arms * cases
        assert {key for _, key in made} == set(keys) and set(made.values()) == {1}
        twice = sum(times - 1 for times in server.replies.values())
        print(f"seed {seed}: {kills} kills, {server.answered - before} replies, {twice} of them again")
        assert (server.of_finished, server.untold) == ([], 0)
        assert twice <= kills * IN_FLIGHT * arms


def test_two_kills_of_a_run_worker(tmp_path: Path) -> None:
    assert_nothing_lost(tmp_path, arms=1, cases=3, kills=2, most=15, seed=7)


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_twenty_kills_of_a_run_worker(tmp_path: Path) -> None:
    assert_nothing_lost(tmp_path, arms=4, cases=25, kills=20, most=60, seed=2026)
