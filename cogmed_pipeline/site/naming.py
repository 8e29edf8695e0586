"""How arms, frameworks and pages are called."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any


def configuration(name: str, w: Mapping[str, Any]) -> str:
    """Return a configuration in words; one that has none keeps its name."""
    plain, simultaneous = name.removesuffix("_simultaneous"), name.endswith("_simultaneous")
    words = w["report"]["configuration"]
    told = str(words.get(plain, plain))
    return f"{told} ({w['report']['simultaneous']})" if simultaneous else told


def arm(row: Mapping[str, Any], w: Mapping[str, Any]) -> str:
    """Return an arm in words, from a row with its backbone and configuration."""
    return f"{row['backbone']} · {configuration(row['configuration'], w)}"


def arm_of_key(key: str, w: Mapping[str, Any]) -> str:
    """Return an arm in words, from its key."""
    backbone, _, name = key.rpartition(".")
    return arm({"backbone": backbone, "configuration": name}, w)


def framework(name: str, w: Mapping[str, Any]) -> str:
    """Return a framework of deliberation in words; a variant keeps its name."""
    return str(w["report"]["framework"].get(name, name))


def safe(name: str) -> str:
    """Return a file name for whatever something is called."""
    plain = all(letter.isascii() and (letter.isalnum() or letter in "._-") for letter in name)
    return name if plain and name[:1].isalnum() and len(name) <= 80 else sha256(name.encode()).hexdigest()[:16]
