"""Do the 95 % intervals cover the truth in 95 % of the experiments? 2,000 simulated experiments a row.

Run with ``pytest --long -s tests/benchmarks/test_stats_coverage.py`` to see the figures.
The truth of each world is the same figure over a population of some hundred thousand cases.
"""

from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from cogmed_core.stats import (
    bland_altman,
    bootstrap,
    cliff,
    cohen,
    icc,
    kappa,
    krippendorff,
    paired,
    proportion,
    rank_biserial,
    spearman,
    survival,
)
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.resampling import Resampling

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

EXPERIMENTS, CASES, HORIZON = 2_000, 50, 10
Rng = np.random.Generator
Measure = Callable[[Rng, int, int], Estimate]


def labels(cases: int, seeds: int) -> tuple[np.ndarray, np.ndarray]:
    return np.repeat(np.arange(cases), seeds), np.tile(np.arange(seeds), cases)


def low_scores(rng: Rng, cases: int, seeds: int) -> np.ndarray:
    """Mean of three marks 1–10, most of them low, a long tail upwards, half of the variance between cases."""
    ease = rng.beta(1.0, 3.0, size=(cases, 1))
    chance = rng.beta(4 * ease + 0.05, 4 * (1 - ease) + 0.05, size=(cases, seeds))
    return 1 + rng.binomial(9, np.repeat(chance[..., None], 3, axis=2)).mean(axis=2).ravel()


def high_scores(rng: Rng, cases: int, seeds: int) -> np.ndarray:
    """Whole marks 1–10 that crowd at the top."""
    ease = np.repeat(rng.beta(6.0, 1.0, size=(cases, 1)), seeds, axis=1)
    return 1.0 + rng.binomial(9, ease).ravel()


def crossed_scores(rng: Rng, cases: int, seeds: int) -> np.ndarray:
    """Every seed shifts all cases alike: the world in which resampling cases alone misses something."""
    case, seed = rng.gamma(1, 0.55, size=(cases, 1)), rng.normal(0, 0.2, size=(1, seeds))
    return (case + seed + rng.gamma(1, 0.8, size=(cases, seeds))).ravel()


def successes(rng: Rng, cases: int, seeds: int, rate: float, ease: np.ndarray | None = None) -> np.ndarray:
    """Successes whose propensity varies between cases (intra-case correlation of the latent normal: one half)."""
    ease = rng.normal(size=(cases, 1)) if ease is None else ease
    threshold = stats.norm.ppf(rate) * np.sqrt(2)
    return (ease + rng.normal(size=(cases, seeds)) < threshold).ravel()


def talks(rng: Rng, cases: int, seeds: int) -> survival.Talks:
    speed = 1 / (1 + np.exp(2.2 - 0.7 * rng.normal(size=(cases, 1))))
    agree = rng.geometric(np.repeat(speed, seeds, axis=1)).ravel()
    leave = rng.geometric(0.05, size=cases * seeds)
    rounds = np.minimum(np.minimum(agree, leave), HORIZON)
    agreed = (agree <= leave) & (agree <= HORIZON)
    broke = ~agreed & (leave <= HORIZON)
    return survival.Talks.of(rounds, agreed, broke, labels(cases, seeds)[0], HORIZON)


def ratings(rng: Rng, cases: int, raters: int, skewed: bool = False) -> np.ndarray:
    """Whole marks of raters who differ in their means, on subjects that differ in quality."""
    quality = 2 + rng.gamma(2.0, 1.2, size=(cases, 1)) if skewed else rng.normal(5, 1.6, size=(cases, 1))
    habit = np.linspace(-0.5, 0.5, raters)
    return np.clip(np.round(quality + habit + rng.normal(0, 1.0, size=(cases, raters))), 1, 10)


def plan(rng: Rng, cases: int) -> Resampling:
    return Resampling(seed=int(rng.integers(2**31)), resamples=2_000 if cases == CASES else 100)


