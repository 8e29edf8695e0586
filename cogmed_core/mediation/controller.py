"""The controller of paper §3.4: rounds, order of speech and the three ends."""

from collections.abc import Sequence
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


@dataclass(frozen=True, slots=True)
class Conclusion:
    """How the talks ended; ``agreed`` is the proposal accepted by all, None without an agreement."""

    outcome: Outcome
    rounds: int
    agreed: Proposal | None = None


async def mediate(
    table: Table,
    mediator: Seat,
    litigants: Sequence[Seat],
    rounds: int,
) -> Conclusion:
    """Run the talks: in each round the mediator speaks, then every litigant in order; then it is decided.

    A withdrawal is a breakdown, all standing by one proposal is an agreement, the last round without
    either is a deadlock.

    Raises:
        ModelError: a model failed; the table keeps what was said until then.
    """
    for number in range(1, rounds + 1):
        table.open_round()
        await mediator.turn(table)
        for litigant in litigants:
            await litigant.turn(table)
        table.close_round()
        if table.withdrawn:
            return Conclusion(Outcome.BREAKDOWN, number)
        if agreed := table.agreed:
            return Conclusion(Outcome.AGREEMENT, number, agreed)
    return Conclusion(Outcome.DEADLOCK, rounds)
