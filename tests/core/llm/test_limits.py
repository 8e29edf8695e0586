"""What holds a call back: slots that adapt, a pace, a breaker, a window, a budget."""

import asyncio
import time
from collections.abc import Callable

import pytest

from cogmed_core.errors import AccessError, ConfigurationError, EndpointError
from cogmed_core.llm.breaking import BreakerPolicy, Breaking
from cogmed_core.llm.budgeted import Budget, Budgeted
from cogmed_core.llm.failures import BudgetError, ContextError, TransientError
from cogmed_core.llm.limited import Limited
from cogmed_core.llm.paced import Pace, Paced
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Usage
from cogmed_core.llm.retrying import Retrying, RetryPolicy
from cogmed_core.llm.scripted import Scripted
from cogmed_core.llm.slots import Slots
from cogmed_core.llm.tokens import estimate
from cogmed_core.llm.windowed import Windowed
from cogmed_core.llm.wrapper import Wrapper
from tests.core.llm.given import a_backbone, a_request


class Slow(Wrapper):
    """Takes a while over each call and counts how many are under way at once."""

    def __init__(self, reply: Callable[[ChatRequest], ChatReply | str] = lambda _request: "好") -> None:
        super().__init__(Scripted("b", reply))
        self.now = self.most = 0

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(0.002)
            return await super().complete(request)
        finally:
            self.now -= 1


def test_no_more_calls_in_flight_than_slots() -> None:
    slow = Slow()

    async def many() -> None:
        limited = Limited(slow, 3)
        await asyncio.gather(*(limited.complete(a_request()) for _ in range(20)))

    asyncio.run(many())
    assert slow.most == 3


