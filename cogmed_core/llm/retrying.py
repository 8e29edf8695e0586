"""Failures that pass are tried again, a bounded number of times; all others go up at once."""

import asyncio
import random
from dataclasses import dataclass

from cogmed_core.errors import EndpointError
from cogmed_core.llm.failures import TransientError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often and how long: waits double from ``first_wait`` to ``longest_wait`` seconds, jittered.

    Eight attempts get 999,997 of a million calls through where one in five fails.
    """

    attempts: int = 8
    first_wait: float = 0.5
    longest_wait: float = 30.0
    longest_asked_wait: float = 120.0

    def wait(self, attempt: int, asked: float | None) -> float:
        """Return the seconds before the attempt after this one; an endpoint's own wish is a lower bound."""
        full = min(self.longest_wait, self.first_wait * 2.0 ** (attempt - 1))
        jittered = full * random.uniform(0.5, 1.0)
        return jittered if asked is None else asked + 0.1 * jittered


class Retrying(Wrapper):
    """A ``ChatModel`` that outlives passing failures."""

    def __init__(self, model: ChatModel, policy: RetryPolicy = RetryPolicy()) -> None:
        super().__init__(model)
        self._policy = policy

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer, however many of the bounded attempts it takes.

        Raises:
            EndpointError: every attempt failed, or the endpoint asks for more patience than there is.
        """
        attempt = 1
        while True:
            try:
                return await self._model.complete(request)
            except TransientError as error:
                wait = self._wait(attempt, error)
            await asyncio.sleep(wait)
            attempt += 1

    def _wait(self, attempt: int, error: TransientError) -> float:
        asked = error.retry_after
        if asked is not None and asked > self._policy.longest_asked_wait:
            raise EndpointError(f"{error} (it asks to wait {asked:.0f} s)") from None
        if attempt >= self._policy.attempts:
            raise EndpointError(f"{error} (after {attempt} attempts)") from None
        return self._policy.wait(attempt, asked)
