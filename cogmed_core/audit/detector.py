"""What a detector is: something that reads an episode and says what it found, with round and speaker."""

from collections.abc import Iterable
from typing import Protocol

from cogmed_core.audit.evidence import Evidence
from cogmed_core.domain.finding import Finding


class Detector(Protocol):
    """Turns the record of an episode into findings of its own kinds; the same record gives the same findings."""

    def __call__(self, evidence: Evidence) -> Iterable[Finding]:
        """Yield what is found, in the order of rounds."""
        ...
