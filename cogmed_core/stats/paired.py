"""Two arms on the same cases and seeds: the test the design calls for, and the difference."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats import mcnemar, proportion_difference
from cogmed_core.stats.arrays import FloatArray, binary, finite, ratio, same_length
from cogmed_core.stats.bootstrap import estimate, mean
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.resampling import Clusters, Resampling
from cogmed_core.stats.sign_flip import sign_flip
from cogmed_core.stats.significance import Significance
from cogmed_core.stats.wilcoxon import signed_rank


@dataclass(frozen=True, slots=True)
class Comparison:
    """Difference a − b over the pairs, and the p of no difference; adjust p over the declared family."""

    difference: Estimate
    significance: Significance


def successes(a: ArrayLike, b: ArrayLike, cases: ArrayLike, plan: Resampling) -> Comparison:
    """Difference of success rates over pairs of the same case and seed.

    One pair a case: exact McNemar and Tango's interval. Several: the sign-flip test over cases and the
    percentile bootstrap over cases, because pairs of one case are not independent. No pair: no difference
    and p = 1.

    Args:
        a: success of the one arm, 0 or 1, one a pair.
        b: success of the other arm on the same case and seed.
        cases: label of the case of each pair.
        plan: how to resample; its level is the interval's.

    Raises:
        ValueError: NaN, a value other than 0 and 1, unequal lengths.
    """
    first, second, by_case = binary("a", a), binary("b", b), Clusters.of("cases", cases)
    n = same_length(a=first, b=second, cases=by_case.codes)
    if by_case.count == n:
        counts = mcnemar.paired_counts(first, second)
        p = mcnemar.exact(counts.only_a, counts.only_b)
        difference = proportion_difference.paired(counts, plan.level)
        return Comparison(difference, Significance("exact McNemar", p, n, n))
    gap = first.astype(np.float64) - second

    def average(drawn: FloatArray) -> FloatArray:
        return ratio(drawn @ gap, drawn.sum(axis=1))

    return Comparison(estimate(average, by_case, plan, method="percentile"), sign_flip(gap, cases, plan.seed))


def scores(
    a: ArrayLike, b: ArrayLike, cases: ArrayLike, plan: Resampling, seeds: ArrayLike | None = None
) -> Comparison:
    """Difference of mean scores over pairs of the same case and seed: Wilcoxon and bootstrap over cases.

    Args:
        a: score of the one arm, one a pair.
        b: score of the other arm on the same case and seed.
        cases: label of the case of each pair.
        plan: how to resample.
        seeds: label of the seed of each pair, to resample cases × seeds (see ``resampling``).

    No pair: no difference and p = 1.

    Raises:
        ValueError: NaN, unequal lengths.
    """
    first, second = finite("a", a), finite("b", b)
    same_length(a=first, b=second)
    return Comparison(mean(first - second, cases, plan, seeds), signed_rank(first, second, cases))
