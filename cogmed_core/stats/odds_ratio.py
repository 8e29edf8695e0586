"""Effect size of a paired comparison of successes: the odds ratio of the discordant pairs."""

import math

from scipy import stats

from cogmed_core.stats.arrays import count, fraction
from cogmed_core.stats.intervals import Estimate, Interval


def discordant(only_a: int, only_b: int, level: float = 0.95) -> Estimate:
    """Conditional odds ratio only_a / only_b with its exact interval; for one pair a case.

    The interval is Clopper & Pearson's (1934) for the share only_a / (only_a + only_b), turned into odds
    (Breslow & Day 1980, section 5.2). No pair for b: infinite. No discordant pair: no ratio, 0 to infinity.

    Raises:
        ValueError: a count below zero.
    """
    a, b = count("only_a", only_a), count("only_b", only_b)
    tail = (1 - fraction("level", level)) / 2
    n = a + b
    low = float(stats.beta.ppf(tail, a, b + 1)) if a else 0.0
    high = float(stats.beta.isf(tail, a + 1, b)) if b else 1.0
    value = None if not n else _odds(a, b)
    return Estimate(value, Interval(_odds(low, 1 - low), _odds(high, 1 - high), level), n, n)


def _odds(for_a: float, for_b: float) -> float:
    return for_a / for_b if for_b else math.inf
