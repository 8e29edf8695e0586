"""White space: what is layout goes, what separates words stays."""

import re

from cogmed_core.domain.case import Language

_WIDE = r"[\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003134f“”‘’…—·]"
_GAP = r"[^\S\n]+"
_BESIDE_WIDE = re.compile(rf"(?<={_WIDE}){_GAP}(?![A-Za-z0-9\s])|(?<![A-Za-z0-9\s]){_GAP}(?={_WIDE})")
_LINE_IN_CHINESE = re.compile(rf"(?<={_WIDE})\s*\n\s*|\s*\n\s*(?={_WIDE})")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufffe\uffff]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")


def language_of(text: str) -> Language:
    """Tell Chinese from English: a Chinese character weighs as much as a Latin word."""
    return "zh" if len(_HAN.findall(text)) > len(_LATIN_WORD.findall(text)) else "en"


def without_controls(text: str) -> str:
    """Drop control and invisible characters; every kind of line end becomes a line feed."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\x0c", "\n")
    return _CONTROL.sub("", lines)


def one_run(text: str, language: Language) -> str:
    """Return a section as one run of text, the same however the file broke its lines.

    In Chinese the spaces and line ends between characters are layout and go, spaces beside Latin words and
    numbers stay; in English every gap becomes one space. Characters themselves are never folded: NFKC would
    change figures and quotation marks that the text means.
    """
    if language == "zh":
        text = _BESIDE_WIDE.sub("", _LINE_IN_CHINESE.sub("", text))
    return " ".join(text.split())
