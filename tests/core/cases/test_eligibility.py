"""The three criteria of the paper, each with its reason."""

from pathlib import Path

import pytest

from cogmed_core.cases.eligibility import exclusion_reason
from cogmed_core.cases.read import read_folder
from cogmed_core.domain.case import RawCase

SAMPLES = Path(__file__).parents[3] / "raw_cases"
CASES = [entry.raw for entry in read_folder(SAMPLES) if entry.raw is not None]


def changed(raw: RawCase, **sections: str) -> RawCase:
    return raw.model_copy(update={"sections": raw.sections.model_copy(update=sections)})


@pytest.mark.parametrize("raw", CASES, ids=[raw.case_id for raw in CASES])
def test_every_sample_is_eligible(raw: RawCase) -> None:
    assert exclusion_reason(raw) is None


@pytest.mark.parametrize(
    ("sections", "criterion"),
    [
        ({"process": "调解。"}, "criterion 1"),
        ({"settlement": "无"}, "criterion 1"),
        ({"settlement": ""}, "criterion 1"),
        ({"facts": "有一件事。"}, "criterion 2"),
        ({"facts": "天气晴朗。" * 20, "process": "天气晴朗，万里无云，风和日丽。" * 10}, "criterion 2"),
        (
            {"process": "天气晴朗，万里无云，风和日丽。" * 10, "facts": "原告要求被告还款，被告没有理会。" * 2},
            "criterion 3",
        ),
    ],
)
def test_a_record_without_it_is_left_out(sections: dict[str, str], criterion: str) -> None:
    chinese = next(raw for raw in CASES if raw.language == "zh")
    raw = changed(chinese, settlement="就这样结束了一件事情。") if criterion == "criterion 3" else chinese
    assert criterion in (exclusion_reason(changed(raw.model_copy(update={"title": "一案"}), **sections)) or "")
