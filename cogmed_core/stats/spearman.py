"""Spearman's rank correlation: do two raters put the subjects in the same order?"""

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats.arrays import FloatArray, finite, ratio, same_length
from cogmed_core.stats.bootstrap import estimate
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.ranks import mean_ranks, settle
from cogmed_core.stats.resampling import Clusters, Resampling


def rho(first: ArrayLike, second: ArrayLike, plan: Resampling) -> Estimate:
    """Correlation of the mean ranks (Spearman 1904), with an interval by resampling subjects.

    Args:
        first: ratings by one, (subjects,).
        second: ratings by the other, the same subjects in the same order.
        plan: how to resample.

    Fewer than two subjects, or all ratings of one rater alike: no value.

    Raises:
        ValueError: NaN, unequal lengths.
    """
    x, y = settle(finite("first", first)), settle(finite("second", second))
    n = same_length(first=x, second=y)
    if n < 2:
        return Estimate(None, None, n, n)

    def correlation(drawn: FloatArray) -> FloatArray:
        middle = (drawn.sum(axis=1, keepdims=True) + 1) / 2
        rank_x, rank_y = mean_ranks(x, drawn) - middle, mean_ranks(y, drawn) - middle
        spread = (drawn * rank_x**2).sum(axis=1) * (drawn * rank_y**2).sum(axis=1)
        return ratio((drawn * rank_x * rank_y).sum(axis=1), np.sqrt(spread))

    return estimate(correlation, Clusters.singletons(n), plan)
