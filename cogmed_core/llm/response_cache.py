"""Accepted replies on disk: what was paid for once is not paid for again, whatever kills the run.

A reply is committed before its asker sends anything else, so that a killed run has lost no more than the calls in
flight; what is settled in the same pass of the event loop is committed together.
Refusals are kept apart from answers, by category: a request that was refused often enough is not sent again.
"""

import asyncio
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cogmed_core.llm.cache_file import CacheFile
from cogmed_core.llm.cache_repair import checksum, is_whole
from cogmed_core.llm.failures import CacheError, RefusalError
from cogmed_core.llm.protocol import ChatReply, Usage

REFUSED_ENOUGH = 2
"""Refusals after which a request is not sent again."""

FIND = "SELECT * FROM replies WHERE key = ?"
STORE = f"INSERT OR REPLACE INTO replies VALUES ({', '.join('?' * 13)})"
COUNT_REFUSAL = (
    "INSERT INTO refusals VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT (key) DO UPDATE SET times = times + 1,"
    " category = excluded.category, text = excluded.text, stored = excluded.stored"
)
ANY_REFUSAL = "SELECT 1 FROM refusals LIMIT 1"
COUNT_HITS = "INSERT INTO counters VALUES ('hits', ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value"


@dataclass(frozen=True, slots=True)
class CacheReport:
    """What a cache holds: replies by backbone, refusals by category, ``size`` in bytes.

    ``calls`` and ``cost`` are what its replies once took; ``hits`` how often one was used again.
    """

    path: Path
    size: int
    replies: dict[str, int]
    refusals: dict[str, int]
    calls: int
    cost: float
    hits: int


