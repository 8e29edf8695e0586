"""What an episode's page is made from: its record files, read together and hashed together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from cogmed_core.domain.audit import EpisodeAudit
from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import ConductJudgement, Judgement
from cogmed_core.domain.party import ProfileSet
from cogmed_core.domain.review import Review
from cogmed_pipeline.records import ENDING, stored_as
from cogmed_pipeline.reviews import KIND as REVIEWS
from cogmed_pipeline.site.facts import Row
from cogmed_pipeline.site.output import digest
from cogmed_pipeline.store import Store

R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class EpisodeFiles:
    """The files behind one episode, as bytes: enough to tell whether its page has to be made anew."""

    episode: bytes
    audit: bytes
    profiles: bytes
    scenario: bytes
    case: bytes
    review: bytes
    judgements: Sequence[bytes]
    conduct: Sequence[bytes]

    @property
    def key(self) -> str:
        """A hash of all of them."""
        single = (self.episode, self.audit, self.profiles, self.scenario, self.case, self.review)
        return digest(*single, *self.judgements, b"conduct", *self.conduct)


@dataclass(frozen=True, slots=True)
class EpisodeRecords:
    """The records behind one episode; None where there is none."""

    episode: Episode
    audit: EpisodeAudit | None
    profiles: ProfileSet | None
    scenario: Scenario | None
    case: Case | None
    review: Review | None
    judgements: Sequence[Judgement]
    conduct: Sequence[ConductJudgement]


class EpisodeSource:
    """Reads what episodes are made of, for the length of one build: what many of them share is read once."""

    def __init__(self, files: Store) -> None:
        self._files = files
        self._bytes: dict[str, bytes] = {}
        self._records: dict[tuple[bytes, type[BaseModel]], BaseModel | None] = {}

    def files(self, row: Row) -> EpisodeFiles:
        """Read the files behind a row of ``episodes``."""
        last = row["episode_id"].removeprefix(f"{row['arm']}.{row['case_id']}.")  # the seed, or a person's session
        key = f"{row['arm']}/{row['case_id']}/{last}"
        return EpisodeFiles(
            episode=self._read(f"episodes/{key}{ENDING}"),
            audit=self._read(f"findings/{key}{ENDING}"),
            profiles=self._shared(f"profiles/{row['case_id']}/s{row['seed']}{ENDING}"),
            scenario=self._shared(f"scenarios/{row['case_id']}{ENDING}"),
            case=self._shared(f"cases/{row['case_id']}{ENDING}"),
            review=self._read(f"{REVIEWS}/{row['episode_id']}{ENDING}"),
            judgements=self._all_in(f"judgements/{key}"),
            conduct=self._all_in(f"conduct/{key}"),
        )

    def records(self, files: EpisodeFiles) -> EpisodeRecords | None:
        """Return the records in the files; None where the episode itself is unreadable."""
        episode = _record(files.episode, Episode)
        if episode is None:
            return None
        return EpisodeRecords(
            episode=episode,
            audit=_record(files.audit, EpisodeAudit),
            profiles=self._once(files.profiles, ProfileSet),
            scenario=self._once(files.scenario, Scenario),
            case=self._once(files.case, Case),
            review=_record(files.review, Review),
            judgements=_all(files.judgements, Judgement),
            conduct=_all(files.conduct, ConductJudgement),
        )

    def _shared(self, name: str) -> bytes:
        if name not in self._bytes:
            self._bytes[name] = self._read(name)
        return self._bytes[name]

    def _all_in(self, folder: str) -> list[bytes]:
        return [self._read(name) for name in sorted(self._files.names(folder)) if name.endswith(ENDING)]

    def _read(self, name: str) -> bytes:
        try:
            return self._files.read(name)
        except FileNotFoundError:
            return b""

    def _once(self, data: bytes, kind: type[R]) -> R | None:
        if (data, kind) not in self._records:
            self._records[data, kind] = _record(data, kind)
        found = self._records[data, kind]
        return found if isinstance(found, kind) else None


def _all(files: Sequence[bytes], kind: type[R]) -> list[R]:
    return [one for data in files if (one := _record(data, kind))]


def _record(data: bytes, kind: type[R]) -> R | None:
    if not data:
        return None
    try:
        record: R = stored_as(kind).model_validate_json(data).record
        return record
    except ValidationError:
        return None
