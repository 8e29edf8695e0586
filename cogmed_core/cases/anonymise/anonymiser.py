"""The anonymizer: layers that find, one register of pseudonyms, one pass that replaces."""

from cogmed_core.cases.anonymise.finding import Finding, without_overlaps
from cogmed_core.cases.anonymise.identifiers.structured import find_structured
from cogmed_core.cases.anonymise.names.announced import find_announced
from cogmed_core.cases.anonymise.pseudonyms import Register
from cogmed_core.cases.anonymise.records import Anonymised, Originals, Span
from cogmed_core.cases.anonymise.replacement import replaced
from cogmed_core.cases.category import category_of
from cogmed_core.cases.reading.headings import SECTIONS
from cogmed_core.domain.case import Case, RawCase, Sections

_SEAM = "\n\f\n"
"""Stands between the fields of a case while it is read as one document; no layer reads across it."""


class Anonymiser:
    """Finds what identifies and replaces it, one pseudonym a person through the whole case."""

    def spans(self, text: str) -> tuple[Span, ...]:
        """Return the identifying passages of ``text`` in order, without overlaps, each with its pseudonym."""
        register = Register()
        return tuple(
            Span(
                start=finding.start,
                end=finding.end,
                type=finding.type,
                layer=finding.layer,
                pseudonym=register.pseudonym(finding.type, text[finding.start : finding.end]),
            )
            for finding in _findings(text)
        )

    def anonymise(self, raw: RawCase) -> Anonymised:
        """Return the case with every identifier replaced, the same person alike in all its fields."""
        fields = {"title": raw.title} | {name: getattr(raw.sections, name) for name in SECTIONS}
        spans = _by_field(fields, self.spans(_SEAM.join(fields.values())))
        texts = {name: replaced(text, spans[name]) for name, text in fields.items()}
        originals = {
            name: tuple(text[span.start : span.end] for span in spans[name]) for name, text in fields.items()
        }
        title = texts.pop("title")
        case = Case(
            case_id=raw.case_id,
            language=raw.language,
            category=category_of(raw.sections.keywords, raw.title),
            title=title,
            sections=Sections(**texts),
        )
        return Anonymised(case=case, spans=spans, originals=Originals(texts=originals))


def _findings(text: str) -> list[Finding]:
    """Find with every layer, then find each name again wherever it stands."""
    found = without_overlaps([*find_structured(text), *find_announced(text)])
    names = {text[f.start : f.end] for f in found if f.type == "PER"}
    again = [
        Finding(start, start + len(name), "PER", "propagation", weight=50)
        for name in names
        for start in _places(text, name)
    ]
    return without_overlaps([*found, *again])


def _places(text: str, name: str) -> list[int]:
    places = []
    start = text.find(name)
    while start >= 0:
        places.append(start)
        start = text.find(name, start + len(name))
    return places


def _by_field(fields: dict[str, str], spans: tuple[Span, ...]) -> dict[str, tuple[Span, ...]]:
    """Give each field its spans, with offsets into the field."""
    shared: dict[str, tuple[Span, ...]] = {}
    offset = 0
    for name, text in fields.items():
        shared[name] = tuple(
            span.model_copy(update={"start": span.start - offset, "end": span.end - offset})
            for span in spans
            if offset <= span.start and span.end <= offset + len(text)
        )
        offset += len(text) + len(_SEAM)
    return shared
