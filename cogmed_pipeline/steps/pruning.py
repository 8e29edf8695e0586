"""Removing the records of cases that are no longer in the raw folder: they are kept until somebody says so."""

from pathlib import Path

from cogmed_pipeline.steps.catalogue import catalogue_of
from cogmed_pipeline.steps.plan import forget_plans
from cogmed_pipeline.workshop import Workshop

MADE = ("scenarios", "profiles")
BY_CASE = ("audit", "cases", *MADE, *(f"{aside}/{kind}" for aside in ("failures", "accounts") for kind in MADE))

PAID = ("episodes", "judgements", "conduct")
BY_ARM = (*PAID, "exchanges", "findings", *(f"accounts/{kind}" for kind in PAID))
PLACES = {**dict.fromkeys(BY_CASE, 0), **dict.fromkeys(BY_ARM, 1)}
"""Which part of a key is the case, by kind: the first, or the one after the arm."""


def left_over(workshop: Workshop) -> dict[str, list[Path]]:
    """Return the files of every case that has records and is not in the catalogue."""
    there, found = set(catalogue_of(workshop).accepted), dict[str, list[Path]]()
    for kind, place in PLACES.items():
        folder = workshop.records.root / kind
        for path in sorted(folder.rglob("*.json*")):
            case_id = path.relative_to(folder).parts[place].removesuffix(".json")
            if case_id not in there:
                found.setdefault(case_id, []).append(path)
    return dict(sorted(found.items()))


def prune(workshop: Workshop, files: dict[str, list[Path]]) -> None:
    """Remove files by case, and what was asked of the cases; sealed originals and the response cache stay."""
    for paths in files.values():
        for path in paths:
            path.unlink(missing_ok=True)
    forget_plans(workshop, files.keys())
