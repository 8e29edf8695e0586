"""Welch's test from summaries, against scipy's own."""

import pytest
from scipy import stats

from cogmed_core.stats import welch

ROWS = [(4.72, 0.95, 50, 3.45, 0.65, 50), (5.35, 0.28, 50, 5.42, 0.55, 50), (2.0, 1.0, 3, 9.0, 4.0, 11)]


@pytest.mark.parametrize("row", ROWS)
def test_p_and_interval_agree_with_scipy(row: tuple[float, float, int, float, float, int]) -> None:
    ours = welch.from_summaries(*row)
    reference = stats.ttest_ind_from_stats(*row, equal_var=False)
    assert ours.significance.p == pytest.approx(reference.pvalue, rel=1e-9)
    assert ours.difference.value == pytest.approx(row[0] - row[3])


def test_the_interval_agrees_with_scipys_on_data() -> None:
    a, b = [1.0, 4.0, 2.5, 7.0, 3.0], [6.0, 9.5, 4.0, 12.0]
    told = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.9)
    rows = [(float(stats.tmean(x)), float(stats.tstd(x)), len(x)) for x in (a, b)]
    ours = welch.from_summaries(*rows[0], *rows[1], level=0.9).difference
    assert (ours.low, ours.high) == (pytest.approx(told.low, rel=1e-9), pytest.approx(told.high, rel=1e-9))


def test_without_any_deviation_equal_means_are_equal_and_others_are_not() -> None:
    assert welch.from_summaries(5, 0, 9, 5, 0, 9).significance.p == 1
    apart = welch.from_summaries(5, 0, 9, 4, 0, 9)
    assert (apart.significance.p, apart.difference.low, apart.difference.high) == (0, 1, 1)


@pytest.mark.parametrize("row", [(1, 1, 1, 1, 1, 9), (1, -1, 9, 1, 1, 9)])
def test_what_is_no_summary_is_refused(row: tuple[float, float, int, float, float, int]) -> None:
    with pytest.raises(ValueError, match=r"at least two|not below zero"):
        welch.from_summaries(*row)
