"""What a party asks for, taken apart: a sum, a sum that comes back every month, and what is to be done or left."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogmed_core.llm.offline.patterns import cue, script
from cogmed_core.sums.amounts import Sum, sums

_TOTAL = cue("共计|合计|总计|总额", r"(?:total\w*|in all|altogether)\b")
_ITEM_TOTAL, _GRAND_TOTAL = re.compile("共计"), cue("合计|总计|总额", r"(?:total\w*|in all|altogether)\b")
"""共计 may close each item of a list; 合计 closes the list."""
_NO_LIST = re.compile(
    r"[.;。；]|因|由于|如果|否则|即使|其中|包括"
    r"|\b(?:because|which|since|although|if|about|that|worth|including|of which|rather|instead|not|but)\b",
    re.IGNORECASE,
)
_PERIOD_ZH = re.compile(
    r"(?P<period>(?:每人)?每(?:个?月|年|周|星期|季度))[^，。；,;]{0,12}$|按(?P<short>月|年|周)[^，。；,;]{0,12}$"
)
_PERIOD_EN = re.compile(
    r"^\s*(?:an?|per|each|every)\s+(?P<unit>month|week|year)\b|^\s*(?P<ly>month|week|year)ly\b", re.IGNORECASE
)
_MONTHLY_EN = re.compile(r"\b(?P<ly>month|week|year)ly\s+(?:\w+\s+){0,3}(?:of\s+)?$", re.IGNORECASE)
_NOUNS = cue(
    "押金|定金|订金|保证金|货款|房款|购车款|学费|会费|租金|彩礼|借款|本金",
    r"(?:deposits?|price|purchase money|loan|fees?|rent|wages|salary|invoices?|bill)\b",
)
_SOLD = re.compile(r"\b(?:for|at|of|paid|worth)\s*$", re.IGNORECASE)
_PAYMENT = cue(
    "支付|赔偿|返还|偿还|给付|归还|退还|退回|退款|补偿|付清|缴纳|欠|(?<=.)费(?!家)|款|钱|损失|利息|违约金|工资|报酬|押金|定金|彩礼|元|责任|合计|共计",
    r"(?:pay\w*|paid|compensat\w+|refund\w*|repay\w*|damages|owed?|debt|rent|wages|deposit|price|money|"
    r"interest|total|in all|awards?|sum|salary|bonus|overtime|fees?|value|half|share)\b",
)
_SAYS = cue(
    "称|认为|说|表示|否则|即使|如果|如|并非|指责|告知|反映|申请仲裁|诉至|起诉",
    r"(?:says?|said|told|because|if|when|lent)\b",
)
_VERB_ZH = re.compile(r"^.*?(?:请求|要求|主张|诉请|希望|盼望|想要|想让|索要|讨要)(?:依法|判令|法院|仲裁委员?会?|裁决)*")
_PIECE_ZH = re.compile(r"[，,；;。：:]|(?<!合)并(?=[^非且联])|以及|同时")
_LEAD_ZH = re.compile(r"^(?:并|且|还|再|由|同时|及|和)+")
_HELP = re.compile(
    r"^(?:其|该|系|是|自己)|(?:给予|提供)?(?:帮助|指导|援助|支持)$|遭拒|未果|无果|核对为准|^[只仅不][愿肯能同认]"
    r"|remains being checked|meeting its obligations"
)
_VERB_EN = re.compile(
    r"\b(?:demand|ask|want|seek|request|insist(?=s? on|ed on)|expect|hope|wish|call|need)(?:s|ed|"
    r"es)?(?: for| on| to have)?\b|\bsought\b"
    r"|\bwould like\b",
    re.IGNORECASE,
)
_SENTENCE_EN = re.compile(r"(?<!p\.m)(?<!a\.m)(?<!Mr)(?<!Ms)(?<!Mrs)\.\s+(?=[A-Z])")
_PIECE_EN = re.compile(r"[,;]\s+|\s+and\s+(?=an?\b|the\b|that\b|to\b|his\b|her\b|[A-Z£$€\d]|\w+s\b)")
_SUBJECT_EN = re.compile(
    r"^(?:that )?(?:him|her|them|it|the other side|[A-Z][\w.]*(?: [A-Z\d][\w.]*)*) (?:to|should) (?P<verb>[a-z]+)"
)
_WISH_EN = re.compile(
    r"^(?:that (?P<who>[\w' -]{2,40}?) (?:should )?(?P<verb>be|stop|pay|leave|move|keep|give|make|return)"
    r"|(?P<whose>(?:the|his|her|its|their) [\w' -]{2,30}?)(?<!right)(?<!time)(?<!access)(?<!chance) "
    r"(?:to|should) (?P<does>[a-z]+))\b"
)
_DONE_EN = re.compile(r"^(?:the|his|her|its|their|an?) [\w ]{2,40} \w+(?:ed|t)$")
_LONGEST = {"zh": 30, "en": 70}


@dataclass(frozen=True, slots=True)
class Asked:
    """The parts of a demand; ``period`` is what a rate is counted by, in the words of its text: 每人每月, month."""

    total: float | None
    currency: str
    rate: Sum | None
    period: str
    duties: tuple[str, ...]


def asked(text: str, facts: str) -> Asked:
    """Return the parts of what ``text`` asks for; a thing without its price is looked up in the ``facts``."""
    found = sums(text)
    rate = next((one for one in found if period_of(text, one)), None)
    whole = [one for one in found if not one.rate and not period_of(text, one)]
    value, currency = _total(text, whole, facts)
    return Asked(
        value, currency or (rate.currency if rate else ""), rate, period_of(text, rate) if rate else "", duties_in(text)
    )


def period_of(text: str, one: Sum) -> str:
    """Return what a sum is counted by: month, week, year, 每月 …; empty for a sum paid once."""
    before, after = text[max(0, one.start - 24) : one.start], text[one.end : one.end + 16]
    if found := _PERIOD_ZH.search(before):
        return found["period"] or f"每{found['short']}"
    english = _PERIOD_EN.match(after) or _MONTHLY_EN.search(before)
    return next((unit.lower() for unit in english.groups() if unit), "") if english else ""


def duties_in(text: str) -> tuple[str, ...]:
    """Return what ``text`` asks to be done or left, beside money: at most three, in its own words."""
    language = script(text)
    pieces = (_pieces_zh if language == "zh" else _pieces_en)(text)
    kept = [piece for piece in pieces if 3 <= len(piece) <= _LONGEST[language] and not sums(piece)]
    kept = [f"{piece}." if piece.endswith((" p.m", " a.m")) else piece for piece in kept]
    kept = [
        piece for piece in kept if not _PAYMENT.search(piece) and not _SAYS.search(piece) and not _HELP.search(piece)
    ]
    return tuple(dict.fromkeys(kept))[:3]


def _pieces_zh(text: str) -> Iterator[str]:
    begun = False
    for clause in _PIECE_ZH.split(text):
        if clause.startswith(("否则", "即使", "如")):
            return
        opened = _VERB_ZH.match(clause)
        begun = begun or bool(opened)
        if begun:
            piece = _LEAD_ZH.sub("", _VERB_ZH.sub("", clause) if opened else clause).strip(" “”")
            yield from piece.split("、") if sums(piece) else [piece]


def _pieces_en(text: str) -> Iterator[str]:
    for sentence in _SENTENCE_EN.split(text):
        begun = False
        for clause in _PIECE_EN.split(sentence):
            opened = _VERB_EN.search(clause)
            begun = begun or bool(opened)
            if begun:
                piece = (clause[opened.end() :] if opened else clause).strip(" .")
                yield _as_noun(re.sub(r"^also ", "", piece))


def _as_noun(piece: str) -> str:
    """Return a demand in English as something that can be asked for: him to stop → the other side stopping."""
    if subject := _SUBJECT_EN.match(piece):
        return f"the other side {_gerund(subject['verb'])}{piece[subject.end() :]}"
    if wish := _WISH_EN.match(piece):
        return f"{wish['who'] or wish['whose']} {_gerund(wish['verb'] or wish['does'])}{piece[wish.end() :]}"
    if own := re.match(r"^to (?P<verb>[a-z]+)", piece):
        return _gerund(own["verb"]) + piece[own.end() :]
    return f"having {piece}" if _DONE_EN.match(piece) or re.match(r"(?:it|them|him|her) ", piece) else piece


def _gerund(verb: str) -> str:
    if re.fullmatch(r"[a-z]*[^aeiou][aeiou][bdgmnprt]", verb) and len(verb) <= 4:
        return f"{verb}{verb[-1]}ing"
    return f"{verb[:-1]}ing" if re.search(r"[^e]e$", verb) and verb != "be" else f"{verb}ing"


def _total(text: str, whole: Sequence[Sum], facts: str) -> tuple[float | None, str]:
    """Return the sum that ``whole`` comes to: what is called a total, else what stands in one list."""
    totals = [
        next((one for one in whole if 0 <= one.start - at.end() <= 6), None)
        or next((one for one in whole if text[one.end : at.start()].strip() in ("", "in")), None)
        for at in _TOTAL.finditer(text)
    ]
    values = list(dict.fromkeys(one.value for one in totals if one))
    if values:
        last = values[-1]
        items = len(_ITEM_TOTAL.findall(text)) > 1 and not _GRAND_TOTAL.search(text)
        return (last if not items and last >= sum(values[:-1]) * 0.99 else sum(values)), whole[0].currency
    listed = [run for run in _runs(text, whole) if run]
    best = max(listed, key=lambda run: sum(one.value for one in run), default=[])
    known = _looked_up(text, facts)
    if known and known.value not in {one.value for one in whole}:
        return known.value + sum(one.value for one in best if one.currency == known.currency), known.currency
    return (sum(one.value for one in best), best[0].currency) if best else (None, "")


def _runs(text: str, whole: Sequence[Sum]) -> Iterator[list[Sum]]:
    """Yield the sums that are items of one list: nothing between them makes one the reason or part of another."""
    run: list[Sum] = []
    for one in whole:
        between = text[run[-1].end : one.start] if run else ""
        if run and (_NO_LIST.search(between) or len(between) > 60 or one.currency != run[-1].currency):
            yield run
            run = []
        run.append(one)
    yield run


def _looked_up(text: str, facts: str) -> Sum | None:
    """Return the price that the facts give for a thing that ``text`` asks back without one."""
    for noun in _NOUNS.finditer(text):
        if any(re.fullmatch(r"\s*(?:of|:|：|为|是|共)?\s*", text[noun.end() : one.start]) for one in sums(text)):
            continue
        word = noun.group().lower().removesuffix("s")
        for one in sums(facts):
            before = facts[max(0, one.start - 24) : one.start].lower()
            sold = (
                word == "price"
                and _SOLD.search(before)
                and re.search(r"\b(?:sold|bought|purchase[ds]?)\b", facts[: one.start])
            )
            if not one.rate and (re.search(rf"{word}s?(?: money)?(?: of|为|是|:|：)?\s*$", before) or sold):
                return one
    return None
