"""Ways to reach a person: telephone, electronic mail, messengers."""

import re

from cogmed_core.cases.anonymise.identifiers.rule import IS, NO_AMOUNT, Rule

_SEP = r"(?:[ \-]{1,2}|\s?\n\s?)?"
_CALL = (
    r"(?:电话|手机|座机|联系方式|热线|传真|[Tt]el(?:ephone)?\.?|[Pp]hone|[Mm]obile|[Cc]ell"
    r"|[Cc]all(?:ed)?|[Rr]ing|[Ff]ax)"
)
_ADDRESS = (
    r"[A-Za-z0-9](?:[A-Za-z0-9._%+-]{0,62}[A-Za-z0-9_%+-])?\s?@\s?[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}"
)
_MESSENGER = r"(?:微信|[Ww]e[Cc]hat|weixin)(?:号|账号|帐号|名|ID|id)?"


_PAGE = (
    r"(?<![A-Za-z0-9@])(?:(?:https?://|www\.)[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]{3,300}(?<![.,;:!?)'])"
    r"|[A-Za-z0-9][A-Za-z0-9-]{1,60}(?:\.[a-z0-9-]{2,30})?\.(?:com|cn|net|org|co\.uk|io|shop|vip|top|info|biz|eu|de|fr|au|ca)"
    r"(?:/[A-Za-z0-9\-._~/?#&=%]{0,200})?(?![A-Za-z0-9.-]))"
)


def _is_private(page: str) -> bool:
    return not re.search(r"\.gov\b|\.court\b", page)


def _phone(pattern: str, weight: int = 91) -> Rule:
    return Rule("PHONE", re.compile(pattern + r"(?!\d)" + NO_AMOUNT), weight=weight)


RULES = (
    Rule("EMAIL", re.compile(_ADDRESS), weight=97),
    _phone(rf"(?<![\d.])(?:\+?\s?86{_SEP})?1[3-9]\d(?:{_SEP}\d){{8}}"),
    _phone(r"(?<![\d.])[(（]?0\d{2,3}[)）]?[ \-]?\d{7,8}(?:(?:-|转)\d{1,5})?", 94),
    _phone(r"(?<!\d)(?:400|800)-?\d{3}-?\d{4}"),
    _phone(rf"{_CALL}{IS}(?P<id>[+(（]?\d(?:(?:[ \-()（）]|\s?\n\s?){{0,2}}\d){{6,13}})", 93),
    _phone(r"(?<![\w+])\+\d{1,3}[ \-.]?(?:\(\d{1,4}\)[ \-.]?)?\d(?:[ \-.]?\d){5,11}", 92),
    _phone(r"(?<![\w.])(?:0\d{2,4}[ \-]\d{3,4}[ \-]?\d{3,4}|\(\d{3}\) ?\d{3}-\d{4}|\d{3}[-.]\d{3}[-.]\d{4})", 90),
    Rule("URL", re.compile(_PAGE), weight=96, holds=_is_private),
    Rule("ACCOUNT", re.compile(r"(?<![\w.@])@[A-Za-z][A-Za-z0-9_.]{2,29}(?<!\.)"), weight=80),
    Rule("WECHAT", re.compile(rf"{_MESSENGER}{IS}(?P<id>[A-Za-z][A-Za-z0-9_\-]{{4,19}})"), weight=96),
    Rule("WECHAT", re.compile(r"(?<!\w)wxid_[A-Za-z0-9]{6,24}", re.ASCII), weight=95),
    Rule("QQ", re.compile(rf"(?:QQ|qq|Qq|企鹅号)(?:号|群|邮箱)?{IS}(?P<id>[1-9]\d{{4,10}})(?!\d)"), weight=97),
)
