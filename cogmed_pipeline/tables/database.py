"""Builds ``cogmed.duckdb`` beside the old file and swaps it in: no reader ever waits, no writer either."""

from importlib import resources
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from cogmed_pipeline.files import unfinished
from cogmed_pipeline.tables.rows import Rows

NAME = "cogmed.duckdb"
SCHEMA = ("schema.sql", "ledger.sql", "audit.sql", "comparisons.sql", "reviews.sql", "judging.sql")


def build(rows: Rows, warehouse: Path) -> dict[str, int]:
    """Write every table and swap the file in; return the row count of each table.

    Whoever has the old file open keeps reading the old file.
    """
    warehouse.mkdir(parents=True, exist_ok=True)
    beside = unfinished(warehouse / NAME)
    try:
        with duckdb.connect(str(beside)) as connection:
            connection.execute(_schema())
            counts = {table: _load(connection, table, rows.tables.get(table, [])) for table in _names(connection)}
            connection.execute("CHECKPOINT")  # closing does this too, but tells nobody when the disk is full
        beside.replace(warehouse / NAME)
    finally:
        beside.unlink(missing_ok=True)
        beside.with_name(beside.name + ".wal").unlink(missing_ok=True)
    return counts


def _schema() -> str:
    folder = resources.files("cogmed_pipeline.tables")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in SCHEMA)


def _names(connection: duckdb.DuckDBPyConnection) -> list[str]:
    return [str(row[0]) for row in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()]


def _load(connection: duckdb.DuckDBPyConnection, table: str, rows: list[dict[str, Any]]) -> int:
    if rows:
        described = connection.execute(f'DESCRIBE "{table}"').fetchall()
        frame = pd.DataFrame(rows, columns=[str(column[0]) for column in described])
        connection.register("incoming", frame)
        connection.execute(f'INSERT INTO "{table}" BY NAME SELECT * FROM incoming')
        connection.unregister("incoming")
    return len(rows)
