"""The mediations: one partition an arm and case, one episode a seed in it."""

from collections.abc import AsyncIterator
from typing import Any

import dagster as dg

from cogmed_pipeline.defs.cases import profiles
from cogmed_pipeline.defs.emission import emit
from cogmed_pipeline.defs.partitions import GRID
from cogmed_pipeline.defs.record_asset import record_asset
from cogmed_pipeline.steps.plan import plan
from cogmed_pipeline.steps.simulation import Cell, cell_of, run_episodes
from cogmed_pipeline.steps.transcript import transcript
from cogmed_pipeline.steps.work import Done
from cogmed_pipeline.workshop import Workshop


@record_asset("simulation", GRID, deps=[profiles])
async def episodes(
    context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
) -> AsyncIterator[dg.Output[None]]:
    """Simulated mediations, each with everything said, believed and done in it."""
    cells = wanted_cells(context, workshop)
    plan(workshop, cells)
    by_key = {cell.key: cell for cell in cells}

    def describe(done: Done) -> dict[str, Any]:
        return {"transcript": dg.MetadataValue.md(transcript(workshop, by_key[done.key]))}

    yield await emit(context, workshop.progress, run_episodes(workshop, cells), list(by_key), describe)


def wanted_cells(context: dg.AssetExecutionContext, workshop: Workshop) -> list[Cell]:
    """Return the cells this run is about."""
    keys = [key for key in context.partition_keys if isinstance(key, dg.MultiPartitionKey)]
    cells = [cell_of(key.keys_by_dimension["arm"], key.keys_by_dimension["case"]) for key in keys]
    wanted = set(workshop.wanted(cell.key for cell in cells))
    return [cell for cell in cells if cell.key in wanted]
