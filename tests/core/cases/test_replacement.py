"""A pseudonym's number never becomes part of a figure of the text, and the way back is exact."""

import re
from pathlib import Path

import pytest

from cogmed_core.cases.anonymise import Anonymiser, Span
from cogmed_core.cases.anonymise.replacement import replaced, restored
from cogmed_core.cases.read import read_folder

SAMPLES = Path(__file__).parents[3] / "raw_cases"
FIGURE = re.compile(r"\d[\d,.]*(?=万?元)")


@pytest.mark.parametrize("after", ["2000元", "２０００元", "\u20092000元", "欠2000元", ""])
def test_a_figure_stays_what_it_was(after: str) -> None:
    text = f"付给林知予{after}"
    spans = [Span(start=2, end=5, type="PER", layer="test", pseudonym="林某1")]
    masked = replaced(text, spans)
    assert re.findall(r"\d+", masked) == ["1", *re.findall(r"\d+", after)]
    assert restored(masked, spans, ["林知予"]) == text


def test_no_sum_of_the_sample_cases_changes() -> None:
    anonymiser = Anonymiser()
    for entry in read_folder(SAMPLES):
        assert entry.raw is not None
        case = anonymiser.anonymise(entry.raw).case
        for name in ("facts", "process", "settlement"):
            before, after = getattr(entry.raw.sections, name), getattr(case.sections, name)
            assert FIGURE.findall(after) == FIGURE.findall(before), entry.case_id
