"""What is masked already: 张某某, 李某1, 某公司, 赵×, 138****0417. It stays as it is."""

import re
from collections.abc import Iterator

from cogmed_core.cases.anonymise.lexicon import words

_STEMS = "甲乙丙丁戊己庚辛壬癸"
_PATTERNS = (
    re.compile(rf"某(?:某|[{_STEMS}]|[0-9A-Z]{{1,2}}(?![0-9A-Z年月日号岁元万%.]))*"),
    re.compile(r"[\u3400-\u9fffA-Z0-9]{0,6}(?:[×＊*]{1,12}|[XxＸ]{2,12})[0-9号室路区]{0,6}"),
)
_MASKS = 2
_SURNAMED = re.compile(r"([\u3400-\u9fff])(?:[小大老]?某|[甲乙丙](?!方))")


def is_masked(text: str) -> bool:
    """Say whether the text goes by masked names: 张某, 李某某, 某公司."""
    return text.count("某") >= _MASKS


def masked_places(text: str) -> Iterator[range]:
    """Yield the extents that are masked already."""
    for match in _SURNAMED.finditer(text):
        if match[1] in words("common surnames"):
            yield range(match.start(), match.end())
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            yield range(match.start(), match.end())
