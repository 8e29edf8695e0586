"""The mediator's chair with a person in it: the same turn as the machine's, its choices made by moves."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from cogmed_core.domain.episode import Action
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.domain.practice import Adjourn, Caucus, Move, Say, UseTool
from cogmed_core.mediation.modules.module import ActionCall, Trace
from cogmed_core.mediation.modules.strategic_toolkit import StrategicToolkit
from cogmed_core.mediation.table import Table
from cogmed_core.practice.confidant import Confidant
from cogmed_core.practice.private_talks import CaucusTable

PRIVATE_TALK = "private_talk"
"""How a private talk is called among an episode's actions."""

NextMove = Callable[[], Awaitable[Move]]
"""Waits for the person's next move."""


class Adjourned(Exception):  # no error: the person chose to end the talks
    """The person ended the talks."""


class Chair:
    """Takes a turn by moves: tools and private talks as many as wanted, then something said to everybody.

    Args:
        table: where the talks take place.
        toolkit: carries out what ``UseTool`` asks for.
        litigants: who can be spoken to in private, by seat.
        next_move: waits for the person.
        thinks: is told who is at work: a litigant's seat, or the mediator's for a tool.
    """

    def __init__(
        self,
        table: CaucusTable,
        toolkit: StrategicToolkit,
        litigants: Mapping[str, Confidant],
        next_move: NextMove,
        thinks: Callable[[str], object],
    ) -> None:
        self._table = table
        self._toolkit = toolkit
        self._litigants = litigants
        self._next_move = next_move
        self._thinks = thinks
        self._actions: list[Action] = []

    async def turn(self, table: Table) -> None:
        """Make moves until something is said at the table.

        Raises:
            Adjourned: the person ended the talks.
        """
        while True:
            move = await self._next_move()
            match move:
                case Say():
                    table.say(MEDIATOR, move.text, offer=move.proposal)
                    return
                case UseTool():
                    await self._use(move)
                case Caucus():
                    await self._speak_alone(move)
                case Adjourn():
                    raise Adjourned

    def trace(self) -> Trace:
        """Return the tools used and the private talks held."""
        return Trace(actions=tuple(self._actions))

    async def _use(self, move: UseTool) -> None:
        self._thinks(MEDIATOR)
        call = ActionCall(name=move.name, party=move.party, issue=move.issue)
        await self._toolkit.actions()[move.name](call, replace(self._table.full_view(), profile=None))
        self._actions.append(self._toolkit.trace().actions[-1])

    async def _speak_alone(self, move: Caucus) -> None:
        answer = await self._litigants[move.party].answer(self._table, move.text)
        arguments = {"party": move.party, "said": move.text}
        self._actions.append(
            Action(round=self._table.round, name=PRIVATE_TALK, arguments=arguments, result=answer),
        )
