"""Names that a role or a form announces: 原告：…, 委托诉讼代理人…, 调解员…, Plaintiff …"""

import re
from collections.abc import Iterator

from cogmed_core.cases.anonymise.finding import Finding

_ROLE = (
    r"(?:原告|被告|第三人|申请人|被申请人|上诉人|被上诉人|法定代表人|委托诉讼代理人|证人|调解员|审判员|书记员"
    r"|记录人|甲方|乙方)"
)
_ANNOUNCED = re.compile(
    rf"{_ROLE}(?:[（(][^）)]{{1,8}}[）)])?\s*[:：]\s*(?P<name>[\u4e00-\u9fff·]{{2,4}})(?=[，,。；;\s（(]|$)"
)


def find_announced(text: str) -> Iterator[Finding]:
    """Yield every name that stands behind a role and a colon."""
    for match in _ANNOUNCED.finditer(text):
        yield Finding(match.start("name"), match.end("name"), "PER", "roles", weight=60)
