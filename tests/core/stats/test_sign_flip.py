from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cogmed_core.stats import mcnemar
from cogmed_core.stats.sign_flip import sign_flip

EIGHTHS = np.array([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48])


def test_fisher_s_own_example() -> None:
    # Fisher 1935, section 21, on Darwin's maize: 863 of 32,768 patterns reach the sum on one side.
    for unit in (1.0, 8.0, 3.0):
        assert sign_flip(EIGHTHS / unit, np.arange(15), seed=1).p == pytest.approx(2 * 863 / 32_768, abs=1e-12)


@given(st.lists(st.sampled_from([-1, 0, 1]), min_size=1, max_size=80))
def test_one_run_a_case_of_successes_is_the_exact_mcnemar_test(differences: list[int]) -> None:
    ours = sign_flip(differences, np.arange(len(differences)), seed=1).p
    assert ours == pytest.approx(mcnemar.exact(differences.count(1), differences.count(-1)), abs=1e-12)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=8))
def test_a_few_cases_with_broken_numbers_are_enumerated(thirds: list[int]) -> None:
    differences = np.array(thirds) / 3
    patterns = product((1, -1), repeat=len(thirds))
    expected = np.mean([abs(np.dot(signs, thirds)) >= abs(sum(thirds)) for signs in patterns])
    assert sign_flip(differences, np.arange(len(thirds)), seed=1).p == pytest.approx(expected, abs=1e-12)


def test_many_cases_agree_with_scipy_s_permutation_test_but_for_monte_carlo_error() -> None:
    rng = np.random.default_rng(3)
    differences = rng.normal(0.25, 1, 50)
    theirs = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=20_000, rng=np.random.default_rng(4)
    ).pvalue
    assert sign_flip(differences, np.arange(50), seed=1).p == pytest.approx(theirs, abs=0.01)


def test_monte_carlo_agrees_with_the_exact_distribution() -> None:
    whole = np.random.default_rng(5).integers(-6, 9, 40)
    exact = sign_flip(whole, np.arange(40), seed=1).p
    assert sign_flip(whole / 3, np.arange(40), seed=1, permutations=100_000).p == pytest.approx(exact, abs=0.005)


def test_the_case_is_flipped_whole() -> None:
    once = sign_flip([3, 1, -1], ["a", "b", "c"], seed=1)
    split = sign_flip([1, 1, 1, 2, -1, -2, 1], ["a", "a", "a", "b", "b", "c", "c"], seed=1)
    assert (split.p, split.n, split.clusters) == (once.p, 7, 3)


def test_monte_carlo_is_seeded_and_never_zero() -> None:
    strong = np.random.default_rng(6).normal(5, 0.1, 40)
    assert sign_flip(strong, np.arange(40), seed=1, permutations=999).p == 1 / 1_000
    weak = np.random.default_rng(6).normal(0.2, 1, 40)
    assert sign_flip(weak, np.arange(40), seed=1) == sign_flip(weak, np.arange(40), seed=1)


def test_edges() -> None:
    assert sign_flip([], [], seed=1).p == 1
    assert sign_flip([0.0, 0.0], [1, 2], seed=1).p == 1
    assert sign_flip([1 / 3, -1 / 3], ["a", "a"], seed=1).p == 1
    assert sign_flip([0.5], ["a"], seed=1).p == 1
    with pytest.raises(ValueError, match="differences"):
        sign_flip([np.nan], ["a"], seed=1)
    with pytest.raises(ValueError, match="differences 1, cases 2"):
        sign_flip([1.0], ["a", "b"], seed=1)
