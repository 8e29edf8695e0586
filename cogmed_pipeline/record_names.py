"""Which file each record belongs in, by what it holds: its key, with dots for the folders."""

from collections.abc import Callable, Mapping
from typing import Any

from cogmed_core.domain.audit import EpisodeAudit
from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Appraisal
from cogmed_core.domain.party import ProfileSet
from cogmed_core.domain.rating import RatedSheet, RatingAssignment
from cogmed_core.domain.review import Review
from cogmed_core.practice.play import HUMAN


def _case(record: Case | Scenario) -> str:
    return record.case_id


def _profiles(record: ProfileSet) -> str:
    return f"{record.case_id}.s{record.seed}"


def _episode(record: Episode) -> str:
    if record.configuration == HUMAN.name and record.episode_id.startswith(f"{record.arm}.{record.case_id}."):
        return record.episode_id  # a person may sit down to the same people again: the session is part of the name
    name = f"{record.arm}.{record.case_id}.s{record.seed}"
    return name if record.episode_id == name else f"{record.episode_id}, or {name}"


def _judgement(record: Appraisal) -> str:
    return f"{record.episode_id}.{record.judge}.r{record.repeat}"


def _audit(record: EpisodeAudit | Review) -> str:
    return record.episode_id


def _sheet(record: RatingAssignment | RatedSheet) -> str:
    return f"{record.export}.{record.rater}"


NAMES: Mapping[str, Callable[[Any], str]] = {
    "cases": _case,
    "scenarios": _case,
    "profiles": _profiles,
    "episodes": _episode,
    "judgements": _judgement,
    "conduct": _judgement,
    "findings": _audit,
    "reviews": _audit,
    "rating_sheets": _sheet,
    "ratings": _sheet,
}
