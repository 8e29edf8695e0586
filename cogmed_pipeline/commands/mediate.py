"""``cogmed mediate``."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from cogmed_core.cases.anonymise import Anonymiser
from cogmed_core.cases.profile import draw_profiles
from cogmed_core.cases.read import read_folder
from cogmed_core.cases.structure import structure
from cogmed_core.domain.case import RawCase, Scenario
from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.review import notice
from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.configurations import FULL, Configuration
from cogmed_core.experiment.definition import Experiment
from cogmed_core.experiment.fingerprint import simulation_language
from cogmed_core.experiment.simulate import Assignment, simulate
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.modules.module import Trace
from cogmed_core.mediation.table import Table
from cogmed_core.mediation.view import speaker_names
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.run import stop_if_unreachable
from cogmed_pipeline.language.catalogue import told
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.workshop import opened

CaseName = Annotated[str, typer.Argument(help="A case file, or the id of a case in the raw folder.")]
Without = Annotated[list[str] | None, typer.Option("--without", help="Leave out fsm, stk or dbt (may be repeated).")]


def command(
    case: CaseName,
    raw: options.Raw = options.DEFAULT_RAW,
    without: Without = None,
    experiment: options.ExperimentName = options.DEFAULT_EXPERIMENT,
    backbones: options.BackbonesFile = None,
    backbone: Annotated[str | None, typer.Option("--backbone", help="Who mediates.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another seed, other people.")] = 0,
    rounds: options.Rounds = None,
    protocol: options.RoundProtocol = None,
) -> None:
    """Run one mediation, live in the terminal; nothing is stored."""
    settings = Settings(
        experiment=options.experiment_from(
            experiment, backbones=[backbone] if backbone else None, rounds=rounds, protocol=protocol
        ),
        backbones_file=backbones,
    )
    configuration = FULL
    for module in without or ():
        configuration = configuration.without(module)
    configuration = configuration.under(settings.experiment.heard)
    settings.check_backbones()
    found = find_case(case, raw)
    names = settings.experiment.players(settings.experiment.backbones[0])
    stop_if_unreachable(settings, names)
    players = [settings.backbones()[name] for name in names]
    episode = asyncio.run(_mediate(settings.experiment, players, configuration, found, seed))
    raise typer.Exit(1 if episode.status == "failed" else 0)


def find_case(case: str, raw: Path) -> RawCase:
    """Return the case of a file, or of an id in the raw folder.

    Raises:
        ConfigurationError: there is no such case, or it cannot be used; the text says what there is.
    """
    file = Path(case) if Path(case).is_file() else None
    entries = read_folder(file or raw)
    matching = [entry for entry in entries if file or entry.case_id == case]
    known = ", ".join(entry.case_id for entry in entries if entry.raw)
    if not matching:
        raise ConfigurationError(f"no case {case!r} in {raw}; there are {known}")
    if len(matching) > 1:
        raise ConfigurationError(f"{case} holds several cases: name one of {known}, with --raw {case}")
    if matching[0].raw is None:
        raise ConfigurationError(matching[0].reason)
    return matching[0].raw


async def _mediate(
    experiment: Experiment, players: list[Backbone], configuration: Configuration, raw: RawCase, seed: int
) -> Episode:
    arm = Arm(backbone=experiment.backbones[0], configuration=configuration)
    async with opened(players, os.environ) as models:
        case = Anonymiser().anonymise(raw).case
        language = simulation_language(case.language, experiment)
        profiler = Voice(models[experiment.profiler], language, experiment.temperature, seed)
        scenario = await structure(case, profiler)
        profiles = await draw_profiles(scenario, profiler)
        screen = Screen(Console(), scenario)
        screen.introduce(configuration, synthetic=any(model.synthetic for model in models.values()))
        assignment = Assignment(experiment, arm, seed, scenario, profiles, fingerprint="")
        episode = (await simulate(assignment, models, screen)).episode
    screen.conclude(episode)
    return episode


class Screen:
    """Prints a mediation as it happens."""

    def __init__(self, console: Console, scenario: Scenario) -> None:
        self._console = console
        self._scenario = scenario
        self._names = speaker_names(scenario)
        self._shown = Trace()
        self._round = 0

    def introduce(self, configuration: Configuration, *, synthetic: bool) -> None:
        """Print the case and who plays."""
        self._console.rule(escape(self._scenario.title))
        self._console.print(escape(self._scenario.summary))
        for issue in self._scenario.issues:
            self._console.print(f"  {issue.number}. {escape(issue.title)}")
        modules = ", ".join(configuration.mediator + configuration.litigant) or "none"
        self._console.print(told(f"[dim]{configuration.name}; modules: {modules}[/dim]"))
        if synthetic:
            self._console.print(told("[yellow]Synthetic: rule-based negotiators, no language model.[/yellow]"))

    def said(self, utterance: Utterance, table: Table, trace: Callable[[], Trace]) -> None:
        """Print an utterance, and first what the modules did before it."""
        if utterance.round != self._round:
            self._round = utterance.round
            self._console.rule(told(f"Round {utterance.round}"), style="dim")
        self._print_trace(trace())
        stance = f" [dim]({told(utterance.stance)})[/dim]" if utterance.stance else ""
        speaker = escape(self._names[utterance.seat])
        self._console.print(f"[bold]{speaker}[/bold]{stance}")
        self._console.print(escape(utterance.text))
        if utterance.tabled:
            offer = table.proposals[utterance.tabled - 1].text
            self._console.print(f"[cyan]  [{utterance.tabled}] {escape(offer)}[/cyan]")
        elif utterance.accepted:
            self._console.print(told(f"[green]  accepts [{utterance.accepted}][/green]"))

    def conclude(self, episode: Episode) -> None:
        """Print how it ended."""
        self._console.rule(told(f"{episode.outcome or episode.status} after {episode.rounds} rounds"))
        self._console.print(escape(episode.settlement or episode.error or ""))
        if episode.settlement:
            below = notice(self._scenario.language, synthetic=episode.synthetic, latest=None)
            self._console.print(f"[dim]{escape(below)}[/dim]")

    def _print_trace(self, trace: Trace) -> None:
        for decision in trace.stages[len(self._shown.stages) :]:
            refused = f" (refused: {decision.proposed})" if decision.refused else ""
            self._console.print(told(f"[dim]stage: {decision.stage}{refused}[/dim]"))
        for action in trace.actions[len(self._shown.actions) :]:
            self._console.print(f"[magenta]{told(action.name)}[/magenta]\n[dim]{escape(action.result)}[/dim]")
        self._shown = trace
