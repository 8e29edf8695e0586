"""The anonymizer: layers that find, one register of pseudonyms, one pass that replaces."""

from collections.abc import Mapping

from cogmed_core.cases.anonymise.decisions import Decisions
from cogmed_core.cases.anonymise.detection import MODEL, decided, detect, doubtful, with_pointed
from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.names.aliases import UNSURE
from cogmed_core.cases.anonymise.names.roles import roles_of
from cogmed_core.cases.anonymise.pseudonyms import Register, Style
from cogmed_core.cases.anonymise.records import Anonymised, Originals, Span
from cogmed_core.cases.anonymise.replacement import replaced
from cogmed_core.cases.anonymise.tagging.tagger import load_tagger
from cogmed_core.cases.category import category_of
from cogmed_core.cases.reading.headings import SECTIONS
from cogmed_core.cases.reading.spacing import language_of
from cogmed_core.domain.case import Case, Language, RawCase, Sections

_SEAM = "\n\f\n"
"""Stands between the fields of a case while it is read as one document; no layer reads across it."""


class Anonymiser:
    """Finds what identifies and replaces it, one pseudonym a person through the whole case.

    ``style`` names people as the court rules have it (张某1) or by their roles (原告甲). The tagger's weights are
    read at the first use, not here.
    """

    def __init__(self, style: Style = "surname") -> None:
        self._style = style

    def spans(self, text: str, language: Language | None = None) -> tuple[Span, ...]:
        """Return the identifying passages of ``text`` in order, without overlaps, each with its pseudonym."""
        language = language or language_of(text)
        document = Document.of(text, load_tagger())
        return self._spans(document, language, detect(document, language))

    def _spans(self, document: Document, language: Language, findings: list[Finding]) -> tuple[Span, ...]:
        roles = roles_of(document, findings) if self._style == "role" else {}
        register = Register(language, self._style, taken=document.view.text.__contains__)
        spans = []
        for finding in findings:
            entity = finding.entity or document.text[finding.start : finding.end]
            pseudonym = register.pseudonym(finding.type, entity, roles.get(entity, ""))
            spans.append(_span(document, finding, pseudonym))
        return tuple(spans)

    def anonymise(
        self, raw: RawCase, decisions: Decisions | None = None, pointed: Mapping[str, str] | None = None
    ) -> Anonymised:
        """Return the case with every identifier replaced, the same person alike in all its fields.

        What is in doubt is up for review: passages left as they are; with the pseudonym they were given, forms of
        names that several people could bear, and passages that a model ``pointed`` at, each with its type of span.
        ``decisions`` settle them.
        """
        decisions = decisions or Decisions()
        fields = {"title": raw.title} | {name: getattr(raw.sections, name) for name in SECTIONS}
        document = Document.of(_SEAM.join(fields.values()), load_tagger())
        found = with_pointed(document, detect(document, raw.language), pointed or {})
        findings = decided(document, found, decisions)
        masked = self._spans(document, raw.language, findings)
        spans = _by_field(fields, masked)
        settled = {*decisions.mask, *decisions.keep}
        doubts = [_span(document, finding, "") for finding in doubtful(document, raw.language, findings)]
        doubts += [span for span in masked if span.layer in (UNSURE, MODEL)]
        text = _SEAM.join(fields.values())
        review = tuple(span for span in doubts if text[span.start : span.end] not in settled)
        texts = {name: replaced(text, spans[name]) for name, text in fields.items()}
        originals = {name: tuple(text[span.start : span.end] for span in spans[name]) for name, text in fields.items()}
        title = texts.pop("title")
        case = Case(
            case_id=raw.case_id,
            language=raw.language,
            category=category_of(raw.sections.keywords, raw.title),
            title=title,
            sections=Sections(**texts),
        )
        return Anonymised(
            case=case, spans=spans, originals=Originals(texts=originals), review=_by_field(fields, review)
        )


def _span(document: Document, finding: Finding, pseudonym: str) -> Span:
    place = document.view.back(finding)
    return Span(start=place.start, end=place.end, type=finding.type, layer=finding.layer, pseudonym=pseudonym)


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
