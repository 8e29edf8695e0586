"""Cuts a text into known words: the most probable path through a dictionary with counts."""

from collections.abc import Mapping, Sequence
from math import log


class Segmenter:
    """Holds the dictionary; ``cut`` gives the words of a text, ``suffix_scores`` what each rest of it is worth."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._floor = -log(sum(counts.values()))
        self._scores = {word: log(count) + self._floor for word, count in counts.items() if count}
        self._prefixes = {word[:end] for word in self._scores for end in range(1, len(word))}

    def score(self, word: str) -> float | None:
        """Return the log-probability of a dictionary word, None for any other."""
        return self._scores.get(word)

    def ends(self, text: str) -> tuple[list[int], list[float]]:
        """For each position: where the best word that begins there ends, and the best score of the rest."""
        length = len(text)
        best = [0.0] * (length + 1)
        ends = [0] * length
        scores, prefixes, floor = self._scores, self._prefixes, self._floor
        for start in range(length - 1, -1, -1):
            stop = start + 1
            word = text[start]
            top, end = scores.get(word, floor) + best[stop], stop
            while word in prefixes and stop < length:
                stop += 1
                word = text[start:stop]
                score = scores.get(word)
                if score is not None and score + best[stop] >= top:
                    top, end = score + best[stop], stop
            best[start], ends[start] = top, end
        return ends, best

    def prefix_scores(self, text: str) -> list[float]:
        """For each position: the best score of everything before it."""
        length = len(text)
        best = [0.0] + [float("-inf")] * length
        scores, prefixes, floor = self._scores, self._prefixes, self._floor
        for start in range(length):
            stop = start + 1
            word = text[start]
            best[stop] = max(best[stop], best[start] + scores.get(word, floor))
            while word in prefixes and stop < length:
                stop += 1
                word = text[start:stop]
                score = scores.get(word)
                if score is not None and best[start] + score > best[stop]:
                    best[stop] = best[start] + score
        return best

    def cut(self, text: str) -> list[str]:
        """Return the words of ``text``; a run of single Latin letters and digits is one word."""
        ends, _ = self.ends(text)
        words: list[str] = []
        code_ended = -1
        start = 0
        while start < len(text):
            word = text[start : ends[start]]
            code = len(word) == 1 and word.isascii() and word.isalnum()
            if code and code_ended == start:
                words[-1] += word
            else:
                words.append(word)
            start = ends[start]
            code_ended = start if code else -1
        return words


def code_points(pairs: Sequence[int]) -> dict[int, int]:
    """Return alternating code points as a table for ``str.translate``."""
    return dict(zip(pairs[0::2], pairs[1::2], strict=True))
