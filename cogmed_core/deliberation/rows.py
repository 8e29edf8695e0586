"""The rows of a table in a text file, each as columns by name, or as what is wrong with it."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FORMATS = (".csv", ".tsv", ".jsonl", ".json")

csv.field_size_limit(10 * 2**20)


@dataclass(frozen=True, slots=True)
class Row:
    """One row, counted from 1 without the header; column names are folded."""

    number: int
    columns: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""


def read_rows(text: str, kind: str) -> Iterator[Row]:
    """Yield the rows of a file whose name ends in ``kind``.

    Raises:
        ValueError: it is no table of that kind.
    """
    if kind == ".jsonl":
        yield from _json_lines(text)
    elif kind == ".json":
        yield from _json_list(text)
    else:
        try:
            yield from _table(_tab_separated(text) if kind == ".tsv" else _separated(text))
        except csv.Error as error:
            raise ValueError(f"is no readable table ({error}): check its quotation marks") from None


def _table(lines: Iterator[Sequence[str]]) -> Iterator[Row]:
    filled = (cells for cells in lines if any(cell.strip() for cell in cells))
    header = [_folded(name) for name in next(filled, [])]
    for number, cells in enumerate(filled, 1):
        if len(cells) != len(header):
            yield Row(number, problem=f"has {len(cells)} fields, the header {len(header)}")
        else:
            yield Row(number, dict(zip(header, cells, strict=True)))


def _separated(text: str) -> Iterator[Sequence[str]]:
    """Return the cells of each record; some programs write semicolons, or tabs, into a .csv."""
    header = text.lstrip().split("\n", 1)[0]
    return csv.reader(io.StringIO(text), delimiter=max(",", ";", "\t", key=header.count))


def _tab_separated(text: str) -> Iterator[Sequence[str]]:
    """Return the cells of each line; of each quoted record, where that makes more rows as wide as the header.

    Many tables of this kind quote nothing, and a quotation mark in them is a character.
    """
    by_line = [[_unquoted(cell) for cell in line.split("\t")] for line in text.split("\n") if line.strip()]
    if not _misfits(by_line):
        return iter(by_line)
    by_record = list(csv.reader(io.StringIO(text), delimiter="\t"))
    return iter(by_record if _misfits(by_record) < _misfits(by_line) else by_line)


def _misfits(lines: Sequence[Sequence[str]]) -> int:
    return sum(len(cells) != len(lines[0]) for cells in lines if cells)


def _unquoted(cell: str) -> str:
    cell = cell.strip()
    quoted = len(cell) > 1 and cell[0] == cell[-1] == '"' and cell[1:-1].replace('""', "").count('"') == 0
    return cell[1:-1].replace('""', '"') if quoted else cell


def _json_lines(text: str) -> Iterator[Row]:
    filled = (line for line in text.split("\n") if line.strip())
    for number, line in enumerate(filled, 1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            yield Row(number, problem="is no valid JSON")
        else:
            yield _json_row(number, value)


def _json_list(text: str) -> Iterator[Row]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("is no valid JSON") from None
    if not isinstance(value, list):
        raise ValueError("is no list of questions")
    for number, item in enumerate(value, 1):
        yield _json_row(number, item)


def _json_row(number: int, value: Any) -> Row:
    if not isinstance(value, dict):
        return Row(number, problem="is no JSON object")
    return Row(number, {_folded(name): item for name, item in value.items()})


def _folded(name: str) -> str:
    return "_".join(name.strip().strip('"').casefold().replace("-", " ").split())
