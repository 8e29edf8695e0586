import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.stats.completion import bounds
from cogmed_core.stats.intervals import Interval, wilson


def test_ten_failed_among_fifty_leave_n_at_fifty() -> None:
    row = bounds(agreements=20, failed=10, n=50)
    assert (row.n, row.failed, row.incomplete, row.worst, row.best) == (50, 10, True, 0.4, 0.6)
    assert row.interval == Interval(wilson(20, 50).low, wilson(30, 50).high, 0.95)


def test_a_complete_row_is_its_own_worst_and_best() -> None:
    row = bounds(20, 0, 50)
    assert (row.incomplete, row.worst, row.best, row.interval) == (False, 0.4, 0.4, wilson(20, 50))


@given(st.tuples(*[st.integers(0, 40)] * 3))
def test_wherever_the_failed_episodes_end_the_rate_lies_between(counts: tuple[int, int, int]) -> None:
    agreements, others, failed = counts
    n = agreements + others + failed
    row = bounds(agreements, failed, n)
    for agreeing in range(failed + 1) if n else ():
        assert row.worst <= (agreements + agreeing) / n <= row.best
        assert row.interval.contains((agreements + agreeing) / n)


def test_edges() -> None:
    row = bounds(0, 0, 0)
    assert (row.worst, row.best, row.interval, row.incomplete) == (None, None, Interval(0, 1, 0.95), False)
    with pytest.raises(ValueError, match="30 agreements and 25 failed of only 50"):
        bounds(30, 25, 50)
    with pytest.raises(ValueError, match="failed"):
        bounds(1, -1, 5)
