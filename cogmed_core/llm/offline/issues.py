"""The disputed issues: those the text lists, else those every claim raises."""

import re
from collections.abc import Mapping, Sequence

from cogmed_core.llm.offline.patterns import cue
from cogmed_core.llm.offline.wording import phrase
from cogmed_core.sums.amounts import sums

_FOCUS = cue(
    "(?:争议焦点|争议点|分歧点|焦点|分歧)(?:问题)?(?:主要)?(?:有[一二三四五两]|包括[^：:，。]{0,8}|集中在|在于|为|是|：|:)+[：:]?"
    "(?P<list>[^。]{4,200})",
    r"(?:issues?|points? in dispute)\s+(?:are|is|were|was)[:\s]+(?P<en>[^.]{4,400})",
)
_ITEM = re.compile(
    r"[；;]|[一二三四五]是|(?<![\d.])[1-9一二三四五][.、．)）](?!\d)|[（(][1-9一二三四五a-e][)）]|[?？](?=[^\s”’\"'])"
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
        items = [_shortened(item) for item in _ITEM.split(match.group("list") or match.group("en"))]
        kept = [item for item in items if 4 <= len(item) <= 90 and not _TOLD.search(item)]
        if kept:
            return kept
    return []


def _shortened(item: str) -> str:
    """Return an item without what follows its first comma, where the comma ends the point."""
    item = _EDGES.sub("", item.strip())
    head = item.split("，", maxsplit=1)[0]
    return _EDGES.sub("", head if len(head) >= 4 and len(item) > 30 else item)


def _implied(described: Sequence[Mapping[str, str]], language: str) -> list[str]:
    claimed = sums(described[0]["claim"])
    return [
        phrase(language, "structure.issue_sum" if claimed else "structure.issue_duty"),
        phrase(language, "structure.issue_manner"),
    ]


def _held(title: str, described: Sequence[Mapping[str, str]], language: str) -> str:
    """Return, for each party, the clause of its position that speaks most of ``title``."""
    stop = phrase(language, "offer.stop")
    colon = phrase(language, "structure.colon")
    lines = [f"{one['name']}{colon}{_closest(title, one['claim'])}{stop}" for one in described]
    return ("" if language == "zh" else " ").join(lines)


def _closest(title: str, claim: str) -> str:
    clauses = [part.strip(" ，,；;。.") for part in re.split(r"[，；。;]|, (?=[a-z])|\.\s", claim)]
    clauses = [part for part in clauses if part] or [claim]
    words = set(re.findall(r"[a-z]{4,}", title.lower()))
    pieces = words or {title[at : at + 2] for at in range(len(title) - 1)}
    best = max(clauses, key=lambda part: sum(piece in part.lower() for piece in pieces))
    return best if any(piece in best.lower() for piece in pieces) else claim.strip(" 。.")
