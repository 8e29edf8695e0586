"""What can be shown of a reply that is still coming: the value of one field, as far as it is certain.

The reply is a JSON object, perhaps with reasoning or other words before it. Nothing is shown but what the field's
string is known to hold: no half of an escape or of a surrogate pair, and nothing that stands in a ``<think>`` block.
A form that only the lenient reader forgives is shown when it is complete, like any reply.
"""

import json
import re
from collections.abc import Callable

from cogmed_core.llm.replies import THINK_TAG, printable

LANDMARK = re.compile(rf"{THINK_TAG.pattern}|{{", re.I)
TOKEN = re.compile(r'\s*(?:([{}\[\]:,])|"((?:[^"\\]++|\\.)*+)("?)|[^\s{}\[\]:,"]+)', re.S)
DECODABLE = re.compile(r'(?:[^\\]++|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+')
SPOKEN = "text"
"""The field of a reply that is said aloud."""


class Growth:
    """Hears a reply while it comes, and tells ``listener`` of every change of what can be shown."""

    def __init__(self, listener: Callable[[str], object], field: str = SPOKEN) -> None:
        self._listener = listener
        self._field = field
        self._told = ""

    def __call__(self, reply: str) -> None:
        """Hear all of the reply so far."""
        shown = growing(reply, self._field)
        if shown != self._told:
            self._told = shown
            self._listener(shown)


def growing(reply: str, field: str = SPOKEN) -> str:
    """Return what is certain of the string at ``field`` in the object of ``reply``, which may end anywhere."""
    shown, depth, at = "", 0, 0
    while found := LANDMARK.search(reply, at):
        at = found.end()
        if found.group() == "{":
            if not depth:
                value, at = _field_of(reply, found.start(), field)
                shown = shown or value
        elif not found.group(1):
            depth += 1
        elif depth:
            depth -= 1
        else:  # it ends reasoning that began in the prompt: what looked like a reply was none
            shown = ""
    return printable(shown).strip()


def _field_of(reply: str, start: int, field: str) -> tuple[str, int]:
    """Return the field's value in the object at ``start`` and where to read on: behind the brace if it is none."""
    value, depth, key, colon, at = "", 0, "", False, start
    while token := TOKEN.match(reply, at):
        mark, text, closed = token.groups()
        at = token.end()
        if text is not None:
            if depth == 1 and not colon:
                key = _decoded(text)
            elif depth == 1 and key == field:
                value = _decoded(text)
            if not closed:
                return value, len(reply)
        elif mark is None and depth == 1 and not colon:
            return "", start + 1
        elif mark in (":", ","):
            colon = mark == ":" if depth == 1 else colon
        elif mark in ("{", "["):
            depth += 1
        elif mark in ("}", "]"):
            depth -= 1
            if not depth:
                return value, at
    return value, len(reply)


def _decoded(inside: str) -> str:
    """Return the string whose JSON begins with ``inside``, as far as it can be told."""
    known = DECODABLE.match(inside)
    return str(json.loads(f'"{known.group() if known else ""}"', strict=False))
