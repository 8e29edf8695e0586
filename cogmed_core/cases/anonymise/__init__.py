"""Replaces everything that identifies a person or a firm by pseudonyms, and checks what comes after."""

from cogmed_core.cases.anonymise.anonymiser import Anonymiser
from cogmed_core.cases.anonymise.gate import is_identifying, leaks, residual_identifiers
from cogmed_core.cases.anonymise.records import Anonymised, Leak, Originals, Span
from cogmed_core.cases.anonymise.version import anonymiser_version

__all__ = [
    "Anonymised",
    "Anonymiser",
    "Leak",
    "Originals",
    "Span",
    "anonymiser_version",
    "is_identifying",
    "leaks",
    "residual_identifiers",
]
