"""One patience for many waits: a timer a call would be set and taken back for every answer that comes in time."""

import asyncio
from typing import Any, TypeVar

T = TypeVar("T")


class Deadlines:
    """Ends waits that take longer than so many ``seconds``, with one timer for all of them: the oldest ends first."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._ends: dict[asyncio.Future[Any], float] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def within(self, awaited: "asyncio.Future[T]") -> T:
        """Return the result of a future.

        Raises:
            TimeoutError: it did not come in time; the future is given that error too.
        """
        loop = awaited.get_loop()
        self._ends[awaited] = loop.time() + self._seconds
        if self._timer is None:
            self._timer = loop.call_later(self._seconds, self._end_late_ones, loop)
        try:
            return await awaited
        finally:
            del self._ends[awaited]

    def close(self) -> None:
        """Take the timer back."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end_late_ones(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        now = loop.time()
        for awaited, end in list(self._ends.items()):
            if end > now:
                self._timer = loop.call_at(end, self._end_late_ones, loop)
                return
            if not awaited.done():
                awaited.set_exception(TimeoutError())
