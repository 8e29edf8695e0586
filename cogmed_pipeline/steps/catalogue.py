"""Which cases there are: every file and row of the raw folder, accepted or with the reason why not."""

from cogmed_core.cases.eligibility import exclusion_reason
from cogmed_core.cases.entry import CaseEntry
from cogmed_core.cases.read import read_folder
from cogmed_core.domain.case import CaseStatus, RawCase
from cogmed_core.domain.record import Record
from cogmed_core.errors import CaseError, ConfigurationError
from cogmed_pipeline.steps.source_names import without_names
from cogmed_pipeline.workshop import Workshop

KIND, KEY = "catalogue", "catalogue"


class CatalogueEntry(Record):
    """One line of the catalogue; nothing of the case's text."""

    case_id: str
    source_file: str
    source_sha256: str
    status: CaseStatus
    reason: str


class Catalogue(Record):
    """Everything found in the raw folder."""

    entries: tuple[CatalogueEntry, ...]

    @property
    def accepted(self) -> list[str]:
        """The ids of the cases to simulate, in the order they were read."""
        return [entry.case_id for entry in self.entries if entry.status is CaseStatus.ACCEPTED]

    @property
    def left_out(self) -> list[CatalogueEntry]:
        """The entries that are not simulated, each with its reason."""
        return [entry for entry in self.entries if entry.status is not CaseStatus.ACCEPTED]


def read_cases(workshop: Workshop) -> tuple[CaseEntry, ...]:
    """Read the raw folder and apply the eligibility criteria."""
    entries = tuple(_judged(entry) for entry in read_folder(workshop.settings.raw))
    return without_names(entries, workshop.anonymiser)


def true_name(workshop: Workshop, raw: RawCase) -> str:
    """Return the path of a case's file where another is shown for it, else nothing. Secret."""
    true = {entry.source_sha256: entry.source_file for entry in read_folder(workshop.settings.raw) if entry.raw}
    name = true.get(raw.source_sha256, raw.source_file)
    return "" if name == raw.source_file else name


def survey(workshop: Workshop) -> Catalogue:
    """Read the raw folder.

    Raises:
        CaseError: there is no folder, no file, or not one case that can be simulated.
    """
    entries = tuple(CatalogueEntry(**entry.model_dump(exclude={"raw"})) for entry in read_cases(workshop))
    catalogue = Catalogue(entries=entries)
    if not catalogue.accepted:
        reasons = "; ".join(entry.reason for entry in catalogue.left_out[:3])
        raise CaseError(f"{workshop.settings.raw} holds no case that can be simulated: {reasons}")
    return catalogue


def take_stock(workshop: Workshop) -> Catalogue:
    """Read the raw folder and write the catalogue if it changed; raises as ``survey`` does."""
    catalogue = survey(workshop)
    if catalogue != catalogue_of(workshop):
        workshop.records.save(KIND, KEY, catalogue, "")
    return catalogue


def catalogue_of(workshop: Workshop) -> Catalogue:
    """Return the catalogue as it was last written; empty before that."""
    found = workshop.records.load(KIND, KEY, Catalogue)
    return found[0] if found else Catalogue(entries=())


def raw_cases(workshop: Workshop) -> dict[str, RawCase]:
    """Return the accepted raw cases by id; they go no further than the anonymizer."""
    return {
        entry.case_id: entry.raw for entry in read_cases(workshop) if entry.raw and entry.status is CaseStatus.ACCEPTED
    }


def selected(workshop: Workshop, catalogue: Catalogue) -> list[str]:
    """Return the cases this run is about: all that were accepted, or those asked for.

    Raises:
        ConfigurationError: a case that was asked for is unknown, or was left out.
    """
    wanted = workshop.settings.case_ids
    reasons = {entry.case_id: entry.reason for entry in catalogue.left_out}
    unknown = [case_id for case_id in wanted if case_id not in catalogue.accepted]
    if unknown:
        named = "; ".join(f"{case_id!r} ({reasons.get(case_id, 'unknown')})" for case_id in unknown)
        raise ConfigurationError(f"no case {named}; there are {', '.join(catalogue.accepted)}")
    chosen = [case_id for case_id in catalogue.accepted if not wanted or case_id in wanted]
    return chosen[: workshop.settings.limit]


def _judged(entry: CaseEntry) -> CaseEntry:
    reason = exclusion_reason(entry.raw) if entry.raw else None
    if reason is None:
        return entry
    return entry.model_copy(update={"status": CaseStatus.EXCLUDED, "reason": f"{entry.source_file}: {reason}"})