def mean_of(world: Callable[[Rng, int, int], np.ndarray], crossed: bool = False) -> Measure:
    def measure(rng: Rng, cases: int, seeds: int) -> Estimate:
        case, seed = labels(cases, seeds)
        return bootstrap.mean(world(rng, cases, seeds), case, plan(rng, cases), seed if crossed else None)

    return measure


def mean_rounds(rng: Rng, cases: int, seeds: int) -> Estimate:
    ended = talks(rng, cases, seeds)
    won = ended.agreed
    return bootstrap.mean(ended.rounds[won], labels(cases, seeds)[0][won], plan(rng, cases))


def rate_of(rate: float) -> Measure:
    def measure(rng: Rng, cases: int, seeds: int) -> Estimate:
        return proportion.clustered(successes(rng, cases, seeds, rate), labels(cases, seeds)[0])

    return measure


def two_arms(rng: Rng, cases: int, seeds: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    base = low_scores(rng, cases, seeds)
    return np.clip(base + rng.gamma(1, 0.5, size=base.size) - 0.2, 1, 10), base, labels(cases, seeds)[0]


def success_difference(rng: Rng, cases: int, seeds: int) -> Estimate:
    ease = rng.normal(size=(cases, 1))
    a, b = successes(rng, cases, seeds, 0.6, ease), successes(rng, cases, seeds, 0.4, ease)
    return paired.successes(a, b, labels(cases, seeds)[0], plan(rng, cases)).difference


def score_difference(rng: Rng, cases: int, seeds: int) -> Estimate:
    a, b, case = two_arms(rng, cases, seeds)
    return paired.scores(a, b, case, plan(rng, cases)).difference


def cliffs_delta(rng: Rng, cases: int, seeds: int) -> Estimate:
    a, b, case = two_arms(rng, cases, seeds)
    return cliff.delta(a, case, b, case, plan(rng, cases))


def cohens_dz(rng: Rng, cases: int, seeds: int) -> Estimate:
    return cohen.dz(*two_arms(rng, cases, seeds), plan(rng, cases))


def matched_rank_biserial(rng: Rng, cases: int, seeds: int) -> Estimate:
    return rank_biserial.matched(*two_arms(rng, cases, seeds), plan(rng, cases))


def restricted_mean(rng: Rng, cases: int, seeds: int) -> Estimate:
    return survival.kaplan_meier(talks(rng, cases, seeds), plan(rng, cases)).restricted_mean


def agreed_by_round_five(rng: Rng, cases: int, seeds: int) -> Estimate:
    return survival.cumulative_incidence(talks(rng, cases, seeds), plan(rng, cases)).agreement[4]


def alpha(metric: krippendorff.Metric) -> Measure:
    def measure(rng: Rng, cases: int, raters: int) -> Estimate:
        table = ratings(rng, cases, raters)
        table[rng.random(table.shape) < 0.1] = np.nan
        return krippendorff.alpha(table, metric, plan(rng, cases))

    return measure


def weighted_kappa(rng: Rng, cases: int, raters: int) -> Estimate:
    return kappa.quadratic_weighted(*ratings(rng, cases, raters).T, plan(rng, cases))


def icc_agreement(rng: Rng, cases: int, raters: int) -> Estimate:
    return icc.icc(ratings(rng, cases, raters), plan(rng, cases)).agreement


def icc_of_skewed_subjects(rng: Rng, cases: int, raters: int) -> Estimate:
    return icc.icc(ratings(rng, cases, raters, skewed=True), plan(rng, cases)).agreement


def icc_consistency(rng: Rng, cases: int, raters: int) -> Estimate:
    return icc.icc(ratings(rng, cases, raters), plan(rng, cases)).consistency


def spearman_rho(rng: Rng, cases: int, raters: int) -> Estimate:
    return spearman.rho(*ratings(rng, cases, raters).T, plan(rng, cases))


def judge_bias(rng: Rng, cases: int, raters: int) -> Estimate:
    return bland_altman.bias(*ratings(rng, cases, raters).T, np.arange(cases), plan(rng, cases)).bias


def upper_limit(rng: Rng, cases: int, raters: int) -> Estimate:
    return bland_altman.bias(*ratings(rng, cases, raters).T, np.arange(cases), plan(rng, cases)).upper


def covered(measure: Measure, second: int, truth: float | None = None) -> float:
    rng = np.random.default_rng(20_260_101)
    truth = measure(rng, 200_000, second).value if truth is None else truth
    inside = 0
    for _ in range(EXPERIMENTS):
        interval = measure(rng, CASES, second).interval
        inside += interval is not None and interval.contains(truth)
    return inside / EXPERIMENTS


ROWS = [
    ("mean, low scores, 1 seed", mean_of(low_scores), 1, None),
    ("mean, low scores, 3 seeds", mean_of(low_scores), 3, None),
    ("mean, low scores, 5 seeds", mean_of(low_scores), 5, None),
    ("mean, high scores, 1 seed", mean_of(high_scores), 1, None),
    ("mean, high scores, 3 seeds", mean_of(high_scores), 3, None),
    ("mean, cases × seeds, 5 seeds with an effect", mean_of(crossed_scores, crossed=True), 5, 1.35),
    ("mean, cases × seeds, 10 seeds with an effect", mean_of(crossed_scores, crossed=True), 10, 1.35),
    ("mean, cases × seeds, 5 seeds as labels", mean_of(low_scores, crossed=True), 5, None),
    ("TTA over agreements, 1 seed", mean_rounds, 1, None),
    ("TTA over agreements, 3 seeds", mean_rounds, 3, None),
    ("success rate .16, 3 seeds", rate_of(0.16), 3, 0.16),
    ("success rate .68, 5 seeds", rate_of(0.68), 5, 0.68),
    ("difference of success rates, 1 seed (Tango)", success_difference, 1, 0.2),
    ("difference of success rates, 3 seeds", success_difference, 3, 0.2),
    ("difference of mean scores, 1 seed", score_difference, 1, None),
    ("difference of mean scores, 3 seeds", score_difference, 3, None),
    ("Cliff's delta, 3 seeds", cliffs_delta, 3, None),
    ("Cohen's dz, 1 seed", cohens_dz, 1, None),
    ("rank-biserial, 1 seed", matched_rank_biserial, 1, None),
    ("restricted mean rounds, 3 seeds", restricted_mean, 3, None),
    ("incidence of agreement by round 5, 3 seeds", agreed_by_round_five, 3, None),
    ("alpha nominal, 3 raters", alpha("nominal"), 3, None),
    ("alpha ordinal, 3 raters", alpha("ordinal"), 3, None),
    ("alpha interval, 3 raters", alpha("interval"), 3, None),
    ("quadratic weighted kappa", weighted_kappa, 2, None),
    ("ICC(2,1), 3 raters", icc_agreement, 3, None),
    ("ICC(2,1), 3 raters, skewed subjects", icc_of_skewed_subjects, 3, None),
    ("ICC(3,1), 3 raters", icc_consistency, 3, None),
    ("Spearman's rho", spearman_rho, 2, None),
    ("bias of a judge", judge_bias, 2, None),
    ("upper limit of agreement", upper_limit, 2, None),
]


@pytest.mark.parametrize(("name", "measure", "second", "truth"), ROWS, ids=[row[0] for row in ROWS])
def test_the_95_percent_interval_covers_the_truth_in_93_to_97_percent(
    name: str, measure: Measure, second: int, truth: float | None
) -> None:
    share = covered(measure, second, truth)
    print(f"\n{name}: {100 * share:.1f} % of {EXPERIMENTS}")
    assert 0.93 <= share <= 0.97
