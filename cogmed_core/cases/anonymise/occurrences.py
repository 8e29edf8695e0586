"""Where any of many strings stands in a text, in one pass."""

from collections import defaultdict
from collections.abc import Iterable, Iterator


def occurrences(text: str, strings: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield place and string, the longest string at each place, without overlaps; cost linear in the text."""
    by_first: dict[str, list[str]] = defaultdict(list)
    for string in sorted(set(strings), key=lambda s: (-len(s), s)):
        if string:
            by_first[string[0]].append(string)
    place = 0
    while place < len(text):
        found = next((s for s in by_first.get(text[place], ()) if text.startswith(s, place)), None)
        if found is None:
            place += 1
            continue
        yield place, found
        place += len(found)
