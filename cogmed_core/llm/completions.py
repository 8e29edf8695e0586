"""The body of a chat completion to a reply, as lenient in form as endpoints are and no further."""

import json
from typing import Any

from pydantic_core import from_json

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.chunks import Cut, is_stream, whole
from cogmed_core.llm.endpoint_errors import error_of, from_status
from cogmed_core.llm.endpoint_words import quoted, where
from cogmed_core.llm.failures import RefusalError, TransientError
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Usage
from cogmed_core.llm.replies import printable, split_reasoning, text_of
from cogmed_core.llm.tokens import estimate, estimate_prompt


def read_completion(content: bytes, request: ChatRequest, backbone: Backbone, api_key: str | None) -> ChatReply:
    """Read the answer to ``request``.

    Raises:
        TransientError: it is no chat completion.
        RefusalError: it says that the content was declined.
    """
    payload = _payload(content, backbone, api_key, streamed=request.hears is not None)
    failure = error_of(payload)
    if failure is not None:
        raise from_status(*failure, {}, backbone, api_key)
    try:
        choice = payload["choices"][0]
        message = choice["message"]
        finish_reason = str(choice.get("finish_reason") or "unknown")
        text = text_of(message.get("content"))
        reasoning = text_of(message.get("reasoning_content") or message.get("reasoning"))
        refusal = message.get("refusal")
    except (KeyError, IndexError, TypeError, AttributeError):
        raise TransientError(f"{where(backbone)} sent something that is no chat completion") from None
    if finish_reason == "content_filter" or refusal:
        said = quoted(str(refusal or finish_reason), api_key)
        raise RefusalError(f"{where(backbone)} refused the content: {said}", "refusal" if refusal else "content_filter")
    usage = _usage(payload.get("usage"), request, text + reasoning, backbone)
    spoken, thought = split_reasoning(text)
    return ChatReply(printable(spoken), usage, finish_reason, printable(reasoning + thought))


def _payload(content: bytes, backbone: Backbone, api_key: str | None, *, streamed: bool) -> Any:
    """Decode a body; the fast reader refuses bad UTF-8 and halves of surrogate pairs, the slow one forgives them."""
    if streamed and is_stream(content):
        return _stream(content, backbone, api_key)
    try:
        return from_json(content)
    except ValueError:
        pass
    try:
        return json.loads(content.decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        raise TransientError(f"{where(backbone)} sent something that is not JSON") from None


def _stream(content: bytes, backbone: Backbone, api_key: str | None) -> Any:
    try:
        return whole(content, api_key)
    except Cut as cut:
        raise TransientError(f"{where(backbone)}: {cut}") from None
    except ValueError:
        raise TransientError(f"{where(backbone)} sent something that is not JSON") from None


def _usage(reported: Any, request: ChatRequest, answer: str, backbone: Backbone) -> Usage:
    prompt, completion = _count(reported, "prompt_tokens"), _count(reported, "completion_tokens")
    estimated = prompt is None or completion is None
    prompt = estimate_prompt(request) if prompt is None else prompt
    completion = estimate(answer) if completion is None else completion
    cached = min(_cached(reported), prompt)
    return Usage(prompt, completion, cached, estimated, backbone.cost(prompt, completion, cached))


def _cached(reported: Any) -> int:
    """Return how much of the prompt the endpoint had in its cache: OpenAI's form, which most have, or DeepSeek's."""
    details = reported.get("prompt_tokens_details") if isinstance(reported, dict) else None
    return _count(details, "cached_tokens") or _count(reported, "prompt_cache_hit_tokens") or 0


def _count(counts: Any, key: str) -> int | None:
    """Return a token count, or None where there is no usable one."""
    value = counts.get(key) if isinstance(counts, dict) else None
    return value if isinstance(value, int) and value >= 0 else None
