"""Welch's test from published means and standard deviations: two arms of which nobody has the single scores."""

import math

from scipy import stats

from cogmed_core.stats.arrays import count, fraction
from cogmed_core.stats.intervals import Estimate, Interval
from cogmed_core.stats.paired import Comparison
from cogmed_core.stats.significance import Significance


def from_summaries(
    mean_a: float, sd_a: float, n_a: int, mean_b: float, sd_b: float, n_b: int, level: float = 0.95
) -> Comparison:
    """Difference a − b of two independent means with unequal variances (Welch 1947), two-sided.

    Published arms were run on the same cases; without the pairs this test is what is left, and it is the more
    cautious one where scores of one case go together. Both deviations zero: p = 1 for equal means, else 0, and an
    interval without width.

    Args:
        mean_a: mean of the one arm.
        sd_a: its standard deviation over cases.
        n_a: its number of cases, at least two.
        mean_b: mean of the other arm.
        sd_b: its standard deviation.
        n_b: its number of cases, at least two.
        level: of the interval.

    Raises:
        ValueError: fewer than two cases, or a deviation below zero.
    """
    if count("n_a", n_a) < 2 or count("n_b", n_b) < 2:
        raise ValueError(f"at least two cases an arm, got {n_a} and {n_b}")
    if sd_a < 0 or sd_b < 0:
        raise ValueError(f"a standard deviation is not below zero, got {sd_a} and {sd_b}")
    gap, spread_a, spread_b = mean_a - mean_b, sd_a**2 / n_a, sd_b**2 / n_b
    error = math.sqrt(spread_a + spread_b)
    if not error:
        p, half = float(gap == 0), 0.0
    else:
        freedom = (spread_a + spread_b) ** 2 / (spread_a**2 / (n_a - 1) + spread_b**2 / (n_b - 1))
        p = float(2 * stats.t.sf(abs(gap) / error, freedom))
        half = float(stats.t.ppf((1 + fraction("level", level)) / 2, freedom)) * error
    estimate = Estimate(gap, Interval(gap - half, gap + half, level), n_a + n_b, n_a + n_b)
    return Comparison(estimate, Significance("Welch t (unpaired)", p, n_a + n_b, n_a + n_b))
