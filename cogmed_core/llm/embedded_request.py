"""A request as the body of a llama.cpp chat completion, and its result as a reply."""

import json
from collections.abc import Mapping
from typing import Any

from cogmed_core.errors import EndpointError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.failures import ContextError
from cogmed_core.llm.gguf_header import GgufHeader
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Message, ReplySchema, Usage

SEEDS = 0xFFFFFFFF
"""The library's seeds are 32 bits wide, and the highest of them asks for a random one."""
LARGEST = 2**53 - 1
"""The largest whole number that every reader of JSON understands alike."""

GEMMA_TURNS = """
{{- bos_token -}}
{%- set pending = namespace(system='') -%}
{%- for message in messages -%}
{%- if message['role'] == 'system' -%}
{%- set pending.system = pending.system + message['content'] + '\n\n' -%}
{%- else -%}
{{- '<start_of_turn>' + ('model' if message['role'] == 'assistant' else 'user') + '\n' -}}
{%- if message['role'] == 'user' -%}{{- pending.system -}}{%- set pending.system = '' -%}{%- endif -%}
{{- message['content'] + '<end_of_turn>\n' -}}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<start_of_turn>model\n' -}}{%- endif -%}
"""
"""Gemma's format of turns; it has no role for a system text, which goes before the user's next words."""


def chat_template(header: GgufHeader) -> str:
    """Return the chat template to impose, empty for the model's own or, where it has none, llama.cpp's ChatML."""
    needs_one = header.architecture.startswith("gemma") and not header.has_chat_template
    return GEMMA_TURNS.strip() if needs_one else ""


def completion_body(request: ChatRequest, extra_body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of a completion; ``extra_body`` has the last word.

    A prompt is always read from its start: what an earlier call left in memory changes the last bits of
    the numbers, and with them, sooner or later, a reply.
    """
    body: dict[str, Any] = {
        "messages": [_message(message) for message in request.messages],
        "temperature": request.temperature,
        "seed": request.seed % SEEDS,
        "cache_prompt": False,
    }
    if request.max_tokens is not None:
        body["max_tokens"] = request.max_tokens
    if request.schema is not None:
        body["grammar"] = grammar(request.schema)
    return body | dict(extra_body)


def grammar(schema: ReplySchema) -> str:
    """Return a grammar that lets only JSON of ``schema`` through.

    Given like this rather than as ``response_format``, the schema reaches the part of the library that also
    holds ranges of numbers. A keyword it does not know is passed over: pydantic validates every reply anyway.
    """
    options = {"whitespace_flexible": False, "lenient": True, "coerce_one_of": True}
    return "%llguidance {}\nstart: %json " + json.dumps({**_bounded(schema.schema), "x-guidance": options})


def _bounded(node: Any) -> Any:
    """Return a schema in which every number has bounds: without them a small model adds noughts until it is cut off."""
    if isinstance(node, list):
        return [_bounded(child) for child in node]
    if not isinstance(node, Mapping):
        return node
    bounded = {key: _bounded(value) for key, value in node.items()}
    if node.get("type") in ("integer", "number"):
        return {"minimum": -LARGEST, "maximum": LARGEST, **bounded}
    return bounded


def read_reply(backbone: Backbone, result: Any) -> ChatReply:
    """Read the result of a completion.

    Raises:
        ContextError: the prompt did not fit into the context window.
        EndpointError: the library reported any other error.
    """
    if fault := result.get("error"):
        if fault.get("type") == "exceed_context_size_error":
            raise ContextError(
                f"backbone {backbone.name}: the prompt has {fault['n_prompt_tokens']} tokens and the context window "
                f"{fault['n_ctx']}: raise context_window if the model allows"
            )
        raise EndpointError(f"backbone {backbone.name}: {' '.join(str(fault.get('message', fault)).split())}")
    choice, used = result["choices"][0], result["usage"]
    return ChatReply(
        text=choice["message"].get("content") or "",
        usage=Usage(
            prompt_tokens=used["prompt_tokens"],
            completion_tokens=used["completion_tokens"],
            cached_prompt_tokens=used.get("prompt_tokens_details", {}).get("cached_tokens", 0),
            cost=backbone.cost(used["prompt_tokens"], used["completion_tokens"]),
        ),
        finish_reason=choice["finish_reason"],
        reasoning=choice["message"].get("reasoning_content") or "",
    )


def _message(message: Message) -> dict[str, str]:
    """A character that is half of one (a lone surrogate) cannot be sent, and becomes a question mark."""
    content = message.content.encode("utf-8", "replace").decode()
    return {"role": message.role, "content": content}
