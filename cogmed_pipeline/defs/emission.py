"""From finished items to Dagster events: one materialization for every key that is there, reused ones included."""

import asyncio
from collections.abc import AsyncIterator, Callable

import dagster as dg

from cogmed_pipeline.progress import Progress
from cogmed_pipeline.steps.work import Done

Describe = Callable[[Done], dict[str, object]]


async def emit(
    context: dg.AssetExecutionContext,
    progress: Progress,
    items: AsyncIterator[Done],
    total: int,
    describe: Describe = lambda done: {},
) -> None:
    """Log a materialization for each item that succeeded, then fail if some did not.

    Events are written by one thread of their own: a write takes tens of milliseconds, and the event loop has
    model calls to serve.

    Raises:
        dagster.Failure: some items failed; the others are materialized all the same.
    """
    step = context.asset_key.to_user_string()
    failures: list[str] = []
    progress.begin(step, total)
    async for done in items:
        progress.item(step, reused=done.reused, failed=bool(done.failures))
        failures += done.failures
        if not done.failures:
            metadata = {"reused": done.reused, **done.metadata, **describe(done)}
            event = dg.AssetMaterialization(context.asset_key, partition=done.key, metadata=metadata)
            await asyncio.to_thread(context.log_event, event)
    progress.end(step)
    if failures:
        raise dg.Failure(
            f"{len(failures)} of {total} failed; the first: {failures[0]}",
            metadata={"failures": dg.MetadataValue.md("\n".join(f"- {failure}" for failure in failures))},
            allow_retries=False,
        )
