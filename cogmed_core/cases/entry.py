"""What became of one file, or of one row of a file of many."""

from cogmed_core.domain.case import CaseStatus, RawCase
from cogmed_core.domain.record import Record


class CaseEntry(Record):
    """One line of the reading report: a case, or the reason why there is none. Nothing is dropped silently.

    ``status`` is ``ACCEPTED`` with a ``raw`` case, or ``QUARANTINED`` with a ``reason``: one line that
    says what to do. ``case_id`` is unique in a reading, the quarantined entries included.
    """

    case_id: str
    source_file: str
    source_sha256: str
    status: CaseStatus
    reason: str = ""
    raw: RawCase | None = None
