"""Replies that go round in circles: small models fall into loops, and a loop says nothing."""

import zlib

SHORTEST = 250
"""Characters below which repetition is rhetoric."""
TAIL = 600
"""A loop runs to the end of a reply, whatever good text stands before it."""
LOOP = 0.15
"""Compressed share of a loop. Running text of either language was never seen below 0.4."""
SMALL, LARGE = 12, 15
"""Windows of the compressor, as powers of two. A small one finds the same in what fits it, and is set up faster."""


def goes_in_circles(text: str) -> bool:
    """Say whether ``text``, or its end, is mostly one passage over and over again."""
    if len(text) < SHORTEST:
        return False
    return _share(text[-TAIL:]) < LOOP or (len(text) > TAIL and _share(text) < LOOP)


def _share(text: str) -> float:
    content = text.encode("utf-8", "replace")
    compressor = zlib.compressobj(1, zlib.DEFLATED, SMALL if len(content) <= 3 * TAIL else LARGE)
    return (len(compressor.compress(content)) + len(compressor.flush())) / len(content)
