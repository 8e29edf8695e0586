"""Beliefs beside what the simulation knows."""

import pytest

from cogmed_core.audit.calibration import belief_errors, detect
from cogmed_core.domain.finding import FindingKind
from tests.core.audit.given import CLAIMANT, RESPONDENT, Talk, profiles

GOALS = ("希望对方支付9万元。除了钱，还看重：当面道歉、对外保密。", "希望最多付4万元就把事情办完。")
LINES = profiles("到手不能少于7万元。", "最多拿出6万元。", goals=GOALS)


def talk(rounds: int, believed: float, lines: object = LINES) -> Talk:
    """The claimant asks 9, the respondent stays at 4 with room to 6 of the 5 between them."""
    built = Talk(profiles=LINES if lines is LINES else None).mediator("请说。")
    built.offers(CLAIMANT, "松涛公司向韩某支付9万元。").offers(RESPONDENT, "松涛公司向韩某支付4万元。")
    for _ in range(rounds):
        built.mediator("请说。").believes(CLAIMANT, RESPONDENT, believed, "只肯付5万元。").says(
            CLAIMANT, "不行。"
        ).says(RESPONDENT, "不行。")
    return built


def test_room_to_the_bottom_line_is_flexibility() -> None:
    (error,) = belief_errors(talk(1, 0.5).evidence())
    assert (error.could_move, error.did_move) == (pytest.approx(0.4), 0)
    assert error.true_flexibility == pytest.approx(0.4)
    assert error.error == pytest.approx(0.1)


def test_later_movement_is_flexibility_even_beyond_the_bottom_line() -> None:
    evidence = talk(1, 0.5).mediator("请说。").offers(RESPONDENT, "松涛公司向韩某支付8万元。").evidence()
    (error,) = belief_errors(evidence)
    assert (error.could_move, error.did_move) == (pytest.approx(0.4), pytest.approx(0.8))
    assert error.error == pytest.approx(-0.3)


def test_without_profiles_later_movement_alone_tells() -> None:
    (error,) = belief_errors(talk(1, 0.5, lines=None).evidence())
    assert (error.could_move, error.true_flexibility) == (None, 0)


def test_a_belief_is_held_before_the_believers_own_turn() -> None:
    """Who speaks second has heard this round's offer; who speaks first has not."""
    built = talk(0, 0).mediator("请说。").believes(CLAIMANT, RESPONDENT, 0.5)
    built.offers(CLAIMANT, "松涛公司向韩某支付8万元。").believes(RESPONDENT, CLAIMANT, 0.5)
    first, second = belief_errors(built.evidence())
    assert first.could_move == pytest.approx(2 / 5)
    assert second.could_move == pytest.approx(1 / 4)


def test_goals_are_compared_by_figure_and_interest() -> None:
    built = talk(0, 0).mediator("请说。").believes(CLAIMANT, RESPONDENT, 0.5, "想把承担的部分压在5万元左右。")
    built.believes(RESPONDENT, CLAIMANT, 0.5, "嘴上要9万元，其实看重当面道歉。")
    about_respondent, about_claimant = belief_errors(built.evidence())
    assert about_respondent.goal_error == pytest.approx(0.2)
    assert about_respondent.interests_found is None
    assert (about_claimant.goal_error, about_claimant.interests_found) == (0, 0.5)


def test_a_misjudgement_that_lasts_is_found() -> None:
    (found,) = detect(talk(7, 0.95).evidence())
    assert (found.kind, found.seat) == (FindingKind.BELIEF_OFF, CLAIMANT)
    assert "more flexible than it was" in found.detail


@pytest.mark.parametrize(("rounds", "believed"), [(7, 0.5), (2, 0.95)])
def test_a_fair_belief_or_too_little_of_it_is_no_finding(rounds: int, believed: float) -> None:
    assert list(detect(talk(rounds, believed).evidence())) == []
