"""Which partitions of verdicts a command has to run: those of its questions, or those of its experiment's panels."""

from collections.abc import Sequence
from typing import Protocol

import dagster as dg

from cogmed_core.errors import AccessError, CogMedError
from cogmed_core.llm.failures import BudgetError
from cogmed_pipeline.defs.deliberation import DELIBERATORS, QUESTION_SETS
from cogmed_pipeline.defs.partitions import register
from cogmed_pipeline.steps.contests import panel_cells
from cogmed_pipeline.steps.deliberation import pending_deliberations
from cogmed_pipeline.steps.deliberation_plan import DeliberationCell, plan
from cogmed_pipeline.stopping import StoppedError
from cogmed_pipeline.workshop import Workshop

Dimensions = tuple[dg.DynamicPartitionsDefinition, dg.DynamicPartitionsDefinition]


class Grid(Protocol):
    """Materializes assets, whole or in partitions of two dimensions."""

    def once(self, asset: str) -> None:
        """Materialize an asset that has no partitions."""
        ...

    def grid(self, asset: str, keys: Sequence[str], dimensions: Dimensions = ...) -> None:
        """Materialize the partitions of these keys."""
        ...

    def unseen(self, asset: str, keys: Sequence[str]) -> set[str]:
        """Return the keys without a materialization."""
        ...


def sit(
    runner: Grid, instance: dg.DagsterInstance, workshop: Workshop, cells: Sequence[DeliberationCell]
) -> CogMedError | None:
    """Decide what is missing or changed in the cells; return why that stopped before its end, None if it did not."""
    register(instance, QUESTION_SETS, list(dict.fromkeys(cell.question_set.name for cell in cells)))
    register(instance, DELIBERATORS, list(dict.fromkeys(cell.deliberator for cell in cells)))
    plan(workshop, cells)
    to_do = {cell.key for cell in pending_deliberations(workshop, cells)}
    to_do |= runner.unseen("verdicts", [cell.key for cell in cells])
    try:
        runner.grid("verdicts", [cell.key for cell in cells if cell.key in to_do], (DELIBERATORS, QUESTION_SETS))
    except (AccessError, BudgetError, StoppedError) as error:
        return error
    return None


def hold_contests(runner: Grid, instance: dg.DagsterInstance, workshop: Workshop) -> CogMedError | None:
    """Let the experiment's panels compare its settlements, if it has panels; returns as ``sit`` does."""
    if not workshop.experiment.deliberation.panels:
        return None
    runner.once("contests")
    return sit(runner, instance, workshop, panel_cells(workshop))
