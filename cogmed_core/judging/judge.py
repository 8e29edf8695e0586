"""One judge on one episode: three dimensions from 1 to 10, or unscored with the reason (paper §4.4)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.domain.text import Text
from cogmed_core.errors import AccessError, ModelError
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice


class JudgeReply(BaseModel):
    """The judge's reply: reasons first, then the scores."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    rationale: Text = Field(description="the reasons for the three scores, one sentence each")
    feasibility: float = Field(ge=1, le=10, description="1-10: can it be carried out, and is it complete")
    professionalism: float = Field(ge=1, le=10, description="1-10: was the procedure a good mediator's")
    creativity: float = Field(ge=1, le=10, description="1-10: does it serve interests beyond the positions")


async def judge(
    case: Case, scenario: Scenario, episode: Episode, voice: Voice, repeat: int, fingerprint: str
) -> Judgement:
    """Score a finished episode: its whole dialogue, or as its speakers read it where the judge's window is too small.

    Raises:
        AccessError: the judge's key or model name is wrong; nothing can be judged with it.
    """

    async def as_read(evidence: Mapping[str, Any]) -> Mapping[str, Any] | None:
        shorter = {**evidence, "dialogue": episode.dialogue_as_read}
        return shorter if shorter != evidence else None

    voice = replace(voice, shorten=as_read)
    scored: dict[str, Any]
    try:
        reply = await voice.ask(Purpose.JUDGE, "judging/judge", JudgeReply, _evidence(case, scenario, episode))
        scored = reply.model_dump()
    except AccessError:
        raise
    except ModelError as error:
        scored = {"unscored_reason": f"{error.kind}: {error}"}
    return Judgement(
        episode_id=episode.episode_id,
        judge=voice.model.name,
        repeat=repeat,
        fingerprint=fingerprint,
        synthetic=voice.model.synthetic or episode.synthetic,
        **scored,
    )


def _evidence(case: Case, scenario: Scenario, episode: Episode) -> dict[str, Any]:
    """Return all that a judge sees: nothing in it tells the arm, its modules or its backbone."""
    return {
        "scenario": scenario,
        "reference_process": case.sections.process,
        "reference_settlement": case.sections.settlement,
        "legal_basis": case.sections.legal_basis,
        "outcome": episode.outcome,
        "rounds": episode.rounds,
        "dialogue": episode.dialogue,
        "proposals": episode.proposals,
        "settlement": episode.settlement,
        "utterances": tuple(utterance.model_copy(update={"stage": None}) for utterance in episode.utterances),
    }
