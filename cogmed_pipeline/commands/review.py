"""``cogmed review``: what people decide about settlements."""

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.cells import cell_len
from rich.console import Console

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.review import ReviewState, notice, wording
from cogmed_core.errors import UsageError
from cogmed_pipeline.address import Address
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.printing import say
from cogmed_pipeline.language.catalogue import told
from cogmed_pipeline.reviews import Reviews
from cogmed_pipeline.steps.deciding import decide
from cogmed_pipeline.steps.settled import settled_episode
from cogmed_pipeline.tables.rebuild import open_warehouse

HELP = "The state of review of each settlement: pending, approved, rejected or revised."

EpisodeId = Annotated[str, typer.Argument(help="As in the table episodes.")]
By = Annotated[str, typer.Option("--by", help="The reviewer's name.")]
Because = Annotated[str, typer.Option("--because", help="The reason.")]
State = Annotated[ReviewState | None, typer.Option("--state", help="Only these.")]
Wording = Annotated[str, typer.Option("--text", help="The revised wording.")]
WordingFile = Annotated[Path | None, typer.Option("--file", help="A UTF-8 file that holds it.")]


def list_all(warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE, state: State = None) -> None:
    """List the settlements, each with the state of its review."""
    workshop, console = open_warehouse(warehouse, os.environ), Console()
    reviews = {review.episode_id: review for review in Reviews(warehouse).all()}
    for episode in workshop.records.all("episodes", Episode):
        if episode.settlement is None:
            continue
        review = reviews.get(episode.episode_id)
        latest = review.latest(episode.settlement) if review else None
        there = latest.state if latest else ReviewState.PENDING
        if state in (None, there):
            by = f"  {latest.by}, {latest.at:%Y-%m-%d}: {latest.because}" if latest else ""
            word = told(there)
            say(console, f"{word}{' ' * (10 - cell_len(word))}{episode.episode_id}{by}")


def show(episode: EpisodeId, warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE) -> None:
    """Print a settlement under its notice, and every decision about it."""
    console = Console()
    found, scenario, settlement = settled_episode(open_warehouse(warehouse, os.environ).records, episode)
    review = Reviews(warehouse).read(episode)
    say(console, notice(scenario.language, synthetic=found.synthetic, latest=review.latest(settlement)))
    say(console, f"\n{review.text(settlement)}")
    for one in review.decisions:
        about = "" if one.settlement_sha256 == wording(settlement) else " (an earlier wording)"
        say(console, f"\n{one.at:%Y-%m-%d %H:%M} reviewed: {one.state} by {one.by}{about}: {one.because}")


def approve(
    episode: EpisodeId, by: By, because: Because, warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE
) -> None:
    """Approve a settlement as it stands."""
    _decide(warehouse, episode, ReviewState.APPROVED, by, because)


def reject(
    episode: EpisodeId, by: By, because: Because, warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE
) -> None:
    """Reject a settlement."""
    _decide(warehouse, episode, ReviewState.REJECTED, by, because)


def revise(
    episode: EpisodeId,
    by: By,
    because: Because,
    text: Wording = "",
    file: WordingFile = None,
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
) -> None:
    """Put a wording of one's own in a settlement's place; the machine's is kept."""
    if bool(text) == (file is not None):
        raise UsageError("give the revised wording with either --text or --file")
    _decide(warehouse, episode, ReviewState.REVISED, by, because, _read(file) if file else text)


def _decide(
    warehouse: Address, episode_id: str, state: ReviewState, by: str, because: str, revision: str | None = None
) -> None:
    decision = decide(warehouse, os.environ, episode_id, state, by, because, revision)
    say(Console(), f"{episode_id} reviewed: {state} by {decision.by}")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file} is no UTF-8 text") from None


COMMANDS = {"list": list_all, "show": show, "approve": approve, "reject": reject, "revise": revise}
