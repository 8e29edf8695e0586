"""The gate before the tables: nothing that identifies may have got past the anonymizer."""

import dagster as dg

from cogmed_pipeline.defs.auditing import findings
from cogmed_pipeline.defs.deliberation import verdicts
from cogmed_pipeline.defs.judging import judgements
from cogmed_pipeline.steps.leak_gate import find_leaks
from cogmed_pipeline.workshop import Workshop


@dg.asset(group_name="tables", owners=["team:cogmed"], deps=[judgements, findings, verdicts])
def clearance() -> None:
    """Everything that was made from the cases, as it is about to go into the tables."""


@dg.asset_check(asset=clearance, blocking=True)
def nothing_leaked(workshop: dg.ResourceParam[Workshop]) -> dg.AssetCheckResult:
    """No original of any case, in any guise, and no invented identifier: in no record, cache, log or metadata."""
    found = find_leaks(workshop)
    return dg.AssetCheckResult(
        passed=not found, metadata={"found": dg.MetadataValue.json([leak.model_dump() for leak in found])}
    )
