"""Text recognition for pages that are pictures: the extra ``ocr``, whose models come inside its wheel."""

from importlib import import_module
from typing import Any

from cogmed_core.errors import CaseError

TO_CHECK = "was read from pictures by text recognition: check names, figures and headings against the file"
"""What is said of a case that was read so; it is accepted, and to be reviewed by a person."""

MOST_PICTURES = 30
_SCALE = 2.0
"""Pixels a point: 144 dots an inch."""
_LINE = 12
"""Pixels within which pieces of text stand on one line."""


def recognized_text(document: Any) -> str:
    """Return the text in the pictures of a PDF, line by line.

    Raises:
        CaseError: the extra is not installed, there are too many pages, or nothing was recognized.
    """
    try:
        engine: Any = import_module("rapidocr").RapidOCR(params={"Global.log_level": "error"})
    except ModuleNotFoundError:
        raise CaseError(
            "has no text layer, only pictures: run text recognition on it first, or pip install 'cogmed[ocr]'"
        ) from None
    if len(document) > MOST_PICTURES:
        raise CaseError(
            f"has {len(document)} pages of pictures, more than {MOST_PICTURES}: split it into one file a case"
        )
    text = "\n".join(_page(engine, document[number]) for number in range(len(document)))
    if not text.strip():
        raise CaseError("has no text layer, and no text was recognized in its pictures: save it from its source")
    return text


def _page(engine: Any, page: Any) -> str:
    try:
        found = engine(page.render(scale=_SCALE).to_numpy())
    finally:
        page.close()
    if not found.txts:
        return ""
    pieces = sorted(
        (round(float(box[:, 1].mean()) / _LINE), float(box[:, 0].min()), text)
        for box, text in zip(found.boxes, found.txts, strict=True)
    )
    lines: dict[int, list[str]] = {}
    for line, _, text in pieces:
        lines.setdefault(line, []).append(text)
    return "\n".join(" ".join(texts) for texts in lines.values())
