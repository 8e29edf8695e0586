"""So many calls in flight and no more: one slot a call, shared by everybody who holds this wrapper.

The number adapts as congestion control does: an endpoint that says it is busy gets half as many calls at once,
and every round of answers after that gets one more, up to what the backbone allows. Of those who wait, whoever
has come least far goes first: so all come to their end together, and no slot is idle while one goes on alone.
"""

import asyncio
import time
from heapq import heappop, heappush

from cogmed_core.llm.failures import TransientError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.wrapper import Wrapper


class Slots:
    """A semaphore whose size changes; waiters are served by progress, equals in order."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._allowed = float(most)
        self._taken = 0
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._asked = 0
        self._halved = 0
        self._started = 0

    @property
    def allowed(self) -> int:
        """Calls that may be in flight now."""
        return int(self._allowed)

    async def take(self, progress: int = 0) -> int:
        """Wait for a slot, behind those of less ``progress``; return the number of the call, for ``busy``."""
        if self._waiting or self._taken >= self.allowed:
            turn = asyncio.get_running_loop().create_future()
            self._asked += 1
            heappush(self._waiting, (progress, self._asked, turn))
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self.give_back()
                raise
        else:
            self._taken += 1
        self._started += 1
        return self._started

    def give_back(self) -> None:
        """Free a slot and hand free ones to those who wait."""
        self._taken -= 1
        while self._waiting and self._taken < self.allowed:
            *_, turn = heappop(self._waiting)
            if not turn.done():
                self._taken += 1
                turn.set_result(None)

    def busy(self, call: int) -> None:
        """Halve the size, once for all calls that were already under way."""
        if call > self._halved:
            self._allowed = max(1.0, self._allowed / 2)
            self._halved = self._started

    def answered(self) -> None:
        """Grow by one for every full round of answers."""
        self._allowed = min(float(self._most), self._allowed + 1 / self._allowed)


class Limited(Wrapper):
    """A ``ChatModel`` with at most ``max_concurrency`` calls in flight; further ones wait their turn."""

    def __init__(self, model: ChatModel, max_concurrency: int) -> None:
        super().__init__(model)
        self._slots = Slots(max_concurrency)

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Wait for a slot, then answer."""
        slots = self._slots
        call = await slots.take(request.progress)
        started = time.perf_counter()
        try:
            reply = await self._model.complete(request)
        except TransientError as error:
            if error.busy:
                slots.busy(call)
            raise
        else:
            slots.answered()
            return reply.timed(time.perf_counter() - started)
        finally:
            slots.give_back()
