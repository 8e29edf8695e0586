"""Does the planner's power come true? 2,000 simulated experiments a row, tested as a real comparison would be.

Run with ``pytest --long -s tests/benchmarks/test_stats_power.py`` to see the figures.
"""

import numpy as np
import pytest

from cogmed_core.stats.power import Discordance, score_power, success_power
from cogmed_core.stats.sign_flip import sign_flip
from cogmed_core.stats.wilcoxon import signed_rank

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

EXPERIMENTS = 2_000
CHANCES = Discordance(only_a=0.32, only_b=0.12)


def success_differences(rng: np.random.Generator, cases: int, seeds: int, icc: float) -> np.ndarray:
    """−1, 0 or 1 a pair; with probability √icc a pair takes the value its case has drawn for all its pairs."""
    values, chances = [1, -1, 0], [CHANCES.only_a, CHANCES.only_b, 1 - CHANCES.only_a - CHANCES.only_b]
    own = rng.choice(values, p=chances, size=(cases, seeds))
    common = rng.choice(values, p=chances, size=(cases, 1))
    return np.where(rng.random((cases, seeds)) < np.sqrt(icc), common, own).ravel()


def score_differences(rng: np.random.Generator, cases: int, seeds: int, icc: float) -> np.ndarray:
    case = rng.normal(0, np.sqrt(icc), size=(cases, 1))
    return (0.35 + case + rng.normal(0, np.sqrt(1 - icc), size=(cases, seeds))).ravel()


@pytest.mark.parametrize(
    ("cases", "seeds", "icc"), [(50, 1, 0.0), (50, 3, 0.0), (50, 3, 0.3), (30, 5, 0.5), (100, 2, 1.0)]
)
def test_the_power_for_success_rates_comes_true_or_better(cases: int, seeds: int, icc: float) -> None:
    rng, labels = np.random.default_rng(8), np.repeat(np.arange(cases), seeds)
    hits = [
        sign_flip(success_differences(rng, cases, seeds, icc), labels, seed=1).p <= 0.05 for _ in range(EXPERIMENTS)
    ]
    planned, seen = success_power(cases, seeds, icc, CHANCES), float(np.mean(hits))
    print(f"\n{cases} cases × {seeds} seeds, icc {icc}: planned {planned:.3f}, seen {seen:.3f}")
    assert seen - 0.08 <= planned <= seen + 0.03


@pytest.mark.parametrize(("cases", "seeds", "icc"), [(50, 1, 0.0), (50, 3, 0.3), (25, 5, 0.5)])
def test_the_power_for_scores_comes_true(cases: int, seeds: int, icc: float) -> None:
    rng, labels = np.random.default_rng(9), np.repeat(np.arange(cases), seeds)
    zero = np.zeros(cases * seeds)
    hits = [signed_rank(score_differences(rng, cases, seeds, icc), zero, labels).p <= 0.05 for _ in range(EXPERIMENTS)]
    planned, seen = score_power(cases, seeds, icc, 0.35, 1.0), float(np.mean(hits))
    print(f"\n{cases} cases × {seeds} seeds, icc {icc}: planned {planned:.3f}, seen {seen:.3f}")
    assert planned == pytest.approx(seen, abs=0.04)
