"""The floor: what the same requests cost without anything of ours, on aiohttp and orjson.

It encodes, sends, receives and decodes; it renders, checks, retries, records and keeps nothing.

    python tests/benchmarks/floor_driver.py URL --requests FILE --mediations 64 --slots 64
"""

import argparse
import asyncio
import json
import resource
import time
from pathlib import Path
from typing import Any

import aiohttp
import orjson


async def mediations(url: str, requests: list[dict[str, Any]], many: int, slots: int) -> int:
    """Send the requests of one mediation ``many`` times at once, each time in order; return the number of calls."""
    slot = asyncio.Semaphore(slots)
    headers = {"content-type": "application/json"}
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def one(seed: int) -> int:
            for request in requests:
                async with slot:
                    body = orjson.dumps({"model": "benchmark", "temperature": 0.3, "seed": seed, **request})
                    async with session.post(f"{url}/chat/completions", data=body, headers=headers) as answer:
                        reply = orjson.loads(await answer.read())
                orjson.loads(reply["choices"][0]["message"]["content"])
            return len(requests)

        return sum(await asyncio.gather(*(one(seed) for seed in range(many))))


async def spend(url: str, requests: list[dict[str, Any]], many: int, slots: int) -> dict[str, Any]:
    """Warm up, work, and account for it as ``workload.spend`` does; this process imports nothing of the project."""
    await mediations(url, requests[:12], 2, slots)
    before, started = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    calls = await mediations(url, requests, many, slots)
    after, wall = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter() - started
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "calls": calls,
        "cpu_ms_a_call": round(1000 * cpu / calls, 4),
        "wall_s": round(wall, 3),
        "peak_mb": round(after.ru_maxrss / 1024, 1),
        "grown_mb": round((after.ru_maxrss - before.ru_maxrss) / 1024, 1),
    }


def main() -> None:
    """Read the options, work, and print the account."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--requests", type=Path, required=True)
    parser.add_argument("--mediations", type=int, default=64)
    parser.add_argument("--slots", type=int, default=64)
    given = parser.parse_args()
    requests = orjson.loads(given.requests.read_bytes())
    print(json.dumps(asyncio.run(spend(given.url, requests, given.mediations, given.slots))))


if __name__ == "__main__":
    main()
