"""Effect size of a comparison of scores: Cliff's delta."""

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats.arrays import FloatArray, finite, ratio, same_length
from cogmed_core.stats.bootstrap import estimate
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.ranks import settle
from cogmed_core.stats.resampling import Clusters, Resampling


def delta(a: ArrayLike, cases_a: ArrayLike, b: ArrayLike, cases_b: ArrayLike, plan: Resampling) -> Estimate:
    """P(a > b) − P(a < b) over all couples of a score of a and a score of b (Cliff 1993); −1 … 1.

    The couples are not matched by case, so scores without a partner count too; the interval is: a case
    drawn brings its scores of both arms along. An arm without a score: no delta.

    Raises:
        ValueError: NaN, unequal lengths of scores and labels.
    """
    first, second = finite("a", a), finite("b", b)
    same_length(a=first, cases_a=np.asarray(cases_a))
    same_length(b=second, cases_b=np.asarray(cases_b))
    n = len(first) + len(second)
    if not len(first) or not len(second):
        return Estimate(None, None, n, 0)
    scores = settle(np.concatenate([first, second]))
    by_case = Clusters.of("cases", np.concatenate([np.asarray(cases_a), np.asarray(cases_b)]))
    return estimate(lambda drawn: _dominance(scores, len(first), drawn), by_case, plan)


def _dominance(scores: FloatArray, first: int, drawn: FloatArray) -> FloatArray:
    """For each score of a: how many of b lie below, minus how many above, all counted as often as drawn."""
    order = np.argsort(scores[first:], kind="stable")
    sorted_b = scores[first:][order]
    below = np.zeros((len(drawn), len(sorted_b) + 1))
    np.cumsum(drawn[:, first:][:, order], axis=1, out=below[:, 1:])
    fewer = np.searchsorted(sorted_b, scores[:first], side="left")
    up_to = np.searchsorted(sorted_b, scores[:first], side="right")
    total_b = below[:, -1]
    wins = below[:, fewer] - (total_b[:, None] - below[:, up_to])
    couples = drawn[:, :first].sum(axis=1) * total_b
    return ratio(np.einsum("ij,ij->i", drawn[:, :first], wins), couples)
