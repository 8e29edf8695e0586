"""``cogmed plan``: how many cases and seeds a difference needs, before anything is run.

The sums are imported where they are done: scipy takes half a second, and every other command would wait for it.
"""

from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from cogmed_core.errors import UsageError
from cogmed_pipeline.commands.printing import say

if TYPE_CHECKING:
    from cogmed_core.stats.power import Discordance, Plan

Difference = Annotated[float, typer.Option("--difference", help="To be seen: of success rates (0.15), or in points.")]
Base = Annotated[float, typer.Option("--base", help="Success rate of the weaker arm.")]
Deviation = Annotated[
    float | None, typer.Option("--deviation", help="Plan for scores: standard deviation of a paired difference.")
]
Correlation = Annotated[float, typer.Option("--correlation", help="Of the two arms' successes over cases (phi).")]
Icc = Annotated[float, typer.Option("--icc", help="How alike the seeds of one case are, 0 to 1.")]
Seeds = Annotated[list[int] | None, typer.Option("--seeds", min=1, help="Seeds a case (may be repeated).")]
Cases = Annotated[int | None, typer.Option("--cases", min=1, help="Say what power so many cases have, too.")]
Power = Annotated[float, typer.Option("--power", help="Chance to see the difference.")]
Alpha = Annotated[float, typer.Option("--alpha", help="Two-sided level of the whole family of tests.")]
Tests = Annotated[int, typer.Option("--tests", min=1, help="Comparisons in the family; alpha is divided by them.")]


def command(
    difference: Difference,
    base: Base = 0.5,
    deviation: Deviation = None,
    correlation: Correlation = 0.0,
    icc: Icc = 0.5,
    seeds: Seeds = None,
    cases: Cases = None,
    power: Power = 0.8,
    alpha: Alpha = 0.05,
    tests: Tests = 1,
) -> None:
    """Say how many cases and seeds a paired difference needs, by exact McNemar, or by t for scores."""
    table = Table(
        "seeds",
        "cases",
        "episodes an arm",
        "power",
        *([f"power at {cases} cases"] if cases else []),
        box=box.SIMPLE_HEAD,
    )
    from cogmed_core.stats.power import discordance

    level = alpha / tests
    if difference <= 0:
        raise UsageError(f"cannot plan for this: --difference is {difference:g}, and has to be above 0")
    try:
        chances = None if deviation else discordance(base + difference, base, correlation)
        for each in seeds or (1, 3, 5):
            plan = _plan(each, icc, chances, difference, deviation or 0.0, power, level)
            here = _power(cases or 0, each, icc, chances, difference, deviation or 0.0, level)
            shown = (f"{each}", f"{plan.cases}", f"{plan.cases * each}", f"{plan.power:.2f}", f"{here:.2f}")
            table.add_row(*shown[: 5 if cases else 4])
    except ValueError as error:
        raise UsageError(f"cannot plan for this: {error}") from None
    console = Console()
    console.print(table)
    if chances:
        say(console, f"Success {base:.2f} against {base + difference:.2f}; exact McNemar, level {level:.4g}.")
        say(
            console,
            f"Only the better arm succeeds in {chances.only_a:.3f} of pairs, only the other in {chances.only_b:.3f}.",
        )
    else:
        say(console, f"{difference:g} points, standard deviation {deviation:g}; paired t, level {level:.4g}.")
        say(console, "Wilcoxon's test needs about 5 % more at the worst of normal data.")


def _plan(
    seeds: int,
    icc: float,
    chances: "Discordance | None",
    difference: float,
    deviation: float,
    power: float,
    level: float,
) -> "Plan":
    from cogmed_core.stats.power import score_plan, success_plan

    if chances:
        return success_plan(seeds, icc, chances, power, level)
    return score_plan(seeds, icc, difference, deviation, power, level)


def _power(
    cases: int,
    seeds: int,
    icc: float,
    chances: "Discordance | None",
    difference: float,
    deviation: float,
    level: float,
) -> float:
    from cogmed_core.stats.power import score_power, success_power

    if chances:
        return success_power(cases, seeds, icc, chances, level)
    return score_power(cases, seeds, icc, difference, deviation, level)
