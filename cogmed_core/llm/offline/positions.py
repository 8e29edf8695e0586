"""What each party says in the facts: clauses are given to whoever speaks in them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cogmed_core.llm.offline.english import read_english
from cogmed_core.llm.offline.english_reading import Kind
from cogmed_core.llm.offline.parties import Named
from cogmed_core.llm.offline.patterns import script
from cogmed_core.llm.offline.roles import CHINESE
from cogmed_core.sums.amounts import sums

_DEMANDS = re.compile(
    r"请求|要求|主张|诉请|希望|盼望|想要|想让|要回|索赔|索要|讨要|追讨|\b(?:ask|claim|demand|seek|sought|want|request)(?:s|ed)?\b",
    re.IGNORECASE,
)
_SPEAKS = re.compile(
    r"请求|要求|主张|诉请|希望|盼望|想要|想让|要回|索赔|索要|讨要|追讨|觉得|说|提出|承认|只肯|不肯|不愿|答应|同意|认为|辩称|抗辩|称|表示|坚持|否认|质疑|拒绝|不同意|只同意|只愿|只认|最多|愿意|无力|为由|拖欠|未(?:按|履行|支付)"
    r"|\b(?:ask|claim|demand|seek|want|request|argue|answer|reply|replie|offer|insist|maintain|contend|object|admit"
    r"|refuse|reject|dispute)(?:s|d|ed)?\b|\b(?:sought|said|says|denie[sd]|replied|will not)\b",
    re.IGNORECASE,
)
_CLAUSE_ZH = re.compile(r"[^，,；：]+[，,；：]?")
_SUES = re.compile(r"诉至|起诉|提起.{0,4}诉讼|申请(?:调解|仲裁)")
_CONNECTIVE = re.compile(
    r"^(?:后|故|遂|现|但|因|而|且|随后|为此|同时|此后|之后|后来|于是|男方|女方|原告|被告|申请人|被申请人)*"
)
_COMPANY_TAIL = re.compile(r"(?:股份|有限|责任|集团|工程|科技|设备|分|支)*(?:公司|支公司|分公司)$")
_PLACE = re.compile(r"^[\u4e00-\u9fa5]{2,4}?(?:省|市|县|区)")
_KINDS = (
    *("业主", "农户", "村民", "工人", "劳动者", "员工", "企业", "商户", "家属", "租户", "住户"),
    *("公司", "银行", "医院", "酒店", "学校", "村委会", "委员会"),
)
"""What the only party of its kind is called for short."""
_BEFORE_NAME = rf"^(?:[\u4e00-\u9fa5]{{{{1,10}}}}?的|{'|'.join(CHINESE)})(?={{}})"
"""What may stand before a name at the beginning of a clause: 二楼的, 业主."""
_LONGEST = 420
"""Characters of a statement."""


@dataclass(frozen=True, slots=True)
class Said:
    """A stretch of one sentence in which one party speaks."""

    name: str
    text: str
    asks: bool = False

    @property
    def demands(self) -> bool:
        """Whether something is asked for in it."""
        return self.asks or bool(_DEMANDS.search(self.text))


def said_by_party(sentences: Sequence[str], parties: Sequence[Named]) -> list[Said]:
    """Return every stretch of the facts in which a party says what it wants, holds or refuses, in order."""
    if script("".join(sentences)) != "zh":
        return _said_in_english(sentences, parties)
    called = {alias: party.name for party in parties for alias in _aliases(party.name, sentences)}
    for kind in _KINDS:
        of_kind = [party.name for party in parties if kind in party.name or (kind == "农户" and "户" in party.name)]
        if len(of_kind) == 1:
            called.setdefault(kind, of_kind[0])
    stretches = _stretches_zh(sentences, called, next(party.name for party in parties if party.claiming))
    return [one for one in stretches if _SPEAKS.search(one.text)]


def position(said: Sequence[Said], party: Named) -> str:
    """Return the position of ``party``.

    In Chinese it is the last demand with a sum, the last demand, or what is said last: one stretch tells all. In
    English a claimant's demands, and all that a respondent says, are put together.
    """
    own = [one for one in said if one.name == party.name]
    demands = [one for one in own if one.demands]
    if own and script(own[-1].text) != "zh":
        return _put_together([one.text for one in (demands if party.claiming else own)])
    figured = [one for one in (demands if party.claiming else own) if any(not each.rate for each in sums(one.text))]
    chosen = figured or demands or ([] if party.claiming else own)
    return chosen[-1].text if chosen else ""


def _put_together(stretches: Sequence[str]) -> str:
    """Return the last stretches that fit into a statement, as sentences."""
    kept: list[str] = []
    for one in reversed(list(dict.fromkeys(stretches))):
        if kept and sum(map(len, kept)) + len(one) > _LONGEST:
            break
        kept.insert(0, one[0].upper() + one[1:])
    return ". ".join(kept)


def _said_in_english(sentences: Sequence[str], parties: Sequence[Named]) -> list[Said]:
    names = [party.name for party in parties]
    speeches = read_english(sentences, names).speeches
    return [Said(one.actor, one.text, one.kind is Kind.ASK) for one in speeches if one.actor in names]


def _aliases(name: str, sentences: Sequence[str]) -> set[str]:
    """Return what ``name`` is called in the facts, the name included."""
    text = "".join(sentences)
    called = {name}
    called |= set(re.findall(re.escape(name) + r"[（(](?:以下)?简称[“\"]?([^”\"）)，]+)", text))
    stem = re.sub(r"等?\d*余?[名户家位]?[\u4e00-\u9fa5]{0,6}$", "", name) if re.search(r"等|\d", name) else name
    if len(stem) > 1:
        called.add(stem)
    if _COMPANY_TAIL.search(name) and len(core := _COMPANY_TAIL.sub("", _PLACE.sub("", name))) >= 2:
        called |= {core, core[:4]}
    return {alias for alias in called if len(alias) > 1}


def _stretches_zh(sentences: Sequence[str], called: Mapping[str, str], claimant: str) -> Iterator[Said]:
    """Yield the stretches of each sentence: from the first clause that speaks to where another party speaks up.

    After a demand a clause that begins with another's name still belongs to the demand, unless that
    name is followed by a word of speaking. Who sues without being named is the one who claims.
    """
    for sentence in sentences:
        subject, held = "", ""
        for clause in _CLAUSE_ZH.findall(sentence):
            other, rest = _opening(_CONNECTIVE.sub("", clause), called)
            if not other and subject != claimant and _SUES.search(clause):
                other = claimant
            speaks_up = bool(other) and bool(_SPEAKS.search(rest[:6]))
            if other and other != subject and (speaks_up or not _DEMANDS.search(held)):
                if held:
                    yield Said(subject, held)
                subject, held = other, ""
            if subject and (held or _SPEAKS.search(clause)):
                held += clause
        if held:
            yield Said(subject, held)


def _opening(clause: str, called: Mapping[str, str]) -> tuple[str, str]:
    """Return the party whose name a clause begins with, and the rest of the clause."""
    if not clause.startswith(tuple(called)) and (
        modified := re.match(_BEFORE_NAME.format("|".join(map(re.escape, called))), clause)
    ):
        clause = clause[modified.end() :]
    matching = [alias for alias in called if clause.startswith(alias)]
    alias = max(matching, key=len, default="")
    return (called[alias], clause[len(alias) :]) if alias else ("", clause)
