"""Effect size of a paired comparison of means: Cohen's dz."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats.arrays import FloatArray, finite, ratio
from cogmed_core.stats.bootstrap import estimate
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.resampling import Clusters, Resampling
from cogmed_core.stats.wilcoxon import case_differences


def dz(a: ArrayLike, b: ArrayLike, cases: ArrayLike, plan: Resampling) -> Estimate:
    """Mean of the case differences a − b over their standard deviation (Cohen 1988, section 2.3.5).

    Several seeds of a case are averaged first. The interval resamples cases and assumes no normal
    distribution. Fewer than two cases, or all differences equal: no value.

    Raises:
        ValueError: NaN, unequal lengths.
    """
    differences = case_differences(a, b, cases)
    pairs, by_case = len(finite("a", a)), Clusters.singletons(len(differences))
    if len(differences) < 2:
        return Estimate(None, None, pairs, by_case.count)

    offset = differences - differences[0]
    noise = 1e-12 * float(np.square(differences).max())

    def standardised(drawn: FloatArray) -> FloatArray:
        n = drawn.sum(axis=1)
        mean = drawn @ offset / n
        variance = (drawn @ offset**2 / n - mean**2) * n / np.maximum(n - 1, 1)
        # What rounding leaves of equal differences is no variance.
        return ratio(differences[0] + mean, np.sqrt(np.where(variance > noise, variance, 0.0)))

    return replace(estimate(standardised, by_case, plan), n=pairs)
