"""The SQLite file under the response cache: shared between processes, mended where it is damaged."""

import logging
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from cogmed_core.llm.cache_repair import add_checksums, salvage
from cogmed_core.llm.failures import CacheError

T = TypeVar("T")

LAYOUT = 2
TABLES = """
CREATE TABLE IF NOT EXISTS replies (
    key BLOB PRIMARY KEY, backbone TEXT NOT NULL, text TEXT NOT NULL, reasoning TEXT NOT NULL,
    finish_reason TEXT NOT NULL, prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL,
    cached_prompt_tokens INTEGER NOT NULL, estimated INTEGER NOT NULL, cost REAL NOT NULL,
    calls INTEGER NOT NULL, stored TEXT NOT NULL, checksum INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS refusals (
    key BLOB PRIMARY KEY, backbone TEXT NOT NULL, category TEXT NOT NULL, text TEXT NOT NULL,
    times INTEGER NOT NULL, stored TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
"""
PATIENCE = 20.0
"""Seconds to wait for another process that is writing."""
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

logger = logging.getLogger(__name__)


class CacheFile:
    """Runs work on a database that is opened at the first use."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()

    def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return what ``work`` makes of the open database; each statement is committed as it is executed.

        A damaged file, or one of a layout nobody knows, is set aside under another name and a new one begun with
        what is whole of it; a file of an older layout is brought up to date.

        Raises:
            CacheError: the file cannot be read or written (disk full, no rights, locked for long).
        """
        with self._lock:
            try:
                return work(self._opened())
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode & 0xFF not in DAMAGED:
                    raise self._unusable(error) from None
                aside = self._set_aside(str(error))
            try:
                saved = salvage(aside, self._opened())
                logger.warning("%d replies of %s were whole and are kept", saved, aside.name)
                return work(self._opened())
            except sqlite3.DatabaseError as error:
                raise self._unusable(error) from None

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        with self._lock:
            self._disconnect()

    def size(self) -> int:
        """Return the bytes on disk."""
        return sum(path.stat().st_size for path in self._parts() if path.exists())

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise CacheError(f"cannot create {self.path.parent} for the response cache: {error.strerror}") from None
            self._connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._prepare(self._connection)
        return self._connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Create what is missing. WAL with ``synchronous=NORMAL``: a killed process loses nothing committed."""
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        (layout,) = connection.execute("PRAGMA user_version").fetchone()
        if layout == 1:
            add_checksums(connection)
        elif layout not in (0, LAYOUT):
            self._set_aside(f"it has layout {layout}, this version writes {LAYOUT}")
            self._opened()
            return
        if layout == 0:
            connection.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA user_version = {LAYOUT}; COMMIT;")

    def _set_aside(self, reason: str) -> Path:
        self._disconnect()
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.aside{number}")).exists():
            number += 1
        logger.warning("set the response cache %s aside as %s: %s", self.path, aside.name, reason)
        for part in self._parts():
            if part.exists():
                part.rename(aside.with_name(aside.name + part.name.removeprefix(self.path.name)))
        return aside

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _parts(self) -> list[Path]:
        return [self.path.with_name(self.path.name + suffix) for suffix in ("", "-wal", "-shm")]

    def _unusable(self, error: sqlite3.DatabaseError) -> CacheError:
        return CacheError(
            f"the response cache {self.path} cannot be used: {error}. Make room or give it another place; "
            "the same command then goes on from what it holds"
        )
