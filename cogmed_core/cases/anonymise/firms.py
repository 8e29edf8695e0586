"""Short names of firms: 以下简称“新辰公司”, 新辰, and which full name each stands for."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.cases.anonymise.occurrences import occurrences
from cogmed_core.cases.anonymise.organisations import core_of

_DECLARED = re.compile(
    r"[(（](?:以下|下文|下)?(?:均)?(?:简称|称)(?:为)?[:：]?[ ]?"
    r"(?:[“\"‘'《](?P<quoted>[\u3400-\u9fffA-Za-z0-9]{2,14})[”\"’'》]|(?P<bare>[\u3400-\u9fffA-Za-z0-9]{2,14})(?=[)），,；;]))"
)
_SHOP = re.compile(
    r"(?:店铺名称|店铺名|店名|网店名称|网店名|网店|字号|招牌|商号|品牌名称|品牌|商标|公众号|铺名)(?:名称)?"
    r"(?:为|是|叫|[:：])?[ ]?"
    r"[“\"‘'「](?P<id>[^“”\"‘’'「」\n，。；]{2,16})[”\"’'」]"
)
_KNOWN_WORD = -10.5
_LONGEST_CORE = 5
_SHORTEST_NAME = 4


def same_firms(document: Document, firms: Iterable[Finding]) -> list[Finding]:
    """Give the forms of one firm's name one entity: 深圳市新辰公司 and 新辰公司; 新辰公司 and the one 新辰… firm."""
    named = [(finding, document.text[finding.start : finding.end]) for finding in firms]
    names = {name for _, name in named}
    by_core: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        by_core[core_of(name)].append(name)
    return [replace(finding, entity=_owner(name, names, by_core)) for finding, name in named]


def _owner(name: str, names: set[str], by_core: dict[str, list[str]]) -> str:
    core = core_of(name)
    others = [other for other in by_core[core] if other != name and not other.endswith(name)]
    if name == f"{core}公司" and len(others) == 1:
        return others[0]
    shorter = (name[cut:] for cut in range(len(name) - _SHORTEST_NAME, 0, -1))
    return next((tail for tail in shorter if tail in names and core_of(tail)), "")


def find_declared(document: Document, firms: Collection[Finding]) -> Iterator[Finding]:
    """Yield the short names that the text itself gives to ``firms``, wherever they stand."""
    owners = {f.end: f.entity or document.text[f.start : f.end] for f in firms}
    shorts: dict[str, str] = {}
    for match in _DECLARED.finditer(document.text):
        owner = owners.get(match.start())
        short = match["quoted"] or match["bare"]
        if owner and short not in words("roles") | words("before bodies"):
            shorts[short] = owner
    within = {place: f for f in firms for place in range(f.start, f.end)}
    for place, short in occurrences(document.text, shorts):
        end = place + len(short)
        whole = within.get(place)
        if whole is None or whole.end < end or whole.end - whole.start == len(short):
            yield Finding(place, end, "ORG_ALIAS", "firms", 75, shorts[short])


def find_shops(text: str) -> Iterator[Finding]:
    """Yield the names that the text gives shops and brands, wherever they stand: 店名“梅子小铺”."""
    names = {match["id"] for match in _SHOP.finditer(text) if "某" not in match["id"]}
    for place, name in occurrences(text, names):
        yield Finding(place, place + len(name), "ORG", "firms", 69)


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
            yield Finding(
                place, _end_as_in(document.text, place, end, cores[core]), "ORG_ALIAS", "firms", 47, cores[core]
            )


def _end_as_in(text: str, start: int, end: int, name: str) -> int:
    """Return how far a short name goes on as the full one does: 新辰科技 for 深圳市新辰科技有限公司."""
    while end < len(text) and text[start : end + 1] in name:
        end += 1
    return end
