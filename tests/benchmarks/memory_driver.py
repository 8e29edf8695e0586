"""How much memory live mediations take, and whether any is left behind by finished ones; JSON on one line.

``live`` holds mediations at a call of their third round; ``soak`` runs many one after another, some at a time.
"""

import argparse
import asyncio
import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from cogmed_core.experiment.simulate import simulate
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.wrapper import Wrapper
from cogmed_pipeline.records import RecordStore
from tests.benchmarks import workload
from tests.benchmarks.project_driver import mediations

AT_A_TIME = 50


class Stopping(Wrapper):
    """Answers until a round, and then not any more: whoever asks is left waiting."""

    def __init__(self, model: ChatModel, last: int) -> None:
        super().__init__(model)
        self._last = last
        self.waiting = 0
        self.changed = asyncio.Event()

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer, or wait for ever at the last call of the last round."""
        if request.progress >= 3 * self._last - 1:
            self.waiting += 1
            self.changed.set()
            await asyncio.Event().wait()
        return await self._model.complete(request)


def resident_mb() -> float:
    """Return the memory this process holds now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 2**20


async def live(model: ChatModel, many: int) -> dict[str, Any]:
    """Bring ``many`` mediations to their third round and measure what they hold."""
    stopping = Stopping(model, 3)
    before = resident_mb()
    running = [
        asyncio.create_task(simulate(workload.assignment(seed, 10), {"benchmark": stopping})) for seed in range(many)
    ]
    while stopping.waiting < many:
        stopping.changed.clear()
        await stopping.changed.wait()
    held = resident_mb() - before
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    return {"live": many, "mb_per_100": round(100 * held / many, 2)}


async def soak(model: ChatModel, records: RecordStore, many: int) -> dict[str, Any]:
    """Run ``many`` mediations of two rounds; return the memory after each tenth of them."""
    held = []
    for tenth in _tenths(many):
        for first in range(tenth.start, tenth.stop, AT_A_TIME):
            await mediations(model, records, first, min(AT_A_TIME, tenth.stop - first), 2)
        held.append(round(resident_mb(), 1))
    return {"soak": many, "mb": held}


def _tenths(many: int) -> Iterator[range]:
    return (range(many * part // 10, many * (part + 1) // 10) for part in range(10))


def main() -> None:
    """Read the options, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--live", type=int, default=0)
    parser.add_argument("--soak", type=int, default=0)
    given = parser.parse_args()

    async def measured() -> dict[str, Any]:
        with TemporaryDirectory() as folder:
            cache, records = ResponseCache(Path(folder) / "responses.sqlite"), RecordStore(Path(folder) / "records")
            model = open_model(workload.backbone(given.url, 64), {}, cache)
            await mediations(model, records, 1_000_000, 8, 3)
            figures = await live(model, given.live) if given.live else await soak(model, records, given.soak)
            await model.close()
            cache.close()
            return figures

    print(json.dumps(asyncio.run(measured())))


if __name__ == "__main__":
    main()
