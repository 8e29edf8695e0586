"""A circuit breaker: an endpoint that is down is left alone, probed, and used again when it answers.

Without it every waiting call of every mediation would use up its attempts against a server that restarts.
"""

import asyncio
from dataclasses import dataclass

from cogmed_core.errors import AccessError, EndpointError
from cogmed_core.llm.failures import TransientError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class BreakerPolicy:
    """When an endpoint counts as down, how often it is probed, when it is given up; times in seconds.

    ``failures`` in a row open the circuit: at one failure in five that happens by chance once in 400,000 calls.
    """

    failures: int = 8
    first_pause: float = 1.0
    longest_pause: float = 15.0
    patience: float = 180.0
    rejections: int = 3


class Breaking(Wrapper):
    """A ``ChatModel`` that pauses while its endpoint is down, and stops for good where access is denied."""

    def __init__(self, model: ChatModel, policy: BreakerPolicy = BreakerPolicy()) -> None:
        super().__init__(model)
        self._policy = policy
        self._failures = 0
        self._rejections = 0
        self._denied: AccessError | None = None
        self._last_error: TransientError | None = None
        self._down_since = 0.0
        self._probe_at = 0.0
        self._changed = asyncio.Event()

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer once the endpoint is taken to be up.

        Raises:
            EndpointError: it has been down for longer than the policy's patience.
            AccessError: it denied access several times in a row; nothing was sent.
        """
        if self._denied is not None:
            raise self._denied
        if self._failures >= self._policy.failures:
            await self._wait()
        try:
            reply = await self._model.complete(request)
        except TransientError as error:
            if not error.busy:
                self._failed(error)
            raise
        except AccessError as error:
            self._rejections += 1
            if self._rejections >= self._policy.rejections:
                self._denied = error
            raise
        self._failures = self._rejections = 0
        self._changed.set()
        return reply

    async def _wait(self) -> None:
        """Return to the one caller whose turn it is to probe, and to all once the endpoint answers."""
        loop = asyncio.get_running_loop()
        while self._failures >= self._policy.failures:
            now = loop.time()
            if now >= self._probe_at:
                self._probe_at = now + self._pause()
                return
            if now - self._down_since > self._policy.patience:
                raise EndpointError(f"{self._last_error} (down for {now - self._down_since:.0f} s)")
            self._changed.clear()
            try:
                async with asyncio.timeout(self._probe_at - now):
                    await self._changed.wait()
            except TimeoutError:
                pass

    def _failed(self, error: TransientError) -> None:
        now = asyncio.get_running_loop().time()
        self._failures += 1
        self._last_error = error
        if self._failures == self._policy.failures:
            self._down_since = now
        if self._failures >= self._policy.failures:
            self._probe_at = max(self._probe_at, now + self._pause())

    def _pause(self) -> float:
        beyond = min(self._failures - self._policy.failures, 10)
        return min(self._policy.longest_pause, self._policy.first_pause * 2.0**beyond)
