"""The same request gives the same reply: in one process, in another, whatever was asked in between."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

from tests.core.llm.offline.given import Outcome, prepare, sample_cases, talks

ROOT = Path(__file__).parents[4]
SCRIPT = """
import asyncio
from tests.core.llm.offline.given import sample_cases
from tests.core.llm.offline.test_determinism import told
print(told(sample_cases()[0], 0))
"""


def as_text(ended: Outcome) -> str:
    return json.dumps(
        [
            ended.scenario.model_dump(mode="json"),
            ended.profiles.model_dump(mode="json"),
            [one.model_dump(mode="json") for one in ended.table.utterances],
            [one.model_dump(mode="json") for one in ended.table.proposals],
            [one.model_dump(mode="json") for trace in ended.litigants for one in trace.beliefs],
            ended.settlement,
        ],
        ensure_ascii=True,
    )


def told(case, seed: int) -> str:
    async def run() -> Outcome:
        scenario, profiles = await prepare(case, seed)
        return await talks(scenario, profiles, "full", seed)

    return as_text(asyncio.run(run()))


def test_a_mediation_repeats_word_by_word_and_another_seed_does_not() -> None:
    case = sample_cases()[0]
    first = told(case, 0)
    told(sample_cases()[1], 3)
    assert told(case, 0) == first
    assert told(case, 1) != first


def test_another_process_says_the_same_whatever_its_hash_seed() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, cwd=ROOT, env=environment
    )
    assert run.stdout.strip() == told(sample_cases()[0], 0)
