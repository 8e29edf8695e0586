"""Rating sheets as workbooks and CSV: texts stay texts, whatever they begin with.

A cell of a CSV that a spreadsheet would take for a formula gets an apostrophe in front; in a workbook every text is
written as a string, and nothing is turned into a formula or a link.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

import xlsxwriter

from cogmed_core.domain.case import Language
from cogmed_core.ratings.instructions import COLUMNS, SCORES, TEXTS, instructions
from cogmed_core.reports.spreadsheet_text import harmless

LONGEST = 32_000
"""Characters of a cell; spreadsheets take 32,767. What is longer goes on in a further column."""

Rows = Sequence[Mapping[str, str]]


def as_csv(rows: Rows, language: Language) -> bytes:
    """Return a sheet as CSV with a byte-order mark, the instructions in lines that begin with ``#``."""
    columns, parts = _in_parts(rows)
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerows([f"# {line}"] for line in instructions(language).splitlines() if line.strip())
    writer.writerow(columns)
    writer.writerows([harmless(row.get(column, "")) for column in columns] for row in parts)
    return buffer.getvalue().encode("utf-8-sig")


def as_workbook(rows: Rows, language: Language) -> bytes:
    """Return a sheet as a workbook: the items first, with scores checked as they are typed, then the instructions."""
    columns, parts = _in_parts(rows)
    content = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(content, options) as workbook:
        bold, text = workbook.add_format({"bold": True}), workbook.add_format({"text_wrap": True, "valign": "top"})
        items, told = workbook.add_worksheet("items"), workbook.add_worksheet("instructions")
        items.freeze_panes(1, 1)
        items.set_column(0, len(columns) - 1, 40)
        for place, column in enumerate(columns):
            items.write_string(0, place, column, bold)
            for number, row in enumerate(parts, 1):
                if column not in (*SCORES, "comment"):
                    items.write_string(number, place, row.get(column, ""), text)
            if column in SCORES:
                allowed = {"validate": "decimal", "criteria": "between", "minimum": 1, "maximum": 10}
                items.data_validation(1, place, max(1, len(parts)), place, allowed)
        told.set_column(0, 0, 120)
        for number, line in enumerate(instructions(language).splitlines()):
            told.write_string(number, 0, line, text)
    return content.getvalue()


def _in_parts(rows: Rows) -> tuple[list[str], list[dict[str, str]]]:
    """Return the columns and the rows, long texts split over further columns next to their own."""
    split = [{column: _pieces(row.get(column, "")) for column in TEXTS} for row in rows]
    parts: dict[str, int] = {column: max((len(one[column]) for one in split), default=1) for column in TEXTS}
    columns = [name for column in COLUMNS for name in _named(column, parts.get(column, 1))]
    found = []
    for row, pieces in zip(rows, split, strict=True):
        texts = {
            name: piece
            for column in TEXTS
            for name, piece in zip(_named(column, parts[column]), pieces[column], strict=False)
        }
        found.append({"item": row["item"], **texts})
    return columns, found


def _named(column: str, parts: int) -> Iterable[str]:
    return [column, *(f"{column}_{number}" for number in range(2, parts + 1))]


def _pieces(text: str) -> list[str]:
    return [text[start : start + LONGEST] for start in range(0, max(1, len(text)), LONGEST)]
