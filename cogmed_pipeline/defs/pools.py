"""A Dagster pool for each backbone, so that runs on one instance share its endpoint's limit.

Dagster gives an asset one pool, fixed where it is defined; which backbones a run asks is known only from its
partitions. So a step claims its slots itself, by the calls Dagster's own executors use: the pools are on the page
*Deployment / Concurrency* like any other, with who holds them and who waits, and their limits are set there.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress

import dagster as dg
from sqlalchemy.exc import DBAPIError

from cogmed_pipeline.instance import is_over

SECONDS = 1.0
"""Between two looks at whether a place is free."""


def pool_of(backbone: str) -> str:
    """Return the name of a backbone's pool."""
    return f"model_{re.sub(r'[^A-Za-z0-9_]', '_', backbone)}"


class PoolTurns:
    """Takes a step's turns at backbones in their pools; places that a dead run still holds are given back first.

    The limit of a pool is how many steps may ask the backbone at once; each then has an equal share of its calls.
    """

    def __init__(self, context: dg.AssetExecutionContext) -> None:
        self._instance = context.instance
        self._storage = context.instance.event_log_storage
        self._run_id = context.run.run_id
        self._step = context.asset_key.to_user_string()
        self._log = context.log

    @asynccontextmanager
    async def taken(self, names: Iterable[str], check: Callable[[], None]) -> AsyncIterator[Mapping[str, int]]:
        """Wait for a place in the pool of each backbone, in the order of their names: so no two wait for each other."""
        try:
            yield {name: await self._take(pool_of(name), check) for name in sorted(set(names))}
        finally:
            self._storage.free_concurrency_slot_for_step(self._run_id, self._step)

    async def _take(self, pool: str, check: Callable[[], None]) -> int:
        if (limit := self._limit(pool)) is None:
            return 1
        said = False
        while not self._storage.claim_concurrency_slot(pool, self._run_id, self._step).is_claimed:
            check()
            if not self._give_back(pool) and not said:
                said = True
                self._log.info(f"waiting for a place in the pool {pool}: {limit} at a time")
            await asyncio.sleep(SECONDS)
        return max(1, limit)

    def _limit(self, pool: str) -> int | None:
        """Return how many may have a place, as somebody has set it or by default; None: nobody counts."""
        if pool not in self._limits():
            with suppress(DBAPIError):  # another run has just made it; Postgres then says so, or gives the rest up
                self._storage.initialize_concurrency_limit_to_default(pool)
        return self._limits().get(pool)

    def _limits(self) -> dict[str, int]:
        return {one.name: one.limit for one in self._storage.get_pool_limits()}

    def _give_back(self, pool: str) -> bool:
        """Free what runs hold that are over; say whether there was any."""
        info = self._storage.get_concurrency_info(pool)
        holders = {slot.run_id for slot in info.claimed_slots} | {step.run_id for step in info.pending_steps}
        dead = [run_id for run_id in holders - {self._run_id} if is_over(self._instance, run_id)]
        for run_id in dead:
            self._storage.free_concurrency_slots_for_run(run_id)
        return bool(dead)
