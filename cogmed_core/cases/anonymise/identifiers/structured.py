"""All rules for structured identifiers."""

from collections.abc import Iterator

from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.identifiers import cards, contact, dates, proceedings, registration

RULES = (*cards.RULES, *contact.RULES, *dates.RULES, *proceedings.RULES, *registration.RULES)


def find_structured(text: str) -> Iterator[Finding]:
    """Yield every structured identifier in ``text``; findings of different rules may overlap."""
    for rule in RULES:
        yield from rule.find(text)
