"""Comparisons between arms: the declared family, pairs on the same case and seed, tests re-computed by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from cogmed_core.domain.episode import Episode, Outcome
from cogmed_core.domain.judgement import Judgement
from cogmed_core.reports.comparisons import ArmComparison, comparisons
from cogmed_core.reports.family import declared
from tests.core.reports.test_results import a_judgement, an_episode

AGREED, DEADLOCK, BREAKDOWN = Outcome
FULL, BASE = ("m", "full"), ("m", "baseline")
ARMS = [BASE, FULL]


def run(arm: tuple[str, str], outcomes: list[Outcome | None], seeds: int = 1, rounds: int = 10) -> list[Episode]:
    """One episode a case and seed; cases in blocks of ``seeds``."""
    return [
        an_episode(at // seeds, outcome, arm, rounds=rounds, seed=at % seeds) for at, outcome in enumerate(outcomes)
    ]


def one(metric: str, episodes: list[Episode], judgements: list[Judgement] | None = None) -> ArmComparison:
    (found,) = [row for row in comparisons(ARMS, episodes, judgements or []) if row.metric == metric]
    return found


def test_the_family_is_declared_by_the_design() -> None:
    arms = [("8b", name) for name in ("baseline", "full", "no_fsm")] + [("32b", "baseline"), ("32b", "full")]
    assert declared(arms) == (
        (("8b", "full"), ("8b", "baseline")),
        (("8b", "full"), ("8b", "no_fsm")),
        (("32b", "full"), ("32b", "baseline")),
        (("8b", "full"), ("32b", "baseline")),
        (("32b", "full"), ("8b", "baseline")),
    )
    assert declared([("8b", "baseline"), ("8b", "no_fsm")]) == ((("8b", "baseline"), ("8b", "no_fsm")),)
    assert declared([("8b", "full")]) == ()


def test_success_is_mcnemar_on_the_discordant_pairs() -> None:
    full = [AGREED] * 9 + [DEADLOCK] * 3
    base = [DEADLOCK] * 8 + [AGREED] * 2 + [DEADLOCK] * 2
    row = one("sr", run(FULL, full) + run(BASE, base))
    assert (row.arm_a, row.arm_b, row.pairs, row.cases, row.left_out) == ("m.full", "m.baseline", 12, 12, 0)
    assert row.test == "exact McNemar"
    assert row.p == pytest.approx(stats.binomtest(1, 9).pvalue)  # 8 pairs for full alone, 1 for the baseline alone
    assert (row.value_a, row.value_b, row.difference) == (9 / 12, 2 / 12, pytest.approx(7 / 12))
    assert row.low is not None and row.high is not None and row.low < 7 / 12 < row.high
    assert (row.effect, row.effect_value) == ("odds ratio", 8)


def test_several_seeds_are_tested_over_cases() -> None:
    row = one("sr", run(FULL, [AGREED] * 12, seeds=3) + run(BASE, [DEADLOCK] * 12, seeds=3))
    assert (row.pairs, row.cases, row.test) == (12, 4, "sign-flip over cases")
    assert row.p == pytest.approx(2 / 2**4)  # four cases, each a coin
    assert row.effect == "Cohen's dz"


def test_quality_is_wilcoxon_over_what_both_arms_have_scored() -> None:
    full, base = run(FULL, [AGREED] * 6), run(BASE, [AGREED] * 6)
    scores = [7.0, 8.0, 6.0, 9.0, 7.5], [5.0, 4.5, 6.5, 5.5, 3.0]
    judged = [
        a_judgement(episode, score)
        for arm, own in zip((full, base), scores, strict=True)
        for episode, score in zip(arm, own, strict=False)
    ]
    row = one("oqs", full + base, [*judged, a_judgement(full[5], 2.0)])
    assert (row.pairs, row.left_out) == (5, 1), "unscored in one arm is no pair"
    gaps = [a - b for a, b in zip(*scores, strict=True)]
    assert row.p == pytest.approx(stats.wilcoxon(gaps, method="exact").pvalue)
    assert row.difference == pytest.approx(sum(gaps) / 5)
    assert row.effect == "rank-biserial"


def test_rounds_keep_the_talks_that_never_agreed_and_tta_leaves_them_out() -> None:
    full = [*run(FULL, [AGREED, AGREED], rounds=4), an_episode(2, BREAKDOWN, FULL, rounds=3)]
    base = run(BASE, [AGREED, DEADLOCK, DEADLOCK])
    rounds, tta = (one(metric, full + base) for metric in ("rounds", "tta"))
    assert (rounds.pairs, rounds.value_a, rounds.value_b) == (3, 6, 10)  # 4, 4 and never; never agreed thrice
    assert (tta.pairs, tta.left_out, tta.difference) == (1, 2, -6)


def test_failed_and_missing_episodes_are_left_out_and_counted() -> None:
    full = run(FULL, [AGREED, AGREED, None, AGREED])
    base = run(BASE, [AGREED, DEADLOCK, AGREED])
    row = one("sr", full + base)
    assert (row.pairs, row.left_out) == (2, 2)


def test_holm_adjusts_over_the_comparisons_that_have_pairs() -> None:
    arms = [("m", name) for name in ("baseline", "full", "no_fsm", "no_stk")]
    episodes = (
        run(FULL, [AGREED] * 10) + run(BASE, [DEADLOCK] * 10) + run(("m", "no_fsm"), [AGREED] * 5 + [DEADLOCK] * 5)
    )
    rows = [row for row in comparisons(arms, episodes, []) if row.metric == "sr"]
    assert [(row.arm_b, row.family) for row in rows] == [("m.baseline", 2), ("m.no_fsm", 2), ("m.no_stk", 0)]
    raw = [row.p for row in rows]
    assert rows[0].p_adjusted == pytest.approx(2 * raw[0])
    assert rows[1].p_adjusted == pytest.approx(max(2 * raw[0], raw[1]))
    assert (rows[2].pairs, rows[2].p_adjusted, rows[2].difference) == (0, None, None)


def test_a_rule_based_side_makes_the_comparison_synthetic() -> None:
    full = [an_episode(case, AGREED, FULL, synthetic=True) for case in range(2)]
    assert one("sr", full + run(BASE, [AGREED] * 2)).synthetic
    real = run(FULL, [AGREED] * 2)
    assert not one("sr", real + run(BASE, [AGREED] * 2)).synthetic
    assert one("oqs", real + run(BASE, [AGREED] * 2), [a_judgement(real[0], 5.0, synthetic=True)]).synthetic


OUTCOMES = st.lists(st.sampled_from([AGREED, DEADLOCK, BREAKDOWN, None]), min_size=1, max_size=12)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(OUTCOMES, OUTCOMES)
def test_swapping_the_arms_swaps_the_sign_and_nothing_else(
    first: list[Outcome | None], second: list[Outcome | None]
) -> None:
    there = one("sr", run(FULL, first) + run(BASE, second))
    back = one("sr", run(FULL, second) + run(BASE, first))
    assert (there.pairs, there.left_out, there.p) == (back.pairs, back.left_out, pytest.approx(back.p))
    if there.difference is not None and back.difference is not None:
        assert there.difference == pytest.approx(-back.difference)
        assert there.low == pytest.approx(-(back.high or 0))
