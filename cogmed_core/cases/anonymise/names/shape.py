"""What a Chinese name looks like: a surname and one or two more characters."""

from functools import cache

from cogmed_core.cases.anonymise.lexicon import words

_NAME = -4.0
_SURNAME = (-4.0, -11.0, -7.0, -8.5)
_USUAL, _UNUSUAL, _HARDLY = -4.8, -7.2, -10.5
_ONE_CHARACTER, _TWO_CHARACTERS = -1.2, -0.4


def surname_of(text: str) -> str:
    """Return the surname that ``text`` begins with, the compound one first, or nothing."""
    for length in (4, 3, 2):
        if text[:length] in words("compound surnames") or text[:length] in words("japanese surnames"):
            return text[:length]
    return text[:1] if is_surname(text[:1]) else ""


@cache
def is_surname(character: str) -> bool:
    """Say whether a single character is a surname."""
    return any(character in words(f"{kind} surnames") for kind in ("common", "rare", "further rare", "seldom"))


def name_score(name: str) -> float | None:
    """Return the log-probability of a full name, comparable with the dictionary's; None where it is no name."""
    surname = surname_of(name)
    given = name[len(surname) :]
    if not surname or not 1 <= len(given) <= 2:
        return None
    score = _SURNAME[surname_rank(surname)]
    score += _ONE_CHARACTER if len(given) == 1 else _TWO_CHARACTERS
    return _NAME + score + sum(map(_character_score, given))


@cache
def _character_score(character: str) -> float:
    if character in words("usual in given names"):
        return _USUAL
    return _HARDLY if character in words("hardly in given names") else _UNUSUAL


@cache
def surname_rank(surname: str) -> int:
    """Return how far a surname is from common: 0 common, 1 of several characters, 2 rare, 3 seldom."""
    if len(surname) > 1:
        return 1
    if surname in words("common surnames"):
        return 0
    return 2 if surname in words("rare surnames") | words("further rare surnames") else 3
