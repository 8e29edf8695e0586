"""The desk: one session being played, moves in, talks out. The page and the terminal both sit at it."""

import asyncio
import time
from collections.abc import Callable, Mapping
from enum import StrEnum

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.practice import Adjourn, Caucus, Move, UseTool
from cogmed_core.errors import UsageError
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.practice.play import Sitting
from cogmed_core.practice.session import Session
from cogmed_pipeline.practice.sessions import KIND as PRACTICE
from cogmed_pipeline.practice.sessions import keep_session
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.steps.accounts import KIND as ACCOUNTS
from cogmed_pipeline.steps.accounts import keep_account


class State(StrEnum):
    """What the desk is waiting for."""

    YOURS = "yours"
    THINKING = "thinking"
    ENDED = "ended"
    FAILED = "failed"


class Desk:
    """Plays a session. Every move is kept before it is played; undoing plays the rest anew, from the cache.

    Args:
        session: what is played; moves it has already are played at once.
        models: an open model for each backbone that a role needs, by name.
        records: where the session is kept.
        changed: is called whenever there is something new to see.
        heard: is called whenever somebody has said some words more (``Sitting.saying``).
    """

    def __init__(
        self,
        session: Session,
        models: Mapping[str, ChatModel],
        records: RecordStore,
        changed: Callable[[], object],
        heard: Callable[[], object],
    ) -> None:
        self.session = session
        self.episode: Episode | None = None
        self._models = models
        self._records = records
        self._changed = changed
        self._heard = heard
        self._waiting: asyncio.Future[Move] | None = None
        self._played = 0
        self._started = time.perf_counter()
        self._at_rest = asyncio.Event()
        self.sitting = self._new_sitting()
        self._task: asyncio.Task[None] | None = None

    @property
    def state(self) -> State:
        """What the desk is waiting for."""
        if self.episode:
            return State.FAILED if self.episode.status == "failed" else State.ENDED
        return State.YOURS if self._waiting else State.THINKING

    @property
    def round(self) -> int:
        """The round being held, counted from 1."""
        return max(1, self.sitting.table.round)

    def start(self) -> None:
        """Play what the session holds, then wait for the person."""
        self._at_rest.clear()
        self._started = time.perf_counter()
        self._task = asyncio.create_task(self._play())
        self._task.add_done_callback(lambda _: self._at_rest.set())

    async def settled(self) -> State:
        """Wait until it is the person's turn, or the talks are over; return which.

        Raises:
            AccessError: a key or model name is wrong.
        """
        await self._at_rest.wait()
        if self._task and self._task.done():
            self._task.result()
        return self.state

    def move(self, move: Move) -> None:
        """Make a move.

        Raises:
            UsageError: it is not the person's turn, or the move names nobody at this table.
        """
        seats = [party.seat for party in self.session.scenario.parties]
        if isinstance(move, UseTool | Caucus) and move.party not in (*seats, None):
            raise UsageError(f"nobody sits at {move.party!r}; there are {', '.join(seats)}")
        if self._waiting is None or self.session.finished:
            raise UsageError("it is not your turn")
        self._keep(self.session.with_move(self.round, move))
        waiting, self._waiting = self._waiting, None
        self._at_rest.clear()
        self._played += 1
        waiting.set_result(move)
        self._changed()

    async def undo(self, moves: int) -> None:
        """Take the last moves back and play the others anew; after the end too, until the session is finished."""
        if self.session.finished or not 1 <= moves <= len(self.session.moves):
            raise UsageError("there is nothing to take back")
        await self.stop()
        self._keep(self.session.without(moves))
        self._again()

    async def retry(self) -> None:
        """Play the same moves again, after a model failed."""
        await self.stop()
        self._again()

    async def adjourn(self) -> None:
        """End the talks if they have not ended, and wait for the record of them."""
        if await self.settled() is State.YOURS:
            self.move(Adjourn())
            await self.settled()

    def finish(self) -> None:
        """Close the session: no move can be made or taken back any more."""
        self._keep(self.session.model_copy(update={"finished": True, "remarks": tuple(self.sitting.table.remarks)}))
        self._changed()

    async def stop(self) -> None:
        """Stop playing; the session is kept as it is, and so is the account of what was asked for."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        before = [
            key for key in self._records.keys(f"{ACCOUNTS}/{PRACTICE}") if key.startswith(self.session.session_id)
        ]
        keep_account(
            self._records, PRACTICE, f"{self.session.session_id}.{len(before)}", self.sitting.ledger, self._started
        )

    def _again(self) -> None:
        self.episode, self._waiting, self._played = None, None, 0
        self.sitting = self._new_sitting()
        self.start()
        self._changed()

    def _new_sitting(self) -> Sitting:
        return Sitting(self.session.assignment(), self._models, self._next_move, self._changed, self._heard)

    async def _play(self) -> None:
        played = await self.sitting.run()
        self.episode = played.model_copy(update={"episode_id": self.session.episode_id})
        self._changed()

    async def _next_move(self) -> Move:
        if self._played < len(self.session.moves):
            self._played += 1
            return self.session.moves[self._played - 1].move
        self._waiting = asyncio.get_running_loop().create_future()
        self._at_rest.set()
        self._changed()
        return await self._waiting

    def _keep(self, session: Session) -> None:
        keep_session(self._records, session)
        self.session = session
