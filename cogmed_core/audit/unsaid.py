"""Does the settlement say what the parties said?

Every sum, share, date, time limit and act of the settlement must come from the proposal that was accepted, or at
least from the dialogue; a sum may also follow from what was said by adding, subtracting or dividing it into equal
instalments. And what the proposal promises must be in the settlement. Set phrases that close every agreement
(takes effect on signing, other claims settled) are noted at most.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.reading.acts import acts, securities
from cogmed_core.audit.reading.money import money
from cogmed_core.audit.reading.payments import instalment_count
from cogmed_core.audit.reading.times import dates, periods, whole_number
from cogmed_core.domain.dialogue import Proposal
from cogmed_core.domain.finding import Finding, FindingKind, Severity
from cogmed_core.domain.terms import Act
from cogmed_core.sums.amounts import shares

SET_PHRASES = frozenset(
    {Act.CLOSURE, Act.DEFAULT, Act.CONFIDENTIALITY, Act.GOOD_RELATIONS, Act.PERFORMANCE, Act.CESSATION}
)
"""Acts that drafters add by habit: one that nobody asked for is worth a note, any other a warning."""

_SAME = 0.005
_MONTHS = re.compile(r"([\d一二两三四五六七八九十]+)\s?个月|(?<=over )(\w+)(?= months)")
_HALVES = re.compile(r"各半|一半|平均|均摊|各付|equal|half", re.IGNORECASE)


def detect(evidence: Evidence) -> Iterator[Finding]:
    """Compare the settlement with the proposal it puts into clauses."""
    settlement, agreed = evidence.episode.settlement, evidence.agreed
    if not settlement or agreed is None:
        return
    said = _said(evidence, agreed)
    for what, severity in (
        *_sums_added(settlement, agreed.text, said),
        *_times_added(settlement, said),
        *_acts_added(settlement, said),
    ):
        detail = f"the settlement holds {what}, which is neither in proposal {agreed.number} nor in the dialogue."
        yield _finding(FindingKind.TERM_ADDED, evidence, detail, severity)
    for what in _missing(settlement, agreed.text):
        detail = f"proposal {agreed.number} holds {what}, which the settlement leaves out."
        yield _finding(FindingKind.TERM_MISSING, evidence, detail, Severity.WARNING)


def _said(evidence: Evidence, agreed: Proposal) -> str:
    """Return everything that the settlement may rest on: offers, words, and the facts as they were public."""
    offers = [proposal.text for proposal in evidence.episode.proposals]
    words = [utterance.text for utterance in evidence.episode.utterances]
    claims = [party.claim for party in evidence.scenario.parties]
    scenario = evidence.scenario
    return "\n".join([agreed.text, *offers, *words, *claims, scenario.summary, scenario.title])


def _sums_added(settlement: str, agreed: str, said: str) -> Iterator[tuple[str, Severity]]:
    known = [one.value for one in money(said)]
    for one in money(settlement):
        if not _in(one.value, known) and not _follows(one.value, settlement, agreed):
            yield f"the sum {settlement[one.start : one.end]}", Severity.SERIOUS
    borne = [one.value for one in shares(said)]
    for share in shares(settlement):
        if not _in(share.value, borne) and not _in(1 - share.value, borne):
            yield f"the share {settlement[share.start : share.end]}", Severity.SERIOUS


def _follows(value: float, settlement: str, agreed: str) -> bool:
    """Say whether a sum adds up two others, is what one leaves of another, or an equal part of one."""
    bases = {one.value for one in (*money(agreed), *money(settlement))} - {value}
    if any(_in(value, [first + second, abs(first - second)]) for first, second in combinations(sorted(bases), 2)):
        return True
    counts: set[float | None] = {instalment_count(settlement), instalment_count(agreed)}
    counts |= {whole_number(match[1] or match[2]) for text in (settlement, agreed) for match in _MONTHS.finditer(text)}
    if _HALVES.search(settlement + agreed):
        counts.add(2)
    return any(_in(value, [base / count for base in bases]) for count in counts if count)


def _times_added(settlement: str, said: str) -> Iterator[tuple[str, Severity]]:
    known_dates = {date for date, _ in dates(said)}
    for date in dict.fromkeys(date for date, _ in dates(settlement)):
        if not any(date.endswith(known) or known.endswith(date) for known in known_dates):
            yield f"the date {date}", Severity.WARNING
    known_days = {days for days, _ in periods(said)}
    for days in dict.fromkeys(days for days, _ in periods(settlement)):
        if days not in known_days:
            yield f"a time limit of {days} days", Severity.WARNING


def _acts_added(settlement: str, said: str) -> Iterator[tuple[str, Severity]]:
    for act in sorted(acts(settlement) - acts(said)):
        yield f"the act {act.value.replace('_', ' ')}", Severity.NOTE if act in SET_PHRASES else Severity.WARNING
    for security in sorted(securities(settlement) - securities(said)):
        yield f"a {security.value}", Severity.SERIOUS


def _missing(settlement: str, proposal: str) -> Iterator[str]:
    told = [one.value for one in money(settlement)]
    for one in money(proposal):
        if not _in(one.value, told) and not _follows(one.value, proposal, settlement):
            yield f"the sum {proposal[one.start : one.end]}"
    for act in sorted(acts(proposal) - acts(settlement)):
        yield f"the act {act.value.replace('_', ' ')}"
    for security in sorted(securities(proposal) - securities(settlement)):
        yield f"a {security.value}"
    known_days = {days for days, _ in periods(settlement)}
    for days in dict.fromkeys(days for days, _ in periods(proposal)):
        if days not in known_days:
            yield f"a time limit of {days} days"


def _in(value: float, known: list[float]) -> bool:
    return any(abs(value - other) <= _SAME * max(abs(value), 1e-9) for other in known)


def _finding(kind: FindingKind, evidence: Evidence, detail: str, severity: Severity) -> Finding:
    return Finding(kind=kind, severity=severity, round=evidence.episode.agreement_round, detail=detail)
