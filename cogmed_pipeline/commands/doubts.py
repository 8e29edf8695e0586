"""``cogmed doubts``: the passages the anonymizer left as they are but is not sure of."""

import os
from typing import Annotated, Literal

import typer

from cogmed_core.cases.anonymise.decisions import Decisions, decisions_file, decisions_text, read_decisions
from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.definition import load_experiment
from cogmed_pipeline.commands import options
from cogmed_pipeline.files import write_whole
from cogmed_pipeline.looked_over import KIND as LOOKED_OVER
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.steps.catalogue import raw_cases
from cogmed_pipeline.steps.failures import failure_of
from cogmed_pipeline.workshop import Workshop

HELP = "Passages the anonymizer is in doubt of: list them, and decide each. They are originals: for the owner's eyes."
AROUND = 12

CaseId = Annotated[str, typer.Argument(help="The case.")]
Passage = Annotated[str, typer.Argument(help="The passage, as it is listed.")]
Choice = Annotated[Literal["mask", "keep"], typer.Argument(help="mask it as a person, or keep it as it is.")]


def list_doubts(
    raw: options.Raw = options.DEFAULT_RAW, warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE
) -> None:
    """List what is in doubt, a passage a line: case, passage, where it stands."""
    workshop = _workshop(raw, warehouse)
    for case_id, case in raw_cases(workshop).items():
        fields = {"title": case.title} | case.sections.model_dump()
        seen: dict[str, str] = {}
        for field, spans in workshop.anonymised(case).review.items():
            for span in spans:
                around = fields[field][max(0, span.start - AROUND) : span.end + AROUND].replace("\n", " ")
                linked = f" → {span.pseudonym}" if span.pseudonym else ""
                seen.setdefault(fields[field][span.start : span.end], f"…{around}…{linked}")
        for passage, where in seen.items():
            print(case_id, passage, where, sep="\t")
        if failure := failure_of(workshop, LOOKED_OVER, case_id):
            print(case_id, "", failure.error, sep="\t")


def decide(
    case_id: CaseId,
    passage: Passage,
    choice: Choice,
    raw: options.Raw = options.DEFAULT_RAW,
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
) -> None:
    """Decide a passage of a case; the next run anonymizes that case anew."""
    workshop = _workshop(raw, warehouse)
    case = raw_cases(workshop).get(case_id)
    if case is None or passage not in case.title + "\n".join(case.sections.model_dump().values()):
        raise ConfigurationError(f"no case {case_id!r} with that passage: cogmed doubts list names them")
    decisions = read_decisions(raw)
    decisions[case_id] = decisions.get(case_id, Decisions()).with_one(passage, masked=choice == "mask")
    write_whole(decisions_file(raw), decisions_text(decisions).encode())


COMMANDS = {"list": list_doubts, "decide": decide}


def _workshop(raw: options.Raw, warehouse: options.Warehouse) -> Workshop:
    return Workshop(Settings(raw=raw, warehouse=warehouse, experiment=load_experiment("demo")), os.environ)
