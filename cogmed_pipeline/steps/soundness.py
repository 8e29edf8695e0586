"""What has to hold of the records before anybody believes a figure made from them; each finding is a line."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic_core import from_json

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.domain.party import ProfileSet
from cogmed_pipeline.records import ENDING
from cogmed_pipeline.steps.catalogue import catalogue_of
from cogmed_pipeline.steps.plan import latest_settings, plans_of
from cogmed_pipeline.steps.simulation import KIND as EPISODES
from cogmed_pipeline.steps.simulation import Cell, assignment_of, cell_of
from cogmed_pipeline.workshop import Workshop

C = TypeVar("C", Scenario, ProfileSet)

JUDGEMENTS = "judgements"
MOST_FAILED = 0.1
"""Share of the episodes that were asked for, or of the judgements."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether something holds, and where not."""

    holds: bool
    figures: dict[str, float] = field(default_factory=dict)
    where: tuple[str, ...] = ()


def both_parties_present(workshop: Workshop) -> Finding:
    """Every scenario seats two parties or more, each with a name, at seats of their own."""
    lacking = []
    for scenario in _of_accepted(workshop, workshop.records.all("scenarios", Scenario)):
        seats = {party.seat for party in scenario.parties if party.name.strip()}
        if len(seats) < 2 or len(seats) != len(scenario.parties):
            lacking.append(scenario.case_id)
    return Finding(not lacking, where=tuple(lacking))


def one_profile_a_party(workshop: Workshop) -> Finding:
    """Every profile set has just the parties of its scenario."""
    seats = {one.case_id: {party.seat for party in one.parties} for one in workshop.records.all("scenarios", Scenario)}
    sets = list(_of_accepted(workshop, workshop.records.all("profiles", ProfileSet)))
    wrong = [f"{one.case_id} s{one.seed}" for one in sets if {p.seat for p in one.profiles} != seats.get(one.case_id)]
    return Finding(not wrong, {"profile sets": len(sets)}, tuple(wrong))


def episodes_sound(workshop: Workshop) -> dict[str, Finding]:
    """Look at every episode asked for last: is it there, did it fail, are arms balanced and profiles those of now?"""
    there = set(catalogue_of(workshop).accepted)
    plans = plans_of(workshop, latest_settings(workshop))
    asked = {plan.arm: {one.pair for one in plan.asked if one.case_id in there} for plan in plans}
    missing, failed, stale, n = list[str](), list[str](), list[str](), 0
    for (backbone, configuration), pairs in asked.items():
        for case_id, seed in sorted(pairs):
            n += 1
            cell = cell_of(f"{backbone}.{configuration}", case_id)
            found = workshop.records.load(EPISODES, cell.record_key(seed), Episode)
            if found is None:
                missing.append(cell.episode_id(seed))
            elif found[0].status == "failed":
                failed.append(f"{found[0].episode_id}: {found[0].error}")
            elif _is_stale(workshop, cell, seed, found[1]):
                stale.append(found[0].episode_id)
    share = len(failed) / n if n else 0.0
    return {
        "every_episode_has_a_file": Finding(not missing, {"asked for": n, "missing": len(missing)}, tuple(missing)),
        "few_failures": Finding(share <= MOST_FAILED, {"failed": len(failed), "share": share}, tuple(failed)),
        "arms_balanced": _balance(asked),
        "same_profiles_in_every_arm": Finding(not stale, {"of other inputs": len(stale)}, tuple(stale)),
    }


def judgements_sound(workshop: Workshop) -> dict[str, Finding]:
    """Look at every judgement once: is every score from 1 to 10, and how many are there none of?"""
    bad, unscored, n = list[str](), list[str](), 0
    for key in workshop.records.keys(JUDGEMENTS):
        try:
            record = from_json(workshop.records.files.read(f"{JUDGEMENTS}/{key}{ENDING}"))["record"]
            judgement = Judgement.model_validate(record)
        except (ValueError, KeyError, TypeError):
            bad.append(key)
            continue
        n += 1
        if judgement.oqs is None:
            unscored.append(f"{key}: {judgement.unscored_reason}")
    share = len(unscored) / n if n else 0.0
    return {
        "scores_in_range": Finding(not bad, {"judgements": n, "out of range": len(bad)}, tuple(bad)),
        "few_unscored": Finding(share <= MOST_FAILED, {"unscored": len(unscored), "share": share}, tuple(unscored)),
    }


def _is_stale(workshop: Workshop, cell: Cell, seed: int, fingerprint: str) -> bool:
    """Say whether an episode is of other profiles, or of another setting, than its arm would have now."""
    if cell.arm.backbone not in workshop.backbones:
        return True
    expected = assignment_of(workshop, cell, seed)
    return isinstance(expected, Episode) or expected.fingerprint != fingerprint


def _balance(asked: Mapping[tuple[str, str], set[tuple[str, int]]]) -> Finding:
    """Every arm of a backbone was asked for the same cases and seeds."""
    by_backbone: dict[str, dict[str, set[tuple[str, int]]]] = {}
    for (backbone, configuration), pairs in asked.items():
        by_backbone.setdefault(backbone, {})[configuration] = pairs
    lacking = []
    for backbone, arms in by_backbone.items():
        everything = set().union(*arms.values())
        lacking += [
            f"{backbone}.{name} lacks {len(everything - pairs)} of {len(everything)}"
            for name, pairs in arms.items()
            if pairs != everything
        ]
    return Finding(not lacking, where=tuple(lacking))


def _of_accepted(workshop: Workshop, records: Iterable[C]) -> Iterator[C]:
    there = set(catalogue_of(workshop).accepted)
    return (record for record in records if record.case_id in there)
