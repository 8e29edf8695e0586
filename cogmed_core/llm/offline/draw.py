"""Chance that repeats: every draw is seeded with words, so the same call gives the same reply anywhere."""

import random


def lot(*parts: object) -> random.Random:
    """Return a generator seeded with ``parts``: seed, case, seat, round, purpose … whatever it depends on."""
    return random.Random("\x1f".join(map(str, parts)))
