"""Figures of verdicts: scikit-learn's to the last digits, honest where a set is lopsided or something is missing."""

import random
import warnings

import pytest
from sklearn import metrics

from cogmed_core.deliberation.comparisons import verdict_comparisons
from cogmed_core.deliberation.complementarity import complementarity, contributions
from cogmed_core.deliberation.marking import Marked, Revision, mark
from cogmed_core.deliberation.movement import movements, pressures
from cogmed_core.deliberation.results import VerdictResult, verdict_results
from cogmed_core.domain.question import Unanswered
from cogmed_core.llm.protocol import Purpose
from tests.core.deliberation.given import (
    MAD,
    PARROTS,
    a_question,
    cast,
    decided,
    in_turn,
    opinion,
    response,
)
from tests.core.deliberation.marks import marks, synthetic, without

CELL = ("set", "single", "b")


def result(rows: list[Marked]) -> VerdictResult:
    (found,) = verdict_results({CELL: [row.key for row in rows]}, {CELL: rows})
    return found


def random_rows(seed: int, answers: str, yes: float = 0.5, n: int = 60) -> list[Marked]:
    chance = random.Random(seed)
    gold = "".join("y" if chance.random() < yes else "n" for _ in range(n))
    return marks(gold, "".join(chance.choice(answers) for _ in range(n)))


@pytest.mark.parametrize("answers", ["yn", "yyyn", "ynnnn", "yn-", "--yn", "yyy-"])
@pytest.mark.parametrize("yes", [0.5, 0.09, 0.9])
@pytest.mark.parametrize("seed", range(5))
def test_figures_are_scikit_learns(seed: int, yes: float, answers: str) -> None:
    rows = random_rows(seed, answers, yes)
    gold = ["yes" if row.gold else "no" for row in rows]
    given = [{True: "yes", False: "no", None: "unanswered"}[row.answer] for row in rows]
    found = result(rows)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="y_pred contains classes not in y_true")
        balanced = metrics.balanced_accuracy_score(gold, given)
    (f1,) = metrics.f1_score(gold, given, labels=["yes"], average=None, zero_division=0)
    assert found.accuracy == pytest.approx(metrics.accuracy_score(gold, given), abs=1e-12)
    assert found.balanced_accuracy == pytest.approx(balanced, abs=1e-12)
    assert found.f1 == pytest.approx(f1, abs=1e-12)
    assert found.mcc == pytest.approx(metrics.matthews_corrcoef(gold, given), abs=1e-12)
    for name in ("accuracy", "balanced_accuracy", "mcc", "f1"):
        low, value, high = (getattr(found, f"{name}{suffix}") for suffix in ("_low", "", "_high"))
        assert low <= value <= high


def test_a_set_of_one_right_answer_has_no_balance_to_speak_of() -> None:
    always_yes = result(marks("y" * 20, "y" * 20))
    assert (always_yes.accuracy, always_yes.f1, always_yes.commonest) == (1.0, 1.0, 1.0)
    assert always_yes.balanced_accuracy is always_yes.mcc is None
    assert always_yes.yes_rate == 1.0


def test_always_no_looks_good_on_a_set_that_is_mostly_no_and_is_shown_up() -> None:
    rows = marks("y" * 9 + "n" * 91, "n" * 100)
    found = result(rows)
    assert found.accuracy == found.commonest == 0.91
    assert found.balanced_accuracy == 0.5
    assert found.f1 == 0.0
    assert found.mcc is None, "a constant correlates with nothing"
    better = result(marks("y" * 9 + "n" * 91, "y" * 7 + "n" * 2 + "y" * 8 + "n" * 83))
    assert better.accuracy is not None
    assert better.accuracy < 0.91
    assert better.balanced_accuracy == pytest.approx((7 / 9 + 83 / 91) / 2)
    assert better.mcc is not None
    assert better.mcc > 0.5


def test_unanswered_is_counted_and_never_right() -> None:
    rows = marks("yyyynnnn", "yy--nn-y")
    found = result(rows)
    assert (found.n, found.correct, found.unanswered, found.ties) == (8, 4, 3, 0)
    assert (found.accuracy, found.accuracy_answered, found.unanswered_rate) == (0.5, 0.8, 0.375)
    assert found.unanswered_low is not None
    assert found.unanswered_low < 0.375


