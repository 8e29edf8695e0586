"""Optional text: nothing, in the ways models write it, is None; anything said is kept."""

import pytest
from pydantic import TypeAdapter

from cogmed_core.domain.text import OptionalText

READER: TypeAdapter[str | None] = TypeAdapter(OptionalText)

NOTHING = [None, "", "  \n", "null", "None", "无", "无。", "没有", '"null"', "N/A", "-", "——"]
SOMETHING = ["无条件接受50000元", "None of the above, but 500 euros", "没有利息，分6期付清", "null hypothesis"]


@pytest.mark.parametrize("text", NOTHING)
def test_a_word_for_nothing_is_none(text: str | None) -> None:
    assert READER.validate_python(text) is None


@pytest.mark.parametrize("text", SOMETHING)
def test_what_is_said_is_kept(text: str) -> None:
    assert READER.validate_python(f" {text} ") == text
