import numpy as np
import pytest

from cogmed_core.stats import bootstrap, mcnemar, paired, proportion_difference
from cogmed_core.stats.resampling import Resampling
from cogmed_core.stats.sign_flip import sign_flip
from cogmed_core.stats.significance import Significance
from cogmed_core.stats.wilcoxon import signed_rank

PLAN = Resampling(seed=6, resamples=300)
RNG = np.random.default_rng(30)
A, B = RNG.random(60) < 0.6, RNG.random(60) < 0.4
SCORES_A, SCORES_B = RNG.integers(3, 31, 60) / 3, RNG.integers(3, 31, 60) / 3
CASES, SEEDS = np.repeat(np.arange(20), 3), np.tile(np.arange(3), 20)


def test_one_pair_a_case_is_mcnemar_with_tango_s_interval() -> None:
    ours = paired.successes(A, B, np.arange(60), PLAN)
    counts = mcnemar.paired_counts(A, B)
    assert ours.difference == proportion_difference.paired(counts)
    p = mcnemar.exact(counts.only_a, counts.only_b)
    assert ours.significance == Significance("exact McNemar", p, n=60, clusters=60)


def test_several_pairs_a_case_respect_the_case(slow_interval) -> None:
    ours = paired.successes(A, B, CASES, PLAN)
    gap = A.astype(float) - B
    assert ours.significance == sign_flip(gap, CASES, seed=6)
    slow = slow_interval(lambda rows: gap[rows].mean(), CASES, PLAN, "percentile")
    assert (ours.difference.low, ours.difference.high) == pytest.approx(slow, abs=1e-9)
    assert (ours.difference.n, ours.difference.clusters) == (60, 20)


def test_scores_get_wilcoxon_over_cases_and_a_bootstrap_of_the_paired_differences() -> None:
    ours = paired.scores(SCORES_A, SCORES_B, CASES, PLAN)
    assert ours.difference == bootstrap.mean(SCORES_A - SCORES_B, CASES, PLAN)
    assert ours.significance == signed_rank(SCORES_A, SCORES_B, CASES)
    crossed = paired.scores(SCORES_A, SCORES_B, CASES, PLAN, SEEDS)
    assert crossed.difference == bootstrap.mean(SCORES_A - SCORES_B, CASES, PLAN, SEEDS)


def test_swapping_the_arms_turns_the_difference_round_and_keeps_p() -> None:
    for compare, a, b in ((paired.successes, A, B), (paired.scores, SCORES_A, SCORES_B)):
        there, back = compare(a, b, CASES, PLAN), compare(b, a, CASES, PLAN)
        assert there.difference.value == pytest.approx(-back.difference.value, abs=1e-12)
        assert there.significance.p == pytest.approx(back.significance.p, abs=1e-12)


def test_no_pair_is_no_difference_and_no_evidence() -> None:
    for compare in (paired.successes, paired.scores):
        nothing = compare([], [], [], PLAN)
        assert (nothing.difference.value, nothing.significance.p, nothing.significance.n) == (None, 1, 0)


def test_wrong_input_is_refused() -> None:
    with pytest.raises(ValueError, match="a: "):
        paired.successes([0.5], [1], [1], PLAN)
    with pytest.raises(ValueError, match="a 2, b 1"):
        paired.scores([1, 2], [1], [1, 2], PLAN)
    with pytest.raises(ValueError, match="cases 1"):
        paired.successes([1, 0], [1, 0], [1], PLAN)
