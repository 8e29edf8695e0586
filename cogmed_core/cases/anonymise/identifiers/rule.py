"""A rule: a shape, what announces it, and a check."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cogmed_core.cases.anonymise.finding import Finding

IS = r"\s{0,2}(?:号码|号)?\s{0,2}(?:[为是:：]|[(（][^)）\n\d]{1,8}[)）][:：]?){0,2}\s{0,2}"
"""What may stand between a word that announces a number and the number."""

NO_AMOUNT = r"(?!\s?(?:元|万|亿|股|平方|吨|公里|千克|公斤|美元|[.]\d))"
"""What a number without an announcement must not be followed by: then it counts something."""


def _always(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """Finds identifiers of one kind: the group ``id`` of ``pattern``, or the whole match, where ``holds``.

    Rules with a word that announces the number weigh more than rules of shape alone.
    """

    kind: str
    pattern: re.Pattern[str]
    holds: Callable[[str], bool] = _always
    weight: int = 90

    def find(self, text: str) -> Iterator[Finding]:
        """Yield the identifiers in ``text``."""
        group = "id" if "id" in self.pattern.groupindex else 0
        for match in self.pattern.finditer(text):
            if self.holds(match[group]):
                yield Finding(match.start(group), match.end(group), self.kind, "identifiers", self.weight)
