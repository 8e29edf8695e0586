"""What an endpoint's failure means: whose it is, and whether to try again."""

import re
import ssl
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from cogmed_core.errors import AccessError, EndpointError, ModelError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.endpoint_words import (
    message_of,
    nothing_there,
    quoted,
    rejected_key,
    unknown_model,
    unreachable,
    untrusted,
    where,
)
from cogmed_core.llm.failures import ContextError, RefusalError, TransientError

REFUSED = re.compile(
    r"data_?inspection|content_?filter|content_?policy|content_?moderation|inappropriate content|敏感|违规", re.I
)
NO_MODEL = re.compile(r"model.{0,80}(not[ _]?(found|exist)|does not exist)|(unknown|invalid) model\b", re.I)
BAD_KEY = re.compile(r"(invalid|incorrect).?api.?key|arrearage|access.?denied", re.I)
TOO_LONG = re.compile(r"context.?(length|window)|maximum context|range of input length|prompt is too long", re.I)
PASSING = {408, 409, 425, 429}


def as_model_error(error: OSError, backbone: Backbone, api_key: str | None) -> ModelError:
    """Translate what kept an answer from coming: only what is wrong with a certificate or protocol stays wrong."""
    cause = quoted(str(error) or type(error).__name__, api_key)
    if isinstance(error, ssl.SSLError):
        return EndpointError(untrusted(backbone, cause))
    return TransientError(unreachable(backbone, cause))


def from_status(
    status: int, body: str, headers: Mapping[str, str], backbone: Backbone, api_key: str | None
) -> ModelError:
    """Translate an HTTP status and the body that came with it."""
    code, message = message_of(body)
    words = f"{code}: {message}" if code else message
    said = quoted(words, api_key)
    if status in PASSING or status >= 500:
        text = f"{where(backbone)} answered {status}: {said}"
        return TransientError(text, retry_after(headers), busy=status == 429, overloaded=status == 503)
    if status != 401 and (refused := REFUSED.search(words)):
        category = quoted(code or refused.group(), api_key)
        return RefusalError(f"{where(backbone)} refused the content: {said}", category)
    return _permanent(status, words, said, backbone, api_key)


def _permanent(status: int, words: str, said: str, backbone: Backbone, api_key: str | None) -> ModelError:
    if status in (401, 403) or BAD_KEY.search(words):
        return AccessError(rejected_key(backbone, api_key, status, said))
    if TOO_LONG.search(words):
        return ContextError(f"{where(backbone)} found the prompt too long: {said}")
    if NO_MODEL.search(words):
        return AccessError(unknown_model(backbone, said))
    if status in (404, 405):
        return AccessError(nothing_there(backbone, said))
    return EndpointError(f"{where(backbone)} answered {status}: {said}")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds an endpoint asks to wait, given as seconds or as a date; None where it does not say.

    A date is read against the answer's own ``Date``, so that a wrong clock here or there does no harm.
    """
    wish = headers.get("retry-after", "").strip()
    try:
        return max(0.0, float(wish))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(wish)
        now = parsedate_to_datetime(headers["date"]) if headers.get("date") else datetime.now(UTC)
        return max(0.0, (until - now).total_seconds())
    except (ValueError, TypeError):
        return None


def error_of(payload: Any) -> tuple[int, str] | None:
    """Return status and text of an error that came with HTTP 200, as some proxies send it."""
    if not isinstance(payload, Mapping) or "choices" in payload or not payload.get("error"):
        return None
    error = payload["error"]
    code = error.get("code") if isinstance(error, Mapping) else None
    return (code if isinstance(code, int) else 502), str(error)
