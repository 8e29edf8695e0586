"""What a disk that is full, read-only or not ours says through the libraries that write to it, as one error of ours."""

import errno
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import duckdb
from sqlalchemy.exc import DBAPIError

from cogmed_core.errors import StorageError
from cogmed_pipeline.address import Address, work_folder

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
IN_THE_WAY = {errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENAMETOOLONG}
DISK = FULL | IN_THE_WAY
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
SQLITE = (sqlite3.OperationalError, sqlite3.DatabaseError)
DUCKDB = (duckdb.OperationalError, duckdb.FatalException)

log = logging.getLogger(__name__)


@contextmanager
def storage_errors(warehouse: Address) -> Iterator[None]:
    """Say in a line why a warehouse cannot be written to.

    Raises:
        StorageError: Dagster's SQLite, DuckDB or the system could not write.
    """
    try:
        yield
    except (*SQLITE, *DUCKDB, DBAPIError, OSError) as error:
        told = _told(error, warehouse)
        if told is None:
            raise
        raise StorageError(told) from error


def set_damaged_aside(home: Path) -> None:
    """Move Dagster's history away if it is damaged: it holds no result, only what the UI shows of earlier runs."""
    databases = [path for path in home.rglob("*.db") if path.parent.name != "runs" or path.stem == "index"]
    damaged = [path for path in databases if _is_damaged(path)]
    if not damaged:
        return
    kept = next(path for n in range(1, 10_000) if not (path := home.with_name(f"{home.name}.damaged.{n}")).exists())
    kept.mkdir()
    for folder in ("history", "schedules"):
        if (home / folder).exists():
            (home / folder).rename(kept / folder)
    named = ", ".join(path.relative_to(home).as_posix() for path in damaged)
    log.warning(
        "%s is damaged (%s): Dagster begins a new history. No result is lost; the old one is kept as %s",
        *(home, named, kept),
    )


def _is_damaged(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(path, timeout=10)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)])
    except sqlite3.DatabaseError as error:
        return error.sqlite_errorcode & 0xFF in DAMAGED


def _told(error: Exception, warehouse: Address) -> str | None:
    """Return what happened and what to do; None where it has nothing to do with a disk."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, OSError):
        if cause.errno not in DISK:
            return None
        where = f" ({cause.filename})" if cause.filename else ""
        return _cannot_write(warehouse, f"{cause.strerror or cause}{where}")
    if isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode & 0xFF in DAMAGED:
        return (
            f"{work_folder(warehouse) / 'dagster'} is damaged ({cause}): move it away, it holds no result but the "
            "history that the UI shows; the same command then goes on"
        )
    return _cannot_write(warehouse, " ".join(str(cause).split()))


def _cannot_write(warehouse: Address, reason: str) -> str:
    return (
        f"cannot write to {warehouse}: {reason}. Free some space or mend the rights: what is finished is kept, "
        "and the same command goes on from here"
    )
