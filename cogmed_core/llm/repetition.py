"""Replies that go round in circles: small models fall into loops, and a loop says nothing."""

import zlib

SHORTEST = 400
"""Characters below which repetition is rhetoric."""
LOOP = 0.1
"""Compressed share of a loop. Running text in either language compresses to 0.3 and more."""


def goes_in_circles(text: str) -> bool:
    """Say whether ``text`` is mostly one passage over and over again."""
    if len(text) < SHORTEST:
        return False
    content = text.encode("utf-8", "replace")
    return len(zlib.compress(content, 1)) < LOOP * len(content)
