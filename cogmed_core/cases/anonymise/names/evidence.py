"""What speaks for a name at one place, and for a string as a name over all its places."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from math import log

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.cases.anonymise.names.context import ACTS, FRAMES, JOINED, REACH, announced, is_chinese, role
from cogmed_core.cases.anonymise.names.shape import surname_of, surname_rank
from cogmed_core.cases.anonymise.names.weights import weights
from cogmed_core.cases.anonymise.tagging.tagger import Token

Signs = Mapping[str, float]
"""Sign → how strong it is; what a sign weighs says ``weights``."""

_FLOOR = 0.003
_EDGE = "edge"
_VERBAL = frozenset({"v", "vn", "vd", "d", "ad", "p", "c", "f", "m"})
_RAREST = 20.0
_LIKELY, _UNSEEN = 0.05, 4.0
"""Odds of a person below which the tagger sees none, and what it weighs if nothing else does either."""
_SHORT = 100
"""Characters; the longer a text, the more strings look like names by chance."""
_SHARED = ("role", "framed", "person", "odds", "count", "speaks", "closed", "closed role")
"""Signs that weigh otherwise for ordinary words and for seldom surnames."""

_SPEAKS = ("：“", '："', ":“", ':"')
_PARTICULARS = ("，男", "，女", "（男", "（女", "(男", "(女", ",男", ",女", "（系", "(系")


class Evidence:
    """Weighs the places of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._length = log(1 + len(document.text) / _SHORT)
        self._token_at: list[Token] = [token for token in document.tokens for _ in range(token.end - token.start)]

    def of_place(self, start: int, end: int, fit: float) -> Signs:
        """Return what the neighbours, the tagger and the dictionary say of a name at ``[start, end)``.

        ``fit`` is the log-odds of the dictionary's best path through the name against the one without it.
        """
        before, after = self._around(start, end)
        signs = self._tagger_says(start, end)
        signs["fit"] = fit / 10
        if role().search(before):
            signs["role"] = 1.0
        elif announced().search(before):
            signs["announced"] = 1.0
        if not before or not is_chinese(before[-1]):
            signs["begins"] = 1.0
        elif JOINED.search(before):
            signs["joined"] = 1.0
        if not after or not is_chinese(after[0]):
            signs["ends"] = 1.0
        elif ACTS.match(after):
            signs["acts"] = 1.0
        opened, closed = signs.keys() & {"role", "begins", "joined"}, signs.keys() & {"ends", "acts"}
        if opened and closed:
            signs["closed"] = 1.0
            signs["closed role"] = float("role" in opened)
        if _framed(before, after):
            signs["framed"] = 1.0
        if after.startswith(_SPEAKS) or after.startswith(_PARTICULARS):
            signs["speaks"] = 1.0
        if _titled().match(after):
            signs["titled"] = 1.0
        if before and (before[-1].isdigit() or before[-1] in "老小第"):
            signs["counted"] = 1.0
        signs[f"after {self._tag(start - 1)}"] = 1.0
        signs[f"before {self._tag(end)}"] = 1.0
        return signs

    def of_string(self, name: str, places: list[tuple[int, Signs]]) -> dict[str, float]:
        """Return the signs of a string with its places: the mean of theirs, the best, and its own."""
        count = len(places)
        signs: dict[str, float] = defaultdict(float, _shape(self._document, name))
        for _, here in places:
            for sign, value in here.items():
                signs[sign] += value / count
        for sign in ("role", "framed", "speaks", "person", "joined", "acts", "closed", "closed role"):
            signs[f"once {sign}"] = max(here.get(sign, 0.0) for _, here in places)
        signs["count"] = log(count)
        signs["length"] = self._length
        if "known" in signs:
            for sign in (*_SHARED, "length"):
                signs[f"known {sign}"] = signs.get(sign, 0.0)
            signs["known unwitnessed"] = float(not any(self._witnessed(start, name) for start, _ in places))
        if "rank 2" in signs or "rank 3" in signs:
            for sign in (
                "role",
                "framed",
                "person",
                "odds",
                "fit",
                "speaks",
                "count",
                "length",
                "closed",
                "closed role",
            ):
                signs[f"rare {sign}"] = signs.get(sign, 0.0)
        return signs

    def score(self, name: str, places: list[tuple[int, Signs]]) -> float:
        """Return the log-odds that a string with these places is a name."""
        signs = self.of_string(name, places)
        unseen = not any(self._seen(start, name) for start, _ in places)
        return (
            -_UNSEEN * unseen
            + weights()["bias"]
            + sum(weights().get(sign, 0.0) * value for sign, value in signs.items())
        )

    def _tagger_says(self, start: int, end: int) -> dict[str, float]:
        mine = self._token_at[start:end]
        odds = [token.person for token in mine]
        signs = {"odds": log(sum(odds) / len(odds) + _FLOOR), "best odds": log(max(odds) + _FLOOR)}
        begins, ends = mine[0].start == start, mine[-1].end == end
        whole = begins and ends
        if any(token.tag == "PER" for token in mine):
            signs["partly person"] = 1.0
            if whole and all(token.tag == "PER" for token in mine):
                signs["person"] = 1.0
        if whole and mine[0] is mine[-1]:
            signs["one word"] = 1.0
            signs[f"word {mine[0].tag}"] = 1.0
        if not begins:
            signs["cuts in"] = 1.0
        if not ends:
            signs["cuts off"] = 1.0
        return signs

    def _seen(self, start: int, name: str) -> bool:
        """Say whether anything here speaks for a person and not for an ordinary word of the same shape."""
        odds = (token.person for token in self._token_at[start : start + len(name)])
        return max(odds) > _LIKELY or self._witnessed(start, name) or self._between(start, name)

    def _between(self, start: int, name: str) -> bool:
        """Say whether both neighbours ask for a person: 向…转账, 由…、…共有, …仍坚持 at the beginning of a clause."""
        before, after = self._around(start, start + len(name))
        opened = not before or not is_chinese(before[-1]) or (before[-1] != "的" and JOINED.search(before))
        return bool(opened and ((after and is_chinese(after[0])) or after[:1] == "、") and ACTS.match(after))

    def _witnessed(self, start: int, name: str) -> bool:
        """Say whether the tagger, a role or a frame sees a person here: what an ordinary word needs.

        A verb or an adverb after a role is what the person does (当事人释明), not who it is.
        """
        tag = self._token_at[start].tag
        before, after = self._around(start, start + len(name))
        return tag == "PER" or (tag not in _VERBAL and (bool(role().search(before)) or _framed(before, after)))

    def _around(self, start: int, end: int) -> tuple[str, str]:
        text = self._document.text
        return text[max(0, start - REACH) : start], text[end : end + REACH]

    def _tag(self, place: int) -> str:
        return self._token_at[place].tag if 0 <= place < len(self._token_at) else _EDGE


