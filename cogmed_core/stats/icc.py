"""Intraclass correlations: agreement of several raters who all rated every subject."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats.arrays import FloatArray, finite_table, ratio
from cogmed_core.stats.bootstrap import estimates
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.resampling import Clusters, Resampling


@dataclass(frozen=True, slots=True)
class Icc:
    """Three coefficients of Shrout & Fleiss (1979).

    Attributes:
        agreement: ICC(2,1), absolute agreement of one rater drawn at random.
        agreement_of_mean: ICC(2,k), of the mean of these k raters.
        consistency: ICC(3,1), of one of just these raters, whose means may differ.
    """

    agreement: Estimate
    agreement_of_mean: Estimate
    consistency: Estimate


def icc(ratings: ArrayLike, plan: Resampling) -> Icc:
    """ICC(2,1), ICC(2,k) and ICC(3,1) with intervals by resampling subjects.

    Args:
        ratings: (subjects, raters), complete.
        plan: how to resample.

    Fewer than two subjects or raters, or all ratings alike: no value. Values below 0 are given as they are.

    Raises:
        ValueError: not a matrix, or a NaN in it.
    """
    table = finite_table("ratings", ratings)
    subjects, raters = table.shape
    if subjects < 2 or raters < 2:
        nothing = Estimate(None, None, subjects, subjects)
        return Icc(nothing, nothing, nothing)
    table = table - table[0, 0]
    whom = Clusters.singletons(subjects)
    return Icc(*estimates(lambda drawn: _coefficients(table, drawn), whom, plan, method="bca of variances"))


def _coefficients(table: FloatArray, drawn: FloatArray) -> FloatArray:
    """The three of each resample, (resamples, 3), from the mean squares of the two-way layout."""
    k, n = table.shape[1], drawn.sum(axis=1)
    square = drawn @ (table**2).sum(axis=1)
    centre = drawn @ table.sum(axis=1) ** 2 / k
    rater_sums = drawn @ table
    grand = rater_sums.sum(axis=1) ** 2 / (n * k)
    between_raters = (rater_sums**2).sum(axis=1) / n - grand
    between_subjects = centre - grand
    residual = np.maximum(0.0, square - grand - between_subjects - between_raters)
    subject = between_subjects / np.maximum(n - 1, 1)
    rater = between_raters / (k - 1)
    error = residual / (np.maximum(n - 1, 1) * (k - 1))
    noise = 1e-12 * np.square(table).max()

    def share(whole: FloatArray) -> FloatArray:
        return ratio(subject - error, np.where(whole > noise, whole, 0.0))

    return np.column_stack(
        [
            share(subject + (k - 1) * error + k * (rater - error) / n),
            share(subject + (rater - error) / n),
            share(subject + (k - 1) * error),
        ]
    )
