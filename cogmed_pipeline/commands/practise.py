"""``cogmed practise``."""

import asyncio
import os
from contextlib import suppress
from typing import Annotated

import typer
from rich.console import Console

from cogmed_core.errors import ConfigurationError
from cogmed_core.practice.session import Session
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.mediate import find_case
from cogmed_pipeline.commands.printing import say
from cogmed_pipeline.commands.run import stop_if_unreachable
from cogmed_pipeline.language.choice import spoken_language
from cogmed_pipeline.practice.sessions import find_session, keep_session, new_session
from cogmed_pipeline.practice.terminal import Terminal
from cogmed_pipeline.settings import Settings, check_place
from cogmed_pipeline.workshop import Workshop

CaseName = Annotated[str | None, typer.Argument(help="A case file, or the id of a case in the raw folder.")]


def command(
    case: CaseName = None,
    raw: options.Raw = options.DEFAULT_RAW,
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    experiment: options.ExperimentName = options.DEFAULT_EXPERIMENT,
    backbones: options.BackbonesFile = None,
    backbone: Annotated[str | None, typer.Option("--backbone", help="Who plays the parties and the tools.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another seed, other people.")] = 0,
    rounds: options.Rounds = None,
    session: Annotated[str | None, typer.Option("--session", help="Go on with a session of this warehouse.")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="In the terminal instead of a page.")] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Of the page; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
) -> None:
    """Sit in the mediator's chair: the parties are agents; judged afterwards like a machine."""
    if (case is None) == (session is None):
        raise ConfigurationError("name a case to begin with, or a --session to go on with")
    check_place(warehouse)
    settings = Settings(
        raw=raw,
        warehouse=warehouse,
        experiment=options.experiment_from(experiment, backbones=[backbone] if backbone else None, rounds=rounds),
        backbones_file=backbones,
    )
    there = find_session(Workshop(settings, os.environ).records, session) if session else None
    if there:
        settings = settings.model_copy(update={"experiment": there.experiment})
    settings.check_backbones()
    stop_if_unreachable(settings, _names(settings))
    with suppress(KeyboardInterrupt):  # the way to end it; every move is kept already
        asyncio.run(_practise(settings, there, case, seed, terminal=terminal, port=port, browser=browser))


def _names(settings: Settings) -> tuple[str, ...]:
    experiment = settings.experiment
    arm = experiment.backbones[0]
    return tuple(dict.fromkeys([*experiment.players(arm), *experiment.roles.judges_of(arm)]))


async def _practise(
    settings: Settings, there: Session | None, case: str | None, seed: int, *, terminal: bool, port: int, browser: bool
) -> None:
    workshop, language, console = Workshop(settings, os.environ), spoken_language(os.environ), Console()
    async with workshop.models(_names(settings)) as models:
        session = there or await new_session(workshop, find_case(str(case), settings.raw), models, seed)
        keep_session(workshop.records, session)
        say(
            console,
            f"Stop at any time and go on with: cogmed practise --session {session.session_id}",
        )
        if terminal:
            await Terminal(console, session, models, workshop.records, language).run()
            return
        # The web server takes a moment to import; the terminal does without.
        from cogmed_pipeline.practice.serving import serve

        def tell(address: str) -> None:
            say(console, f"Open in a browser: {address} (Ctrl-C ends it)")

        await serve(session, models, workshop.records, language, port, tell, browser=browser)
