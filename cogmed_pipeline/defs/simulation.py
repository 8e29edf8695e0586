"""The mediations: one partition an arm and case, one episode a seed in it."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import dagster as dg

from cogmed_pipeline.defs.asking import wanted_keys
from cogmed_pipeline.defs.cases import profiles
from cogmed_pipeline.defs.emission import emit
from cogmed_pipeline.defs.partitions import GRID
from cogmed_pipeline.defs.record_asset import record_asset
from cogmed_pipeline.steps.belief_curve import belief_curve
from cogmed_pipeline.steps.plan import plan
from cogmed_pipeline.steps.simulation import Cell, cell_of, run_episodes
from cogmed_pipeline.steps.transcript import cell_episodes, transcript
from cogmed_pipeline.steps.work import Done, Items
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
        return episode_page(workshop, by_key[done.key])

    def run(keys: Sequence[str]) -> Items:
        return run_episodes(workshop, [by_key[key] for key in keys])

    yield await emit(context, workshop, run, list(by_key), describe)


def episode_page(workshop: Workshop, cell: Cell) -> dict[str, Any]:
    """Return what the page of a partition shows of its episodes, summed up over their seeds."""
    there = cell_episodes(workshop, cell)
    usage = [use for episode in there for use in episode.usage]
    curves = [f"Seed {one.seed}\n\n{belief_curve(one.beliefs)}" for one in there if one.beliefs]
    page: dict[str, Any] = {
        "outcome": ", ".join(episode.outcome or episode.status for episode in there),
        "rounds": sum(episode.rounds for episode in there),
        "calls": sum(use.calls for use in usage),
        "prompt tokens": sum(use.prompt_tokens for use in usage),
        "completion tokens": sum(use.completion_tokens for use in usage),
        "cost": float(sum(use.cost for use in usage)),
        "synthetic": any(episode.synthetic for episode in there),
        "transcript": dg.MetadataValue.md(transcript(workshop, cell)),
    }
    return page | ({"beliefs": dg.MetadataValue.md("\n\n".join(curves))} if curves else {})


def wanted_cells(context: dg.AssetExecutionContext, workshop: Workshop) -> list[Cell]:
    """Return the cells this run is about."""
    wanted = set(wanted_keys(context, workshop))
    keys = [key for key in context.partition_keys if isinstance(key, dg.MultiPartitionKey) and key in wanted]
    return [cell_of(key.keys_by_dimension["arm"], key.keys_by_dimension["case"]) for key in keys]
