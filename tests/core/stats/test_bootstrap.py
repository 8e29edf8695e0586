import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from cogmed_core.stats.bootstrap import estimate, mean
from cogmed_core.stats.intervals import Estimate, Interval
from cogmed_core.stats.resampling import Clusters, Resampling

PLAN = Resampling(seed=3, resamples=300)
RNG = np.random.default_rng(8)
CASES = np.sort(RNG.integers(0, 20, 60))
SCORES = 1 + RNG.binomial(9, 0.15 + 0.01 * CASES).astype(float)


def test_the_interval_is_that_of_a_slow_bootstrap_over_ragged_cases(slow_interval) -> None:
    ours = mean(SCORES, CASES, PLAN)
    assert ours.value == pytest.approx(np.mean(SCORES), abs=1e-12)
    assert (ours.low, ours.high) == pytest.approx(
        slow_interval(lambda rows: SCORES[rows].mean(), CASES, PLAN), abs=1e-9
    )
    assert (ours.n, ours.clusters) == (60, len(np.unique(CASES)))


def test_the_percentile_interval_is_that_of_a_slow_bootstrap(slow_interval) -> None:
    def weighted(drawn: np.ndarray) -> np.ndarray:
        return drawn @ SCORES / drawn.sum(axis=1)

    ours = estimate(weighted, Clusters.of("cases", CASES), PLAN, method="percentile")
    slow = slow_interval(lambda rows: SCORES[rows].mean(), CASES, PLAN, "percentile")
    assert (ours.low, ours.high) == pytest.approx(slow, abs=1e-9)


def test_the_interval_over_cases_and_seeds_is_that_of_a_slow_bootstrap(slow_interval) -> None:
    cases, seeds = np.repeat(np.arange(15), 4), np.tile(np.arange(4), 15)
    ours = mean(SCORES, cases, PLAN, seeds)
    slow = slow_interval(lambda rows: SCORES[rows].mean(), cases, PLAN, seeds=seeds)
    assert (ours.low, ours.high) == pytest.approx(slow, abs=1e-9)


def test_one_seed_means_resampling_cases() -> None:
    assert mean(SCORES, CASES, PLAN, np.zeros(60, dtype=int)) == mean(SCORES, CASES, PLAN)


def test_scipy_s_bca_at_the_widened_level_is_met_but_for_monte_carlo_error() -> None:
    data = RNG.gamma(1.0, 2.0, 40)
    widened = stats.norm.cdf(stats.t.ppf(0.975, 39) * np.sqrt(40 / 39))
    theirs = stats.bootstrap(
        (data,),
        np.mean,
        n_resamples=40_000,
        confidence_level=2 * widened - 1,
        method="BCa",
        rng=np.random.default_rng(1),
    ).confidence_interval
    ours = mean(data, np.arange(40), Resampling(seed=2, resamples=40_000))
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.04)


def test_edges() -> None:
    assert mean([], [], PLAN) == Estimate(None, None, 0, 0)
    assert mean([4.0], ["a"], PLAN) == Estimate(4.0, None, 1, 1)
    assert mean([4.0, 6.0], ["a", "a"], PLAN) == Estimate(5.0, None, 2, 1)
    third = 14 / 3
    assert mean([third] * 9, range(9), PLAN) == Estimate(third, Interval(third, third, 0.95), 9, 9)
    pair = mean([4.0, 6.0], ["a", "b"], PLAN)
    assert (pair.low, pair.high) == (4, 6)


def test_resamples_without_a_figure_are_left_out_unless_they_are_most() -> None:
    def rare(needed: int) -> Estimate:
        return estimate(
            lambda drawn: np.where(drawn[:, 0] >= needed, drawn[:, 1], np.nan), Clusters.singletons(9), PLAN
        )

    assert rare(1).interval is not None
    assert rare(1).value == 1
    assert (rare(2).value, rare(2).interval) == (None, None)


def test_a_figure_that_is_undefined_has_no_interval_even_if_resamples_do() -> None:
    def uneven(drawn: np.ndarray) -> np.ndarray:
        return np.where((drawn == 1).all(axis=1), np.nan, drawn[:, 0])

    ours = estimate(uneven, Clusters.singletons(9), PLAN)
    assert (ours.value, ours.interval) == (None, None)


def test_an_infinite_resample_makes_the_end_infinite_not_nan() -> None:
    def reaches(drawn: np.ndarray) -> np.ndarray:
        return np.where(drawn[:, 0] == 0, np.inf, drawn[:, 0])

    ours = estimate(reaches, Clusters.singletons(12), PLAN)
    assert (ours.value, ours.high) == (1, np.inf)


@given(
    st.lists(st.integers(3, 30), min_size=3, max_size=30),
    st.floats(-50, 50),
    st.sampled_from([0.25, 2.0, 8.0]),
)
@settings(max_examples=40)
def test_shifting_and_stretching_the_scores_shifts_and_stretches_the_interval(
    marks: list[int], shift: float, stretch: float
) -> None:
    plan, cases = Resampling(seed=1, resamples=200), np.arange(len(marks)) // 2
    scores = np.array(marks) / 3
    before, after = mean(scores, cases, plan), mean(shift + stretch * scores, cases, plan)
    assert before.low - 1e-9 <= before.value <= before.high + 1e-9
    assert after.value == pytest.approx(shift + stretch * before.value, abs=1e-9)
    assert after.low == pytest.approx(shift + stretch * before.low, abs=1e-9)
    assert after.high == pytest.approx(shift + stretch * before.high, abs=1e-9)


def test_a_wider_level_gives_a_wider_interval() -> None:
    narrow, wide = mean(SCORES, CASES, Resampling(3, level=0.8)), mean(SCORES, CASES, Resampling(3, level=0.99))
    assert wide.low < narrow.low <= narrow.high < wide.high


@pytest.mark.parametrize("broken", [[1.0, np.nan], [np.inf, 1.0], [[1.0, 2.0]]])
def test_nan_infinity_and_tables_are_refused(broken: list) -> None:
    with pytest.raises(ValueError, match="values"):
        mean(broken, [1, 2], PLAN)


def test_unequal_lengths_are_refused_with_both_lengths() -> None:
    with pytest.raises(ValueError, match="values 2, cases 3"):
        mean([1.0, 2.0], [1, 2, 3], PLAN)
    with pytest.raises(ValueError, match="seeds 1"):
        mean([1.0, 2.0], [1, 2], PLAN, [1])
