"""One at a time for each key, in order of asking; what nobody waits for costs one entry of a dictionary."""

import asyncio
from collections import deque


class Turns:
    """Locks by key that exist only while they are held."""

    def __init__(self) -> None:
        self._waiting: dict[bytes, deque[asyncio.Future[None]]] = {}

    async def take(self, key: bytes) -> bool:
        """Wait for the turn of ``key``; return True if somebody else had it before."""
        queue = self._waiting.get(key)
        if queue is None:
            self._waiting[key] = deque()
            return False
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(key)
            raise
        return True

    def give_back(self, key: bytes) -> None:
        """Hand the turn to whoever has waited longest."""
        queue = self._waiting[key]
        while queue:
            turn = queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._waiting[key]
