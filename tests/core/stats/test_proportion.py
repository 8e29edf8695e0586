import numpy as np
import pytest
import statsmodels.api as sm
from scipy import special

from cogmed_core.stats.intervals import Interval, wilson
from cogmed_core.stats.proportion import clustered, effective_trials
from cogmed_core.stats.resampling import Clusters


def test_one_row_a_case_is_wilson() -> None:
    won = [1, 0, 1, 1, 0, 0, 1]
    assert clustered(won, list("abcdefg")).interval == wilson(4, 7)


def test_the_variance_between_cases_is_that_of_a_cluster_robust_regression() -> None:
    rng = np.random.default_rng(4)
    cases = rng.integers(0, 12, 90)
    won = rng.random(90) < 0.2 + 0.05 * cases
    count = len(np.unique(cases))
    robust = sm.OLS(won.astype(float), np.ones(90)).fit(cov_type="cluster", cov_kwds={"groups": cases})
    independent = won.mean() * (1 - won.mean()) / 89
    widening = (special.stdtrit(89, 0.975) / special.stdtrit(count - 1, 0.975)) ** 2
    # statsmodels scales by count/(count−1) · (n−1)/(n−1): the same correction.
    expected = 90 * independent / robust.bse[0] ** 2 * widening
    assert effective_trials(won, Clusters.of("cases", cases)) == pytest.approx(expected, rel=1e-9)
    ours, by_hand = clustered(won, cases), wilson(won.mean() * expected, expected)
    assert (ours.low, ours.high) == pytest.approx((by_hand.low, by_hand.high), abs=1e-9)


def test_copies_of_a_run_tell_nothing_new() -> None:
    won = np.array([1, 0, 1, 1, 0, 0, 1, 0, 1, 1])
    interval = clustered(np.repeat(won, 5), np.repeat(np.arange(10), 5)).interval
    alone = clustered(won, np.arange(10)).interval
    assert interval.high - interval.low >= 0.97 * (alone.high - alone.low)
    assert interval.high - interval.low > 1.8 * (wilson(30, 50).high - wilson(30, 50).low)


def test_all_or_none_counts_each_case_once() -> None:
    assert clustered([1] * 12, [1, 2, 3] * 4).interval == wilson(3, 3)
    assert clustered([0] * 12, [1, 2, 3] * 4).interval == wilson(0, 3)


def test_rows_more_alike_between_cases_than_chance_never_count_more_than_once() -> None:
    assert clustered([1, 0] * 6, np.repeat(np.arange(6), 2)).interval == wilson(6, 12)


def test_edges() -> None:
    nothing = clustered([], [])
    assert (nothing.value, nothing.interval, nothing.n) == (None, Interval(0.0, 1.0, 0.95), 0)
    single = clustered([1, 0, 1], ["a", "a", "a"])
    assert (single.value, single.interval, single.clusters) == (pytest.approx(2 / 3), None, 1)
    assert clustered([1], ["a"]).interval == wilson(1, 1)


@pytest.mark.parametrize("won", [[1, 2], [0.5, 1], [np.nan, 1]])
def test_only_zero_and_one_are_outcomes(won: list[float]) -> None:
    with pytest.raises(ValueError, match="successes"):
        clustered(won, [1, 2])
