"""Yes/no questions to verdicts: one partition a framework on a backbone, and a set of questions."""

from collections.abc import AsyncIterator, Sequence

import dagster as dg

from cogmed_pipeline.defs.asking import wanted_keys
from cogmed_pipeline.defs.emission import emit
from cogmed_pipeline.defs.partitions import forget, register
from cogmed_pipeline.defs.record_asset import record_asset
from cogmed_pipeline.defs.simulation import episodes
from cogmed_pipeline.markup import listed
from cogmed_pipeline.progress import Silent
from cogmed_pipeline.steps import questions
from cogmed_pipeline.steps.contests import set_up
from cogmed_pipeline.steps.deliberation import run_deliberations
from cogmed_pipeline.steps.deliberation_plan import DeliberationCell, cell_of, plan, planned
from cogmed_pipeline.steps.work import Items
from cogmed_pipeline.workshop import Workshop

GROUP = "deliberation"
QUESTION_SETS = dg.DynamicPartitionsDefinition(name="question_set")
DELIBERATORS = dg.DynamicPartitionsDefinition(name="deliberator")
SITTINGS = dg.MultiPartitionsDefinition({"deliberator": DELIBERATORS, "question_set": QUESTION_SETS})


@dg.asset(group_name=GROUP, owners=["team:cogmed"], kinds={"json"})
def question_sets(
    context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
) -> dg.MaterializeResult[None]:
    """Every set of yes/no questions, with the rows that are none, and why."""
    questions.take_stock(workshop)
    there = questions.question_sets(workshop)
    to_ask = [name for name, one in there.items() if one.questions]
    register(context.instance, QUESTION_SETS, to_ask)
    forget(context.instance, QUESTION_SETS, set(to_ask))
    left_out = [bad.reason for one in there.values() for bad in one.left_out]
    left_out += [one.problem for one in there.values() if one.problem]
    return dg.MaterializeResult(
        metadata={
            "sets": len(to_ask),
            "questions": sum(len(one.questions) for one in there.values()),
            "left out": dg.MetadataValue.md(listed(left_out) or "every row is a question"),
        }
    )


@dg.asset(group_name=GROUP, owners=["team:cogmed"], kinds={"json"}, deps=[episodes])
def contests(context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]) -> dg.MaterializeResult[None]:
    """The settlements that were reached as questions: is this one at least as good as that one?"""
    question_set = set_up(workshop)
    if question_set.questions:
        register(context.instance, QUESTION_SETS, [question_set.name])
    return dg.MaterializeResult(metadata={"questions": len(question_set.questions)})


@record_asset(GROUP, SITTINGS, deps=[question_sets, contests])
async def verdicts(
    context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]
) -> AsyncIterator[dg.Output[None]]:
    """What each framework on each backbone answers, with everything said on the way."""
    cells = _wanted(context, workshop)
    plan(workshop, cells)
    by_key = {cell.key: cell for cell in cells}

    def decide(keys: Sequence[str]) -> Items:
        return run_deliberations(workshop, [by_key[key] for key in keys])

    # The steps count questions, of which there are many in a partition; here only partitions are known.
    yield await emit(context, workshop, decide, list(by_key), progress=Silent())


def _wanted(context: dg.AssetExecutionContext, workshop: Workshop) -> list[DeliberationCell]:
    """Return the cells this run is about: with the numbers asked for now or, where nobody asks, those of their plan."""
    sets = questions.question_sets(workshop)
    plans = {} if workshop.settings.questions else {cell.key: cell for cell in planned(workshop, sets)}
    keys = [key.keys_by_dimension for key in context.partition_keys if isinstance(key, dg.MultiPartitionKey)]
    places = {f"{key['deliberator']}|{key['question_set']}": key for key in keys}
    wanted = set(wanted_keys(context, workshop))
    return [
        plans.get(key) or cell_of(workshop, place["deliberator"], sets[place["question_set"]])
        for key, place in places.items()
        if key in wanted
    ]
