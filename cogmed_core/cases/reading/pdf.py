"""PDF documents with a text layer."""

from dataclasses import replace
from importlib import import_module
from typing import Any

from cogmed_core.cases.reading.draft import Draft
from cogmed_core.cases.reading.pictures import TO_CHECK, recognized_text
from cogmed_core.cases.reading.prose import read_prose
from cogmed_core.errors import CaseError

MOST_PAGES = 100
"""A longer document is quarantined: a case record has a few pages."""


def read_pdf(content: bytes, digest: str) -> Draft:
    """Return the draft of a PDF; raises ``CaseError`` when it is locked, damaged, too long or only pictures."""
    try:
        pdfium: Any = import_module("pypdfium2")
    except ModuleNotFoundError:
        raise CaseError("is a PDF, which needs the package pypdfium2: install it, or save the text") from None
    try:
        document = pdfium.PdfDocument(content)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise CaseError("is password-protected: save it without a password") from None
        raise CaseError("is damaged or no PDF: save it anew") from None
    try:
        if len(document) > MOST_PAGES:
            raise CaseError(f"has {len(document)} pages, more than {MOST_PAGES}: split it into one file a case")
        text = "\n".join(_page_text(document, number) for number in range(len(document)))
        recognized = "" if text.strip() else recognized_text(document)
    except pdfium.PdfiumError:
        raise CaseError("is damaged: save it anew") from None
    finally:
        document.close()
    draft = read_prose(text or recognized, digest)
    return replace(draft, note=TO_CHECK) if recognized else draft


def _page_text(document: Any, number: int) -> str:
    page = document[number]
    try:
        text: str = page.get_textpage().get_text_bounded()
    finally:
        page.close()
    return text.replace("\r\n", "\n").replace("\ufffe", "")
