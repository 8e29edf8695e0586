"""What an episode's page is made from: its record files, read together and hashed together."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from cogmed_core.domain.audit import EpisodeAudit
from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.domain.party import ProfileSet
from cogmed_core.domain.review import Review
from cogmed_pipeline.records import Stored
from cogmed_pipeline.reviews import KIND as REVIEWS
from cogmed_pipeline.site.facts import Facts, Row
from cogmed_pipeline.site.output import digest

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

    @property
    def key(self) -> str:
        """A hash of all of them."""
        single = (self.episode, self.audit, self.profiles, self.scenario, self.case, self.review)
        return digest(*single, *self.judgements)


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


def files_of(facts: Facts, row: Row) -> EpisodeFiles:
    """Read the files behind a row of ``episodes``."""
    root = facts.records.root
    key = f"{row['arm']}/{row['case_id']}/s{row['seed']}"
    judged = root / "judgements" / key
    return EpisodeFiles(
        episode=_read(root / "episodes" / f"{key}.json"),
        audit=_read(root / "findings" / f"{key}.json"),
        profiles=_shared(root / "profiles" / row["case_id"] / f"s{row['seed']}.json"),
        scenario=_shared(root / "scenarios" / f"{row['case_id']}.json"),
        case=_shared(root / "cases" / f"{row['case_id']}.json"),
        review=_read(root / REVIEWS / f"{row['episode_id']}.json"),
        judgements=[_read(path) for path in sorted(judged.glob("*.json"))],
    )


def records_of(files: EpisodeFiles) -> EpisodeRecords | None:
    """Return the records in the files; None where the episode itself is unreadable."""
    episode = _record(files.episode, Episode)
    if episode is None:
        return None
    return EpisodeRecords(
        episode=episode,
        audit=_record(files.audit, EpisodeAudit),
        profiles=_cached(files.profiles, ProfileSet),
        scenario=_cached(files.scenario, Scenario),
        case=_cached(files.case, Case),
        review=_record(files.review, Review),
        judgements=[one for data in files.judgements if (one := _record(data, Judgement))],
    )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


@lru_cache(maxsize=4096)
def _shared(path: Path) -> bytes:
    return _read(path)


def _record(data: bytes, kind: type[R]) -> R | None:
    if not data:
        return None
    try:
        return Stored[kind].model_validate_json(data).record  # type: ignore[valid-type]  # built while running
    except ValidationError:
        return None


@lru_cache(maxsize=4096)
def _cached(data: bytes, kind: type[R]) -> R | None:
    return _record(data, kind)
