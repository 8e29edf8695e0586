"""Short names of firms: 以下简称“新辰公司”, 新辰, and which full name each stands for."""

import re
from collections.abc import Iterable, Iterator

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.cases.anonymise.occurrences import occurrences
from cogmed_core.cases.anonymise.organisations import core_of

_DECLARED = re.compile(
    r"[(（](?:以下|下文|下)?(?:均)?(?:简称|称)(?:为)?[:：]?[ ]?"
    r"[“\"‘'《]?(?P<id>[\u3400-\u9fffA-Za-z0-9]{2,14})[”\"’'》]?[)）]"
)
_KNOWN_WORD = -12.5


def find_short_names(document: Document, firms: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the declared short names and bare cores of ``firms``, linked to the full name."""
    text = document.text
    full = {text[f.start : f.end]: f for f in firms}
    ends = {f.end: text[f.start : f.end] for f in firms}
    shorts: dict[str, str] = {}
    for match in _DECLARED.finditer(text):
        owner = ends.get(match.start())
        if owner and match["id"] not in words("roles") | words("before bodies"):
            shorts[match["id"]] = owner
            shorts.setdefault(core_of(match["id"]), owner)
    for name in full:
        core = core_of(name)
        if 2 <= len(core) <= 5 and core != name:
            shorts.setdefault(core, name)
    for place, short in occurrences(text, [s for s in shorts if len(s) > 1]):
        end = place + len(short)
        score = document.tagger.segmenter.score(short)
        whole = place in document.boundaries and end in document.boundaries
        if (whole or score is None) and (score is None or score < _KNOWN_WORD or short.endswith("公司")):
            yield Finding(place, end, "ORG_ALIAS", "firms", 47, shorts[short])
