"""What the tests of this folder start from: questions, scripted agents, and a deliberation from start to end."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from cogmed_core.deliberation.deliberate import Deliberation, Sitting, deliberate
from cogmed_core.deliberation.framework import Framework
from cogmed_core.deliberation.registry import framework_of
from cogmed_core.domain.case import Language
from cogmed_core.domain.question import YesNoQuestion
from cogmed_core.errors import ModelError
from cogmed_core.llm.protocol import ChatModel, ChatRequest, Purpose
from cogmed_core.llm.scripted import Scripted

SINGLE, MAD, THREE_PLY, PARROTS = (framework_of(name) for name in ("single", "mad", "three_ply", "parrots"))
FRAMEWORKS = (SINGLE, MAD, THREE_PLY, PARROTS)

Says = Callable[[ChatRequest], Mapping[str, Any] | str | ModelError]


def a_question(text: str = "Is a promise binding?", language: Language = "en", **fields: Any) -> YesNoQuestion:
    given: dict[str, Any] = {"question_set": "made-up", "question_id": "1", "gold": True, **fields}
    return YesNoQuestion(text=text, language=language, **given)


def opinion(answer: object = "yes", why: str = "because") -> dict[str, Any]:
    return {"explanation": why, "answer": answer}


def response(answer: object = "yes", go_on: bool = False, why: str = "granted") -> dict[str, Any]:
    return {"reply": why, "answer": answer, "go_on": go_on}


def reactions(request: ChatRequest) -> dict[str, Any]:
    return {name: f"{name} objects" for name in request.variables["perspectives"]}


PLAIN: Mapping[Purpose, Says] = {
    Purpose.ANSWER: lambda _: opinion(),
    Purpose.REVISE: lambda _: opinion(),
    Purpose.ARGUE: lambda request: {"argument": f"{request.variables['side']} argues"},
    Purpose.RULE: lambda _: opinion(),
    Purpose.CHALLENGE: reactions,
    Purpose.RESPOND: lambda _: response(),
}


def cast(answers: Mapping[Purpose, Says] | None = None, name: str = "script") -> Scripted:
    """Return a model that plays every agent; ``answers`` by purpose, yes and no more talk where it says nothing."""
    known = {**PLAIN, **(answers or {})}

    def reply(request: ChatRequest) -> str | ModelError:
        said = known[request.purpose](request)
        return json.dumps(said, ensure_ascii=False) if isinstance(said, Mapping) else said

    return Scripted(name, reply)


def in_turn(*replies: Mapping[str, Any] | str | ModelError) -> Says:
    """Return what gives one reply after the other."""
    remaining = iter(replies)
    return lambda _request: next(remaining)


def decided(
    framework: Framework, model: ChatModel, question: YesNoQuestion | None = None, seed: int = 0
) -> Deliberation:
    """Run one question through a framework."""
    sitting = Sitting(question or a_question(), framework, seed, temperature=0.3, fingerprint="f")
    return asyncio.run(deliberate(sitting, model))


def said(request: ChatRequest) -> str:
    return "\n".join(message.content for message in request.messages)
