"""Names that the text itself gives people: 又名刘二妹, 网名“夏日微风”, 村里人都叫他“大壮”, 以下简称老岑."""

import re
from collections.abc import Iterator

from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.cases.anonymise.names.bearers import Bearers
from cogmed_core.cases.anonymise.occurrences import occurrences

_ALSO = (
    r"(?:又名|又叫|又称|曾用名|曾用姓名|原名|本名|大名|学名|别名|别号|化名|小名|乳名|绰号|外号|诨号|诨名|艺名|笔名|英文名|人称|自称|号称"
    r"|俗称|昵称|花名|网名|网络名|微信名称|微信名|微信昵称|微信昵称|抖音名|抖音昵称|快手名|直播名|游戏名|游戏昵称|用户名|群昵称"
    r"|(?:都|常|习惯|一直)(?:把|将)?(?:[他她]|其)?(?:叫做|叫作|唤作|叫|唤|称呼|喊)(?:[他她其]为?|作|做)?)"
)
_OPENS, _CLOSES = r"[“\"‘'「『《]", r"[”\"’'」』》]"
_IS = r"(?:为|是|叫做|叫作|叫|[:：])?[ ]?"
_QUOTED = re.compile(rf"{_ALSO}{_IS}{_OPENS}(?P<id>[^“”\"‘’'「」『』《》\n，。；]{{1,16}}){_CLOSES}")
_BARE = re.compile(rf"{_ALSO}{_IS}(?P<id>[\u3400-\u9fffA-Za-z0-9·_]{{2,12}}?)(?=[）)，,。；;、\s的]|$)")
_SHORT = re.compile(
    r"[(（](?:以下|下文|下)?(?:均)?(?:简称|称)(?:为)?[:：]?[ ]?[“\"‘']?(?P<id>[\u3400-\u9fffA-Za-z·]{1,6})[”\"’']?[)）]"
)
_OF = re.compile(r"[”\"’'」』》]?的")
_CALLED = re.compile(r"[都常习一]")
"""大家都叫他… announces a name only in quotation marks."""


def find_declared_names(text: str, bearers: Bearers) -> Iterator[Finding]:
    """Yield the declared names wherever they stand; 又名 means who was named last, 绰号“大壮”的 who is named next."""
    owners: dict[str, str] = {}
    found = [*_QUOTED.finditer(text), *(match for match in _BARE.finditer(text) if not _CALLED.match(match.group()))]
    declared = tuple(match["id"] for match in found)
    people = bearers.only(name for name in bearers.names if not name.startswith(declared))
    for match in found:
        _own(owners, match["id"], _owner(text, people, match))
    for match in _SHORT.finditer(text):
        last = people.nearest(match.start()) if people.places else ""
        if last and text.endswith(last, 0, match.start()):
            _own(owners, match["id"], last)
    for place, alias in occurrences(text, owners):
        yield Finding(place, place + len(alias), "ALIAS", "aliases", 57, owners[alias])


def _own(owners: dict[str, str], alias: str, owner: str) -> None:
    ordinary = alias in words("roles") | words("kin") | words("titles") | words("not familiar")
    if owner and alias != owner and not ordinary and "某" not in alias:
        owners.setdefault(alias, owner)


def _owner(text: str, bearers: Bearers, match: "re.Match[str]") -> str:
    if _OF.match(text, match.end()) and (following := bearers.next_after(match.end())):
        return following
    if bearers.places and bearers.places[0] < match.start():
        return bearers.nearest(match.start())
    return ""
