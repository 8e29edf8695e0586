"""Who is meant: what each party is called in a text, and on which side of the dispute it sits."""

import re
from collections.abc import Mapping
from functools import lru_cache

from cogmed_core.audit.reading.patterns import bilingual
from cogmed_core.domain.case import Scenario
from cogmed_core.domain.party import Party

_ANSWERS = bilingual(
    "被(?:申请|告|上诉|诉|投诉|请求)|第三人|债务人|借款人|保证人|担保人|用人单位|侵权人|加害|欠款人",
    r"(?:respondent|defendant|third party|debtor|borrower|guarantor|employer|tortfeasor)\b",
)
_CLAIMS = bilingual(
    "申请|原告|上诉|起诉|投诉|请求人|债权人|出借人|劳动者|受害|权利人",
    r"(?:applicant|claimant|plaintiff|petitioner|complainant|creditor|lender|employee|worker|victim)\b",
)
_SPACE = re.compile(r"\s+")


def claiming_seats(scenario: Scenario) -> frozenset[str]:
    """Return the seats of those who claim: by their role, else whoever speaks first."""
    claiming = {party.seat for party in scenario.parties if _side(party) > 0}
    if not claiming or len(claiming) == len(scenario.parties):
        return frozenset({scenario.parties[0].seat})
    return frozenset(claiming)


_OWN = ("我方", "我司", "我们", "我公司", "本公司", "本人", "我", "we", "us", "I", "me")
_OTHER = ("对方", "你方", "贵方", "贵司", "贵公司", "the other side", "the other party", "you")


@lru_cache(maxsize=4096)
def called(scenario: Scenario, text: str, speaker: str | None = None) -> Mapping[str, str]:
    """Return every word for a party in ``text``, longest first, with the seat it means.

    Names, roles that only one party has, 甲方, 乙方 … (Party A, Party B …) where ``text`` says who that is, and what
    the party that speaks calls itself and its only opponent.
    """
    seats = [party.seat for party in scenario.parties]
    found: dict[str, str] = {}
    if speaker in seats:
        found |= dict.fromkeys(_OWN, speaker)
    if speaker in seats and len(seats) == 2:
        found |= dict.fromkeys(_OTHER, seats[1 - seats.index(speaker)])
    roles = [party.role for party in scenario.parties]
    for party in scenario.parties:
        found[party.name] = party.seat
        if roles.count(party.role) == 1 and party.role:
            found.setdefault(party.role, party.seat)
        name = re.escape(party.name)
        for match in re.finditer(
            rf"([甲乙丙丁戊]方|Party [A-E])[^\n，。；;,]{{0,14}}?{name}|{name}[^\n，。；;,]{{0,14}}?([甲乙丙丁戊]方)",
            text,
        ):
            found.setdefault(match[1] or match[2], party.seat)
    return {name: found[name] for name in sorted(found, key=len, reverse=True) if name}


def mentions(names: Mapping[str, str], text: str) -> list[tuple[int, int, str]]:
    """Return (start, end, seat) of every party named in ``text``, in its order; a longer name hides a shorter one."""
    found: list[tuple[int, int, str]] = []
    for name, seat in names.items():
        for match in re.finditer(_whole(name), text, re.IGNORECASE):
            if not any(match.start() < end and start < match.end() for start, end, _ in found):
                found.append((match.start(), match.end(), seat))
    return sorted(found)


def _whole(name: str) -> str:
    """Return a pattern for a name that is no part of a longer word; Chinese has no words to be part of."""
    before = "(?<![A-Za-z0-9])" if name[0].isascii() else ""
    after = "(?![A-Za-z0-9])" if name[-1].isascii() else ""
    return before + re.escape(name) + after


def _side(party: Party) -> int:
    role = _SPACE.sub(" ", party.role)
    if _ANSWERS.search(role):
        return -1
    return 1 if _CLAIMS.search(role) else 0
