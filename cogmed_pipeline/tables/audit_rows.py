"""From audits to the rows of findings, concessions, calibration and terms."""

from collections.abc import Collection, Iterable
from typing import Any

from cogmed_core.domain.audit import EpisodeAudit
from cogmed_pipeline.steps.auditing import KIND
from cogmed_pipeline.workshop import Workshop

Row = dict[str, Any]


def audit_rows(workshop: Workshop, known: Collection[str]) -> dict[str, list[Row]]:
    """Return the rows of each table, of the episodes that are there."""
    audits = [one for one in workshop.records.all(KIND, EpisodeAudit) if one.episode_id in known]
    tables = {"findings": "findings", "concessions": "concessions", "calibration": "beliefs", "terms": "terms"}
    return {table: list(_rows(audits, field)) for table, field in tables.items()}


def _rows(audits: Iterable[EpisodeAudit], field: str) -> Iterable[Row]:
    for one in audits:
        for record in getattr(one, field):
            yield {"episode_id": one.episode_id, **record.model_dump(mode="json"), "synthetic": one.synthetic}
