"""Web pages: decoded first, then parsed; what a reader of the page would not see is dropped."""

import re
from html.parser import HTMLParser

from cogmed_core.cases.reading.decoding import decode
from cogmed_core.cases.reading.draft import Draft
from cogmed_core.cases.reading.prose import read_prose

_UNSEEN = {"script", "style", "noscript", "template", "head", "svg", "nav", "iframe", "select", "textarea"}
_VOID = {"br", "hr", "img", "input", "meta", "link", "col", "area", "base", "source", "wbr", "embed", "param", "track"}
_INLINE = {"a", "b", "i", "em", "strong", "span", "font", "u", "sub", "sup", "small", "mark", "code", "label", "abbr"}
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([A-Za-z0-9_-]{2,20})", re.IGNORECASE)


class _Reader(HTMLParser):
    """Collects visible text, a line a block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; inside a hidden one only the nesting is followed."""
        if tag not in _INLINE:
            self.parts.append("\n")
        if tag in _VOID:
            return
        given = dict(attrs)
        hides = (
            "hidden" in given or given.get("aria-hidden") == "true" or bool(_HIDING.search(given.get("style") or ""))
        )
        if self._hidden or tag in _UNSEEN or hides:
            self._hidden.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element; an end tag without its start closes nothing."""
        if tag in self._hidden:
            while self._hidden.pop() != tag:
                pass
        if tag not in _INLINE:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Take visible text; line ends inside it are layout."""
        if not self._hidden:
            self.parts.append(re.sub(r"\s+", " ", data))


def read_page(content: bytes, digest: str) -> Draft:
    """Return the draft of an HTML page."""
    declared = _CHARSET.search(content[:4096])
    reader = _Reader()
    reader.feed(decode(content, declared[1].decode() if declared else ""))
    reader.close()
    return read_prose(re.sub(r"\n\s*\n+", "\n", "".join(reader.parts)), digest)
