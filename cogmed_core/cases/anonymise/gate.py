"""The leak gate: nothing that identifies may be found in what was made from a case."""

from collections.abc import Iterable

from cogmed_core.cases.anonymise.anonymiser import Anonymiser
from cogmed_core.cases.anonymise.records import Span
from cogmed_core.domain.record import Record

_LEAST_LENGTH = 2


class Leak(Record):
    """An original found downstream: where, and in what guise; never the original itself."""

    start: int
    end: int
    guise: str


def leaks(text: str, originals: Iterable[str]) -> tuple[Leak, ...]:
    """Return where ``text`` shows one of ``originals``."""
    found = []
    for original in sorted(set(originals)):
        if len(original) < _LEAST_LENGTH:
            continue
        start = text.find(original)
        if start >= 0:
            found.append(Leak(start=start, end=start + len(original), guise="exact"))
    return tuple(found)


def residual_identifiers(text: str) -> tuple[Span, ...]:
    """Return what the anonymizer still finds in a text that should hold nothing identifying."""
    return tuple(span for span in Anonymiser().spans(text) if span.layer == "identifiers")
