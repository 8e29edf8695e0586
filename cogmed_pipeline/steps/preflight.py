"""Before a run: everything that would keep its backbones from answering, found at once."""

import asyncio
from collections.abc import Iterable, Mapping

from cogmed_core.llm.assembly import api_key
from cogmed_core.llm.health import check
from cogmed_core.llm.problem import Problem
from cogmed_pipeline.settings import Settings


async def problems_of(
    settings: Settings, environ: Mapping[str, str], names: Iterable[str] | None = None
) -> list[Problem]:
    """Ask every backbone the experiment needs, or the named ones, whether it could answer."""
    backbones = settings.backbones()
    wanted = settings.experiment.backbones_used() if names is None else names
    found = await asyncio.gather(*(check(backbones[name], api_key(backbones[name], environ)) for name in wanted))
    return [problem for problems in found for problem in problems]
