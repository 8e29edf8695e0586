"""The body of a chat completion to a reply, as lenient in form as endpoints are and no further."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json

from cogmed_core.errors import RefusedError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.endpoint_errors import TransientError, error_of, from_status, where
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Usage
from cogmed_core.llm.replies import split_reasoning
from cogmed_core.llm.tokens import estimate, estimate_prompt


def read_completion(
    content: bytes, request: ChatRequest, backbone: Backbone, api_key: str | None
) -> ChatReply:
    """Read the answer to ``request``.

    Raises:
        TransientError: it is no chat completion.
        RefusedError: it says that the content was declined.
    """
    try:
        payload = from_json(content)
    except ValueError:
        raise TransientError(f"{where(backbone)} sent something that is not JSON") from None
    failure = error_of(payload)
    if failure is not None:
        raise from_status(*failure, {}, backbone, api_key)
    try:
        choice = payload["choices"][0]
        message = choice["message"]
        finish_reason = choice.get("finish_reason") or "stop"
        text, reasoning = _text(message.get("content")), _text(message.get("reasoning_content"))
        refusal = message.get("refusal")
    except (KeyError, IndexError, TypeError, AttributeError):
        raise TransientError(f"{where(backbone)} sent something that is no chat completion") from None
    if finish_reason == "content_filter" or refusal:
        raise RefusedError(f"{where(backbone)} refused the content ({refusal or finish_reason})")
    usage = _usage(payload.get("usage"), request, text + reasoning, backbone)
    spoken, thought = split_reasoning(text)
    return ChatReply(spoken, usage, finish_reason, reasoning + thought)


def _text(content: Any) -> str:
    """Return a message's text; some endpoints send null, some a list of parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or "" for part in content)


def _usage(reported: Any, request: ChatRequest, answer: str, backbone: Backbone) -> Usage:
    prompt, completion = _count(reported, "prompt_tokens"), _count(reported, "completion_tokens")
    estimated = prompt is None or completion is None
    prompt = estimate_prompt(request) if prompt is None else prompt
    completion = estimate(answer) if completion is None else completion
    details = reported.get("prompt_tokens_details") if isinstance(reported, Mapping) else None
    cached = _count(details, "cached_tokens") or 0
    return Usage(prompt, completion, cached, estimated, backbone.cost(prompt, completion))


def _count(counts: Any, key: str) -> int | None:
    """Return a token count, or None where there is no usable one."""
    value = counts.get(key) if isinstance(counts, Mapping) else None
    return value if isinstance(value, int) and value >= 0 else None
