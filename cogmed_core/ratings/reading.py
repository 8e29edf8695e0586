"""A sheet that came back: everything that is wrong with it is named at once, and then nothing of it is taken."""

import csv
import hashlib
import io
import math
from collections.abc import Iterator, Mapping, Sequence

from cogmed_core.cases.reading.decoding import decode
from cogmed_core.cases.reading.office import workbook_rows
from cogmed_core.domain.rating import RatedSheet, Rating, RatingAssignment
from cogmed_core.errors import CaseError, UsageError
from cogmed_core.ratings.instructions import SCORES

SHOWN = 20
"""Mistakes that are named; further ones are counted."""


def read_sheet(
    name: str, content: bytes, assignments: Sequence[RatingAssignment], *, partial: bool = False
) -> RatedSheet:
    """Return the ratings of a ``.xlsx`` or CSV file.

    Args:
        name: the file's, for messages and to tell its format.
        content: the file's.
        assignments: every sheet that ever went out.
        partial: rows without any score are passed over instead of being a mistake.

    Raises:
        UsageError: something is wrong with it; the text names all of it.
    """
    rows = list(_rows(name, content))
    assigned = _assignment(name, rows, assignments)
    known = {item.item_id for item in assigned.items}
    mistakes, ratings, seen = list[str](), list[Rating](), dict[str, int]()
    for number, row in rows:
        item = row["item"]
        if item not in known:
            mistakes.append(f"row {number}: unknown item {item!r}" if item else f"row {number}: scores without an item")
            continue
        if item in seen:
            mistakes.append(f"row {number}: {item} stands in row {seen[item]} already")
            continue
        seen[item] = number
        faults, scores = _scores(row)
        if not any(row[score] for score in SCORES):
            mistakes += [] if partial else [f"row {number}: {item} has no scores"]
        elif faults:
            mistakes += [f"row {number}: {item}: {fault}" for fault in faults]
        else:
            ratings.append(Rating(item_id=item, **scores, comment=row.get("comment", "")))
    missing = known - seen.keys()
    mistakes += [] if partial else [f"{item} is missing" for item in sorted(missing)]
    if mistakes or not ratings:
        raise UsageError(_told(name, mistakes or ["it holds no scores"]))
    digest = hashlib.sha256(content).hexdigest()
    return RatedSheet(export=assigned.export, rater=assigned.rater, ratings=tuple(ratings), source_sha256=digest)


def _assignment(
    name: str, rows: Sequence[tuple[int, Mapping[str, str]]], assignments: Sequence[RatingAssignment]
) -> RatingAssignment:
    """Return the sheet that went out, told by its items."""
    owners = {item.item_id: one for one in assignments for item in one.items}
    found = {(one.export, one.rater): one for _, row in rows if (one := owners.get(row["item"]))}
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise UsageError(f"{name} mixes sheets of {', '.join(f'{rater} ({export})' for export, rater in found)}")
    raise UsageError(f"{name} holds no item that was ever exported from this warehouse")


def _scores(row: Mapping[str, str]) -> tuple[list[str], dict[str, float]]:
    faults, scores = list[str](), dict[str, float]()
    for column in SCORES:
        text = row[column]
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not text:
            faults.append(f"no {column}")
        elif not 1 <= value <= 10:
            faults.append(f"{column} is {text!r}, not a number from 1 to 10")
        else:
            scores[column] = value
    return faults, scores


def _rows(name: str, content: bytes) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows below the headings with their numbers as a spreadsheet counts them; empty ones left out."""
    try:
        table = list(workbook_rows(content) if content.startswith(b"PK") else _separated(content))
    except (CaseError, csv.Error) as error:
        raise UsageError(f"{name} {error}") from None
    headings: list[str] | None = None
    for number, cells in enumerate(table, 1):
        stripped = [cell.strip() for cell in cells]
        if headings is None:
            lowered = [cell.casefold() for cell in stripped]
            if "item" in lowered and set(SCORES) <= set(lowered):
                headings = lowered
            continue
        row = dict(zip(headings, stripped, strict=False))
        row = {column: row.get(column, "") for column in ("item", *SCORES, "comment")}
        if any(row.values()):
            yield number, row
    if headings is None:
        raise UsageError(f"{name} has no row of headings with item, {', '.join(SCORES)}")


def _separated(content: bytes) -> Iterator[list[str]]:
    text = decode(content)
    first = next((line for line in text.splitlines() if "item" in line and SCORES[0] in line), "")
    delimiter = max(",;\t", key=first.count)
    csv.field_size_limit(10_000_000)
    yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def _told(name: str, mistakes: Sequence[str]) -> str:
    more = f"; and {len(mistakes) - SHOWN} more" if len(mistakes) > SHOWN else ""
    return f"nothing of {name} was imported: {'; '.join(mistakes[:SHOWN])}{more}"
