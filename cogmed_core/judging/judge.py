"""One judge on one episode: three dimensions from 1 to 10, or unscored with the reason (paper §4.4)."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement, Order
from cogmed_core.domain.text import Text
from cogmed_core.judging.sheet import filled_in, simulated
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice

ORDERS: tuple[Order, Order] = ("reference_first", "simulated_first")


class JudgeReply(BaseModel):
    """The judge's reply: reasons first, then the scores."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    rationale: Text = Field(description="the reasons for the three scores, one sentence each")
    feasibility: float = Field(ge=1, le=10, description="1-10: can it be carried out, and is it complete")
    professionalism: float = Field(ge=1, le=10, description="1-10: was the procedure a good mediator's")
    creativity: float = Field(ge=1, le=10, description="1-10: does it serve interests beyond the positions")


def order_of(repeat: int) -> Order:
    """Return the order of the two texts in a repeat: they take turns, so that two repeats show both orders."""
    return ORDERS[repeat % 2]


async def judge(
    case: Case, scenario: Scenario, episode: Episode, voice: Voice, repeat: int, fingerprint: str
) -> Judgement:
    """Score a finished episode beside what was really done.

    Raises:
        AccessError: the judge's key or model name is wrong; nothing can be judged with it.
    """
    order = order_of(repeat)
    evidence = {**_reference(case), **simulated(scenario, episode), "order": order}
    sheet = await filled_in(voice, Purpose.JUDGE, "judging/judge", JudgeReply, evidence, episode)
    return Judgement(repeat=repeat, fingerprint=fingerprint, order=order, **sheet)


def _reference(case: Case) -> dict[str, Any]:
    return {
        "reference_process": case.sections.process,
        "reference_settlement": case.sections.settlement,
        "legal_basis": case.sections.legal_basis,
    }
