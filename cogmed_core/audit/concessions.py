"""Who moved how much from first to last offer, and who carried it.

A party's opening is its first offer (its public claim where it never made one); its closing is the agreement, or what
it last stood by. Movement counts towards the other side. Of all movement, each side bears a part; where one side bears
three quarters or more of it, and the sides together covered a quarter of their distance, the talks were one-sided.
"""

from collections.abc import Iterator
from statistics import fmean

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.positions import Position, first_offer, headline, standing, towards
from cogmed_core.audit.weaker import weaker_seats
from cogmed_core.domain.audit import Concession
from cogmed_core.domain.finding import Finding, FindingKind, Severity

ONE_SIDED = 0.75
CLOSE = 0.05
"""Openings that differ by no more than this part of the larger leave nothing to carry."""

LEAST_MOVEMENT = 0.25
"""Of the distance between the openings: where hardly anybody moved, nobody can have carried it."""


def detect(evidence: Evidence) -> Iterator[Finding]:
    """Flag one-sided movement; the weaker party carrying it is the worse case."""
    measured = concessions(evidence)
    total = sum(one.gap_share or 0 for one in _sides(measured, evidence))
    openings = [one.opening for one in measured]
    if total < LEAST_MOVEMENT or max(openings) - min(openings) <= CLOSE * max(map(abs, openings)):
        return
    for one in _sides(measured, evidence):
        if one.borne is not None and one.borne >= ONE_SIDED:
            seats = _side_of(one.seat, evidence)
            weak = all(other.weaker for other in measured if other.seat in seats)
            kind = FindingKind.WEAKER_PARTY_CONCEDES if weak else FindingKind.ONE_SIDED_CONCESSION
            names = ", ".join(evidence.names[seat] for seat in sorted(seats))
            whose = f"{names}, the weaker side," if weak else names
            moved = f"{_told(one.opening, one)} to {_told(one.closing, one)}"
            detail = f"{whose} made {one.borne:.0%} of all movement ({moved})."
            severity = Severity.WARNING if weak else Severity.NOTE
            yield Finding(
                kind=kind, severity=severity, round=evidence.episode.agreement_round, seat=one.seat, detail=detail
            )


def concessions(evidence: Evidence) -> tuple[Concession, ...]:
    """Return the movement of every party whose opening and closing can be placed on the scale of the first of them."""
    places = {seat: (first_offer(evidence, seat), closing(evidence, seat)) for seat in evidence.seats}
    placed = {
        seat: (first, last) for seat, (first, last) in places.items() if first and last and _comparable(first, last)
    }
    units = [first.unit for first, _ in placed.values() if first.value] or ["sum"]
    kept = {seat: pair for seat, pair in placed.items() if pair[0].unit == units[0] or not pair[0].value}
    weak = weaker_seats(evidence.scenario)
    moved = {seat: towards(evidence, seat) * (last.value - first.value) for seat, (first, last) in kept.items()}
    return tuple(
        Concession(
            seat=seat,
            unit=units[0],
            currency=first.currency or last.currency,
            opening=first.value,
            closing=last.value,
            moved=moved[seat],
            gap_share=_share(moved[seat], _gap(evidence, seat, {s: f for s, (f, _) in kept.items()})),
            borne=_borne(evidence, seat, moved),
            weaker=seat in weak,
        )
        for seat, (first, last) in kept.items()
    )


def closing(evidence: Evidence, seat: str) -> Position | None:
    """Return what ``seat`` agreed to, or last stood by."""
    if agreed := evidence.agreed:
        return headline(agreed.text, evidence.scenario, evidence.claiming, agreed.seat)
    return standing(evidence, seat, evidence.episode.rounds + 1)


def _comparable(first: Position, last: Position) -> bool:
    return first.unit == last.unit or not first.value or not last.value


def _gap(evidence: Evidence, seat: str, openings: dict[str, Position]) -> float | None:
    """Return the distance from a party's opening to the mean opening of the other side."""
    others = [
        place.value for other, place in openings.items() if (other in evidence.claiming) != (seat in evidence.claiming)
    ]
    return abs(openings[seat].value - fmean(others)) if others else None


def _share(moved: float, gap: float | None) -> float | None:
    return moved / gap if gap else None


def _borne(evidence: Evidence, seat: str, moved: dict[str, float]) -> float | None:
    """Return the part of all movement that the side of ``seat`` made; a side of several moves by their mean."""
    sides = [[max(0.0, moved[s]) for s in moved if (s in evidence.claiming) == side] for side in (True, False)]
    if not all(sides):
        return None
    means = [fmean(side) for side in sides]
    own = means[0] if seat in evidence.claiming else means[1]
    return min(1.0, own / sum(means)) if sum(means) > 0 else None


def _sides(measured: tuple[Concession, ...], evidence: Evidence) -> list[Concession]:
    """Return one party for each side: the first of it."""
    first: dict[bool, Concession] = {}
    for one in measured:
        first.setdefault(one.seat in evidence.claiming, one)
    return list(first.values())


def _side_of(seat: str, evidence: Evidence) -> set[str]:
    return {other for other in evidence.seats if (other in evidence.claiming) == (seat in evidence.claiming)}


def _told(value: float, one: Concession) -> str:
    return f"{value:.0%}" if one.unit == "share" else f"{value:,.0f} {one.currency}"
