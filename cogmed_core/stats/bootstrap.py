"""Bootstrap intervals by resampling whole cases.

The default is the bias-corrected and accelerated interval (BCa: Efron 1987) at levels widened by Student's
t for the number of cases (the "expanded" levels of Hesterberg 2015). Chosen by measured coverage: over
skewed 1–10 scores of 50 cases, one to three seeds each, it covered 94.5–96.5 %, the plain percentile
interval 93.0–94.3 %, BCa without the widening 93.4–94.8 %. Differences of few successes are better served
by the percentile interval, widened alike. The benchmark is ``tests/benchmarks/test_stats_coverage.py``.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from cogmed_core.stats.arrays import FloatArray, finite, ratio, same_length
from cogmed_core.stats.intervals import Estimate, Interval
from cogmed_core.stats.resampling import Clusters, Resampling, cluster_sums, jackknife, multiplicities

FEWEST = 4.0
"""Degrees of freedom below which no tail is widened further."""

Statistic = Callable[[FloatArray], FloatArray]
"""From multiplicities (resamples, rows) to figures (resamples, figures); NaN where one is undefined."""

Method = Literal["bca", "percentile", "bca of variances"]
"""The last is for ratios of variances: a few far subjects decide them, so its tails are those of fewer subjects."""


def estimates(
    statistic: Statistic, cases: Clusters, plan: Resampling, seeds: Clusters | None = None, method: Method = "bca"
) -> tuple[Estimate, ...]:
    """Each figure of the statistic with its interval.

    Resamples in which a figure is undefined are left out; where that is more than half, where the figure itself
    is undefined, or where there are fewer than two cases, there is no interval. With ``seeds`` the interval is the
    plain percentile one over cases × seeds. Where every resample gives the same figure it has no width.
    """
    rows = len(cases.codes)
    values = statistic(np.ones((1, rows)))[0]
    if cases.count < 2:
        return tuple(Estimate(_defined(value), None, rows, cases.count) for value in values)
    crossed = seeds if seeds is not None and seeds.count > 1 else None
    draws = np.concatenate([statistic(drawn) for drawn in multiplicities(plan, cases, crossed)])
    if crossed is not None:
        tails = [_plain_tails(plan.level)] * len(values)
    elif method == "percentile":
        tails = [_probability(_expanded(plan.level, cases.count))] * len(values)
    else:
        left_out = np.concatenate([statistic(kept) for kept in jackknife(cases)])
        by_far = method == "bca of variances"
        tails = [
            _bca_tails(value, column, kept, _expanded(plan.level, cases.count, _freedom(kept) if by_far else None))
            for value, column, kept in zip(values, draws.T, left_out.T, strict=True)
        ]
    return tuple(
        Estimate(_defined(value), _between(value, column, ends, plan), rows, cases.count)
        for value, column, ends in zip(values, draws.T, tails, strict=True)
    )


def estimate(
    statistic: Statistic, cases: Clusters, plan: Resampling, seeds: Clusters | None = None, method: Method = "bca"
) -> Estimate:
    """The one figure of a statistic that gives a vector (resamples,), with its interval."""
    return estimates(lambda drawn: statistic(drawn)[:, None], cases, plan, seeds, method)[0]


def mean(values: ArrayLike, cases: ArrayLike, plan: Resampling, seeds: ArrayLike | None = None) -> Estimate:
    """Mean of all values with an interval over cases, or over cases × seeds.

    Args:
        values: one a row, any unit; cases may have unequal numbers of rows.
        cases: label of the case of each row.
        plan: seed, number of resamples, level.
        seeds: label of the seed of each row; see ``resampling`` for when to give it.

    No value: no mean. One case: a mean without an interval. All equal: an interval without width.

    Raises:
        ValueError: NaN or infinity among the values, unequal lengths, a missing label.
    """
    x, by_case = finite("values", values), Clusters.of("cases", cases)
    by_seed = None if seeds is None else Clusters.of("seeds", seeds)
    same_length(values=x, cases=by_case.codes, seeds=x if by_seed is None else by_seed.codes)
    if not x.size:
        return Estimate(None, None, 0, 0)
    # Measured from one of the values, so that equal values give an exactly equal mean.
    if by_seed is not None:
        return estimate(lambda drawn: x[0] + ratio(drawn @ (x - x[0]), drawn.sum(axis=1)), by_case, plan, by_seed)
    total, rows = cluster_sums(x - x[0], by_case), cluster_sums(np.ones_like(x), by_case)
    found = estimate(lambda drawn: x[0] + ratio(drawn @ total, drawn @ rows), Clusters.singletons(by_case.count), plan)
    return replace(found, n=len(x))


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _plain_tails(level: float) -> FloatArray:
    return np.array([(1 - level) / 2, (1 + level) / 2])


def _expanded(level: float, clusters: int, freedom: float | None = None) -> FloatArray:
    """Normal deviates of the two tails, widened to Student's t for so many clusters (Hesterberg 2015).

    With ``freedom`` the t has no more degrees of freedom than that.
    """
    t = stats.t.ppf(_plain_tails(level), min(clusters - 1, freedom or clusters - 1))
    return np.asarray(np.sqrt(clusters / (clusters - 1)) * t, dtype=np.float64)


def _freedom(left_out: FloatArray) -> float:
    """Degrees of freedom of the jackknife's variance by its pulls' kurtosis (Satterthwaite): n for normal pulls."""
    if not np.isfinite(left_out).all():
        return FEWEST
    pull = left_out.mean() - left_out
    spread = float(np.mean(pull**2))
    if spread < 1e-24:
        return float(len(pull))
    return max(FEWEST, 2 * len(pull) / (float(np.mean(pull**4)) / spread**2 - 1 + 1e-12))


def _probability(deviates: FloatArray) -> FloatArray:
    return np.asarray(stats.norm.cdf(deviates), dtype=np.float64)


def _bca_tails(value: float, draws: FloatArray, left_out: FloatArray, deviates: FloatArray) -> FloatArray:
    draws = draws[~np.isnan(draws)]
    if np.isnan(value) or not draws.size:
        return _probability(deviates)
    tied = np.isclose(draws, value, rtol=1e-12, atol=1e-12)
    below = np.mean((draws < value) & ~tied) + np.mean(tied) / 2
    bias = stats.norm.ppf(np.clip(below, 0.5 / draws.size, 1 - 0.5 / draws.size))
    shifted = bias + deviates
    scale = 1 - _acceleration(left_out) * shifted
    adjusted = np.divide(shifted, scale, out=np.copysign(np.inf, deviates), where=scale > 0)
    return _probability(bias + adjusted)


def _acceleration(left_out: FloatArray) -> float:
    """A sixth of the skewness of the jackknife values; 0 where they are all equal or one is undefined."""
    if not np.isfinite(left_out).all():
        return 0.0
    pull = left_out.mean() - left_out
    spread = float(np.sum(pull**2))
    return float(np.sum(pull**3)) / (6 * spread**1.5) if spread > 1e-24 else 0.0


def _between(value: float, draws: FloatArray, tails: FloatArray, plan: Resampling) -> Interval | None:
    """The order statistics at the tails: no interpolation, so that an infinite resample is no trouble."""
    ordered = np.sort(draws[~np.isnan(draws)])
    if np.isnan(value) or 2 * ordered.size < plan.resamples:
        return None
    low = max(0, int(np.floor(tails[0] * (ordered.size + 1))) - 1)
    high = min(ordered.size - 1, int(np.ceil(tails[1] * (ordered.size + 1))) - 1)
    return Interval(float(ordered[low]), float(ordered[high]), plan.level)
