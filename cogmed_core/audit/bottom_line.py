"""Does an agreement break somebody's private bottom line?

The bottom line is read into figures (least to receive, most to pay, part of a cost), a latest date, and acts it
demands or excludes. Where it says what it would give for something ("if it gets security, another 5 %"), and the
agreement has that something, the limit moves; where it names no figure for it, the limit is not held against it.
"""

from collections.abc import Iterator

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.reading.features import features
from cogmed_core.audit.reading.flows import Stake, stake
from cogmed_core.audit.reading.limits import BottomLine, Condition, Limit
from cogmed_core.audit.reading.times import periods
from cogmed_core.domain.dialogue import Proposal
from cogmed_core.domain.finding import Finding, FindingKind, Severity
from cogmed_core.domain.terms import Act

TOLERANCE = 0.01
"""Bottom lines give shares of the claim in whole percent: a difference up to one percent of the limit is rounding."""

WHO_MATTERS = frozenset({Act.CUSTODY.value})
"""Acts that settle nothing without the person: their mere presence proves neither a demand met nor one broken."""


def detect(evidence: Evidence) -> Iterator[Finding]:
    """Hold the settlement, and every proposal that was accepted on the way, against the bottom lines."""
    broken = set[str]()
    for seat, line in evidence.bottom_lines.items():
        if not line.readable:
            yield _unchecked(evidence, seat)
        elif evidence.agreed:
            final = evidence.episode.settlement or evidence.agreed.text
            for severity, words in _breaches(evidence, seat, line, final, evidence.agreed):
                broken.add(seat)
                what = f"the agreement breaks the bottom line of {evidence.names[seat]}: {words}"
                yield _finding(severity, evidence.episode.agreement_round, seat, what)
    for utterance in evidence.accepting():
        own = evidence.bottom_lines.get(utterance.seat)
        if own is None or utterance.seat in broken:
            continue
        proposal = evidence.proposal(utterance.accepted or 0)
        for _, words in _breaches(evidence, utterance.seat, own, proposal.text, proposal):
            broken.add(utterance.seat)
            what = (
                f"{evidence.names[utterance.seat]} accepts proposal {proposal.number} beyond its bottom line: {words}"
            )
            yield _finding(Severity.WARNING, utterance.round, utterance.seat, what)


def _breaches(
    evidence: Evidence, seat: str, line: BottomLine, text: str, proposal: Proposal
) -> Iterator[tuple[Severity, str]]:
    """Yield every way in which ``text`` is worse than ``line``; its proposal fills in what it does not say."""
    has = features(text) | features(proposal.text)
    position = stake(text, evidence.scenario, seat, proposal.seat)
    if position.empty:
        position = stake(proposal.text, evidence.scenario, seat, proposal.seat)
    for limit in line.limits:
        yield from _beyond(limit, line.conditions, has, position, line.claim or evidence.claim)
    for missing in sorted(line.musts - has - WHO_MATTERS):
        yield Severity.WARNING, f"it demands {missing}, which the agreement does not mention"
    for unwanted in sorted((line.nevers & has) - WHO_MATTERS):
        yield Severity.SERIOUS, f"it excludes {unwanted}, which is in the agreement"
    latest = max((days for days, _ in periods(text)), default=0)
    if line.latest and latest > line.latest:
        yield Severity.SERIOUS, f"it wants all within {line.latest} days, the agreement allows {latest}"


def _beyond(
    limit: Limit, conditions: tuple[Condition, ...], has: frozenset[str], position: Stake, claim: float | None
) -> Iterator[tuple[Severity, str]]:
    value = _of(limit, position)
    met = [one for one in conditions if one.features & has or not (one.features or one.tightens)]
    worth = [(one.tightens, _worth(one, limit, claim)) for one in met]
    if value is None or any(moved is None for _, moved in worth):
        return
    floor = limit.kind == "floor"
    outward = -1 if floor else 1
    loose = limit.value + outward * sum(moved or 0 for tightens, moved in worth if not tightens)
    tight = loose - outward * sum(moved or 0 for tightens, moved in worth if tightens)
    for bound, severity in ((loose, Severity.SERIOUS), (tight, Severity.WARNING)):
        if outward * (value - bound) > TOLERANCE * abs(bound):
            joint = not floor and position.joint and limit.unit == "sum"
            shared = "; others are to pay with it, so that its own part may be less" if joint else ""
            least = "at least" if floor else "at most"
            words = f"{_told(value, limit)}, where it would sign for {least} {_told(bound, limit)}"
            yield (Severity.WARNING if joint else severity), f"{words} (“{limit.quote}”){shared}"
            return


def _of(limit: Limit, position: Stake) -> float | None:
    """Return what the offer comes to in the terms of the limit."""
    if limit.unit == "share":
        share = position.share
        return None if share is None else 1 - share if limit.others else share
    if limit.unit == "recurring":
        return position.recurring
    value = position.receives if limit.kind == "floor" else position.pays
    return value if position.currency == limit.currency else None


def _worth(condition: Condition, limit: Limit, claim: float | None) -> float | None:
    if condition.value is None:
        return None
    if condition.unit == limit.unit or (condition.unit == "sum" and limit.unit == "recurring"):
        return condition.value
    return condition.value * claim if claim and condition.unit == "share" else None


def _told(value: float, limit: Limit) -> str:
    return f"{value:.0%}" if limit.unit == "share" else f"{value:,.0f} {limit.currency}"


def _finding(severity: Severity, number: int | None, seat: str, what: str) -> Finding:
    return Finding(kind=FindingKind.BOTTOM_LINE_BROKEN, severity=severity, round=number, seat=seat, detail=what + ".")


def _unchecked(evidence: Evidence, seat: str) -> Finding:
    detail = f"the bottom line of {evidence.names[seat]} names no figure, date or act that the rules can check."
    return Finding(kind=FindingKind.BOTTOM_LINE_UNCHECKED, severity=Severity.NOTE, seat=seat, detail=detail)
