import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from cogmed_core.stats.significance import Significance
from cogmed_core.stats.wilcoxon import case_differences, signed_rank

DARWIN = np.array([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]) / 8
"""Zea mays, height of crossed minus self-fertilised plants in inches (Darwin 1876)."""


def p_of(differences: np.ndarray) -> float:
    return signed_rank(differences, np.zeros(len(differences)), np.arange(len(differences))).p


def test_darwin_s_maize() -> None:
    # scipy's documentation of wilcoxon works this example: statistic 24, p = 0.041259765625.
    assert p_of(DARWIN) == pytest.approx(0.041259765625, abs=1e-12)


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=9))
@settings(max_examples=30)
def test_ties_and_zeros_agree_with_every_permutation(differences: list[int]) -> None:
    moved = np.array([d for d in differences if d], dtype=float)
    everything = stats.PermutationMethod(n_resamples=np.inf)
    expected = stats.wilcoxon(moved, method=everything).pvalue if moved.size > 1 else 1.0
    assert p_of(np.array(differences) / 3) == pytest.approx(expected, abs=1e-12)


def test_without_ties_the_exact_distribution_of_scipy() -> None:
    rng = np.random.default_rng(2)
    for n in (5, 17, 50, 120):
        differences = rng.normal(0.2, 1, n)
        assert p_of(differences) == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue, abs=1e-9)


def test_beyond_two_hundred_the_normal_approximation_that_is_close_to_the_exact_one() -> None:
    differences = np.random.default_rng(2).normal(0.1, 1, 260)
    assert p_of(differences) == pytest.approx(stats.wilcoxon(differences, method="approx").pvalue, abs=1e-12)
    assert p_of(differences) == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue, abs=1e-3)


def test_seeds_of_a_case_are_averaged_not_counted() -> None:
    many = signed_rank(np.repeat(DARWIN, 4), np.zeros(60), np.repeat(np.arange(15), 4))
    assert many == Significance("Wilcoxon signed-rank", p_of(DARWIN), 60, 15)
    assert case_differences([3, 5, 9], [1, 1, 1], ["b", "b", "a"]).tolist() == [8, 3]


def test_ties_hidden_by_rounding_are_ties() -> None:
    third = np.array([0.1 + 0.2, 0.3, -0.3, 0.7, 0.9, 1.1])
    assert p_of(third) == p_of(np.array([3, 3, -3, 7, 9, 11]))


def test_nothing_that_differs_is_no_evidence() -> None:
    assert p_of(np.zeros(5)) == 1
    assert p_of(np.zeros(0)) == 1
    assert p_of(np.array([2.0])) == 1


def test_nan_and_unequal_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="b: 1 of 2"):
        signed_rank([1.0, 2.0], [1.0, np.nan], [1, 2])
    with pytest.raises(ValueError, match="a 2, b 2, cases 1"):
        signed_rank([1.0, 2.0], [1.0, 2.0], [1])
