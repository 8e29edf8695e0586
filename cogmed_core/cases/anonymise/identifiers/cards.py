"""Numbers of persons and accounts: resident identity, bank cards, passports and permits."""

import re
from collections.abc import Callable

from cogmed_core.cases.anonymise.identifiers.checksums import compact, has_birth_date, passes_luhn
from cogmed_core.cases.anonymise.identifiers.rule import IS, NO_AMOUNT, Rule

_RESIDENT = r"(?:身份证|居民身份证|公民身份|公民身份号码|身份号码|证件|ID\s?(?:card|number|no\.?)|identity card)"
_ACCOUNT = (
    r"(?:银行卡|储蓄卡|信用卡|卡|银行账|银行帐|账|帐|账户|帐户|户头"
    r"|account(?:\s(?:no\.?|number))?|card(?:\sno\.?|\snumber)?)"
)
_SEP = r"(?:[ \-]|\s?\n\s?)?"


def _is_card(number: str) -> bool:
    digits = compact(number)
    return 15 <= len(digits) <= 19 and (passes_luhn(digits) or digits.startswith(("62", "60", "4", "5", "9")))


def _rule(kind: str, pattern: str, weight: int, holds: Callable[[str], bool] = bool) -> Rule:
    return Rule(kind, re.compile(pattern + r"(?![\dA-Za-z])"), holds, weight)


_PERMIT = r"(?:护照|通行证|台胞证|回乡证|旅行证|[Pp]assport)(?:\s?(?:[Nn]o\.?|[Nn]umber))?"
_ALONE = r"(?<![\dA-Za-z.])"

RULES = (
    _rule("IDCARD", rf"{_RESIDENT}{IS}(?P<id>\d(?:{_SEP}[\d*]){{13,18}}(?:{_SEP}[Xx])?)", 98),
    _rule("IDCARD", rf"{_ALONE}[1-9](?:{_SEP}\d){{16}}{_SEP}[\dXx]", 94, has_birth_date),
    _rule("IDCARD", rf"{_ALONE}(?:\d{{3}}-\d{{2}}-\d{{4}}|[A-Z]{{2}} ?\d{{2}} ?\d{{2}} ?\d{{2}} ?[A-D])", 88),
    _rule("BANKCARD", rf"{_ACCOUNT}{IS}(?P<id>\d(?:{_SEP}\d){{8,24}})", 96),
    _rule("BANKCARD", rf"{_ALONE}[3-69](?:{_SEP}\d){{14,18}}{NO_AMOUNT}", 92, _is_card),
    _rule("BANKCARD", rf"{_ALONE}[A-Z]{{2}}\d{{2}}(?: ?[A-Z0-9]{{4}}){{3,7}}(?: ?[A-Z0-9]{{1,3}})?", 89),
    _rule("PASSPORT", rf"{_PERMIT}{IS}(?P<id>[A-Z]{{0,2}}\d{{6,10}})", 97),
    _rule("PASSPORT", rf"{_ALONE}(?:[EGDSP][A-Z]?\d{{7,8}}|[HMC]\d{{8,10}})", 87),
)
