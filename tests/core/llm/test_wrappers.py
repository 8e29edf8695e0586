"""Metering and retries, each around a scripted model."""

import asyncio
import time

import pytest

from cogmed_core.errors import AccessError, EndpointError, RefusedError
from cogmed_core.llm.failures import TransientError
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatReply, Purpose, Usage
from cogmed_core.llm.retrying import Retrying, RetryPolicy
from cogmed_core.llm.scripted import Scripted
from tests.core.llm.given import a_request

FAST = RetryPolicy(attempts=4, first_wait=0.001, longest_wait=0.01)


def test_a_ledger_counts_by_role_and_backbone() -> None:
    reply = ChatReply("好", Usage(100, 20, cost=0.5))
    model = Scripted("b", [reply, ChatReply("好", Usage(1, 2, cost=0.25), cached=True), reply, RefusedError("no")])
    ledger = Ledger()

    async def calls() -> None:
        await Metered(model, "mediator", ledger).complete(a_request())
        await Metered(model, "mediator", ledger).complete(a_request())
        await Metered(model, "litigant", ledger).complete(a_request(purpose=Purpose.LITIGATE))
        with pytest.raises(RefusedError):
            await Metered(model, "litigant", ledger).complete(a_request())

    asyncio.run(calls())
    litigant, mediator = ledger.usage()
    assert (litigant.role, litigant.calls, litigant.prompt_tokens) == ("litigant", 1, 100)
    assert (mediator.role, mediator.calls, mediator.prompt_tokens, mediator.completion_tokens) == (
        "mediator",
        2,
        101,
        22,
    )
    assert mediator.cost == pytest.approx(0.75)
    assert sum(ledger.cached().values()) == 1
    assert ledger.purposes == {Purpose.MEDIATE: 2, Purpose.LITIGATE: 1}
    assert ledger.errors == {"refused": 1}


def test_a_failure_that_passes_is_outlived() -> None:
    model = Scripted("b", [TransientError("busy"), TransientError("busy"), "好"])
    assert asyncio.run(Retrying(model, FAST).complete(a_request())).text == "好"
    assert len(model.requests) == 3


def test_the_attempts_are_bounded_and_told() -> None:
    model = Scripted("b", lambda _request: TransientError("busy"))
    with pytest.raises(EndpointError, match=r"busy .*after 4 attempts") as caught:
        asyncio.run(Retrying(model, FAST).complete(a_request()))
    assert not isinstance(caught.value, TransientError)
    assert len(model.requests) == 4


@pytest.mark.parametrize("error", [AccessError("key"), RefusedError("no"), EndpointError("400")])
def test_what_cannot_pass_is_not_tried_again(error: EndpointError) -> None:
    model = Scripted("b", [error, "好"])
    with pytest.raises(type(error)):
        asyncio.run(Retrying(model, FAST).complete(a_request()))
    assert len(model.requests) == 1


def test_an_endpoints_own_wish_is_honoured() -> None:
    model = Scripted("b", [TransientError("busy", retry_after=0.3), "好"])
    started = time.perf_counter()
    asyncio.run(Retrying(model, FAST).complete(a_request()))
    assert time.perf_counter() - started >= 0.3


def test_an_endpoint_that_asks_for_too_much_patience_is_not_waited_for() -> None:
    model = Scripted("b", [TransientError("busy", retry_after=3600), "好"])
    with pytest.raises(EndpointError, match="wait 3600 s"):
        asyncio.run(Retrying(model, FAST).complete(a_request()))
    assert len(model.requests) == 1


def test_waits_grow_and_are_bounded() -> None:
    policy = RetryPolicy(first_wait=1, longest_wait=8)
    waits = [policy.wait(attempt, None) for attempt in range(1, 9)]
    assert 0.5 <= waits[0] <= 1 and 4 <= waits[-1] <= 8
    assert 30 <= policy.wait(1, 30) <= 31


def test_a_ledger_counts_what_a_kept_reply_once_took() -> None:
    ledger = Ledger()
    model = Scripted("b", [ChatReply("好", Usage(30, 3, cost=0.3), cached=True, calls=3)])
    asyncio.run(Metered(model, "litigant", ledger).complete(a_request()))
    assert ledger.usage()[0].calls == ledger.cached_calls == 3
    assert ledger.cached() == {("litigant", "b"): 3}


def test_costs_add_up_the_same_in_any_order() -> None:
    """A record must not depend on which calls a cache had summed already."""
    costs = [round(0.000_000_8 * number + 0.1, 9) for number in range(1, 400)]
    forwards = sum((Usage(cost=cost) for cost in costs), Usage())
    halves = sum((Usage(cost=cost) for cost in costs[200:]), Usage()) + sum(
        (Usage(cost=cost) for cost in reversed(costs[:200])), Usage()
    )
    assert forwards == halves
