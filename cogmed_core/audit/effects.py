"""What changed after an intervention: offers, acceptances, stances, beliefs, the stage.

An action comes before the litigants speak, so what it does shows in its own round or the next one.
"""

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.positions import standing
from cogmed_core.audit.reading.features import features
from cogmed_core.domain.dialogue import Stance
from cogmed_core.domain.episode import Action, Belief

MOVED = 0.005
"""Part of an offer that is rounding, not a move."""

BELIEVED = 0.1
"""Change of a belief's flexibility or valence that is a change of mind."""


def effects(evidence: Evidence, action: Action) -> frozenset[str]:
    """Return what changed in the action's round or the next: of the party it concerned, else of anybody."""
    concerned = action.arguments.get("party")
    seats = (concerned,) if concerned in evidence.seats else evidence.seats
    found = {effect for seat in seats for effect in changes(evidence, str(seat), action.round, action.round + 1)}
    if concerned is None and _stage(evidence, action.round + 1) != _stage(evidence, action.round):
        found.add("stage")
    return frozenset(found)


def changes(evidence: Evidence, seat: str, first: int, last: int) -> frozenset[str]:
    """Return what changed with ``seat`` from before round ``first`` to after round ``last``."""
    found: set[str] = set()
    if moved(evidence, seat, first - 1, last):
        found.add("offer")
    said = [one for one in evidence.episode.utterances if one.seat == seat and first <= one.round <= last]
    before = [one for one in evidence.episode.utterances if one.seat == seat and one.round < first]
    accepted = {one.accepted for one in before}
    if any(one.accepted and one.accepted not in accepted and one.stance is Stance.ACCEPT for one in said):
        found.add("acceptance")
    if before and before[-1].stance is Stance.REJECT and any(one.stance is not Stance.REJECT for one in said):
        found.add("stance")
    if _changed_mind(evidence, seat, first, last):
        found.add("belief")
    return frozenset(found)


def moved(evidence: Evidence, seat: str, before: int, after: int) -> bool:
    """Say whether the figure or the other terms ``seat`` stands by differ between two rounds."""
    first, last = standing(evidence, seat, before), standing(evidence, seat, after)
    if (first is None) != (last is None):
        return True
    if first and last and abs(first.value - last.value) > MOVED * max(abs(first.value), abs(last.value)):
        return True
    return _terms(evidence, seat, before) != _terms(evidence, seat, after)


def _terms(evidence: Evidence, seat: str, number: int) -> frozenset[str]:
    offers = [offer for offer in evidence.offers(seat) if offer.round <= number]
    return features(offers[-1].text) if offers else frozenset()


def _changed_mind(evidence: Evidence, seat: str, first: int, last: int) -> bool:
    held: dict[str, Belief] = {}
    for belief in evidence.episode.beliefs:
        if belief.seat != seat or belief.round > last:
            continue
        old = held.get(belief.about)
        if old and belief.round >= first:
            change = max(
                abs(old.flexibility - belief.flexibility), abs(old.emotional_valence - belief.emotional_valence)
            )
            if change >= BELIEVED:
                return True
        held[belief.about] = belief
    return False


def _stage(evidence: Evidence, number: int) -> object:
    return next((one.stage for one in reversed(evidence.episode.stages) if one.round <= number), None)
