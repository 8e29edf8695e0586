"""How the prompts of one dialogue begin, encoded once: the dialogue grows, and every prompt holds it from the start."""

import json
from dataclasses import dataclass, field
from typing import Any

# Faster here than pydantic's, which would also leave a second copy of the text inside the text itself.
_QUOTED = json.JSONEncoder(ensure_ascii=False).encode


def encode(text: str) -> bytes:
    """Return a text as a JSON string; halves of surrogate pairs, which a case may hold, become question marks."""
    return _QUOTED(text).encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of some messages, as text and as the beginning of a JSON string.

    ``digests`` are unfinished digests of what came before and of this much of the text, by what came before; they
    are handed on from opening to opening, so that nothing is digested twice.
    """

    text: str = ""
    encoded: bytes = b'"'
    digests: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def grown_to(self, text: str) -> "Opening":
        """Return the opening ``text``, which costs as much as it is longer; one that begins otherwise is new."""
        if text == self.text:
            return self
        if not text.startswith(self.text):
            return Opening(text, encode(text)[:-1])
        return Opening(text, self.encoded + encode(text[len(self.text) :])[1:-1], self.digests)
