"""Tools that changed nothing, and tools that did."""

from cogmed_core.audit.actions import detect
from cogmed_core.domain.dialogue import Stage, Stance
from cogmed_core.domain.finding import FindingKind
from cogmed_core.domain.party import MEDIATOR
from tests.core.audit.given import CLAIMANT, RESPONDENT, Talk


def opening() -> Talk:
    """Both have tabled an offer in round 1."""
    talk = Talk().mediator("请说。")
    return talk.offers(CLAIMANT, "松涛公司向韩某支付9万元。").offers(RESPONDENT, "松涛公司向韩某支付4万元。")


def refusals(talk: Talk, rounds: int = 2) -> Talk:
    for _ in range(rounds):
        talk.mediator("请考虑。").says(CLAIMANT, "不行。", Stance.REJECT).says(RESPONDENT, "不行。", Stance.REJECT)
    return talk


def test_nothing_moved_so_the_tool_did_nothing() -> None:
    (found,) = detect(refusals(opening().acts("perform_reality_check", party=RESPONDENT)).evidence())
    assert (found.kind, found.round, found.seat) == (FindingKind.ACTION_WITHOUT_EFFECT, 2, MEDIATOR)
    assert "松涛公司" in found.detail


def test_an_offer_that_moved_a_round_later_is_an_effect() -> None:
    talk = refusals(opening().acts("perform_reality_check", party=RESPONDENT), 1)
    talk.mediator("请考虑。").offers(RESPONDENT, "松涛公司向韩某支付6万元。")
    assert list(detect(talk.evidence())) == []


def test_a_move_of_somebody_else_is_none_for_the_one_concerned() -> None:
    talk = opening().acts("perform_reality_check", party=RESPONDENT).mediator("请考虑。")
    talk.offers(CLAIMANT, "松涛公司向韩某支付8万元。").says(RESPONDENT, "不行。", Stance.REJECT)
    assert len(list(detect(talk.evidence()))) == 1


def test_acceptance_stance_belief_and_stage_are_effects() -> None:
    accepted = (
        opening().acts("propose_bridging_solution").mediator("方案。", "松涛公司向韩某支付7万元。").accepts(CLAIMANT, 3)
    )
    softened = refusals(opening(), 1).acts("summarize_and_clarify", party=RESPONDENT)
    softened.mediator("请说。").says(RESPONDENT, "可以考虑。", Stance.UNDECIDED)
    believed = opening().believes(CLAIMANT, RESPONDENT, 0.2).acts("summarize_and_clarify")
    believed.mediator("请说。").believes(CLAIMANT, RESPONDENT, 0.6)
    staged = opening().stage(Stage.EXPLORATION).acts("summarize_and_clarify").mediator("请说。")
    staged.stage(Stage.NEGOTIATION).mediator("请说。")
    for talk in (accepted, softened, believed, staged):
        assert list(detect(talk.evidence())) == []
