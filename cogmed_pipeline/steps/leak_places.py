"""Where an original could have got to: every text of a warehouse that was made after the anonymizer.

A text is read again only where something changed: a file with another size or time, a row that was added, or a
case whose raw text is another.
"""

import gzip
import re
import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic_core import from_json
from sqlalchemy import create_engine
from sqlalchemy import text as sql
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from cogmed_core.errors import StorageError
from cogmed_pipeline.address import work_folder
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.workshop import CACHE, Workshop

NAMES = {
    "fingerprint",
    "asked",
    "arm",
    "backbone",
    "configuration",
    "role",
    "purpose",
    "judge",
    "outcome",
    "status",
    "seat",
}
"""Fields that hold names and hashes of our own, not what a model wrote."""
WRITTEN = {"scenarios", "profiles", "episodes", "judgements", "conduct", "verdicts"}
"""Kinds of record that models write; of exchanges it is the replies."""
REPLIES = {"reply", "reasoning", "error"}

EVENTS = """
SELECT id, event, partition FROM event_logs
WHERE id > ? AND (dagster_event_type IS NULL OR dagster_event_type LIKE '%FAILURE'
OR (dagster_event_type IN ('ASSET_MATERIALIZATION', 'ASSET_OBSERVATION')
AND coalesce(asset_key, '') NOT IN ('["case_catalogue"]', '["clearance"]', '["database"]'))) ORDER BY id
"""
"""What somebody wrote into Dagster's log; of the three assets it is counts, and reasons that the records hold too."""
TAGS = """
SELECT id, key || ' ' || value, '' FROM run_tags
WHERE id > ? AND key NOT LIKE 'dagster/%' AND key NOT LIKE '.dagster/%' AND key <> 'cogmed/process' ORDER BY id
"""
REPLIED = "SELECT rowid, text || char(10) || reasoning, '' FROM replies WHERE rowid > ? ORDER BY rowid"
REFUSED = "SELECT rowid, text, '' FROM refusals WHERE rowid > ? ORDER BY rowid"


@dataclass(frozen=True, slots=True)
class Text:
    """A text at its place; ``case_id`` is blank where it may be of any case, ``written`` is what models wrote of it."""

    place: str
    mark: str
    case_id: str
    content: str
    written: str


@dataclass(frozen=True, slots=True)
class File:
    """A file at its place; ``version`` is another after each change."""

    place: str
    version: str
    content: Callable[[], bytes]


def texts(workshop: Workshop, raw: Mapping[str, str], passed: Mapping[str, str]) -> Iterator[Text]:
    """Yield what has not passed yet.

    Args:
        workshop: where to look: its records, and what this machine keeps of its calls and runs.
        raw: a digest of the raw text of each case, and under the blank name one of them all.
        passed: the mark under which each place last passed.
    """
    yield from _records(workshop.records, raw, passed)
    warehouse = work_folder(workshop.settings.warehouse)
    yield from _rows(warehouse, CACHE, {"replies": REPLIED, "refusals": REFUSED}, raw, passed, written=True)
    if workshop.dagster_database:
        yield from _served(workshop.dagster_database, raw, passed)
    history = warehouse / "dagster" / "history"
    for path in sorted(history.rglob("*.db")):
        queries = {"run_tags": TAGS} if path.name == "runs.db" else {"event_logs": EVENTS}
        yield from _rows(warehouse, path.relative_to(warehouse), queries, raw, passed)
    for path in sorted((warehouse / "dagster" / "storage").rglob("compute_logs/*")):
        seen, place = path.stat(), path.relative_to(warehouse).as_posix()
        if path.is_file() and seen.st_size:
            file = File(place, f"{seen.st_size}/{seen.st_mtime_ns}", path.read_bytes)
            yield from _file(file, "", raw, passed, lambda content: (plain(content.decode(errors="replace")), ""))


def plain(text: str) -> str:
    """Return the text of JSON with its escapes undone, however often they were nested."""
    text = re.sub(r"\\+u([0-9a-fA-F]{4})", lambda escape: chr(int(escape[1], 16)), text)
    return re.sub(r"\\+[nrt]", "\n", text)


