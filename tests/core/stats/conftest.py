"""A slow bootstrap that repeats rows and calls a reference: what the vectorised one must agree with."""

from collections.abc import Callable
from math import ceil, floor
from statistics import NormalDist

import hypothesis
import numpy as np
import pytest
from scipy import special, stats

from cogmed_core.stats.resampling import Clusters, Resampling, multiplicities

# How long an example takes says something about the machine, nothing about a statistic.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

Reference = Callable[[np.ndarray], float]
SlowInterval = Callable[..., tuple[float, float]]


def bca_levels(value: float, draws: np.ndarray, left_out: np.ndarray, deviates: tuple[float, float]) -> list[float]:
    """Efron & Tibshirani 1993, equations 14.9 to 14.15, a draw equal to the value counted half."""
    equal = np.abs(draws - value) <= 1e-12 * (1 + abs(value))
    below = ((draws < value) & ~equal).sum() + equal.sum() / 2
    bias = NormalDist().inv_cdf(below / len(draws))
    gap = left_out.mean() - left_out
    acceleration = (gap**3).sum() / (6 * (gap**2).sum() ** 1.5)
    return [NormalDist().cdf(bias + (bias + z) / (1 - acceleration * (bias + z))) for z in deviates]


@pytest.fixture
def slow_interval() -> SlowInterval:
    """(reference, rows, cases, plan, method) → ends; ``reference`` gets the row numbers of a resample, repeated."""

    def ends(
        reference: Reference, cases: np.ndarray, plan: Resampling, method: str = "bca", seeds: np.ndarray | None = None
    ) -> tuple[float, float]:
        rows, names = np.arange(len(cases)), np.unique(cases)
        by_seed = None if seeds is None else Clusters.of("seeds", seeds)
        drawn = np.concatenate(list(multiplicities(plan, Clusters.of("cases", cases), by_seed)))
        draws = np.array([reference(np.repeat(rows, times.astype(int))) for times in drawn])
        n, upper = len(names), (1 + plan.level) / 2
        widened = float(special.stdtrit(n - 1, upper)) * (n / (n - 1)) ** 0.5
        if seeds is not None:
            levels = [1 - upper, upper]
        elif method == "percentile":
            levels = [NormalDist().cdf(-widened), NormalDist().cdf(widened)]
        else:
            left_out = np.array([reference(rows[cases != name]) for name in names])
            if method == "bca of variances":
                freedom = max(4.0, 2 * n / (stats.kurtosis(left_out, fisher=False) - 1))
                widened = float(special.stdtrit(min(n - 1, freedom), upper)) * (n / (n - 1)) ** 0.5
            levels = bca_levels(reference(rows), draws, left_out, (-widened, widened))
        ordered, m = np.sort(draws), len(draws)
        low, high = floor(levels[0] * (m + 1)), ceil(levels[1] * (m + 1))
        return ordered[max(low, 1) - 1], ordered[min(high, m) - 1]

    return ends
