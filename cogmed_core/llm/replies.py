"""What a model wrote to what it answered: reasoning taken out, the one JSON object found, nothing guessed.

Form is forgiven: a code fence, words before and after, the same object twice, trailing commas, single quotes,
full-width punctuation. Content is not: an object that is cut off, two different ones, a key given twice with
different values, a number that is none; each is a ``ValueError`` whose text tells the author what is wrong.
"""

import json
import math
import re
from typing import Any

from cogmed_core.llm.lenient_json import parse_lenient

THINK_TAG = re.compile(r"<(/?)think(?:ing)?>", re.I)
FENCED = re.compile(r"\s*```[^\n`]*\n(.*)\n?```\s*", re.S)
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
KEY_BEFORE = re.compile(r"""["'”’＂]\s*[:：]\s*$""")
MOST_OBJECTS = 8
"""Braces before a tag that are tried as the beginning of an object."""
LONGEST = 20_000
"""Characters of a reply; a longer one would fill the prompts of everybody who listens."""


def split_reasoning(text: str) -> tuple[str, str]:
    """Separate a reply from its ``<think>`` blocks; return (reply, reasoning).

    Blocks may be empty, nested or unclosed (all that follows is reasoning); a closing tag alone ends
    reasoning whose opening tag was part of the prompt. A tag inside a JSON object of the reply is a word somebody
    said, and stays.
    """
    if "<" not in text or not THINK_TAG.search(text):
        return text, ""
    spoken: list[str] = []
    thought: list[str] = []
    depth, start = 0, 0
    while tag := THINK_TAG.search(text, start):
        if not depth and (end := _end_of_object_around(text, start, tag.start())):
            spoken.append(text[start:end])
            start = end
            continue
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


def _end_of_object_around(text: str, start: int, tag: int) -> int | None:
    """Return where the JSON object ends that begins after ``start`` and holds the tag at ``tag``; None without one."""
    brace = _next_brace(text, start)
    for _ in range(MOST_OBJECTS):
        if not 0 <= brace < tag:
            return None
        try:
            end = _object_at(text, brace)[1]
        except ValueError:
            end = brace + 1
        if end > tag:
            return end
        brace = _next_brace(text, end)
    return None


def printable(text: str) -> str:
    """Return ``text`` without NUL, control characters, orders to turn its direction and halves of surrogate pairs.

    Such text breaks files, or shows what follows it backwards.
    """
    if text.isprintable():  # nearly always, and known at once
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    return UNPRINTABLE.sub("", text) if UNPRINTABLE.search(text) else text


def text_of(content: Any) -> str:
    """Return the text that a message or a piece of one holds; some endpoints send null, some a list of parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or "" for part in content)


def is_plain(text: str) -> bool:
    """Say whether an accepted reply needs no care: an object from end to end, in which nothing is spelt or tagged."""
    return text.startswith("{") and text.isprintable() and "<" not in text and "\\" not in text


def unfenced(text: str) -> str:
    """Return what stands in a code fence, where the whole text is one; else the text, stripped."""
    fenced = FENCED.fullmatch(text)
    return (fenced.group(1) if fenced else text).strip()


def read_object(text: str) -> dict[str, Any]:
    """Return the one JSON object of a reply.

    Raises:
        ValueError: there is none, it is incomplete, or there are several different ones.
    """
    if len(text) > LONGEST:
        raise ValueError(f"the reply is too long: {len(text)} characters, at most {LONGEST}")
    found: list[dict[str, Any]] = []
    start = _next_brace(text, 0)
    if start > 0 and KEY_BEFORE.search(text, 0, start):
        raise ValueError("the reply is not valid JSON: its beginning is missing")
    while start >= 0:
        value, end = _object_at(text, start)
        if value not in found:
            found.append(value)
        start = _next_brace(text, end)
    if not found:
        raise ValueError("the reply holds no JSON object" if text.strip() else "the reply is empty")
    if len(found) > 1:
        raise ValueError(f"the reply holds {len(found)} different JSON objects; give one")
    return found[0]


def _next_brace(text: str, start: int) -> int:
    narrow, wide = text.find("{", start), text.find("｛", start)
    return max(narrow, wide) if min(narrow, wide) < 0 else min(narrow, wide)


def _object_at(text: str, start: int) -> tuple[dict[str, Any], int]:
    """Read the object that begins at ``start``, by the book where possible; return it and where it ends."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError:
        value, end = parse_lenient(text, start)
    except RecursionError:
        raise ValueError("the reply is not valid JSON: too many levels") from None
    spelt_out = "\\" not in text and text.isprintable()
    return value if spelt_out else _cleaned(value), end


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable(key): _cleaned(child) for key, child in value.items()}
    return [_cleaned(child) for child in value] if isinstance(value, list) else value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs) and any(value[key] != given for key, given in pairs):
        raise ValueError("the JSON gives one key several values")
    return value


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits} is not a number JSON knows")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_finite, parse_constant=_finite, strict=False)
