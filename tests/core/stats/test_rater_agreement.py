"""Krippendorff's alpha, weighted kappa, ICC, Spearman's rho, Bland–Altman."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.formula.api import ols
from statsmodels.stats.inter_rater import cohens_kappa

from cogmed_core.stats import bland_altman, icc, kappa, krippendorff, spearman
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.resampling import Resampling

PLAN = Resampling(seed=4, resamples=200)
RNG = np.random.default_rng(17)
QUALITY = RNG.integers(2, 9, (25, 1))
RATINGS = np.clip(QUALITY + RNG.integers(-1, 3, (25, 3)), 1, 10).astype(float)
GAPS = np.where(RNG.random((25, 3)) < 0.15, np.nan, RATINGS)
SUBJECTS = np.arange(25)
_ = np.nan

KRIPPENDORFF_2011 = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
        [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
    ]
).T
"""Krippendorff 2011, "Computing Krippendorff's alpha-reliability", section E: four observers, twelve units."""

SHROUT_FLEISS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]])
"""Shrout & Fleiss 1979, table 2: six targets, four judges."""


def slow_alpha(table: np.ndarray, metric: str) -> float:
    """Pair by pair in exact fractions from the definition, through the coincidence matrix."""
    units = [[int(v) for v in unit if not np.isnan(v)] for unit in table]
    units = [unit for unit in units if len(unit) > 1]
    levels = sorted({v for unit in units for v in unit})
    margin = {v: sum(unit.count(v) for unit in units) for v in levels}

    def distance(c: int, k: int) -> Fraction:
        if metric == "nominal":
            return Fraction(c != k)
        if metric == "interval":
            return Fraction((c - k) ** 2)
        between = sum(margin[g] for g in levels if min(c, k) <= g <= max(c, k))
        return (between - Fraction(margin[c] + margin[k], 2)) ** 2 if c != k else Fraction(0)

    observed = sum(Fraction(1, len(unit) - 1) * sum(distance(c, k) for c, k in permutations(unit, 2)) for unit in units)
    n = sum(margin.values())
    expected = sum(margin[c] * margin[k] * distance(c, k) for c in levels for k in levels) / (n - 1)
    return float(1 - observed / expected)


@pytest.mark.parametrize(("metric", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_krippendorff_s_own_example(metric: krippendorff.Metric, published: float) -> None:
    ours = krippendorff.alpha(KRIPPENDORFF_2011, metric, PLAN)
    assert round(ours.value, 3) == published
    assert (ours.n, ours.clusters) == (11, 11)  # the twelfth unit has one rating only


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval"])
def test_alpha_with_gaps_and_its_slow_interval(metric: krippendorff.Metric, slow_interval) -> None:
    pairable = GAPS[(~np.isnan(GAPS)).sum(axis=1) >= 2]
    ours = krippendorff.alpha(GAPS, metric, PLAN)
    assert ours.value == pytest.approx(slow_alpha(GAPS, metric), abs=1e-9)
    few = Resampling(seed=4, resamples=100)
    ours = krippendorff.alpha(GAPS, metric, few)
    slow = slow_interval(lambda rows: slow_alpha(pairable[rows], metric), np.arange(len(pairable)), few)
    assert (ours.low, ours.high) == pytest.approx(slow, abs=1e-9)


def test_interval_alpha_of_broken_numbers_scales_with_the_unit() -> None:
    whole, thirds = (krippendorff.alpha(GAPS / unit, "interval", PLAN).value for unit in (1, 3))
    assert whole == pytest.approx(thirds, abs=1e-12)


def test_alpha_at_the_edges() -> None:
    assert krippendorff.alpha(np.full((4, 3), np.nan), "nominal", PLAN) == Estimate(None, None, 0, 0)
    assert krippendorff.alpha(np.zeros((0, 3)), "ordinal", PLAN).value is None
    for metric in ("nominal", "ordinal", "interval"):
        assert krippendorff.alpha(np.full((4, 3), 7.1), metric, PLAN).value is None
        perfect = krippendorff.alpha(np.repeat([[1.0], [4.0], [9.0], [2.0]], 3, axis=1), metric, PLAN)
        assert (perfect.value, perfect.low, perfect.high) == (1, 1, 1)
    for wrong in ([1.0, 2.0], [[1.0, np.inf]]):
        with pytest.raises(ValueError, match="ratings"):
            krippendorff.alpha(wrong, "nominal", PLAN)


def kappa_of(x: np.ndarray, y: np.ndarray) -> float:
    table = np.zeros((10, 10))
    np.add.at(table, (x.astype(int) - 1, y.astype(int) - 1), 1)
    return cohens_kappa(table, wt="quadratic", return_results=False)


def test_quadratic_weighted_kappa_agrees_with_statsmodels(slow_interval) -> None:
    x, y = RATINGS[:, 0], RATINGS[:, 1]
    ours = kappa.quadratic_weighted(x, y, PLAN)
    assert ours.value == pytest.approx(kappa_of(x, y), abs=1e-9)
    slow = slow_interval(lambda rows: kappa_of(x[rows], y[rows]), SUBJECTS, PLAN)
    assert (ours.low, ours.high) == pytest.approx(slow, abs=1e-9)


def test_kappa_at_the_edges() -> None:
    assert kappa.quadratic_weighted([], [], PLAN).value is None
    assert kappa.quadratic_weighted([4.2] * 5, [4.2] * 5, PLAN).value is None
    assert kappa.quadratic_weighted([4, 4, 4], [5, 5, 5], PLAN).value == 0
    assert kappa.quadratic_weighted([1, 2, 3], [1, 2, 3], PLAN).value == 1
    assert kappa.quadratic_weighted([1, 3], [3, 1], PLAN).value == -1
    with pytest.raises(ValueError, match="second: 1 of 2"):
        kappa.quadratic_weighted([1, 2], [1, np.nan], PLAN)


def slow_icc(table: np.ndarray) -> tuple[float, float, float]:
    """From the analysis of variance of another library."""
    n, k = table.shape
    long = pd.DataFrame(
        {"y": table.ravel(), "s": np.repeat(range(n), k).astype(str), "r": np.tile(range(k), n).astype(str)}
    )
    anova = sm.stats.anova_lm(ols("y ~ s + r", long).fit())
    subject, rater, error = anova["sum_sq"] / anova["df"]
    return (
        (subject - error) / (subject + (k - 1) * error + k * (rater - error) / n),
        (subject - error) / (subject + (rater - error) / n),
        (subject - error) / (subject + (k - 1) * error),
    )


def three(result: icc.Icc) -> list[Estimate]:
    return [result.agreement, result.agreement_of_mean, result.consistency]


def test_the_iccs_of_shrout_and_fleiss() -> None:
    ours = [estimate.value for estimate in three(icc.icc(SHROUT_FLEISS, PLAN))]
    assert [round(value, 2) for value in ours] == [0.29, 0.62, 0.71]
    assert ours == pytest.approx(slow_icc(SHROUT_FLEISS), abs=1e-9)


def test_the_iccs_and_their_slow_intervals(slow_interval) -> None:
    few = Resampling(seed=4, resamples=100)
    for which, ours in enumerate(three(icc.icc(RATINGS, few))):
        slow = slow_interval(
            lambda rows, which=which: slow_icc(RATINGS[rows])[which], SUBJECTS, few, "bca of variances"
        )
        assert (ours.low, ours.high) == pytest.approx(slow, abs=1e-9)


def test_icc_at_the_edges() -> None:
    for table in (np.zeros((0, 3)), np.ones((1, 3)), np.ones((5, 1)), np.full((5, 3), 0.1 + 0.2)):
        assert [estimate.value for estimate in three(icc.icc(table, PLAN))] == [None] * 3
    perfect = icc.icc([[1, 1], [5, 5], [9, 9]], PLAN)
    assert [estimate.value for estimate in three(perfect)] == [1, 1, 1]
    shifted = icc.icc([[1, 2], [5, 6], [9, 10]], PLAN)
    assert shifted.consistency.value == 1 > shifted.agreement.value
    with pytest.raises(ValueError, match="ratings: 1 of 4"):
        icc.icc([[1, 2], [np.nan, 4]], PLAN)


def test_spearman_agrees_with_scipy(slow_interval) -> None:
    x, y = RATINGS[:, 0], RATINGS[:, 2]
    ours = spearman.rho(x, y, PLAN)
    assert ours.value == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-9)
    slow = slow_interval(lambda rows: stats.spearmanr(x[rows], y[rows]).statistic, SUBJECTS, PLAN)
    assert (ours.low, ours.high) == pytest.approx(slow, abs=1e-9)


def test_spearman_at_the_edges() -> None:
    assert spearman.rho([], [], PLAN).value is None
    assert spearman.rho([1], [1], PLAN).value is None
    assert spearman.rho([3, 3, 3], [1, 2, 3], PLAN).value is None
    assert spearman.rho([1, 2, 30], [-3, -2, -1], PLAN).value == 1
    with pytest.raises(ValueError, match="first 2, second 3"):
        spearman.rho([1, 2], [1, 2, 3], PLAN)


PEAK_FLOW = np.array(
    [
        [494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427],
        [512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451],
    ]
)
"""Bland & Altman 1986, table 1: first readings of the large and of the mini peak flow meter, 17 subjects."""


def test_the_bias_bland_and_altman_published() -> None:
    ours = bland_altman.bias(*PEAK_FLOW, np.arange(17), PLAN)
    # Mean −2.1 l/min, standard deviation 38.8; they take 2 deviations where we take 1.96.
    assert round(ours.bias.value, 1) == -2.1
    assert (ours.upper.value - ours.bias.value) / 1.959963984540054 == pytest.approx(38.8, abs=0.05)
    assert ours.bias.value - ours.lower.value == pytest.approx(ours.upper.value - ours.bias.value, abs=1e-9)


def test_bias_limits_and_slope_with_their_slow_intervals(slow_interval) -> None:
    x, y, subjects = RATINGS[:, 0], RATINGS[:, 1], np.repeat(np.arange(5), 5)
    gap, level = x - y, (x + y) / 2
    ours = bland_altman.bias(x, y, subjects, PLAN)
    line = sm.OLS(gap, sm.add_constant(level)).fit()
    assert ours.bias.value == pytest.approx(gap.mean(), abs=1e-9)
    assert ours.upper.value == pytest.approx(gap.mean() + stats.norm.ppf(0.975) * gap.std(ddof=1), abs=1e-9)
    assert ours.slope.value == pytest.approx(line.params[1], abs=1e-9)
    for estimate, reference in (
        (ours.bias, lambda rows: gap[rows].mean()),
        (ours.upper, lambda rows: gap[rows].mean() + stats.norm.ppf(0.975) * gap[rows].std(ddof=1)),
        (ours.slope, lambda rows: np.polyfit(level[rows], gap[rows], 1)[0]),
    ):
        assert (estimate.low, estimate.high) == pytest.approx(slow_interval(reference, subjects, PLAN), abs=1e-9)
    assert ours.bias.clusters == 5


def test_bias_at_the_edges() -> None:
    nothing = bland_altman.bias([], [], [], PLAN)
    assert (nothing.bias.value, nothing.slope.value) == (None, None)
    single = bland_altman.bias([7], [5], ["a"], PLAN)
    assert (single.bias.value, single.upper.value, single.slope.value) == (2, None, None)
    constant = bland_altman.bias([7, 8, 9], [5, 6, 7], [1, 2, 3], PLAN)
    assert (constant.lower.value, constant.bias.value, constant.upper.value) == (2, 2, 2)
    assert constant.slope.value == pytest.approx(0, abs=1e-12)
    with pytest.raises(ValueError, match="first: "):
        bland_altman.bias([np.nan], [1], [1], PLAN)
