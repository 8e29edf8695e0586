"""Quadratic weighted kappa: agreement of two raters on an ordered scale."""

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats.arrays import FloatArray, finite, ratio, same_length
from cogmed_core.stats.bootstrap import estimate
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.resampling import Clusters, Resampling


def quadratic_weighted(first: ArrayLike, second: ArrayLike, plan: Resampling) -> Estimate:
    """1 − mean squared difference / the same for independent raters with these margins (Cohen 1968); −1 … 1.

    With squared differences the table of categories is not needed: the value is Lin's (1989) concordance.

    Args:
        first: ratings of one rater, (subjects,).
        second: ratings of the other, the same subjects in the same order.
        plan: the interval resamples subjects.

    No subject, or both raters gave all subjects one and the same rating: no value.

    Raises:
        ValueError: NaN, unequal lengths.
    """
    x, y = finite("first", first), finite("second", second)
    n = same_length(first=x, second=y)
    if not n:
        return Estimate(None, None, 0, 0)
    x, y = x - y[0], y - y[0]  # a common shift changes nothing and keeps equal ratings exactly equal

    noise = 1e-12 * max(np.square(x).max(), np.square(y).max())  # what rounding leaves of equal ratings

    def kappa(drawn: FloatArray) -> FloatArray:
        total = drawn.sum(axis=1)
        observed = drawn @ (x - y) ** 2 / total
        expected = drawn @ (x**2 + y**2) / total - 2 * (drawn @ x) * (drawn @ y) / total**2
        return 1 - ratio(observed, np.where(expected > noise, expected, 0.0))

    return estimate(kappa, Clusters.singletons(n), plan)
