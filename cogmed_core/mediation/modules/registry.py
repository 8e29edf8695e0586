"""Modules by name: a new module is one file, its prompts in both languages, and one line here."""

from collections.abc import Callable, Mapping

from cogmed_core.errors import ConfigurationError
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.modules.belief_tracking import BeliefTracking
from cogmed_core.mediation.modules.module import Module
from cogmed_core.mediation.modules.stage_machine import StageMachine
from cogmed_core.mediation.modules.strategic_toolkit import StrategicToolkit

Voices = Callable[[str], Voice]
"""Returns the voice bound to a role."""

MODULES: Mapping[str, Callable[[Voice, Voices], Module]] = {
    StageMachine.name: lambda _own, voice_of: StageMachine(voice_of("stage_evaluator")),
    StrategicToolkit.name: lambda own, _voice_of: StrategicToolkit(own),
    BeliefTracking.name: lambda own, _voice_of: BeliefTracking(own),
}


def build_module(name: str, own: Voice, voice_of: Voices) -> Module:
    """Build the module ``name`` for an agent that speaks through ``own``."""
    if name not in MODULES:
        raise ConfigurationError(f"unknown module {name!r}; there are {', '.join(MODULES)}")
    return MODULES[name](own, voice_of)
