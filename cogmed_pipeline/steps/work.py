"""Doing many things at once, each on its own: one failure is one item's result, never the step's end."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogmed_pipeline.stopping import Stop

LIVE = 1024
"""Items in progress at once, some 100 kB each; calls in flight are limited for each backbone, and far lower."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one item: its key, whether it was there already, what went wrong and of which kinds that is."""

    key: str
    reused: bool = False
    failures: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()
    metadata: dict[str, Any] = field(default_factory=dict)


Items = AsyncGenerator[Done, None]
"""Items as they are done. Whoever goes through them closes them (``contextlib.aclosing``), so that an error outside
ends what is still under way before the models it uses are closed."""


async def each(keys: Sequence[str], work: Callable[[str], Awaitable[Done]], stop: Stop) -> Items:
    """Work on all keys at once, at most ``LIVE`` of them, and yield each as it is done.

    An error that is nobody's in particular (a rejected key, a full disk, somebody who wants to ``stop``) ends the
    step; what was running is cancelled and awaited.
    """
    waiting = iter(keys)
    running: set[asyncio.Task[Done]] = set()
    finished: set[asyncio.Task[Done]] = set()
    with stop.heard() as stopped:
        try:
            while True:
                while len(running) < LIVE and (key := next(waiting, None)) is not None:
                    running.add(asyncio.ensure_future(work(key)))
                if not running:
                    return
                awaited: set[asyncio.Future[Any]] = {stopped, *running}
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                stop.check()
                finished = {task for task in running if task.done()}
                running -= finished
                for task in finished:
                    yield task.result()
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, *finished, return_exceptions=True)
