"""Reads an answer out of words, in both languages, and out of labels.

Nothing is guessed. "I know" is no "no"; "no one was there" answers nothing; "yes or no" repeats the question; what
holds only if something else does is no answer. What was committed to last counts, and "I don't know" takes it back.
"""

import re
import unicodedata
from collections.abc import Iterable
from enum import Enum

from cogmed_core.deliberation import answer_words as words

_TAG = re.compile(r"</?[a-z][\w-]*>")
_MARKUP = re.compile(r"\\[a-z]+|[*_`#>\"“”‘«»「」『』{}\\$]")
_NUMBER = re.compile(r"\bno\. ?(?=\d)")
_SENTENCE = re.compile(r"[.!?。\n…]+")
_CLAUSE = re.compile(r"[,;:()\[\]、—–]+| - |\bbut\b|\bhowever\b|但是|不过|然而|但")
_BULLET = re.compile(r"^ ?[-•·] ", re.M)
_EVEN = re.compile(r"\beven (?=if\b)")

_TRUE = "yes|y|true|t|1|1.0|correct|right|affirmative|positive|是|是的|对|正确|真|有|能|可以|成立|会"
_FALSE = "no|n|false|f|0|0.0|incorrect|wrong|negative|否|不是|错|错误|假|没有|无|不能|不可以|不成立|不会|不"
_LABELS = dict.fromkeys(_TRUE.split("|"), True) | dict.fromkeys(_FALSE.split("|"), False)


class _Said(Enum):
    """What a piece of text says; ``EITHER`` expressly commits to neither."""

    YES = True
    NO = False
    EITHER = None
    NOTHING = "nothing"


def read_label(label: object) -> bool | None:
    """Return what a label of a data set stands for; None where it is no yes/no label."""
    if isinstance(label, bool):
        return label
    return _LABELS.get(unicodedata.normalize("NFKC", str(label)).strip().strip(".。!").casefold())


def read_answer(text: str) -> bool | None:
    """Return what ``text`` answers: True for yes, False for no, None where it commits to neither.

    Where an answer is announced ("Answer: …", 答案：…) what follows the last announcement counts, up to its reasons.
    """
    plain = _plain(text)
    announced = [match.end() for match in words.MARK.finditer(plain)]
    said = _Said.NOTHING
    if announced:
        said = _reading(words.REASONS.split(plain[announced[-1] :])[0])
        plain = plain[: announced[-1]]
    if said is _Said.NOTHING:
        said = _reading(plain)
    return {_Said.YES: True, _Said.NO: False}.get(said)


def _plain(text: str) -> str:
    """Fold case and width; tags end a line, other markup goes."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    unmarked = _MARKUP.sub("", _TAG.sub("\n", folded))
    return _NUMBER.sub("number ", _BULLET.sub("", re.sub(r"[^\S\n]+", " ", unmarked)))


def _reading(text: str) -> _Said:
    split = (_CLAUSE.split(sentence) for sentence in _SENTENCE.split(text))
    stripped = ([clause for part in parts if (clause := part.strip(" '"))] for parts in split)
    sentences = [clauses for clauses in stripped if clauses]
    if len(sentences) == 1 and len(sentences[0]) == 1:
        if words.YES_ALONE.fullmatch(sentences[0][0]):
            return _Said.YES
        if words.NO_ALONE.fullmatch(sentences[0][0]):
            return _Said.NO
    return _last(_sentence(clauses, first=number == 0) for number, clauses in enumerate(sentences))


def _last(readings: Iterable[_Said]) -> _Said:
    return next((said for said in reversed(list(readings)) if said is not _Said.NOTHING), _Said.NOTHING)


def _sentence(clauses: list[str], *, first: bool) -> _Said:
    """Read the clauses; nothing counts after a condition, and an answer right before one is none."""
    readings: list[_Said] = []
    for place, clause in enumerate(clauses):
        if words.CONDITION.fullmatch(_EVEN.sub("though ", clause)):
            if readings and readings[-1] is not _Said.NOTHING:
                readings[-1] = _Said.EITHER
            break
        readings.append(_clause(clause, first=first and place == 0))
    return _last(readings)


def _clause(clause: str, *, first: bool) -> _Said:
    if words.YES.fullmatch(clause) or (first and words.YES_AT_FIRST.fullmatch(clause)):
        return _Said.YES
    if words.NO.fullmatch(clause) or (first and words.NO_AT_FIRST.fullmatch(clause)):
        return _Said.NO
    return _Said.EITHER if words.EITHER.fullmatch(clause) or words.CONDITIONAL.fullmatch(clause) else _Said.NOTHING
