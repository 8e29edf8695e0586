"""What the drivers of the peers share: the same requests, the same account, and nothing but the standard library."""

import argparse
import asyncio
import json
import resource
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

Request = dict[str, Any]
Mediation = Callable[[list[Request], int, asyncio.Semaphore], Awaitable[int]]
"""Sends the requests of one mediation in order, each under a slot; returns how many calls that took."""


def measure(opening: Callable[[str, int], Mediation]) -> None:
    """Read the options, warm up, work, and print the account; ``opening`` is given the URL and the slots."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--requests", type=Path, required=True)
    parser.add_argument("--mediations", type=int, default=8)
    parser.add_argument("--slots", type=int, default=64)
    given = parser.parse_args()
    requests = json.loads(given.requests.read_text("utf-8"))

    async def work() -> dict[str, Any]:
        mediation, slot = opening(given.url, given.slots), asyncio.Semaphore(given.slots)
        await asyncio.gather(*(mediation(requests[:12], seed, slot) for seed in range(2)))
        before, started = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        calls = sum(await asyncio.gather(*(mediation(requests, seed, slot) for seed in range(given.mediations))))
        after, wall = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter() - started
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {
            "calls": calls,
            "cpu_ms_a_call": round(1000 * cpu / calls, 4),
            "wall_s": round(wall, 3),
            "peak_mb": round(after.ru_maxrss / 1024, 1),
            "grown_mb": round((after.ru_maxrss - before.ru_maxrss) / 1024, 1),
        }

    print(json.dumps(asyncio.run(work())))


def content(request: Request, role: str) -> str:
    """Return what a request says in a role."""
    return next(str(message["content"]) for message in request["messages"] if message["role"] == role)
