"""Wilcoxon's signed-rank test on paired scores."""

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from cogmed_core.stats.arrays import FloatArray, finite, same_length
from cogmed_core.stats.ranks import settle
from cogmed_core.stats.resampling import Clusters, cluster_sums
from cogmed_core.stats.signed_sums import exact_p
from cogmed_core.stats.significance import Significance

MOST_EXACT = 200  # non-zero differences; beyond, the normal approximation errs by less than a p is printed with


def signed_rank(a: ArrayLike, b: ArrayLike, cases: ArrayLike) -> Significance:
    """Two-sided signed-rank test (Wilcoxon 1945) of the differences a − b, one a case.

    Several seeds of a case are averaged first: the case is the unit that is independent. Zero differences
    are left out (Wilcoxon's own rule), ties share their mean rank; the null distribution given those ranks
    is exact up to 200 differences, then normal with the tie-corrected variance. All differences zero, or
    none: p = 1.

    Raises:
        ValueError: NaN, unequal lengths.
    """
    differences = case_differences(a, b, cases)
    return Significance("Wilcoxon signed-rank", _p(settle(differences)), len(finite("a", a)), len(differences))


def case_differences(a: ArrayLike, b: ArrayLike, cases: ArrayLike) -> FloatArray:
    """Mean difference a − b of each case, in the order of the labels.

    Raises:
        ValueError: NaN, unequal lengths.
    """
    first, second, by_case = finite("a", a), finite("b", b), Clusters.of("cases", cases)
    same_length(a=first, b=second, cases=by_case.codes)
    return cluster_sums(first - second, by_case) / cluster_sums(np.ones(len(first)), by_case)


def _p(differences: FloatArray) -> float:
    moved = differences[differences != 0]
    if not moved.size:
        return 1.0
    if moved.size > MOST_EXACT:
        return float(stats.wilcoxon(moved, method="approx").pvalue)
    doubled_ranks = np.rint(2 * stats.rankdata(np.abs(moved))).astype(np.int64)  # a mean rank is a half at most
    return exact_p(doubled_ranks, int(np.sign(moved) @ doubled_ranks))
