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
_KNOWN_WORD = -10.5
_LONGEST_CORE = 5


def find_declared(document: Document, firms: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the short names that the text itself gives to ``firms``, wherever they stand."""
    owners = {finding.end: document.text[finding.start : finding.end] for finding in firms}
    shorts: dict[str, str] = {}
    for match in _DECLARED.finditer(document.text):
        owner = owners.get(match.start())
        if owner and match["id"] not in words("roles") | words("before bodies"):
            shorts[match["id"]] = owner
    for place, short in occurrences(document.text, shorts):
        yield Finding(place, place + len(short), "ORG_ALIAS", "firms", 65, shorts[short])


def find_cores(document: Document, firms: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the names of ``firms`` without place, line of business and form: 云谷 for 杭州云谷网络科技有限公司."""
    cores: dict[str, str] = {}
    for finding in firms:
        name = document.text[finding.start : finding.end]
        core = core_of(name)
        if 2 <= len(core) <= _LONGEST_CORE and core != name:
            cores.setdefault(core, finding.entity or name)
    for place, core in occurrences(document.text, cores):
        end = place + len(core)
        score = document.tagger.segmenter.score(core)
        if score is None or (score < _KNOWN_WORD and {place, end} <= document.boundaries):
            yield Finding(place, end, "ORG_ALIAS", "firms", 47, cores[core])
