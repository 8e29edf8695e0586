"""The project's driver: whole mediations as ``cogmed run`` has them, from prompt to record files, over HTTP.

python tests/benchmarks/project_driver.py URL --mediations 64 --rounds 10 --slots 64

With ``--replay`` the same mediations have been run before, and what is measured is answered from the cache.
"""

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from cogmed_core.experiment.simulate import simulate
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_pipeline.progress import Counted, Silent
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.steps.simulation import keep
from tests.benchmarks import workload


async def mediations(model: ChatModel, records: RecordStore, first: int, many: int, rounds: int) -> int:
    """Simulate ``many`` mediations at once, keep their records, and return how many calls they took."""

    async def one(seed: int) -> int:
        started = time.perf_counter()
        simulation = await simulate(workload.assignment(seed, rounds), {"benchmark": model})
        if simulation.episode.error:
            raise SystemExit(simulation.episode.error)
        keep(records, f"benchmark/s{seed}", simulation, started)
        return sum(use.calls for use in simulation.episode.usage)

    return sum(await asyncio.gather(*(one(seed) for seed in range(first, first + many))))


def main() -> None:
    """Read the options, work, and print the account."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--mediations", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--slots", type=int, default=64)
    parser.add_argument("--replay", action="store_true")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        cache, records = ResponseCache(Path(folder) / "responses.sqlite"), RecordStore(Path(folder) / "records")
        model = Counted(open_model(workload.backbone(given.url, given.slots), {}, cache), Silent())

        async def warm_up() -> int:
            if given.replay:
                return await mediations(model, records, 0, given.mediations, given.rounds)
            return await mediations(model, records, 1_000_000, 2, 2)

        async def work() -> int:
            calls = await mediations(model, records, 0, given.mediations, given.rounds)
            await model.close()
            cache.close()
            return calls

        print(json.dumps(workload.spend(warm_up, work).told()))


if __name__ == "__main__":
    main()
