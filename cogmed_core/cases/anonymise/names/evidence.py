"""What speaks for a name at one place, and for a string as a name over all its places.

The weights are those of a logistic regression, rounded. It was fitted to mediation texts whose names had been
replaced by random ones, some of them ordinary words (平安, 和平), so that it learned places and shapes, not names.
"""

from collections.abc import Mapping
from math import log

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.cases.anonymise.names.context import ACTS, FRAMES, JOINED, REACH, announced, is_chinese, role
from cogmed_core.cases.anonymise.names.shape import name_score, surname_of
from cogmed_core.cases.anonymise.tagging.tagger import Token

_FLOOR = 0.003
_EDGE = "edge"
_TAG_BEFORE: Mapping[str, float] = {
    "p": 1.4, "c": 1.6, "v": 1.2, "w": 0.7, "f": 0.5, _EDGE: 1.3, "u": -0.3, "d": -1.2, "r": -0.5, "m": -0.5,
    "vn": -0.8, "a": -0.5, "PER": -0.4, "ORG": -0.7, "nz": -0.8,
}  # fmt: skip
_TAG_AFTER: Mapping[str, float] = {
    "c": 0.4, "v": 1.1, "n": 0.3, "d": 1.5, "TIME": 0.4, "a": 0.5, "nz": 0.5, _EDGE: 0.7, "w": -0.8, "r": -1.6,
    "f": -0.3, "vn": -0.5, "PER": -1.6, "ORG": -0.6,
}  # fmt: skip
_BIAS = -2.1
_UNWITNESSED = -2.5
_VERBAL = frozenset({"v", "vn", "vd", "d", "ad", "p", "c", "f", "m"})


class Evidence:
    """Weighs the places of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._token_at: list[Token] = [token for token in document.tokens for _ in range(token.end - token.start)]

    def of_place(self, start: int, end: int, fit: float) -> float:
        """Return what the neighbours, the tagger and the dictionary say of a name at ``[start, end)``.

        ``fit`` is the log-odds of the dictionary's best path through the name against the one without it.
        """
        before, after = self._around(start, end)
        weight = 0.17 * fit + self._tagger_says(start, end)
        if role().search(before):
            weight += 3.6
        elif announced().search(before):
            weight += 1.7
        if not before or not is_chinese(before[-1]) or JOINED.search(before):
            weight += 3.0
        if not after or ACTS.match(after):
            weight += 2.8
        if _framed(before, after):
            weight += 0.7
        if before and (before[-1].isdigit() or before[-1] in "老小第"):
            weight -= 4.0
        weight += _TAG_BEFORE.get(self._tag(start - 1), 0.0)
        return weight + _TAG_AFTER.get(self._tag(end), 0.0)

    def of_string(self, name: str, places: list[tuple[int, float]]) -> float:
        """Return the score of a name with its places and their weights; above 0 it is taken for a name."""
        count = len(places)
        surname = surname_of(name)
        usual = words("usual in given names")
        score = _BIAS + sum(weight for _, weight in places) / count + 1.75 * log(count)
        score += 0.13 * (name_score(name) or 0.0) + 2.1 * (len(surname) > 1)
        score += 1.3 * (surname in words("common surnames"))
        score += 2.2 * sum(character in usual for character in name[len(surname) :]) / (len(name) - len(surname))
        known = self._document.tagger.segmenter.score(name)
        if known is None:
            return score
        doubt = sum(self._as_word(start, name) for start, _ in places) / count
        witnessed = any(self._witnessed(start, start + len(name)) for start, _ in places)
        return score + 2.5 - 0.13 * (known + 20) + doubt + (0.0 if witnessed else _UNWITNESSED)

    def _tagger_says(self, start: int, end: int) -> float:
        mine = self._token_at[start:end]
        odds = [token.person for token in mine]
        whole = mine[0].start == start and mine[-1].end == end
        weight = 2.08 * log(sum(odds) / len(odds) + _FLOOR) - 0.48 * log(max(odds) + _FLOOR)
        weight += 0.6 * any(token.tag == "PER" for token in mine) + 0.5 * (whole and len(set(mine)) == 1)
        return weight + 1.7 * (whole and all(token.tag == "PER" for token in mine))

    def _as_word(self, start: int, name: str) -> float:
        """Of an ordinary word the tagger's doubt says less, and a role before it more."""
        odds = [token.person for token in self._token_at[start : start + len(name)]]
        before, _ = self._around(start, start + len(name))
        return 1.5 * bool(role().search(before)) - 0.63 * log(sum(odds) / len(odds) + _FLOOR)

    def _witnessed(self, start: int, end: int) -> bool:
        """Say whether the tagger, a role or a frame sees a person here: what an ordinary word needs.

        A verb or an adverb after a role is what the person does (当事人释明), not who it is.
        """
        tag = self._token_at[start].tag
        before, after = self._around(start, end)
        return tag == "PER" or (tag not in _VERBAL and (bool(role().search(before)) or _framed(before, after)))

    def _around(self, start: int, end: int) -> tuple[str, str]:
        text = self._document.text
        return text[max(0, start - REACH) : start], text[end : end + REACH]

    def _tag(self, place: int) -> str:
        return self._token_at[place].tag if 0 <= place < len(self._token_at) else _EDGE


def _framed(before: str, after: str) -> bool:
    return any(left.search(before) and right.match(after) for left, right in FRAMES)
