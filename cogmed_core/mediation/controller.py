"""The controller of paper §3.4: rounds, order of speech and the three ends."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cogmed_core.domain.dialogue import Proposal
from cogmed_core.domain.episode import Outcome
from cogmed_core.mediation.table import Table


class Seat(Protocol):
    """Someone who takes a turn at the table."""

    async def turn(self, table: Table) -> None:
        """Observe, decide and speak."""
        ...


class Listener(Seat, Protocol):
    """A seat that can make up its mind before it speaks."""

    async def consider(self, table: Table) -> Callable[[], None]:
        """Observe and decide; calling what is returned says it."""
        ...


Order = Callable[[Table, Sequence[Listener]], Awaitable[None]]
"""Lets every litigant speak once."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """How the talks ended; ``agreed`` is the proposal accepted by all, None without an agreement."""

    outcome: Outcome
    rounds: int
    agreed: Proposal | None = None


async def one_after_another(table: Table, litigants: Sequence[Seat]) -> None:
    """Let each litigant hear the one before: the paper's order. A round waits for all their calls in a row."""
    for litigant in litigants:
        await litigant.turn(table)


async def at_once(table: Table, litigants: Sequence[Listener]) -> None:
    """Let all litigants decide on what the mediator said, then speak: a round waits for the slowest of them."""
    deciding = [asyncio.ensure_future(litigant.consider(table)) for litigant in litigants]
    try:
        for speak in await asyncio.gather(*deciding):
            speak()
    finally:
        for one in deciding:
            one.cancel()
        await asyncio.gather(*deciding, return_exceptions=True)


ORDERS: Mapping[str, Order] = {"strict": one_after_another, "simultaneous": at_once}


async def mediate(
    table: Table,
    mediator: Seat,
    litigants: Sequence[Listener],
    rounds: int,
    order: Order = one_after_another,
) -> Conclusion:
    """Run the talks: in each round the mediator speaks, then the litigants in their ``order``; then it is decided.

    A withdrawal is a breakdown, all standing by one proposal is an agreement, the last round without
    either is a deadlock.

    Raises:
        ModelError: a model failed; the table keeps what was said until then.
    """
    for number in range(1, rounds + 1):
        table.open_round()
        await mediator.turn(table)
        await order(table, litigants)
        table.close_round()
        if table.withdrawn:
            return Conclusion(Outcome.BREAKDOWN, number)
        if agreed := table.agreed:
            return Conclusion(Outcome.AGREEMENT, number, agreed)
    return Conclusion(Outcome.DEADLOCK, rounds)
