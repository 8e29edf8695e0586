"""Whose turn it is at the models' endpoints, where several runs work at the same time."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol


class Turns(Protocol):
    """Waits until a step may ask some backbones, and says how many steps may have the same turn at once."""

    def taken(self, names: Iterable[str], check: Callable[[], None]) -> AbstractAsyncContextManager[Mapping[str, int]]:
        """Take a turn at each backbone; give, by name, how many share its limit of calls in flight.

        Args:
            names: of backbones.
            check: called while it waits; raises if somebody wants to stop.
        """


class Alone:
    """Nobody else is there: it is always our turn."""

    @asynccontextmanager
    async def taken(self, names: Iterable[str], check: Callable[[], None]) -> AsyncIterator[Mapping[str, int]]:
        """Begin at once, with the whole limit of each backbone."""
        check()
        yield dict.fromkeys(names, 1)
