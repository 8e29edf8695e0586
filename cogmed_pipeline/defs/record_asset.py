"""The shape every partitioned asset of ours has: many keys in one run, each with a record file of its own."""

import warnings
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import dagster as dg

# Dagster calls the parameter beta; its behaviour is pinned by our tests and by the range of versions we accept.
warnings.filterwarnings("ignore", message="Parameter `backfill_policy`", category=dg.BetaWarning)

Body = Callable[..., AsyncIterator[None]]


def record_asset(
    group: str, partitions: dg.PartitionsDefinition[str], deps: Sequence[dg.AssetsDefinition]
) -> Callable[[Body], dg.AssetsDefinition]:
    """Make an asset of an asynchronous generator that logs its own materializations and yields nothing.

    The generator form is what Dagster accepts over several partitions; the output is not required because
    a key that failed has none.
    """
    dagster_type: Any = dg.Any
    return dg.asset(
        group_name=group,
        kinds={"json"},
        partitions_def=partitions,
        deps=deps,
        backfill_policy=dg.BackfillPolicy.single_run(),
        output_required=False,
        dagster_type=dagster_type,
    )
