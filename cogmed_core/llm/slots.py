"""How many calls are in flight at once: found out from what the endpoint says and how long it takes, not guessed.

All slots are there at the beginning, so that an endpoint that can take them all is never kept waiting. One that says
it is busy gets half as many calls at once. From there the number grows with every round of answers: fast while it is
far from where it was last too many, by one or less near it, and not any more where a larger number only makes every
call wait longer. Of those who wait for a slot, whoever has come least far goes first: so all come to their end
together, and no slot is idle while one goes on alone.
"""

import asyncio
from heapq import heappop, heappush

from cogmed_core.llm.plateau import Plateau

APPROACH = 4
"""A round of answers takes the number by one such part nearer to where it was too many, or further beyond."""
PROBE = 0.1
"""At least so much does a round of answers add at and beyond that place; below it, one."""


class Slots:
    """A semaphore whose size changes; waiters are served by progress, equals in order."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._allowed = float(most)
        self._too_many = most + 1.0
        self._plateau = Plateau()
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
        """Free a slot; those who wait get it when what its call brought has been stored.

        That is called for in this pass of the event loop. Were a waiter woken now, it would send first, and a kill
        between the two would lose more than the calls in flight.
        """
        self._taken -= 1
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._hand_on)

    def _hand_on(self) -> None:
        while self._waiting and self._taken < self.allowed:
            *_, turn = heappop(self._waiting)
            if not turn.done():
                self._taken += 1
                turn.set_result(None)

    def busy(self, call: int) -> None:
        """Halve the size, once for all calls that were already under way."""
        if call > self._halved:
            self._too_many = self._allowed
            self._allowed = max(1.0, self._allowed / 2)
            self._halved = self._started
            self._plateau.forget()

    def answered(self, seconds: float) -> None:
        """Grow by a part of a step, where all slots are in use; a round of answers makes it a whole one."""
        in_use = self._waiting or self._taken >= self.allowed
        if not in_use or self._allowed >= self._most:
            return
        level = self._plateau.level_after(self.allowed, seconds)
        if level is not None:
            self._allowed = min(self._allowed, level)
            return
        away = self._too_many - 1 - self._allowed
        step = max(1.0, away / APPROACH) if away > 0 else max(PROBE, -away / APPROACH)
        self._allowed = min(float(self._most), self._allowed + step / self._allowed)