def test_slots_survive_cancellation_and_keep_their_order() -> None:
    async def story() -> list[int]:
        slots, served = Slots(1), list[int]()

        async def use(number: int) -> None:
            await slots.take()
            served.append(number)
            await asyncio.sleep(0)
            slots.give_back()

        await slots.take()
        tasks = [asyncio.create_task(use(number)) for number in range(6)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        slots.give_back()
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.wait_for(slots.take(), 1)
        return served

    assert asyncio.run(story()) == [2, 3, 4, 5]


def test_a_pace_spreads_units_evenly_and_lets_pauses_go() -> None:
    pace = Pace(60)
    assert [pace.reserve(1, 100.0) for _ in range(4)] == [0, 0, 1, 2]
    assert pace.reserve(1, 200.0) == 0
    pace.correct(30)
    assert pace.reserve(1, 200.0) == pytest.approx(30)


def test_requests_and_tokens_a_minute_hold_over_real_time() -> None:
    async def timed(paced: Paced, calls: int) -> float:
        started = time.perf_counter()
        await asyncio.gather(*(paced.complete(a_request()) for _ in range(calls)))
        return time.perf_counter() - started

    model = Scripted("b", lambda _request: ChatReply("好", Usage(200, 56)))
    assert 0.2 <= asyncio.run(timed(Paced(model, 6000, 0), 130)) < 1
    tokens_each = 270
    assert 0.2 <= asyncio.run(timed(Paced(model, 0, 60 * 100 * tokens_each), 130)) < 1
    assert asyncio.run(timed(Paced(model, 0, 0), 1000)) < 1


PROMPT = BreakerPolicy(failures=3, first_pause=0.05, longest_pause=0.1, patience=0.5, rejections=2)


class Server:
    """A model that can be up, down or closed."""

    def __init__(self) -> None:
        self.state = "up"
        self.model = Scripted("b", self._reply)

    def _reply(self, _request: ChatRequest) -> "str | TransientError | AccessError":
        return {"up": "好", "down": TransientError("down"), "denied": AccessError("key")}[self.state]

    @property
    def requests(self) -> int:
        return len(self.model.requests)


def test_a_breaker_pauses_an_endpoint_that_is_down_and_resumes() -> None:
    async def story() -> None:
        server = Server()
        server.state = "down"
        model = Retrying(Breaking(server.model, PROMPT), RetryPolicy(attempts=20, first_wait=0.001, longest_wait=0.01))
        calls = [asyncio.create_task(model.complete(a_request())) for _ in range(50)]
        await asyncio.sleep(0.3)
        while_down = server.requests
        assert while_down < 50 + 10, "after the first failures only probes are sent"
        server.state = "up"
        replies = await asyncio.gather(*calls)
        assert len(replies) == 50 and server.requests <= while_down + 55

    asyncio.run(story())


def test_a_breaker_gives_up_an_endpoint_that_stays_down() -> None:
    async def story() -> None:
        server = Server()
        server.state = "down"
        model = Retrying(Breaking(server.model, PROMPT), RetryPolicy(attempts=50, first_wait=0.001, longest_wait=0.01))
        started = time.perf_counter()
        results = await asyncio.gather(*(model.complete(a_request()) for _ in range(20)), return_exceptions=True)
        assert all(type(result) is EndpointError for result in results)
        assert time.perf_counter() - started < 5
        server.state = "up"
        await asyncio.sleep(0.15)
        assert (await model.complete(a_request())).text == "好", "it is still probed, and used when it is back"

    asyncio.run(story())


def test_access_that_is_denied_again_and_again_is_not_asked_for() -> None:
    async def story() -> None:
        server = Server()
        server.state = "denied"
        model = Breaking(server.model, PROMPT)
        for _ in range(10):
            with pytest.raises(AccessError):
                await model.complete(a_request())
        assert server.requests == 2

    asyncio.run(story())


def test_a_busy_endpoint_is_not_down() -> None:
    async def story() -> None:
        model = Scripted("b", lambda _request: TransientError("busy", busy=True))
        breaking = Breaking(model, PROMPT)
        for _ in range(10):
            with pytest.raises(TransientError):
                await breaking.complete(a_request())
        assert len(model.requests) == 10

    asyncio.run(story())


def test_what_does_not_fit_the_window_is_not_sent() -> None:
    model = Scripted("b", lambda _request: "好")
    windowed = Windowed(model, a_backbone("http://127.0.0.1:1/v1", context_window=4000))
    assert asyncio.run(windowed.complete(a_request("长" * 3000))).text == "好"
    with pytest.raises(ContextError, match="too long"):
        asyncio.run(windowed.complete(a_request("长" * 5000)))
    with pytest.raises(ContextError):
        asyncio.run(windowed.complete(a_request("长" * 3000, max_tokens=2000)))
    assert len(model.requests) == 1


def test_the_estimate_is_in_the_right_region() -> None:
    """Qwen's tokenizer takes about 0.6 tokens a Chinese character and 0.25 a Latin one in running text."""
    chinese, english = "双方当事人自愿达成如下调解协议" * 10, "The parties reached the following settlement. " * 10
    assert 0.55 * len(chinese) < estimate(chinese) < 0.8 * len(chinese)
    assert 0.2 * len(english) < estimate(english) < 0.35 * len(english)
    assert estimate("") == 1


PRICED = a_backbone("http://127.0.0.1:1/v1", price_input=1000.0, price_output=1000.0)


def test_a_budget_is_never_crossed_and_waits_for_calls_in_flight() -> None:
    slow = Slow(lambda _request: ChatReply("好", Usage(500, 500, cost=1.0)))

    async def story() -> tuple[Budget, list[object]]:
        budget = Budget(20.0)
        model = Budgeted(slow, PRICED, budget)
        calls = (model.complete(a_request()) for _ in range(40))
        return budget, list(await asyncio.gather(*calls, return_exceptions=True))

    budget, results = asyncio.run(story())
    done = [result for result in results if isinstance(result, ChatReply)]
    stopped = [result for result in results if isinstance(result, BudgetError)]
    assert len(done) + len(stopped) == 40
    assert budget.spent == len(done) * 1.0 <= 20.0
    assert budget.spent > 15, "what is set aside comes back: nearly all of the budget can be used"
    assert "--max-cost" in str(stopped[0])


def test_a_failed_call_gives_its_reservation_back() -> None:
    async def story() -> float:
        budget = Budget(3.0)
        model = Budgeted(Scripted("b", lambda _request: TransientError("down")), PRICED, budget)
        for _ in range(20):
            with pytest.raises(TransientError):
                await model.complete(a_request())
        return budget.spent

    assert asyncio.run(story()) == 0


def test_a_budget_in_another_currency_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="USD"):
        Budgeted(Scripted("b", []), PRICED, Budget(1.0, "USD"))
