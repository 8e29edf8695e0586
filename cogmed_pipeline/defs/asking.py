"""What a run of a partitioned asset may be asked besides its partitions: in its configuration, or by its tags.

In the UI the configuration is in the launchpad (shift-click *Materialize*) and in the dialog of a backfill.
"""

from collections.abc import Sequence

import dagster as dg
from dagster._core.storage.tags import RETRY_NUMBER_TAG

from cogmed_pipeline.workshop import Workshop

MAX_COST = "cogmed/max_cost"
"""The tag of a run that may spend so much, and no more."""
SPENT = "cogmed/spent"
"""The tag that says what a run with a limit has spent."""

CONFIGURATION = {
    "only": dg.Field(
        [str],
        default_value=[],
        description="Of the range of partitions only these; a key is a case, or arm|case. None named: all of it.",
    ),
    "force": dg.Field(
        bool, default_value=False, description="Make again what is up to date, and ask the models again. Costs again."
    ),
}


def wanted_keys(context: dg.AssetExecutionContext, workshop: Workshop) -> list[str]:
    """Return the partition keys a run is about, and do as it was asked: expire what is forced, limit what it spends."""
    asked = context.op_execution_context.op_config
    only = set(asked["only"])
    keys = [str(key) for key in workshop.wanted(map(str, context.partition_keys)) if not only or key in only]
    if RETRY_NUMBER_TAG in context.run.tags:  # its worker died: one limit for both
        workshop.spent_before = float(context.run.tags.get(SPENT, 0))
    if limit := context.run.tags.get(MAX_COST):
        workshop.spend_at_most(float(limit))
    if asked["force"]:
        workshop.force(context.asset_key.to_user_string(), keys)
    return keys


def say_spent(context: dg.AssetExecutionContext, workshop: Workshop) -> None:
    """Tag the run with what it has spent so far, if it has a limit."""
    if workshop.budget is not None:
        context.instance.add_run_tags(context.run.run_id, {SPENT: f"{workshop.budget.spent:.6f}"})


def run_config(assets: Sequence[str], only: Sequence[str]) -> dict[str, object]:
    """Return the configuration that makes these assets work on some keys of their range."""
    return {"ops": {asset: {"config": {"only": list(only)}} for asset in assets}} if only else {}
