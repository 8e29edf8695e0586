"""Server-sent events: bytes as they come, to the data of every event that is complete.

Source: WHATWG HTML, "Server-sent events", sections "Parsing" and "Interpreting an event stream".
"""

import re

LINE_END = re.compile(rb"\r\n|\r|\n")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class EventStream:
    """Reads one stream; pieces may end anywhere, inside a line end or a character too.

    Comments, which servers send to keep a connection alive, and every field but ``data`` are passed over. An event
    counts once the blank line behind it is there.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._begun = False
        self._data: list[bytes] = []

    def feed(self, piece: bytes) -> list[str]:
        """Take in a piece and return the data of the events it completes."""
        self._rest += piece
        if not self._begun:
            if BYTE_ORDER_MARK.startswith(self._rest):
                return []
            self._rest = self._rest.removeprefix(BYTE_ORDER_MARK)
            self._begun = True
        return [event for line in self._lines() if (event := self._read(line)) is not None]

    def _lines(self) -> list[bytes]:
        """Take out every whole line; a carriage return at the very end may be half of a line end, and waits."""
        ends = len(self._rest) - self._rest.endswith(b"\r")
        lines, start = [], 0
        while (end := LINE_END.search(self._rest, start)) and end.start() < ends:
            lines.append(self._rest[start : end.start()])
            start = end.end()
        self._rest = self._rest[start:]
        return lines

    def _read(self, line: bytes) -> str | None:
        if not line:
            data, self._data = self._data, []
            return b"\n".join(data).decode("utf-8", "replace") if data else None
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
        return None
