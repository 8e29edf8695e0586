"""Reading the tables of a warehouse, without ever holding them open."""

from pathlib import Path
from typing import Any

import duckdb

from cogmed_core.errors import StorageError, UsageError
from cogmed_pipeline.tables.database import NAME, set_wal_aside


def query(warehouse: Path, sql: str, parameters: list[Any] | None = None) -> list[dict[str, Any]]:
    """Return the rows of a query on the warehouse's DuckDB file as dictionaries.

    Raises:
        UsageError: there are no tables yet.
        StorageError: another program holds the file, or has spoilt it.
    """
    with _opened(warehouse) as connection:
        cursor = connection.execute(sql, parameters or [])
        names = [str(column[0]) for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _opened(warehouse: Path) -> duckdb.DuckDBPyConnection:
    path = str(warehouse / NAME)
    if not Path(path).exists():
        raise UsageError(f"{path} does not exist yet: `cogmed run` makes it")
    try:
        return duckdb.connect(path, read_only=True)
    except duckdb.IOException as error:
        if "WAL file" not in str(error):
            raise StorageError(_told(path, error)) from error
    set_wal_aside(warehouse)  # a writer that still has the old file open has just written to it
    try:
        return duckdb.connect(path, read_only=True)
    except duckdb.IOException as error:
        raise StorageError(_told(path, error)) from error


def _told(path: str, error: Exception) -> str:
    reason = " ".join(str(error).split())
    return f"{path} cannot be read: {reason}. Close the program that has it open for writing, then run this again"
