"""Which acts and securities a text speaks of, and whether it refuses them."""

import re
from functools import lru_cache

from cogmed_core.audit.reading.patterns import lexicon
from cogmed_core.domain.terms import Act, Security

_REFUSED_ZH = re.compile(
    r"(?:不(?!仅|只|单|但|低于|少于)|拒绝|放弃|无需|无须|免除|免去|没有|未|勿)[^，,。；;、“”]{0,6}[“”]?$"
)
_REFUSED_EN = re.compile(
    r"\b(?:without|no|not|never|refus\w*|unwilling|declin\w*|waiv\w*|need not)\b[^,;.]{0,18}$|n't\b[^,;.]{0,18}$",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def acts(text: str) -> frozenset[Act]:
    """Return the acts that ``text`` speaks of without refusing them."""
    return frozenset(act for act in Act if False in _refusals(act.value, text))


@lru_cache(maxsize=8192)
def securities(text: str) -> frozenset[Security]:
    """Return what ``text`` puts up as security."""
    return frozenset(security for security in Security if False in _refusals(security.value, text))


@lru_cache(maxsize=8192)
def refused(text: str) -> frozenset[Act | Security]:
    """Return the acts and securities that ``text`` names only to refuse them."""
    return frozenset(one for one in (*Act, *Security) if _refusals(one.value, text) == {True})


def _refusals(entry: str, text: str) -> set[bool]:
    """Return whether the entry is refused, for every time that the text names it."""
    return {_is_refused(text, match.start()) for match in lexicon("acts")[entry].finditer(text)}


def _is_refused(text: str, start: int) -> bool:
    before = text[max(0, start - 24) : start]
    return bool(_REFUSED_ZH.search(before) or _REFUSED_EN.search(before))
