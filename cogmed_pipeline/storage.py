"""What a disk that is full, read-only or not ours says through the libraries that write to it, as one error of ours."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
from sqlalchemy.exc import DBAPIError

from cogmed_core.errors import StorageError

DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO, errno.ENOTDIR}
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
SQLITE = (sqlite3.OperationalError, sqlite3.DatabaseError)
DUCKDB = (duckdb.OperationalError, duckdb.FatalException)


@contextmanager
def storage_errors(warehouse: Path) -> Iterator[None]:
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


def _told(error: Exception, warehouse: Path) -> str | None:
    """Return what happened and what to do; None where it has nothing to do with a disk."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, OSError):
        if cause.errno not in DISK:
            return None
        return _cannot_write(warehouse, cause.strerror or str(cause))
    if isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode & 0xFF in DAMAGED:
        return (
            f"{warehouse / 'dagster'} is damaged ({cause}): move it away, it holds no result but the history that "
            "the UI shows; the same command then goes on"
        )
    return _cannot_write(warehouse, " ".join(str(cause).split()))


def _cannot_write(warehouse: Path, reason: str) -> str:
    return (
        f"cannot write to {warehouse}: {reason}. Free some space or mend the rights: what is finished is kept, "
        "and the same command goes on from here"
    )
