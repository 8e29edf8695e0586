"""Intervals beside every mean must not be felt: 7,500 episodes in 15 arms, and ten times as many.

Processor time, so that other work on the machine does not count. ``pytest --long -s`` shows the figures.
"""

import time

import numpy as np
import pytest

from cogmed_core.stats import bootstrap, paired, proportion
from cogmed_core.stats.resampling import Resampling

pytestmark = pytest.mark.long

ARMS, CASES = 15, 50


def episodes(seeds: int, cases: int = CASES) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(11)
    shape = (ARMS, cases * seeds)
    oqs = rng.integers(3, 31, size=shape) / 3
    return (
        oqs,
        rng.random(shape) < 0.5,
        rng.integers(1, 11, size=shape).astype(float),
        np.repeat(np.arange(cases), seeds),
    )


def seconds_for_results(oqs: np.ndarray, won: np.ndarray, rounds: np.ndarray, cases: np.ndarray) -> float:
    plan, start = Resampling(seed=3), time.process_time()
    for arm in range(ARMS):
        proportion.clustered(won[arm], cases)
        bootstrap.mean(oqs[arm], cases, plan)
        bootstrap.mean(oqs[arm][won[arm]], cases[won[arm]], plan)
        bootstrap.mean(rounds[arm][won[arm]], cases[won[arm]], plan)
    return time.process_time() - start


def seconds_for_comparisons(oqs: np.ndarray, won: np.ndarray, cases: np.ndarray) -> float:
    plan, start = Resampling(seed=3), time.process_time()
    for arm in range(1, ARMS):
        paired.successes(won[0], won[arm], cases, plan)
        paired.scores(oqs[0], oqs[arm], cases, plan)
    return time.process_time() - start


def test_results_of_7500_episodes_take_a_second_at_most_and_grow_linearly() -> None:
    once = seconds_for_results(*episodes(seeds=10))
    tenfold = seconds_for_results(*episodes(seeds=100))
    print(f"\nresults: 7,500 episodes {once:.2f} s, 75,000 {tenfold:.2f} s")
    assert once <= 1.0
    assert tenfold <= 15 * max(once, 0.1)


def test_results_grow_linearly_in_cases_too() -> None:
    once = seconds_for_results(*episodes(seeds=1, cases=500))
    tenfold = seconds_for_results(*episodes(seeds=1, cases=5_000))
    print(f"\nresults: 15 × 500 cases {once:.2f} s, 15 × 5,000 cases {tenfold:.2f} s")
    assert once <= 1.0
    assert tenfold <= 15 * max(once, 0.1)


def test_comparisons_of_7500_episodes_take_a_second_at_most_and_grow_linearly() -> None:
    oqs, won, _, cases = episodes(seeds=10)
    once = seconds_for_comparisons(oqs, won, cases)
    oqs, won, _, cases = episodes(seeds=100)
    tenfold = seconds_for_comparisons(oqs, won, cases)
    print(f"\ncomparisons: 7,500 episodes {once:.2f} s, 75,000 {tenfold:.2f} s")
    assert once <= 1.0
    assert tenfold <= 15 * max(once, 0.1)
