"""The private profiles of a case's litigants, drawn once per (case, seed) and shared by every arm (§3.4)."""

import random

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.party import Party, Personality, Profile, ProfileSet
from cogmed_core.domain.text import Text
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice


class Intentions(BaseModel):
    """The reply: what a party wants and what it will not go below."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    goal: Text = Field(description="what the party hopes to get, with figures")
    bottom_line: Text = Field(description="the least it would sign, with figures; kept secret")


async def draw_profiles(scenario: Scenario, profiler: Voice) -> ProfileSet:
    """Draw one profile a litigant.

    The personality comes from a generator seeded with the case and the voice's seed, so that no model
    decides it and every arm meets the same people; goal and bottom line are written to fit it.
    """
    lot = random.Random(f"{scenario.case_id}:{profiler.seed}")
    profiles = [await _draw(scenario, party, lot.choice(list(Personality)), profiler) for party in scenario.parties]
    return ProfileSet(case_id=scenario.case_id, seed=profiler.seed, profiles=tuple(profiles))


async def _draw(scenario: Scenario, party: Party, personality: Personality, profiler: Voice) -> Profile:
    variables = {"scenario": scenario, "party": party, "personality": personality}
    reply = await profiler.ask(Purpose.PROFILE, "cases/profile", Intentions, variables)
    return Profile(seat=party.seat, goal=reply.goal, bottom_line=reply.bottom_line, personality=personality)
