"""From finished items to Dagster events: one materialization for every key that is there, reused ones included."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Any

import dagster as dg
from dagster._core.definitions.source_asset import SYSTEM_METADATA_KEY_SOURCE_ASSET_OBSERVATION

from cogmed_pipeline.defs.asking import say_spent
from cogmed_pipeline.defs.interruption import interruptible
from cogmed_pipeline.markup import listed
from cogmed_pipeline.progress import Progress
from cogmed_pipeline.steps.work import Done, Items
from cogmed_pipeline.workshop import Workshop

Describe = Callable[[Done], dict[str, Any]]

ATTEMPTS = 3
"""Of an item in a run, each with the retries of its calls and the re-asks of its replies."""

# Downstream steps of the same run need an output to go on, but Dagster would log a materialization for every
# key of the range with it. Its own observable sources, which log their events themselves, mark theirs like this.
LOGGED = {SYSTEM_METADATA_KEY_SOURCE_ASSET_OBSERVATION: True}


async def emit(
    context: dg.AssetExecutionContext,
    workshop: Workshop,
    make: Callable[[Sequence[str]], Items],
    keys: Sequence[str],
    describe: Describe = lambda done: {},
    progress: Progress | None = None,
) -> dg.Output[None]:
    """Log a materialization for each item that succeeded, as it does; fail in the end if some did not.

    What failed in a way that may pass is tried again, here and now: the others are done, and what it was told already
    is in the cache. Dagster need not do so, nor start a run for it: another step would confirm every other key again.

    Raises:
        dagster.Failure: some items failed; the others are materialized all the same.
    """
    step, progress = context.asset_key.to_user_string(), progress or workshop.progress
    progress.begin(step, len(keys))
    failed, waiting = list[Done](), list(keys)
    with interruptible():
        for attempts_left in reversed(range(ATTEMPTS)):
            lost = [done async for done in _succeeding(context, workshop, make(waiting), progress, describe)]
            again = _worth_trying(lost, len(lost) < len(waiting)) if attempts_left else []
            waiting = [done.key for done in again]
            for done in lost:
                if done not in again:
                    failed.append(done)
                    progress.item(step, reused=done.reused, failed=True)
            if not waiting:
                break
            context.log.warning(f"{len(waiting)} of {len(keys)} failed and are tried again; {again[0].failures[0]}")
    progress.end(step)
    if failed:
        await _confirm_others(context, keys)
        raise _failure(failed, len(keys))
    return dg.Output(None, metadata=LOGGED)


async def _succeeding(
    context: dg.AssetExecutionContext, workshop: Workshop, items: Items, progress: Progress, describe: Describe
) -> Items:
    """Log what succeeds, as it does, and yield what does not.

    Events are written in a thread: a write takes tens of milliseconds, and the event loop has model calls to serve.
    """
    async with aclosing(items):
        async for done in items:
            await asyncio.to_thread(say_spent, context, workshop)
            if done.failures:
                yield done
            else:
                progress.item(context.asset_key.to_user_string(), reused=done.reused, failed=False)
                await _log(context, done.key, {**describe(done), **done.metadata, "reused": done.reused})


def _worth_trying(lost: Sequence[Done], some_succeeded: bool) -> list[Done]:
    """Return what may go well another time; an endpoint that failed everybody was waited for long enough."""
    kinds = {"reply", "endpoint"} if some_succeeded else {"reply"}
    return [done for done in lost if done.kinds & kinds]


def _failure(failed: Sequence[Done], of: int) -> dg.Failure:
    failures = [failure for done in failed for failure in done.failures]
    return dg.Failure(
        f"{len(failed)} of {of} failed; the first: {failures[0]}",
        metadata={"failures": dg.MetadataValue.md(listed(failures))},
        allow_retries=False,  # they were retried above
    )


async def _log(context: dg.AssetExecutionContext, key: str, metadata: dict[str, Any]) -> None:
    event = dg.AssetMaterialization(context.asset_key, partition=key, metadata=metadata)
    await asyncio.to_thread(context.log_event, event)


async def _confirm_others(context: dg.AssetExecutionContext, keys: Sequence[str]) -> None:
    """Materialize again what a failed run only covers by its range: Dagster would show it as failed."""
    there = context.instance.get_materialized_partitions(context.asset_key)
    for key in sorted(set(context.partition_keys) & there - set(keys)):
        await _log(context, key, {"reused": True})
