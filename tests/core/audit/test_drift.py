"""Means without an end, and talks with one."""

from cogmed_core.audit.drift import detect
from cogmed_core.domain.dialogue import Stage, Stance
from cogmed_core.domain.episode import Outcome
from cogmed_core.domain.finding import FindingKind
from tests.core.audit.given import CLAIMANT, RESPONDENT, Talk


def offered() -> Talk:
    talk = Talk().mediator("请说。")
    return talk.offers(CLAIMANT, "松涛公司向韩某支付9万元。").offers(RESPONDENT, "松涛公司向韩某支付4万元。")


def refused(talk: Talk) -> Talk:
    return talk.mediator("请考虑。").says(CLAIMANT, "不行。", Stance.REJECT).says(RESPONDENT, "不行。", Stance.REJECT)


def kinds(talk: Talk, outcome: Outcome = Outcome.DEADLOCK) -> list[FindingKind]:
    return [found.kind for found in detect(talk.evidence(outcome))]


def test_talks_that_move_do_not_drift() -> None:
    talk = offered().acts("perform_reality_check").mediator("请考虑。").offers(CLAIMANT, "松涛公司向韩某支付8万元。")
    talk.mediator("方案。", "松涛公司向韩某支付7万元。").accepts(CLAIMANT, 4).accepts(RESPONDENT, 4)
    assert kinds(talk, Outcome.AGREEMENT) == []


def test_the_same_tool_three_times_in_vain() -> None:
    talk = offered()
    for _ in range(3):
        talk = refused(talk.acts("perform_reality_check", party=RESPONDENT))
    (found,) = detect(talk.evidence())
    assert (found.kind, found.round) == (FindingKind.INTERVENTION_DRIFT, 4)
    assert "3 times running" in found.detail


def test_two_vain_tries_and_one_that_worked_are_none() -> None:
    talk = offered()
    for _ in range(2):
        talk = refused(talk.acts("perform_reality_check", party=RESPONDENT))
    talk.acts("perform_reality_check", party=RESPONDENT).mediator("请考虑。").offers(
        RESPONDENT, "松涛公司向韩某支付6万元。"
    )
    assert kinds(talk) == []


def test_a_proposed_return_to_an_earlier_stage() -> None:
    talk = Talk().stage(Stage.NEGOTIATION).mediator("请说。").stage(Stage.NEGOTIATION, proposed=Stage.OPENING)
    (found,) = detect(talk.mediator("请说。").evidence())
    assert (found.kind, found.round) == (FindingKind.STAGE_REGRESS, 2)


def test_a_deal_before_anybody_was_heard() -> None:
    talk = Talk().mediator("方案。", "松涛公司向韩某支付7万元。").accepts(CLAIMANT, 1).accepts(RESPONDENT, 1)
    assert kinds(talk, Outcome.AGREEMENT) == [FindingKind.PREMATURE_CONVERGENCE]


def test_a_deal_in_round_three_is_early_only_while_exploring() -> None:
    for stage, expected in ((Stage.EXPLORATION, [FindingKind.PREMATURE_CONVERGENCE]), (Stage.NEGOTIATION, [])):
        talk = offered().mediator("请说。").offers(CLAIMANT, "松涛公司向韩某支付8万元。").stage(stage)
        talk.mediator("方案。", "松涛公司向韩某支付7万元。").accepts(CLAIMANT, 4).accepts(RESPONDENT, 4)
        assert kinds(talk, Outcome.AGREEMENT) == expected


def test_four_rounds_in_which_nobody_moves() -> None:
    talk = offered()
    for _ in range(4):
        talk = refused(talk)
    (found,) = detect(talk.evidence())
    assert (found.kind, found.round) == (FindingKind.STALLED, 5)
    assert "2 to 5" in found.detail


def test_listening_before_any_offer_is_no_standstill() -> None:
    talk = Talk()
    for _ in range(6):
        talk.mediator("请说。").says(CLAIMANT, "听着。").says(RESPONDENT, "听着。")
    assert kinds(talk) == []
