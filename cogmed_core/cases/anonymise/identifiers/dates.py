"""Dates of birth: a date alone identifies nobody and stays."""

import re

from cogmed_core.cases.anonymise.identifiers.rule import Rule

_DIGIT = "[〇零一二三四五六七八九十]"
_DATE = (
    r"(?:(?:18|19|20)\d\d\s?年\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?[日号])?"
    r"|(?:18|19|20)\d\d\s?[-./]\s?\d{1,2}\s?[-./]\s?\d{1,2}(?!\d)"
    rf"|{_DIGIT}{{4}}年{_DIGIT}{{1,3}}月{_DIGIT}{{1,3}}[日号])"
)
_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_ENGLISH = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? \d{{4}}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
    r"|\d{1,2}[-./]\d{1,2}[-./]\d{4})"
)

RULES = (
    Rule("DOB", re.compile(rf"(?P<id>{_DATE})\s?(?:出生|诞生|降生|生(?![产效活育意]))"), weight=93),
    Rule(
        "DOB",
        re.compile(
            rf"(?:出生日期|出生年月日|出生年月|出生时间|生日|生于|出生于|出生)\s?[为是:：]{{0,2}}\s?(?P<id>{_DATE})"
        ),
        weight=93,
    ),
    Rule(
        "DOB",
        re.compile(rf"(?:born(?: on)?|[Dd]ate of birth|DOB|D\.O\.B\.)\s?[:：]?\s?(?P<id>{_ENGLISH}|{_DATE})"),
        weight=93,
    ),
)
