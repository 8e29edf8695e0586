"""Replaces everything that identifies a person or a firm by pseudonyms, and checks what comes after."""

from cogmed_core.cases.anonymise.anonymiser import Anonymiser
from cogmed_core.cases.anonymise.gate import leaks, residual_identifiers
from cogmed_core.cases.anonymise.records import Anonymised, Originals, Span

__all__ = ["Anonymised", "Anonymiser", "Originals", "Span", "leaks", "residual_identifiers"]
