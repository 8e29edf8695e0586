import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import confint_proportions_2indep

from cogmed_core.stats.intervals import Estimate, Interval
from cogmed_core.stats.mcnemar import PairedCounts
from cogmed_core.stats.proportion_difference import paired, unpaired

COUNTS = st.tuples(*[st.integers(0, 25)] * 4).filter(sum).map(lambda four: PairedCounts(*four))


def squared_score(counts: PairedCounts, difference: float) -> float:
    """The score statistic with the restricted estimate found among the roots of the likelihood equation."""
    n, a, b = counts.pairs, counts.only_a, counts.only_b
    # d/dq [a log(q + δ) + b log q + (n − a − b) log(1 − 2q − δ)] = 0, multiplied out.
    q, shifted, rest = np.poly1d([1, 0]), np.poly1d([1, difference]), np.poly1d([-2, 1 - difference])
    roots = (a * q * rest + b * shifted * rest - 2 * (n - a - b) * q * shifted).roots.real
    inside = [r for r in roots if r >= -1e-12 and r + difference >= -1e-12 and 1 - 2 * r - difference >= -1e-12]
    return (a - b - n * difference) ** 2 / (n * (2 * max(inside) + difference * (1 - difference)))


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        # Fagerland, Lydersen & Laake 2014 (Statistics in Medicine 33:2850): airway hyper-responsiveness.
        (PairedCounts(1, 1, 7, 12), -0.517, -0.026),
    ],
)
def test_tango_s_published_interval(counts: PairedCounts, low: float, high: float) -> None:
    ours = paired(counts)
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=5e-4)


def test_the_r_package_propcis_gives_the_same() -> None:
    # scoreci.mp(25, 28, 618, 0.90) is −0.0148 to 0.0247; its difference is the second count minus the first.
    ours = paired(PairedCounts(both=300, only_a=28, only_b=25, neither=265), level=0.9)
    assert (ours.low, ours.high) == pytest.approx((-0.0148, 0.0247), abs=5e-5)


@pytest.mark.parametrize("counts", [(1, 1, 7, 12), (59, 6, 16, 80), (0, 3, 5, 2), (20, 1, 1, 20), (3, 12, 1, 4)])
def test_tango_s_ends_are_where_the_score_statistic_is_at_its_limit(counts: tuple[int, int, int, int]) -> None:
    ours = paired(PairedCounts(*counts))
    for end in (ours.low, ours.high):
        assert squared_score(PairedCounts(*counts), end) == pytest.approx(1.959963984540054**2, rel=1e-9)


@given(COUNTS)
def test_tango_holds_the_difference_mirrors_and_stays_within_one(counts: PairedCounts) -> None:
    ours = paired(counts)
    mirrored = paired(PairedCounts(counts.both, counts.only_b, counts.only_a, counts.neither))
    assert ours.value == (counts.only_a - counts.only_b) / counts.pairs
    assert -1 <= ours.low <= ours.value <= ours.high <= 1
    assert (mirrored.low, mirrored.high) == pytest.approx((-ours.high, -ours.low), abs=1e-9)


@given(COUNTS)
def test_tango_excludes_zero_just_where_mcnemar_s_score_test_rejects(counts: PairedCounts) -> None:
    discordant = counts.only_a + counts.only_b
    rejects = discordant > 0 and (counts.only_a - counts.only_b) ** 2 / discordant > 1.959963984540054**2
    assert paired(counts).interval.contains(0.0) is not rejects


def test_tango_at_the_edges_in_closed_form() -> None:
    z2 = 1.959963984540054**2
    none = paired(PairedCounts(10, 0, 0, 10))
    assert (none.low, none.high) == pytest.approx((-z2 / (20 + z2), z2 / (20 + z2)), abs=1e-9)
    all_of_them = paired(PairedCounts(0, 20, 0, 0))
    assert (all_of_them.value, all_of_them.high) == (1, 1)
    assert 0 < all_of_them.low < 1
    assert paired(PairedCounts(0, 0, 0, 0)) == Estimate(None, Interval(-1, 1, 0.95), 0, 0)


@pytest.mark.parametrize("counts", [(8, 50, 23, 50), (34, 50, 31, 50), (0, 7, 5, 9), (3, 3, 0, 11)])
def test_newcombe_agrees_with_statsmodels(counts: tuple[int, int, int, int]) -> None:
    a, n_a, b, n_b = counts
    ours, theirs = (
        unpaired(a, n_a, b, n_b),
        confint_proportions_2indep(a, n_a, b, n_b, method="newcomb", compare="diff"),
    )
    assert (ours.low, ours.high) == pytest.approx(theirs, abs=1e-9)


def test_newcombe_s_published_interval() -> None:
    # The R package contingencytables on Perondi et al. 2004: 7 of 34 against 1 of 34 is 0.1765 (0.0189 to 0.3404).
    ours = unpaired(7, 34, 1, 34)
    assert (ours.value, ours.low, ours.high) == pytest.approx((0.1765, 0.0189, 0.3404), abs=5e-5)


def test_newcombe_at_the_edges() -> None:
    assert unpaired(0, 0, 0, 0) == Estimate(None, Interval(-1, 1, 0.95), 0, 0)
    one_sided = unpaired(0, 0, 5, 10)
    assert (one_sided.value, one_sided.n) == (None, 10)
    with pytest.raises(ValueError, match="successes ≤ n"):
        unpaired(3, 2, 1, 5)
