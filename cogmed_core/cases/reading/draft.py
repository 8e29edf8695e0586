"""A case on its way in: what a format found, before it is known to be a case."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cogmed_core.cases.reading.headings import LABELS, SECTIONS
from cogmed_core.cases.reading.identity import clean_title
from cogmed_core.cases.reading.repair import split_recommendation
from cogmed_core.cases.reading.spacing import language_of, one_run, without_controls
from cogmed_core.domain.case import RawCase, Sections
from cogmed_core.errors import CaseError


@dataclass(frozen=True, slots=True)
class Draft:
    """A title and the sections found, or the ``problem`` that stopped the reading; ``row`` counts from 1.

    ``note`` says what a person has to check.
    """

    source_sha256: str
    title: str = ""
    sections: Mapping[str, str] = field(default_factory=dict, repr=False)
    row: int | None = None
    problem: str = ""
    note: str = ""


def raw_case(draft: Draft, *, case_id: str, source_file: str) -> RawCase:
    """Return the case in a draft; raises ``CaseError`` that says what is missing and what to do."""
    if draft.problem:
        raise CaseError(draft.problem)
    absent = [LABELS[name] for name in SECTIONS if name not in draft.sections]
    if absent:
        raise CaseError(f"has no section {', '.join(absent)}: add it, empty if there is nothing to say")
    texts = {name: without_controls(draft.sections[name]) for name in SECTIONS}
    if not any(text.strip() for text in texts.values()):
        raise CaseError("has no text in any section: fill them in")
    language = language_of("".join(texts.values()))
    spaced = {
        name: " ".join(text.split()) if name == "keywords" else one_run(text, language) for name, text in texts.items()
    }
    mended, body = split_recommendation(spaced)
    return RawCase(
        case_id=case_id,
        source_file=source_file,
        source_sha256=draft.source_sha256,
        title=clean_title(without_controls(draft.title)),
        language=language,
        sections=Sections(**mended),
        recommended_by=body,
    )
