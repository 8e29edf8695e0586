"""Whether a text may show any of some originals in any guise, told by one pattern over the text as it stands.

To fold a whole text and keep the way back costs a hundred times as much, and nearly every text shows none.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from cogmed_core.cases.anonymise.view import View, folded, folded_digits

_PLANE = 0x10000
"""Beyond the first plane of Unicode only those characters fold that ``simplified`` names."""
_PASSED_OVER = r"[\W_]*"


class Guises:
    """The guises of letters and digits under one table of simplified characters."""

    def __init__(self, simplified: Mapping[int, int]) -> None:
        characters = "".join(map(chr, sorted({*range(_PLANE), *simplified})))
        letters, digits = folded(characters, simplified), folded_digits(characters)
        self._letters, self._digits = _by_guise(letters, characters), _by_guise(digits, characters)
        self._separators = f"{_any_of(set(characters).difference(*self._digits.values()))}*"

    def pattern(self, letters: Iterable[str], digits: Iterable[str]) -> re.Pattern[str] | None:
        """Return what matches wherever a text, once folded, holds one of these folded strings; None for none."""
        branches = defaultdict[str, list[str]](list)
        for strings, guises, between in (
            (letters, self._letters, _PASSED_OVER),
            (digits, self._digits, self._separators),
        ):
            for string in strings:
                first, *rest = (_any_of({*guises.get(character, ()), character}) for character in string)
                branches[first].append("".join(between + one for one in rest))
        if not branches:
            return None
        # A set at the front is looked for fast; which of its characters it was is told only where one was found.
        anything = "".join(first.removeprefix("[").removesuffix("]") for first in branches)
        told = (f"(?<={first})(?:{'|'.join(sorted(rest))})" for first, rest in branches.items())
        return re.compile(f"[{anything}](?:{'|'.join(told)})")


def _by_guise(view: View, characters: str) -> dict[str, set[str]]:
    guises: dict[str, set[str]] = defaultdict(set)
    for seen, origin in zip(view.text, view.origins, strict=True):
        guises[seen].add(characters[origin])
    return guises


def _any_of(characters: Iterable[str]) -> str:
    return f"[{''.join(re.escape(character) for character in sorted(characters))}]"
