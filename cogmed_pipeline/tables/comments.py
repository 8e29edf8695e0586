"""The comments of columns: what each one holds, in which unit, kept apart from the SQL because most recur."""

import tomllib
from functools import cache
from importlib import resources

import duckdb

INTERVAL = {"_low": "lower end of the 95 % interval of {}", "_high": "upper end of the 95 % interval of {}"}


def add_comments(connection: duckdb.DuckDBPyConnection) -> None:
    """Comment every column that the SQL files leave without one."""
    bare = connection.execute(
        "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND comment IS NULL"
    ).fetchall()
    for table, column in bare:
        if comment := comment_on(str(table), str(column)):
            quoted = comment.replace("'", "''")
            connection.execute(f'COMMENT ON COLUMN "{table}"."{column}" IS \'{quoted}\'')


def comment_on(table: str, column: str) -> str | None:
    """Return what a column holds; None where nobody has said so."""
    comments = _comments()
    if said := comments.get(table, {}).get(column) or comments["every"].get(column):
        return said
    for ending, of in INTERVAL.items():
        if column.endswith(ending):
            return of.format(column.removesuffix(ending))
    return None


@cache
def _comments() -> dict[str, dict[str, str]]:
    text = resources.files("cogmed_pipeline.tables").joinpath("comments.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
