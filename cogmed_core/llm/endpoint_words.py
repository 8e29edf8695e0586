"""The words of an endpoint's failure: which endpoint, what it said, what to do; never with a key in them."""

from collections.abc import Mapping

from pydantic_core import from_json

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.replies import printable

SHOWN = 200
"""Characters of an endpoint's own message that an error repeats."""


def where(backbone: Backbone) -> str:
    """Name an endpoint: backbone and address."""
    return f"backbone {backbone.name} ({backbone.base_url})"


def unreachable(backbone: Backbone, cause: str) -> str:
    """Say that nobody answers, which setting holds the address, and what to do."""
    return (
        f"cannot reach {where(backbone)}: {cause}. Start the server there, or point base_url of "
        f"[backbones.{backbone.name}] elsewhere (--backbones FILE or COGMED_BACKBONES); "
        "the backbone offline needs no server"
    )


def untrusted(backbone: Backbone, cause: str) -> str:
    """Say that no safe connection comes about, and what to do; there is no setting to do without."""
    return (
        f"cannot reach {where(backbone)}: {cause}. Name the file of a certificate of your own in the environment "
        f"variable SSL_CERT_FILE; where the server speaks plain HTTP, base_url of [backbones.{backbone.name}] begins "
        "with http://"
    )


def stalled(backbone: Backbone) -> str:
    """Say that an endpoint took longer than it may."""
    return f"{where(backbone)} gave no answer within {backbone.timeout:g} s"


def rejected_key(backbone: Backbone, api_key: str | None, status: int, said: str) -> str:
    """Say that a key does not work or is wanted, and which variable holds it."""
    verdict = "rejected the key" if api_key else "wants a key"
    if backbone.api_key_env is None:
        advice = f"name the variable that holds one in api_key_env of [backbones.{backbone.name}]"
    else:
        advice = f"put a valid one into the environment variable {backbone.api_key_env}"
    return f"{where(backbone)} {verdict} ({status}): {advice}; it said: {said}"


def unknown_model(backbone: Backbone, said: str) -> str:
    """Say that a model is unknown, and which settings name it."""
    return (
        f"{where(backbone)} does not know model {backbone.model!r}: set model (or base_url) of "
        f"[backbones.{backbone.name}]; it said: {said}"
    )


def nothing_there(backbone: Backbone, said: str) -> str:
    """Say that the address leads to no chat endpoint."""
    return (
        f"{where(backbone)} has no /chat/completions (404): base_url of [backbones.{backbone.name}] "
        f"usually ends in /v1; it said: {said}"
    )


def no_chat(backbone: Backbone, said: str) -> str:
    """Say that something answers at the address, and that it is no chat endpoint."""
    return (
        f"{where(backbone)} answers /chat/completions with something that is no chat completion: base_url of "
        f"[backbones.{backbone.name}] usually ends in /v1; it said: {said}"
    )


def unusable_key(backbone: Backbone) -> str:
    """Say that what stands in for a key cannot be one."""
    return (
        f"the environment variable {backbone.api_key_env} holds no usable key for {where(backbone)}: "
        "it has spaces, line breaks or characters outside ASCII; set it again"
    )


def message_of(body: str) -> tuple[str, str]:
    """Return code and message of an error's body; a body in no known shape is all message."""
    try:
        payload = from_json(body)
    except ValueError:
        return "", body
    error = payload.get("error", payload) if isinstance(payload, Mapping) else payload
    if not isinstance(error, Mapping):
        return "", str(error)
    code = error.get("code") or error.get("type") or ""
    message = error.get("message") or error.get("detail") or body
    return str(code), str(message)


def quoted(text: str, api_key: str | None) -> str:
    """Return an endpoint's words as one short line without the key, which some endpoints echo."""
    if api_key:
        text = text.replace(api_key, "***")
    line = " ".join(printable(text).split()) or "(nothing)"
    return line if len(line) <= SHOWN else line[:SHOWN] + "…"
