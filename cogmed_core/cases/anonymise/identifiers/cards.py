"""Numbers of persons and accounts: resident identity, bank cards, passports and permits."""

import re

from cogmed_core.cases.anonymise.identifiers.checksums import compact, has_birth_date, passes_luhn
from cogmed_core.cases.anonymise.identifiers.rule import IS, Rule

_RESIDENT = r"(?:身份证|居民身份证|公民身份|公民身份号码|身份号码|证件|ID\s?(?:card|number|no\.?)|identity card)"
_ACCOUNT = (
    r"(?:银行卡|储蓄卡|信用卡|卡|银行账|银行帐|账|帐|账户|帐户|户头"
    r"|account(?:\s(?:no\.?|number))?|card(?:\sno\.?|\snumber)?)"
)
_SEP = r"(?:[ \-]|\s?\n\s?)?"


def _is_resident_shape(number: str) -> bool:
    return has_birth_date(number)


def _is_card(number: str) -> bool:
    digits = compact(number)
    return 15 <= len(digits) <= 19 and (passes_luhn(digits) or digits.startswith(("62", "60", "4", "5", "9")))


RULES = (
    Rule(
        "IDCARD",
        re.compile(rf"{_RESIDENT}{IS}(?P<id>\d(?:{_SEP}[\d*]){{13,18}}(?:{_SEP}[Xx])?)(?![\dA-Za-z])"),
        weight=98,
    ),
    Rule(
        "IDCARD",
        re.compile(rf"(?<![\dA-Za-z])[1-9](?:{_SEP}\d){{16}}{_SEP}[\dXx](?![\dA-Za-z])"),
        _is_resident_shape,
        94,
    ),
    Rule("BANKCARD", re.compile(rf"{_ACCOUNT}{IS}(?P<id>\d(?:{_SEP}\d){{8,24}})(?!\d)"), weight=96),
    Rule("BANKCARD", re.compile(rf"(?<![\dA-Za-z.])[3-69](?:{_SEP}\d){{14,18}}(?![\dA-Za-z])"), _is_card, 92),
    Rule(
        "PASSPORT",
        re.compile(
            rf"(?:护照|通行证|台胞证|回乡证|旅行证|[Pp]assport)(?:\s?(?:[Nn]o\.?|[Nn]umber))?{IS}(?P<id>[A-Z]{{0,2}}\d{{6,10}})(?![\dA-Za-z])"
        ),
        weight=97,
    ),
    Rule("PASSPORT", re.compile(r"(?<![\dA-Za-z])(?:[EGDSP][A-Z]?\d{7,8}|[HMC]\d{8,10})(?![\dA-Za-z])"), weight=88),
)
