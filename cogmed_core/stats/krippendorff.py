"""Krippendorff's alpha: agreement of any number of raters, with gaps."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats.arrays import FloatArray, ratio
from cogmed_core.stats.bootstrap import estimate
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.resampling import Clusters, Resampling

Metric = Literal["nominal", "ordinal", "interval"]


def alpha(ratings: ArrayLike, metric: Metric, plan: Resampling) -> Estimate:
    """1 − observed disagreement / the one expected by chance (Krippendorff 2011); 1 is perfect, 0 chance.

    Args:
        ratings: (subjects, raters); NaN where a rater did not rate.
        metric: how far apart two ratings are: ``nominal`` differ or not, ``ordinal`` by the ratings between
            them,
            ``interval`` by their squared difference.
        plan: the interval resamples subjects, with all their ratings.

    Subjects with fewer than two ratings tell nothing and are left out; ``n`` of the estimate counts the rest.
    None left, or all ratings alike (nothing to expect by chance): no value.

    Raises:
        ValueError: not a matrix, or an infinite rating.
    """
    table = np.asarray(ratings, dtype=np.float64)
    if table.ndim != 2 or np.isinf(table).any():
        raise ValueError("ratings: expected a finite matrix (NaN for a gap)")
    table = table[(~np.isnan(table)).sum(axis=1) >= 2]
    if not table.size:
        return Estimate(None, None, 0, 0)
    levels = np.unique(table[~np.isnan(table)])
    counts = (table[:, :, None] == levels).sum(axis=1).astype(np.float64)
    return estimate(lambda drawn: _alpha(counts, levels, metric, drawn), Clusters.singletons(len(table)), plan)


def _alpha(counts: FloatArray, levels: FloatArray, metric: Metric, drawn: FloatArray) -> FloatArray:
    """Alpha of each resample from the ratings of each subject by level, (subjects, levels)."""
    rated = counts.sum(axis=1)
    margins = drawn @ counts
    total = margins.sum(axis=1)
    if metric == "nominal":
        observed = drawn @ ((rated**2 - (counts**2).sum(axis=1)) / (rated - 1))
        expected = total**2 - (margins**2).sum(axis=1)
    else:
        scale = _mean_ranks(margins) if metric == "ordinal" else levels - levels.mean() + 0 * margins
        # Σ over pairs of squared differences = 2 (n Σx² − (Σx)²), within subjects and over all.
        weight = drawn / (rated - 1)
        within = (scale**2 * ((weight * rated) @ counts)).sum(axis=1)
        observed = 2 * (within - (weight * (scale @ counts.T) ** 2).sum(axis=1))
        expected = 2 * (total * (scale**2 * margins).sum(axis=1) - (scale * margins).sum(axis=1) ** 2)
    expected[(margins > 0).sum(axis=1) < 2] = 0.0  # one level only: rounding must not make up a chance
    return np.asarray(np.minimum(1.0, 1 - (total - 1) * ratio(observed, expected)))  # no rounding beats perfection


def _mean_ranks(margins: FloatArray) -> FloatArray:
    """The ordinal metric is the interval metric on mean ranks."""
    return margins.cumsum(axis=1) - margins / 2
