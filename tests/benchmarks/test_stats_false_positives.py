"""How often does a test call two equal arms different? At most 6 % of 2,000 experiments at the 5 % level.

Run with ``pytest --long -s tests/benchmarks/test_stats_false_positives.py`` to see the figures.
The arms are equal over all cases, but each case may suit one of them better (by a random amount with a random sign):
so the seeds of one case agree with one another, in their differences too.
"""

from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from cogmed_core.stats import mcnemar, paired
from cogmed_core.stats.multiplicity import holm
from cogmed_core.stats.resampling import Resampling
from cogmed_core.stats.sign_flip import sign_flip
from cogmed_core.stats.wilcoxon import signed_rank

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

EXPERIMENTS, CASES = 2_000, 50
Rng = np.random.Generator
Arms = tuple[np.ndarray, np.ndarray, np.ndarray]


def propensities(rng: Rng, seeds: int, taste: float) -> tuple[np.ndarray, np.ndarray]:
    """Latent ease of each run of either arm, (cases, seeds); ``taste``: how much better a case suits one arm."""
    ease, lean = rng.normal(size=(CASES, 1)), rng.normal(0, taste, size=(CASES, 1))
    return tuple(ease + sign * lean + rng.normal(size=(CASES, seeds)) for sign in (1, -1))


def successes(rng: Rng, seeds: int, taste: float, rate: float) -> Arms:
    threshold = stats.norm.isf(rate) * np.sqrt(2 + taste**2)
    a, b = propensities(rng, seeds, taste)
    return (a > threshold).ravel(), (b > threshold).ravel(), np.repeat(np.arange(CASES), seeds)


def scores(rng: Rng, seeds: int, taste: float) -> Arms:
    a, b = (np.clip(np.round(1 + 2 * np.exp(0.5 * x)), 1, 10) for x in propensities(rng, seeds, taste))
    return a.ravel(), b.ravel(), np.repeat(np.arange(CASES), seeds)


def rejected(p_of: Callable[[Rng], float]) -> float:
    rng = np.random.default_rng(20_260_102)
    return float(np.mean([p_of(rng) < 0.05 for _ in range(EXPERIMENTS)]))


def success_p(seeds: int, taste: float, rate: float) -> Callable[[Rng], float]:
    return lambda rng: (
        paired.successes(*successes(rng, seeds, taste, rate), Resampling(seed=1, resamples=100)).significance.p
    )


def wilcoxon_p(seeds: int, taste: float) -> Callable[[Rng], float]:
    return lambda rng: signed_rank(*scores(rng, seeds, taste)).p


def sign_flip_p(seeds: int, taste: float) -> Callable[[Rng], float]:
    def p(rng: Rng) -> float:
        a, b, case = scores(rng, seeds, taste)
        # Thirds, as in a mean of three marks: sums are no whole numbers, so this is the Monte Carlo branch.
        return sign_flip((a - b) / 3, case, seed=int(rng.integers(2**31)), permutations=2_000).p

    return p


def smallest_of_ten(adjust: bool) -> Callable[[Rng], float]:
    def p(rng: Rng) -> float:
        raw = [signed_rank(*scores(rng, 1, 0.0)).p for _ in range(10)]
        return float(np.min(holm(raw) if adjust else raw))

    return p


ROWS = [
    ("exact McNemar, rate .5", success_p(1, 0.0, 0.5)),
    ("exact McNemar, rate .16", success_p(1, 0.0, 0.16)),
    ("sign-flip of successes, 3 seeds, independent", success_p(3, 0.0, 0.5)),
    ("sign-flip of successes, 3 seeds, correlated", success_p(3, 1.0, 0.5)),
    ("sign-flip of successes, 10 seeds, correlated", success_p(10, 1.0, 0.3)),
    ("Wilcoxon, 1 seed", wilcoxon_p(1, 0.0)),
    ("Wilcoxon, 3 seeds, correlated", wilcoxon_p(3, 1.0)),
    ("sign-flip of scores, 3 seeds, independent", sign_flip_p(3, 0.0)),
    ("sign-flip of scores, 3 seeds, correlated", sign_flip_p(3, 1.0)),
    ("Wilcoxon with Holm, any of 10 comparisons", smallest_of_ten(adjust=True)),
]


@pytest.mark.parametrize(("name", "p_of"), ROWS, ids=[row[0] for row in ROWS])
def test_equal_arms_are_called_different_in_6_percent_at_most(name: str, p_of: Callable[[Rng], float]) -> None:
    share = rejected(p_of)
    print(f"\n{name}: {100 * share:.1f} % of {EXPERIMENTS}")
    assert share <= 0.06


def test_pooling_the_seeds_as_if_independent_would_not_hold_the_level() -> None:
    def pooled(rng: Rng) -> float:
        a, b, _ = successes(rng, 10, 1.0, 0.3)
        counts = mcnemar.paired_counts(a, b)
        return mcnemar.exact(counts.only_a, counts.only_b)

    share = rejected(pooled)
    print(f"\nMcNemar over pooled seeds, 10 seeds, correlated: {100 * share:.1f} % of {EXPERIMENTS}")
    assert share > 0.1


def test_ten_comparisons_without_holm_would_not_hold_the_level() -> None:
    share = rejected(smallest_of_ten(adjust=False))
    print(f"\nany of 10 comparisons without Holm: {100 * share:.1f} % of {EXPERIMENTS}")
    assert share > 0.2
