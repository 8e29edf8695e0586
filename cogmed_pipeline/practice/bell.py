"""Tells everybody who listens that there is something new to see."""

import asyncio


class Bell:
    """Counts changes; listeners wait for the next one."""

    def __init__(self) -> None:
        self.revision = 0
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Count a change and wake whoever waits."""
        self.revision += 1
        self._rung.set()
        self._rung = asyncio.Event()

    async def after(self, revision: int) -> int:
        """Return the present revision, once it is beyond ``revision``."""
        while self.revision <= revision:
            await self._rung.wait()
        return self.revision
