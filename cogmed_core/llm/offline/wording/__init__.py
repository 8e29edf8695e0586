"""What the rules say, as phrases in files: ``zh.toml`` and ``en.toml`` hold the same keys."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any

_GAP = re.compile(r"\{\w+\}")
_BEGINNING = re.compile(r"(?:^|(?<![apv]\.m\. )(?<!\bv\. )(?<=[.!?] ))“?[a-z]")
_MANY = re.compile(
    r"公司|银行|医院|酒店|中心|学校|委员会|村委|业主|农户|村民|工人|劳动者|员工|家属|企业|商户|店|厂|院|局|户|等|、|\d+[多余]?[名户位人家个]"
    r"|\b(?:Ltd|Limited|Inc|LLP|PLC|LLC|Co|Company|Council|Association|Bank|Group|Trust|and|residents|workers|owners)\b|&",
    re.IGNORECASE,
)


@cache
def phrasebook(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return every phrase of a language: dotted key to its variants."""
    name = language if language in ("zh", "en") else "en"
    tables = tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))
    return dict(_flattened("", tables))


def phrase(language: str, key: str, **values: str) -> str:
    """Return the first variant of ``key`` with ``values`` filled in."""
    return phrasebook(language)[key][0].format_map(values)


def fresh(language: str, key: str, chance: Random, said: str, **values: str) -> str:
    """Return a variant of ``key`` drawn by ``chance`` among those not in ``said``, else the one said longest ago."""
    variants = phrasebook(language)[key]
    order = chance.sample(variants, len(variants))
    return min(order, key=lambda one: said.rfind(_core(one))).format_map(values)


def wordings(language: str, key: str, **values: str) -> list[str]:
    """Return every variant of ``key`` with ``values`` filled in."""
    return [one.format_map(values) for one in phrasebook(language)[key]]


def exhausted(language: str, key: str, said: str) -> bool:
    """Say whether ``said`` already holds every variant of ``key``."""
    return all(_core(variant) in said for variant in phrasebook(language)[key])


def listed(language: str, items: Sequence[str]) -> str:
    """Return ``items`` as one enumeration."""
    if language == "zh":
        return "、".join(items)
    if not items:
        return ""
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def spoken_text(language: str, lines: Sequence[str]) -> str:
    """Return lines as one speech; in English every sentence begins with a capital, whatever was filled in there."""
    if language == "zh":
        return "".join(lines)
    whole = " ".join(lines).replace(".m..", ".m.")
    return _BEGINNING.sub(lambda match: match.group().upper(), whole)


def self_words(language: str, name: str) -> Mapping[str, str]:
    """Return how a party called ``name`` speaks of itself: one person, or many."""
    many = bool(_MANY.search(name))
    if language == "zh":
        return {"me": "我们", "my": "我们的"} if many else {"me": "我", "my": "我的"}
    first, me, my, am = ("we", "us", "our", "are") if many else ("I", "me", "my", "am")
    return {"i": first, "I": first.capitalize(), "me": me, "my": my, "My": my.capitalize(), "am": am}


@lru_cache(maxsize=1024)
def _core(variant: str) -> str:
    """Return the longest part of a variant that holds no gap: what gives it away as already used."""
    return max(_GAP.split(variant), key=len)


def _flattened(prefix: str, tables: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    flat: list[tuple[str, tuple[str, ...]]] = []
    for key, value in tables.items():
        name = f"{prefix}.{key}" if prefix else key
        if isinstance(value, Mapping):
            flat += _flattened(name, value)
        else:
            flat.append((name, (value,) if isinstance(value, str) else tuple(value)))
    return flat
