"""Before a run: everything that would keep its backbones from answering, found at once."""

import asyncio
from collections.abc import Iterable, Mapping

from cogmed_core.llm.assembly import api_key
from cogmed_core.llm.health import check
from cogmed_core.llm.problem import Problem
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.steps.catalogue import selected, survey
from cogmed_pipeline.steps.judging import pending_judgements
from cogmed_pipeline.steps.preparation import pending_anonymization, pending_profiles, pending_scenarios
from cogmed_pipeline.steps.simulation import cells_of, pending_episodes
from cogmed_pipeline.workshop import Workshop


def backbones_needed(workshop: Workshop) -> tuple[str, ...]:
    """Return the backbones that will be asked for what is missing or changed; none where nothing is.

    Raises:
        CaseError: there is no case to simulate.
        ConfigurationError: a case that was asked for is unknown.
    """
    experiment = workshop.experiment
    case_ids = selected(workshop, survey(workshop))
    if any(pending(workshop, case_ids) for pending in (pending_anonymization, pending_scenarios, pending_profiles)):
        return experiment.backbones_used()
    cells = cells_of(workshop, case_ids)
    to_simulate, to_judge = pending_episodes(workshop, cells), pending_judgements(workshop, cells)
    players = [name for cell in to_simulate for name in experiment.players(cell.arm.backbone)]
    judges = [name for cell in to_simulate + to_judge for name in experiment.roles.judges_of(cell.arm.backbone)]
    return tuple(dict.fromkeys(players + judges))


async def problems_of(settings: Settings, environ: Mapping[str, str], names: Iterable[str]) -> list[Problem]:
    """Ask every named backbone whether it could answer."""
    backbones = settings.backbones()
    found = await asyncio.gather(*(check(backbones[name], api_key(backbones[name], environ)) for name in names))
    return [problem for problems in found for problem in problems]


def told(problems: Iterable[Problem]) -> list[str]:
    """Return a line a problem; what several backbones share is said once."""
    sharing: dict[str, list[Problem]] = {}
    for problem in problems:
        sharing.setdefault(problem.text, []).append(problem)
    return [_line(sharers) for sharers in sharing.values()]


def _line(sharers: list[Problem]) -> str:
    if len(sharers) == 1:
        return str(sharers[0])
    return f"backbones {', '.join(problem.backbone for problem in sharers)}: {sharers[0].text}"
