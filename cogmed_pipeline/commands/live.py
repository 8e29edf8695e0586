"""Progress bars for a terminal; one line a step where there is no terminal."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from cogmed_pipeline.language.catalogue import told

TITLES = {
    "anonymized_cases": "Anonymizing cases",
    "scenarios": "Structuring cases",
    "profiles": "Drawing profiles",
    "episodes": "Mediating",
    "judgements": "Judging",
    "findings": "Auditing",
    "verdicts": "Deliberating",
}


class LiveProgress:
    """Shows, for each step, items done, rounds, calls, failures and the time left."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars = Progress(
            TextColumn("{task.description:<18}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[counts]}"),
            TimeRemainingColumn(compact=True),
            console=console,
            disable=not console.is_terminal,
        )
        self._task: TaskID | None = None
        self._total = self._done = self._rounds = self._calls = self._failed = self._reused = 0

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()

    def begin(self, step: str, total: int) -> None:
        """Start a bar."""
        self._total = total
        self._done = self._rounds = self._calls = self._failed = self._reused = 0
        self._task = self._bars.add_task(told(TITLES.get(step, step)), total=total, counts="")

    def item(self, step: str, *, reused: bool, failed: bool) -> None:
        """Advance the bar."""
        self._done += 1
        self._failed += failed
        self._reused += reused
        if self._task is not None:
            self._bars.update(self._task, advance=1, counts=self._counts())

    def round(self) -> None:
        """Count a round."""
        self._rounds += 1

    def call(self) -> None:
        """Count a call."""
        self._calls += 1
        if self._task is not None and self._calls % 50 == 0:
            self._bars.update(self._task, counts=self._counts())

    def end(self, step: str) -> None:
        """Leave the bar full; without a terminal, print its line."""
        if not self._console.is_terminal:
            counts = self._counts()
            print(f"{told(TITLES.get(step, step))}: {self._done}/{self._total}" + (f", {counts}" if counts else ""))

    def _counts(self) -> str:
        counts = {
            "rounds": self._rounds,
            "calls": self._calls,
            "already there": self._reused,
            "failed": self._failed,
        }
        return ", ".join(f"{number} {told(what)}" for what, number in counts.items() if number)
