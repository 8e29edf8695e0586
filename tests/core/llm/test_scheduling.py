"""Hundreds of mediations on an endpoint's slots, in simulated time: hardly a slot is ever idle."""

import asyncio
import random

import pytest

from cogmed_core.llm.limited import Limited
from cogmed_core.llm.protocol import ChatReply, ChatRequest
from cogmed_core.llm.scripted import Scripted
from cogmed_core.llm.wrapper import Wrapper
from tests.core.llm.given import a_request

CALLS = 60


class SimulatedTime(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next thing that is due."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:
            self.now = max(self.now, self._scheduled[0].when())
        super()._run_once()


class Endpoint(Wrapper):
    """Takes a lognormal time over each reply and adds it up."""

    def __init__(self, seed: int) -> None:
        super().__init__(Scripted("b", lambda _request: "好"))
        self._chance = random.Random(seed)
        self.work = 0.0

    async def complete(self, request: ChatRequest) -> ChatReply:
        seconds = self._chance.lognormvariate(0.0, 0.6)
        self.work += seconds
        await asyncio.sleep(seconds)
        return await super().complete(request)


def wall_over_bound(mediations: int, slots: int) -> float:
    """Return the time that mediations of 10 rounds take, by what their work takes with every slot always in use."""
    endpoint = Endpoint(seed=2)
    model = Limited(endpoint, slots)

    async def mediation() -> None:
        for number in range(CALLS):
            await model.complete(a_request(progress=number))

    async def everything() -> float:
        await asyncio.gather(*(mediation() for _ in range(mediations)))
        return loop.time()

    loop = SimulatedTime()
    try:
        wall = loop.run_until_complete(everything())
    finally:
        loop.close()
    return wall / (endpoint.work / slots)


@pytest.mark.parametrize(("mediations", "slots"), [(100, 8), (250, 32), (750, 256)])
def test_slots_are_in_use_until_the_end(mediations: int, slots: int) -> None:
    assert wall_over_bound(mediations, slots) <= 1.03
