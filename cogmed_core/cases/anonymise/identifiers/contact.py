"""Ways to reach a person: telephone, electronic mail, messengers."""

import re

from cogmed_core.cases.anonymise.identifiers.rule import IS, Rule

_SEP = r"(?:[ \-]{1,2}|\s?\n\s?)?"
_CALL = r"(?:电话|手机|座机|联系方式|热线|传真|[Tt]el(?:ephone)?\.?|[Pp]hone|[Mm]obile|[Ff]ax)"

RULES = (
    Rule(
        "EMAIL",
        re.compile(
            r"[A-Za-z0-9](?:[A-Za-z0-9._%+-]{0,62}[A-Za-z0-9_%+-])?\s?@\s?[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}"
        ),
        weight=97,
    ),
    Rule("PHONE", re.compile(rf"(?<![\d.])(?:\+?\s?86{_SEP})?1[3-9]\d(?:{_SEP}\d){{8}}(?![\d])"), weight=91),
    Rule("PHONE", re.compile(rf"(?<![\d.])1[3-9](?:{_SEP}\d){{9}}(?!\d)"), weight=91),
    Rule("PHONE", re.compile(r"(?<![\d.])[(（]?0\d{2,3}[)）]?[ \-]?\d{7,8}(?:-\d{1,5})?(?!\d)"), weight=91),
    Rule("PHONE", re.compile(r"(?<!\d)(?:400|800)-?\d{3}-?\d{4}(?!\d)"), weight=91),
    Rule("PHONE", re.compile(rf"{_CALL}{IS}(?P<id>\+?\d(?:(?:[ \-()]|\s?\n\s?)?\d){{6,13}})(?!\d)"), weight=93),
    Rule("PHONE", re.compile(r"(?<![\w+])\+\d{1,3}[ \-]?(?:\(0\)[ \-]?)?\d(?:[ \-]?\d){7,11}(?!\d)"), weight=92),
    Rule("PHONE", re.compile(r"(?<![\w.])0\d{2,4}[ \-]\d{3,4}[ \-]?\d{3,4}(?!\d)"), weight=90),
    Rule(
        "WECHAT",
        re.compile(
            rf"(?:微信|WeChat|wechat|weixin)(?:号|账号|帐号|名|ID|id)?{IS}(?P<id>[A-Za-z][A-Za-z0-9_\-]{{4,19}})"
        ),
        weight=96,
    ),
    Rule("WECHAT", re.compile(r"(?<!\w)wxid_[A-Za-z0-9]{6,24}", re.ASCII), weight=95),
    Rule("QQ", re.compile(rf"(?:QQ|qq|Qq|企鹅号)(?:号|群|邮箱)?{IS}(?P<id>[1-9]\d{{4,10}})(?!\d)"), weight=97),
)
