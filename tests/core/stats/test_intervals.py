import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from cogmed_core.stats.intervals import Estimate, Interval, wilson


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
def test_wilson_agrees_with_two_libraries(level: float) -> None:
    for n in [1, 2, 7, 50, 7_500]:
        for successes in {0, 1, n // 3, n // 2, n - 1, n}:
            ours = wilson(successes, n, level)
            theirs = proportion_confint(successes, n, alpha=1 - level, method="wilson")
            again = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
            assert (ours.low, ours.high) == pytest.approx(theirs, abs=1e-9)
            assert (ours.low, ours.high) == pytest.approx((again.low, again.high), abs=1e-9)


def test_wilson_gives_the_published_interval() -> None:
    # Newcombe 1998 (Statistics in Medicine 17:857), table I: 81 of 263 by method 3 is 0.2553 to 0.3662.
    assert wilson(81, 263).low == pytest.approx(0.2553, abs=5e-5)
    assert wilson(81, 263).high == pytest.approx(0.3662, abs=5e-5)


def test_wilson_of_nothing_excludes_nothing() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0, 0.95)


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_rate_mirrors_and_narrows_with_n(counts: tuple[int, int]) -> None:
    successes, n = counts
    interval, mirrored, tenfold = wilson(successes, n), wilson(n - successes, n), wilson(10 * successes, 10 * n)
    assert interval.contains(successes / n)
    assert 0 <= interval.low <= interval.high <= 1
    assert mirrored.low == pytest.approx(1 - interval.high, abs=1e-12)
    assert tenfold.high - tenfold.low < interval.high - interval.low


@pytest.mark.parametrize("percent", [16, 28, 32, 36, 38, 42, 46, 48, 56, 62, 66, 68, 78])
def test_wilson_covers_every_published_rate_at_fifty_cases_exactly_computed(percent: int) -> None:
    rate = percent / 100
    covered = sum(stats.binom.pmf(k, 50, rate) for k in range(51) if wilson(k, 50).contains(rate))
    assert 0.93 <= covered <= 0.97


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (0, -1), (math.nan, 5), (1, math.nan)])
def test_wilson_refuses_impossible_counts(successes: float, n: float) -> None:
    with pytest.raises(ValueError, match="0 ≤ successes ≤ n"):
        wilson(successes, n)


@pytest.mark.parametrize("level", [0, 1, 95, -0.1, math.nan])
def test_a_level_is_a_fraction(level: float) -> None:
    with pytest.raises(ValueError, match="level"):
        wilson(1, 2, level)


def test_an_interval_cannot_be_upside_down_or_nan() -> None:
    for low, high in [(1.0, 0.0), (math.nan, 1.0), (0.0, math.nan)]:
        with pytest.raises(ValueError, match="upside down"):
            Interval(low, high, 0.95)


def test_an_estimate_gives_the_ends_or_none() -> None:
    assert (Estimate(0.5, Interval(0.2, 0.7, 0.95), 3, 3).low, Estimate(None, None, 0, 0).high) == (0.2, None)
    assert np.isfinite(Estimate(0.5, Interval(0.2, 0.7, 0.95), 3, 3).high)
