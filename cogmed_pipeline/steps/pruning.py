"""Removing the records of cases that are no longer in the raw folder: they are kept until somebody says so."""

from cogmed_pipeline.steps.catalogue import catalogue_of
from cogmed_pipeline.steps.plan import forget_plans
from cogmed_pipeline.workshop import Workshop

MADE = ("looked_over", "scenarios", "profiles")
BY_CASE = ("audit", "cases", *MADE, *(f"{aside}/{kind}" for aside in ("failures", "accounts") for kind in MADE))

PAID = ("episodes", "judgements", "conduct")
BY_ARM = (*PAID, "exchanges", "findings", *(f"accounts/{kind}" for kind in PAID))
PLACES = {**dict.fromkeys(BY_CASE, 0), **dict.fromkeys(BY_ARM, 1)}
"""Which part of a key is the case, by kind: the first, or the one after the arm."""


def left_over(workshop: Workshop) -> dict[str, list[str]]:
    """Return the files of every case that has records and is not in the catalogue."""
    there, found = set(catalogue_of(workshop).accepted), dict[str, list[str]]()
    for kind, place in PLACES.items():
        for name in sorted(workshop.records.files.names(kind)):
            case_id = name.removeprefix(f"{kind}/").split("/")[place].removesuffix(".json")
            if case_id not in there:
                found.setdefault(case_id, []).append(name)
    return dict(sorted(found.items()))


def prune(workshop: Workshop, files: dict[str, list[str]]) -> None:
    """Remove files by case, and what was asked of the cases; sealed originals and the response cache stay."""
    for names in files.values():
        for name in names:
            workshop.records.files.remove(name)
    forget_plans(workshop, files.keys())
