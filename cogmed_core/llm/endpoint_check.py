"""Is there a server, does it take the key, does it know the model: at most two requests."""

import asyncio
from collections.abc import Mapping

from openai import APIConnectionError, APIStatusError, AsyncOpenAI, HttpxBinaryResponseContent
from pydantic_core import from_json, to_json

from cogmed_core.errors import AccessError, ModelError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.endpoint_errors import as_model_error, error_of, from_status
from cogmed_core.llm.endpoint_words import message_of, no_chat, quoted, stalled
from cogmed_core.llm.openai_client import as_os_error, connect, options
from cogmed_core.llm.openai_compatible import check_key, extra_body
from cogmed_core.llm.problem import Problem

NAMED = 6
"""Models of an endpoint that are named when the one asked for is not among them."""
NO_ACCESS = (401, 403)


async def check_endpoint(backbone: Backbone, api_key: str | None) -> list[Problem]:
    """Return everything that keeps an OpenAI-compatible endpoint from answering, found in one go."""
    try:
        check_key(backbone, api_key)
    except AccessError as error:
        return [Problem(backbone.name, str(error))]
    client = connect(backbone, api_key)
    unset = backbone.api_key_env is not None and api_key is None
    fault: str | None = None
    try:
        async with asyncio.timeout(backbone.timeout):
            fault = await _ask(client, backbone, api_key)
    except APIConnectionError as error:
        fault = str(as_model_error(as_os_error(error), backbone, api_key))
    except APIStatusError as error:
        fault = str(_from_status(error, backbone, api_key))
        unset = unset and error.status_code not in NO_ACCESS  # the fault names the variable already
    except TimeoutError:
        fault = stalled(backbone)
    finally:
        await client.close()
    needs_key = unset and (fault is not None or not backbone.is_local)  # a local server says itself what it wants
    faults = ([_unset(backbone)] if needs_key else []) + ([fault] if fault else [])
    return [Problem(backbone.name, text) for text in faults]


async def _ask(client: AsyncOpenAI, backbone: Backbone, api_key: str | None) -> str | None:
    """Look for the model in the endpoint's list; where it is not listed, let one short call decide."""
    listed = await _models(client, api_key)
    if backbone.model in listed:
        return None
    try:
        status, fault = 200, _fault_of(await _call(client, backbone, api_key), backbone, api_key)
    except APIStatusError as error:
        status, fault = error.status_code, _from_status(error, backbone, api_key)
    if fault and (status >= 500 or 300 <= status < 400 or isinstance(fault, AccessError)):
        known = f"; it lists {', '.join(sorted(listed)[:NAMED])}" if listed else ""
        return f"{fault}{known}"
    return None  # whatever else it had against this call (too busy, a parameter): it is there and takes the key


def _fault_of(content: bytes, backbone: Backbone, api_key: str | None) -> ModelError | None:
    """Return what is wrong with an answer that came with HTTP 200, as web pages and some servers' errors do."""
    try:
        payload = from_json(content)
    except ValueError:
        payload = None
    if isinstance(payload, Mapping) and "choices" in payload:
        return None
    error = error_of(payload)
    if error and error[0] < 500:
        return from_status(*error, {}, backbone, api_key)
    said = message_of(content.decode("utf-8", "replace"))[1]
    return AccessError(no_chat(backbone, quoted(said, api_key)))


async def _models(client: AsyncOpenAI, api_key: str | None) -> frozenset[str]:
    """Return the models an endpoint lists; many list none, and that is no fault."""
    try:
        answer = await client.get("/models", cast_to=HttpxBinaryResponseContent, options=options(api_key))
        payload = from_json(answer.content)
        return frozenset(str(entry["id"]) for entry in payload["data"])
    except APIStatusError as error:
        if error.status_code in NO_ACCESS:
            raise
    except (ValueError, KeyError, TypeError):
        pass
    return frozenset()


async def _call(client: AsyncOpenAI, backbone: Backbone, api_key: str | None) -> bytes:
    body = {"model": backbone.model, "max_tokens": 1, "messages": [{"role": "user", "content": "1"}]}
    answer = await client.post(
        "/chat/completions",
        cast_to=HttpxBinaryResponseContent,
        content=to_json(body | extra_body(backbone)),
        options=options(api_key),
    )
    return answer.content


def _from_status(error: APIStatusError, backbone: Backbone, api_key: str | None) -> ModelError:
    return from_status(error.status_code, error.response.text, error.response.headers, backbone, api_key)


def _unset(backbone: Backbone) -> str:
    return (
        f"the environment variable {backbone.api_key_env} is not set: "
        f"put the key for {backbone.base_url} into it; the backbone offline needs none"
    )
