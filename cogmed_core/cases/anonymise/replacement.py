"""Puts pseudonyms where spans are, and originals back."""

from collections.abc import Sequence

from cogmed_core.cases.anonymise.records import Span


def replaced(text: str, spans: Sequence[Span]) -> str:
    """Return ``text`` with every span replaced by its pseudonym; spans are in order and do not overlap."""
    parts: list[str] = []
    end = 0
    for span in spans:
        parts += [text[end : span.start], span.pseudonym]
        end = span.end
    return "".join([*parts, text[end:]])


def restored(text: str, spans: Sequence[Span], originals: Sequence[str]) -> str:
    """Return the text that ``replaced`` was given; ``originals`` are the texts of its spans, in order."""
    parts: list[str] = []
    position = end = 0
    for span, original in zip(spans, originals, strict=True):
        kept = span.start - end
        parts += [text[position : position + kept], original]
        position += kept + len(span.pseudonym)
        end = span.end
    return "".join([*parts, text[position:]])
