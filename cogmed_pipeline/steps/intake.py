"""What changed in the raw folder since the catalogue was written: whoever drops a file in need tell nobody."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cogmed_core.errors import CaseError
from cogmed_pipeline.steps.catalogue import Catalogue, catalogue_of, survey
from cogmed_pipeline.steps.preparation import pending_anonymization
from cogmed_pipeline.workshop import Workshop


@dataclass(frozen=True, slots=True)
class News:
    """The catalogue there has to be, and which of its cases are new, or were changed, and not anonymized yet."""

    catalogue: Catalogue
    to_anonymize: tuple[str, ...]
    gone: tuple[str, ...]
    is_news: bool


def listing(raw: Path) -> str:
    """Return a digest of the names, sizes and times of the files; the same twice means that nobody is copying."""
    files = [raw] if raw.is_file() else sorted(path for path in raw.rglob("*") if path.is_file())
    digest = sha256()
    for path in files:
        try:
            stat = path.stat()
        except FileNotFoundError:  # removed a moment ago; the next look sees the folder without it
            continue
        digest.update(f"{path}\n{stat.st_size}\n{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def news(workshop: Workshop) -> News | None:
    """Read the raw folder and compare contents, not times; None where it holds no case at all."""
    try:
        found = survey(workshop)
    except CaseError:
        return None
    known = catalogue_of(workshop)
    to_anonymize = pending_anonymization(workshop, found.accepted)
    gone = [case_id for case_id in known.accepted if case_id not in set(found.accepted)]
    return News(found, tuple(to_anonymize), tuple(gone), found != known or bool(to_anonymize))
