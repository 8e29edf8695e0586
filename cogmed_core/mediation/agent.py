"""The one agent loop: observe through the modules, gather their briefs, ask for a reply.

Baseline, full and every ablation run through this class; they differ in the list of modules alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel

from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.modules.module import Brief, Module, Perform, Trace
from cogmed_core.mediation.view import View

S = TypeVar("S", bound=BaseModel)


class Agent:
    """A seat with a voice and any number of modules."""

    def __init__(self, seat: str, voice: Voice, modules: Sequence[Module] = ()) -> None:
        self.seat = seat
        self._voice = voice
        self._modules = tuple(modules)

    async def observe(self, view: View) -> None:
        """Let every module take in what happened."""
        for module in self._modules:
            await module.observe(view)

    def actions(self) -> Mapping[str, Perform]:
        """Return the actions of all modules by name."""
        return {name: act for module in self._modules for name, act in module.actions().items()}

    def trace(self) -> Trace:
        """Return what all modules recorded."""
        traces = [module.trace() for module in self._modules]
        return Trace(
            stages=tuple(decision for trace in traces for decision in trace.stages),
            actions=tuple(action for trace in traces for action in trace.actions),
            beliefs=tuple(belief for trace in traces for belief in trace.beliefs),
        )

    async def reply(
        self,
        purpose: Purpose,
        prompt: str,
        schema: type[S],
        view: View,
        context: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> S:
        """Ask for this seat's reply: the view, then what the modules add, then ``more``."""
        variables = _variables(view, [module.brief() for module in self._modules], more)
        return await self._voice.ask(purpose, prompt, schema, variables, context)

    def expect_to_reply(self, purpose: Purpose, prompt: str, schema: type[BaseModel], view: View, **more: Any) -> None:
        """Begin the ``reply`` that will be asked for after observing, where its prompt can be foreseen."""
        if self._voice.ahead is None:
            return
        briefs = [brief for module in self._modules if (brief := module.foreseen()) is not None]
        if len(briefs) == len(self._modules):
            self._voice.expect(purpose, prompt, schema, _variables(view, briefs, more))


def _variables(view: View, briefs: Sequence[Brief], more: Mapping[str, Any]) -> dict[str, Any]:
    variables = dict(view.variables())
    for brief in briefs:
        variables.update(brief.variables)
    variables.update(more, briefs=tuple(brief.text for brief in briefs if brief.text))
    return variables
