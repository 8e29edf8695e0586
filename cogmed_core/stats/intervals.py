"""An interval, an estimate that carries one, and Wilson's interval for a proportion."""

import math
from dataclasses import dataclass

from scipy import stats

from cogmed_core.stats.arrays import fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval; ``high`` may be infinite (a median that was not reached, an odds ratio)."""

    low: float
    high: float
    level: float

    def __post_init__(self) -> None:
        fraction("level", self.level)
        if not self.low <= self.high:
            raise ValueError(f"the interval is upside down: {self.low} … {self.high}")

    def contains(self, value: float) -> bool:
        """Whether the value lies within, ends included."""
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with what it rests on.

    Attributes:
        value: None where the data do not define it (the mean of nothing).
        interval: None where they cannot say how sure it is (fewer than two clusters).
        n: observations behind the value.
        clusters: independent units behind the interval (cases, where a case has several seeds).
    """

    value: float | None
    interval: Interval | None
    n: int
    clusters: int

    @property
    def low(self) -> float | None:
        """Lower end of the interval."""
        return self.interval.low if self.interval else None

    @property
    def high(self) -> float | None:
        """Upper end of the interval."""
        return self.interval.high if self.interval else None


def wilson(successes: float, n: float, level: float = 0.95) -> Interval:
    """Score interval for a proportion (Wilson 1927), without continuity correction.

    For independent trials; ``proportion.clustered`` is for several seeds a case. n = 0 excludes no rate: 0
    to 1. Fractions are accepted, so that an effective sample size can be used.

    Raises:
        ValueError: successes outside 0…n.
    """
    fraction("level", level)
    if not 0 <= successes <= n:
        raise ValueError(f"expected 0 ≤ successes ≤ n, got {successes} of {n}")
    if n == 0:
        return Interval(0.0, 1.0, level)
    z = float(stats.norm.ppf((1 + level) / 2))
    rate, spread = successes / n, z * z / n
    centre = (rate + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(rate * (1 - rate) / n + spread / (4 * n))
    # At the ends the formula gives exactly 0 or 1; rounding must not put the rate outside its own interval.
    low = 0.0 if successes == 0 else min(rate, centre - half)
    high = 1.0 if successes == n else max(rate, centre + half)
    return Interval(low, high, level)
