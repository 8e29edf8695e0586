"""Rows: a JSON object, a list of them, one a line, or a table whose columns are the sections."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from cogmed_core.cases.reading.draft import Draft
from cogmed_core.cases.reading.headings import section_named
from cogmed_core.cases.reading.identity import sha256
from cogmed_core.cases.reading.spacing import without_controls

_TITLE_KEYS = {"filename", "title", "name", "标题", "標題", "案件名称", "案例名称"}
_NOT_AN_OBJECT = 'is no case: a case is an object {"filename": …, "content": {"关键词": …, "基本案情": …}}'


def read_json(text: str, digest: str) -> Iterator[Draft]:
    """Yield the case, or every case of a list; a file of one case has no row numbers."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        yield Draft(digest, problem=f"is no valid JSON ({_where(error)}): mend it there")
        return
    if not isinstance(value, list):
        yield draft_of(value, digest)
        return
    if not value:
        yield Draft(digest, problem="is an empty list: put cases into it")
    for number, item in enumerate(value, 1):
        canonical = json.dumps(item, ensure_ascii=True, sort_keys=True).encode()
        yield draft_of(item, sha256(canonical), row=number)


def read_json_lines(text: str, digest: str) -> Iterator[Draft]:
    """Yield the case of every line that is not blank; rows are numbered by line."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        yield Draft(digest, problem="is empty: put one case a line into it")
    for number, line in lines:
        line_digest = sha256(line.strip().encode("utf-8", "surrogatepass"))
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield Draft(line_digest, row=number, problem=f"is no valid JSON ({_where(error)}): mend the line")
            continue
        yield draft_of(value, line_digest, row=number)


def read_separated(text: str, digest: str) -> Iterator[Draft]:
    """Yield the case of every row of a CSV or TSV text; its first row names the sections."""
    head = text.lstrip().split("\n", 1)[0]
    separator = max(",;\t", key=head.count)
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error:
        yield Draft(digest, problem="is no valid table: save it anew as CSV in UTF-8")
        return
    yield from drafts_of_table(rows, digest)


def drafts_of_table(rows: Iterable[list[str]], digest: str) -> Iterator[Draft]:
    """Yield one draft a row; the first row that is not blank names the columns."""
    filled = ((number, row) for number, row in enumerate(rows, 1) if any(cell.strip() for cell in row))
    head = next(filled, None)
    if head is None or not any(section_named(name) for name in head[1]):
        yield Draft(digest, problem="has no row that names the sections: name the columns 关键词, 基本案情 …")
        return
    for number, row in filled:
        value = dict(zip(head[1], row + [""] * len(head[1]), strict=False))
        canonical = json.dumps(value, ensure_ascii=True, sort_keys=True).encode()
        yield draft_of(value, sha256(canonical), row=number)


def draft_of(value: Any, digest: str, row: int | None = None) -> Draft:
    """Return the draft of one parsed object, nested under ``content`` or flat."""
    if not isinstance(value, dict):
        return Draft(digest, row=row, problem=_NOT_AN_OBJECT)
    content = value.get("content", value)
    if not isinstance(content, dict):
        return Draft(digest, row=row, problem=_NOT_AN_OBJECT)
    sections: dict[str, str] = {}
    for key, part in content.items():
        name = section_named(key)
        if name is None:
            continue
        text = "\n".join(part) if isinstance(part, list) and all(isinstance(p, str) for p in part) else part
        if not isinstance(text, str) or not _encodable(text):
            return Draft(digest, row=row, problem=f"has no readable text under {key}: write it as a string")
        sections[name] = f"{sections[name]}\n{text}" if name in sections else text
    if not sections:
        return Draft(digest, row=row, problem=_NOT_AN_OBJECT)
    titles = [text for key, text in {**content, **value}.items() if key.strip().casefold() in _TITLE_KEYS]
    title = next((text for text in titles if isinstance(text, str) and _encodable(text)), "")
    return Draft(digest, without_controls(title), sections, row)


def _encodable(text: str) -> bool:
    """A lone surrogate, which JSON can spell, can be neither stored nor hashed."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _where(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}"
    return "nested too deeply or a number too long"
