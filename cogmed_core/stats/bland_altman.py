"""Bias between two ways of rating: a judge against people."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from cogmed_core.stats.arrays import FloatArray, finite, same_length
from cogmed_core.stats.bootstrap import estimates
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.resampling import Clusters, Resampling


@dataclass(frozen=True, slots=True)
class Bias:
    """What the first rater gives more than the second (Bland & Altman 1986, 1999).

    Attributes:
        bias: mean difference first − second, in points of the scale.
        lower: lower limit of agreement: bias − z · standard deviation of the differences.
        upper: upper limit; between the two lie 95 % of the differences if they are normal (at level 0.95).
        slope: points the difference grows by per point of the pair's mean: 0 if the bias is the same all
            along.
    """

    bias: Estimate
    lower: Estimate
    upper: Estimate
    slope: Estimate


def bias(first: ArrayLike, second: ArrayLike, subjects: ArrayLike, plan: Resampling) -> Bias:
    """Bias and limits of agreement with intervals by resampling subjects.

    Args:
        first: ratings by one, (rows,).
        second: ratings by the other of the same thing in the same row.
        subjects: label of the subject of each row; a subject may have several rows.
        plan: how to resample; its level sets the limits too.

    No row: no value; one row: a bias without limits; all pair means equal: no slope.

    Raises:
        ValueError: NaN, unequal lengths.
    """
    x, y, by_subject = finite("first", first), finite("second", second), Clusters.of("subjects", subjects)
    if not same_length(first=x, second=y, subjects=by_subject.codes):
        nothing = Estimate(None, None, 0, 0)
        return Bias(nothing, nothing, nothing, nothing)
    differences, levels = x - y, (x + y) / 2
    reach = float(stats.norm.ppf((1 + plan.level) / 2))
    return Bias(*estimates(lambda drawn: _figures(differences, levels, reach, drawn), by_subject, plan))


def _figures(differences: FloatArray, levels: FloatArray, reach: float, drawn: FloatArray) -> FloatArray:
    n = drawn.sum(axis=1)
    gap, level = differences - differences[0], levels - levels[0]
    mean_gap, mean_level = drawn @ gap / n, drawn @ level / n
    variance = np.maximum(0.0, drawn @ gap**2 - n * mean_gap**2) / np.where(n > 1, n - 1, np.nan)
    half = reach * np.sqrt(variance)
    spread = drawn @ level**2 - n * mean_level**2
    spread = np.where(spread > 1e-12 * (1 + np.square(level).max()), spread, np.nan)
    slope = (drawn @ (gap * level) - n * mean_gap * mean_level) / spread
    centre = differences[0] + mean_gap
    return np.column_stack([centre, centre - half, centre + half, slope])
