"""Numbers and codes that identify: found by shape, by the words before them, or by both."""

import re
from collections.abc import Iterator

from cogmed_core.cases.anonymise.finding import Finding

_D = r"[0-9０-９]"
_GAP = r"[\s\-－—]?"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("EMAIL", re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")),
    ("IDCARD", re.compile(rf"(?<!{_D})(?:{_D}{_GAP}){{17}}[0-9０-９XxＸｘ](?![0-9０-９A-Za-z])")),
    ("USCC", re.compile(r"(?<![0-9A-Z])[0-9A-HJ-NPQRTUWXY]{2}[0-9]{6}[0-9A-HJ-NPQRTUWXY]{10}(?![0-9A-Z])")),
    ("BANKCARD", re.compile(rf"(?<!{_D})[36９６３](?:{_GAP}{_D}){{14,18}}(?!{_D})")),
    ("PHONE", re.compile(rf"(?<!{_D})[1１][3-9３-９](?:{_GAP}{_D}){{9}}(?!{_D})")),
    ("PHONE", re.compile(rf"(?<!{_D})[0０]{_D}{{2,3}}[-－—\s]?{_D}{{7,8}}(?!{_D})")),
    (
        "CASENO",
        re.compile(
            r"[（(〔\[［]\s*(?:19|20)\d\d\s*[）)〕\]］]\s*[\u4e00-\u9fff0-9]{2,12}?(?:初|终|再|执|民|商|行|刑)[\u4e00-\u9fff]{0,3}\s*\d+\s*号"
        ),
    ),
    (
        "PLATE",
        re.compile(
            r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][·•\s]?[A-Z0-9]{5,6}(?![A-Z0-9])"
        ),
    ),
)


def find_structured(text: str) -> Iterator[Finding]:
    """Yield every structured identifier in ``text``."""
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            yield Finding(match.start(), match.end(), kind, "identifiers", weight=90)
