"""A file's name as text that can be stored and shown, whatever bytes the file system holds."""

import os


def legible(name: str | os.PathLike[str]) -> str:
    """Return a name or path as printable text.

    Bytes that are no UTF-8 come as lone surrogates, which no file, table or terminal takes. They are read as the
    Chinese national encoding where that gives readable text, else written as ``\\xff``; control characters too are
    written out. Different bytes may give the same text only where both readings agree.
    """
    text = os.fspath(name)
    if any("\ud800" <= character <= "\udfff" for character in text):
        text = _decoded(text.encode("utf-8", "surrogateescape" if _from_bytes(text) else "surrogatepass"))
    return text if text.isprintable() else "".join(map(_shown, text))


def _from_bytes(text: str) -> bool:
    return all("\udc80" <= one <= "\udcff" for one in text if "\ud800" <= one <= "\udfff")


def _decoded(content: bytes) -> str:
    try:
        text = content.decode("gb18030")
    except UnicodeDecodeError:
        text = ""
    return text if text.isprintable() and text else content.decode("utf-8", "backslashreplace")


def _shown(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
