"""Effect size beside Wilcoxon's test: the matched-pairs rank-biserial correlation."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats.arrays import FloatArray, finite, ratio
from cogmed_core.stats.bootstrap import estimate
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.ranks import mean_ranks, settle
from cogmed_core.stats.resampling import Clusters, Resampling
from cogmed_core.stats.wilcoxon import case_differences


def matched(a: ArrayLike, b: ArrayLike, cases: ArrayLike, plan: Resampling) -> Estimate:
    """Share of the rank sum that favours a minus the share that favours b (Kerby 2014); −1 … 1.

    On the mean difference of each case, zero differences left out, as in ``wilcoxon.signed_rank``.
    No pair, or no difference: no value.

    Raises:
        ValueError: NaN, unequal lengths.
    """
    differences = settle(case_differences(a, b, cases))
    pairs = len(finite("a", a))
    if not differences.any():
        return Estimate(None, None, pairs, len(differences))
    moved = differences != 0

    def balance(drawn: FloatArray) -> FloatArray:
        kept = drawn[:, moved]
        weighted = kept * mean_ranks(np.abs(differences[moved]), kept)
        return ratio(weighted @ np.sign(differences[moved]), weighted.sum(axis=1))

    return replace(estimate(balance, Clusters.singletons(len(differences)), plan), n=pairs)
