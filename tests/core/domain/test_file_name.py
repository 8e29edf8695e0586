"""Names of files, whatever bytes they are made of, as text that can be stored and shown."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogmed_core.cases.reading.identity import id_from_file
from cogmed_core.domain.file_name import legible


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"case.txt", "case.txt"),
        ("案例.txt".encode(), "案例.txt"),
        ("案例/租赁.txt".encode("gbk"), "案例/租赁.txt"),
        (b"\xff\xfe.txt", r"\xff\xfe.txt"),
        (b"a\nb\x1b[31m.txt", r"a\nb\x1b[31m.txt"),
    ],
)
def test_a_name_is_shown_as_what_it_probably_says(name: bytes, shown: str) -> None:
    assert legible(os.fsdecode(name)) == shown


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(min_size=1, max_size=20) | st.text(st.characters(categories=["Cs", "Lo", "Nd"])))
def test_any_name_can_be_stored_printed_and_made_an_id(name: bytes | str) -> None:
    shown = legible(os.fsdecode(name) if isinstance(name, bytes) else name)
    assert shown.isprintable()
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert id_from_file(shown).isascii()
