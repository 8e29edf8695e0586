"""What the text calls each person, for pseudonyms that leak no surname: 原告甲, 调解员乙."""

from collections.abc import Iterable

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.names.context import REACH, role


def roles_of(document: Document, people: Iterable[Finding]) -> dict[str, str]:
    """Return name → the first role that stands right before one of its mentions; who has none is left out."""
    found: dict[str, str] = {}
    for finding in people:
        name = finding.entity or document.text[finding.start : finding.end]
        before = document.text[max(0, finding.start - REACH) : finding.start].rstrip(" ：:")
        match = role().search(before)
        if match and name not in found:
            found[name] = match.group().partition("（")[0].partition("(")[0]
    return found
