"""The packaged word lists."""

from functools import cache
from importlib.resources import files


@cache
def words(section: str) -> frozenset[str]:
    """Return the words of one section of ``data/lexicon.txt``; an unknown section is a programming error."""
    return _sections()[section]


def alternatives(*sections: str) -> str:
    """Return a regular expression that matches any word of the sections, the longest first."""
    every = set().union(*(words(section) for section in sections))
    return "|".join(sorted(every, key=lambda word: (-len(word), word)))


@cache
def _sections() -> dict[str, frozenset[str]]:
    text = files("cogmed_core.cases.anonymise.data").joinpath("lexicon.txt").read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    current: set[str] = set()
    spelled = False
    for line in text.splitlines():
        if line.startswith("["):
            name = line.strip("[]")
            spelled = name.startswith("characters: ")
            current = found.setdefault(name.removeprefix("characters: "), set())
        elif not line.startswith("#"):
            current.update(line.replace(" ", "") if spelled else line.split())
    return {name: frozenset(members) for name, members in found.items()}
