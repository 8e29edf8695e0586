"""Words with tags: the segmenter and the network over the sentences of a text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from cogmed_core.cases.anonymise.tagging.network import Network
from cogmed_core.cases.anonymise.tagging.segmentation import Segmenter, code_points

_SENTENCE = re.compile(r"[^。！？；\n]{1,160}[。！？；\n]?|[。！？；\n]")
_BATCH = 64
_CHUNK = 4096
"""Sentences that are sorted by length together; bounds the memory of a long text."""


def _is_traditional(point: int) -> bool:
    """A Chinese character outside the simplified standard (GB 2312); the others mean themselves."""
    if not (0x3400 <= point <= 0x9FFF or point >= 0x20000):
        return False
    try:
        chr(point).encode("gb2312")
    except UnicodeEncodeError:
        return True
    return False


@dataclass(frozen=True, slots=True)
class Token:
    """A word at ``[start, end)`` with its tag (PER, LOC, ORG, TIME or a part of speech).

    ``person`` is how likely the network takes the word's characters for a name, 0…1, whatever tag won.
    """

    start: int
    end: int
    tag: str
    person: float


class Tagger:
    """Tags the words of a text; one instance serves any number of texts."""

    def __init__(self, weights: bytes) -> None:
        with np.load(BytesIO(weights), allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        words = arrays["words"].tobytes().decode().split("\n")
        counts = arrays["counts"].tolist()
        self.segmenter = Segmenter({word: count for word, count in zip(words, counts, strict=True) if count})
        self._folds = code_points(arrays["folds"].tolist())
        self.simplified = {a: b for a, b in self._folds.items() if _is_traditional(a)}
        self._rows = {word: row for row, word in enumerate(words[: len(arrays["embeddings"])])}
        self._unknown = self._rows["OOV"]
        self._tags = arrays["tags"].tobytes().decode().split("\n")
        self._person = [number for number, tag in enumerate(self._tags) if tag.startswith("PER")]
        self._network = Network(arrays)

    def tag(self, text: str) -> list[Token]:
        """Return the words of ``text``, in order and without gaps."""
        sentences = [match.span() for match in _SENTENCE.finditer(text)]
        tokens: list[Token] = []
        for first in range(0, len(sentences), _CHUNK):
            tokens += self._tag_sentences(text, sentences[first : first + _CHUNK])
        return tokens

    def _tag_sentences(self, text: str, sentences: Sequence[tuple[int, int]]) -> Iterable[Token]:
        encoded = [self._encode(text[start:end]) for start, end in sentences]
        order = sorted(range(len(sentences)), key=lambda index: -len(encoded[index][0]))
        tagged: dict[int, list[Token]] = {}
        for first in range(0, len(order), _BATCH):
            batch = order[first : first + _BATCH]
            scores, path = self._network([encoded[index][0] for index in batch])
            odds = np.exp(scores - scores.max(-1, keepdims=True))
            person = (odds[..., self._person].sum(-1) / odds.sum(-1)).T.tolist()
            tags = path.T.tolist()
            for column, index in enumerate(batch):
                widths = encoded[index][1]
                tagged[index] = list(self._merged(sentences[index][0], widths, tags[column], person[column]))
        return (token for index in range(len(sentences)) for token in tagged[index])

    def _encode(self, sentence: str) -> tuple[list[int], list[int]]:
        """Return the row of each unit the network reads, and how many characters it covers."""
        rows: list[int] = []
        widths: list[int] = []
        for word in self.segmenter.cut(sentence):
            folded = word.translate(self._folds)
            if folded in self._rows:
                rows.append(self._rows[folded])
                widths.append(len(word))
            else:
                rows += [self._rows.get(character, self._unknown) for character in folded]
                widths += [1] * len(word)
        return rows, widths

    def _merged(self, start: int, widths: list[int], tags: list[int], person: list[float]) -> Iterator[Token]:
        """Join the units of one entity or word: a tag ends in -B where a word begins, in -I where it goes on."""
        begun, kind, likely = start, "", 0.0
        position = start
        for width, number, odds in zip(widths, tags, person, strict=False):
            name = self._tags[number]
            if position > start and name.endswith("-I"):
                likely = max(likely, odds)
            else:
                if position > start:
                    yield Token(begun, position, kind, likely)
                begun, likely = position, odds
            kind = name.partition("-")[0]
            position += width
        yield Token(begun, position, kind, likely)


@cache
def load_tagger() -> Tagger:
    """Return the packaged tagger, loaded at its first use."""
    return Tagger(files("cogmed_core.cases.anonymise.data").joinpath("tagger.npz").read_bytes())