def _records(records: RecordStore, raw: Mapping[str, str], passed: Mapping[str, str]) -> Iterator[Text]:
    for name, version in sorted(records.files.versions().items()):
        parts = name.removesuffix(".gz").rpartition(".")[0].split("/")
        case_id = next((part for part in parts[1:] if part in raw), "")
        keys = REPLIES if parts[0] == "exchanges" else None
        written = parts[0] in WRITTEN or keys is not None

        def read(
            content: bytes,
            keys: Collection[str] | None = keys,
            written: bool = written,
            packed: bool = name.endswith(".gz"),
        ) -> tuple[str, str]:
            text = (gzip.decompress(content) if packed else content).decode(errors="replace")
            return plain(text), _written(text, keys) if written else ""

        file = File(f"records/{name}", version, partial(records.files.read, name))
        yield from _file(file, case_id, raw, passed, read)


def _rows_of(text: str) -> list[Any]:
    """Parse a record, or a file of one record a line; raises ``ValueError`` where it is neither."""
    try:
        return [from_json(text)]
    except ValueError:
        return [from_json(line) for line in text.splitlines()]


def _written(text: str, keys: Collection[str] | None) -> str:
    try:
        rows = _rows_of(text)
    except ValueError:  # a damaged record will be made anew; until then all of it is suspect
        return plain(text)
    return "\n".join(leaf for row in rows for leaf in _leaves(row, keys))


def _file(
    file: File,
    case_id: str,
    raw: Mapping[str, str],
    passed: Mapping[str, str],
    read: Callable[[bytes], tuple[str, str]],
) -> Iterator[Text]:
    mark = f"{file.version}/{raw[case_id]}"
    if passed.get(file.place) == mark:
        return
    try:
        content, written = read(file.content())
    except (OSError, EOFError, zlib.error):
        raise StorageError(f"{file.place} cannot be read, so not searched for leaks either: delete it") from None
    yield Text(file.place, mark, case_id, content, written)


def _rows(
    warehouse: Path,
    file: Path,
    queries: Mapping[str, str],
    raw: Mapping[str, str],
    passed: Mapping[str, str],
    *,
    written: bool = False,
) -> Iterator[Text]:
    """Yield the rows of a database that came after the last that passed."""
    path = warehouse / file
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)) as database:
            there = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            for table in sorted(there & queries.keys()):
                place = f"{file.as_posix()}: {table}"
                (last,) = database.execute(f"SELECT coalesce(max(rowid), 0) FROM {table}").fetchone()
                after = _after(last, raw[""], passed.get(place))
                for row, text, partition in database.execute(queries[table], (after,)):
                    yield _row(place, row, text, partition, raw, written=written)
    except sqlite3.Error:
        raise StorageError(f"{path} cannot be read, so not searched for leaks either: move it away") from None


def _served(url: str, raw: Mapping[str, str], passed: Mapping[str, str]) -> Iterator[Text]:
    """Yield the new rows of Dagster's database on a server."""
    engine = create_engine(url, poolclass=NullPool)
    try:
        with engine.connect() as database:
            for table, query in {"event_logs": EVENTS, "run_tags": TAGS}.items():
                place = f"Dagster's database: {table}"
                last = database.execute(sql(f"SELECT coalesce(max(id), 0) FROM {table}")).scalar_one()
                after = {"after": _after(last, raw[""], passed.get(place))}
                rows = database.execution_options(yield_per=1000).execute(sql(query.replace("?", ":after")), after)
                for row, text, partition in rows:
                    yield _row(place, row, text, partition, raw)
    except SQLAlchemyError as error:
        reason = type(error).__name__
        raise StorageError(f"Dagster's database cannot be read, so not searched for leaks either ({reason})") from None


def _row(
    place: str, row: int, text: str, partition: str | None, raw: Mapping[str, str], *, written: bool = False
) -> Text:
    case_id = (partition or "").rpartition("|")[2]
    said = "\n".join(_said(text)) if written else ""
    return Text(place, f"{row}/{raw['']}", case_id if case_id in raw else "", plain(text), said)


def _after(last: int, raw: str, mark: str | None) -> int:
    """Return the last row that passed; 0 where the raw cases are others now, or rows were deleted since."""
    number, _, under = (mark or "0/").partition("/")
    return int(number) if under == raw and int(number) <= last else 0


def _leaves(value: Any, keys: Collection[str] | None) -> Iterator[str]:
    """Yield the strings below a value: those of the given keys, or all but our own names."""
    if isinstance(value, str):
        yield from _said(value)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, keys)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in keys if keys else key not in NAMES and not key.endswith("_id"):
                yield from _leaves(item, None)


def _said(text: str) -> Iterator[str]:
    """Yield what a reply says: its strings where it is an object in JSON, so that they look as in the records."""
    if text.startswith("{"):
        try:
            yield from _leaves(from_json(text), None)
        except ValueError:  # prose that only begins like it
            yield plain(text)
    else:
        yield plain(text)
