"""What was asked for, kept so that an episode that never ran is counted as missing and not forgotten."""

from collections.abc import Collection, Iterable

from cogmed_core.domain.record import Record
from cogmed_core.experiment.configurations import CONFIGURATIONS
from cogmed_core.reports.results import Requested
from cogmed_pipeline.steps.simulation import Cell
from cogmed_pipeline.workshop import Workshop

KIND = "plans"


class Plan(Record):
    """The (case, seed) pairs ever asked for in an arm."""

    backbone: str
    configuration: str
    pairs: tuple[tuple[str, int], ...]


def plan(workshop: Workshop, cells: Iterable[Cell]) -> None:
    """Add the cells, on every seed of the experiment, to what was asked for."""
    asked: dict[str, tuple[Cell, set[tuple[str, int]]]] = {}
    for cell in cells:
        pairs = asked.setdefault(cell.arm.key, (cell, set()))[1]
        pairs |= {(cell.case_id, seed) for seed in workshop.experiment.seeds}
    for key, (cell, pairs) in asked.items():
        known = workshop.records.load(KIND, key, Plan)
        everything = pairs | set(known[0].pairs if known else ())
        arm = cell.arm
        updated = Plan(backbone=arm.backbone, configuration=arm.configuration.name, pairs=tuple(sorted(everything)))
        if known is None or known[0] != updated:
            workshop.records.save(KIND, key, updated, "")


def requested(workshop: Workshop, case_ids: Collection[str]) -> Requested:
    """Return what was asked for in each arm, over the cases there still are."""
    order = {name: position for position, name in enumerate(CONFIGURATIONS)}
    plans = sorted(
        workshop.records.all(KIND, Plan), key=lambda plan: (plan.backbone, order.get(plan.configuration, len(order)))
    )
    return {(plan.backbone, plan.configuration): [pair for pair in plan.pairs if pair[0] in case_ids] for plan in plans}
