"""What an unfinished row can still become."""

from dataclasses import dataclass

from cogmed_core.stats.arrays import count
from cogmed_core.stats.intervals import Interval, wilson


@dataclass(frozen=True, slots=True)
class Completion:
    """A success rate while some episodes have failed for a reason that is no outcome.

    Attributes:
        n: every episode asked for, failed ones included.
        failed: those without an outcome; while there are any the row is incomplete.
        worst: the rate if all of them end without agreement; also agreements / n as it stands.
        best: the rate if all of them end in agreement.
        interval: from the low end of the worst to the high end of the best (Wilson), for independent
            episodes.
    """

    n: int
    failed: int
    worst: float | None
    best: float | None
    interval: Interval

    @property
    def incomplete(self) -> bool:
        """Whether an episode is still missing."""
        return self.failed > 0


def bounds(agreements: int, failed: int, n: int, level: float = 0.95) -> Completion:
    """Worst and best success rate of n episodes of which some failed (Manski 1989).

    No episode: no rates, interval 0 to 1.

    Raises:
        ValueError: a count below zero, or more agreements and failures than episodes.
    """
    if count("agreements", agreements) + count("failed", failed) > count("n", n):
        raise ValueError(f"{agreements} agreements and {failed} failed of only {n} episodes")
    low, high = wilson(agreements, n, level).low, wilson(agreements + failed, n, level).high
    worst, best = (agreements / n, (agreements + failed) / n) if n else (None, None)
    return Completion(n, failed, worst, best, Interval(low, high, level))
