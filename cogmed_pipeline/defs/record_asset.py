"""The shape every partitioned asset of ours has: many keys in one run, each with a record file of its own."""

import warnings
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import dagster as dg

# Dagster calls the parameter beta; its behaviour is pinned by our tests and by the range of versions we accept.
warnings.filterwarnings("ignore", message="Parameter `backfill_policy`", category=dg.BetaWarning)

Body = Callable[..., AsyncIterator[dg.Output[None]]]


def record_asset(
    group: str, partitions: dg.PartitionsDefinition[str], deps: Sequence[dg.AssetsDefinition]
) -> Callable[[Body], dg.AssetsDefinition]:
    """Make an asset of an asynchronous generator that logs its own materializations; ``emit`` gives what it yields.

    The generator form is what Dagster accepts over several partitions; the output itself holds nothing.
    """
    nothing: Any = dg.Nothing
    return dg.asset(
        group_name=group,
        kinds={"json"},
        partitions_def=partitions,
        deps=deps,
        backfill_policy=dg.BackfillPolicy.single_run(),
        dagster_type=nothing,
    )
