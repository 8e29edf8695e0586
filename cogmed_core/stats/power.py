"""How many cases and seeds does a difference need?"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import stats

from cogmed_core.stats.arrays import count, fraction

MOST_CASES = 1_000_000
STEADY = 50  # cases over which the power must stay reached: with counts it rises in a sawtooth


@dataclass(frozen=True, slots=True)
class Plan:
    """A number of cases and seeds a case with the power they give at a two-sided level alpha."""

    cases: int
    seeds: int
    power: float
    alpha: float


@dataclass(frozen=True, slots=True)
class Discordance:
    """Chance that only one arm succeeds on a case and seed; a's minus b's is the difference of the rates."""

    only_a: float
    only_b: float

    def __post_init__(self) -> None:
        if not (self.only_a >= 0 and self.only_b >= 0 and self.only_a + self.only_b <= 1 + 1e-12):
            raise ValueError(f"not a pair of chances: {self.only_a} and {self.only_b}")


def discordance(rate_a: float, rate_b: float, correlation: float = 0.0) -> Discordance:
    """The discordant chances of two success rates whose successes correlate (phi) over cases.

    Raises:
        ValueError: a rate outside 0…1, or a correlation that these rates do not allow.
    """
    if not (0 <= rate_a <= 1 and 0 <= rate_b <= 1):
        raise ValueError(f"expected rates from 0 to 1, got {rate_a} and {rate_b}")
    spread = math.sqrt(rate_a * (1 - rate_a) * rate_b * (1 - rate_b))
    both = rate_a * rate_b + correlation * spread
    if not max(0.0, rate_a + rate_b - 1) - 1e-12 <= both <= min(rate_a, rate_b) + 1e-12:
        raise ValueError(f"rates {rate_a} and {rate_b} can't correlate by {correlation}")
    return Discordance(max(0.0, rate_a - both), max(0.0, rate_b - both))


def design_effect(seeds: int, icc: float) -> float:
    """By how much seeds of one case tell less than as many cases: 1 + (seeds − 1) · icc (Kish 1965).

    ``icc`` is the correlation inside a case of what is averaged: of the paired differences, in a comparison.

    Raises:
        ValueError: no seed, or an icc outside 0…1.
    """
    if count("seeds", seeds) < 1 or not 0 <= icc <= 1:
        raise ValueError(f"expected at least one seed and an icc from 0 to 1, got {seeds} and {icc}")
    return 1 + (seeds - 1) * icc


def mcnemar_power(pairs: int, chances: Discordance, alpha: float = 0.05) -> float:
    """Exact power of the exact McNemar test with so many independent pairs (Duffy 1984).

    Sums over the number of discordant pairs the chance that their split is significant. No pair: 0.

    Raises:
        ValueError: a count below zero, alpha outside 0…1.
    """
    n, tail = count("pairs", pairs), fraction("alpha", alpha) / 2
    discordant = min(1.0, chances.only_a + chances.only_b)
    if not n or not discordant:
        return 0.0
    least, most = (float(stats.binom.ppf(edge, n, discordant)) for edge in (1e-15, 1 - 1e-15))
    m = np.arange(max(0.0, least - 1), most + 1)
    smallest = np.asarray(stats.binom.ppf(tail, m, 0.5), dtype=np.float64)
    critical = smallest - (stats.binom.cdf(smallest, m, 0.5) > tail)  # the last with a tail within alpha / 2
    share = chances.only_a / discordant
    significant = stats.binom.cdf(critical, m, share) + stats.binom.sf(m - critical - 1, m, share)
    return float(np.sum(stats.binom.pmf(m, n, discordant) * np.where(critical < 0, 0.0, significant)))


def success_power(cases: int, seeds: int, icc: float, chances: Discordance, alpha: float = 0.05) -> float:
    """Power to see a difference of success rates with several seeds a case.

    As many independent pairs as cases · seeds / design effect, rounded down, in ``mcnemar_power``: exact for one
    seed, up to five points too low for several (simulated), as the sign-flip test has finer sums to go by.
    """
    effective = count("cases", cases) * seeds / design_effect(seeds, icc)
    return mcnemar_power(math.floor(effective + 1e-9), chances, alpha)


def score_power(cases: int, seeds: int, icc: float, difference: float, deviation: float, alpha: float = 0.05) -> float:
    """Power to see a difference of mean scores: two-sided t test of the case means (noncentral t, Owen 1965).

    Wilcoxon's test needs about 5 % more cases than the t test at the worst of normal data, and fewer on
    skewed data.

    Args:
        cases: number of cases; fewer than two: power 0.
        seeds: pairs a case.
        icc: correlation of the paired differences inside a case.
        difference: mean difference to be seen, in points.
        deviation: standard deviation of a single paired difference, in points.
        alpha: two-sided level.

    Raises:
        ValueError: a deviation not above zero, and as in ``design_effect``.
    """
    if not (deviation > 0 and math.isfinite(difference)):
        raise ValueError(f"expected a deviation above 0 and a finite difference, got {deviation} and {difference}")
    error = deviation * math.sqrt(design_effect(seeds, icc) / seeds)
    freedom = count("cases", cases) - 1
    if freedom < 1:
        return 0.0
    critical = float(stats.t.isf(fraction("alpha", alpha) / 2, freedom))
    shift = abs(difference) / error * math.sqrt(cases)
    return float(stats.nct.sf(critical, freedom, shift) + stats.nct.cdf(-critical, freedom, shift))


def success_plan(seeds: int, icc: float, chances: Discordance, power: float = 0.8, alpha: float = 0.05) -> Plan:
    """Fewest cases from which the power for a difference of success rates stays reached.

    Raises:
        ValueError: the arms are equal, or a million cases are not enough.
    """
    if chances.only_a == chances.only_b:
        raise ValueError("there is no difference to be seen")
    return _fewest(lambda cases: success_power(cases, seeds, icc, chances, alpha), seeds, power, alpha)


def score_plan(
    seeds: int, icc: float, difference: float, deviation: float, power: float = 0.8, alpha: float = 0.05
) -> Plan:
    """Fewest cases with which the power for a difference of mean scores is reached.

    Raises:
        ValueError: no difference, or a million cases are not enough.
    """
    if difference == 0:
        raise ValueError("there is no difference to be seen")
    return _fewest(lambda cases: score_power(cases, seeds, icc, difference, deviation, alpha), seeds, power, alpha)


def _fewest(reached: Callable[[int], float], seeds: int, power: float, alpha: float) -> Plan:
    target = fraction("power", power)
    above = 2
    while reached(above) < target:
        above *= 2
        if above > MOST_CASES:
            raise ValueError(f"{MOST_CASES:,} cases are not enough to see this difference")
    below = above // 2
    while above - below > 1:
        middle = (above + below) // 2
        below, above = (below, middle) if reached(middle) >= target else (middle, above)
    while short := [cases for cases in range(above, above + STEADY) if reached(cases) < target]:
        above = short[-1] + 1
    return Plan(above, seeds, reached(above), alpha)
