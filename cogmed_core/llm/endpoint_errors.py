"""What an endpoint's failure means: whose it is, whether to try again, what to do; never with a key in it."""

import re
from collections.abc import Mapping
from typing import Any

from openai import APIConnectionError, APIStatusError, APITimeoutError, OpenAIError
from pydantic_core import from_json

from cogmed_core.errors import AccessError, EndpointError, ModelError, RefusedError
from cogmed_core.llm.backbones import Backbone

REFUSED = re.compile(r"data_?inspection|content_?filter|content_policy|inappropriate content|sensitive", re.I)
NO_MODEL = re.compile(
    r"model.{0,80}(not[ _]?(found|exist)|does not exist|unknown|invalid)|(unknown|invalid) model", re.I
)
BAD_KEY = re.compile(r"invalid.?api.?key|incorrect api key|arrearage|access.?denied", re.I)
SHOWN = 200
"""Characters of an endpoint's own message that an error repeats."""


class TransientError(EndpointError):
    """A failure that may pass; ``retry_after`` is the endpoint's own wish in seconds, where it has one."""

    def __init__(self, text: str, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.retry_after = retry_after

    @property
    def kind(self) -> str:
        """The same kind as any endpoint failure: the difference matters to the retries only."""
        return "endpoint"


def as_model_error(error: OpenAIError, backbone: Backbone, api_key: str | None) -> ModelError:
    """Translate an exception of the ``openai`` client."""
    if isinstance(error, APITimeoutError):
        return TransientError(f"{where(backbone)} gave no answer within {backbone.timeout:g} s")
    if isinstance(error, APIConnectionError):
        return TransientError(unreachable(backbone, _cause(error)))
    if isinstance(error, APIStatusError):
        body = error.response.text
        return from_status(error.status_code, body, error.response.headers, backbone, api_key)
    return EndpointError(f"{where(backbone)} failed: {_safe(str(error), api_key)}")


def from_status(
    status: int, body: str, headers: Mapping[str, str], backbone: Backbone, api_key: str | None
) -> ModelError:
    """Translate an HTTP status and the body that came with it."""
    said = _said(body, api_key)
    if status not in (401, 429) and status < 500 and REFUSED.search(body):
        return RefusedError(f"{where(backbone)} refused the content: {said}")
    if status in (401, 403) or (status == 400 and BAD_KEY.search(body)):
        verdict = "rejected the key" if api_key else "wants a key"
        return AccessError(
            f"{where(backbone)} {verdict} ({status}): {_key_advice(backbone)}; it said: {said}"
        )
    if status == 404 or (status == 400 and NO_MODEL.search(body)):
        return AccessError(
            f"{where(backbone)} does not know model {backbone.model!r}: set model (or base_url) of "
            f"[backbones.{backbone.name}]; it said: {said}"
        )
    text = f"{where(backbone)} answered {status}: {said}"
    if status in (408, 409, 425, 429) or status >= 500:
        return TransientError(text, retry_after(headers))
    return EndpointError(text)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds an endpoint asks to wait, or None where it does not say."""
    try:
        return max(0.0, float(headers.get("retry-after", "")))
    except ValueError:
        return None


def where(backbone: Backbone) -> str:
    """Name an endpoint in an error: backbone and address."""
    return f"backbone {backbone.name} ({backbone.base_url})"


def unreachable(backbone: Backbone, cause: str) -> str:
    """Say that nobody answers, which setting holds the address, and what to do."""
    return (
        f"cannot reach {where(backbone)}: {cause}. Start the server there, or point base_url of "
        f"[backbones.{backbone.name}] elsewhere (--backbones FILE or COGMED_BACKBONES); "
        "the backbone offline needs no server"
    )


def _key_advice(backbone: Backbone) -> str:
    if backbone.api_key_env is None:
        return f"name the variable that holds one in api_key_env of [backbones.{backbone.name}]"
    return f"put a valid one into the environment variable {backbone.api_key_env}"


def _cause(error: BaseException) -> str:
    """Return the innermost reason of a connection error: the outer ones only say "connection error"."""
    while error.__cause__ is not None:
        error = error.__cause__
    return _line(str(error)) or type(error).__name__


def _said(body: str, api_key: str | None) -> str:
    """Return an endpoint's own words: the message of its error where it has one, else the body."""
    try:
        payload = from_json(body)
    except ValueError:
        return _safe(body, api_key) or "(nothing)"
    error = payload.get("error", payload) if isinstance(payload, Mapping) else payload
    if not isinstance(error, Mapping):
        return _safe(str(error), api_key)
    words = [str(error[key]) for key in ("code", "message") if error.get(key)]
    return _safe(": ".join(words) or body, api_key)


def _safe(text: str, api_key: str | None) -> str:
    """Shorten an endpoint's words to a line without the key, which some endpoints echo."""
    if api_key:
        text = text.replace(api_key, "***")
    return _line(text)


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else line[:SHOWN] + "…"


def error_of(payload: Any) -> tuple[int, str] | None:
    """Return status and text of an error that came with HTTP 200, as some proxies send it."""
    if not isinstance(payload, Mapping) or "choices" in payload or not payload.get("error"):
        return None
    error = payload["error"]
    code = error.get("code") if isinstance(error, Mapping) else None
    return (code if isinstance(code, int) else 502), str(error)
