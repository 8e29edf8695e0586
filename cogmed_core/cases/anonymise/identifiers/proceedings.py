"""Case numbers of courts, arbitration bodies and mediation committees; statutes have numbers too and stay."""

import re

from cogmed_core.cases.anonymise.identifiers.rule import Rule

_YEAR = r"[(（〔\[［【]\s?(?:19|20)\d\d\s?[)）〕\]］】]"
_BODY = r"[\u4e00-\u9fff](?:[\u4e00-\u9fff0-9]{0,14}?)"
_KIND = r"(?:调|仲|裁|民|执|刑|行|商|公证|鉴|认|罚|立|监|诉|劳|证|保)"

RULES = (
    Rule(
        "CASENO",
        re.compile(rf"{_YEAR}\s?{_BODY}(?:第)?\s?\d{{1,7}}(?:-\d{{1,3}})?\s?号(?:之[一二三四五六七八九十]+)?"),
        weight=94,
    ),
    Rule(
        "CASENO",
        re.compile(
            rf"[\u4e00-\u9fff]{{0,8}}?{_KIND}[\u4e00-\u9fff]{{0,4}}字\s?(?:第)?\s?{_YEAR}\s?(?:第)?\s?\d{{1,7}}(?:-\d{{1,3}})?\s?号"
        ),
        weight=95,
    ),
    Rule(
        "CASENO",
        re.compile(
            r"(?:案号|卷宗号|档案号|[Cc]ase\s?(?:[Nn]o\.?|[Nn]umber)|[Cc]laim\s?(?:[Nn]o\.?|[Nn]umber))\s{0,2}[为是:：]{0,2}\s?(?P<id>[A-Za-z0-9〔\[(（][A-Za-z0-9\-/〔〕\[\]()（）]{3,30}[A-Za-z0-9号])"
        ),
        weight=88,
    ),
)
