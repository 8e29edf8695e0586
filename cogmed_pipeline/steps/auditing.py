"""Auditing the episodes of one arm on one case: rules over records, no model, again where either changed."""

from collections.abc import Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.registry import audit
from cogmed_core.domain.audit import EpisodeAudit
from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.party import ProfileSet
from cogmed_core.experiment.fingerprint import audit_fingerprint
from cogmed_pipeline.steps.simulation import Cell
from cogmed_pipeline.steps.work import Done, Items, each
from cogmed_pipeline.workshop import Workshop

KIND = "findings"


@dataclass(frozen=True, slots=True)
class Task:
    """One finished episode, and the audit there is of it, if it is up to date."""

    key: str
    case: Case
    evidence: Evidence
    fingerprint: str
    audit: EpisodeAudit | None


def pending_audits(workshop: Workshop, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells with a finished episode whose audit is missing or out of date."""
    return [cell for cell in cells if any(task.audit is None for task in _tasks(workshop, cell))]


async def audit_episodes(workshop: Workshop, cells: Sequence[Cell]) -> Items:
    """Audit every finished episode of the cells."""
    by_key = {cell.key: cell for cell in cells}

    async def work(key: str) -> Done:
        return _audit_cell(workshop, by_key[key])

    async with aclosing(each(list(by_key), work, workshop.stop)) as items:
        async for done in items:
            yield done


def _audit_cell(workshop: Workshop, cell: Cell) -> Done:
    tasks = list(_tasks(workshop, cell))
    if not tasks:
        return Done(cell.key, failures=(f"{cell.key}: no finished episode to audit",))
    audits = [task.audit or _audit(workshop, task) for task in tasks]
    found = [finding.kind.value for one in audits for finding in one.findings]
    counts = {kind: found.count(kind) for kind in sorted(set(found))}
    return Done(cell.key, reused=all(task.audit for task in tasks), metadata={"findings": counts})


def _tasks(workshop: Workshop, cell: Cell) -> Iterator[Task]:
    records = workshop.records
    case = records.load("cases", cell.case_id, Case)
    scenario = records.load("scenarios", cell.case_id, Scenario)
    for seed in workshop.experiment.seeds:
        key = cell.record_key(seed)
        episode = records.load("episodes", key, Episode)
        profiles = records.load("profiles", f"{cell.case_id}/s{seed}", ProfileSet)
        if not (case and scenario and profiles and episode) or episode[0].status != "finished":
            continue
        expected = audit_fingerprint(case[0], scenario[0], profiles[0], episode[0])
        there = records.fresh(KIND, key, EpisodeAudit, expected)
        yield Task(key, case[0], Evidence(scenario[0], episode[0], profiles[0]), expected, there)


def _audit(workshop: Workshop, task: Task) -> EpisodeAudit:
    result = audit(task.case, task.evidence, task.fingerprint)
    workshop.records.save(KIND, task.key, result, task.fingerprint)
    return result
