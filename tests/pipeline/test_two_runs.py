"""Two runs at once on one warehouse: they share each endpoint's limit, and neither spoils the other's tables."""

import asyncio
import multiprocessing
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cogmed_core.errors import CogMedError
from cogmed_pipeline.defs.pools import pool_of
from cogmed_pipeline.instance import open_instance
from tests.pipeline.given import COGMED, environment, query, schema_of, write_backbones, write_case
from tests.servers.brain import reply_to
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer

LIMIT = 4
MINE = ("--backbones", "mine.toml", "--backbone", "mine", "--concurrency", str(LIMIT))
RUN = ("run", *MINE, "--rounds", "1", "--configuration", "baseline")
POOL = pool_of("mine")


class Holding(OpenAIServer):
    """Answers nobody until it is let go, but the question of each command whether anybody is there; counts the rest."""

    def __init__(self) -> None:
        super().__init__(reply_to, keep_bodies=False, latency=0.005)
        self.free = threading.Event()
        self.at_work = self.most_at_work = 0

    async def _chat(self, body: dict[str, Any]) -> HttpAnswer:
        if not schema_of(body):
            return await super()._chat(body)
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        try:
            while not self.free.is_set():
                await asyncio.sleep(0.02)
            return await super()._chat(body)
        finally:
            self.at_work -= 1


def until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@contextmanager
def started(folder: Path, cases: list[str]) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [COGMED, *RUN, *(part for case in cases for part in ("--case", case))],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("places", [pytest.param(1, marks=pytest.mark.long), 2])
def test_two_runs_at_once_never_ask_more_at_once_than_the_backbone_allows(places: int, tmp_path: Path) -> None:
    """With one place one of them waits; with two each has half of the limit."""
    cases = {run: [f"{run}-{number}" for number in range(LIMIT)] for run in ("ash", "elm")}
    for amount, case in enumerate(case for there in cases.values() for case in there):
        write_case(tmp_path / "raw_cases", case, amount=100 + amount)
    with Holding() as server, open_instance(tmp_path / "warehouse") as instance, ExitStack() as stack:
        write_backbones(tmp_path / "mine.toml", server.base_url)
        pools = instance.event_log_storage
        if places > 1:
            pools.set_concurrency_slots(POOL, places)
        runs = [stack.enter_context(started(tmp_path, there)) for there in cases.values()]
        until(lambda: len({step.run_id for step in pools.get_concurrency_info(POOL).pending_steps}) == len(runs))
        until(lambda: len(pools.get_concurrency_info(POOL).claimed_slots) == places)
        until(lambda: server.at_work == LIMIT)
        server.free.set()
        for run in runs:
            out, error = run.communicate(timeout=240)
            assert run.returncode == 0, out + error
        assert server.most_at_work == LIMIT
        info = pools.get_concurrency_info(POOL)
        assert (info.claimed_slots, info.pending_steps) == ([], [])
    assert query(tmp_path / "warehouse", "SELECT status, count(*) FROM episodes GROUP BY 1") == [("finished", 8)]


def opened(folder: Path, together: Any, told: Any) -> None:
    together.wait()
    try:
        with open_instance(folder) as instance:
            told.put(str(len(instance.get_runs())))
    except CogMedError as error:
        told.put(str(error))


def test_two_who_begin_a_warehouse_at_the_same_time_both_get_it(tmp_path: Path) -> None:
    """Whoever comes first makes Dagster's tables; both made them at once, nearly every time, before they waited."""
    context = multiprocessing.get_context("spawn")
    together, told = context.Barrier(2), context.Queue()
    both = [context.Process(target=opened, args=(tmp_path / "new", together, told)) for _ in range(2)]
    for one in both:
        one.start()
    assert [told.get(timeout=120) for _ in both] == ["0", "0"]
    for one in both:
        one.join()
