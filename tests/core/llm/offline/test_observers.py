"""What is thought of the talks by those who only watch: the stage evaluator, and beliefs about an opponent."""

from typing import Any

import pytest

from cogmed_core.domain.dialogue import Stage
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
