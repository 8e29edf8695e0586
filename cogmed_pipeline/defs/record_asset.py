"""The shape every partitioned asset of ours has: many keys in one run, each with a record file of its own."""

import warnings
from collections.abc import AsyncIterator, Callable, Sequence
from functools import wraps
from typing import Any

import dagster as dg

from cogmed_pipeline.defs.asking import CONFIGURATION, say_spent
from cogmed_pipeline.defs.pools import PoolTurns
from cogmed_pipeline.instance import this_process
from cogmed_pipeline.workshop import Workshop

# Dagster calls the parameter beta; its behaviour is pinned by our tests and by the range of versions we accept.
warnings.filterwarnings("ignore", message="Parameter `backfill_policy`", category=dg.BetaWarning)

MOST_KEYS = 1000
"""Partitions in one run of a backfill; more of them are split over several runs."""

Body = Callable[[dg.AssetExecutionContext, Workshop], AsyncIterator[dg.Output[None]]]


def record_asset(
    group: str,
    partitions: dg.PartitionsDefinition[str],
    deps: Sequence[dg.AssetsDefinition],
) -> Callable[[Body], dg.AssetsDefinition]:
    """Make an asset of an asynchronous generator that logs its own materializations; ``emit`` gives what it yields.

    The generator form is what Dagster accepts over several partitions; the output itself holds nothing.
    """
    nothing: Any = dg.Nothing
    decorate = dg.asset(
        group_name=group,
        kinds={"json"},
        owners=["team:cogmed"],
        partitions_def=partitions,
        deps=deps,
        backfill_policy=dg.BackfillPolicy.multi_run(MOST_KEYS),
        config_schema=CONFIGURATION,
        dagster_type=nothing,
    )
    return lambda body: decorate(_accounting(body))


def _accounting(body: Body) -> Body:
    @wraps(body)
    async def accounted(
        context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
    ) -> AsyncIterator[dg.Output[None]]:
        if not this_process().items() <= context.run.tags.items():  # a retried run has the tag of the one before
            context.instance.add_run_tags(context.run.run_id, this_process())
        workshop.turns = PoolTurns(context)
        try:
            async for output in body(context, workshop):
                yield output
        finally:
            say_spent(context, workshop)

    return accounted
