"""What happens by itself: new cases are taken in; simulating them, which costs, only where somebody starts it."""

import json
import time
from hashlib import sha256

import dagster as dg

from cogmed_pipeline.defs.asking import run_config
from cogmed_pipeline.defs.filling import FILL, JOBS, STEP, STEPS, next_runs, spent_by
from cogmed_pipeline.defs.partitions import ARMS, CASES
from cogmed_pipeline.defs.ranges import covered, covering
from cogmed_pipeline.steps.catalogue import catalogue_of
from cogmed_pipeline.steps.intake import News, listing, news
from cogmed_pipeline.workshop import Workshop

SECONDS = 10
"""Between two looks."""
ATTEMPTS = 3
"""Runs over one state of the raw folder, if they fail."""
ABOUT = {
    "new_cases": (
        "Takes in what was added to, changed in or removed from the raw folder: catalogue and anonymized "
        "cases. Asks no model and costs nothing. A folder that is still being copied into is left alone until "
        "two looks in a row see the same files."
    ),
    "simulate_new_cases": (
        "SPENDS MONEY once started: structures, mediates and judges every new or changed case on every arm. "
        "Ships stopped. COGMED_MAX_COST limits what one fill spends, in the currency of the prices. Each "
        "state of the cases and the experiment is filled in once: what fails waits for the nightly fill, or "
        "for somebody."
    ),
    "carry_on": (
        "Asks for the next step of a fill that was begun, when the runs of the last one are over. Begins none itself."
    ),
    "nightly": (
        "SPENDS MONEY once started: fills in whatever is missing, failed or out of date, every night at half "
        "past two. Ships stopped. It begins with the catalogue; the sensor ``carry_on`` does the rest. "
        "COGMED_MAX_COST limits what one night spends."
    ),
}
"""What the UI says of each."""
TAKING_IN = {STEP: "intake"}
TAKE_IN = dg.define_asset_job(
    "take_in",
    selection=["case_catalogue", "anonymized_cases"],
    description="What a change of the raw folder sets off: the catalogue, and new or changed cases anonymized.",
)


@dg.sensor(
    job=TAKE_IN,
    minimum_interval_seconds=SECONDS,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description=ABOUT["new_cases"],
)
def new_cases(
    context: dg.SensorEvaluationContext, workshop: dg.ResourceParam[Workshop]
) -> dg.SensorResult | dg.SkipReason:
    """Takes in what was added to, changed in or removed from the raw folder: catalogue and anonymized cases."""
    workshop = workshop.renewed()
    seen = json.loads(context.cursor or "{}")
    now = listing(workshop.settings.raw)
    if now != seen.get("listing"):
        context.update_cursor(json.dumps({"listing": now}))
        return dg.SkipReason("the folder has just changed: looking again before anything is read")
    if seen.get("done") or seen.get("attempts", 0) >= ATTEMPTS:
        return dg.SkipReason("nothing has changed in the raw folder")
    if _under_way(context.instance, TAKING_IN):
        return dg.SkipReason("a run is taking cases in")
    found = news(workshop)
    if found is None or not found.is_news:
        context.update_cursor(json.dumps({"listing": now, "done": True}))
        return dg.SkipReason("every case is taken in" if found else "the raw folder holds no case")
    cursor = json.dumps({"listing": now, "attempts": seen.get("attempts", 0) + 1})
    return _taking_in(context.instance, workshop, found, cursor)


@dg.sensor(
    jobs=list(JOBS.values()),
    minimum_interval_seconds=SECONDS,
    default_status=dg.DefaultSensorStatus.STOPPED,
    description=ABOUT["simulate_new_cases"],
)
def simulate_new_cases(
    context: dg.SensorEvaluationContext, workshop: dg.ResourceParam[Workshop]
) -> dg.SensorResult | dg.SkipReason:
    """SPENDS MONEY once started: structures, mediates and judges every new or changed case on every arm."""
    if _under_way(context.instance, TAKING_IN) or _under_way(context.instance, _any_step()):
        return dg.SkipReason("runs are under way")
    workshop = workshop.renewed()
    state = _state(workshop)
    if state == context.cursor:
        return dg.SkipReason("no case and no setting has changed since the last fill")
    found = news(workshop)
    if found and found.is_news:
        return dg.SkipReason("the raw folder holds what is not taken in yet: that is what new_cases does")
    runs = next_runs(workshop, context.instance, fill=f"{time.time():.0f}")
    return dg.SensorResult(run_requests=runs, cursor=state)


