"""What a model pointed at in an anonymized case, kept as places in the raw text, never as words."""

from pydantic import Field

from cogmed_core.domain.case import RawCase
from cogmed_core.domain.record import Record
from cogmed_core.experiment.fingerprint import fingerprint
from cogmed_pipeline.records import RecordStore

KIND = "looked_over"


class Place(Record):
    """Where a passage stands in a field of the raw case, and its type of span."""

    field: str
    start: int
    end: int
    type: str


class LookedOver(Record):
    """What a model pointed at in a case; no plaintext."""

    raw: str = Field(description="hash of the raw case that the places belong to")
    places: tuple[Place, ...]
    refused: int = Field(description="passages that the case does not hold word for word, or that stay readable")


def looked_over(records: RecordStore, raw: RawCase) -> dict[str, str]:
    """Return what a model once pointed at in a case, with the type of span of each; nothing where none was asked."""
    found = records.load(KIND, raw.case_id, LookedOver)
    if found is None or found[0].raw != fingerprint(raw=raw):
        return {}
    fields = fields_of(raw)
    return {fields[place.field][place.start : place.end]: place.type for place in found[0].places}


def fields_of(raw: RawCase) -> dict[str, str]:
    """Return the texts of a raw case by field."""
    return {"title": raw.title} | raw.sections.model_dump()
