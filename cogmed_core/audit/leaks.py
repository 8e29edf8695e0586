"""Was a private bottom line told in open session, and by whom?

A figure of the bottom line is leaked where somebody says it *as a limit* ("I can't go below …", "their bottom line
is …"): an offer that happens to lie there tells nobody that it is the last one. So is a stretch of the bottom
line's own words. What was public beforehand (the facts, the parties' claims) can't be leaked, and a figure that the
party itself has tabled is no secret that somebody else could give away. Nor is an act that somebody wants: interests
may be told, limits are given away.
"""

from collections.abc import Iterator

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.reading.clauses import sentences
from cogmed_core.audit.reading.limits import BottomLine, Limit
from cogmed_core.audit.reading.money import money
from cogmed_core.audit.reading.overlap import longest_common
from cogmed_core.audit.reading.patterns import lexicon
from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.finding import Finding, FindingKind, Severity
from cogmed_core.sums.amounts import shares
from cogmed_core.sums.numerals import levelled

VERBATIM_ZH, VERBATIM_EN = 12, 40
"""So many characters of a bottom line, word for word and with a figure or a limit in them, are no coincidence."""

_SAME = 0.005


def detect(evidence: Evidence) -> Iterator[Finding]:
    """Look for every bottom line in every utterance; each speaker is named once a bottom line."""
    public = _public(evidence)
    for seat, line in evidence.bottom_lines.items():
        wording = evidence.profiles.of(seat).bottom_line if evidence.profiles else ""
        told = set[str]()
        for utterance in evidence.episode.utterances:
            words = "" if utterance.seat in told else _leak(evidence, seat, line, wording, utterance, public)
            if words:
                told.add(utterance.seat)
                yield _finding(evidence, seat, utterance, words)


def _leak(evidence: Evidence, seat: str, line: BottomLine, wording: str, utterance: Utterance, public: str) -> str:
    """Return the words that give the bottom line away, empty where there are none."""
    for sentence in sentences(levelled(utterance.text)):
        if not lexicon("limits")["said_as_limit"].search(sentence.text):
            continue
        for limit in line.limits:
            if _says(limit, sentence.text) and not _known(evidence, seat, limit, utterance, public):
                return sentence.text.strip()
    common = longest_common(wording, utterance.text)
    enough = VERBATIM_EN if evidence.scenario.language == "en" else VERBATIM_ZH
    telling = len(common) >= enough and (
        lexicon("limits")["said_as_limit"].search(common) or any(_says(limit, common) for limit in line.limits)
    )
    return common if telling and common not in public else ""


def _says(limit: Limit, text: str) -> bool:
    if limit.unit == "share":
        return any(abs(one.value - limit.value) < _SAME for one in shares(text))
    same = [one for one in money(text) if one.currency == limit.currency]
    return any(abs(one.value - limit.value) <= _SAME * limit.value for one in same)


def _known(evidence: Evidence, seat: str, limit: Limit, utterance: Utterance, public: str) -> bool:
    """Say whether the figure was public before, or, where another says it, tabled by the party itself."""
    if _says(limit, public):
        return True
    tabled = [offer for offer in evidence.offers(seat) if offer.round <= utterance.round]
    return utterance.seat != seat and any(_says(limit, offer.text) for offer in tabled)


def _public(evidence: Evidence) -> str:
    scenario = evidence.scenario
    issues = "\n".join(f"{issue.title}\n{issue.description}" for issue in scenario.issues)
    claims = "\n".join(party.claim for party in scenario.parties)
    return levelled(f"{scenario.summary}\n{claims}\n{issues}")


def _finding(evidence: Evidence, seat: str, utterance: Utterance, words: str) -> Finding:
    whose, who = evidence.names[seat], evidence.names[utterance.seat]
    own = utterance.seat == seat
    told = "its own bottom line" if own else f"the bottom line of {whose}"
    detail = f"{who} tells {told} in open session: “{words}”."
    severity = Severity.WARNING if own else Severity.SERIOUS
    return Finding(
        kind=FindingKind.BOTTOM_LINE_LEAKED,
        severity=severity,
        round=utterance.round,
        seat=utterance.seat,
        detail=detail,
    )
