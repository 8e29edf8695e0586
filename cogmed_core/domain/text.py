"""Text a model or a person wrote: blank text is none."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
"""Something said: at least one character that is not a space."""

WORDS_FOR_NOTHING = {"", "null", "none", "nil", "n/a", "无", "没有", "暂无"}


def _on_one_line(value: str) -> str:
    if len(value.splitlines()) > 1:
        raise ValueError("has to stand on one line")
    return value


def _none_if_nothing(value: str | None) -> str | None:
    text = (value or "").strip()
    return None if text.strip("\"'.。-—–").casefold() in WORDS_FOR_NOTHING else text


Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100), AfterValidator(_on_one_line)
]
"""What stands within a prompt's own sentences, such as a name: a line break in it could begin a sentence of its own."""

OptionalText = Annotated[str | None, AfterValidator(_none_if_nothing)]
"""Text, or None; blank text and a lone word for nothing, as models write it in place of null, are read as None."""
