"""The shape every partitioned asset of ours has: many keys in one run, each with a record file of its own."""

import warnings
from collections.abc import AsyncIterator, Callable, Sequence
from functools import wraps
from typing import Any

import dagster as dg

from cogmed_pipeline.defs.asking import CONFIGURATION, say_spent
from cogmed_pipeline.instance import PROCESS, this_process
from cogmed_pipeline.workshop import Workshop

# Dagster calls the parameter beta; its behaviour is pinned by our tests and by the range of versions we accept.
warnings.filterwarnings("ignore", message="Parameter `backfill_policy`", category=dg.BetaWarning)

MODELS = "models"
"""The pool of the steps that ask models: how many of them may work at once, in all runs together."""
MOST_KEYS = 1000
"""Partitions in one run of a backfill; more of them are split over several runs."""

Body = Callable[[dg.AssetExecutionContext, Workshop], AsyncIterator[dg.Output[None]]]


def record_asset(
    group: str,
    partitions: dg.PartitionsDefinition[str],
    deps: Sequence[dg.AssetsDefinition],
    pool: str | None = None,
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
        pool=pool,
    )
    return lambda body: decorate(_accounting(body))


def _accounting(body: Body) -> Body:
    @wraps(body)
    async def accounted(
        context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
    ) -> AsyncIterator[dg.Output[None]]:
        if PROCESS not in context.run.tags:
            context.instance.add_run_tags(context.run.run_id, this_process())
        try:
            async for output in body(context, workshop):
                yield output
        finally:
            say_spent(context, workshop)

    return accounted
