"""How long a run will take: calls of a step side by side as far as backbones allow, one after another in a job."""

from collections import defaultdict
from dataclasses import dataclass

from cogmed_core.llm.backbones import Backbone
from cogmed_pipeline.estimating.amounts import Amount, ByRole, total
from cogmed_pipeline.estimating.forecast import Forecast, player
from cogmed_pipeline.estimating.work_list import Job
from cogmed_pipeline.workshop import Workshop

START, OF_A_JOB, OF_A_CALL = 4.0, 0.05, 0.003
"""Seconds of this machine's own work: for a run, for each record, for each call."""
TOKENS_A_SECOND, LATENCY = 40.0, 0.5
"""What an endpoint is taken to do until it was measured."""
BESIDE = {"speculative": {"stage_evaluator": 0.0}, "simultaneous": {"litigant": 0.5}}
"""The share of a role's calls that others wait for: a stage is evaluated beside the mediator's call that is made
ahead, and two litigants decide at once."""
ENOUGH = 10
"""Calls that have to be measured before anything is concluded from them."""


@dataclass(frozen=True, slots=True)
class Duration:
    """Seconds of a run, and the seconds a call takes by backbone; ``assumed`` are the backbones never measured."""

    seconds: float
    of_a_call: dict[str, float]
    assumed: frozenset[str]


def duration(workshop: Workshop, forecast: Forecast) -> Duration:
    """Return how long the forecast's jobs will take."""
    by_backbone: dict[str, Amount] = defaultdict(Amount)
    for job, roles in forecast.jobs.items():
        for role, amount in roles.items():
            by_backbone[player(workshop, job, role)] += amount
    seconds, assumed = {}, set()
    for name, amount in by_backbone.items():
        pace = forecast.measured.paces.get(name)
        if workshop.backbones[name].provider == "offline":
            seconds[name] = OF_A_CALL
        elif pace and pace.calls >= ENOUGH:
            seconds[name] = pace.seconds / pace.calls
        else:
            seconds[name] = LATENCY + amount.reply / max(1.0, amount.calls) / TOKENS_A_SECOND
            assumed.add(name)
    steps = dict.fromkeys(job.step for job in forecast.jobs)
    spent = sum(_step(workshop, forecast, step, seconds) for step in steps)
    return Duration(START + OF_A_JOB * len(forecast.jobs) + spent, seconds, frozenset(assumed))


def _step(workshop: Workshop, forecast: Forecast, step: str, seconds: dict[str, float]) -> float:
    """Return the longest of what bounds a step: an endpoint's slots and limits, the longest job, this machine."""
    by_backbone: dict[str, Amount] = defaultdict(Amount)
    longest = 0.0
    jobs = [(job, roles) for job, roles in forecast.jobs.items() if job.step == step]
    for job, roles in jobs:
        longest = max(longest, _in_a_row(workshop, job, roles, seconds))
        for role, amount in roles.items():
            by_backbone[player(workshop, job, role)] += amount
    own = OF_A_CALL * total(by_backbone.values()).calls
    busy = [_busy(workshop.backbones[name], amount, seconds[name], len(jobs)) for name, amount in by_backbone.items()]
    return max([longest, own, *busy])


def _in_a_row(workshop: Workshop, job: Job, roles: ByRole, seconds: dict[str, float]) -> float:
    """Return the time of a job's calls one after another, as far as its protocol has them so."""
    beside = BESIDE.get(workshop.experiment.protocol, {}) if job.step == "episodes" else {}
    return sum(
        amount.calls * beside.get(role, 1.0) * seconds[player(workshop, job, role)] for role, amount in roles.items()
    )


def _busy(backbone: Backbone, amount: Amount, of_a_call: float, jobs: int) -> float:
    """Return how long a backbone is busy with so much."""
    side_by_side = amount.calls * of_a_call / min(backbone.max_concurrency, max(1, jobs))
    by_requests = 60 * amount.calls / backbone.requests_per_minute if backbone.requests_per_minute else 0.0
    tokens = amount.prompt + amount.reply
    by_tokens = 60 * tokens / backbone.tokens_per_minute if backbone.tokens_per_minute else 0.0
    return max(side_by_side, by_requests, by_tokens)
