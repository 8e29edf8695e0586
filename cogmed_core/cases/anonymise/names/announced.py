"""Names that a form announces: 原告：…, 调解员（签名）：…, the signature lines under a judgment."""

import re
from collections.abc import Iterator
from functools import cache

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import alternatives, words
from cogmed_core.cases.anonymise.names.shape import name_score, surname_of

_NAME = r"[\u3400-\u9fff]{2,4}"
_END = r"(?=[,，.。;；、:：\s(（)）]|$)"
_NO_NAME = re.compile(
    r".*(?:某|公司|法院|银行|中心|委员会|医院|学校|事务所|不详|未知|没有|暂无|同上|如下|未到庭|到庭|缺席|男|女|本人|签名|盖章|印章|日期)"
    r"|无|略|[甲乙丙丁戊]?方|.*[年月日号]$"
)


@cache
def _form() -> re.Pattern[str]:
    label = rf"(?:{alternatives('roles')})(?:[(（][^()（）\n]{{1,10}}[)）])?(?:一|二|三|四|[0-9])?[ ]?[:：][ ]{{0,4}}"
    return re.compile(
        rf"(?:{label})(?P<names>{_NAME}{_END}(?:(?:[ ]{{1,8}}|、)(?!{alternatives('roles')}){_NAME}{_END}){{0,9}})"
    )


@cache
def _signature() -> re.Pattern[str]:
    return re.compile(rf"(?m)^[ ]{{0,40}}(?:代理)?(?:{alternatives('roles')})[ ]{{1,12}}(?P<names>{_NAME})[ ]*$")


_LABEL_ALONE = re.compile(rf"(?:户名|姓名|收款人|付款人|联系人)[:：为是]?[ ]{{0,4}}(?P<names>{_NAME}){_END}")
"""Labels of forms that announce a name even without a colon."""

_PARTICULARS = re.compile(
    rf"(?:(?<=[：:，,。；、（(\s”])|(?<=^))(?P<names>{_NAME})(?=[，,（(]\s?(?:男|女)[，,、。）)])"
)
"""A name followed by particulars: 高兴（女，45岁）."""


_AGAINST = re.compile(
    rf"(?:(?<=[：:，,。；、（(《“\s])|(?<=^))(?P<names>{_NAME}?)(?=(?<![起告上控反申胜败投哭倾])诉(?![称至讼请求前中后状苦费权说诸争])[\u3400-\u9fff])"
)
"""Who sues whom: 韩圆满诉某公司."""


def find_announced(document: Document) -> Iterator[Finding]:
    """Yield every name that stands in a form's field or in a signature line."""
    for pattern in (_form(), _signature(), _LABEL_ALONE, _PARTICULARS):
        for match in pattern.finditer(document.text):
            yield from _names(document, match.start("names"), match["names"])
    for match in _AGAINST.finditer(document.text):
        if name_score(match["names"]) is not None:
            yield from _names(document, match.start("names"), match["names"])


def _names(document: Document, start: int, listed: str) -> Iterator[Finding]:
    """The first of several names is taken as it stands; the others must have the shape of one."""
    for count, match in enumerate(re.finditer(r"[\u3400-\u9fff]+", listed)):
        name = match.group()
        if _NO_NAME.fullmatch(name) or name in words("roles") or not 2 <= len(name) <= 4:
            return
        if count and not surname_of(name):
            return
        if document.tagger.segmenter.score(name) is not None and not surname_of(name):
            return
        yield Finding(start + match.start(), start + match.end(), "PER", "forms", weight=66)
