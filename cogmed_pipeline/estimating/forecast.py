"""The estimate: each job as it was rehearsed, corrected by how real jobs differed from their rehearsal.

A job that is still to be done and one that was done are rehearsed alike, so their ratio carries what a rehearsal
cannot know: how long a model talks, and how soon it agrees.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from cogmed_pipeline.estimating.amounts import AS_IT_IS, Amount, ByRole, mean_by_role, total
from cogmed_pipeline.estimating.measured import Measured, measured
from cogmed_pipeline.estimating.recall import Recalled, recall
from cogmed_pipeline.estimating.rehearsal import ByPurpose, Rehearsal, amount
from cogmed_pipeline.estimating.work_list import Job, WorkList, work_list
from cogmed_pipeline.workshop import Workshop

MOST = 160
"""Jobs of a step that are rehearsed; where rules play every part, so that it is exact, ten times as many."""
ENOUGH, ENOUGH_OF_AN_ARM = 3, 6
"""Jobs that have to be measured before anything is concluded from them."""

Rehearsed = Mapping[Job, Mapping[str, ByPurpose]]


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
    rehearsed = await _rehearsed(workshop, [*work.jobs, *known.jobs])
    expecting = _Expecting(workshop, rehearsed, known.jobs)
    jobs = {job: _left(expecting.of(job), recalled.get(job, Recalled())) for job in work.jobs}
    kept = total(amount for one in recalled.values() for amount in one.kept.values())
    return Forecast(work, jobs, kept, known, expecting.spread(work.of("episodes")))


def player(workshop: Workshop, job: Job, role: str) -> str:
    """Return the name of the backbone that plays a role in a job."""
    if job.judge:
        return job.judge
    experiment = workshop.experiment
    return experiment.roles.backbone_of(role, job.cell.arm.backbone) if job.cell else experiment.profiler


def _misses(real: Sequence[float], rehearsed: Sequence[float]) -> float:
    """Return the sum of squares by which the rehearsed miss the real, both on the same scale."""
    scale = sum(real) / (sum(rehearsed) or 1.0)
    return sum((one - scale * other) ** 2 for one, other in zip(real, rehearsed, strict=True))


def _calls(roles: ByRole) -> float:
    return total(roles.values()).calls


def _left(expected: ByRole, recalled: Recalled) -> dict[str, Amount]:
    if recalled.whole:
        return {}
    return {role: whole - recalled.kept.get(role, Amount()) for role, whole in expected.items()}


async def _rehearsed(workshop: Workshop, jobs: Sequence[Job]) -> Rehearsed:
    """Rehearse the jobs, or of too many every second, third …, so that every arm has its share."""
    by_rules = all(workshop.backbones[name].provider == "offline" for name in workshop.experiment.backbones_used())
    most = MOST * (10 if by_rules else 1)
    by_kind: dict[tuple[str, str], list[Job]] = defaultdict(list)
    for job in jobs:
        by_kind[job.step, job.configuration].append(job)
    rehearsal = Rehearsal(workshop)
    kinds = {step: sum(kind[0] == step for kind in by_kind) for step, _ in by_kind}
    chosen = [job for kind, of_it in by_kind.items() for job in of_it[:: ceil(len(of_it) * kinds[kind[0]] / most)]]
    return {job: await rehearsal.play(job) for job in chosen}


class _Expecting:
    """What a job takes on the whole: its rehearsal, or the mean of its kind, times what measuring has shown."""

    def __init__(self, workshop: Workshop, rehearsed: Rehearsed, known: Mapping[Job, ByRole]) -> None:
        self._workshop = workshop
        self._known = known
        self._rehearsed = {job: self._amounts(job, said) for job, said in rehearsed.items()}
        by_kind: dict[tuple[str, str], list[ByRole]] = defaultdict(list)
        for job, amounts in self._rehearsed.items():
            by_kind[job.step, job.configuration].append(amounts)
        self._means = {kind: mean_by_role(items) for kind, items in by_kind.items()}
        steps = dict.fromkeys(step for step, _ in self._means)
        self._by_kind = frozenset(step for step in steps if self._kind_tells_more(step))
        self._factors: dict[tuple[str, str, str], dict[str, Amount]] = {}

    def of(self, job: Job) -> dict[str, Amount]:
        """Return what a job takes, by role."""
        factors = self._factors_of(job)
        return {role: one * factors.get(role, AS_IT_IS) for role, one in self._as_rehearsed(job).items()}

    def spread(self, jobs: Sequence[Job]) -> float | None:
        """Return by what fraction the calls of episodes may be off."""
        done = [job for job in self._known if job.step == "episodes"]
        if len(done) < ENOUGH or not jobs:
            return None
        off = [_calls(self._known[job]) - _calls(self.of(job)) for job in done]
        variance = sum(one * one for one in off) / (len(off) - 1)
        error = sqrt(variance * (len(jobs) ** 2 / len(done) + len(jobs)))
        return 1.96 * error / sum(_calls(self.of(job)) for job in jobs)

    def _as_rehearsed(self, job: Job) -> ByRole:
        mean = self._means[job.step, job.configuration]
        return mean if job.step in self._by_kind else self._rehearsed.get(job, mean)

    def _kind_tells_more(self, step: str) -> bool:
        """Say whether measured jobs are nearer to the mean rehearsal of their kind than to their own."""
        jobs = [job for job in self._known if job.step == step and job in self._rehearsed]
        real = [_calls(self._known[job]) for job in jobs]
        own = _misses(real, [_calls(self._rehearsed[job]) for job in jobs])
        return (
            len(jobs) >= ENOUGH and _misses(real, [_calls(self._means[step, job.configuration]) for job in jobs]) < own
        )

    def _amounts(self, job: Job, said: Mapping[str, ByPurpose]) -> dict[str, Amount]:
        return {role: amount(one, by_rules=self._by_rules(job, role)) for role, one in said.items()}

    def _by_rules(self, job: Job, role: str) -> bool:
        return self._workshop.backbones[player(self._workshop, job, role)].provider == "offline"

    def _factors_of(self, job: Job) -> dict[str, Amount]:
        arm = job.cell.arm.key if job.cell else ""
        kind = (job.step, arm, job.judge)
        if kind not in self._factors:
            self._factors[kind] = self._measured_over_rehearsed(self._alike(job))
        return self._factors[kind]

    def _alike(self, job: Job) -> list[Job]:
        """Return measured jobs to learn from: of the same arm if there are enough, of the same backbone, or of any."""
        of_step = [other for other in self._known if other.step == job.step]
        arm = job.cell.arm if job.cell else None
        of_arm = [other for other in of_step if other.cell and other.cell.arm == arm]
        if len(of_arm) >= ENOUGH_OF_AN_ARM:
            return of_arm
        of_backbone = [other for other in of_step if arm and other.cell and other.cell.arm.backbone == arm.backbone]
        return next((group for group in (of_backbone, of_step) if len(group) >= ENOUGH), [])

    def _measured_over_rehearsed(self, jobs: Iterable[Job]) -> dict[str, Amount]:
        pairs = [(self._known[job], self._as_rehearsed(job)) for job in jobs]
        roles = dict.fromkeys(role for _, rehearsed in pairs for role in rehearsed)
        return {
            role: total(real.get(role, Amount()) for real, _ in pairs)
            / total(rehearsed.get(role, Amount()) for _, rehearsed in pairs)
            for role in roles
        }
