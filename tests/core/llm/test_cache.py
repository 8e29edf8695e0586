"""The response cache: what is kept, what never is, and what it survives."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cogmed_core.errors import EndpointError, RefusedError, ReplyError
from cogmed_core.llm.cached import Cached
from cogmed_core.llm.failures import RefusalError
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Usage
from cogmed_core.llm.request_key import identity, request_key
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.schemas import reply_schema
from cogmed_core.llm.scripted import Scripted
from cogmed_core.llm.structured import ask, ask_text
from cogmed_core.llm.wrapper import Wrapper
from tests.core.llm.given import a_backbone, a_request
from tests.core.llm.test_structured import Offer

BACKBONE = a_backbone("http://127.0.0.1:1/v1")
GOOD = '{"text": "同意", "stance": "accept", "number": null}'


@pytest.fixture
def cache(tmp_path: Path) -> ResponseCache:
    return ResponseCache(tmp_path / "deep" / "cache.sqlite")


def asked(cache: ResponseCache, *replies: Any, request: ChatRequest | None = None) -> tuple[Ledger, Scripted]:
    """Ask once for an offer through a cache, with these replies behind it."""
    model, ledger = Scripted("mine", replies), Ledger()
    metered = Metered(Cached(model, cache, BACKBONE), "litigant", ledger)
    asyncio.run(ask(metered, request or a_request(), Offer))
    return ledger, model


def test_an_accepted_reply_is_asked_for_once(cache: ResponseCache) -> None:
    first, _ = asked(cache, ChatReply(GOOD, Usage(100, 20, 5, True, 0.125), "stop", "想"))
    cache.close()
    second, model = asked(cache)
    assert model.requests == []
    assert second.usage() == first.usage()
    assert (first.cached_calls, second.cached_calls) == (0, 1)
    assert second.estimated, "what was estimated stays marked"


def test_reasks_are_replayed_with_all_they_took(cache: ResponseCache) -> None:
    bad = ChatReply("no", Usage(10, 1, cost=0.1))
    first, model = asked(cache, bad, bad, ChatReply(GOOD, Usage(20, 2, cost=0.2)))
    assert len(model.requests) == 3
    second, model = asked(cache)
    assert model.requests == []
    assert second.usage() == first.usage() and second.usage()[0].calls == 3
    assert second.usage()[0].cost == pytest.approx(0.4)


def test_a_rejected_reply_is_never_stored(cache: ResponseCache) -> None:
    with pytest.raises(ReplyError):
        asked(cache, *["no"] * 6)
    assert cache.report().replies == {}
    _, model = asked(cache, GOOD)
    assert len(model.requests) == 1


def test_a_failure_is_never_stored(cache: ResponseCache) -> None:
    with pytest.raises(EndpointError):
        asked(cache, EndpointError("down"))
    assert cache.report().replies == {}


def test_a_reply_nobody_accepted_is_not_stored(cache: ResponseCache) -> None:
    model = Scripted("mine", ["好", "好"])
    cached = Cached(model, cache, BACKBONE)
    asyncio.run(cached.complete(a_request()))
    asyncio.run(cached.complete(a_request()))
    assert len(model.requests) == 2


def test_free_text_is_kept_once_accepted(cache: ResponseCache) -> None:
    model = Scripted("mine", ["", "好的。"])
    for _ in range(2):
        assert asyncio.run(ask_text(Cached(model, cache, BACKBONE), a_request())) == "好的。"
    assert len(model.requests) == 2


def test_a_cached_reply_that_no_longer_satisfies_is_replaced(cache: ResponseCache) -> None:
    """The rules of validation may have changed since."""
    request = replace(a_request(), schema=reply_schema(Offer))
    cache.put(request_key(identity(BACKBONE), request), "mine", ChatReply('{"text": ""}'))
    _, model = asked(cache, GOOD)
    assert len(model.requests) == 1
    assert asked(cache)[1].requests == []


def test_one_that_is_to_ask_again_passes_over_what_it_held_and_keeps_what_it_hears(cache: ResponseCache) -> None:
    asked(cache, GOOD)
    other = GOOD.replace("同意", "另一个回答")
    model = Scripted("mine", [other])
    anew = Cached(model, cache, BACKBONE, ask_again=True)
    first, second = (asyncio.run(ask(anew, a_request(), Offer)) for _ in range(2))
    assert first == second and "另一个回答" in first.model_dump_json()
    assert len(model.requests) == 1 and asked(cache)[1].requests == []


def test_a_refusal_is_sent_twice_and_not_again(cache: ResponseCache) -> None:
    model = Scripted("mine", lambda _request: RefusalError("no", "data_inspection_failed"))
    cached = Cached(model, cache, BACKBONE)
    for _ in range(5):
        with pytest.raises(RefusedError):
            asyncio.run(ask(cached, a_request(), Offer))
    assert len(model.requests) == 2
    assert cache.report().refusals == {"data_inspection_failed": 1}
    assert cache.report().replies == {}


@pytest.mark.parametrize("replies", [[GOOD], ["no", GOOD], ["no", "no", GOOD]])
def test_the_same_thing_is_asked_once_at_a_time(cache: ResponseCache, replies: list[str]) -> None:
    """Whoever asks the same meanwhile gets what the first one settles on, re-asks and all."""
    other = GOOD.replace("同意", "另一个回答")

    async def at_once() -> tuple[Scripted, list[Offer]]:
        model = Scripted("mine", [*replies, *[other] * 20])
        cached = Cached(Patient(model), cache, BACKBONE)
        return model, await asyncio.gather(*(ask(cached, a_request(), Offer) for _ in range(10)))

    model, offers = asyncio.run(at_once())
    assert len(model.requests) == len(replies)
    assert {offer.text for offer in offers} == {"同意"}


def test_when_the_first_gives_up_the_next_one_asks(cache: ResponseCache) -> None:
    async def story() -> Offer:
        model = Scripted("mine", [EndpointError("down"), *["no"] * 6, GOOD])
        cached = Cached(Patient(model), cache, BACKBONE)
        asks = [asyncio.create_task(ask(cached, a_request(), Offer)) for _ in range(3)]
        results = await asyncio.gather(*asks, return_exceptions=True)
        assert [type(result) for result in results] == [EndpointError, ReplyError, Offer]
        return await ask(cached, a_request(), Offer)

    assert asyncio.run(story()).text == "同意"


def test_one_who_is_cancelled_lets_the_others_ask(cache: ResponseCache) -> None:
    async def story() -> Offer:
        cached = Cached(Patient(Scripted("mine", [GOOD, GOOD])), cache, BACKBONE)
        first, second = (asyncio.create_task(ask(cached, a_request(), Offer)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(story()).text == "同意"


class Patient(Wrapper):
    """Takes a moment over each reply, so that others can ask meanwhile."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        await asyncio.sleep(0.001)
        return await super().complete(request)