def test_what_failed_or_was_not_reached_stays_in_the_denominator() -> None:
    rows = marks("yynn", "yxnn")
    (found,) = verdict_results({CELL: [*(row.key for row in rows), ("4", 0), ("5", 0)]}, {CELL: rows})
    assert (found.n, found.failed, found.not_run, found.incomplete) == (6, 1, 2, True)
    assert (found.accuracy, found.accuracy_worst, found.accuracy_best) == (0.5, 0.5, 1.0)


def test_a_cell_that_never_ran_has_a_row() -> None:
    (found,) = verdict_results({CELL: [("1", 0)]}, {})
    assert (found.n, found.not_run, found.accuracy, found.mcc, found.calls_per_correct) == (1, 1, 0.0, None, None)


def test_several_seeds_widen_no_sample() -> None:
    once = result(marks("ynyn" * 10, "yyyn" * 10))
    rows = [row for seed in range(5) for row in marks("ynyn" * 10, "yyyn" * 10, seed=seed)]
    five_times = result(rows)
    assert five_times.n == 200
    assert five_times.accuracy == once.accuracy
    for end in ("accuracy_low", "balanced_accuracy_low", "mcc_low"):
        assert getattr(five_times, end) == pytest.approx(getattr(once, end), abs=0.02)


def test_what_a_right_answer_costs() -> None:
    found = result(marks("yyyy", "ynyx", calls=9))
    assert (found.calls, found.tokens, found.cost) == (36, 3600, 18.0)
    assert found.calls_per_correct == 27 / 2
    assert found.cost_per_correct == 13.5 / 2


def test_pairs_are_compared_by_question_and_seed() -> None:
    found = verdict_comparisons(
        {
            ("set", "single", "b"): marks("yyyyyyyyyy", "yyyyynnnnn"),
            ("set", "mad", "b"): marks("yyyyyyyyyy", "yyyyyyyyyn"),
            ("set", "parrots", "b"): without(marks("yyyyyyyyyy", "nnnnnyyyyx"), "0"),
            ("set", "mad", "other"): marks("yyyyyyyyyy", "nnnnnnnnnn"),
        }
    )
    assert [(one.framework_a, one.framework_b) for one in found] == [
        ("single", "mad"),
        ("single", "parrots"),
        ("mad", "parrots"),
    ]
    first = found[0]
    assert (first.pairs, first.both_right, first.only_a, first.only_b, first.neither) == (10, 5, 0, 4, 1)
    assert (first.test, first.p) == ("exact McNemar", 0.125)
    assert first.difference == pytest.approx(-0.4)
    assert (found[1].pairs, found[1].only_a, found[1].only_b) == (8, 4, 4)
    assert all(one.p_adjusted >= one.p for one in found)
    assert found[0].agreement == 0.6


def test_agreement_is_over_what_both_answered_and_alpha_is_beyond_chance() -> None:
    (found,) = verdict_comparisons(
        {("s", "a", "b"): marks("yyyynnnn", "yyyynnn-"), ("s", "c", "b"): marks("yyyynnnn", "yyyynnyy")}
    )
    assert found.agreement == pytest.approx(6 / 7)
    assert found.alpha is not None
    assert 0 < found.alpha < found.agreement
    assert found.pairs == 8


def test_complementarity_counts_who_solves_what() -> None:
    rows = {
        ("s", "single", "b"): marks("yyyyyyyy", "yyyynnnn", slices="aaaabbbb"),
        ("s", "mad", "b"): marks("yyyyyyyy", "yynnyynn", slices="aaaabbbb"),
        ("s", "three_ply", "b"): marks("yyyyyyyy", "ynynyn-x", slices="aaaabbbb"),
    }
    (found,) = complementarity(rows)
    assert (found.n, found.never_solved, found.always_solved) == (7, 1, 1)
    assert found.frameworks == ("single", "mad", "three_ply")
    assert (found.best, found.best_accuracy) == ("single", 4 / 7)
    assert (found.oracle, found.vote) == (6 / 7, 4 / 7)
    assert found.oracle_gain == pytest.approx(2 / 7)
    assert found.vote_gain == 0.0
    whole = {
        one.framework: (one.correct, one.solved_only, one.missed_only) for one in contributions(rows) if not one.slice
    }
    assert whole == {"single": (4, 1, 1), "mad": (4, 1, 1), "three_ply": (3, 0, 1)}
    by_slice = {(one.slice, one.framework): (one.correct, one.n) for one in contributions(rows) if one.slice}
    assert by_slice[("a", "single")] == (4, 4)
    assert by_slice[("b", "mad")] == (2, 3)


