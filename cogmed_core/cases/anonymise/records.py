"""What the anonymization step hands on, and what it keeps to itself."""

from collections.abc import Mapping
from typing import Literal

from pydantic import ConfigDict, Field

from cogmed_core.domain.case import Case
from cogmed_core.domain.record import Record


class Span(Record):
    """One identifying passage: where it stands in the text as given, what it is and what replaces it.

    It holds no plaintext, so that it is fit for the audit table.
    """

    start: int = Field(ge=0, description="offset in characters of the text as given")
    end: int = Field(gt=0)
    type: str = Field(description="PER ALIAS ORG ORG_ALIAS ADDR IDCARD PHONE BANKCARD CASENO PLATE EMAIL …")
    layer: str = Field(description="the layer that found it")
    pseudonym: str


class Leak(Record):
    """An original found downstream: where, and whether in its own form or a guise; never the original itself."""

    start: int
    end: int
    guise: Literal["exact", "disguised"]


class Originals(Record):
    """The private half of an anonymization: what stood at each span, in the order of the spans.

    It shows nothing of itself in ``repr``, so in no log or error; it is stored encrypted or not at all.
    """

    model_config = ConfigDict(hide_input_in_errors=True)

    texts: Mapping[str, tuple[str, ...]] = Field(repr=False, description="field → the original of each span")

    def __repr__(self) -> str:
        return f"Originals({sum(map(len, self.texts.values()))} kept secret)"

    __str__ = __repr__

    def every(self) -> frozenset[str]:
        """Return all originals, for matching against what was made downstream."""
        return frozenset(text for texts in self.texts.values() for text in texts)


class Anonymised(Record):
    """A case without identifiers, the audit of what was replaced, and the way back.

    ``originals`` stays out of ``repr`` and of every dump.
    """

    case: Case
    spans: Mapping[str, tuple[Span, ...]] = Field(description="field of the case (title, facts …) → its spans")
    originals: Originals = Field(repr=False, exclude=True)
    review: Mapping[str, tuple[Span, ...]] = Field(description="field → passages left as they are, yet doubtful")

    def by_pseudonym(self) -> dict[str, tuple[str, ...]]:
        """Return pseudonym → the originals it stands for, the fullest first. Secret."""
        found: dict[str, dict[str, None]] = {}
        for field, spans in self.spans.items():
            for span, text in zip(spans, self.originals.texts[field], strict=True):
                found.setdefault(span.pseudonym, {})[text] = None
        return {pseudonym: tuple(sorted(texts, key=len, reverse=True)) for pseudonym, texts in found.items()}
