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


PROSE_EN = "The roof was done in May and leaks. {one} The sum in question is £4,200; the rest was paid long ago."
PROCESS_EN = (
    "The mediator met each of them, then both together. The one suggested a sum, the other countered, and after a "
    "second talk they settled on the middle and on dates for the repair, which both accepted."
)


@pytest.mark.parametrize(
    "wish",
    [
        "The owner wants the price back; the roofer offers £500.",
        "The owner says it must be redone, and the roofer says it was fine.",
        "The owner insists on a refund. The roofer refuses.",
        "The roofer agrees to pay a tenth. The owner would like all of it.",
        "The owner seeks repayment; the roofer will not pay.",
        "The owner hopes for a new roof; the roofer is willing to patch it.",
    ],
)
def test_ordinary_words_of_wanting_and_offering_make_a_position(wish: str) -> None:
    english = next(raw for raw in CASES if raw.language == "en")
    assert exclusion_reason(changed(english, facts=PROSE_EN.format(one=wish), process=PROCESS_EN)) is None


@pytest.mark.parametrize(
    "wish",
    [
        "业主希望退回工钱，师傅只肯退五百元。",
        "房客想要回押金，房东不肯。",
        "业主坚持返工，师傅觉得没有问题。",
        "师傅愿意修补，业主不接受。",
        "业主盼着重做，师傅答应打折。",
    ],
)
def test_ordinary_chinese_words_of_wanting_make_a_position(wish: str) -> None:
    chinese = next(raw for raw in CASES if raw.language == "zh")
    facts = f"五月间屋顶翻修过一次，雨后漏水，余款四千二百元没有付。{wish}"
    process = (
        "两边先分开谈，再坐到一起。一边提议取个中间数，另一边答应考虑；第二次见面又各退一步，"
        "说好了日子和数目，当场写下来，各执一份，各自回家，事情也就放下了。"
    )
    assert exclusion_reason(changed(chinese, facts=facts, process=process)) is None


def test_people_in_prose_are_parties_by_their_names() -> None:
    facts = (
        "2023年3月，周建国借给邓美玲人民币10万元，约定一年归还。到期后邓美玲只归还了16000元，称经营困难无力偿还。"
        "周建国要求其返还剩余借款70000元及利息3500元。"
    )
    assert exclusion_reason(changed(CASES[0], facts=facts).model_copy(update={"title": "借款纠纷"})) is None
