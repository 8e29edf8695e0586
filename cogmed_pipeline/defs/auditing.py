"""The audit: what the rules find in every finished episode."""

from collections.abc import AsyncIterator, Sequence

import dagster as dg

from cogmed_pipeline.defs.emission import emit
from cogmed_pipeline.defs.partitions import GRID
from cogmed_pipeline.defs.record_asset import record_asset
from cogmed_pipeline.defs.simulation import episodes, wanted_cells
from cogmed_pipeline.steps.auditing import audit_episodes
from cogmed_pipeline.steps.work import Items
from cogmed_pipeline.workshop import Workshop


@record_asset("judging", GRID, deps=[episodes])
async def findings(
    context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
) -> AsyncIterator[dg.Output[None]]:
    """Leaks, broken bottom lines, loops, pressure, drift, concessions, beliefs and terms: computed, not judged."""
    by_key = {cell.key: cell for cell in wanted_cells(context, workshop)}

    def audit(keys: Sequence[str]) -> Items:
        return audit_episodes(workshop, [by_key[key] for key in keys])

    yield await emit(context, workshop, audit, list(by_key))
