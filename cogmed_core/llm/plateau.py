"""Where an endpoint's throughput stops growing: by Little's law it is the calls in flight over what each takes.

While more at once are answered in the same time, throughput grows in proportion. Where the time grows in proportion
instead, calls only queue over there, where nobody goes by progress.
"""

BATCH = 100
"""Answers from which a mean is taken, or two of each slot where that is more: calls are of very unequal length."""
GROWN = 1.2
"""How many times as large a number has to be, for throughput to tell anything about it."""
GAIN = 0.5
"""The share of what was to be gained by it that has to show."""
PATIENCE = 20
"""Batches after which a larger number is tried again."""


class Plateau:
    """Compares the throughput of batches of answers."""

    def __init__(self) -> None:
        self._answers = 0
        self._levels = 0
        self._seconds = 0.0
        self._before: tuple[float, float] | None = None
        self._held: float | None = None
        self._batches_held = 0

    def forget(self) -> None:
        """Begin again: the number has become smaller."""
        self._answers, self._levels, self._seconds = 0, 0, 0.0
        self._before = self._held = None

    def level_after(self, level: int, seconds: float) -> float | None:
        """Take in an answer that came with ``level`` calls in flight; return a number not to grow beyond, if any."""
        self._answers += 1
        self._levels += level
        self._seconds += seconds
        if self._answers >= max(BATCH, 2 * level):
            self._judge(self._levels / self._answers, self._seconds / self._answers)
            self._answers, self._levels, self._seconds = 0, 0, 0.0
        return self._held

    def _judge(self, level: float, seconds: float) -> None:
        if self._held is not None:
            self._batches_held += 1
            if self._batches_held >= PATIENCE:
                self.forget()
            return
        throughput = level / seconds if seconds > 0 else 0.0
        if self._before is not None:
            smaller, less = self._before
            grown = level / smaller
            if grown < GROWN:
                return
            if throughput < less * (1 + GAIN * (grown - 1)):
                self._held, self._batches_held = smaller, 0
                return
        self._before = (level, throughput)
