"""What a damaged or an older cache file still holds: saved, row by row, where the row is whole.

Every reply is stored with a checksum of its row, so that a bit that flipped on the disk is never taken for an answer.
"""

import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

COLUMNS = (
    "key, backbone, text, reasoning, finish_reason, prompt_tokens, completion_tokens, cached_prompt_tokens, estimated,"
    " cost, calls, stored"
)
COPY = f"INSERT OR IGNORE INTO replies VALUES ({', '.join('?' * 13)})"


def checksum(row: Sequence[Any]) -> int:
    """Return the checksum of a reply's row, itself left out; numbers as SQLite returns them."""
    return zlib.crc32(repr(tuple(row)).encode("utf-8", "surrogatepass"))


def is_whole(row: Sequence[Any]) -> bool:
    """Say whether a row is what was stored."""
    return len(row) == 13 and checksum(row[:-1]) == row[-1]


def add_checksums(connection: sqlite3.Connection) -> None:
    """Bring a file of layout 1, which had none, to layout 2."""
    connection.create_function("row_checksum", -1, lambda *row: checksum(row), deterministic=True)
    connection.executescript(
        "BEGIN IMMEDIATE; ALTER TABLE replies ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
        f" UPDATE replies SET checksum = row_checksum({COLUMNS}); PRAGMA user_version = 2; COMMIT;"
    )


def salvage(damaged: Path, connection: sqlite3.Connection) -> int:
    """Copy every whole reply that can be reached from either end of a damaged file; return how many.

    SQLite reads up to where the damage begins, and backwards from the end to where it ends.
    """
    saved = 0
    connection.execute("BEGIN IMMEDIATE")
    for order in ("ASC", "DESC"):
        with (
            suppress(sqlite3.DatabaseError),
            closing(sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)) as old,
        ):
            old.text_factory = lambda text: text.decode("utf-8", "replace")
            for row in old.execute(f"SELECT * FROM replies ORDER BY rowid {order}"):
                if is_whole(row):
                    saved += connection.execute(COPY, row).rowcount
    connection.execute("COMMIT")
    return saved
