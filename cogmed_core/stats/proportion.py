"""A success rate over cases that were run with several seeds each."""

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from cogmed_core.stats.arrays import BoolArray, binary, same_length
from cogmed_core.stats.intervals import Estimate, wilson
from cogmed_core.stats.resampling import Clusters, cluster_sums


def clustered(successes: ArrayLike, cases: ArrayLike, level: float = 0.95) -> Estimate:
    """Success rate with Wilson's interval at the effective number of trials.

    The trials are divided by the design effect: the variance of the rate between cases over the variance of
    independent trials (Kish 1965; for score intervals Korn & Graubard 1998; Dean & Pavlou 2015). With one
    row a case this is ``wilson`` to the last digit. The design effect is never taken below 1; where all
    rows succeeded or all failed it can't be seen, and each case counts once.

    Args:
        successes: 0 or 1, one a row.
        cases: label of the case of each row.
        level: confidence level.

    No row: no rate, and the interval 0 to 1. One case with several rows: no interval.

    Raises:
        ValueError: NaN, a value other than 0 and 1, unequal lengths.
    """
    won, by_case = binary("successes", successes), Clusters.of("cases", cases)
    n = same_length(successes=won, cases=by_case.codes)
    if not n:
        return Estimate(None, wilson(0, 0, level), 0, 0)
    rate = float(won.mean())
    if by_case.count == 1 and n > 1:
        return Estimate(rate, None, n, 1)
    effective = effective_trials(won, by_case, level)
    return Estimate(rate, wilson(rate * effective, effective, level), n, by_case.count)


def effective_trials(won: BoolArray, cases: Clusters, level: float = 0.95) -> float:
    """How many independent trials would tell as much: at most the rows, at least one.

    Also allows for the few degrees of freedom of a variance between cases (Korn & Graubard 1998).
    """
    n, rate = len(won), float(won.mean())
    if cases.count == n:
        return float(n)
    if rate in (0.0, 1.0):
        return float(cases.count)
    residual = cluster_sums(won.astype(np.float64) - rate, cases)
    between = cases.count / (cases.count - 1) * float(residual @ residual) / n**2
    independent = rate * (1 - rate) / (n - 1)
    upper = (1 + level) / 2
    widening = float(stats.t.ppf(upper, n - 1) / stats.t.ppf(upper, cases.count - 1)) ** 2
    return max(1.0, min(float(n), n * independent / between * widening if between else float(n)))
