"""Results, comparisons and categories of 7,500 episodes by three judges, and of ten times as many."""

import random
import time

import pytest

from cogmed_core.domain.case import Category
from cogmed_core.domain.episode import Episode, Outcome
from cogmed_core.domain.judgement import Judgement
from cogmed_core.reports.agreement import judge_agreement
from cogmed_core.reports.by_category import results_by_category
from cogmed_core.reports.comparisons import comparisons
from cogmed_core.reports.published import published
from cogmed_core.reports.results import results
from tests.core.reports.test_results import a_judgement, an_episode, pairs

ARMS = list(published())
CASES = 50


def grid(seeds: int) -> tuple[list[Episode], list[Judgement]]:
    """Fifteen arms on fifty cases with so many seeds, three judges an episode."""
    chance = random.Random(seeds)
    episodes = [
        an_episode(
            case,
            chance.choice(list(Outcome)),
            arm,
            rounds=chance.randint(1, 10),
            seed=seed,
            episode_id=f"{arm}.{case}.{seed}",
        )
        for arm in ARMS
        for case in range(CASES)
        for seed in range(seeds)
    ]
    return episodes, [a_judgement(one, float(chance.randint(1, 10)), judge) for one in episodes for judge in "abc"]


def seconds(seeds: int) -> tuple[float, float]:
    """Return the processor time of the two tables people wait for, and of the one by category."""
    episodes, judgements = grid(seeds)
    asked = {arm: pairs(CASES, seeds) for arm in ARMS}
    started = time.process_time()
    assert len(results(asked, episodes, judgements)) == len(ARMS)
    assert all(row.low is not None for row in comparisons(ARMS, episodes, judgements) if row.pairs)
    both = time.process_time() - started
    kinds = {f"c{case}": list(Category)[case % len(Category)] for case in range(CASES)}
    assert results_by_category(kinds, asked, episodes, judgements)
    return both, time.process_time() - started - both


def test_results_and_comparisons_of_a_large_experiment_take_no_time_to_speak_of() -> None:
    seconds(1)  # imports and caches
    both, by_category = seconds(10)
    print(f"\nresults and comparisons {both:.2f} s, by category {by_category:.2f} s")
    assert both <= 1.5
    assert by_category <= 3.0


@pytest.mark.long
def test_the_agreement_of_three_judges_keeps_pace() -> None:
    _, judgements = grid(10)
    judge_agreement(judgements[:300])
    started = time.process_time()
    assert any(row.statistic == "icc" and row.n == len(judgements) // 3 for row in judge_agreement(judgements))
    assert time.process_time() - started <= 10.0


@pytest.mark.long
def test_ten_times_the_episodes_take_no_more_than_ten_times_as_long() -> None:
    seconds(1)
    small, large = seconds(10), seconds(100)
    assert sum(large) <= 10 * sum(small)
