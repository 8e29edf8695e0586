"""Beliefs about opponents: what they want, how they feel, how far they move; each update starts from the last."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.episode import Belief
from cogmed_core.domain.party import Party
from cogmed_core.llm.offline.acts import acts_in
from cogmed_core.llm.offline.cues import read_cues
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.offer import headline
from cogmed_core.llm.offline.sight import Sight
from cogmed_core.llm.offline.situation import interests_of
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import fresh, listed, phrase

_WEIGHT = 0.5
"""How much of an update the newest evidence makes; the rest is what was believed."""
_UNKNOWN = 0.4
"""Flexibility expected of somebody who has not bargained yet."""


def update_beliefs(variables: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Return one belief an opponent, smoothed from the beliefs held."""
    sight = Sight.of(variables)
    held: Sequence[Belief] = variables.get("held", ())
    received: Sequence[Utterance] = variables.get("received", sight.utterances)
    prior = {belief.about: belief for belief in held}
    return {
        "beliefs": [_belief(sight, party, prior.get(party.seat), received, seed) for party in variables["opponents"]]
    }


def _belief(
    sight: Sight, party: Party, prior: Belief | None, received: Sequence[Utterance], seed: int
) -> dict[str, Any]:
    tones = [read_cues(one.text).valence for one in received if one.seat == party.seat]
    valence = prior.emotional_valence if prior else 0.0
    if tones:
        valence += _WEIGHT * (sum(tones) / len(tones) - valence)
    flexibility = prior.flexibility if prior else _UNKNOWN
    if (shown := _flexibility_shown(sight, party, received)) is not None:
        flexibility += _WEIGHT * (shown - flexibility)
    return {
        "about": party.seat,
        "perceived_goal": _goal(sight, party, seed),
        "emotional_valence": round(max(-1.0, min(1.0, valence)), 2),
        "flexibility": round(max(0.0, min(1.0, flexibility)), 2),
    }


def _flexibility_shown(sight: Sight, party: Party, received: Sequence[Utterance]) -> float | None:
    """Return how far the opponent's newest move went, against the way a whole concession would take in the rounds.

    None before there was anything to see; an opponent that spoke without moving showed 0.
    """
    spoke = [one for one in received if one.seat == party.seat]
    course = [share for p in sight.tabled_by(party.seat) if (share := sight.terms(p).share) is not None]
    if not spoke or not course:
        return None
    if any(one.accepted and one.tabled != one.accepted for one in spoke):
        return 1.0
    start = 1.0 if sight.matter.claims(party.seat) else 0.0
    previous = course[-2] if len(course) > 1 else start
    moved = abs(course[-1] - previous) if any(one.tabled for one in spoke) else 0.0
    even_pace = 1.0 / max(2, sight.rounds)
    return min(1.0, moved / (2 * even_pace))


def _goal(sight: Sight, party: Party, seed: int) -> str:
    """Return in words what the opponent seems to be after: its last figure, and what it cares about beside it."""
    claiming = sight.matter.claims(party.seat)
    course = [share for p in sight.tabled_by(party.seat) if (share := sight.terms(p).share) is not None]
    interests = interests_of(sight, party.seat, sight.by(party.seat), claiming) | (
        acts_in(party.claim) if claiming else frozenset()
    )
    side = "claimant" if claiming else "respondent"
    chance = lot("belief", seed, sight.scenario.case_id, sight.seat, party.seat, sight.round)
    words = {
        "figure": headline(Terms(course[-1] if course else float(claiming)), sight.matter),
        "object": sight.matter.object,
        "acts": listed(sight.language, [phrase(sight.language, f"acts.{act}") for act in sorted(interests)]),
    }
    return fresh(sight.language, f"belief.{side}{'_acts' if interests else ''}", chance, "", **words)
