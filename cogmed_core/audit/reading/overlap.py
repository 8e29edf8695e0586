"""How much two texts have in common, word for word."""

import re
from difflib import SequenceMatcher
from functools import lru_cache

_WORD = re.compile(r"[\u4e00-\u9fff]|\d+(?:[.,]\d+)*|[^\W\d_]+")


def longest_common(first: str, second: str) -> str:
    """Return the longest stretch that both texts hold."""
    match = SequenceMatcher(None, first, second, autojunk=False).find_longest_match()
    return first[match.a : match.a + match.size].strip()


@lru_cache(maxsize=16384)
def shingles(text: str) -> frozenset[tuple[str, ...]]:
    """Return the runs of three words of ``text``, a Chinese character being a word; figures count as they stand."""
    words = [word.lower() for word in _WORD.findall(text)]
    size = min(3, len(words)) or 1
    return frozenset(tuple(words[at : at + size]) for at in range(len(words) - size + 1))


def length(text: str) -> int:
    """Return the number of words, a Chinese character being a word."""
    return len(_WORD.findall(text))


def similarity(first: str, second: str) -> float:
    """Return the share of runs of three words that both texts have (Jaccard): 1 for the same words in order."""
    one, other = shingles(first), shingles(second)
    return len(one & other) / len(one | other) if one and other else 0.0
