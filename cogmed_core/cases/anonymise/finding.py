"""A passage that a layer points at, and how the layers' findings are made one."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """A passage of the text: ``[start, end)``, what it is, who found it, how heavy it weighs.

    ``entity`` names whom or what it stands for where that is not its own text.
    """

    start: int
    end: int
    type: str
    layer: str
    weight: int = 0
    entity: str = ""


def without_overlaps(findings: Iterable[Finding]) -> list[Finding]:
    """Keep, of passages that overlap, the heavier, then the longer one; return them in text order."""
    kept: list[Finding] = []
    taken: set[int] = set()
    for finding in sorted(findings, key=lambda f: (-f.weight, f.start - f.end, f.start)):
        extent = range(finding.start, finding.end)
        if taken.isdisjoint(extent):
            taken.update(extent)
            kept.append(finding)
    return sorted(kept, key=lambda f: f.start)


def extents(findings: Iterable[Finding]) -> set[int]:
    """Return every place that a finding covers."""
    return {place for finding in findings for place in range(finding.start, finding.end)}
