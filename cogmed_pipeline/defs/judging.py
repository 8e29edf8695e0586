"""The judgements: every finished episode by every judge."""

from collections.abc import AsyncIterator, Sequence

import dagster as dg

from cogmed_pipeline.defs.emission import emit
from cogmed_pipeline.defs.partitions import GRID
from cogmed_pipeline.defs.record_asset import record_asset
from cogmed_pipeline.defs.simulation import episodes, wanted_cells
from cogmed_pipeline.steps.judging import judge_episodes
from cogmed_pipeline.steps.work import Items
from cogmed_pipeline.workshop import Workshop


@record_asset("judging", GRID, deps=[episodes])
async def judgements(
    context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
) -> AsyncIterator[dg.Output[None]]:
    """Feasibility, professionalism, creativity and, where asked for, conduct, from 1 to 10; or why there is none."""
    by_key = {cell.key: cell for cell in wanted_cells(context, workshop)}

    def judge(keys: Sequence[str]) -> Items:
        return judge_episodes(workshop, [by_key[key] for key in keys])

    yield await emit(context, workshop, judge, list(by_key))
