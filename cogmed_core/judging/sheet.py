"""What all judges have in common: the evidence of a simulated mediation, and a sheet filled in or unscored."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.errors import AccessError, ModelError
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice


def simulated(scenario: Scenario, episode: Episode) -> dict[str, Any]:
    """Return all that a judge sees of an episode: nothing in it tells the arm, its modules or its backbone."""
    return {
        "scenario": scenario,
        "outcome": episode.outcome,
        "rounds": episode.rounds,
        "dialogue": episode.dialogue,
        "proposals": episode.proposals,
        "settlement": episode.settlement,
        "utterances": tuple(utterance.model_copy(update={"stage": None}) for utterance in episode.utterances),
    }


async def filled_in(
    voice: Voice,
    purpose: Purpose,
    prompt: str,
    reply: type[BaseModel],
    evidence: Mapping[str, Any],
    episode: Episode,
) -> dict[str, Any]:
    """Ask for a sheet and return its fields: scores and reasons, or why there are none.

    The judge reads the whole dialogue, or, where its window is too small, what the speakers themselves had read.

    Raises:
        AccessError: the judge's key or model name is wrong; nothing can be judged with it.
    """

    async def as_read(given: Mapping[str, Any]) -> Mapping[str, Any] | None:
        shorter = {**given, "dialogue": episode.dialogue_as_read}
        return shorter if shorter != given else None

    try:
        scored = (await replace(voice, shorten=as_read).ask(purpose, prompt, reply, evidence)).model_dump()
    except AccessError:
        raise
    except ModelError as error:
        scored = {"unscored_reason": f"{error.kind}: {error}"}
    return {
        "episode_id": episode.episode_id,
        "judge": voice.model.name,
        "synthetic": voice.model.synthetic or episode.synthetic,
        **scored,
    }
