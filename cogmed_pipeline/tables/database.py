"""Builds ``cogmed.duckdb`` beside the old file and swaps it in: no reader ever waits, no writer either.

DuckDB writes to disks. For a bucket the file is built on this machine and put up whole.
"""

import logging
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from cogmed_core.errors import StorageError
from cogmed_pipeline.address import Address, Bucket, work_folder
from cogmed_pipeline.copies import put_up
from cogmed_pipeline.files import unfinished
from cogmed_pipeline.tables.comments import add_comments

if TYPE_CHECKING:
    from cogmed_pipeline.tables.rows import Rows  # imports scipy, and whoever only reads the tables comes here too

NAME = "cogmed.duckdb"
PARTS = (
    "schema",
    "ledger",
    "audit",
    "comparisons",
    "reviews",
    "judging",
    "ratings",
    "practice",
    "sensitivity",
    "views",
)
SCHEMA = tuple(f"{part}.sql" for part in PARTS)

log = logging.getLogger(__name__)


def build(rows: "Rows", warehouse: Address) -> dict[str, int]:
    """Write every table and swap the file in; return the row count of each table.

    Whoever has the old file open keeps reading the old file.

    Raises:
        StorageError: the new file does not hold every row, or cannot be put up; the old one stays.
    """
    folder = work_folder(warehouse)
    folder.mkdir(parents=True, exist_ok=True)
    beside = unfinished(folder.absolute() / NAME)  # DuckDB takes what is before a colon for a kind of database
    try:
        with duckdb.connect(str(beside)) as connection:
            connection.execute(schema())
            add_comments(connection)
            counts = {table: _load(connection, table, rows.tables.get(table, [])) for table in _names(connection)}
            connection.execute("CHECKPOINT")  # closing does this too, but tells nobody when the disk is full
        _check(beside, counts)
        if isinstance(warehouse, Bucket):
            put_up(warehouse, NAME, beside)
        else:
            set_wal_aside(folder)
            beside.replace(folder / NAME)
    finally:
        beside.unlink(missing_ok=True)
        _wal(beside).unlink(missing_ok=True)
    return counts


def set_wal_aside(folder: Path) -> None:
    """Move away what somebody else's writer left beside the database: it belongs to a file that is no longer there.

    DuckDB would refuse to open the new file with it.
    """
    wal = _wal(folder / NAME)
    if not wal.exists():
        return
    kept = next(path for n in range(1, 10_000) if not (path := wal.with_name(f"{wal.name}.{n}")).exists())
    wal.rename(kept)
    log.warning(
        "%s held changes that another program made to the tables; they are rebuilt from the records and hold none of "
        "them: set aside as %s. Write to a database of your own instead (ATTACH)",
        wal,
        kept.name,
    )


def _wal(path: Path) -> Path:
    return path.with_name(f"{path.name}.wal")


def _check(path: Path, counts: dict[str, int]) -> None:
    """Read the file again as anybody will, and compare."""
    with duckdb.connect(str(path), read_only=True) as connection:
        found = {table: _count(connection, table) for table in _names(connection)}
    if found != counts:
        lacking = ", ".join(sorted(table for table, count in counts.items() if found.get(table) != count))
        raise StorageError(f"{path.parent / NAME} could not be written whole ({lacking}): the old one stays")


def schema() -> str:
    """Return every statement that makes the tables and views."""
    folder = resources.files("cogmed_pipeline.tables")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in SCHEMA)


def _names(connection: duckdb.DuckDBPyConnection) -> list[str]:
    return [str(row[0]) for row in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()]


def _count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    ((count,),) = connection.execute(f'SELECT count(*) FROM "{table}"').fetchall()
    return int(count)


def _load(connection: duckdb.DuckDBPyConnection, table: str, rows: list[dict[str, Any]]) -> int:
    if rows:
        import pandas as pd  # takes half a second to import, and only building needs it

        described = connection.execute(f'DESCRIBE "{table}"').fetchall()
        frame = pd.DataFrame(rows, columns=[str(column[0]) for column in described])
        connection.register("incoming", frame)
        connection.execute(f'INSERT INTO "{table}" BY NAME SELECT * FROM incoming')
        connection.unregister("incoming")
    return len(rows)
