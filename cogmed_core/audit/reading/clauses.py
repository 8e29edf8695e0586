"""Cutting a text into sentences and clauses, in either language."""

import re
from dataclasses import dataclass
from functools import lru_cache

_ABBREVIATION = r"(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)(?<!\bNo)(?<!\bv)"
_ITEM = r"(?:[一二三四五六七八九十]{1,3}[、是]|[（(][\d一二三四五六七八九十]{1,2}[)）]|1[.、](?!\d))"
_SENTENCE = re.compile(
    rf"[^。；;！!？?\n]+?(?:[。；;！!？?\n]+|(?<=[^\d\s]){_ABBREVIATION}\.(?=\s+[A-Z\d“\"'])|[：:]\s*(?={_ITEM})|$)"
)
_CLAUSE = re.compile(r"(?:[^，,：:]|(?<=\d)[,，](?=\d{3})|(?<=\d)[:：](?=\d))+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text and where it begins."""

    text: str
    start: int


@lru_cache(maxsize=8192)
def sentences(text: str) -> tuple[Piece, ...]:
    """Return the sentences of ``text``; a semicolon, a line break and a colon before a numbered item end one too."""
    return tuple(Piece(match[0], match.start()) for match in _SENTENCE.finditer(text) if match[0].strip())


@lru_cache(maxsize=8192)
def clauses(text: str) -> tuple[Piece, ...]:
    """Return the clauses of ``text``: its sentences, cut at commas and colons."""
    return tuple(
        Piece(match[0], sentence.start + match.start())
        for sentence in sentences(text)
        for match in _CLAUSE.finditer(sentence.text)
        if match[0].strip()
    )
