import math
from itertools import product

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

from cogmed_core.stats import mcnemar, power
from cogmed_core.stats.power import Discordance, design_effect, discordance, mcnemar_power, score_power, success_power


@pytest.mark.parametrize(("only_a", "only_b"), [(0.3, 0.1), (0.05, 0.5), (0.7, 0.3), (0.4, 0)])
@pytest.mark.parametrize("pairs", [1, 5, 6, 17, 40])
def test_mcnemar_s_power_is_the_chance_of_every_table_that_the_test_rejects(
    only_a: float, only_b: float, pairs: int
) -> None:
    chances = [only_a, only_b, max(0.0, 1 - only_a - only_b)]
    reached = sum(
        stats.multinomial.pmf([a, b, pairs - a - b], pairs, chances)
        for a, b in product(range(pairs + 1), repeat=2)
        if a + b <= pairs and mcnemar.exact(a, b) <= 0.05
    )
    assert mcnemar_power(pairs, Discordance(only_a, only_b)) == pytest.approx(reached, abs=1e-9)


def test_equal_arms_are_rejected_in_alpha_at_most() -> None:
    for pairs in (10, 50, 500):
        assert mcnemar_power(pairs, Discordance(0.2, 0.2)) <= 0.05


def test_a_million_pairs_are_no_trouble() -> None:
    assert mcnemar_power(1_000_000, Discordance(0.21, 0.2)) == pytest.approx(1, abs=1e-9)


def test_the_plan_is_near_the_textbook_formula_and_is_the_fewest() -> None:
    # Connor 1987 (Biometrics 43:207), equation for the conditional test: close to the exact number, never the same.
    for chances in (Discordance(0.35, 0.1), Discordance(0.2, 0.1), Discordance(0.3, 0.25)):
        total, gap = chances.only_a + chances.only_b, abs(chances.only_a - chances.only_b)
        textbook = (1.959964 * math.sqrt(total) + 0.841621 * math.sqrt(total - gap**2)) ** 2 / gap**2
        plan = power.success_plan(seeds=1, icc=0.0, chances=chances)
        assert textbook <= plan.cases <= 1.25 * textbook + 8
        assert plan.power == mcnemar_power(plan.cases, chances) >= 0.8
        assert mcnemar_power(plan.cases - 1, chances) < 0.8
        assert min(mcnemar_power(cases, chances) for cases in range(plan.cases, plan.cases + 50)) >= 0.8


def test_the_power_for_scores_is_that_of_statsmodels() -> None:
    for cases, seeds, icc, difference in [
        (50, 1, 0.0, 0.4),
        (30, 3, 0.3, 0.25),
        (8, 10, 1.0, -0.9),
        (200, 5, 0.1, 0.05),
    ]:
        deviation = 1.3
        standardised = difference / (deviation * math.sqrt((1 + (seeds - 1) * icc) / seeds))
        expected = TTestPower().power(standardised, cases, 0.05, alternative="two-sided")
        assert score_power(cases, seeds, icc, difference, deviation) == pytest.approx(expected, abs=1e-9)


def test_the_plan_for_scores_is_the_fewest() -> None:
    plan = power.score_plan(seeds=3, icc=0.3, difference=0.5, deviation=1.2, power=0.9)
    needed = TTestPower().solve_power(0.5 / (1.2 * math.sqrt(1.6 / 3)), power=0.9, alpha=0.05)
    assert plan.cases == math.ceil(needed)
    assert plan.power >= 0.9


def test_seeds_help_less_the_more_they_agree() -> None:
    assert design_effect(1, 0.7) == 1
    assert design_effect(5, 0.0) == 1
    assert design_effect(5, 1.0) == 5
    chances = Discordance(0.3, 0.15)
    assert success_power(50, 4, 1.0, chances) == mcnemar_power(50, chances)
    assert success_power(50, 4, 0.0, chances) == mcnemar_power(200, chances)
    plans = [power.success_plan(4, icc, chances).cases for icc in (0.0, 0.2, 0.6, 1.0)]
    assert plans == sorted(plans)
    assert plans[0] < plans[-1]


def test_discordance_from_rates() -> None:
    independent = discordance(0.68, 0.42)
    assert (independent.only_a, independent.only_b) == pytest.approx((0.68 * 0.58, 0.42 * 0.32), abs=1e-12)
    tied = discordance(0.5, 0.5, correlation=1.0)
    assert (tied.only_a, tied.only_b) == pytest.approx((0, 0), abs=1e-12)
    for rate_a, rate_b, correlation, complaint in [
        (0.9, 0.1, 0.9, "can't correlate"),
        (0.2, 0.2, -0.9, "can't correlate"),
        (0.2, 0.2, np.nan, "can't correlate"),
        (1.2, 0.5, 0.0, "rates from 0 to 1"),
    ]:
        with pytest.raises(ValueError, match=complaint):
            discordance(rate_a, rate_b, correlation)


def test_edges() -> None:
    assert mcnemar_power(0, Discordance(0.3, 0.1)) == mcnemar_power(9, Discordance(0, 0)) == 0
    assert score_power(1, 3, 0.2, 1.0, 1.0) == score_power(0, 3, 0.2, 1.0, 1.0) == 0
    with pytest.raises(ValueError, match="no difference"):
        power.success_plan(1, 0.0, Discordance(0.2, 0.2))
    with pytest.raises(ValueError, match="no difference"):
        power.score_plan(1, 0.0, 0.0, 1.0)
    with pytest.raises(ValueError, match="1,000,000 cases are not enough"):
        power.score_plan(1, 0.0, 1e-6, 1.0)
    for difference, deviation in [(1.0, 0.0), (1.0, np.nan), (np.nan, 1.0)]:
        with pytest.raises(ValueError, match="deviation above 0"):
            score_power(9, 1, 0.0, difference, deviation)
    with pytest.raises(ValueError, match="at least one seed"):
        design_effect(0, 0.5)
    for only_a, only_b in [(-0.1, 0.2), (0.6, 0.5), (np.nan, 0.1)]:
        with pytest.raises(ValueError, match="chances"):
            Discordance(only_a, only_b)
