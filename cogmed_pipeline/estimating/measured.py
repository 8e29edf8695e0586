"""What jobs of this kind took in this warehouse: the accounts of records that are there, under whatever settings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cogmed_core.domain.episode import Episode
from cogmed_pipeline.estimating.amounts import ByRole, used
from cogmed_pipeline.estimating.work_list import STEPS, Job, WorkList, judging
from cogmed_pipeline.steps.accounts import Account, accounts_of
from cogmed_pipeline.steps.judging import sheets_of
from cogmed_pipeline.steps.plan import all_conditions, plans_of
from cogmed_pipeline.steps.simulation import KIND as EPISODES
from cogmed_pipeline.workshop import Workshop


@dataclass(slots=True)
class Pace:
    """How long the calls of a backbone took, those from the cache left out."""

    calls: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured: amounts by job and role, and for each backbone its pace and its bill.

    Attributes:
        bills: what was paid, and what the same tokens cost by the price list; less is paid where an endpoint has part
            of a prompt in its own cache.
    """

    jobs: Mapping[Job, ByRole]
    paces: Mapping[str, Pace] = field(default_factory=dict)
    bills: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def of(self, step: str) -> dict[Job, ByRole]:
        """Return the jobs of one step."""
        return {job: amounts for job, amounts in self.jobs.items() if job.step == step}


def measured(workshop: Workshop, work: WorkList) -> Measured:
    """Read the accounts of everything that ``work`` found done, and of what was done for it."""
    paces: dict[str, Pace] = {}
    bills: dict[str, tuple[float, float]] = {}
    jobs: dict[Job, ByRole] = {}
    for job, account in _accounts(workshop, work):
        jobs[job] = used((*account.usage, *account.wasted))
        for use in account.usage:
            name = f"{use.role}/{use.backbone}"
            pace = paces.setdefault(use.backbone, Pace())
            pace.calls += use.calls - account.cached_calls.get(name, 0)
            pace.seconds += account.seconds.get(name, 0.0)
            if backbone := workshop.backbones.get(use.backbone):
                paid, listed = bills.get(use.backbone, (0.0, 0.0))
                listed += backbone.cost(use.prompt_tokens, use.completion_tokens)
                bills[use.backbone] = (paid + use.cost, listed)
    return Measured(jobs, paces, bills)


def _accounts(workshop: Workshop, work: WorkList) -> Iterable[tuple[Job, Account]]:
    accounts = {step: accounts_of(workshop.records, step) for step in STEPS}
    for job in [*_done(workshop, work), *_done_earlier(workshop, work)]:
        suffix = f"/{job.judge}.r{job.repeat}" if job.judge else ""
        key = {
            "scenarios": job.case_id,
            "profiles": f"{job.case_id}/s{job.seed}",
        }.get(job.step, f"{job.cell.record_key(job.seed)}{suffix}" if job.cell else "")
        if account := accounts[job.step].get(key):
            yield job, account


def _done(workshop: Workshop, work: WorkList) -> list[Job]:
    """Return every job of the work's cases that needs not be done again."""
    to_do, done = set(work.jobs), dict.fromkeys(work.done)
    for job in [*work.done, *work.jobs]:
        done |= dict.fromkeys(job.needs)
    for episode in work.done:
        if cell := episode.cell:
            sheets = sheets_of(workshop.experiment, cell.arm.backbone)
            done |= {judging(cell, episode.seed, sheet): None for sheet in sheets}
    return [job for job in done if job not in to_do]


def _done_earlier(workshop: Workshop, work: WorkList) -> Iterable[Job]:
    """Return the jobs to do whose record is there, of other settings: how long a model talks they show as well."""
    rounds = {
        asked.fingerprint: conditions.rounds
        for conditions in all_conditions(workshop)
        for plan in plans_of(workshop, conditions.settings)
        for asked in plan.asked
    }
    for job in work.jobs:
        if job.cell and (found := workshop.records.load(EPISODES, job.cell.record_key(job.seed), Episode)):
            episode = found[0]
            if episode.status == "finished" and episode.fingerprint in rounds:
                yield replace(job, rounds=rounds[episode.fingerprint])
