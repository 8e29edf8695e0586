from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as reference

from cogmed_core.stats.mcnemar import PairedCounts, exact, mid_p, paired_counts


def test_exact_agrees_with_two_libraries_for_all_small_counts() -> None:
    for a in range(16):
        for b in range(16):
            if a + b:
                assert exact(a, b) == pytest.approx(reference([[5, a], [b, 9]], exact=True).pvalue, abs=1e-12)
                assert exact(a, b) == pytest.approx(stats.binomtest(a, a + b).pvalue, abs=1e-12)


@given(st.integers(0, 60), st.integers(0, 60))
def test_exact_and_mid_p_are_the_fractions_they_should_be(a: int, b: int) -> None:
    n, smaller = a + b, min(a, b)
    tail = Fraction(sum(comb(n, k) for k in range(smaller + 1)), 2**n)
    observed = Fraction(comb(n, smaller), 2**n)
    assert exact(a, b) == pytest.approx(float(min(Fraction(1), 2 * tail)), abs=1e-12)
    middle = 1 - observed / 2 if a == b else 2 * tail - observed
    assert mid_p(a, b) == pytest.approx(float(middle) if n else 1.0, abs=1e-12)
    assert mid_p(a, b) <= exact(a, b) == exact(b, a) <= 1


def test_the_textbook_example() -> None:
    # Fagerland, Lydersen & Laake 2013, airway hyper-responsiveness (Bentur et al. 2009): 1 against 7 of 21 pairs.
    assert exact(1, 7) == pytest.approx(0.0703, abs=5e-5)
    assert mid_p(1, 7) == pytest.approx(0.0391, abs=5e-5)


def test_no_discordant_pair_says_nothing() -> None:
    assert exact(0, 0) == mid_p(0, 0) == 1


def test_counting_pairs() -> None:
    counts = paired_counts([1, 1, 1, 0, 0, 1], [1, 0, 0, 1, 0, 1])
    assert counts == PairedCounts(both=2, only_a=2, only_b=1, neither=1)
    assert counts.pairs == 6
    assert paired_counts([], []).pairs == 0


def test_impossible_input_is_refused() -> None:
    for wrong in [(-1, 2), (1.5, 2)]:
        with pytest.raises(ValueError, match="only_a"):
            exact(*wrong)
    with pytest.raises(ValueError, match="a 2, b 3"):
        paired_counts([1, 0], [1, 0, 0])
    with pytest.raises(ValueError, match="b: "):
        paired_counts([1, 0], [1, np.nan])
