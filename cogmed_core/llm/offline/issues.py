"""The disputed issues: those the text lists, else those every claim raises."""

import re
from collections.abc import Mapping, Sequence

from cogmed_core.llm.offline.asked import duties_in
from cogmed_core.llm.offline.patterns import cue, script
from cogmed_core.llm.offline.wording import phrase
from cogmed_core.sums.amounts import sums

_FOCUS = cue(
    "(?:争议焦点|争议点|分歧点|焦点|分歧)(?:问题)?(?:主要)?(?:有[一二三四五两]|包括[^：:，。]{0,8}|集中在|在于|为|是|：|:)+[：:]?"
    "(?P<list>[^。]{4,200})",
    r"(?:(?:issues?|points? in dispute|questions?)\s+(?:are|is|were|was)|(?:they|the parties|both sides) "
    r"(?:disagree[d]?|differ(?:ed)?"
    r"|quarrel(?:l?ed)?|argue[d]?) (?:about|over|on|as to)|(?:dispute|disagreement) (?:is|was|concerns?|"
    r"concerned) (?:about|over)?)"
    r"[:\s]+(?P<en>(?:[^.]|\.(?=\d)){4,400})",
)
_ITEM = re.compile(
    r"[；;]|[一二三四五]是|(?<![\d.])[1-9一二三四五][.、．)）](?!\d)|[（(][1-9一二三四五a-e][)）]|[?？](?=[^\s”’\"'])"
)
_QUESTION = re.compile(
    "如何|是否|应否|能否|怎[么样]|多少|谁|何|数额|金额|原因|责任|期限|方式|标准|归属|问题|费用|承担|安排|赔偿|效力|认定|比例|去留"
)
_TOLD = cue("达成|化解|签订|履行完毕|调解方案|机制", r"(?:agreed|settled|resolved)\b")
_EDGES = re.compile(r"^(?:and|or|以及|和|及)\s*|[\s，,。.、:：；;]+$", re.IGNORECASE)
MOST = 5


def issues_of(texts: Sequence[str], described: Sequence[Mapping[str, str]], language: str) -> list[dict[str, str]]:
    """Return at least one issue: a title, and what each side holds on it."""
    titles = next((found for text in texts if (found := _listed(text))), None) or _implied(described, language)
    return [{"title": title, "description": _held(title, described, language)} for title in titles[:MOST]]


def _listed(text: str) -> list[str]:
    """Return the issues enumerated after a cue such as 争议焦点为; a list that tells the outcome is none."""
    for match in _FOCUS.finditer(text):
        items = [_shortened(item) for item in _items(match.group("list") or match.group("en"))]
        kept = [item for item in items if 4 <= len(item) <= 90 and not _TOLD.search(item)]
        if kept:
            return kept
    return []


def _items(text: str) -> list[str]:
    """Return the items of a list: parted by semicolons or numbers, else by commas where every part is an issue."""
    items = [item for item in _ITEM.split(text) if item.strip()]
    if len(items) > 1:
        return items
    if script(text) != "zh":
        parts = [
            one
            for one in re.split(r",\s+(?:and\s+)?|\s+and\s+(?=(?:the|how|who|whether|what|when|a|an|if|by)\b)", text)
            if one
        ]
        return parts if len(parts) > 1 and all(len(one) <= 80 for one in parts) else items
    for mark in ("[，,]", "[、，,]|以及|和(?=.{3,})|及(?=.{3,})"):
        parts = [one for one in re.split(mark, text) if one.strip(" 。")]
        if len(parts) > 1 and all(_QUESTION.search(one) and len(one) >= 4 for one in parts):
            return parts
    return items


def _shortened(item: str) -> str:
    """Return an item without its number, and without what follows its first comma, where the comma ends the point."""
    item = re.sub(r"^[1-9一二三四五][.、．)）]\s*(?=\D|\d+[\u4e00-\u9fa5])", "", _EDGES.sub("", item.strip()))
    head = item.split("，", maxsplit=1)[0]
    return _EDGES.sub("", head if len(head) >= 4 and len(item) > 30 else item)


def _implied(described: Sequence[Mapping[str, str]], language: str) -> list[str]:
    """Return what the positions raise: what is to be paid, each thing to be done, and how and when."""
    claims = [one["claim"] for one in described]
    duties = [duty for claim in claims for duty in duties_in(claim)]
    named = [phrase(language, "structure.issue_named", duty=duty) for duty in dict.fromkeys(duties)]
    if any(map(sums, claims)):
        named.insert(0, phrase(language, "structure.issue_sum"))
    return [
        *(named or [phrase(language, "structure.issue_duty")])[: MOST - 1],
        phrase(language, "structure.issue_manner"),
    ]


def _held(title: str, described: Sequence[Mapping[str, str]], language: str) -> str:
    """Return, for each party, the clause of its position that speaks most of ``title``."""
    stop = phrase(language, "offer.stop")
    colon = phrase(language, "structure.colon")
    lines = [f"{one['name']}{colon}{_bare(_closest(title, one['claim']), one['name'])}{stop}" for one in described]
    return ("" if language == "zh" else " ").join(lines)


def _bare(clause: str, name: str) -> str:
    """Return a clause without the speaker's name and the word that joined it to the one before."""
    clause = re.sub(r"^(?:and|but|并且?|但|且|而|同时|还)\s*", "", clause)
    return clause.removeprefix(name).strip() or clause


def _closest(title: str, claim: str) -> str:
    clauses = [part.strip(" ，,；;。.") for part in re.split(r"[，；。;]|, (?=[a-z])|\.\s", claim)]
    clauses = [part for part in clauses if part] or [claim]
    words = set(re.findall(r"[a-z]{4,}", title.lower()))
    pieces = words or {title[at : at + 2] for at in range(len(title) - 1)}
    best = max(clauses, key=lambda part: sum(piece in part.lower() for piece in pieces))
    return best if any(piece in best.lower() for piece in pieces) else claim.strip(" 。.")
