"""What a model wrote to what it answered: reasoning taken out, the JSON value found."""

import json
import re
from typing import Any

THINK_TAG = re.compile(r"<(/?)think(?:ing)?>", re.I)


def split_reasoning(text: str) -> tuple[str, str]:
    """Separate a reply from its ``<think>`` blocks; return (reply, reasoning).

    Blocks may be empty, nested or unclosed (all that follows is reasoning); a closing tag alone ends
    reasoning whose opening tag was part of the prompt.
    """
    if "<" not in text or not THINK_TAG.search(text):
        return text, ""
    spoken: list[str] = []
    thought: list[str] = []
    depth, start = 0, 0
    for tag in THINK_TAG.finditer(text):
        closing = bool(tag.group(1))
        before = text[start : tag.start()]
        if closing and depth == 0:
            thought += [*spoken, before]
            spoken = []
        else:
            (thought if depth else spoken).append(before)
            depth += -1 if closing else 1
        start = tag.end()
    (thought if depth else spoken).append(text[start:])
    return "".join(spoken).strip(), "".join(thought).strip()


def read_json(text: str) -> Any:
    """Return the one JSON object of a reply, whatever stands before and after it.

    Raises:
        ValueError: there is none, or it is incomplete; the text says so in words a model can act on.
    """
    start = text.find("{")
    if start < 0:
        raise ValueError("the reply holds no JSON object" if text.strip() else "the reply is empty")
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise ValueError(f"the reply is not valid JSON: {error.msg} at character {error.pos}") from None
    return value
