"""A streamed chat completion: its chunks put together, while they come and at the end.

Source: OpenAI's API reference, "Chat completion chunk object" and ``stream_options``; Alibaba Cloud Model Studio,
"Streaming output" and "Deep thinking" (``delta.reasoning_content``). A chunk's ``delta`` holds what is new of the
message; the first may hold the role alone; with ``include_usage`` the last has the usage and no choices (an empty
list, for some servers null); ``[DONE]`` ends the stream.
"""

import json
from collections.abc import Callable
from typing import Any

from pydantic_core import from_json

from cogmed_core.llm.event_stream import EventStream
from cogmed_core.llm.replies import text_of

DONE = "[DONE]"


class Cut(ValueError):
    """A stream that ended before its message did."""


class Hearing:
    """Tells a listener the text of an answer while its bytes come; ``key`` is kept from it.

    Reasoning that comes in a field of its own is not part of the text. What is no chunk is passed over here: the
    whole answer is judged when it is there.
    """

    def __init__(self, listener: Callable[[str], object], key: str | None) -> None:
        self._listener = listener
        self._key = key
        self._events = EventStream()
        self._text = ""

    def part(self, piece: bytes) -> None:
        """Take in a piece of the body."""
        before = len(self._text)
        for event in self._events.feed(piece):
            self._text += _content(event)
        if len(self._text) > before:
            self._listener(_without(self._key, joined_halves(self._text)))


def is_stream(body: bytes) -> bool:
    """Say whether a body is an event stream: endpoints that know no streams send an object, whatever its type."""
    return bool(body.strip()) and not body.lstrip().startswith((b"{", b"<"))


def whole(body: bytes, key: str | None) -> Any:
    """Return the completion that a stream amounts to, as it would have come in one piece; or the error it tells of.

    ``key`` is taken out where the pieces put it together.

    Raises:
        Cut: it ended in the middle.
        ValueError: an event is no JSON object.
    """
    said = _Message()
    for event in EventStream().feed(body):
        if event.strip() == DONE:
            return said.completion(key)
        chunk = _object(event)
        if chunk.get("error"):
            return {"error": chunk["error"]}
        said.add(chunk)
    if said.finish_reason is None:
        raise Cut("the stream ended in the middle of the answer")
    return said.completion(key)


class _Message:
    def __init__(self) -> None:
        self.finish_reason: Any = None
        self._usage: Any = None
        self._fields: dict[str, str] | None = None

    def add(self, chunk: dict[str, Any]) -> None:
        self._usage = chunk.get("usage") or self._usage
        for choice in _first_choices(chunk):
            delta = choice.get("delta") or {}
            told = {"content": delta.get("content"), "refusal": delta.get("refusal")}
            told["reasoning_content"] = delta.get("reasoning_content") or delta.get("reasoning")
            before = self._fields or {}
            self._fields = {name: before.get(name, "") + text_of(value) for name, value in told.items()}
            self.finish_reason = choice.get("finish_reason") or self.finish_reason

    def completion(self, key: str | None) -> dict[str, Any]:
        if self._fields is None:
            return {"choices": []}
        message = {name: _without(key, joined_halves(text)) for name, text in self._fields.items()}
        return {"choices": [{"message": message, "finish_reason": self.finish_reason}], "usage": self._usage}


def joined_halves(text: str) -> str:
    """Return ``text`` with the halves of a surrogate pair that came in two chunks as one character."""
    if text.isprintable():  # nearly always, and known at once; a half is not
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _without(key: str | None, text: str) -> str:
    return text.replace(key, "***") if key else text


def _content(event: str) -> str:
    try:
        return "".join(text_of((one.get("delta") or {}).get("content")) for one in _first_choices(_object(event)))
    except ValueError:
        return ""


def _object(event: str) -> dict[str, Any]:
    """Decode an event; the fast reader refuses halves of surrogate pairs, the slow one takes them."""
    try:
        value = from_json(event)
    except ValueError:
        try:
            value = json.loads(event, strict=False)
        except RecursionError:
            raise ValueError("too many levels") from None
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


def _first_choices(chunk: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what a chunk holds of the one choice that was asked for; nothing where it is of another form."""
    choices = chunk.get("choices")
    given = choices if isinstance(choices, list) else []
    return [one for one in given if isinstance(one, dict) and not one.get("index") and _has_form(one.get("delta"))]


def _has_form(delta: Any) -> bool:
    return delta is None or isinstance(delta, dict)
