"""Stopping on purpose: Ctrl-C and SIGTERM end a run between two replies, not in the midst of a write.

The main thread does nothing but wait for them while the work is done in another: a handler would interrupt whatever
is being written, and in the main thread Dagster puts handlers of its own in place of ours.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn, TypeVar

from cogmed_core.errors import CogMedError

T = TypeVar("T")

GRACE = 1.0
"""Seconds after a signal within which the run has ended by itself, or is ended."""
GO_ON = "stopped; run the same command again to go on"


class StoppedError(CogMedError):
    """Somebody wanted the run to stop."""


class Stop:
    """Whether a run is to stop; asked for from any thread, heard at the next reply or the next item."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._ears: set[asyncio.Future[None]] = set()
        self._lock = threading.Lock()

    def ask(self) -> None:
        """Ask the run to stop."""
        with self._lock:
            self._asked.set()
            for ear in self._ears:
                ear.get_loop().call_soon_threadsafe(_ring, ear)

    def check(self) -> None:
        """Go on, or not.

        Raises:
            StoppedError: the run is to stop.
        """
        if self._asked.is_set():
            raise StoppedError(GO_ON)

    @contextmanager
    def heard(self) -> Iterator[asyncio.Future[None]]:
        """Give a future of the running loop that is done when the run is to stop."""
        ear = asyncio.get_running_loop().create_future()
        with self._lock:
            self._ears.add(ear)
            if self._asked.is_set():
                ear.set_result(None)
        try:
            yield ear
        finally:
            with self._lock:
                self._ears.discard(ear)


def _ring(ear: "asyncio.Future[None]") -> None:
    if not ear.done():
        ear.set_result(None)


class Signals:
    """Turns Ctrl-C and SIGTERM into a question to ``stop`` while some work is done.

    A process that has not ended by itself ``GRACE`` seconds later, because it is in the midst of something long, is
    ended where it is, and so is one that is asked twice; like a kill, that loses nothing.

    Attributes:
        received: the signal that came, None as long as none did.
        tables: what became of the tables by now, for the last message.
    """

    ASKING = (signal.SIGINT, signal.SIGTERM)

    def __init__(self, stop: Stop) -> None:
        self.received: int | None = None
        self.tables = "the tables are as they were before"
        self._stop = stop
        self._end = threading.Timer(GRACE, self._end_here)
        self._end.daemon = True

    def leave(self) -> NoReturn:
        """End the process as one that was interrupted, without the second that Python takes to clear up."""
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(128 + signal.SIGINT)

    def heeded_during(self, work: Callable[[], T]) -> T:
        """Return what ``work`` returns, or raise what it raises; it is done in a thread of its own."""
        before = {number: signal.signal(number, self._hear) for number in self.ASKING}
        outcome: Future[T] = Future()
        try:
            threading.Thread(target=_fulfil, args=(outcome, work), daemon=True).start()
            return outcome.result()
        finally:
            self._end.cancel()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        if self.received is not None:
            self._end_here()
        self.received = number
        self._end.start()
        self._stop.ask()

    def _end_here(self) -> None:
        """End the process, leaving the terminal as it was found."""
        if sys.stderr.isatty():
            os.write(2, b"\x1b[?25h\n")
        os.write(2, f"cogmed: {GO_ON}; {self.tables}\n".encode())
        self.leave()


def _fulfil(outcome: "Future[T]", work: Callable[[], T]) -> None:
    try:
        outcome.set_result(work())
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is raised where the result is waited for
        outcome.set_exception(error)
