"""One pseudonym a person, and of a different person never."""

import re
from collections.abc import Callable
from typing import Literal

from cogmed_core.cases.anonymise.names.context import is_chinese
from cogmed_core.cases.anonymise.names.shape import surname_of
from cogmed_core.domain.case import Language

Style = Literal["surname", "role"]
"""``surname``: 张某1, as the court rules have it; ``role``: 原告甲, which leaks no surname."""

_STEMS = "甲乙丙丁戊己庚辛壬癸"
_CHINESE = {
    "ADDR": "某地址",
    "IDCARD": "某身份证号",
    "PHONE": "某电话",
    "BANKCARD": "某账号",
    "CASENO": "某案号",
    "PLATE": "某车牌",
    "EMAIL": "某邮箱",
    "WECHAT": "某微信号",
    "QQ": "某QQ号",
    "URL": "某网址",
    "ACCOUNT": "某账户名",
    "DOB": "某出生日期",
    "USCC": "某信用代码",
    "PASSPORT": "某证件号",
    "CERT": "某证书号",
    "VIN": "某车架号",
    "MEDNO": "某病历号",
}
_ENGLISH = {
    "PER": "Person",
    "ORG": "Company",
    "ADDR": "Address",
    "IDCARD": "ID number",
    "PHONE": "Phone",
    "BANKCARD": "Account",
    "CASENO": "Case number",
    "PLATE": "Plate",
    "EMAIL": "Email",
    "URL": "Web address",
    "ACCOUNT": "User name",
    "DOB": "Birth date",
    "USCC": "Company number",
    "PASSPORT": "Passport",
}
_KINDS = (
    *("律师事务所", "会计师事务所", "银行", "医院", "学校", "小学", "中学", "大学", "幼儿园"),
    *("酒店", "店", "厂", "合作社", "中心", "公司"),
)
_REGION = re.compile(
    r"^(?:[\u3400-\u9fff]{2,8}?(?:省|自治区))?(?:[\u3400-\u9fff]{2,8}?(?:市|州|盟|地区))?"
    r"(?:[\u3400-\u9fff]{1,9}?(?:区|县|旗|市))?"
)


class Register:
    """Gives out pseudonyms in the order of first appearance; the same entity always gets the same one.

    ``taken`` are strings of the text itself, which no pseudonym may repeat.
    """

    def __init__(
        self,
        language: Language = "zh",
        style: Style = "surname",
        taken: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._language = language
        self._style = style
        self._taken = taken
        self._given: dict[tuple[str, str], str] = {}
        self._counts: dict[str, int] = {}
        self._repeats: dict[str, bool] = {}

    def pseudonym(self, kind: str, entity: str, role: str = "") -> str:
        """Return the pseudonym of ``entity``, a new one at its first appearance.

        ``kind`` is the type of a span, aliases counting as what they stand for; ``role`` is what the text calls a
        person, for the style that names people by it.
        """
        family = {"ALIAS": "PER", "ORG_ALIAS": "ORG"}.get(kind, kind)
        key = (family, "".join(entity.split()))
        if key not in self._given:
            self._given[key] = self._next(self._stem(family, entity, role))
        return self._given[key]

    def _stem(self, family: str, entity: str, role: str) -> str:
        """Return what a pseudonym begins with, before its number."""
        if self._language == "en":
            word = role.title() if role and family == "PER" else _ENGLISH.get(family, "Number")
            return f"{word} "
        if family == "PER":
            if self._style == "role":
                return role or "当事人"
            return f"{surname_of(entity) or entity[0]}某" if is_chinese(entity[0]) else "某外籍人士"
        if family == "ORG":
            return "某" + next((kind for kind in _KINDS if kind in entity), "单位")
        region = _REGION.match("".join(entity.split())) if family == "ADDR" else None
        return (region.group() if region else "") + _CHINESE.get(family, "某号码")

    def _next(self, stem: str) -> str:
        """Number a stem: 张某1, 张某2 …; roles take the heavenly stems while they last: 原告甲, 原告乙 …"""
        if stem not in self._repeats:
            self._repeats[stem] = self._taken(stem)
        while True:
            self._counts[stem] = count = self._counts.get(stem, 0) + 1
            lettered = self._style == "role" and self._language == "zh" and count <= len(_STEMS)
            pseudonym = stem + (_STEMS[count - 1] if lettered else str(count))
            if not (self._repeats[stem] and self._taken(pseudonym)):
                return pseudonym
