"""Reading the tables of a warehouse, without ever holding them open."""

from pathlib import Path
from typing import Any

import duckdb

from cogmed_pipeline.tables.database import NAME


def query(warehouse: Path, sql: str, parameters: list[Any] | None = None) -> list[dict[str, Any]]:
    """Return the rows of a query on the warehouse's DuckDB file as dictionaries."""
    with duckdb.connect(str(warehouse / NAME), read_only=True) as connection:
        cursor = connection.execute(sql, parameters or [])
        names = [str(column[0]) for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
