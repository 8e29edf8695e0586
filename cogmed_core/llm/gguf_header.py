"""The few fields of a GGUF file's header that decide how a model is run; the weights are not read.

Layout: magic, version, number of tensors, number of entries, then the entries: key, type, value, little-endian.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from cogmed_core.errors import ConfigurationError

MAGIC = b"GGUF"
VERSIONS = (2, 3)
STRING, ARRAY = 8, 9
SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
"""Type number of an entry to its ``struct`` format."""
LONGEST_TEXT = 1 << 26
"""Bytes; a longer text means that what is read is no header."""


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a model says of itself; ``context_length`` in tokens, 0 where it does not say."""

    architecture: str
    context_length: int
    has_chat_template: bool


def read_header(path: Path) -> GgufHeader:
    """Read the header of a GGUF file.

    Raises:
        ConfigurationError: the file cannot be read, is no GGUF file, or ends within its header.
    """
    try:
        with path.open("rb") as file:
            entries = _entries(file, path)
    except OSError as error:
        raise ConfigurationError(f"cannot read the weights {path}: {error.strerror}") from None
    except (struct.error, UnicodeDecodeError, _BrokenHeaderError):
        raise ConfigurationError(f"the GGUF file {path} is damaged or incomplete: fetch it again") from None
    architecture = str(entries.get("general.architecture", ""))
    length = entries.get(f"{architecture}.context_length", 0)
    return GgufHeader(architecture, length if isinstance(length, int) else 0, "tokenizer.chat_template" in entries)


class _BrokenHeaderError(Exception):
    """A length or a type that no header holds."""


def _entries(file: BinaryIO, path: Path) -> dict[str, object]:
    if file.read(4) != MAGIC:
        raise ConfigurationError(f"{path} is no GGUF file: give the file of a model in GGUF format")
    version, _, count = struct.unpack("<IQQ", file.read(20))
    if version not in VERSIONS:
        raise ConfigurationError(f"{path} is GGUF version {version}; versions 2 and 3 can be read")
    entries = {}
    for _ in range(count):
        key = _text(file)
        entries[key] = _value(file, _number(file, "I"))
    return entries


def _value(file: BinaryIO, kind: int) -> object:
    """Read one value; an array is passed over, so that a vocabulary of 260,000 words costs no memory."""
    if kind == STRING:
        return _text(file)
    if kind == ARRAY:
        inner, length = _number(file, "I"), _number(file, "Q")
        if inner in SCALARS:
            file.seek(length * struct.calcsize(SCALARS[inner]), 1)
            return None
        for _ in range(length):
            _value(file, inner)
        return None
    if kind not in SCALARS:
        raise _BrokenHeaderError
    return _number(file, SCALARS[kind])


def _number(file: BinaryIO, form: str) -> int:
    size = struct.calcsize(form)
    number: int = struct.unpack(f"<{form}", file.read(size))[0]
    return number


def _text(file: BinaryIO) -> str:
    length = _number(file, "Q")
    if length > LONGEST_TEXT:
        raise _BrokenHeaderError
    content = file.read(length)
    if len(content) < length:
        raise _BrokenHeaderError
    return content.decode("utf-8", "replace")
