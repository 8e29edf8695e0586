"""Panels: each judge weighs the same; agreement and the effect of order as computed by hand or by other software."""

from collections.abc import Iterator

import numpy as np
import pytest
from scipy import stats

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import CONDUCT, ConductJudgement, Judgement
from cogmed_core.reports.agreement import Agreement, judge_agreement, position_bias
from cogmed_core.reports.dimensions import dimension_results
from cogmed_core.reports.scores import quality_scores
from tests.core.reports.test_results import a_judgement, an_episode

SHROUT_FLEISS = ((9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7))
"""Shrout & Fleiss 1979, table 2: six targets, four judges."""
EPISODES = [an_episode(case) for case in range(6)]
CASES = {episode.episode_id: episode.case_id for episode in EPISODES}


def of(rows: tuple[Agreement, ...], statistic: str, between: str = "judges", dimension: str = "oqs") -> list[Agreement]:
    return [row for row in rows if (row.statistic, row.between, row.dimension) == (statistic, between, dimension)]


def test_a_panel_is_the_mean_of_its_judges_whatever_was_left_unscored() -> None:
    first, second = EPISODES[:2]
    sheets = [a_judgement(first, 4, "a", repeat=repeat) for repeat in range(3)]
    sheets += [a_judgement(first, 8, "b"), a_judgement(first, None, "b", repeat=1)]
    sheets += [a_judgement(second, None, "a"), a_judgement(second, 5, "b")]
    assert quality_scores(sheets) == {first.episode_id: 6, second.episode_id: 5}
    assert quality_scores([a_judgement(first, None, "a")]) == {}


def test_agreement_of_judges_is_what_the_published_example_has() -> None:
    sheets = [
        a_judgement(episode, score, f"judge-{at}")
        for episode, row in zip(EPISODES, SHROUT_FLEISS, strict=True)
        for at, score in enumerate(row)
    ]
    rows = judge_agreement(sheets)
    (icc,), (of_mean,) = of(rows, "icc"), of(rows, "icc_of_mean")
    assert (icc.value, of_mean.value) == (pytest.approx(0.29, abs=0.005), pytest.approx(0.62, abs=0.005))
    assert icc.raters == ("judge-0", "judge-1", "judge-2", "judge-3") and icc.n == 6
    assert len(of(rows, "kappa")) == len(of(rows, "bias")) == 6, "one a pair"
    by_pair = {row.raters: row.value for row in of(rows, "bias")}
    assert by_pair["judge-0", "judge-1"] == pytest.approx(np.mean([row[0] - row[1] for row in SHROUT_FLEISS]))
    assert not of(rows, "alpha", "repeats"), "nobody judged twice"


def test_a_gap_is_left_out_of_pairs_and_of_complete_rows() -> None:
    scores = {"a": (7, 8, 3, 5, None, 6), "b": (6, 8, 4, None, 7, 6), "c": (7, 9, 2, 5, 6, 6)}
    sheets = [a_judgement(EPISODES[at], one, judge) for judge, row in scores.items() for at, one in enumerate(row)]
    rows = judge_agreement(sheets)
    assert [row.n for row in of(rows, "alpha")] == [6] and [row.n for row in of(rows, "icc")] == [4]
    assert {row.raters: row.n for row in of(rows, "kappa")} == {("a", "b"): 4, ("a", "c"): 5, ("b", "c"): 5}


def test_repeats_of_a_judge_are_held_against_each_other() -> None:
    sheets = [
        a_judgement(episode, 5 + at % 3, "a", repeat=repeat) for at, episode in enumerate(EPISODES) for repeat in (0, 1)
    ]
    (alpha,) = of(judge_agreement(sheets), "alpha", "repeats")
    assert (alpha.raters, alpha.value, alpha.n) == (("a.r0", "a.r1"), pytest.approx(1), 6)
    assert not of(judge_agreement(sheets), "alpha"), "one judge"


def in_both_orders(gap: float, judge: str = "a") -> Iterator[Judgement]:
    for at, episode in enumerate(EPISODES):
        yield a_judgement(episode, 5 + at / 10, judge)
        yield a_judgement(episode, 5 + at / 10 + gap + at / 100, judge, repeat=1, order="simulated_first")


def test_position_bias_is_the_paired_difference_of_the_two_orders() -> None:
    rows = position_bias([*in_both_orders(0.5), *in_both_orders(-0.001, "even")], CASES)
    assert [(row.judge, row.dimension) for row in rows[:2]] == [("a", "oqs"), ("a", "feasibility")] and len(rows) == 8
    biased = rows[0]
    assert biased.difference == pytest.approx(0.5 + 0.025)
    assert biased.low is not None and biased.high is not None and 0.5 <= biased.low < biased.high <= 0.55
    assert biased.p == pytest.approx(stats.wilcoxon([0.5 + at / 100 for at in range(6)], mode="exact").pvalue)
    assert biased.p_adjusted == pytest.approx(min(1, 8 * biased.p)) and biased.n == 6


def test_one_order_alone_tells_no_bias() -> None:
    assert position_bias([a_judgement(episode, 5) for episode in EPISODES], CASES) == ()


def sheet(episode: Episode, score: float | None, judge: str = "j") -> ConductJudgement:
    scores = dict.fromkeys(CONDUCT, score) | ({} if score is None else {"voluntariness": 2})
    reason = None if score else "refused: no"
    return ConductJudgement(
        episode_id=episode.episode_id,
        judge=judge,
        repeat=0,
        fingerprint="f",
        synthetic=False,
        unscored_reason=reason,
        **scores,
    )


def test_dimensions_are_averaged_by_arm_and_a_gap_is_no_zero() -> None:
    episodes = [*EPISODES, an_episode(9, None), an_episode(0, arm=("other", "full"))]
    sheets = [sheet(one, 4 + at) for at, one in enumerate(EPISODES[:4])] + [sheet(EPISODES[4], None)]
    rows = dimension_results(episodes, sheets)
    assert [row.dimension for row in rows] == list(CONDUCT), "an arm without a sheet has no row"
    by_name = {row.dimension: row for row in rows}
    fair, free = by_name["procedural_fairness"], by_name["voluntariness"]
    assert (fair.mean, fair.n, fair.unscored) == (5.5, 4, 2)
    assert fair.low is not None and fair.high is not None and 4 <= fair.low < 5.5 < fair.high <= 7
    assert (free.mean, free.low, free.high) == (2, 2, 2)