class ResponseCache:
    """Replies by request key in one SQLite file, which several processes may share.

    Where ``counting`` is false, what is read from it is no use of it and is not noted as one.
    """

    def __init__(self, path: Path, *, counting: bool = True) -> None:
        self._file = CacheFile(path)
        self._counting = counting
        self._hits = 0
        self._refusals: bool | None = None
        self._waiting: dict[bytes, tuple[str, ChatReply]] = {}
        self._committing: asyncio.AbstractEventLoop | None = None
        self._unwritable: CacheError | None = None

    def get(self, key: bytes) -> ChatReply | None:
        """Return the reply stored under ``key``, marked as cached; None where there is none, or it is not whole."""
        if key in self._waiting:
            self._commit()
        row = self._file.run(lambda database: database.execute(FIND, (key,)).fetchone())
        if row is None or not is_whole(row):
            return None
        self._hits += 1
        text, reasoning, finish_reason, prompt, completion, cached, estimated, cost, calls = row[2:11]
        usage = Usage(prompt, completion, cached, bool(estimated), cost)
        return ChatReply(text, usage, finish_reason, reasoning, cached=True, calls=calls)

    def put(self, key: bytes, backbone: str, reply: ChatReply) -> None:
        """Store an accepted reply; it is safe from a kill on return."""
        self._waiting[key] = (backbone, reply)
        self._commit()

    def put_soon(self, key: bytes, backbone: str, reply: ChatReply) -> None:
        """Store an accepted reply in the next pass of the event loop; ``committed`` waits for that."""
        self._waiting[key] = (backbone, reply)
        loop = asyncio.get_running_loop()
        if self._committing is not loop:
            self._committing = loop
            loop.call_soon(self._commit_in_turn)

    async def committed(self) -> None:
        """Wait until everything that was put is safe from a kill.

        Raises:
            CacheError: it could not be stored; it is kept, and stored with what is put next or at the end.
        """
        if self._waiting:
            await asyncio.sleep(0)  # one pass of the loop, and the commit was called for before this
        if self._unwritable is not None:
            raise self._unwritable

    def put_refusal(self, key: bytes, backbone: str, error: RefusalError) -> None:
        """Count one refusal of the request under ``key``."""
        row = (key, backbone, error.category, str(error), _now())
        self._file.run(lambda database: database.execute(COUNT_REFUSAL, row))
        self._refusals = True

    def refusal(self, key: bytes) -> RefusalError | None:
        """Return the refusal of a request that was refused often enough not to be sent again."""
        if self._refusals is None:
            self._refusals = self._file.run(lambda database: database.execute(ANY_REFUSAL).fetchone() is not None)
        if not self._refusals:  # as nearly always: not worth a look-up for every call
            return None
        find = "SELECT text, category, times FROM refusals WHERE key = ? AND times >= ?"
        row = self._file.run(lambda database: database.execute(find, (key, REFUSED_ENOUGH)).fetchone())
        return RefusalError(f"{row[0]} (refused {row[2]} times, not sent again)", row[1]) if row else None

    def report(self) -> CacheReport:
        """Return what the cache holds."""
        return self._file.run(self._report)

    def prune(self, older_than: timedelta | None = None, backbone: str | None = None) -> int:
        """Delete replies and refusals: all, or those older, or those of one backbone; return how many."""
        before = "~" if older_than is None else _at(datetime.now(UTC) - older_than)

        def delete(database: sqlite3.Connection) -> int:
            condition = "WHERE stored <= ? AND (? IS NULL OR backbone = ?)"
            values = (before, backbone, backbone)
            deleted = [
                database.execute(f"DELETE FROM {table} {condition}", values).rowcount
                for table in ("replies", "refusals")
            ]
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return sum(deleted)

        return self._file.run(delete)

    def close(self) -> None:
        """Note the hits and close the file; the next use opens it again."""
        hits, self._hits, self._refusals = self._hits, 0, None
        try:
            self._commit()
            if hits and self._counting:
                self._file.run(lambda database: database.execute(COUNT_HITS, (hits,)))
        finally:
            self._file.close()

    def _commit_in_turn(self) -> None:
        self._committing = None
        try:
            self._commit()
        except CacheError as error:
            self._unwritable = error

    def _commit(self) -> None:
        """Store what waits, in one transaction."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, {}
        stored = _now()
        rows = [_row(key, backbone, reply, stored) for key, (backbone, reply) in waiting.items()]
        try:
            self._file.run(lambda database: _store(database, rows))
        except CacheError:
            self._waiting = {**waiting, **self._waiting}
            raise
        self._unwritable = None

    def _report(self, database: sqlite3.Connection) -> CacheReport:
        replies = database.execute("SELECT backbone, count(*) FROM replies GROUP BY 1 ORDER BY 1")
        refusals = database.execute("SELECT category, count(*) FROM refusals GROUP BY 1 ORDER BY 1")
        calls, cost = database.execute("SELECT coalesce(sum(calls), 0), total(cost) FROM replies").fetchone()
        (hits,) = database.execute("SELECT coalesce(sum(value), 0) FROM counters").fetchone()
        return CacheReport(
            path=self._file.path,
            size=self._file.size(),
            replies=dict(replies.fetchall()),
            refusals=dict(refusals.fetchall()),
            calls=calls,
            cost=cost,
            hits=hits + self._hits,
        )


def _row(key: bytes, backbone: str, reply: ChatReply, stored: str) -> tuple[object, ...]:
    usage = reply.usage
    counts = (usage.prompt_tokens, usage.completion_tokens, usage.cached_prompt_tokens, int(usage.estimated))
    # Copies: SQLite leaves its own form of a text inside the text, and a reply is kept for as long as its episode runs.
    said = (reply.text[:1] + reply.text[1:], reply.reasoning[:1] + reply.reasoning[1:], reply.finish_reason)
    row = (key, backbone, *said, *counts, float(usage.cost), reply.calls, stored)
    return (*row, checksum(row))


def _store(database: sqlite3.Connection, rows: list[tuple[object, ...]]) -> None:
    database.execute("BEGIN IMMEDIATE")
    try:
        database.executemany(STORE, rows)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _now() -> str:
    return _at(datetime.now(UTC))


def _at(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
