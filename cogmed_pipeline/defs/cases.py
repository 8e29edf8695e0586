"""Raw cases to profiles."""

from collections.abc import AsyncIterator
from functools import partial

import dagster as dg

from cogmed_pipeline.defs.asking import wanted_keys
from cogmed_pipeline.defs.emission import emit
from cogmed_pipeline.defs.partitions import ARMS, CASES, forget, register
from cogmed_pipeline.defs.record_asset import record_asset
from cogmed_pipeline.markup import listed
from cogmed_pipeline.steps.catalogue import take_stock
from cogmed_pipeline.steps.preparation import anonymize, build_profiles, build_scenarios, identifiers_left
from cogmed_pipeline.workshop import Workshop

GROUP = "cases"


@dg.asset(group_name=GROUP, owners=["team:cogmed"], kinds={"json"})
def case_catalogue(
    context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
) -> dg.MaterializeResult[None]:
    """Every file of the raw folder: accepted as a case, or left out with a reason."""
    catalogue = take_stock(workshop)
    register(context.instance, CASES, catalogue.accepted)
    forget(context.instance, CASES, set(catalogue.accepted))
    register(context.instance, ARMS, [arm.key for arm in workshop.experiment.arms])
    left_out = listed(f"{entry.source_file}: {entry.reason}" for entry in catalogue.left_out)
    return dg.MaterializeResult(
        metadata={
            "accepted": len(catalogue.accepted),
            "left out": len(catalogue.left_out),
            "reasons": dg.MetadataValue.md(left_out or "every file is a case"),
        }
    )


@record_asset(GROUP, CASES, deps=[case_catalogue])
async def anonymized_cases(
    context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
) -> AsyncIterator[dg.Output[None]]:
    """Cases with every identifier replaced; the last step that sees the originals."""
    keys = wanted_keys(context, workshop)
    yield await emit(context, workshop, partial(anonymize, workshop), keys)


@dg.asset_check(asset=anonymized_cases, blocking=True)
def nothing_identifying(workshop: dg.ResourceParam[Workshop]) -> dg.AssetCheckResult:
    """No anonymized case holds an identifier; on a finding nothing downstream runs."""
    found = identifiers_left(workshop)
    return dg.AssetCheckResult(passed=not found, metadata={"found": dg.MetadataValue.json(found)})


@record_asset(GROUP, CASES, deps=[anonymized_cases])
async def scenarios(
    context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
) -> AsyncIterator[dg.Output[None]]:
    """What the agents are told: summary, parties, disputed issues; nothing of the outcome."""
    keys = wanted_keys(context, workshop)
    yield await emit(context, workshop, partial(build_scenarios, workshop), keys)


@record_asset(GROUP, CASES, deps=[scenarios])
async def profiles(
    context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
) -> AsyncIterator[dg.Output[None]]:
    """Each party's goal, bottom line and personality, drawn once a (case, seed) for every arm."""
    keys = wanted_keys(context, workshop)
    yield await emit(context, workshop, partial(build_profiles, workshop), keys)
