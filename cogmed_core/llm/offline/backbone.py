"""The rule-based backbone: answers every call from what its prompt was rendered from, by rules and seeded chance."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from cogmed_core.llm.offline import deliberation
from cogmed_core.llm.offline.belief import update_beliefs
from cogmed_core.llm.offline.conduct import judge_conduct
from cogmed_core.llm.offline.confide import confide
from cogmed_core.llm.offline.draft import draft
from cogmed_core.llm.offline.judge import judge
from cogmed_core.llm.offline.litigant import Turn as LitigantTurn
from cogmed_core.llm.offline.mediator import Turn as MediatorTurn
from cogmed_core.llm.offline.profile import draw_profile
from cogmed_core.llm.offline.stage import evaluate_stage
from cogmed_core.llm.offline.structure import structure
from cogmed_core.llm.offline.toolkit import bridge, reality_check, summarize
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Purpose, Usage
from cogmed_core.llm.tokens import estimate, estimate_prompt

RULES: Mapping[Purpose, Callable[[ChatRequest], Mapping[str, Any]]] = {
    Purpose.STRUCTURE: lambda request: structure(request.variables, request.language),
    Purpose.PROFILE: lambda request: draw_profile(request.variables, request.seed),
    Purpose.STAGE: lambda request: evaluate_stage(request.variables, request.seed),
    Purpose.MEDIATE: lambda request: MediatorTurn(request.variables, request.seed).reply(),
    Purpose.SUMMARIZE: lambda request: summarize(request.variables, request.seed),
    Purpose.REALITY_CHECK: lambda request: reality_check(request.variables, request.seed),
    Purpose.BRIDGE: lambda request: bridge(request.variables, request.seed),
    Purpose.BELIEF: lambda request: update_beliefs(request.variables, request.seed),
    Purpose.LITIGATE: lambda request: LitigantTurn(request.variables, request.seed).reply(),
    Purpose.CONFIDE: lambda request: confide(request.variables, request.seed),
    Purpose.DRAFT: lambda request: draft(request.variables),
    Purpose.JUDGE: lambda request: judge(request.variables),
    Purpose.CONDUCT: lambda request: judge_conduct(request.variables),
    Purpose.ANSWER: lambda request: deliberation.answer(request.variables, request.seed, request.language),
    Purpose.REVISE: lambda request: deliberation.revise(request.variables, request.seed, request.language),
    Purpose.ARGUE: lambda request: deliberation.argue(request.variables, request.seed, request.language),
    Purpose.RULE: lambda request: deliberation.rule(request.variables, request.seed, request.language),
    Purpose.CHALLENGE: lambda request: deliberation.challenge(request.variables, request.language),
    Purpose.RESPOND: lambda request: deliberation.respond(request.variables, request.seed, request.language),
    Purpose.POINT: lambda _: {"passages": []},
}
"""Who answers which purpose."""


class Offline:
    """A backbone without a language model, for runs without a key, a server or a download.

    It reads no prompt: only the variables that the prompt shows, so it can know nothing that a model in
    the same seat would not know. Same request, same reply.
    """

    synthetic = True

    def __init__(self, name: str) -> None:
        self.name = name

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer one request with a JSON text."""
        text = json.dumps(_legible(RULES[request.purpose](request)), ensure_ascii=False)
        return ChatReply(text, Usage(estimate_prompt(request), estimate(text), estimated=True))

    async def close(self) -> None:
        """There is nothing to release."""


def _legible(value: Any) -> Any:
    """Return a reply without the control characters that a case may carry, and without empty items in its lists."""
    if isinstance(value, str):
        return value if value.isprintable() else "".join(map(_printed, value))
    if isinstance(value, Mapping):
        return {key: _legible(each) for key, each in value.items()}
    if isinstance(value, list):
        return [each for item in value if (each := _legible(item)) != ""]
    return value


def _printed(character: str) -> str:
    if character.isprintable() or character == "\n":
        return character
    return " " if character.isspace() else ""