@dg.sensor(
    jobs=list(JOBS.values()),
    minimum_interval_seconds=SECONDS,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description=ABOUT["carry_on"],
)
def carry_on(
    context: dg.SensorEvaluationContext, workshop: dg.ResourceParam[Workshop]
) -> dg.SensorResult | dg.SkipReason:
    """Asks for the next step of a fill that was begun, when the runs of the last one are over. Begins none itself."""
    newest = context.instance.get_runs(filters=dg.RunsFilter(tags=_any_step()), limit=1)
    if not newest:
        return dg.SkipReason("no fill was begun")
    fill = newest[0].tags[FILL]
    runs = context.instance.get_runs(filters=dg.RunsFilter(tags={FILL: fill}))
    if not all(run.is_finished for run in runs):
        return dg.SkipReason(f"runs of fill {fill} are under way")
    if any(run.status == dg.DagsterRunStatus.CANCELED for run in runs):
        return dg.SkipReason(f"fill {fill} was cancelled by somebody")
    if context.cursor == fill:
        return dg.SkipReason(f"fill {fill} has come to its end")
    workshop = workshop.renewed()
    done = [run.tags[STEP] for run in runs]
    last = max(done, key=[step.name for step in STEPS].index)
    following = next_runs(workshop, context.instance, fill, last, spent_by(runs))
    return dg.SensorResult(run_requests=following, cursor=context.cursor if following else fill)


@dg.schedule(
    job=JOBS[STEPS[0].name],
    cron_schedule="30 2 * * *",
    default_status=dg.DefaultScheduleStatus.STOPPED,
    description=ABOUT["nightly"],
)
def nightly(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """SPENDS MONEY once started: fills in whatever is missing, failed or out of date, every night at half past two."""
    return dg.RunRequest(tags={FILL: f"{context.scheduled_execution_time:%Y%m%dT%H%M%S}", STEP: STEPS[0].name})


def _taking_in(instance: dg.DagsterInstance, workshop: Workshop, found: News, cursor: str) -> dg.SensorResult:
    known = instance.get_dynamic_partitions(str(CASES.name))
    added = [case_id for case_id in found.catalogue.accepted if case_id not in set(known)]
    gone = [case_id for case_id in known if case_id not in set(found.catalogue.accepted)]
    requests: list[dg.AddDynamicPartitionsRequest | dg.DeleteDynamicPartitionsRequest] = []
    requests += [CASES.build_add_request(added)] if added else []
    requests += [CASES.build_delete_request(gone)] if gone else []
    arms = [arm.key for arm in workshop.experiment.arms if not instance.has_dynamic_partition(str(ARMS.name), arm.key)]
    requests += [ARMS.build_add_request(arms)] if arms else []
    assets, tags, config = ["case_catalogue"], dict(TAKING_IN), {}
    if found.to_anonymize:
        order = [case_id for case_id in known if case_id not in set(gone)] + added
        span = covering(found.to_anonymize, order)
        assets.append("anonymized_cases")
        tags |= span
        some = covered(span, order) > len(found.to_anonymize)
        config = run_config(["anonymized_cases"], found.to_anonymize if some else ())
    run = dg.RunRequest(asset_selection=[dg.AssetKey(name) for name in assets], tags=tags, run_config=config)
    return dg.SensorResult(run_requests=[run], dynamic_partitions_requests=requests, cursor=cursor)


def _under_way(instance: dg.DagsterInstance, tags: dict[str, str | list[str]] | dict[str, str]) -> bool:
    newest = instance.get_runs(filters=dg.RunsFilter(tags=dict(tags)), limit=50)
    return not all(run.is_finished for run in newest)


def _any_step() -> dict[str, str | list[str]]:
    return {STEP: [step.name for step in STEPS]}


def _state(workshop: Workshop) -> str:
    """Return a digest of the cases and of what is to be done with them; nothing of what came of it."""
    used = {name: workshop.backbones[name].model_dump_json() for name in workshop.experiment.backbones_used()}
    parts = [catalogue_of(workshop).model_dump_json(), workshop.experiment.model_dump_json(), json.dumps(used)]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]
