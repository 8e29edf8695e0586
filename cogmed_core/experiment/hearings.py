"""The link between the papers: a framework of deliberation behind the mediator's reality check.

How would a court decide? Here agents argue it out first, as the second paper has them do, and who assesses the
prospects reads what they said. It is a toolkit like any other: a configuration names ``stk_three_ply`` instead of
``stk``.
"""

from collections.abc import Mapping

from cogmed_core.deliberation.floor import Floor
from cogmed_core.deliberation.registry import PAPER, AnyFramework, framework_of
from cogmed_core.domain.question import YesNoQuestion
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.modules.module import ActionCall, Module
from cogmed_core.mediation.modules.registry import Voices, build_module
from cogmed_core.mediation.modules.strategic_toolkit import Prepare, StrategicToolkit
from cogmed_core.mediation.view import View
from cogmed_core.prompts.render import render

TOOLKITS: Mapping[str, AnyFramework] = {f"stk_{name}": framework_of(name) for name in PAPER}
"""The toolkits whose reality check is deliberated, by the name a configuration knows them by."""


def build(name: str, own: Voice, voice_of: Voices) -> Module:
    """Build a module for an agent that speaks through ``own``; raises as ``build_module`` does."""
    if name in TOOLKITS:
        return StrategicToolkit(own, {Purpose.REALITY_CHECK: hearing(TOOLKITS[name], own)})
    return build_module(name, own, voice_of)


def hearing(framework: AnyFramework, voice: Voice) -> Prepare:
    """Return what hears the claim that an action concerns; all parts are played through ``voice``."""

    async def hear(call: ActionCall, view: View) -> str:
        text = render(
            "deliberation/claim",
            voice.language,
            scenario=view.scenario,
            party=view.names.get(call.party or ""),
            issue=call.issue,
        )
        question = YesNoQuestion(
            question_set="hearing", question_id=view.scenario.case_id, text=text, language=voice.language, gold=None
        )
        floor = Floor(question, voice)
        decision = await framework.decide(floor)
        return render("deliberation/hearing", voice.language, steps=floor.steps, decision=decision)

    return hear
