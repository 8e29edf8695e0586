"""Conformance to the stages: refused transitions, preliminaries that drag on, drafting before its time."""

from cogmed_core.audit.stages import detect
from cogmed_core.domain.dialogue import Stage, Stance
from cogmed_core.domain.episode import Outcome
from cogmed_core.domain.finding import FindingKind
from tests.core.audit.given import CLAIMANT, RESPONDENT, Talk

OPENING, EXPLORATION, NEGOTIATION, DRAFTING = Stage


def rounds(talk: Talk, *stages: Stage) -> Talk:
    for stage in stages:
        talk.stage(stage).mediator("请说。").says(CLAIMANT, "听着。").says(RESPONDENT, "听着。")
    return talk


def test_a_regular_course_gives_no_finding() -> None:
    talk = rounds(Talk(), OPENING, EXPLORATION, EXPLORATION, NEGOTIATION)
    talk.stage(NEGOTIATION).mediator("方案。", "松涛公司向韩某支付7万元。").accepts(CLAIMANT, 1).says(
        RESPONDENT, "再想想。"
    )
    talk.stage(DRAFTING).mediator("确认。").accepts(CLAIMANT, 1).accepts(RESPONDENT, 1)
    assert list(detect(talk.evidence(Outcome.AGREEMENT))) == []


def test_a_skipped_stage_is_refused_and_found() -> None:
    talk = rounds(Talk(), OPENING).stage(OPENING, proposed=DRAFTING).mediator("请说。")
    (found,) = detect(talk.evidence())
    assert (found.kind, found.round) == (FindingKind.STAGE_REFUSED, 2)
    assert "drafting" in found.detail


def test_going_back_is_left_to_drift() -> None:
    talk = rounds(Talk(), OPENING, EXPLORATION).stage(EXPLORATION, proposed=OPENING).mediator("请说。")
    assert list(detect(talk.evidence())) == []


def test_preliminaries_that_drag_on() -> None:
    found = list(detect(rounds(Talk(), *[OPENING] * 3, *[EXPLORATION] * 5).evidence()))
    assert [(one.kind, one.round) for one in found] == [
        (FindingKind.STAGE_PROLONGED, 3),
        (FindingKind.STAGE_PROLONGED, 8),
    ]


def negotiated(claimed: str, offered: str) -> Talk:
    talk = rounds(Talk(), OPENING, EXPLORATION).stage(NEGOTIATION).mediator("请说。")
    return talk.offers(CLAIMANT, f"松涛公司向韩某支付{claimed}。").offers(RESPONDENT, f"松涛公司向韩某支付{offered}。")


def test_drafting_while_the_positions_lie_apart_is_early() -> None:
    talk = rounds(negotiated("9万元", "4万元"), DRAFTING)
    (found,) = detect(talk.evidence())
    assert (found.kind, found.round) == (FindingKind.DRAFTING_EARLY, 4)
    assert "nobody had accepted anything" in found.detail


def test_drafting_between_figures_that_meet_is_not() -> None:
    assert list(detect(rounds(negotiated("70000元", "7万元"), DRAFTING).evidence())) == []


def test_a_single_consent_that_the_others_never_join_is_no_consent() -> None:
    talk = negotiated("9万元", "4万元").stage(NEGOTIATION).mediator("方案。", "松涛公司向韩某支付7万元。")
    talk.accepts(CLAIMANT, 3).says(RESPONDENT, "不行。", Stance.REJECT)
    talk.stage(DRAFTING).mediator("改一改。", "松涛公司向韩某支付6万元。").accepts(CLAIMANT, 4).accepts(RESPONDENT, 4)
    (found,) = detect(talk.evidence(Outcome.AGREEMENT))
    assert "only proposal 3" in found.detail


def test_without_a_stage_machine_there_is_nothing_to_conform_to() -> None:
    assert list(detect(Talk().mediator("请说。").evidence())) == []
