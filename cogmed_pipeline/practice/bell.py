"""Tells everybody who listens that there is something new to see."""

import asyncio


class Bell:
    """Counts changes, and apart from them the words that come one by one; listeners wait for either."""

    def __init__(self) -> None:
        self.revision = 0
        self.words = 0
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Count a change and wake whoever waits."""
        self.revision += 1
        self._rung.set()
        self._rung = asyncio.Event()

    def murmur(self) -> None:
        """Count words and wake whoever waits."""
        self.words += 1
        self._rung.set()
        self._rung = asyncio.Event()

    async def after(self, revision: int, words: int) -> None:
        """Wait until the revision is beyond ``revision``, or the words beyond ``words``."""
        while self.revision <= revision and self.words <= words:
            await self._rung.wait()
