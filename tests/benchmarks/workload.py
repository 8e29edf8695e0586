"""What every driver of the benchmarks is given to do: mediations of 2 litigants, 6 calls a round, a growing history."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from resource import RUSAGE_SELF, getrusage
from typing import Any

from cogmed_core.domain.case import Category, Issue, Scenario
from cogmed_core.domain.party import Party, Personality, Profile, ProfileSet
from cogmed_core.experiment.definition import Experiment
from cogmed_core.experiment.simulate import Assignment, simulate
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.protocol import ChatRequest
from cogmed_core.llm.response_formats import response_format
from cogmed_core.llm.scripted import Scripted
from tests.benchmarks.mock_server import Replies

CALLS_A_ROUND = 6
"""Stage, mediator, and belief and speech of each of two litigants."""
CASE = "甲方向乙方借款用于经营店铺，约定一年内还清，未约定利息；店铺亏损后只还了一部分，双方对余额和期限各执一词。" * 8


@cache
def scenario() -> Scenario:
    """Return a dispute of ordinary length."""
    parties = (
        Party(seat="litigant_1", name="施某乙", role="申请人", claim="一次还清余款并支付利息"),
        Party(seat="litigant_2", name="贺某甲", role="被申请人", claim="不付利息，分期偿还"),
    )
    issues = tuple(
        Issue(number=number, title=title, description=f"{title}如何认定，双方说法不同，需要对账。")
        for number, title in enumerate(("余款数额", "是否支付利息", "还款期限"), 1)
    )
    return Scenario(
        case_id="benchmark",
        language="zh",
        category=Category.DEBT,
        title="民间借贷纠纷",
        summary=CASE,
        parties=parties,
        issues=issues,
    )


@cache
def experiment(rounds: int) -> Experiment:
    """Return the experiment all mediations belong to."""
    return Experiment(
        name="benchmark",
        backbones=("benchmark",),
        configurations=("full",),
        seeds=(0,),
        rounds=rounds,
        temperature=0.3,
        language="zh",
    )


@cache
def profiles() -> tuple[Profile, ...]:
    """Return what the litigants keep to themselves."""
    return tuple(
        Profile(
            seat=party.seat,
            goal="尽快收回全部款项，保住往来关系。",
            bottom_line="三个月内收回一半以上。",
            personality=Personality.PRAGMATIC,
        )
        for party in scenario().parties
    )


def assignment(seed: int, rounds: int) -> Assignment:
    """Return one full mediation on a seed of its own, so that no two of them ask the same."""
    given, drawn = experiment(rounds), ProfileSet(case_id=scenario().case_id, seed=seed, profiles=profiles())
    return Assignment(given, given.arms[0], seed, scenario(), drawn, "benchmark")


def backbone(base_url: str, slots: int, name: str = "benchmark") -> Backbone:
    """Return the mock server as a backbone."""
    return Backbone(
        name=name,
        provider="openai",
        model="benchmark",
        base_url=base_url,
        max_concurrency=slots,
        context_window=10_000_000,
        timeout=120,
    )


@dataclass(frozen=True, slots=True)
class Spent:
    """What a driver used for its work, from the first call to the last record; start-up is not in it."""

    calls: int
    cpu_s: float
    wall_s: float
    peak_mb: float
    grown_mb: float

    def told(self) -> dict[str, Any]:
        """Return the figures as they are compared."""
        return {
            "calls": self.calls,
            "cpu_ms_a_call": round(1000 * self.cpu_s / self.calls, 4),
            "wall_s": round(self.wall_s, 3),
            "peak_mb": round(self.peak_mb, 1),
            "grown_mb": round(self.grown_mb, 1),
        }


def spend(warm_up: Callable[[], Awaitable[int]], work: Callable[[], Awaitable[int]]) -> Spent:
    """Run ``work``, which returns the number of its calls, after a warm-up; account for processor time and memory."""

    async def both() -> Spent:
        await warm_up()
        before, started = getrusage(RUSAGE_SELF), time.perf_counter()
        calls = await work()
        after = getrusage(RUSAGE_SELF)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        grown = (after.ru_maxrss - before.ru_maxrss) / 1024
        return Spent(calls, cpu, time.perf_counter() - started, after.ru_maxrss / 1024, grown)

    return asyncio.run(both())


def requests(rounds: int, reply: int) -> list[dict[str, Any]]:
    """Return what is asked in one mediation whose replies have ``reply`` characters, as an endpoint is sent it."""
    replies = Replies(reply)
    model = Scripted("benchmark", lambda request: replies.text(*_asked(request)))
    asyncio.run(simulate(assignment(0, rounds), {"benchmark": model}))
    return [
        {
            "response_format": json.loads(response_format("json_schema", request.schema) or b"null"),
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        }
        for request in model.requests
        if request.schema
    ]


def _asked(request: ChatRequest) -> tuple[str, list[str]]:
    opponents = request.variables.get("opponents", ())
    return request.schema.name if request.schema else "", [party.seat for party in opponents]
