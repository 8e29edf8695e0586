"""Numbers that registers give: firms, vehicles, titles, patients."""

import re
from collections.abc import Callable

from cogmed_core.cases.anonymise.identifiers.rule import IS, Rule

_PROVINCES = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_TITLE = (
    "房权证|房产证|房屋所有权证|房地产权证|不动产权证书|不动产权证|不动产权|土地使用证|土地使用权证|土地证|宅基地证|国用"
    "|集用|林权证|采矿许可证|营业执照|执业证书|执业证|资格证书|资格证|结婚证|离婚证|出生医学证明|毕业证书|毕业证|学位证书"
    "|学位证|驾驶证|行驶证|残疾人证|残疾证|军官证|士兵证|退伍证|工作证|学生证|商标注册证|专利证书|专利|保单|保险单"
    "|许可证|合格证|票据"
)
_VEHICLE = r"(?:车架号|车辆识别代号|车辆识别代码|车辆识别码|发动机号|VIN(?:码|号)?)"
_PATIENT = r"(?:病历号|病案号|住院号|门诊号|就诊卡|就诊号|登记号|检查号|医保卡|医保|社保卡|社会保障卡|社保|诊疗卡)"


def _is_mixed(code: str) -> bool:
    return sum(character.isdigit() for character in code) >= 4 and sum(c.isalpha() for c in code) >= 3


def _is_code(code: str) -> bool:
    return not code.isdigit()


_NO_MORE = r"(?![0-9A-Za-z])"
_CREDIT = r"(?:统一社会信用代码|社会信用代码|信用代码|组织机构代码|纳税人识别号|税号|注册号)(?:证)?"
_PLATE_BODY = r"(?:[DF][A-HJ-NP-Z0-9]\d{4}|\d{5}[DF]|[A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳])"
_PLATE_CUE = r"(?:车牌|号牌)(?:号码|号)?[为是:：]{0,2}\s?"
_TITLE_HEAD = rf"[{_PROVINCES}]?(?:[(（]\d{{4}}[)）])?[\u4e00-\u9fff]{{0,4}}?"
_TITLE_TAIL = r"[\u4e00-\u9fffA-Z()（）〔〕\[\]0-9]{0,14}?第\s?[0-9A-Z\-]{2,}\s?号"
_TITLE_NUMBER = r"(?:书|编号|字号|号码|号)?[为是:：]{0,2}\s?(?P<id>[A-Z]{0,4}\d[0-9A-Z\-]{5,24})(?:号)?"


def _rule(kind: str, pattern: str, weight: int, holds: Callable[[str], bool] = bool) -> Rule:
    return Rule(kind, re.compile(pattern + _NO_MORE), holds, weight)


RULES = (
    _rule("USCC", rf"{_CREDIT}{IS}(?P<id>[0-9A-Z](?:[ \-]?[0-9A-Z]){{7,17}})", 99),
    _rule("USCC", r"(?<![0-9A-Za-z])[159NY][1-39][0-9]{6}[0-9A-HJ-NPQRTUWXY]{10}", 93, _is_code),
    _rule("PLATE", rf"[{_PROVINCES}][A-Z][ ·.\-]?{_PLATE_BODY}", 95),
    _rule("PLATE", rf"{_PLATE_CUE}(?P<id>[A-Z0-9\u4e00-\u9fff][A-Z][ ·.\-]?[A-Z0-9]{{4,6}})", 95),
    _rule("VIN", rf"{_VEHICLE}{IS}(?P<id>[A-Z0-9][A-Z0-9\-]{{5,19}})", 98),
    _rule("VIN", r"(?<![0-9A-Za-z])[1-9LJKVWSTYZ][A-HJ-NPR-Z0-9]{16}", 89, _is_mixed),
    _rule("CERT", rf"{_TITLE_HEAD}(?:{_TITLE}){_TITLE_TAIL}", 96),
    _rule("CERT", rf"(?:{_TITLE}){_TITLE_NUMBER}", 95),
    _rule("MEDNO", rf"{_PATIENT}{IS}(?P<id>[A-Za-z]{{0,4}}\d[0-9A-Za-z\-]{{3,20}})", 96),
)
