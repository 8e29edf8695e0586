"""Slots that only a person fills, so that even an ordinary word in one is a name: 其父何时、母关键, 万里名下."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import alternatives, words
from cogmed_core.cases.anonymise.names.shape import name_score, surname_rank

Guard = Literal["", "words", "tags"]

_X = r"[\u3400-\u9fff]{2,3}?"
_LIST = rf"(?P<names>{_X}(?:[、和与及]{_X})*?)"
_BEGINS = r"(?:(?<=[，。；：:“（(\n\s])|(?<=^))"
_TITLES = r"(?:大妈|大爷|大叔|大婶|大娘|大伯|大姐|大哥|阿姨|阿婆|老汉|先生|女士|师傅|老师|奶奶|爷爷|伯伯|叔叔)"
_ALSO = (
    r"[（(](?:又名|又叫|曾用名|原名|本名|小名|乳名|绰号|外号|化名|网名|微信名|身份证|系|[男女][，,）)]|(?:19|20)\d\d年)"
)
_CALLED = r"(?:人称|外号|绰号|诨号|小名|乳名|又名|曾用名|化名|网名|别名)"
_DOES = (
    r"(?:诉称|辩称|陈述|投诉|抚养|到庭|出庭|签字|签名|作证|证实|证明|借款|还款|转账|汇款|驾驶|受伤|死亡|去世|起诉|提交|出具"
    r"|申请|反映|求助|转包|承包|雇佣|居住|离婚|结婚)"
)
_PAIR = (
    r"(?:因|就|签字|签订|签署|分别|系夫妻|系父子|系母女|系邻居|系兄弟|共同|劳动|劳务|民间借贷|借款|借贷|离婚|结婚|登记结婚|买卖|租赁"
    r"|合同|承揽|侵权|继承|物业|房屋|机动车|交通|建设工程|赡养|抚养|相邻|医疗|网络|股权|服务|产品|信用卡|名誉权|健康权|财产|返还)"
)
_MONEY = r"(?:转账|转款|汇款|借款|借了|借走|还款|支付|赔偿|道歉|催要|索要|讨要)"
_SPOKEN_OF = ("先生", "女士", "师傅", "老师", "大")
"""After a word and a surname, 谢谢屈先生, no full name stands before these."""
_WHOLE = 4
_AMBIGUOUS = frozenset("向和与于对由从应及同跟")
_NO_PERSON = frozenset({"d", "ad", "p", "c", "r", "f", "m", "u", "vd", "LOC", "TIME", "ORG"})


@cache
def _slots() -> tuple[tuple[re.Pattern[str], Guard], ...]:
    """The slots; the second value says what else may stand there: ordinary words, or what a person does too."""
    role = rf"(?:{alternatives('roles', 'kin')})(?:[(（][^()（）\n]{{1,10}}[)）])?"
    children = r"(?:遗有|育有|生育|生有|有)?(?:[一二三四五两][子女]|子女|儿女|[子女]儿)"
    return (
        (re.compile(rf"(?:{role}|{_BEGINS}){_LIST}(?={_ALSO})"), ""),
        (re.compile(rf"(?:{role}|{_BEGINS})(?P<names>{_X})(?=[，,]?{_CALLED})"), "words"),
        (re.compile(rf"(?:{_BEGINS}|[和与、跟]){_LIST}(?={_TITLES})"), ""),
        (re.compile(rf"其[父母子女妻夫]{_LIST}(?=、[父母子女妻夫]|均|先于|已|系)"), ""),
        (re.compile(rf"、[父母子女妻夫]{_LIST}(?=均|先于|已|系|[，。；、])"), "words"),
        (re.compile(rf"{children}(?P<names>{_X}(?:[、和与及]{_X})+)(?=[，。；]|等|均)"), ""),
        (re.compile(rf"由(?P<names>{_X}(?:[、和与及]{_X})+)(?=共有|共同|按份|继承|分割|各|均分|居住)"), ""),
        (re.compile(rf"{_BEGINS}{_LIST}(?=名下)"), "words"),
        (re.compile(rf"{_BEGINS}{_LIST}(?=向[\u3400-\u9fff]{{2,3}}{_MONEY})"), "words"),
        (re.compile(rf"向{_LIST}(?={_MONEY}[\d一二两三四五六七八九十])"), "words"),
        (re.compile(rf"(?:公司|厂|店|[）)])与{_LIST}(?={_PAIR})"), "words"),
        (re.compile(rf"{role}{_LIST}(?={_DOES})"), "tags"),
    )


def find_in_slots(document: Document) -> Iterator[Finding]:
    """Yield what stands in a slot and has the shape of a name."""
    yield from _half_masked(document)
    for pattern, guard in _slots():
        for match in pattern.finditer(document.text):
            parts = list(re.finditer(r"[^、和与及]+", match["names"]))
            places = [(match.start("names") + p.start(), match.start("names") + p.end()) for p in parts]
            if all(_fits(document, start, end, guard) for start, end in places):
                yield from (Finding(start, end, "PER", "slots", 51) for start, end in places)


def _half_masked(document: Document) -> Iterator[Finding]:
    """Yield whole names that a mask was added to, where the tagger sees a person: 吴桂芬某."""
    for token in document.tokens:
        name = document.text[token.start : token.end].removesuffix("某")
        if token.tag == "PER" and token.end - token.start == len(name) + 1 == _WHOLE and name_score(name) is not None:
            yield Finding(token.start, token.end - 1, "PER", "slots", 51)


def _fits(document: Document, start: int, end: int, guard: Guard) -> bool:
    name = document.text[start:end]
    closed = words("roles") | words("kin") | words("titles") | words("lines of business")
    if name_score(name) is None or surname_rank(name[0]) > 1 or {name, name[:2], name[-2:]} & closed:
        return False
    if "某" in name or (name[0] in _AMBIGUOUS and guard):
        return False
    if (
        document.text.startswith(_SPOKEN_OF, end)
        and document.tagger.segmenter.score(name[:-1]) is not None
        and name[2:]
    ):
        return False
    if guard and name in words("no names"):
        return False
    return guard != "tags" or document.tokens[document.token_index(start)].tag not in _NO_PERSON