def _shape(document: Document, name: str) -> Iterator[tuple[str, float]]:
    """Yield what the characters of a name say: whose surname it is, how usual the rest, what words are in it."""
    surname = surname_of(name)
    given = name[len(surname) :]
    usual, hardly = words("usual in given names"), words("hardly in given names")
    score = document.tagger.segmenter.score
    yield f"rank {surname_rank(surname)}", 1.0
    yield f"given {len(given)}", 1.0
    yield "usual", sum(character in usual for character in given) / len(given)
    yield "hardly", sum(character in hardly for character in given) / len(given)
    yield "common characters", sum((score(character) or -_RAREST) + _RAREST for character in given) / len(given) / 10
    parts = {"known": name, "known given": given if len(given) > 1 else "", "known head": name[:2] if given[1:] else ""}
    for sign, part in parts.items():
        if part and (known := score(part)) is not None:
            yield sign, 1.0
            yield f"{sign} well", (known + _RAREST) / 10


@cache
def _titled() -> re.Pattern[str]:
    titles = "|".join(sorted((title for title in words("titles") if len(title) > 1), key=len, reverse=True))
    return re.compile(rf"(?:{titles}|等(?!候|待|级|于|额|同)|[0-9一二两三四五六七八九十]{{1,3}}人)")


def _framed(before: str, after: str) -> bool:
    return any(left.search(before) and right.match(after) for left, right in FRAMES)
