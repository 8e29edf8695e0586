"""A model's prose to a validated record: ask, read, validate, ask again a bounded number of times.

Nothing is guessed, clamped or filled in: a reply satisfies the schema, or its author is told why it does not.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from cogmed_core.errors import ReplyError
from cogmed_core.llm.protocol import ChatModel, ChatRequest, Message
from cogmed_core.llm.replies import read_json, split_reasoning
from cogmed_core.llm.schemas import reply_schema
from cogmed_core.prompts.render import render

S = TypeVar("S", bound=BaseModel)

SHOWN = 300
"""Characters of an unusable reply that its error repeats."""
RETURNED = 4000
"""Characters of an unusable reply that its author is shown again: a reply may be very long."""


async def ask(
    model: ChatModel,
    request: ChatRequest,
    schema: type[S],
    *,
    context: Mapping[str, object] | None = None,
    reasks: int = 2,
) -> S:
    """Ask for a reply that satisfies ``schema``; after a bad one ask again with the reason, bounded.

    Args:
        context: given to the validators of ``schema`` as ``info.context``: what only this moment knows,
            such as the numbers of the proposals on the table.

    Raises:
        ReplyError: no reply was usable; holds the last reason and the beginning of the last reply.
        ModelError: the model could not be had at all.
    """
    first = current = replace(request, schema=reply_schema(schema))
    fault, text = "", ""
    for _ in range(reasks + 1):
        text = (await model.complete(current)).text
        try:
            return schema.model_validate(read_json(split_reasoning(text)[0]), context=context)
        except ValidationError as error:
            fault = explain(error)
        except ValueError as error:
            fault = str(error)
        correction = render("llm/reask", request.language, error=fault)
        current = first.followed_by(
            Message("assistant", shortened(text, RETURNED)), Message("user", correction)
        )
    raise ReplyError(
        f"{model.name} gave no usable {schema.__name__} in {reasks + 1} replies: {fault}; "
        f"the last reply began: {shortened(text, SHOWN)!r}"
    )


def explain(error: ValidationError) -> str:
    """Say what is wrong in a line for each fault, in words its author can act on."""
    faults = error.errors(include_url=False, include_input=False)
    return "; ".join(
        f"{_path(fault['loc'])}: {fault['msg'].removeprefix('Value error, ')}" for fault in faults
    )


def _path(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location) or "reply"


def shortened(text: str, length: int) -> str:
    """Return the beginning of ``text``, marked where it was cut."""
    return text if len(text) <= length else text[:length] + "…"
