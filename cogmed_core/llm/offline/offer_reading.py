"""Reading an offer back into terms, whoever wrote it: these rules, a language model, a person."""

import re
from functools import lru_cache

from cogmed_core.llm.offline.acts import Act, acts_in
from cogmed_core.llm.offline.asked import period_of
from cogmed_core.llm.offline.dispute import Dispute
from cogmed_core.llm.offline.measure import Measure
from cogmed_core.llm.offline.patterns import cue, ending
from cogmed_core.llm.offline.rungs import read_rung
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import listed
from cogmed_core.sums.amounts import Sum, shares, sums
from cogmed_core.sums.numerals import numeral

_TOTAL = ending(
    "共计|合计|总计|总额|总共|一次性(?:支付|给付|赔偿|补偿|返还)?", r"total\w*|in all\b|altogether\b|sum of\b", 14
)
_PART = ending(
    r"首[期付笔]|每期|每月|按月|第[一二三四五六\d]+[期笔]|余款|剩余|尾款|其余|先(?:行)?(?:支付|付)|再(?:支付|付)",
    r"(?:first|each|per|balance|remaining|rest|instal?lments? of|then|followed by)\b",
    16,
)
_ASIDE = ending("违约金|滞纳金|利息|诉讼费|受理费|欠款总额|逾期", r"(?:penalty|interest|court fees?)\b", 12)
_CLAIMED = ending(
    "原(?:诉求|请求|主张)|诉求|请求(?:金额|数额|的)?|主张", r"(?:claim(?:ed)?(?: of| for)?|instead of|out of)\b", 2
)
_COUNT = cue(
    r"(?:分|共)?\s*([一二两三四五六七八九十\d]+)\s*(?:期|次付清|个月)",
    r"(\w+)\s+(?:equal\s+|monthly\s+)*(?:instal?lments?|payments)|(?:in|over|by)\s+(\w+)\s+months",
)
_DAYS = cue(
    r"([一二两三四五六七八九十\d]+)\s*(?:个)?(?:工作)?(?P<unit>日|天|个?月)(?:之?内|以内|前)",
    r"within\s+(\w+)\s+(?P<en>days?|weeks?|months?)",
)
_NOTHING = cue(
    "不(?:另行|再|予)?(?:支付|赔偿|承担)(?:任何)?(?:款项|费用|赔偿)?|各自承担|驳回",
    r"(?:pays? nothing|(?:makes )?no payment|without payment|each bears? (?:its|their) own)\b",
)
_IN_FULL = cue(
    "全额|全部由|全部(?:支付|赔偿|返还|偿还|退还|承担|费用)|足额",
    r"(?:in full|the full (?:sum|amount)|the whole (?:sum|amount|cost))\b",
)
_TIME = cue(
    r"共同生活\s*(\d{1,2})\s*[天日]", r"spends? (\d{1,2}) days of each month|(\d{1,2}) days (?:a|each|every) month"
)
_BEARS = cue("承担|负担|分担", r"bears?\b")
_PAYS = cue("支付|赔偿|返还|补偿|给付|偿还|退还", r"pays?\b")
_NUMBERS_EN = {
    word: number
    for number, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), start=2
    )
}


@lru_cache(maxsize=4096)
def read_offer(text: str, dispute: Dispute, scale: float | None = None) -> Terms:
    """Return the terms of ``text``; ``scale`` is what a sum is measured by where the claim has none."""
    duty = frozenset({Act.DUTY}) if dispute.duties and f"“{listed(dispute.language, dispute.duties)}”" in text else None
    text = _without_quotes(text, dispute)
    acts = acts_in(text) | (duty or frozenset())
    count = _instalments(text) if Act.INSTALMENTS in acts else 1
    share = _share(text, dispute, dispute.claim or scale)
    return Terms(share=share, instalments=max(1, count), days=_days(text), acts=acts)


