"""Difference of two success rates, a − b, with an interval: on the same cases, or on different ones."""

import math

from scipy import optimize, stats

from cogmed_core.stats.arrays import count, fraction
from cogmed_core.stats.intervals import Estimate, Interval, wilson
from cogmed_core.stats.mcnemar import PairedCounts


def paired(counts: PairedCounts, level: float = 0.95) -> Estimate:
    """Score interval for paired rates (Tango 1998); for one pair a case.

    All the differences at which the score test does not reject. No pair: no difference, −1 to 1.
    """
    fraction("level", level)
    n = counts.pairs
    if not n:
        return Estimate(None, Interval(-1.0, 1.0, level), 0, 0)
    z = float(stats.norm.ppf((1 + level) / 2))
    observed = (counts.only_a - counts.only_b) / n
    low = _root(counts, z, -1.0, observed)
    high = _root(counts, -z, observed, 1.0)
    return Estimate(observed, Interval(low, high, level), n, n)


def unpaired(successes_a: int, n_a: int, successes_b: int, n_b: int, level: float = 0.95) -> Estimate:
    """Hybrid score interval for independent rates (Newcombe 1998, method 10), for published counts.

    No run in one arm: no difference, and what Wilson's 0 to 1 leaves open.

    Raises:
        ValueError: a count below zero, or more successes than runs.
    """
    for name, n in (("n_a", n_a), ("n_b", n_b)):
        count(name, n)
    a, b = wilson(successes_a, n_a, level), wilson(successes_b, n_b, level)
    if not n_a or not n_b:
        return Estimate(None, Interval(a.low - b.high, a.high - b.low, level), n_a + n_b, n_a + n_b)
    rate_a, rate_b = successes_a / n_a, successes_b / n_b
    below = math.hypot(rate_a - a.low, b.high - rate_b)
    above = math.hypot(a.high - rate_a, rate_b - b.low)
    observed = rate_a - rate_b
    return Estimate(observed, Interval(observed - below, observed + above, level), n_a + n_b, n_a + n_b)


def _root(counts: PairedCounts, z: float, low: float, high: float) -> float:
    """Where the score statistic, which falls in the difference, equals z; an end where it never does."""

    def excess(difference: float) -> float:
        return _score(counts, difference) - z

    # The statistic is infinite at ±1 unless all pairs are of that one kind; then the end is the limit.
    if low == high:
        return low
    inner_low, inner_high = max(low, -1 + 1e-15), min(high, 1 - 1e-15)
    if excess(inner_low) <= 0:
        return low
    if excess(inner_high) >= 0:
        return high
    return float(optimize.brentq(excess, inner_low, inner_high, xtol=1e-14, rtol=1e-14))


def _score(counts: PairedCounts, difference: float) -> float:
    """Tango's statistic: observed minus assumed difference over its deviation under the assumption."""
    n, a, b = counts.pairs, counts.only_a, counts.only_b
    linear = (2 * n - a + b) * difference - a - b
    constant = -b * difference * (1 - difference)
    only_b = (math.sqrt(max(0.0, linear**2 - 8 * n * constant)) - linear) / (4 * n)  # restricted estimate
    variance = n * (2 * only_b + difference * (1 - difference))
    gap = a - b - n * difference
    if variance <= 0:
        return math.copysign(math.inf, gap) if gap else 0.0
    return gap / math.sqrt(variance)
