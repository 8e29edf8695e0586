"""Bytes to text: byte order mark, strict UTF-8, then detection; never a guess that cannot be checked."""

import codecs

from charset_normalizer import from_bytes

from cogmed_core.errors import CaseError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ENCODINGS = ["utf_8", "gb18030", "big5", "utf_16_le", "utf_16_be", "cp1252"]


def decode(content: bytes, declared: str = "") -> str:
    """Return the text in ``content``; raises ``CaseError`` when no encoding fits.

    An encoding that the content ``declared`` itself is believed only where it fits and UTF-8 does not.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _strictly(content, encoding)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = _as_declared(content, declared) or _detected(content)
    if "\x00" in text:
        raise CaseError("is no text: save it as UTF-8 text, or give it the ending of its format")
    return text


def _as_declared(content: bytes, declared: str) -> str:
    wider = {"gb2312": "gb18030", "gbk": "gb18030"}.get(declared.lower(), declared)
    try:
        return content.decode(wider) if declared else ""
    except (UnicodeDecodeError, LookupError):
        return ""


def _detected(content: bytes) -> str:
    best = from_bytes(content, cp_isolation=_ENCODINGS).best()
    if best is None:
        raise CaseError("is in no known encoding: save it as UTF-8")
    return str(best)


def _strictly(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise CaseError(f"is broken {encoding.removesuffix('-sig').upper()}: save it as UTF-8") from None
