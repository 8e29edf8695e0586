"""Reading the tables of a warehouse, without ever holding them open."""

from pathlib import Path
from typing import Any

import duckdb

from cogmed_core.errors import StorageError, UsageError
from cogmed_pipeline.address import Address
from cogmed_pipeline.copies import local_copy
from cogmed_pipeline.tables.database import NAME, set_wal_aside


def query(warehouse: Address, sql: str, parameters: list[Any] | None = None) -> list[dict[str, Any]]:
    """Return the rows of a query on the warehouse's DuckDB file as dictionaries.

    Raises:
        UsageError: there are no tables yet.
        StorageError: another program holds the file, or has spoilt it.
    """
    with _opened(warehouse) as connection:
        cursor = connection.execute(sql, parameters or [])
        names = [str(column[0]) for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def tables_file(warehouse: Address) -> Path:
    """Return the tables as a file of this machine, fetched where the warehouse is a bucket and holds newer ones.

    Raises:
        UsageError: there are no tables yet.
        StorageError: they cannot be fetched.
    """
    file = local_copy(warehouse, NAME)
    if not file.is_file():
        raise UsageError(f"{warehouse / NAME} does not exist yet: `cogmed run` makes it")
    return file


def _opened(warehouse: Address) -> duckdb.DuckDBPyConnection:
    file = tables_file(warehouse)
    path = str(file.absolute())  # DuckDB takes what is before a colon for a kind of database
    try:
        return duckdb.connect(path, read_only=True)
    except duckdb.IOException as error:
        if "WAL file" not in str(error):
            raise StorageError(_told(path, error)) from error
    set_wal_aside(file.parent)  # a writer that still has the old file open has just written to it
    try:
        return duckdb.connect(path, read_only=True)
    except duckdb.IOException as error:
        raise StorageError(_told(path, error)) from error


def _told(path: str, error: Exception) -> str:
    reason = " ".join(str(error).split())
    return f"{path} cannot be read: {reason}. Close the program that has it open for writing, then run this again"
