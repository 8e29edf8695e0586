"""The audit: what the rules find in every finished episode."""

from collections.abc import AsyncIterator

import dagster as dg

from cogmed_pipeline.defs.emission import emit
from cogmed_pipeline.defs.partitions import GRID
from cogmed_pipeline.defs.record_asset import record_asset
from cogmed_pipeline.defs.simulation import episodes, wanted_cells
from cogmed_pipeline.steps.auditing import audit_episodes
from cogmed_pipeline.workshop import Workshop


@record_asset("judging", GRID, deps=[episodes])
async def findings(
    context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
) -> AsyncIterator[dg.Output[None]]:
    """Leaks, broken bottom lines, loops, pressure, drift, concessions, beliefs and terms: computed, not judged."""
    cells = wanted_cells(context, workshop)
    yield await emit(context, workshop.progress, audit_episodes(workshop, cells), [cell.key for cell in cells])
