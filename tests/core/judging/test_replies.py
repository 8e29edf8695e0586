"""What judges write instead of three numbers: the right number, or unscored with a reason; never a guess."""

import asyncio
import json

import pytest

from cogmed_core.domain.judgement import CONDUCT, QUALITY, Appraisal
from cogmed_core.judging.conduct import judge_conduct
from cogmed_core.judging.judge import judge
from cogmed_core.llm.scripted import Scripted
from cogmed_core.llm.structured import REASKS
from cogmed_core.llm.voice import Voice
from tests.core.judging.test_judge import a_case, an_episode
from tests.core.mediation.people import a_scenario

EPISODE = an_episode()

NO_OBJECT: dict[str, str] = {
    "8/10": "no JSON object",
    "8 out of 10": "no JSON object",
    "score: 9 because 5 reasons": "no JSON object",
    "[[90]]": "no JSON object",
    "[[9]]": "no JSON object",
    "-1": "no JSON object",
    "8, 7, 9": "no JSON object",
    "eleven": "no JSON object",
    "nine": "no JSON object",
    "": "empty",
    " \n\t": "empty",
    "８": "no JSON object",
    "八分": "no JSON object",
    "九分，九分，八分": "no JSON object",
    "可行性8分，专业性7分，创造性9分。": "no JSON object",
    "between 7 and 8": "no JSON object",
    "介于7和8之间": "no JSON object",
    "满分": "no JSON object",
    "I cannot rate this.": "no JSON object",
    "抱歉，我无法打分。": "no JSON object",
    "1 party spoke 3 times. 2 proposals were made in 4 rounds. So 7. No, 8.": "no JSON object",
    "第1轮提出2个方案，第3轮有4处让步，第5轮各方同意6万元。": "no JSON object",
    "Feasibility: 8\nProfessionalism: 7\nCreativity: 6": "no JSON object",
    "★★★★☆": "no JSON object",
    "<think>8, 8, 8</think>": "empty",
    '{"rationale": "fair", "feasibility": 8': "cut off",
    '{"rationale": "fair"': "cut off",
    '{"rationale": "公平", "feasibility": 8, "professionalism": 7, "creativity"': "cut off",
    '"feasibility": 8, "professionalism": 7, "creativity": 6}': "no JSON object",
}

NO_SCORE: dict[str, str] = {
    "8/10": "not valid",
    '"8/10"': "feasibility",
    '"8"': "feasibility",
    '"８"': "feasibility",
    '"八分"': "feasibility",
    '"8分"': "feasibility",
    '"nine"': "feasibility",
    '"between 7 and 8"': "feasibility",
    '"7-8"': "feasibility",
    "7-8": "not valid",
    "8分": "not valid",
    "8,5": "not valid",
    "0": "feasibility",
    "0.9": "feasibility",
    "-1": "feasibility",
    "10.5": "feasibility",
    "11": "feasibility",
    "90": "feasibility",
    "100": "feasibility",
    "85%": "not valid",
    "null": "feasibility",
    "true": "feasibility",
    "[8]": "feasibility",
    "[[9]]": "feasibility",
    "[7, 8]": "feasibility",
    '{"score": 8}': "feasibility",
    "NaN": "NaN",
    "Infinity": "Infinity",
    "1e999": "1e999",
    '""': "feasibility",
    "": "not valid",
}

SCORE: dict[str, float] = {"8": 8, "8.0": 8, "8.5": 8.5, "1": 1, "10": 10, "1e1": 10, "0.75e1": 7.5, "9.99": 9.99}

AROUND = {
    "a fence": "```json\n{}\n```",
    "words before": "好的，评分如下：\n{}",
    "words with numbers": "After 5 rounds and 3 proposals I give:\n{}\nThat is 2 more than usual.",
    "reasoning": "<think>8 or 9? The rubric has 10 points.</think>{}",
    "a list": "[{}]",
    "said twice": "{}\n{}",
}


def judged(reply: str, language: str = "en", *, conduct: bool = False) -> tuple[Appraisal, int]:
    """Return what is made of a judge that always says this, and how often it was asked."""
    model = Scripted("j", lambda _: reply)
    lang = "zh" if language == "zh" else "en"
    fill_in = judge_conduct if conduct else judge
    voice = Voice(model, lang, temperature=0.3, seed=0)
    sheet = asyncio.run(fill_in(a_case(lang), a_scenario(language=lang), EPISODE, voice, 0, "f"))
    return sheet, len(model.requests)


def sheet_of(feasibility: str, **more: object) -> str:
    others = {"rationale": "fair", "professionalism": 6, "creativity": 6, **more}
    return json.dumps(others, ensure_ascii=False)[:-1] + f', "feasibility": {feasibility}}}'


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("reply", NO_OBJECT)
def test_what_is_no_sheet_is_unscored_with_the_reason(reply: str, language: str) -> None:
    sheet, asked = judged(reply, language)
    assert [getattr(sheet, name) for name in QUALITY] == [None] * 3
    assert sheet.unscored_reason is not None and NO_OBJECT[reply] in sheet.unscored_reason
    assert asked == 1 + REASKS


@pytest.mark.parametrize("value", NO_SCORE)
def test_what_is_no_number_from_1_to_10_is_unscored_with_the_reason(value: str) -> None:
    sheet, asked = judged(sheet_of(value))
    assert [getattr(sheet, name) for name in QUALITY] == [None] * 3
    assert sheet.unscored_reason is not None and NO_SCORE[value] in sheet.unscored_reason
    assert asked == 1 + REASKS


@pytest.mark.parametrize("value", SCORE)
def test_a_number_from_1_to_10_is_that_number(value: str) -> None:
    sheet, asked = judged(sheet_of(value))
    assert (getattr(sheet, "feasibility", None), sheet.unscored_reason, asked) == (SCORE[value], None, 1)


@pytest.mark.parametrize("form", AROUND)
def test_what_stands_around_a_sheet_changes_no_score(form: str) -> None:
    sheet, asked = judged(AROUND[form].replace("{}", sheet_of("7.5")))
    assert (getattr(sheet, "feasibility", None), sheet.unscored_reason, asked) == (7.5, None, 1)


def test_two_sheets_that_differ_are_none() -> None:
    sheet, _ = judged(f"{sheet_of('8')}\n{sheet_of('3')}")
    assert sheet.unscored_reason is not None and "2 different" in sheet.unscored_reason


@pytest.mark.parametrize("missing", CONDUCT)
def test_a_sheet_on_conduct_with_a_gap_is_none(missing: str) -> None:
    whole = {"rationale": "fair", **dict.fromkeys(CONDUCT, 6.5)}
    sheet, _ = judged(json.dumps(whole), conduct=True)
    assert [getattr(sheet, name) for name in CONDUCT] == [6.5] * 4
    torn, _ = judged(json.dumps({name: value for name, value in whole.items() if name != missing}), conduct=True)
    assert torn.unscored_reason is not None and missing in torn.unscored_reason
    assert [getattr(torn, name) for name in CONDUCT] == [None] * 4
