"""What an answer in words commits to: the table of answers, and the labels of data sets."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.deliberation.answers import read_answer, read_label

YES = [
    "yes",
    "Yes.",
    "YES!",
    "**Yes**",
    '"yes"',
    "Yes, it is hearsay.",
    "Yes it is.",
    "Yes because the statement was made out of court",
    "Answer: yes",
    "Answer: **Yes**.",
    "Final answer - yes",
    "The answer is yes.",
    "My final answer to this question is: Yes",
    "I think yes",
    "I'd say yes.",
    "So, yes.",
    "It's a clear yes.",
    "Probably yes.",
    "No. Wait, on reflection, yes.",
    "No, that overlooks the second witness. The answer is yes.",
    "I am not sure, but I would say yes.",
    "Yes or no? Yes.",
    "\\boxed{yes}",
    "<answer>Yes</answer>",
    '{"answer": "yes"}',
    "Answer: no\nAnswer: yes",
    "Answer: Yes. Explanation: no, there is no nexus with the first state.",
    "Yes, even if the amount were lower.",
    "Yes. I do not know the exact amount, which is above the limit anyway.",
    "Yes; there is no doubt.",
    "Answer: not no",
    "Affirmative.",
    "Definitely.",
    "True",
    "Y",
    "1",
    "It is.",
    "Ｙｅｓ",
    "是",
    "是。",
    "是的，该证据属于传闻证据。",
    "答案：是",
    "答案是：是。",
    "答案是是",
    "答案是肯定的。",
    "我认为是。",
    "最终答案：是的",
    "否。不对，经重新考虑，答案应当是：是",
    "能",
    "可以。",
    "回答：可以",
    "没错，合同成立。",
    "【答案】：是",
    "不是。再想一想，是。",
    "“是”",
]
NO = [
    "no",
    "No.",
    "NO!!",
    "nope",
    "No, it is not.",
    "No it is not hearsay",
    "No because the statement is not offered for its truth",
    "Answer: no",
    "answer = No",
    "A: no",
    "Answer: not yes",
    "The answer is not yes.",
    "Not yes.",
    "The answer isn't yes",
    "I vote no.",
    "I believe that the answer is no.",
    "Therefore, no.",
    "Most likely no.",
    "Yes. On second thoughts: no.",
    "Yes, one might think. But no.",
    "Yes... no, wait. No.",
    "Is it hearsay? No.",
    "I know the rule. No.",
    "Now, the amount is below the limit: no",
    "No, there is no yes-or-no shortcut here.",
    "Conclusion: No\n\nReasoning: Yes, he lives there, but the claim did not arise there.",
    "The witness said yes. The answer is no.",
    "no, not even if both are from different states",
    "Certainly not.",
    "I don't think so.",
    "False.",
    "N",
    "0",
    "It does not.",
    "否",
    "否。",
    "答案：否",
    "答案是否",
    "答案为否。",
    "答案是否定的。",
    "我的回答是否定的。",
    "不是。",
    "不能",
    "不能。",
    "答案：不能",
    "不，该陈述并非传闻。",
    "不可以，因为合同尚未成立。",
    "是。不对，应该是否。",
    "我认为不是",
    "结论：不构成",
    "不成立。",
    "没有。",
    "因此，否。",
    "答案不是“是”。",
]
UNANSWERED = [
    "",
    "   ",
    "know",
    "I know.",
    "I know the answer.",
    "I do not know.",
    "I don't know",
    "I don't know if the answer is yes or no.",
    "I cannot say whether the answer is yes.",
    "Answer: I do not know",
    "Answer:",
    "Answer: yes or no",
    "yes/no",
    "Yes and no.",
    "Neither yes nor no",
    "Maybe.",
    "Perhaps yes",
    "It depends on the amount.",
    "Not sure",
    "Unclear.",
    "Not necessarily.",
    "Yes. Actually, I don't know.",
    "No. It depends.",
    "Yes, if the amount exceeds the limit.",
    "Yes if both live in different states, no otherwise.",
    "If he lives there, yes; otherwise no.",
    "No one was there.",
    "No evidence supports it.",
    "None of them is from Ohio",
    "Nothing.",
    "Now",
    "North",
    "There is no doubt about the amount.",
    "no such statute exists",
    "No. 5 of the statute applies.",
    "See exhibit, No. 7",
    "Some would say yes, others no doubt would disagree.",
    "I would not say yes",
    "Whether the answer is yes is for the court to say.",
    'The question can be answered with "yes" or "no".',
    "The yes-or-no question is hard.",
    "Eyes",
    "yesterday",
    "The evidence is hearsay.",
    "N/A",
    "No answer.",
    "12",
    "10",
    "不知道",
    "我不知道。",
    "不确定",
    "无法判断。",
    "不能确定",
    "不能判断该证据是否属于传闻。",
    "答案：无法确定",
    "是否",
    "是或否",
    "请回答是或否",
    "是也不是。",
    "不一定",
    "视情况而定。",
    "可能是",
    "这是一个关于管辖的问题。",
    "问题是双方住在哪里。",
    "是否构成传闻，取决于用途。",
    "是。其实我不知道。",
    "如果双方住所不同，是；否则，否。",
    "弃权",
]


@pytest.mark.parametrize("text", YES)
def test_yes(text: str) -> None:
    assert read_answer(text) is True


@pytest.mark.parametrize("text", NO)
def test_no(text: str) -> None:
    assert read_answer(text) is False


@pytest.mark.parametrize("text", UNANSWERED)
def test_unanswered(text: str) -> None:
    assert read_answer(text) is None


def test_the_table_is_long_enough_and_in_both_languages() -> None:
    answers = [*YES, *NO, *UNANSWERED]
    assert len(set(answers)) == len(answers) >= 60
    for table in (YES, NO, UNANSWERED):
        chinese = [text for text in table if any("一" <= character <= "鿿" for character in text)]
        assert 10 < len(chinese) < len(table) - 10


@pytest.mark.parametrize(("label", "value"), [
    *[(label, True) for label in ("Yes", "yes ", "1", 1, True, "TRUE", "y", "是", "对", "1.0", "Yes.")],
    *[(label, False) for label in ("No", "0", 0, False, "false", "N", "否", "错", "不是")],
    *[(label, None) for label in ("", " ", "2", "maybe", "yes and no", "know", None, 0.5, "yes no")],
])  # fmt: skip
def test_labels(label: object, value: bool | None) -> None:
    assert read_label(label) is value


@given(st.text(max_size=200))
def test_any_text_is_read_and_wrapping_it_in_markup_changes_nothing(text: str) -> None:
    assert read_answer(text) in (True, False, None)
    assert read_answer(f"**{text}**") is read_answer(text)


@pytest.mark.parametrize(
    "piece", ["a ", "no ", "so the answer is ", "the ", "是", "我认为", "no, ", "if ", "yes because "]
)
def test_a_long_reply_is_read_in_no_time(piece: str) -> None:
    started = time.process_time()
    read_answer(piece * (20_000 // len(piece)))
    assert time.process_time() - started < 1
