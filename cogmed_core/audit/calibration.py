"""Belief calibration: what a party believes of another, beside what the simulation knows.

True flexibility after a round is how far of the way to the other side's position the party will still go (0 not at
all, 1 all the way). Two things tell it: how far it *could* go, the room between its position and its bottom line; and
how far it *did* go until the end. The larger of the two is taken: whoever had room could have moved, and whoever moved
was willing, whatever the bottom line said. Goals are compared by their figures, and by the interests they name.
"""

from collections.abc import Iterator
from itertools import groupby
from statistics import fmean

from cogmed_core.audit.concessions import closing
from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.positions import Position, limit_of, standing, towards
from cogmed_core.audit.reading.features import features
from cogmed_core.audit.reading.money import money
from cogmed_core.domain.audit import BeliefError
from cogmed_core.domain.episode import Belief
from cogmed_core.domain.finding import Finding, FindingKind, Severity
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.sums.amounts import shares

OFF = 0.4
"""Mean absolute error over the second half of the talks above which a belief is off; chance alone gives a third."""

LEAST_ROUNDS = 3


def detect(evidence: Evidence) -> Iterator[Finding]:
    """Flag who misjudged whom through the second half of the talks, where there is enough of it to tell."""
    errors = sorted(belief_errors(evidence), key=lambda one: (one.seat, one.about, one.round))
    for (seat, about), held in groupby(errors, key=lambda one: (one.seat, one.about)):
        late = [one.error for one in held if one.error is not None and 2 * one.round > evidence.episode.rounds]
        if len(late) < LEAST_ROUNDS or fmean(map(abs, late)) <= OFF:
            continue
        bias = fmean(late)
        detail = (
            f"{evidence.names[seat]} took {evidence.names[about]} for {'more' if bias > 0 else 'less'} flexible than "
            f"it was: mean absolute error {fmean(map(abs, late)):.2f} over the last {len(late)} rounds."
        )
        kind, last = FindingKind.BELIEF_OFF, evidence.episode.rounds
        yield Finding(kind=kind, severity=Severity.NOTE, round=last, seat=seat, detail=detail)


def belief_errors(evidence: Evidence) -> tuple[BeliefError, ...]:
    """Return every belief about a litigant with its errors, in the order they were held."""
    known = [belief for belief in evidence.episode.beliefs if belief.about in evidence.seats]
    return tuple(_error(evidence, belief) for belief in known)


def _error(evidence: Evidence, belief: Belief) -> BeliefError:
    could, did = _flexibility(evidence, belief)
    told = [value for value in (could, did) if value is not None]
    true = max(told) if told else None
    goal = evidence.profiles.of(belief.about).goal if evidence.profiles else ""
    return BeliefError(
        round=belief.round,
        seat=belief.seat,
        about=belief.about,
        flexibility=belief.flexibility,
        could_move=could,
        did_move=did,
        true_flexibility=true,
        error=None if true is None else belief.flexibility - true,
        goal_error=_goal_error(belief.perceived_goal, goal),
        interests_found=_interests(belief.perceived_goal, goal),
    )


def _flexibility(evidence: Evidence, belief: Belief) -> tuple[float | None, float | None]:
    """Return how far the party could still go and did still go, as parts of the way to the other side.

    A belief of round n is held before the believer speaks in it, so the party stands where its last turn left it.
    """
    spoken = evidence.seats.index(belief.about) < _turn(evidence, belief.seat)
    number = belief.round if spoken else belief.round - 1
    place, end = standing(evidence, belief.about, number), closing(evidence, belief.about)
    aim = _other_side(evidence, belief.about, number)
    if place is None or aim is None:
        return None, None
    way = towards(evidence, belief.about) * (aim - place.value)
    if way <= 0:
        return 1.0, 1.0
    limit = limit_of(evidence, belief.about, place.unit)
    could = None if limit is None else _clamped(towards(evidence, belief.about) * (limit - place.value) / way)
    did = None if end is None else _clamped(towards(evidence, belief.about) * (end.value - place.value) / way)
    return could, did


def _turn(evidence: Evidence, seat: str) -> int:
    return -1 if seat == MEDIATOR else evidence.seats.index(seat)


def _other_side(evidence: Evidence, seat: str, number: int) -> float | None:
    opponents = [other for other in evidence.seats if (other in evidence.claiming) != (seat in evidence.claiming)]
    places: list[Position | None] = [standing(evidence, other, number) for other in opponents]
    known = [place.value for place in places if place]
    return fmean(known) if known else None


def _clamped(value: float) -> float:
    return max(0.0, min(1.0, value))


def _goal_error(believed: str, true: str) -> float | None:
    for read in (_first_sum, _first_share):
        one, other = read(believed), read(true)
        if one is not None and other is not None:
            return abs(one - other) / max(one, other) if max(one, other) else 0.0
    return None


def _first_sum(text: str) -> float | None:
    found = money(text)
    return found[0].value if found else None


def _first_share(text: str) -> float | None:
    found = shares(text)
    return found[0].value if found else None


def _interests(believed: str, true: str) -> float | None:
    wanted = features(true)
    return len(features(believed) & wanted) / len(wanted) if wanted else None
