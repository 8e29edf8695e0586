from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.stats.fisher import exact


@pytest.mark.parametrize(
    ("what", "first", "second", "published"),
    [
        ("8B: Baseline 16 %, Full 46 %", 8, 23, 0.002),
        ("32B: Baseline 42 %, Full 68 %", 21, 34, 0.015),
        ("Plus: Baseline 62 %, Full 78 %", 31, 39, 0.126),
        ("cross-scale: 32B Full 68 %, Plus Baseline 62 %", 34, 31, 0.675),
        ("32B: Full 68 %, noFSM 56 %", 34, 28, 0.30),
    ],
)
def test_the_paper_s_own_counts(what: str, first: int, second: int, published: float) -> None:
    digits = 2 if published == 0.30 else 3
    assert round(exact(first, 50, second, 50), digits) == published, what


def test_without_the_toolkit_the_32b_arm_is_worse_for_certain() -> None:
    assert exact(34, 50, 14, 50) < 0.001


def by_hand(a: int, n_a: int, b: int, n_b: int) -> Fraction:
    ways = {k: comb(n_a, k) * comb(n_b, a + b - k) for k in range(max(0, a + b - n_b), min(n_a, a + b) + 1)}
    return Fraction(sum(w for w in ways.values() if w <= ways[a]), sum(ways.values()))


@given(st.integers(1, 25).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n), st.integers(0, 20), st.just(20))))
def test_the_sum_over_tables_no_more_probable(counts: tuple[int, int, int, int]) -> None:
    assert exact(*counts) == pytest.approx(float(by_hand(*counts)), abs=1e-9)


def test_edges() -> None:
    assert exact(0, 0, 3, 5) == exact(0, 0, 0, 0) == exact(0, 9, 0, 5) == exact(9, 9, 5, 5) == 1
    with pytest.raises(ValueError, match="successes_b: 6 of only 5"):
        exact(1, 5, 6, 5)
    with pytest.raises(ValueError, match="n_a"):
        exact(0, -1, 0, 5)
