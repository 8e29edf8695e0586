"""The only reader of a configuration: puts an arm's modules into their seats."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.experiment.configurations import Configuration
from cogmed_core.experiment.hearings import build
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.controller import Seat
from cogmed_core.mediation.litigant import Litigant
from cogmed_core.mediation.mediator import Mediator
from cogmed_core.mediation.modules.module import Module, Trace


class Traced(Seat, Protocol):
    """A seat that tells afterwards what its modules recorded."""

    def trace(self) -> Trace:
        """Return everything recorded so far."""
        ...


@dataclass(frozen=True, slots=True)
class Seats:
    """Everyone at the table, and the voice that drafts the settlement."""

    mediator: Traced
    litigants: Sequence[Litigant]
    drafter: Voice

    def trace(self) -> Trace:
        """Return what every module of every seat recorded, in the order of rounds."""
        traces = [self.mediator.trace(), *(litigant.trace() for litigant in self.litigants)]
        return Trace(
            stages=tuple(decision for trace in traces for decision in trace.stages),
            actions=tuple(action for trace in traces for action in trace.actions),
            beliefs=tuple(
                sorted((belief for trace in traces for belief in trace.beliefs), key=lambda belief: belief.round)
            ),
        )


def assemble(configuration: Configuration, scenario: Scenario, voice_of: Callable[[str], Voice]) -> Seats:
    """Seat a mediator and one litigant a party, each with the modules the configuration names."""

    def modules(names: tuple[str, ...], role: str) -> tuple[Module, ...]:
        return tuple(build(name, voice_of(role), voice_of) for name in names)

    return Seats(
        mediator=Mediator(MEDIATOR, voice_of("mediator"), modules(configuration.mediator, "mediator")),
        litigants=tuple(
            Litigant(party.seat, voice_of("litigant"), modules(configuration.litigant, "litigant"))
            for party in scenario.parties
        ),
        drafter=voice_of("mediator"),
    )
