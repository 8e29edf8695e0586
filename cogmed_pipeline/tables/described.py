"""What the tables are, as the schema says it: names, columns with their types, comments; made once, in memory."""

from dataclasses import dataclass
from functools import cache

import duckdb

from cogmed_pipeline.tables.comments import add_comments
from cogmed_pipeline.tables.database import schema


@dataclass(frozen=True, slots=True)
class Column:
    """A column with its type and its comment, blank where there is none."""

    name: str
    type: str
    comment: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table or a view."""

    name: str
    comment: str
    columns: tuple[Column, ...]


@cache
def tables() -> tuple[Table, ...]:
    """Return every table and view of the schema, by name."""
    with duckdb.connect(":memory:") as connection:
        connection.execute(schema())
        add_comments(connection)
        comments = dict(
            connection.execute(
                "SELECT table_name, comment FROM duckdb_tables() UNION ALL "
                "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal ORDER BY 1"
            ).fetchall()
        )
        columns: dict[str, list[Column]] = {}
        for table, name, kind, comment in connection.execute(
            "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() "
            "WHERE NOT internal ORDER BY table_name, column_index"
        ).fetchall():
            columns.setdefault(table, []).append(Column(name, kind, comment or ""))
    return tuple(Table(name, comment or "", tuple(columns[name])) for name, comment in comments.items())
