"""Makes the packaged weights from LAC's source package: ``python -m …tagging.convert LAC-2.1.2.tar.gz OUT.npz``.

Kept are the lexer's network and its dictionaries; dropped is what its own segmentation never produces. The
embeddings are stored in eight bits a number with one scale a row, the rest in sixteen: 33 MB become 6.
"""

import struct
import sys
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LEAST_COUNT = 5
_LEAST_EMBEDDED_COUNT = 20
_LONGEST_CODE = 4
_LAYERS = [f"{kind}_{n}" for kind, count in (("fc", 5), ("gru", 4)) for n in range(count)]


def tensor(content: bytes) -> NDArray[np.float32]:
    """Parse a tensor file: version, level of detail, description (a protocol buffer of type and shape), numbers."""
    offset = 4
    (levels,) = struct.unpack_from("<Q", content, offset)
    offset += 8
    for _ in range(levels):
        offset += 8 + struct.unpack_from("<Q", content, offset)[0]
    (size,) = struct.unpack_from("<i", content, offset + 4)
    offset += 8
    shape = _shape(content[offset : offset + size])
    return np.frombuffer(content, np.float32, offset=offset + size).reshape(shape)


def _shape(description: bytes) -> list[int]:
    numbers: list[int] = []
    value = shift = 0
    for byte in description:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(value)
            value = shift = 0
    return [length for key, length in zip(numbers[2::2], numbers[3::2], strict=False) if key == 16]


def _pairs(text: str) -> list[tuple[str, str]]:
    rows = [line.split("\t") for line in text.split("\n")]
    return [(row[0], row[1]) for row in rows if len(row) == 2]


def convert(package: Path, target: Path) -> None:
    """Read the source package and write the weights."""
    with tarfile.open(package) as archive:
        files = {
            name.split("lac_model/")[1]: member.read()
            for name in archive.getnames()
            if "/lac_model/" in name and (member := archive.extractfile(name)) is not None
        }
    rows = {word: int(row) for row, word in _pairs(files["conf/word.dic"].decode())}
    counts = {
        word: int(count)
        for word, count in (line.split(" ") for line in files["conf/small_seg.dic"].decode().splitlines())
        if int(count) >= _LEAST_COUNT
    }
    embedded = {word: row for word, row in rows.items() if _is_kept(word, counts)}
    words = [*embedded, *(word for word in counts if word not in embedded)]
    embeddings = tensor(files["model/word_emb"])[list(embedded.values())]
    scales = np.abs(embeddings).max(axis=1, keepdims=True) / 127
    arrays: dict[str, Any] = {
        "embeddings": np.round(embeddings / scales).astype(np.int8),
        "scales": scales.astype(np.float16),
        "words": np.frombuffer("\n".join(words).encode(), np.uint8),
        "counts": np.array([counts.get(word, 0) for word in words], np.uint32),
        "folds": np.frombuffer("".join(a + b for a, b in _folds(files)).encode("utf-32-le"), np.uint32),
        "tags": np.frombuffer("\n".join(_tags(files)).encode(), np.uint8),
        "transitions": tensor(files["model/crfw"]).astype(np.float16),
    }
    np.savez_compressed(target, **(arrays | _layers(files)))


def _layers(files: dict[str, bytes]) -> dict[str, NDArray[np.float16]]:
    weights = {f"{layer}_w": tensor(files[f"model/{layer}.w_0"]) for layer in _LAYERS}
    biases = {f"{layer}_b": tensor(files[f"model/{layer}.b_0"]).ravel() for layer in _LAYERS}
    return {name: array.astype(np.float16) for name, array in (weights | biases).items()}


def _is_kept(word: str, counts: dict[str, int]) -> bool:
    code = word.isascii() and word.isalnum() and len(word) <= _LONGEST_CODE
    return len(word) == 1 or word == "OOV" or code or counts.get(word, 0) >= _LEAST_EMBEDDED_COUNT


def _folds(files: dict[str, bytes]) -> list[tuple[str, str]]:
    return [pair for pair in _pairs(files["conf/q2b.dic"].decode()) if all(len(side) == 1 for side in pair)]


def _tags(files: dict[str, bytes]) -> list[str]:
    """The names of the tags; entity names stand after the parts of speech they replaced."""
    names = {int(number): name for number, name in _pairs(files["conf/tag.dic"].decode())}
    return [names[number] for number in sorted(names)]


if __name__ == "__main__":
    convert(Path(sys.argv[1]), Path(sys.argv[2]))