def _share(text: str, dispute: Dispute, scale: float | None) -> float | None:
    """Return the share of the claim met: on the scale of the claim first, then by a share, then by words."""
    if (measured := _measured(text, dispute, scale)) is not None:
        return measured
    if (found := _borne(text, dispute)) is not None:
        return found
    if _IN_FULL.search(text):
        return 1.0
    return 0.0 if _NOTHING.search(text) else None


def _measured(text: str, dispute: Dispute, scale: float | None) -> float | None:
    """Return the share by what the claim is measured in: days, steps, a sum every month, a sum."""
    if dispute.measure is Measure.TIME and (days := _TIME.search(text)):
        return min(1.0, int(next(filter(None, days.groups()))) / 30)
    if dispute.measure is Measure.STEP and (found := read_rung(text)) is not None:
        return found
    if dispute.measure is Measure.PERIODIC and scale:
        every = [one for one in sums(text) if one.rate or period_of(text, one)] or list(sums(text))
        return min(every[0].value / scale, 1.5) if every else None
    if scale and (total := _total(text)) is not None:
        return 0.0 if _paid_by_claimant(text, dispute) else min(total / scale, 1.5)
    return None


def _without_quotes(text: str, dispute: Dispute) -> str:
    """Return the text without the demand's own words in quotation marks: what is in them is no term of its own."""
    for words in (dispute.object, listed(dispute.language, dispute.duties)):
        text = text.replace(f"“{words}”", "") if words else text
    return text


def _total(text: str) -> float | None:
    """Return the sum the offer comes to: the one called a total, the first that is no part, or the parts added."""
    found = [one for one in sums(text) if not _before(_ASIDE, text, one) and not _before(_CLAIMED, text, one)]
    for one in found:
        if _before(_TOTAL, text, one):
            return one.value
    whole = [one for one in found if not one.rate and not _before(_PART, text, one)]
    if whole:
        return whole[0].value
    if not found:
        return None
    parts = [one.value for one in found if not one.rate]
    return sum(parts) if len(parts) > 1 else found[0].value * max(1, _instalments(text))


def _before(cue: re.Pattern[str], text: str, one: Sum) -> bool:
    return bool(cue.search(text[max(0, one.start - 24) : one.start]))


def _borne(text: str, dispute: Dispute) -> float | None:
    """Return the first share named, turned round where it is the claimant's own part of a cost."""
    for one in shares(text):
        before = text[: one.start]
        claimant = max((before.rfind(party.name) for party in dispute.claimants), default=-1)
        respondent = max((before.rfind(party.name) for party in dispute.respondents), default=-1)
        bears = _BEARS.search(text[max(0, one.start - 12) : one.end + 12])
        if bears and claimant > respondent:
            return max(0.0, 1 - one.value)
        return min(one.value, 1.5)
    return None


def _paid_by_claimant(text: str, dispute: Dispute) -> bool:
    """Say whether the first to pay is the claiming side."""
    pays = _PAYS.search(text)
    if not pays:
        return False
    before = text[: pays.start()]
    first = [(before.find(party.name), True) for party in dispute.claimants if party.name in before]
    first += [(before.find(party.name), False) for party in dispute.respondents if party.name in before]
    return min(first)[1] if first and all(paying for _, paying in first) else False


def _instalments(text: str) -> int:
    for match in _COUNT.finditer(text):
        if number := _number(next(group for group in match.groups() if group)):
            return min(60, number)
    return 3


def _days(text: str) -> int:
    match = _DAYS.search(text)
    if not match:
        return 30
    number = _number(match.group(1) or match.group(3)) or 30
    unit = match.group("unit") or match.group("en") or ""
    return min(3650, number * (30 if "月" in unit or "month" in unit else 7 if "week" in unit else 1))


def _number(word: str | None) -> int | None:
    if not word:
        return None
    if word.isdecimal():
        return int(word)
    value = _NUMBERS_EN.get(word.lower()) or numeral(word)
    return int(value) if value else None
