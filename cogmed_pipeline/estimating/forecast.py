"""The estimate: what every job of the work list takes, less what the cache holds of it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import ceil

from cogmed_pipeline.estimating.amounts import Amount, ByRole, total
from cogmed_pipeline.estimating.expecting import Expecting, Kind, expecting, kind_of
from cogmed_pipeline.estimating.measured import Measured, measured
from cogmed_pipeline.estimating.recall import Recalled, recall
from cogmed_pipeline.estimating.rehearsal import ByPurpose, Rehearsal, amount
from cogmed_pipeline.estimating.work_list import Job, WorkList, work_list
from cogmed_pipeline.workshop import Workshop

MOST = 160
"""Jobs of a step that are rehearsed; where rules play every part, so that it is exact, ten times as many."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is to be expected of a run.

    Attributes:
        jobs: what each job still takes, by role.
        kept: what of the jobs the cache holds already, which is not in ``jobs``.
        spread: by what fraction the calls may be off (95 %), as far as measured jobs differ from what was expected of
            them; None where too few were measured to tell.
    """

    work: WorkList
    jobs: Mapping[Job, ByRole]
    kept: Amount
    measured: Measured
    spread: float | None

    @property
    def rests_on(self) -> int:
        """Mediations that were measured."""
        return sum(job.step == "episodes" for job in self.measured.jobs)


async def forecast(workshop: Workshop) -> Forecast:
    """Work out what a run with the workshop's settings will take.

    Raises:
        CaseError: there is no case to simulate.
        ConfigurationError: a case that was asked for is unknown.
    """
    work = work_list(workshop)
    known = measured(workshop, work)
    recalled = await recall(workshop, work.jobs)
    jobs: dict[Job, ByRole] = {}
    spreads: dict[int, float | None] = {}
    for (step, *reading), alike in _groups(work.jobs).items():
        expected = await _expecting(workshop, reading, alike, known.of(step))
        jobs |= {job: _left(expected.of(job), recalled.get(job, Recalled())) for job in alike}
        if step == "episodes":
            spreads[len(alike)] = expected.spread(alike)
    kept = total(amount for one in recalled.values() for amount in one.kept.values())
    return Forecast(work, jobs, kept, known, spreads[max(spreads)] if spreads else None)


def player(workshop: Workshop, job: Job, role: str) -> str:
    """Return the name of the backbone that plays a role in a job."""
    if job.judge:
        return job.judge
    experiment = workshop.experiment
    return experiment.roles.backbone_of(role, job.cell.arm.backbone) if job.cell else experiment.profiler


def _left(expected: ByRole, recalled: Recalled) -> dict[str, Amount]:
    if recalled.whole:
        return {}
    return {role: whole - recalled.kept.get(role, Amount()) for role, whole in expected.items()}


def _groups(jobs: Sequence[Job]) -> dict[tuple[str, ...], list[Job]]:
    """Return the jobs by step and by the records they find: all of one group are rehearsed alike."""
    missing = frozenset(jobs)
    groups: dict[tuple[str, ...], list[Job]] = defaultdict(list)
    for job in jobs:
        found = takewhile(lambda needed: needed not in missing, job.needs)
        groups[job.step, *(needed.step for needed in found)].append(job)
    return groups


async def _expecting(
    workshop: Workshop, reading: Sequence[str], jobs: Sequence[Job], known: Mapping[Job, ByRole]
) -> Expecting:
    """Rehearse jobs to do and jobs done, or of too many every second, third …, so that every kind has its share."""
    rehearsal = Rehearsal(workshop, reading)
    by_kind: dict[Kind, list[Job]] = defaultdict(list)
    for job in [*jobs, *known]:
        by_kind[kind_of(job, rehearsal.language_of(job))].append(job)
    by_rules = all(_by_rules(workshop, name) for name in workshop.experiment.backbones_used())
    most = MOST * (10 if by_rules else 1)
    chosen = [job for of_it in by_kind.values() for job in of_it[:: ceil(len(of_it) * len(by_kind) / most)]]
    rehearsed = {job: _amounts(workshop, job, await rehearsal.play(job)) for job in chosen}
    return expecting(rehearsed, known, rehearsal.language_of)


def _amounts(workshop: Workshop, job: Job, said: Mapping[str, ByPurpose]) -> dict[str, Amount]:
    return {role: amount(one, by_rules=_by_rules(workshop, player(workshop, job, role))) for role, one in said.items()}


def _by_rules(workshop: Workshop, backbone: str) -> bool:
    return workshop.backbones[backbone].provider == "offline"
