"""Puts pseudonyms where spans are, and originals back."""

from collections.abc import Sequence

from cogmed_core.cases.anonymise.records import Span

APART = "\u2009"
"""A thin space: keeps the number of a pseudonym from running into a figure of the text (林某1 2000元)."""


def replaced(text: str, spans: Sequence[Span]) -> str:
    """Return ``text`` with every span replaced by its pseudonym; spans are in order and do not overlap."""
    parts: list[str] = []
    end = 0
    for span in spans:
        parts += [text[end : span.start], span.pseudonym]
        end = span.end
        following = text[end : end + 1]
        if span.pseudonym[-1:].isdigit() and (following.isdigit() or following == APART):
            parts.append(APART)
    return "".join([*parts, text[end:]])


def restored(text: str, spans: Sequence[Span], originals: Sequence[str]) -> str:
    """Return the text that ``replaced`` was given; ``originals`` are the texts of its spans, in order."""
    parts: list[str] = []
    position = end = 0
    for span, original in zip(spans, originals, strict=True):
        kept = span.start - end
        parts += [text[position : position + kept], original]
        position += kept + len(span.pseudonym)
        position += span.pseudonym[-1:].isdigit() and text[position : position + 1] == APART
        end = span.end
    return "".join([*parts, text[position:]])
