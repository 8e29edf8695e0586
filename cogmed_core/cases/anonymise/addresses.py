"""Addresses: from where a place is named down to the door. A province, city or county alone stays readable."""

import re
from collections.abc import Iterator

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding

_CUE = (
    r"住所地|住所|住址|户籍所在地|户籍地址|户籍地|户口所在地|户籍|经常居住地|居住地|现住|家住|居住于|居住在|暂住|送达地址|通讯地址|通信地址"
    r"|联系地址|办公地址|经营地址|注册地址|营业地址|经营场所|地址|坐落于|座落于|坐落|位于|住在|租住在|租住|入住|住"
)
_UNIT = (
    r"(?:附?\d{1,5}(?:-\d{1,5}){0,2}(?:号院|号楼|号|栋|幢|座|弄|单元|楼|层|室|房|户|组|社|队|门)(?!线|民|文|刑|令|判|案|人|村民|家)"
    r"|[A-Z]\d{0,4}(?:座|栋|幢|区|室)|[一二三四五六七八九十]{1,3}(?:组|社|队|单元|栋|幢|号楼)(?!长|会)|附\d{1,4}号?|[东西南北](?:单元|区|侧|户))"
)
_UNITS = re.compile(rf"{_UNIT}(?:[ ,]?{_UNIT}){{0,6}}(?:\d{{1,5}}(?![\d年月日元.%]))?")
_CERTAIN = re.compile(r"号楼|栋|幢|单元|\d室|号院|弄\d|[组社队]$")
_STREET = (
    r"(?:大道|大街|路|街|巷|弄|胡同|里|道|段|村|庄|屯|寨|坪|坝|湾|社区|小区|花园|家园|新城|公寓|广场|大厦|苑|园|城|府|庭|居|坊|厝"
    r"|镇|乡|街道|嘎查|苏木|农场|林场|工业区|开发区|科技园|期|塘|岗|桥|市场|商场|中心|学校|院|阁|轩|墅|岸|郡|邸)"
)
_LONGEST_STREET = 8
"""Characters before a number in which to look for the end of such a word, and a space."""
_ENDS_IN_STREET = re.compile(rf"{_STREET}\s?$")
_AFTER_CUE = re.compile(
    rf"(?:{_CUE})(?:地)?[为于在是:：]{{0,2}}\s{{0,3}}(?P<id>(?:(?!的|，|。|；|与|之|期间|时|后)[\u3400-\u9fff0-9A-Za-z\-·#\n]){{2,48}})"
)
_LOCAL = re.compile(rf"{_STREET}|{_UNIT}")
_TOWN_ONLY = re.compile(r".*?(?:省|自治区|市|区|县|旗|州|盟|某.*)$")
_ROAD = r"(?:(?![至在于到沿从行驶驾])[\u3400-\u9fff]){1,6}?(?:大道|大街|路|街|巷|线|道)"
_CROSSING = re.compile(
    rf"(?:(?<=[至在于到沿从，。])|(?<=^)){_ROAD}(?:与|和|、|/){_ROAD}(?:交叉路?口|交汇处|交会处|路口|交口|十字路口|丁字路口)"
)
_STOP_TAGS = frozenset({"p", "c", "u", "r", "w", "d", "v", "TIME", "t", "PER"})
_FURTHEST = 40
_FIRST_PART, _NEXT_PART = 34, 14
"""How far into an announced address its first part below the county may end, and the next ones."""
_VAGUE = re.compile(r"某|工地|自治[一二三四五]|^街道|^[该本其此同各每]")


def find_addresses(document: Document) -> Iterator[Finding]:
    """Yield addresses that a word announces, those with a house or group number, and street crossings."""
    text = document.text
    for match in _AFTER_CUE.finditer(text):
        end = _end_of_address(match["id"])
        if end:
            yield Finding(match.start("id"), match.start("id") + end, "ADDR", "addresses", 74)
    for match in _CROSSING.finditer(text):
        yield Finding(match.start(), match.end(), "ADDR", "addresses", 75)
    for match in _UNITS.finditer(text):
        if not (
            _CERTAIN.search(match.group())
            or _ENDS_IN_STREET.search(text, max(0, match.start() - _LONGEST_STREET), match.start())
        ):
            continue  # as nearly every number is, and to tell the words before it takes long
        start = _start_of_address(document, match.start())
        named = text[start : match.start()]
        if (
            len(named) >= 2
            and (_CERTAIN.search(match.group()) or _ENDS_IN_STREET.search(named))
            and not _VAGUE.search(text[start : match.end()])
        ):
            yield Finding(start, match.end(), "ADDR", "addresses", 72)


def _end_of_address(announced: str) -> int:
    """Return where the address ends in what follows its announcement, 0 if there is none below the county."""
    last = 0
    for match in _LOCAL.finditer(announced):
        if match.start() > last + (_NEXT_PART if last else _FIRST_PART):
            break
        units = _UNITS.match(announced, match.end()) or _UNITS.match(announced, match.start())
        last = max(last, match.end(), units.end() if units else 0)
    address = announced[:last]
    if len(address) < 4 or _VAGUE.search(address) or _TOWN_ONLY.fullmatch(address):
        return 0
    return last if _specific(address) else 0


def _specific(address: str) -> bool:
    administrative = re.search(r"省|市|区|县|旗|州", address)
    return bool(_UNITS.search(address) or (administrative and re.search(r"[镇乡村路街道巷社]", address)))


def _start_of_address(document: Document, end: int) -> int:
    """Go back from a number over the words of a place, to the first word that belongs to the sentence."""
    text = document.text
    start = end
    for token in reversed(document.tokens[: document.token_index(end)]):
        word = text[token.start : token.end]
        stops = token.tag in _STOP_TAGS and not _ENDS_IN_STREET.search(word)
        if stops or end - token.start > _FURTHEST or not re.fullmatch(r"[\u3400-\u9fff0-9A-Za-z·\-]+", word):
            break
        start = token.start
    return start
