"""One episode from start to end: assemble, mediate, draft, record."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.party import ProfileSet
from cogmed_core.errors import AccessError, ModelError
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.assemble import Seats, assemble
from cogmed_core.experiment.definition import Experiment
from cogmed_core.llm.ahead import Ahead
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.recorded import Exchange, ExchangeLog, Recorded
from cogmed_core.llm.voice import Memory, Voice
from cogmed_core.mediation.condensing import Condensing
from cogmed_core.mediation.controller import ORDERS, Conclusion, mediate
from cogmed_core.mediation.drafting import draft_settlement
from cogmed_core.mediation.modules.module import Trace
from cogmed_core.mediation.table import Table


@dataclass(frozen=True, slots=True)
class Assignment:
    """One cell of the experiment's grid on one seed; ``fingerprint`` hashes everything it depends on."""

    experiment: Experiment
    arm: Arm
    seed: int
    scenario: Scenario
    profiles: ProfileSet
    fingerprint: str

    @property
    def episode_id(self) -> str:
        """The episode's name, unique in a warehouse."""
        return f"{self.arm.key}.{self.scenario.case_id}.s{self.seed}"


@dataclass(frozen=True, slots=True)
class Simulation:
    """An episode, the log of exchanges behind it, and the account of its calls."""

    episode: Episode
    log: ExchangeLog
    ledger: Ledger

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """Every exchange whole."""
        return tuple(self.log)


class Watcher(Protocol):
    """Hears of an episode while it runs."""

    def said(self, utterance: Utterance, table: Table, trace: Callable[[], Trace]) -> None:
        """Something was said; ``trace`` tells what the modules have recorded by now."""
        ...


async def simulate(
    assignment: Assignment, models: Mapping[str, ChatModel], watcher: Watcher | None = None
) -> Simulation:
    """Run one episode. A model's failure is recorded in the episode, with what was said until then.

    Args:
        assignment: what to simulate.
        models: an open model for each backbone that a role of the arm needs, by name.
        watcher: hears of everything while it happens.

    Raises:
        AccessError: a key or model name is wrong, so that no other episode could fare better.
        BudgetError, CacheError: nor could one after these (``cogmed_core.llm.failures``).
    """
    ledger, log = Ledger(), ExchangeLog()
    rounds = assignment.experiment.rounds
    table = Table(assignment.scenario, assignment.profiles, rounds)
    voices = voices_of(assignment, models, ledger, log, table)
    seats = assemble(assignment.arm.configuration, assignment.scenario, voices)
    if watcher:
        table.on_utterance = lambda utterance: watcher.said(utterance, table, seats.trace)
    async with voices("mediator").ahead or nullcontext():
        try:
            order = ORDERS[assignment.arm.configuration.protocol]
            conclusion = await mediate(table, seats.mediator, seats.litigants, rounds, order)
            settlement = await draft_settlement(seats.drafter, table, conclusion.agreed) if conclusion.agreed else None
        except AccessError:
            raise
        except ModelError as error:
            ending: dict[str, object] = {"status": "failed", "outcome": None, "rounds": table.completed_rounds}
            ending |= {"error_kind": error.kind, "error": str(error)}
        else:
            ending = finished_with(conclusion, settlement)
    episode = record_of(assignment, seats, table, ledger, ending, models)
    return Simulation(episode, log, ledger)


def voices_of(
    assignment: Assignment, models: Mapping[str, ChatModel], ledger: Ledger, log: ExchangeLog, table: Table
) -> Callable[[str], Voice]:
    """Return the voice of each role in one episode: counted, recorded, and able to shorten what grew too long.

    Where the experiment's protocol is ``speculative``, the mediator's can ask ahead.
    """
    experiment, arm, memory = assignment.experiment, assignment.arm, Memory()

    def plain(role: str) -> Voice:
        model = models[experiment.roles.backbone_of(role, arm.backbone)]
        ahead = Ahead(model, role, ledger) if experiment.protocol == "speculative" and role == "mediator" else None
        recorded = Recorded(Metered(ahead or model, role, ledger), role, log)
        language = assignment.scenario.language
        return Voice(recorded, language, experiment.temperature, assignment.seed, memory=memory, ahead=ahead)

    shorten = Condensing(table, plain("mediator"))
    return cache(lambda role: replace(plain(role), shorten=shorten))


def finished_with(conclusion: Conclusion, settlement: str | None) -> dict[str, object]:
    """Return what an episode says of an end that the talks came to."""
    return {
        "status": "finished",
        "outcome": conclusion.outcome,
        "rounds": conclusion.rounds,
        "agreement_round": conclusion.rounds if conclusion.agreed else None,
        "settlement": settlement,
    }


def record_of(
    assignment: Assignment,
    seats: Seats,
    table: Table,
    ledger: Ledger,
    ending: dict[str, object],
    models: Mapping[str, ChatModel],
) -> Episode:
    """Return the record of an episode that came to this ``ending``."""
    trace = seats.trace()
    players = assignment.experiment.players(assignment.arm.backbone)
    stage_of = {decision.round: decision.stage for decision in trace.stages}
    return Episode.model_validate(
        {
            "episode_id": assignment.episode_id,
            "case_id": assignment.scenario.case_id,
            "arm": assignment.arm.key,
            "backbone": assignment.arm.backbone,
            "configuration": assignment.arm.configuration.name,
            "seed": assignment.seed,
            "fingerprint": assignment.fingerprint,
            "synthetic": any(models[backbone].synthetic for backbone in players),
            "dialogue": table.transcript,
            "condensations": tuple(table.condensations),
            "utterances": tuple(_with_stage(utterance, stage_of) for utterance in table.utterances),
            "proposals": tuple(table.proposals),
            "stages": trace.stages,
            "actions": trace.actions,
            "beliefs": trace.beliefs,
            "usage": ledger.usage(),
            "refusals": tuple(ledger.refused),
            **ending,
        }
    )


def _with_stage(utterance: Utterance, stage_of: Mapping[int, object]) -> Utterance:
    return utterance.model_copy(update={"stage": stage_of.get(utterance.round)})
