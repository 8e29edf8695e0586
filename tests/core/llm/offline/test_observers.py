"""What is thought of the talks by those who only watch: the stage evaluator, and beliefs about an opponent."""

from typing import Any

import pytest

from cogmed_core.domain.dialogue import Stage, Stance
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.protocol import Purpose
from tests.core.llm.offline.given import Talk, a_belief, a_loan, answer, someone


@pytest.mark.parametrize("stage", list(Stage))
def test_the_evaluator_proposes_only_what_is_allowed(stage: Stage) -> None:
    talk = Talk(a_loan())
    for number in range(1, 8):
        for seat in (MEDIATOR, "litigant_1", "litigant_2"):
            talk.say(number, seat, "您最关心什么？当面道歉、分期支付。", None, "undecided")
        allowed = tuple(one for one in Stage if stage.may_become(one))
        reply = answer(Purpose.STAGE, talk.shown(MEDIATOR, number + 1, stage=stage, allowed=allowed))
        assert Stage(reply["stage"]) in allowed
        assert answer(Purpose.STAGE, talk.shown(MEDIATOR, number + 1, stage=stage, allowed=(stage,)))["stage"] == stage


def test_beliefs_move_with_the_evidence_from_what_was_held() -> None:
    talk = Talk(a_loan())
    talk.say(1, "litigant_2", "你这个骗子，无耻！", "柏舟商行向宁安澜支付5000元。", "undecided")
    held: tuple[Any, ...] = ()
    seen = []
    for number, offer in enumerate(("5000", "25000", "45000"), start=2):
        shown = talk.shown("litigant_1", number, someone(), held=held, received=tuple(talk.utterances[-1:]))
        (belief,) = answer(Purpose.BELIEF, shown)["beliefs"]
        seen.append(belief)
        held = (a_belief("litigant_1", "litigant_2", belief["flexibility"], belief["emotional_valence"]),)
        talk.say(number, "litigant_2", "抱歉，我愿意让一步。", f"柏舟商行向宁安澜支付{offer}元。", "undecided")
    assert seen[0]["emotional_valence"] < 0 < seen[-1]["emotional_valence"]
    assert seen[0]["flexibility"] < seen[-1]["flexibility"]


def bargained(second: int | None, asked: str, offered: str) -> Talk:
    """Two figures on the table, and litigant 1 standing by its own; litigant 2 by ``second``."""
    talk = Talk(a_loan())
    talk.say(3, "litigant_1", "我提个数。", f"柏舟商行向宁安澜支付{asked}元。", Stance.UNDECIDED)
    talk.say(3, "litigant_2", "我也提一个。", f"柏舟商行向宁安澜支付{offered}元。", Stance.UNDECIDED)
    talk.say(4, "litigant_1", "我守着这个方案。", None, Stance.ACCEPT, 1)
    return talk.say(4, "litigant_2", "好。", None, Stance.ACCEPT if second else Stance.UNDECIDED, second)


@pytest.mark.parametrize(
    ("second", "asked", "offered", "stage"),
    [
        (None, "90000", "30000", Stage.NEGOTIATION),
        (2, "90000", "30000", Stage.NEGOTIATION),
        (1, "90000", "30000", Stage.DRAFTING),
        (None, "60000", "59000", Stage.DRAFTING),
        (None, "60000", "56000", Stage.NEGOTIATION),
    ],
)
def test_drafting_begins_when_all_stand_by_one_proposal_or_only_the_wording_differs(
    second: int | None, asked: str, offered: str, stage: Stage
) -> None:
    talk = bargained(second, asked, offered)
    allowed = (Stage.NEGOTIATION, Stage.DRAFTING)
    shown = talk.shown(MEDIATOR, 5, stage=Stage.NEGOTIATION, allowed=allowed)
    assert answer(Purpose.STAGE, shown)["stage"] == stage


def test_one_acceptance_alone_is_no_reason_to_draft() -> None:
    talk = Talk(a_loan())
    talk.say(3, MEDIATOR, "请考虑。", "柏舟商行向宁安澜支付60000元。")
    talk.say(3, "litigant_1", "我同意。", None, Stance.ACCEPT, 1)
    talk.say(3, "litigant_2", "我再想想。", None, Stance.UNDECIDED)
    shown = talk.shown(MEDIATOR, 4, stage=Stage.NEGOTIATION, allowed=(Stage.NEGOTIATION, Stage.DRAFTING))
    assert answer(Purpose.STAGE, shown)["stage"] == Stage.NEGOTIATION
