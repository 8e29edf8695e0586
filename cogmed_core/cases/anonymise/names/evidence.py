"""What speaks for a name at one place, and for a string as a name over all its places.

The weights are those of a logistic regression, rounded. It was fitted to mediation texts whose names had been
replaced by random ones, a third of them ordinary words (平安, 和平), so that it learned places, not names.
"""

from collections.abc import Mapping
from math import log

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.names.context import ACTS, FRAMES, JOINED, REACH, announced, is_chinese, role
from cogmed_core.cases.anonymise.names.shape import surname_of
from cogmed_core.cases.anonymise.tagging.tagger import Token

_FLOOR = 0.003
_EDGE = "edge"
_TAG_BEFORE: Mapping[str, float] = {
    "p": 1.8, "c": 1.6, "v": 1.0, "w": 1.1, "LOC": 1.1, "u": 0.2, _EDGE: 1.9, "n": -0.4, "d": -0.3, "r": -0.6,
    "m": -1.8, "f": -0.2, "TIME": -1.0, "vn": -1.7, "a": -0.6, "PER": -0.4, "ORG": -1.0, "nz": -0.5,
}  # fmt: skip
_TAG_AFTER: Mapping[str, float] = {
    "p": 0.4, "v": 0.7, "d": 0.1, "r": 0.3, "a": 0.3, "TIME": 0.8, "nz": 1.4, _EDGE: 0.3, "n": 0.1, "c": -0.3,
    "w": -0.6, "u": -0.1, "m": -0.3, "f": -0.8, "vn": -0.3, "LOC": -0.8, "ORG": -1.3,
}  # fmt: skip
_BIAS = -5.7
_UNWITNESSED = 2.0


class Evidence:
    """Weighs the places of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._token_at: list[Token] = [token for token in document.tokens for _ in range(token.end - token.start)]

    def of_place(self, start: int, end: int, fit: float) -> float:
        """Return what the neighbours, the tagger and the dictionary say of a name at ``[start, end)``.

        ``fit`` is the log-odds of the dictionary's best path through the name against the one without it.
        """
        text = self._document.text
        before, after = text[max(0, start - REACH) : start], text[end : end + REACH]
        mine = self._token_at[start:end]
        odds = [token.person for token in mine]
        weight = 0.28 * fit + 2.16 * log(sum(odds) / len(odds) + _FLOOR) - 0.29 * log(max(odds) + _FLOOR)
        if role().search(before):
            weight += 3.0
        elif announced().search(before):
            weight += 1.06
        if not before or not is_chinese(before[-1]) or JOINED.search(before):
            weight += 1.37
        if not after or ACTS.match(after):
            weight += 2.49
        if self._framed(start, end):
            weight += 1.5
        if mine[0].start == start and mine[-1].end == end and all(token.tag == "PER" for token in mine):
            weight += 1.86
        if before and (before[-1].isdigit() or before[-1] in "老小第"):
            weight -= 4.0
        weight += _TAG_BEFORE.get(self._tag(start - 1), -0.4)
        return weight + _TAG_AFTER.get(self._tag(end), 0.1)

    def _framed(self, start: int, end: int) -> bool:
        text = self._document.text
        before, after = text[max(0, start - REACH) : start], text[end : end + REACH]
        return any(left.search(before) and right.match(after) for left, right in FRAMES)

    def _tag(self, place: int) -> str:
        return self._token_at[place].tag if 0 <= place < len(self._token_at) else _EDGE

    def of_string(self, name: str, places: list[tuple[int, float]]) -> float:
        """Return the score of a name with its places and their weights; above 0 it is taken for a name."""
        count = len(places)
        score = _BIAS + sum(weight for _, weight in places) / count + 1.48 * log(count)
        surname = surname_of(name)
        score += 1.98 * (len(surname) > 1) + 1.95 * (len(name) == 2)
        known = self._document.tagger.segmenter.score(name)
        if known is None:
            return score
        return score + 4.6 - 2.07 * (known + 20) / 10 + self._known_as_word(name, places)

    def _known_as_word(self, name: str, places: list[tuple[int, float]]) -> float:
        """An ordinary word is a name where the tagger, a role or a frame says so.

        There the tagger's doubt says less of it than of a string that nobody knows, and a role says more.
        """
        total, witnessed = 0.0, False
        for start, _ in places:
            tokens = self._token_at[start : start + len(name)]
            announced_here = bool(role().search(self._document.text[max(0, start - REACH) : start]))
            total += 1.26 * announced_here
            total -= 1.07 * log(sum(token.person for token in tokens) / len(tokens) + _FLOOR)
            seen = tokens[0].tag == "PER" or announced_here or self._framed(start, start + len(name))
            witnessed = witnessed or seen
        return total / len(places) - 0.5 * (len(places) > 2) - (0 if witnessed else _UNWITNESSED)
