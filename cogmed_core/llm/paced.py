"""No more requests and tokens a minute than an endpoint allows, evenly spread."""

import asyncio

from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.tokens import estimate_prompt
from cogmed_core.llm.wrapper import Wrapper

BURST = 1.0
"""Seconds' worth of units that may come at once after a pause."""
EXPECTED_REPLY = 256
"""Tokens a reply is taken to have before it is known."""


class Pace:
    """So many units a minute: each user is told how long to wait, in order of asking."""

    def __init__(self, per_minute: int) -> None:
        self._seconds_each = 60 / per_minute
        self._next = 0.0

    def reserve(self, units: float, now: float) -> float:
        """Take ``units`` and return the seconds until they may be used."""
        self._next = max(self._next, now - BURST)
        wait = max(0.0, self._next - now)
        self._next += units * self._seconds_each
        return wait

    def correct(self, units: float) -> None:
        """Take so many units more, or give back if negative, once the real number is known."""
        self._next += units * self._seconds_each


class Paced(Wrapper):
    """A ``ChatModel`` that waits before a call as its endpoint's limits demand; 0 = no limit."""

    def __init__(self, model: ChatModel, requests_per_minute: int, tokens_per_minute: int) -> None:
        super().__init__(model)
        self._requests = Pace(requests_per_minute) if requests_per_minute else None
        self._tokens = Pace(tokens_per_minute) if tokens_per_minute else None

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Wait, then answer."""
        now = asyncio.get_running_loop().time()
        expected = estimate_prompt(request) + (request.max_tokens or EXPECTED_REPLY) if self._tokens else 0
        waits = [0.0]
        if self._requests:
            waits.append(self._requests.reserve(1, now))
        if self._tokens:
            waits.append(self._tokens.reserve(expected, now))
        if max(waits) > 0:
            await asyncio.sleep(max(waits))
        reply = await self._model.complete(request)
        if self._tokens:
            self._tokens.correct(reply.usage.prompt_tokens + reply.usage.completion_tokens - expected)
        return reply
