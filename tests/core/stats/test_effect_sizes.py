"""Odds ratio of discordant pairs, Cliff's delta, rank-biserial correlation, Cohen's dz."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cogmed_core.stats import cliff, cohen, odds_ratio, rank_biserial
from cogmed_core.stats.intervals import Estimate, Interval
from cogmed_core.stats.resampling import Resampling

PLAN = Resampling(seed=9, resamples=300)
RNG = np.random.default_rng(12)
CASES = np.repeat(np.arange(14), 3)
A, B = RNG.integers(2, 11, 42).astype(float), RNG.integers(1, 9, 42).astype(float)
MARKS = st.lists(st.integers(1, 10), min_size=1, max_size=25)


def case_means(rows: np.ndarray) -> np.ndarray:
    """Mean difference of each case drawn, as often as it was drawn: once for each time its first row was."""
    return (A - B).reshape(-1, 3).mean(axis=1)[CASES[rows[rows % 3 == 0]]]


@pytest.mark.parametrize(("only_a", "only_b"), [(7, 1), (1, 7), (5, 5), (40, 25)])
def test_the_odds_ratio_has_the_interval_of_the_exact_binomial_share(only_a: int, only_b: int) -> None:
    ours = odds_ratio.discordant(only_a, only_b)
    share = stats.binomtest(only_a, only_a + only_b).proportion_ci(0.95, method="exact")
    assert ours.value == only_a / only_b
    assert (ours.low, ours.high) == pytest.approx(
        (share.low / (1 - share.low), share.high / (1 - share.high)), rel=1e-9
    )


def test_the_odds_ratio_at_the_edges() -> None:
    assert odds_ratio.discordant(0, 0) == Estimate(None, Interval(0, math.inf, 0.95), 0, 0)
    for_a = odds_ratio.discordant(5, 0)
    assert (for_a.value, for_a.high) == (math.inf, math.inf)
    # No pair of n for b: the share's lower end is (α/2)^(1/n).
    share = 0.025 ** (1 / 5)
    assert for_a.low == pytest.approx(share / (1 - share), rel=1e-9)
    assert odds_ratio.discordant(0, 5).high == pytest.approx((1 - share) / share, rel=1e-9)
    with pytest.raises(ValueError, match="only_b"):
        odds_ratio.discordant(1, -1)


@given(MARKS, MARKS)
def test_cliff_s_delta_counts_couples(a: list[int], b: list[int]) -> None:
    ours = cliff.delta(a, range(len(a)), b, range(len(b)), Resampling(1, 100))
    by_hand = np.sign(np.subtract.outer(a, b)).mean()
    u = stats.mannwhitneyu(a, b).statistic
    assert ours.value == pytest.approx(by_hand, abs=1e-12)
    assert ours.value == pytest.approx(2 * u / (len(a) * len(b)) - 1, abs=1e-12)


def test_cliff_s_interval_draws_both_arms_of_a_case_together(slow_interval) -> None:
    a, b, cases_a, cases_b = A[:40], B[2:], CASES[:40], CASES[2:]
    arm, scores, cases = np.repeat([0, 1], 40), np.concatenate([a, b]), np.concatenate([cases_a, cases_b])

    def delta(rows: np.ndarray) -> float:
        first, second = scores[rows][arm[rows] == 0], scores[rows][arm[rows] == 1]
        return np.sign(np.subtract.outer(first, second)).mean()

    ours = cliff.delta(a, cases_a, b, cases_b, PLAN)
    assert (ours.low, ours.high) == pytest.approx(slow_interval(delta, cases, PLAN), abs=1e-9)
    assert (ours.n, ours.clusters) == (80, 14)


def test_cliff_s_delta_at_the_edges() -> None:
    assert cliff.delta([], [], [1.0], [1], PLAN).value is None
    apart = cliff.delta([9, 10], [1, 2], [1, 2], [1, 2], PLAN)
    assert (apart.value, apart.low, apart.high) == (1, 1, 1)
    assert cliff.delta([5, 5], [1, 2], [5, 5], [1, 2], PLAN).value == 0
    with pytest.raises(ValueError, match="b 1, cases_b 2"):
        cliff.delta([1], [1], [1], [1, 2], PLAN)
    with pytest.raises(ValueError, match="a: "):
        cliff.delta([np.nan], [1], [1], [1], PLAN)


def balance(differences: np.ndarray) -> float:
    moved = differences[np.abs(differences) > 1e-9].round(9)
    ranks = stats.rankdata(np.abs(moved))
    return (ranks[moved > 0].sum() - ranks[moved < 0].sum()) / ranks.sum()


def test_the_rank_biserial_correlation_and_its_slow_interval(slow_interval) -> None:
    ours = rank_biserial.matched(A, B, CASES, PLAN)
    moved = [d for d in case_means(np.arange(42)).round(9) if d]
    smaller, all_ranks = stats.wilcoxon(moved).statistic, len(moved) * (len(moved) + 1) / 2
    assert abs(ours.value) == pytest.approx(1 - 2 * smaller / all_ranks, abs=1e-9)
    slow = slow_interval(lambda rows: balance(case_means(rows)), CASES, PLAN)
    assert (ours.low, ours.high) == pytest.approx(slow, abs=1e-9)
    assert (ours.n, ours.clusters) == (42, 14)


def test_kerby_s_example_of_the_rank_biserial_correlation() -> None:
    # Kerby 2014: the simple difference of favourable and unfavourable rank sums; 52 of 55 against 3 of 55 is .89.
    differences = np.array([-1, -2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert rank_biserial.matched(differences, np.zeros(10), range(10), PLAN).value == pytest.approx(49 / 55, abs=1e-12)


def test_cohen_s_dz_and_its_slow_interval(slow_interval) -> None:
    ours = cohen.dz(A, B, CASES, PLAN)
    means = case_means(np.arange(42))
    assert ours.value == pytest.approx(stats.ttest_1samp(means, 0).statistic / np.sqrt(14), abs=1e-9)
    slow = slow_interval(lambda rows: case_means(rows).mean() / case_means(rows).std(ddof=1), CASES, PLAN)
    assert (ours.low, ours.high) == pytest.approx(slow, abs=1e-9)


def test_paired_effects_at_the_edges() -> None:
    same = np.full(6, 2 / 3)
    for effect in (rank_biserial.matched, cohen.dz):
        assert effect([], [], [], PLAN).value is None
        assert effect(same, same, range(6), PLAN).value is None
        with pytest.raises(ValueError, match="a: "):
            effect([np.nan], [1.0], [1], PLAN)
    assert cohen.dz(same + 0.1, same, range(6), PLAN).value is None
    assert cohen.dz([1.0], [0.5], [1], PLAN).value is None
    assert rank_biserial.matched(same + 0.1, same, range(6), PLAN).value == 1
