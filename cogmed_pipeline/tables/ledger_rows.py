"""From accounts and verdicts to the rows of the ledger and of refusals."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cogmed_core.domain.question import Verdict
from cogmed_pipeline.steps.accounts import Account, accounts_of
from cogmed_pipeline.steps.deliberation_plan import planned
from cogmed_pipeline.steps.pages import stored_pages
from cogmed_pipeline.steps.questions import question_sets
from cogmed_pipeline.workshop import Workshop

Row = dict[str, Any]

PLACES: dict[str, tuple[str, ...]] = {
    "looked_over": ("case_id",),
    "scenarios": ("case_id",),
    "profiles": ("case_id", "seed"),
    "episodes": ("arm", "case_id", "seed"),
    "judgements": ("arm", "case_id", "seed", "judge"),
    "conduct": ("arm", "case_id", "seed", "judge"),
    "practice": ("item",),
}
"""What the parts of a record's key are, by step."""


def ledger_rows(workshop: Workshop) -> dict[str, list[Row]]:
    """Return the rows of both tables, of all records whether their case is still there or not: they were paid for."""
    ledger, refusals = list[Row](), list[Row]()
    for step, places in PLACES.items():
        for key, account in accounts_of(workshop.records, step).items():
            about = {"step": step, "item": key, **_about(places, key.split("/"))}
            ledger += _lines(workshop, about, account)
            refusals += ({**about, **refusal.model_dump()} for refusal in account.refusals)
    for verdict in _verdicts(workshop):
        item = f"{verdict.question_set}/{verdict.question_id}/s{verdict.seed}"
        about = {"step": "verdicts", "item": item, "seed": verdict.seed}
        if verdict.calls:
            ledger.append(_verdict(workshop, about, verdict))
        refusals += ({**about, **refusal.model_dump()} for refusal in verdict.refusals)
    return {"ledger": ledger, "refusals": refusals}


def _about(places: Sequence[str], parts: Sequence[str]) -> Row:
    about: Row = dict(zip(places, parts, strict=True))
    return about | ({"seed": int(about["seed"].removeprefix("s"))} if "seed" in about else {})


def _lines(workshop: Workshop, about: Row, account: Account) -> Iterable[Row]:
    for use in account.usage:
        name = f"{use.role}/{use.backbone}"
        cached = {"cached_calls": account.cached_calls.get(name, 0), "cached_tokens": account.cached_tokens.get(name)}
        measured = {**cached, "seconds": account.seconds.get(name), "wasted": False}
        yield {**about, **use.model_dump(), **measured, "currency": _currency(workshop, use.backbone)}
    for unused in account.wasted:
        yield {**about, **unused.model_dump(), "wasted": True, "currency": _currency(workshop, unused.backbone)}


def _verdict(workshop: Workshop, about: Row, verdict: Verdict) -> Row:
    used = verdict.model_dump(include={"backbone", "calls", "prompt_tokens", "completion_tokens", "cost"})
    more = {"role": verdict.framework, "cached_calls": 0, "estimated": False, "wasted": False}
    return {**about, **used, **more, "currency": _currency(workshop, verdict.backbone)}


def _verdicts(workshop: Workshop) -> Iterator[Verdict]:
    for deliberation in planned(workshop, question_sets(workshop)):
        for seed in deliberation.plan.seeds:
            for verdicts in stored_pages(workshop.records, deliberation.plan.key, seed).values():
                yield from verdicts


def _currency(workshop: Workshop, backbone: str) -> str | None:
    """Return the currency of a backbone's prices, None where it has none or nobody knows it any more."""
    known = workshop.backbones.get(backbone)
    return known.currency if known and known.priced else None
