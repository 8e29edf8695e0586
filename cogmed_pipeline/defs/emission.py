"""From finished items to Dagster events: one materialization for every key that is there, reused ones included."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Any

import dagster as dg
from dagster._core.definitions.source_asset import SYSTEM_METADATA_KEY_SOURCE_ASSET_OBSERVATION

from cogmed_pipeline.defs.interruption import interruptible
from cogmed_pipeline.markup import listed
from cogmed_pipeline.progress import Progress
from cogmed_pipeline.steps.work import Done, Items

Describe = Callable[[Done], dict[str, Any]]

# Downstream steps of the same run need an output to go on, but Dagster would log a materialization for every
# key of the range with it. Its own observable sources, which log their events themselves, mark theirs like this.
LOGGED = {SYSTEM_METADATA_KEY_SOURCE_ASSET_OBSERVATION: True}


async def emit(
    context: dg.AssetExecutionContext,
    progress: Progress,
    items: Items,
    keys: Sequence[str],
    describe: Describe = lambda done: {},
) -> dg.Output[None]:
    """Log a materialization for each item that succeeded, as it does; fail in the end if some did not.

    Events are written in a thread: a write takes tens of milliseconds, and the event loop has model calls to serve.

    Raises:
        dagster.Failure: some items failed; the others are materialized all the same.
    """
    step = context.asset_key.to_user_string()
    failed = list[Done]()
    progress.begin(step, len(keys))
    with interruptible():
        async with aclosing(items):
            async for done in items:
                progress.item(step, reused=done.reused, failed=bool(done.failures))
                if done.failures:
                    failed.append(done)
                else:
                    await _log(context, done.key, {"reused": done.reused, **done.metadata, **describe(done)})
    progress.end(step)
    if failed:
        await _confirm_others(context, keys)
        failures = [failure for done in failed for failure in done.failures]
        raise dg.Failure(
            f"{len(failed)} of {len(keys)} failed; the first: {failures[0]}",
            metadata={"failures": dg.MetadataValue.md(listed(failures))},
            allow_retries=False,
        )
    return dg.Output(None, metadata=LOGGED)


async def _log(context: dg.AssetExecutionContext, key: str, metadata: dict[str, Any]) -> None:
    event = dg.AssetMaterialization(context.asset_key, partition=key, metadata=metadata)
    await asyncio.to_thread(context.log_event, event)


async def _confirm_others(context: dg.AssetExecutionContext, keys: Sequence[str]) -> None:
    """Materialize again what a failed run only covers by its range: Dagster would show it as failed."""
    there = context.instance.get_materialized_partitions(context.asset_key)
    for key in sorted(set(context.partition_keys) & there - set(keys)):
        await _log(context, key, {"reused": True})
