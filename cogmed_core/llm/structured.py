"""A model's prose to a validated record: ask, read, validate, ask again a bounded number of times.

Nothing is guessed, clamped or filled in: a reply satisfies the schema, or its author is told why it does not.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import to_json

from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.reasking import Fault, Unusable, ask_until_usable
from cogmed_core.llm.repetition import goes_in_circles
from cogmed_core.llm.replies import LONGEST, is_plain, read_object, split_reasoning, unfenced
from cogmed_core.llm.schemas import reply_schema

S = TypeVar("S", bound=BaseModel)

REASKS = 5
"""Enough for every reply of a long run to arrive where one in ten is unusable: 10⁻⁶ of them fail."""


async def ask(
    model: ChatModel,
    request: ChatRequest,
    schema: type[S],
    *,
    context: Mapping[str, object] | None = None,
    reasks: int = REASKS,
) -> S:
    """Ask for a reply that satisfies ``schema``; after a bad one ask again with the reason, bounded.

    Args:
        context: given to the validators of ``schema`` as ``info.context``: what only this moment knows,
            such as the numbers of the proposals on the table.

    Raises:
        ReplyError: no reply was usable; holds the last reason and the beginning of the last reply.
        ModelError: the model could not be had at all.
    """

    given = reply_schema(schema)
    first = request if request.schema is given and request.settles else replace(request, schema=given, settles=True)
    read = partial(_read_record, schema, context)
    return await ask_until_usable(model, first, read, f"usable {schema.__name__}", reasks)


async def ask_text(model: ChatModel, request: ChatRequest, *, reasks: int = REASKS) -> str:
    """Ask for free text: complete, not empty, without reasoning and without a code fence around it.

    Raises:
        ReplyError: no reply was usable.
        ModelError: the model could not be had at all.
    """

    return await ask_until_usable(model, replace(request, settles=True), _read_text, "usable text", reasks)


def _read_record(schema: type[S], context: Mapping[str, object] | None, reply: ChatReply) -> S:
    if reply.cached and is_plain(reply.text):
        try:
            return schema.model_validate_json(reply.text, strict=True, context=context)
        except ValidationError:
            pass  # read with care, which knows what to say of it
    try:
        value = read_object(split_reasoning(reply.text)[0])
    except ValueError as error:
        raise Unusable(Fault.UNREADABLE if reply.text.strip() else Fault.EMPTY, str(error)) from None
    try:
        return schema.model_validate_json(to_json(value), strict=True, context=context)
    except ValidationError as error:
        raise Unusable(Fault.INVALID, explain(error)) from None


def satisfies(schema: type[BaseModel], reply: ChatReply) -> bool:
    """Say whether a reply could be taken as it is, as far as its schema alone can tell."""
    try:
        _read_record(schema, None, reply)
    except Unusable:
        return False
    return not goes_in_circles(reply.text)


def _read_text(reply: ChatReply) -> str:
    text = unfenced(split_reasoning(reply.text)[0])
    if reply.finish_reason in ("length", "unknown"):
        raise Unusable(Fault.TRUNCATED, "the reply was cut off")
    if not text:
        raise Unusable(Fault.EMPTY, "the reply is empty")
    if len(text) > LONGEST:
        raise Unusable(Fault.INVALID, f"the reply is too long: {len(text)} characters, at most {LONGEST}")
    return text


def explain(error: ValidationError) -> str:
    """Say what is wrong, fault by fault, in words its author can act on."""
    faults = error.errors(include_url=False, include_input=False)
    return "; ".join(f"{_path(fault['loc'])}: {fault['msg'].removeprefix('Value error, ')}" for fault in faults)


def _path(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location) or "reply"
