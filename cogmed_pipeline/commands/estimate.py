"""``cogmed estimate``."""

import asyncio
import os
from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from cogmed_core.llm.backbones import Backbone
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.printing import say
from cogmed_pipeline.commands.run import run_all
from cogmed_pipeline.estimating.amounts import Amount
from cogmed_pipeline.estimating.forecast import Forecast, forecast, player
from cogmed_pipeline.estimating.timing import duration
from cogmed_pipeline.settings import check_place
from cogmed_pipeline.steps.catalogue import selected, survey
from cogmed_pipeline.workshop import Workshop

Sample = Annotated[
    int | None,
    typer.Option("--sample", min=1, metavar="N", help="First really run N of the cases; that costs, and is kept."),
]
CLOSE = 0.2
"""By how much an estimate may be off and still serve."""

Lines = Mapping[tuple[str, str], Amount]
"""What is expected, by backbone and role."""


def command(
    raw: options.Raw = options.DEFAULT_RAW,
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    experiment: options.ExperimentName = options.DEFAULT_EXPERIMENT,
    backbones: options.BackbonesFile = None,
    backbone: options.BackboneNames = None,
    configuration: options.ConfigurationNames = None,
    case: options.CaseIds = None,
    limit: options.Limit = None,
    seeds: options.Seeds = None,
    rounds: options.Rounds = None,
    protocol: options.RoundProtocol = None,
    concurrency: options.Concurrency = None,
    max_cost: options.MaxCost = None,
    sample: Sample = None,
) -> None:
    """Say what `cogmed run` with the same options would take: calls, tokens, cost, time. Asks no endpoint anything."""
    settings = options.settings_from_options(dict(locals()))
    settings.check_backbones()
    check_place(settings.warehouse)
    workshop = Workshop(settings, os.environ)
    if sample:
        some = settings.model_copy(update={"case_ids": spread_out(workshop, sample), "limit": None})
        if code := run_all(some):
            raise typer.Exit(code)
    expected = asyncio.run(forecast(workshop))
    lines = _lines(workshop, expected)
    console = Console()
    costs = _print_lines(console, workshop, expected, lines)
    _print_totals(console, workshop, expected, costs)
    for text in _rests_on(workshop, expected, lines):
        say(console, text)


def spread_out(workshop: Workshop, number: int) -> tuple[str, ...]:
    """Return so many of the cases, evenly spread over all of them: the first few may be of one kind."""
    case_ids = selected(workshop, survey(workshop))
    places = dict.fromkeys(int(place * len(case_ids) / number) for place in range(number))
    return tuple(case_ids[place] for place in places)


def _lines(workshop: Workshop, expected: Forecast) -> Lines:
    lines: dict[tuple[str, str], Amount] = defaultdict(Amount)
    for job, roles in expected.jobs.items():
        for role, amount in roles.items():
            lines[player(workshop, job, role), role] += amount
    return dict(sorted(lines.items()))


def _print_lines(console: Console, workshop: Workshop, expected: Forecast, lines: Lines) -> dict[str, float]:
    """Print a line a backbone and role and their sum; return the cost by currency."""
    table = Table("backbone", "role", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("calls", "prompt tokens", "reply tokens", "cost"):
        table.add_column(heading, justify="right")
    costs: dict[str, float] = defaultdict(float)
    for (name, role), amount in lines.items():
        backbone, price = workshop.backbones[name], "no price" if _has_no_price(workshop.backbones[name]) else "–"
        if backbone.priced:
            cost = cost_of(backbone, amount, expected)
            costs[backbone.currency] += cost
            price = f"{cost:.2f} {backbone.currency}"
        table.add_row(name, role, *_counts(amount), price)
    sums = ", ".join(f"{cost:.2f} {currency}" for currency, cost in costs.items()) or "–"
    table.add_section()
    table.add_row("all", "", *_counts(sum(lines.values(), Amount())), sums)
    console.print(table)
    return dict(costs)


def cost_of(backbone: Backbone, amount: Amount, expected: Forecast) -> float:
    """Return what an amount costs, at the discount that the endpoint was seen to give on prompts it had cached."""
    paid, listed = expected.measured.bills.get(backbone.name, (0.0, 0.0))
    discount = paid / listed if listed else 1.0
    return backbone.cost(round(amount.prompt), round(amount.reply)) * discount


def _counts(amount: Amount) -> tuple[str, str, str]:
    return f"{amount.calls:,.0f}", f"{amount.prompt:,.0f}", f"{amount.reply:,.0f}"


def _print_totals(console: Console, workshop: Workshop, expected: Forecast, costs: Mapping[str, float]) -> None:
    missing, done = len(expected.work.of("episodes")), len(expected.work.done)
    say(console, f"Episodes {missing + done} planned = {done} there + {missing} to run")
    if expected.kept.calls:
        say(console, f"Kept     {expected.kept.calls:,.0f} replies of them are in the cache and are not in the figures")
    time = duration(workshop, expected)
    known = ", ".join(
        f"{seconds:.1f} s a call of {name}" + (" (assumed)" if name in time.assumed else "")
        for name, seconds in time.of_a_call.items()
        if workshop.backbones[name].provider != "offline"
    )
    say(console, f"Time     about {_spoken(time.seconds)}" + (f", at {known}" if known else ""))
    most = workshop.settings.max_cost
    if most is not None and max(costs.values(), default=0.0) > most:
        say(console, f"This is more than --max-cost {most:g}: the run would stop before it is crossed")


def _rests_on(workshop: Workshop, expected: Forecast, lines: Lines) -> list[str]:
    """Say what the figures rest on, and what they cannot know."""
    names = dict.fromkeys(name for name, _ in lines)
    unpriced = [name for name in names if _has_no_price(workshop.backbones[name])]
    said = []
    if unpriced:
        said.append(f"No price is known of {', '.join(unpriced)}: set price_input and price_output of the backbone")
    if not expected.jobs:
        said.append("Nothing is left to run")
    elif all(workshop.backbones[name].provider == "offline" for name in names):
        said.append("Rests on a rehearsal of the run itself: rules play every part")
    elif expected.rests_on:
        said.append(f"Rests on {expected.rests_on} finished mediations here, and a rehearsal of the rest by rules")
        if expected.spread is not None:
            enough = max(1, round(expected.rests_on * (expected.spread / CLOSE) ** 2))
            more = f"; about {enough} of them would make it {CLOSE:.0%}" if expected.spread > CLOSE else ""
            said.append(f"Calls may be off by {expected.spread:.0%} (95 %), and tokens and cost with them{more}")
    else:
        said.append(
            "Rests on a rehearsal by rules, with the real prompts and replies as long as they ask for. How much a "
            "model says and how soon it agrees is not known yet: `cogmed estimate --sample 5` runs five cases to "
            "find out; they cost what they cost, and the run goes on from them"
        )
    if workshop.experiment.deliberation.panels:
        said.append("Not in the figures: the panels that compare settlements")
    return said


def _has_no_price(backbone: Backbone) -> bool:
    """Say whether a backbone may cost something that nobody has told us; what runs on this machine does not."""
    return not backbone.priced and backbone.provider == "openai"


def _spoken(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
