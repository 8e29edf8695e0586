"""Who claims and who answers, from who speaks in the facts: by who asks for what of whom."""

import re

from cogmed_core.llm.offline.chinese import Heard
from cogmed_core.llm.offline.english_reading import Reading


def english_sides(reading: Reading, text: str) -> tuple[list[str], list[str]]:
    """Return who claims and who answers, by who asks for what of whom; empty where one side cannot be told."""
    speaking = [one for one in reading.actors.values() if one.spoke or one.score]
    if not speaking:
        names = [one.name for one in sorted(reading.actors.values(), key=lambda one: -one.count)]
        return (names[:1], names[1:2]) if len(names) > 1 else ([], [])
    best = max(speaking, key=lambda one: one.score)
    claiming = [one for one in speaking if one.score > 0 and one.score >= best.score / 2] or [best]
    others = [one for one in speaking if one not in claiming]
    answering = [one for one in others if one.score < 0 or _vouches(one.name, text)] or others
    if not answering:
        rest = [one for one in reading.actors.values() if one not in claiming]
        answering = sorted(rest, key=lambda one: -one.count)[:1]
    return [one.name for one in claiming], [one.name for one in answering]


def _vouches(name: str, text: str) -> bool:
    return bool(re.search(rf"{re.escape(name)}[^.;]{{0,40}}\b(?:guarant|suret|vouch|insur)", text))


def chinese_sides(heard: Heard) -> tuple[list[str], list[str]]:
    """Return who claims and who answers; empty where one side cannot be told."""
    speaking = list(heard.speakers.values())
    if not speaking:
        names = sorted(heard.mentioned, key=lambda name: -heard.mentioned[name])
        return (names[:1], names[1:2]) if len(names) > 1 else ([], [])
    best = max(speaking, key=lambda one: (one.score, -one.first))
    claiming = [one for one in speaking if one.score > 0 and one.score >= best.score / 2] or [best]
    answering = [one.name for one in speaking if one not in claiming]
    if not answering:
        own = {one.name for one in claiming} | {one.role for one in claiming}
        rest = [name for name in heard.mentioned if name not in own and not any(name in one for one in own)]
        answering = sorted(rest, key=lambda name: -heard.mentioned[name])[:1]
    return [one.name for one in claiming], answering
