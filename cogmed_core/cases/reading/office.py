"""Word documents and workbooks, read from their own parts.

Of a document the body is kept in its order: paragraphs, tables, text boxes, what tracked changes inserted. Headers,
footers, comments, what tracked changes deleted, and the authors' metadata are dropped: they identify, and tell
nothing of the case.
"""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from cogmed_core.cases.reading.containers import member_bytes, open_container
from cogmed_core.cases.reading.draft import Draft
from cogmed_core.cases.reading.prose import read_prose
from cogmed_core.cases.reading.rows import drafts_of_table
from cogmed_core.errors import CaseError

_DROPPED = {"del", "moveFrom", "Fallback", "instrText", "rPr", "pPr"}
_BREAKS = {"p", "br", "cr", "tr"}
_GAPS = {"tab": " ", "tc": "\n"}


def read_document(content: bytes, digest: str) -> Draft:
    """Return the draft of a ``.docx``."""
    root = _parsed(member_bytes(open_container(content), "word/document.xml"))
    try:
        text = "".join(_text(root))
    except RecursionError:
        raise CaseError("is nested too deeply: save it anew") from None
    return read_prose(text, digest)


def read_workbook(content: bytes, digest: str) -> Iterator[Draft]:
    """Yield one draft a row of the first sheet of an ``.xlsx``; its first row names the sections."""
    yield from drafts_of_table(workbook_rows(content), digest)


def workbook_rows(content: bytes) -> Iterator[list[str]]:
    """Yield the rows of the first sheet of an ``.xlsx`` as texts.

    Raises:
        CaseError: it is no workbook, or a damaged one.
    """
    container = open_container(content)
    names = container.namelist()
    sheets = sorted((n for n in names if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", n)), key=lambda n: (len(n), n))
    if not sheets:
        raise CaseError("has no sheet: save it anew")
    shared: list[str] = []
    if "xl/sharedStrings.xml" in names:
        strings = _parsed(member_bytes(container, "xl/sharedStrings.xml"))
        shared = ["".join(t.text or "" for t in item.iter() if _name(t) == "t") for item in strings]
    for node in _parsed(member_bytes(container, sheets[0])).iter():
        if _name(node) == "row":
            yield [*_cells(node, shared)]


def _parsed(xml: bytes) -> ElementTree.Element:
    if b"<!DOCTYPE" in xml[:2048] or b"<!ENTITY" in xml:
        raise CaseError("declares entities, which no office program does: save it anew")
    try:
        return ElementTree.fromstring(xml)
    except ElementTree.ParseError:
        raise CaseError("is damaged: save it anew") from None


def _name(node: ElementTree.Element) -> str:
    return node.tag.rpartition("}")[2]


def _text(node: ElementTree.Element) -> Iterator[str]:
    name = _name(node)
    if name in _DROPPED:
        return
    if name == "t":
        yield node.text or ""
    for child in node:
        yield from _text(child)
    if name in _BREAKS:
        yield "\n"
    yield _GAPS.get(name, "")


def _cells(row: ElementTree.Element, shared: list[str]) -> Iterator[str]:
    column = 0
    for cell in row:
        letters = re.match(r"[A-Z]+", cell.get("r", ""))
        place = _column(letters.group()) if letters else column
        yield from ("" for _ in range(column, place))
        column = max(column, place) + 1
        value = "".join(part.text or "" for part in cell.iter() if _name(part) in {"v", "t"})
        index = int(value) if cell.get("t") == "s" and value.isdigit() else -1
        yield shared[index] if 0 <= index < len(shared) else value


def _column(letters: str) -> int:
    number = 0
    for letter in letters[:3]:
        number = number * 26 + ord(letter) - 64
    return number - 1
