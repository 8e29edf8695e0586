"""Being stopped while a step works: what is under way is cancelled and closed in order, then Dagster is told."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interruptible() -> Iterator[None]:
    """Cancel the running task when somebody stops the process: a run that was launched from the Dagster UI.

    Without this Dagster raises from inside the event loop, wherever that is, and nothing is ever closed. Where
    signals cannot be had (Windows, or a thread: there the command line's own ``stopping`` is at work) nothing is done.

    Raises:
        dagster.DagsterExecutionInterruptedError: the task was stopped.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    stopped = asyncio.Event()

    def stop() -> None:
        stopped.set()
        if task:
            task.cancel()

    originals = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        for number in SIGNALS:
            loop.add_signal_handler(number, stop)
    except (NotImplementedError, RuntimeError, ValueError):  # no such handlers on Windows, or outside the main thread
        originals = {}
    try:
        yield
    except asyncio.CancelledError:
        if stopped.is_set():
            raise dg.DagsterExecutionInterruptedError from None
        raise
    finally:
        for number, original in originals.items():
            loop.remove_signal_handler(number)
            signal.signal(number, original)