def test_a_vote_over_frameworks_breaks_no_tie() -> None:
    (found,) = complementarity({("s", "a", "b"): marks("yyyy", "yyn-"), ("s", "c", "b"): marks("yyyy", "ynny")})
    assert found.vote == 0.5
    assert found.vote_unanswered == 1


def test_one_framework_alone_complements_nothing() -> None:
    rows = {("s", "a", "b"): marks("yn", "yy")}
    assert complementarity(rows) == ()
    (only,) = contributions(rows)
    assert (only.accuracy, only.solved_only, only.missed_only) == (0.5, None, None)


def test_rules_mark_every_figure_they_are_in() -> None:
    rows = {("s", "a", "b"): marks("yn", "yy"), ("s", "c", "b"): synthetic(marks("yn", "yn"))}
    figures = [*verdict_comparisons(rows), *complementarity(rows)]
    assert all(one.synthetic for one in figures)
    assert [one.synthetic for one in contributions(rows)] == [False, True]
    assert [one.synthetic for one in verdict_results({}, rows)] == [False, True]


def test_flips_in_mad_are_told_by_round_and_pressure_by_what_was_heard() -> None:
    first = in_turn(opinion("yes"), opinion("no"), opinion("no"))
    then = in_turn(opinion("no"), opinion("no"), opinion("yes"), opinion("no"), opinion("dunno"), opinion("yes"))
    verdict = decided(MAD, cast({Purpose.ANSWER: first, Purpose.REVISE: then})).verdict
    marked = mark(a_question(gold=True), verdict)
    assert marked is not None
    assert marked.revisions == (
        Revision(1, True, False, opposed=True),
        Revision(2, False, False, opposed=False),
        Revision(1, False, False, opposed=False),
        Revision(2, False, None, opposed=False),
        Revision(1, False, True, opposed=False),
        Revision(2, True, True, opposed=True),
    )
    one, two = movements({("s", "mad", "b"): [marked]})
    assert (one.round, one.right_to_wrong, one.wrong_to_right, one.stayed_right, one.stayed_wrong) == (1, 1, 1, 0, 1)
    assert (two.round, two.right_to_wrong, two.wrong_to_right, two.stayed_right, two.stayed_wrong) == (2, 0, 0, 1, 2)
    (pressure,) = pressures({("s", "mad", "b"): [marked]})
    assert (pressure.opposed_right, pressure.gave_in, pressure.sycophancy) == (2, 1, 0.5)
    assert (pressure.opposed_wrong, pressure.stubbornness) == (0, None)


def test_parrots_always_speak_against_alex() -> None:
    replies = in_turn(response("no", True), response("no", True), response("yes"))
    verdict = decided(PARROTS, cast({Purpose.RESPOND: replies})).verdict
    marked = mark(a_question(gold=False), verdict)
    assert marked is not None
    (pressure,) = pressures({("s", "parrots", "b"): [marked]})
    assert (pressure.opposed_wrong, pressure.held_out, pressure.opposed_right, pressure.gave_in) == (1, 0, 2, 1)


def test_a_question_nobody_knows_the_answer_to_is_not_marked() -> None:
    verdict = decided(MAD, cast()).verdict
    assert mark(a_question(gold=None), verdict) is None


def test_a_failed_verdict_has_no_revisions_and_no_answer() -> None:
    verdict = decided(MAD, cast()).verdict.model_copy(update={"status": "failed", "answer": None})
    marked = mark(a_question(), verdict)
    assert marked is not None
    assert (marked.finished, marked.correct, marked.revisions) == (False, False, ())
    assert movements({CELL: [marked]}) == pressures({CELL: [marked]}) == ()


def test_a_tie_is_counted_as_one() -> None:
    last = in_turn(opinion("yes"), opinion("no"), opinion("?"))
    answers = {Purpose.REVISE: lambda request: opinion() if request.variables["own"].round == 0 else last(request)}
    verdict = decided(MAD, cast(answers)).verdict
    marked = mark(a_question(), verdict)
    assert marked is not None
    assert marked.unanswered is Unanswered.TIE
    assert result([marked]).ties == 1
