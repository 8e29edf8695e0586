"""A mediation with a person in the chair, from the first move to the record of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.episode import Episode, Outcome
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.domain.practice import Move
from cogmed_core.errors import AccessError, ModelError
from cogmed_core.experiment.assemble import Seats
from cogmed_core.experiment.configurations import Configuration
from cogmed_core.experiment.hearings import build
from cogmed_core.experiment.simulate import Assignment, finished_with, record_of, voices_of
from cogmed_core.llm.metered import Ledger
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.recorded import ExchangeLog
from cogmed_core.mediation.controller import Conclusion, mediate
from cogmed_core.mediation.drafting import draft_settlement
from cogmed_core.mediation.modules.module import Trace
from cogmed_core.mediation.modules.strategic_toolkit import StrategicToolkit
from cogmed_core.practice.chair import Adjourned, Chair, NextMove
from cogmed_core.practice.confidant import Confidant
from cogmed_core.practice.private_talks import CaucusTable

HUMAN = Configuration(name="human", mediator=("stk",), litigant=("dbt",))
"""The litigants of Full, and a person with the toolkit in the chair."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What somebody is saying, as far as it has come; ``alone`` where only the mediator hears it."""

    seat: str
    text: str
    alone: bool


class Sitting:
    """One mediation in progress; everything on its table can be read while it runs.

    Args:
        assignment: the case, the profiles and the seed; its arm is that of ``HUMAN`` on the litigants' backbone.
        models: an open model for each backbone that a role needs, by name.
        next_move: waits for the person.
        changed: is called whenever there is something new to see.
        heard: is called whenever somebody has said some words more, or takes back what was an attempt to speak.
    """

    def __init__(
        self,
        assignment: Assignment,
        models: Mapping[str, ChatModel],
        next_move: NextMove,
        changed: Callable[[], object],
        heard: Callable[[], object],
    ) -> None:
        self.assignment = assignment
        self.thinking: str | None = None
        self.saying: Speech | None = None
        self.log = ExchangeLog()
        self.ledger = Ledger()
        self.table = CaucusTable(assignment.scenario, assignment.profiles, assignment.experiment.rounds)
        self._models = models
        self._changed = changed
        self._heard = heard
        self._alone = False
        self._seats = self._seated(next_move)

    def trace(self) -> Trace:
        """Return the tools used, the private talks and the beliefs held so far."""
        return self._seats.trace()

    async def run(self) -> Episode:
        """Play until an agreement, a breakdown, the last round or the person's own end; then record it.

        Raises:
            AccessError: a key or model name is wrong.
        """
        self.table.on_utterance = self._said
        settlement = None
        try:
            conclusion = await self._mediate()
            if conclusion.agreed:
                self._think(MEDIATOR)
                settlement = await draft_settlement(self._seats.drafter, self.table, conclusion.agreed)
            ending = finished_with(conclusion, settlement)
        except AccessError:
            raise
        except ModelError as error:
            ending = {"status": "failed", "outcome": None, "rounds": self.table.completed_rounds}
            ending |= {"error_kind": error.kind, "error": str(error)}
        finally:
            self.thinking = self.saying = None
        return record_of(self.assignment, self._seats, self.table, self.ledger, ending, self._models)

    async def _mediate(self) -> Conclusion:
        rounds = self.assignment.experiment.rounds
        try:
            return await mediate(self.table, self._seats.mediator, self._seats.litigants, rounds)
        except Adjourned:
            return Conclusion(Outcome.DEADLOCK, self.table.completed_rounds)

    def _seated(self, next_move: NextMove) -> Seats:
        voice_of = voices_of(self.assignment, self._models, self.ledger, self.log, self.table)
        litigants = {
            party.seat: Confidant(
                party.seat,
                replace(voice_of("litigant"), hears=partial(self._hear, party.seat)),
                [build(name, voice_of("litigant"), voice_of) for name in HUMAN.litigant],
                self._think,
            )
            for party in self.assignment.scenario.parties
        }
        toolkit = StrategicToolkit(voice_of("mediator"))
        chair = Chair(self.table, toolkit, litigants, self._waiting(next_move), self._think)
        return Seats(mediator=chair, litigants=tuple(litigants.values()), drafter=voice_of("mediator"))

    def _waiting(self, next_move: NextMove) -> NextMove:
        async def waited() -> Move:
            self._think(None)
            return await next_move()

        return waited

    def _think(self, seat: str | None, *, alone: bool = False) -> None:
        self.thinking, self.saying, self._alone = seat, None, alone
        self._changed()

    def _hear(self, seat: str, text: str) -> None:
        self.saying = Speech(seat, text, self._alone) if text else None
        self._heard()

    def _said(self, _: Utterance) -> None:
        self.saying = None
        self._changed()
