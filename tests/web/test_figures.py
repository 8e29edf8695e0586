"""The numbers of a figure as a file: text stays text in every spreadsheet, numbers stay numbers."""

import csv
import io

import pytest

from cogmed_pipeline.site.figure import Figure

FORMULAS = ("=HYPERLINK(1)", "+1", "-1+cmd", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1")


@pytest.mark.parametrize("text", FORMULAS)
def test_a_name_that_looks_like_a_formula_is_text_in_the_csv(text: str) -> None:
    figure = Figure("f", "t", "c", "a", "", ("name", "sr"), ("Name", "SR"), ((text, -0.25),), synthetic=True)
    _, row = csv.reader(io.StringIO(figure.csv.decode("utf-8-sig"), newline=""))
    assert row == [f"'{text}", "-0.25"]
