"""The conduct of the talks: four further dimensions with a rubric of their own (paper §6).

They are asked for apart from the quality score and never enter it. The judge sees no reference: how the talks were
held is judged by themselves.
"""

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import ConductJudgement
from cogmed_core.domain.text import Text
from cogmed_core.judging.sheet import filled_in, simulated
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice


class ConductReply(BaseModel):
    """The judge's reply: reasons first, then the scores."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    rationale: Text = Field(description="the reasons for the four scores, one sentence each")
    procedural_fairness: float = Field(ge=1, le=10, description="1-10: heard alike, treated alike, a neutral mediator")
    voluntariness: float = Field(ge=1, le=10, description="1-10: free to refuse, bound by their own words only")
    transparency: float = Field(ge=1, le=10, description="1-10: procedure, grounds and terms were clear")
    rights_protection: float = Field(ge=1, le=10, description="1-10: lawful rights and weaker parties looked after")


async def judge_conduct(
    case: Case, scenario: Scenario, episode: Episode, voice: Voice, repeat: int, fingerprint: str
) -> ConductJudgement:
    """Score the conduct of a finished episode's talks.

    Raises:
        AccessError: the judge's key or model name is wrong; nothing can be judged with it.
    """
    evidence = {"legal_basis": case.sections.legal_basis, **simulated(scenario, episode)}
    sheet = await filled_in(voice, Purpose.CONDUCT, "conduct/conduct", ConductReply, evidence, episode)
    return ConductJudgement(repeat=repeat, fingerprint=fingerprint, **sheet)
