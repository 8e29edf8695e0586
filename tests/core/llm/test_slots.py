"""Concurrency that adapts: in simulated time, and against a real server that turns down what is too much for it."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from cogmed_core.llm.failures import TransientError
from cogmed_core.llm.limited import Limited
from cogmed_core.llm.openai_compatible import OpenAICompatible
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.retrying import Retrying, RetryPolicy
from cogmed_core.llm.scripted import Scripted
from cogmed_core.llm.slots import Slots
from cogmed_core.llm.wrapper import Wrapper
from tests.core.llm.given import a_backbone, a_request
from tests.core.llm.test_scheduling import Endpoint, SimulatedTime
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, failure

SECOND = RetryPolicy(attempts=1000, first_wait=1.0, longest_wait=1.0)
MEDIATIONS, CALLS = 100, 60


async def calls_of(model: ChatModel, mediations: int = MEDIATIONS, calls: int = CALLS) -> None:
    """Make calls as mediations do, each of which waits for one before it makes the next."""

    async def one() -> None:
        for number in range(calls):
            await model.complete(a_request(progress=number))

    await asyncio.gather(*(one() for _ in range(mediations)))


def simulated(story: Callable[[], Awaitable[None]]) -> float:
    """Return the simulated seconds that a story takes."""
    loop = SimulatedTime()
    try:
        loop.run_until_complete(asyncio.ensure_future(story(), loop=loop))
        return loop.time()
    finally:
        loop.close()


class Crowded(Wrapper):
    """Answers ``takes`` calls at once within a second and says of every further one that it is busy, within 0.05."""

    def __init__(self, takes: int) -> None:
        super().__init__(Scripted("b", lambda _request: "好"))
        self.takes = takes
        self.now = self.asked = self.down = 0

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.asked += 1
        if self.now >= self.takes or self.down:
            await asyncio.sleep(0.05)
            raise TransientError("busy", overloaded=True)
        self.now += 1
        try:
            await asyncio.sleep(1)
            return await super().complete(request)
        finally:
            self.now -= 1


class Queueing(Wrapper):
    """Works on ``takes`` calls at once, a second each, and lets all others queue; says twice at first that it is busy.

    Its work is never lost, so what only queues has no use.
    """

    def __init__(self, takes: int, busy_at: tuple[int, ...]) -> None:
        super().__init__(Scripted("b", lambda _request: "好"))
        self._places = asyncio.Semaphore(takes)
        self._busy_at = busy_at
        self.asked = 0

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.asked += 1
        if self.asked in self._busy_at:
            raise TransientError("busy", busy=True)
        async with self._places:
            await asyncio.sleep(1)
        return await super().complete(request)


@pytest.mark.parametrize(("takes", "most"), [(3, 64), (16, 64), (40, 64), (64, 64), (200, 512)])
def test_it_settles_at_what_an_endpoint_takes(takes: int, most: int) -> None:
    endpoint = Crowded(takes)
    limited = Limited(endpoint, most)
    mediations = max(MEDIATIONS, 2 * takes)
    wall = simulated(lambda: calls_of(Retrying(limited, SECOND), mediations))
    assert endpoint.asked <= 1.1 * mediations * CALLS
    assert wall <= 1.2 * mediations * CALLS / takes
    assert 0.4 * takes <= limited.allowed <= takes + 1


def test_what_stops_being_too_much_is_soon_used() -> None:
    endpoint = Crowded(16)
    limited = Limited(endpoint, 256)
    seen = []

    async def story() -> None:
        model = Retrying(limited, SECOND)
        await calls_of(model)
        seen.append(limited.allowed)
        endpoint.takes = 256
        await calls_of(model, 512, 30)
        seen.append(limited.allowed)

    simulated(story)
    assert seen[0] <= 17 and seen[1] == 256


def test_after_an_outage_all_slots_are_back_within_few_rounds() -> None:
    endpoint = Crowded(256)
    limited = Limited(endpoint, 256)
    seen = []

    async def story() -> None:
        working = asyncio.ensure_future(calls_of(Retrying(limited, SECOND), 512, 200))
        await asyncio.sleep(5.5)
        endpoint.down = 1
        await asyncio.sleep(20)
        seen.append(limited.allowed)
        endpoint.down = 0
        await asyncio.sleep(60)
        seen.append(limited.allowed)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)

    simulated(story)
    assert seen == [1, 256]


def test_it_does_not_grow_where_calls_only_wait_longer() -> None:
    """Two that are busy at first leave a quarter of the slots; all the rest would only queue over there."""
    limits = []

    async def story() -> None:
        limited = Limited(Queueing(20, busy_at=(64, 100)), 64)
        await calls_of(Retrying(limited, SECOND), MEDIATIONS, 30)
        limits.append(limited.allowed)

    wall = simulated(story)
    assert 20 <= limits[0] <= 40
    assert wall <= 1.1 * MEDIATIONS * 30 / 20


@pytest.mark.parametrize(("mediations", "slots"), [(100, 8), (250, 32), (300, 256)])
def test_a_healthy_endpoint_is_used_as_with_a_fixed_number(mediations: int, slots: int) -> None:
    class Fixed(Wrapper):
        def __init__(self, model: ChatModel) -> None:
            super().__init__(model)
            self._slots = asyncio.Semaphore(slots)

        async def complete(self, request: ChatRequest) -> ChatReply:
            async with self._slots:
                return await super().complete(request)

    fixed = simulated(lambda: calls_of(Fixed(Endpoint(seed=3)), mediations))
    adaptive = simulated(lambda: calls_of(Limited(Endpoint(seed=3), slots), mediations))
    assert adaptive <= 1.001 * fixed


def test_only_answers_to_slots_in_use_count() -> None:
    async def story() -> None:
        slots = Slots(16)
        calls = [await slots.take() for _ in range(16)]
        for call in calls:
            slots.busy(call)
        assert slots.allowed == 8
        for _ in calls[1:]:
            slots.give_back()
        for _ in range(100):
            slots.answered(1.0)
        assert slots.allowed == 8
        slots.busy(await slots.take())
        assert slots.allowed == 4

    asyncio.run(story())


class Strict(OpenAIServer):
    """Turns down with 429 whatever comes while ``takes`` calls are under way."""

    def __init__(self, takes: int) -> None:
        super().__init__(latency=0.01, keep_bodies=False)
        self._takes = takes

    async def _chat(self, body: dict[str, object]) -> HttpAnswer:
        if self.in_flight > self._takes:
            return failure(429, "rate_limit_exceeded", "Too many requests")
        return await super()._chat(body)


def test_a_real_server_is_hardly_ever_asked_too_much() -> None:
    policy = RetryPolicy(attempts=1000, first_wait=0.02, longest_wait=0.02)

    async def story(server: Strict) -> int:
        endpoint = OpenAICompatible(a_backbone(server.base_url), None)
        limited = Limited(endpoint, 64)
        await calls_of(Retrying(limited, policy), 64, 30)
        await endpoint.close()
        return limited.allowed

    with Strict(12) as server:
        settled = asyncio.run(story(server))
        assert server.requests <= 1.1 * 64 * 30
        assert 5 <= settled <= 13
