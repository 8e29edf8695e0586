"""The results table: nothing leaves a denominator, unscored is not zero, and every rate tells what it rests on."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogmed_core.domain.episode import Episode, Outcome
from cogmed_core.domain.judgement import Judgement
from cogmed_core.reports.published import published
from cogmed_core.reports.results import Result, results
from cogmed_core.stats.intervals import wilson

ARM = ("qwen3-8b", "full")
AGREED, DEADLOCK, BREAKDOWN = Outcome


def an_episode(
    case: int, outcome: Outcome | None = DEADLOCK, arm: tuple[str, str] = ARM, rounds: int = 10, **fields: Any
) -> Episode:
    known: dict[str, Any] = {
        "episode_id": f"{arm[0]}.{arm[1]}.c{case}.s{fields.get('seed', 0)}",
        "case_id": f"c{case}",
        "arm": ".".join(arm),
        "backbone": arm[0],
        "configuration": arm[1],
        "seed": 0,
        "fingerprint": "f",
        "synthetic": False,
        "status": "finished" if outcome else "failed",
        "outcome": outcome,
        "rounds": rounds,
        "agreement_round": rounds if outcome is AGREED else None,
    }
    return Episode(**(known | fields))


def a_judgement(episode: Episode, score: float | None, judge: str = "j", **fields: Any) -> Judgement:
    scores = dict.fromkeys(("feasibility", "professionalism", "creativity"), score)
    reason = None if score else "refused: no"
    known = {"episode_id": episode.episode_id, "judge": judge, "repeat": 0, "fingerprint": "f", "synthetic": False}
    return Judgement(**(known | scores | {"unscored_reason": reason} | fields))


def pairs(cases: int, seeds: int = 1) -> list[tuple[str, int]]:
    return [(f"c{case}", seed) for case in range(cases) for seed in range(seeds)]


def one(cases: int, episodes: list[Episode], judgements: list[Judgement] | None = None) -> Result:
    (result,) = results({ARM: pairs(cases)}, episodes, judgements or [])
    return result


def test_outcomes_are_counted_over_everything_asked_for() -> None:
    outcomes = [AGREED] * 3 + [DEADLOCK] * 2 + [BREAKDOWN]
    result = one(6, [an_episode(case, outcome) for case, outcome in enumerate(outcomes)])
    assert (result.n, result.agreements, result.deadlocks, result.breakdowns) == (6, 3, 2, 1)
    assert (result.failed, result.not_run, result.incomplete) == (0, 0, False)
    assert result.sr == result.sr_worst == result.sr_best == 0.5
    assert [result.sr_low, result.sr_high] == pytest.approx([wilson(3, 6).low, wilson(3, 6).high])


def test_ten_failures_among_fifty_leave_the_row_open_between_worst_and_best() -> None:
    episodes = [an_episode(case, None if case < 10 else AGREED if case < 34 else DEADLOCK) for case in range(50)]
    result = one(50, episodes)
    assert (result.n, result.failed, result.not_run, result.incomplete) == (50, 10, 0, True)
    assert (result.sr, result.sr_worst, result.sr_best) == (24 / 50, 24 / 50, 34 / 50)


def test_the_mean_over_agreements_has_its_own_n_and_interval() -> None:
    episodes = [an_episode(case, AGREED if case % 2 else DEADLOCK) for case in range(12)]
    result = one(12, episodes, [a_judgement(one, 3 + at % 5) for at, one in enumerate(episodes) if at])
    scores = [3 + at % 5 for at in range(1, 12, 2)]
    assert (result.oqs_agreed_n, result.oqs_n) == (6, 11)
    assert result.oqs_agreed_mean == pytest.approx(sum(scores) / 6)
    assert result.oqs_agreed_low is not None and result.oqs_agreed_high is not None
    assert min(scores) <= result.oqs_agreed_low < result.oqs_agreed_mean < result.oqs_agreed_high <= max(scores)


def test_what_failed_and_what_was_not_run_stays_in_n() -> None:
    result = one(10, [an_episode(0, AGREED), an_episode(1, AGREED), an_episode(2), an_episode(3, None)])
    assert (result.n, result.failed, result.not_run, result.incomplete) == (10, 1, 6, True)
    assert (result.sr, result.sr_worst, result.sr_best) == (0.2, 0.2, 0.9)
    assert [result.sr_low, result.sr_high] == pytest.approx([wilson(2, 10).low, wilson(2, 10).high])


def test_a_failure_alone_makes_a_row_incomplete() -> None:
    result = one(2, [an_episode(0, AGREED), an_episode(1, None)])
    assert (result.incomplete, result.sr, result.sr_best) == (True, 0.5, 1.0)


@settings(deadline=None)
@given(st.lists(st.sampled_from([AGREED, DEADLOCK, BREAKDOWN, None]), min_size=1, max_size=12), st.integers(0, 8))
def test_the_final_rate_lies_between_the_worst_and_the_best(outcomes: list[Outcome | None], missing: int) -> None:
    """Whatever becomes of what is missing: run it, and the rate lands where the row said it could."""
    n = len(outcomes) + missing
    result = one(n, [an_episode(case, outcome) for case, outcome in enumerate(outcomes)])
    assert result.n == n == result.agreements + result.deadlocks + result.breakdowns + result.failed + result.not_run
    assert 0 <= result.sr_worst <= result.sr_best <= 1
    assert result.incomplete is (result.sr_best > result.sr_worst)
    for final in (AGREED, DEADLOCK):
        done = [outcome or final for outcome in outcomes] + [final] * missing
        complete = one(n, [an_episode(case, outcome) for case, outcome in enumerate(done)])
        assert complete.sr == pytest.approx(result.sr_best if final is AGREED else result.sr_worst)
        assert not complete.incomplete


def test_an_arm_of_which_nothing_ran_is_there_with_nothing_to_average() -> None:
    result = one(4, [])
    assert (result.n, result.not_run, result.incomplete, result.sr, result.sr_best) == (4, 4, True, 0, 1)
    averages = ("oqs_mean", "oqs_sd", "oqs_low", "oqs_high", "oqs_agreed_mean", "tta_mean", "tta_low", "tta_high")
    assert [getattr(result, name) for name in averages] == [None] * len(averages)
    assert (result.oqs_n, result.oqs_unscored, result.synthetic) == (0, 0, False)


def test_an_arm_that_nothing_was_asked_of_has_no_row_and_so_no_rate() -> None:
    assert results({ARM: []}, [], []) == ()


def test_rows_come_in_the_order_asked_for_and_what_nobody_asked_for_comes_after() -> None:
    arms = [("b", "full"), ("a", "no_stk"), ("a", "baseline")]
    extra = an_episode(0, AGREED, arm=("z", "full"))
    rows = results({arm: pairs(1) for arm in arms}, [an_episode(0, arm=arms[2]), extra], [])
    assert [(row.backbone, row.configuration) for row in rows] == [*arms, ("z", "full")]
    assert [(row.n, row.not_run) for row in rows] == [(1, 1), (1, 1), (1, 0), (1, 0)]
    assert results({}, [], []) == ()


def test_an_episode_beyond_what_was_asked_for_counts_too() -> None:
    result = one(1, [an_episode(0), an_episode(7, AGREED)])
    assert (result.n, result.sr, result.not_run) == (2, 0.5, 0)


def test_quality_is_the_mean_over_episodes_of_the_mean_over_judges() -> None:
    first, second, third = (an_episode(0, AGREED), an_episode(1, DEADLOCK), an_episode(2, BREAKDOWN))
    judgements = [
        a_judgement(first, 8, "j"),
        a_judgement(first, 4, "k"),
        a_judgement(second, 2, "j"),
        a_judgement(second, 3, "k"),
        a_judgement(third, 5, "j"),
        a_judgement(third, 5, "j", repeat=1),
    ]
    result = one(3, [first, second, third], judgements)
    assert (result.oqs_n, result.oqs_unscored) == (3, 0)
    assert result.oqs_mean == pytest.approx((6 + 2.5 + 5) / 3)
    assert result.oqs_sd == pytest.approx(1.8027756)
    assert result.oqs_agreed_mean == 6
    assert result.oqs_low and result.oqs_mean and result.oqs_high
    assert 2.5 <= result.oqs_low <= result.oqs_mean <= result.oqs_high <= 6


def test_unscored_is_counted_and_is_not_zero() -> None:
    scored, half, refused, unjudged = (an_episode(case, AGREED) for case in range(4))
    failed = an_episode(4, None)
    judgements = [
        a_judgement(scored, 6, "j"),
        a_judgement(scored, 8, "k"),
        a_judgement(half, 5, "j"),
        a_judgement(half, None, "k"),
        a_judgement(refused, None, "j"),
        a_judgement(refused, None, "k"),
    ]
    result = one(5, [scored, half, refused, unjudged, failed], judgements)
    assert (result.oqs_n, result.oqs_unscored, result.failed) == (2, 2, 1)
    assert result.oqs_mean == result.oqs_agreed_mean == 6


def test_a_score_of_a_failed_episode_does_not_count() -> None:
    failed = an_episode(0, None)
    result = one(1, [failed], [a_judgement(failed, 9)])
    assert (result.oqs_n, result.oqs_mean, result.oqs_unscored) == (0, None, 0)


def test_one_score_has_no_deviation_and_no_interval() -> None:
    episode = an_episode(0, AGREED, rounds=4)
    result = one(1, [episode], [a_judgement(episode, 7)])
    assert (result.oqs_mean, result.oqs_sd, result.oqs_low, result.oqs_high) == (7, None, None, None)
    assert (result.tta_mean, result.tta_low, result.tta_high) == (4, None, None)


def test_turns_to_agreement_are_over_agreements_only() -> None:
    rounds = [(AGREED, 2), (AGREED, 6), (DEADLOCK, 10), (BREAKDOWN, 1), (None, 3)]
    result = one(5, [an_episode(case, outcome, rounds=n) for case, (outcome, n) in enumerate(rounds)])
    assert (result.tta_mean, result.tta_low, result.tta_high) == (4, 2, 6)
    assert one(1, [an_episode(0, DEADLOCK)]).tta_mean is None


def test_several_seeds_of_one_case_are_not_so_many_cases() -> None:
    """Seeds of a case go together: the interval is wider than that of as many independent cases."""
    episodes = [
        an_episode(case, AGREED if case < 5 else DEADLOCK, seed=seed) for case in range(10) for seed in range(4)
    ]
    (clustered,) = results({ARM: pairs(10, seeds=4)}, episodes, [])
    assert (clustered.n, clustered.sr) == (40, 0.5)
    independent = wilson(20, 40)
    assert clustered.sr_low is not None and clustered.sr_low < independent.low - 0.05


@pytest.mark.parametrize(("player", "judge"), [(False, False), (True, False), (False, True), (True, True)])
def test_a_row_is_synthetic_where_any_player_or_judge_is(player: bool, judge: bool) -> None:
    episodes = [an_episode(0, AGREED), an_episode(1, AGREED, synthetic=player)]
    judgements = [a_judgement(episodes[0], 5), a_judgement(episodes[0], 5, "k", synthetic=judge)]
    assert one(2, episodes, judgements).synthetic is (player or judge)


def test_another_arms_judge_does_not_make_a_row_synthetic() -> None:
    mine, other = an_episode(0), an_episode(0, arm=("b", "full"))
    rows = results({}, [mine, other], [a_judgement(other, 5, synthetic=True)])
    assert [row.synthetic for row in rows] == [False, True]


def test_the_papers_figures_stand_beside_the_arms_it_has() -> None:
    arms = [("qwen3-8b", "full"), ("qwen3-32b", "no_stk"), ("offline", "full"), ("qwen-plus", "mediator_dbt")]
    rows = results({arm: pairs(1) for arm in arms}, [], [])
    figures = [(row.paper_sr, row.paper_oqs, row.paper_tta) for row in rows]
    assert figures == [(0.46, 4.72, 6.9), (0.28, 4.65, 7.9), (None,) * 3, (None,) * 3]
    assert len(published()) == 15


def test_the_same_records_give_the_same_rows() -> None:
    episodes = [an_episode(case, AGREED if case % 3 else DEADLOCK, rounds=case % 9 + 1) for case in range(30)]
    judgements = [a_judgement(episode, 1 + number % 9) for number, episode in enumerate(episodes)]
    assert one(30, episodes, judgements) == one(30, episodes, judgements)


def test_survival_keeps_the_talks_that_never_agreed() -> None:
    episodes = [an_episode(case, AGREED, rounds=4) for case in range(3)] + [an_episode(3, DEADLOCK)]
    result = one(4, episodes)
    assert (result.tta_mean, result.tta_median) == (4, 4)
    assert result.tta_survival_mean == pytest.approx(4 + 6 / 4)  # a quarter goes on for six rounds more
    assert result.tta_survival_low is not None and result.tta_survival_high is not None
    assert result.tta_survival_low <= 5.5 <= result.tta_survival_high


def test_where_half_never_agree_there_is_no_median() -> None:
    result = one(3, [an_episode(0, AGREED, rounds=2), an_episode(1, DEADLOCK), an_episode(2, DEADLOCK)])
    assert result.tta_median is None
    assert one(1, [an_episode(0, None)]).tta_survival_mean is None
