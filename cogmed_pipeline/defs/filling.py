"""Filling in what is missing, step by step: each step is a run over just the partitions that need it.

One fill is a chain of runs with the same tag. Every step is asked for at most once in a fill, so that what fails is
not tried, and paid for, again and again: the next fill tries it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import dagster as dg

from cogmed_core.errors import CaseError
from cogmed_pipeline.defs.asking import MAX_COST, SPENT, run_config
from cogmed_pipeline.defs.partitions import ARMS, CASES
from cogmed_pipeline.defs.ranges import covered, covering
from cogmed_pipeline.defs.record_asset import MOST_KEYS
from cogmed_pipeline.steps.auditing import pending_audits
from cogmed_pipeline.steps.catalogue import catalogue_of
from cogmed_pipeline.steps.intake import news
from cogmed_pipeline.steps.judging import pending_judgements, with_episodes
from cogmed_pipeline.steps.preparation import pending_anonymization, pending_profiles, pending_scenarios
from cogmed_pipeline.steps.simulation import Cell, cells_of, pending_episodes
from cogmed_pipeline.workshop import Workshop

FILL, STEP = "cogmed/fill", "cogmed/step"
"""Tags of a run: which fill it belongs to, and which step of it it does."""


@dataclass(frozen=True, slots=True)
class Step:
    """Assets that are made together, and how to tell which partitions of them are missing or out of date.

    Its name is that of a job too. ``pending`` returns partition keys; for assets without partitions one blank key, or
    none.
    """

    name: str
    assets: tuple[str, ...]
    pending: Callable[[Workshop, dg.DagsterInstance], list[str]]
    dimensions: tuple[dg.DynamicPartitionsDefinition, ...] = ()

    @property
    def told(self) -> str:
        """The step in a line, for the list of jobs."""
        return f"One step of a fill: {', '.join(self.assets)}."


def _catalogue(workshop: Workshop, _: dg.DagsterInstance) -> list[str]:
    found = news(workshop)
    return [""] if found and found.is_news else []


def _cases(workshop: Workshop, _: dg.DagsterInstance) -> list[str]:
    case_ids = catalogue_of(workshop).accepted
    try:
        pending = set(pending_anonymization(workshop, case_ids))
    except (CaseError, KeyError):  # the folder changed since; the next fill sees it
        return []
    pending |= {*pending_scenarios(workshop, case_ids), *pending_profiles(workshop, case_ids)}
    return [case_id for case_id in case_ids if case_id in pending]


def _cells(workshop: Workshop) -> list[Cell]:
    return cells_of(workshop, catalogue_of(workshop).accepted)


def _episodes(workshop: Workshop, _: dg.DagsterInstance) -> list[str]:
    return [cell.key for cell in pending_episodes(workshop, _cells(workshop))]


def _scores(workshop: Workshop, _: dg.DagsterInstance) -> list[str]:
    cells = with_episodes(workshop, _cells(workshop))
    return list(
        dict.fromkeys(cell.key for cell in [*pending_audits(workshop, cells), *pending_judgements(workshop, cells)])
    )


def _tables(_: Workshop, instance: dg.DagsterInstance) -> list[str]:
    """Rebuild where something was materialized since the last time."""

    def last(asset: str) -> int:
        newest = instance.fetch_materializations(dg.AssetKey(asset), limit=1).records
        return newest[0].storage_id if newest else 0

    made = max(last(asset) for asset in ("case_catalogue", "profiles", "episodes", "findings", "judgements"))
    return [""] if made > last("database") else []


STEPS = (
    Step("take_stock", ("case_catalogue",), _catalogue),
    Step("prepare", ("anonymized_cases", "scenarios", "profiles"), _cases, (CASES,)),
    Step("mediate", ("episodes",), _episodes, (ARMS, CASES)),
    Step("score", ("findings", "judgements"), _scores, (ARMS, CASES)),
    Step("tabulate", ("clearance", "database"), _tables),
)
JOBS = {step.name: dg.define_asset_job(step.name, selection=step.assets, description=step.told) for step in STEPS}


def next_runs(
    workshop: Workshop, instance: dg.DagsterInstance, fill: str, after: str = "", spent: float = 0.0
) -> list[dg.RunRequest]:
    """Return the runs of the first step with something to do; none where nothing is left, or nothing to spend.

    Args:
        workshop: what there is, and what may be spent.
        instance: what was materialized, and the partitions there are.
        fill: the name of the fill.
        after: the step that was done last; blank at the beginning.
        spent: what the fill has spent so far.
    """
    names = [step.name for step in STEPS]
    limit = workshop.settings.max_cost
    for step in STEPS[names.index(after) + 1 if after else 0 :]:
        if limit is not None and spent >= limit and step.name != "tabulate":
            continue
        if keys := step.pending(workshop, instance):
            return list(_runs(step, keys, instance, fill, None if limit is None else limit - spent))
    return []


def spent_by(runs: Sequence[dg.DagsterRun]) -> float:
    """Return what some runs have spent; one that was retried by itself is in the sum of the one that followed."""
    retried = {run.parent_run_id for run in runs}
    return sum(float(run.tags.get(SPENT, 0)) for run in runs if run.run_id not in retried)


def _runs(
    step: Step, keys: Sequence[str], instance: dg.DagsterInstance, fill: str, left: float | None
) -> Iterator[dg.RunRequest]:
    """Yield one run for every thousand keys; what is left to spend is shared out among them."""
    orders = [instance.get_dynamic_partitions(str(dimension.name)) for dimension in step.dimensions]
    known = [key for key in keys if all(part in order for part, order in zip(key.split("|"), orders, strict=False))]
    chunks = [known[start : start + MOST_KEYS] for start in range(0, len(known), MOST_KEYS)]
    for number, chunk in enumerate(chunks):
        tags = {FILL: fill, STEP: step.name}
        if left is not None:
            tags[MAX_COST] = f"{max(0.0, left) / len(chunks):.6f}"
        config: dict[str, object] = {}
        if orders:
            span = covering(chunk, *orders)
            tags |= span
            config = run_config(step.assets, chunk if covered(span, *orders) > len(chunk) else ())
        yield dg.RunRequest(
            run_key=f"{fill}/{step.name}/{number}",
            job_name=step.name,
            run_config=config,
            tags=tags,
        )
