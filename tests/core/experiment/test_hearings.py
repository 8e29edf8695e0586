"""A reality check that is argued out first: a configuration like any other, with calls of its own."""

import re

import pytest

from cogmed_core.domain.case import Language
from cogmed_core.experiment.configurations import Configuration
from cogmed_core.experiment.hearings import TOOLKITS
from cogmed_core.llm.protocol import ChatRequest, Purpose
from cogmed_core.llm.scripted import Scripted
from tests.core.mediation.people import Answer, a_scenario, asked_for, cast, play, prompt, speech, use

P = Purpose
CHECK = P.REALITY_CHECK.value
ANSWERS: dict[Purpose, Answer] = {
    P.ANSWER: lambda _: {"explanation": "first thought", "answer": "yes"},
    P.REVISE: lambda _: {"explanation": "second thought", "answer": "no"},
    P.ARGUE: lambda request: {"argument": f"<b>{request.variables['side']}</b> argues"},
    P.RULE: lambda _: {"explanation": "the writing is missing", "answer": "no"},
    P.CHALLENGE: lambda request: {name: f"{name} objects" for name in request.variables["perspectives"]},
    P.RESPOND: lambda _: {"reply": "granted", "answer": "no", "go_on": False},
}
HEARD = (P.ANSWER, P.REVISE, P.ARGUE, P.RULE, P.CHALLENGE, P.RESPOND)


def checked(configuration: str, language: Language = "en", issue: str | None = "the sum") -> Scripted:
    """A mediation in which the mediator checks the reality of a claim once."""
    model = cast({(1, "mediator"): [use(CHECK, "litigant_2", issue), speech("So.")]}, ANSWERS)
    play(model, configuration, scenario=a_scenario(language=language), rounds=1)
    return model


def hearing_in(request: ChatRequest) -> str:
    return "".join(re.findall(r"<hearing>\n(.*?)\n</hearing>", prompt(request), re.S))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_claim_is_argued_out_and_the_assessor_reads_it(language: Language) -> None:
    model = checked("full_court", language)
    purposes = [request.purpose for request in model.requests]
    start = purposes.index(P.ARGUE)
    assert purposes[start : start + 5] == [P.ARGUE, P.ARGUE, P.ARGUE, P.RULE, P.REALITY_CHECK]
    heard = hearing_in(model.requests[start + 4])
    lines = heard.splitlines()
    assert len(lines) == 5
    assert "&lt;b&gt;plaintiff&lt;/b&gt; argues" in lines[0]
    assert "the writing is missing" in lines[3]
    assert lines[4] == ("结论：大概不会支持" if language == "zh" else "Result: probably not upheld")


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("issue", ["the sum", None])
def test_the_court_hears_the_case_the_party_and_the_claim_and_nothing_private(
    language: Language, issue: str | None
) -> None:
    model = checked("full_court", language, issue)
    scenario = a_scenario(language=language)
    for request in asked_for(model, P.ARGUE, P.RULE):
        shown = prompt(request)
        assert scenario.summary in shown
        assert scenario.parties[1].name in shown.partition("Question:" if language == "en" else "问题：")[2]
        assert ("the sum" in shown) is (issue is not None)
        assert "goal" not in shown and "bottom" not in shown


def test_the_plain_toolkit_hears_nobody() -> None:
    model = checked("full")
    assert not asked_of(model, *HEARD)
    (check,) = asked_for(model, P.REALITY_CHECK)
    assert hearing_in(check) == check.variables["hearing"] == ""


def test_the_hearing_changes_nothing_but_the_check() -> None:
    plain, argued = checked("full"), checked("full_court")
    of_argued = [request for request in argued.requests if request.purpose not in HEARD]
    assert [request.purpose for request in of_argued] == [request.purpose for request in plain.requests]
    for before, after in zip(plain.requests, of_argued, strict=True):
        assert before.messages == after.messages or after.purpose is P.REALITY_CHECK


@pytest.mark.parametrize(
    ("name", "purposes"),
    [
        ("stk_single", [P.ANSWER]),
        ("stk_mad", [P.ANSWER] * 3 + [P.REVISE] * 6),
        ("stk_three_ply", [P.ARGUE] * 3 + [P.RULE]),
        ("stk_parrots", [P.ANSWER, P.CHALLENGE, P.RESPOND]),
    ],
)
def test_any_framework_can_hear_a_claim(name: str, purposes: list[Purpose]) -> None:
    assert name in TOOLKITS
    model = cast({(1, "mediator"): [use(CHECK, None, "the sum"), speech("So.")]}, ANSWERS)
    play(model, Configuration(name="mine", mediator=(name,)), rounds=1)
    assert [request.purpose for request in model.requests if request.purpose in HEARD] == purposes


def asked_of(model: Scripted, *purposes: Purpose) -> list[ChatRequest]:
    return [request for request in model.requests if request.purpose in purposes]
