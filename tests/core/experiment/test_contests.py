"""Settlements as questions to a panel: in both orders, blind, and fair about what is on record."""

import re
from typing import Any

import pytest

from cogmed_core.domain.case import Case, Category, Language, Sections
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.question import YesNoQuestion
from cogmed_core.experiment.contests import REAL, SET, Aspect, Contest, contest, contestants
from cogmed_core.experiment.deliberating import Deliberating
from tests.core.mediation.people import a_scenario, accepts, cast, offers, play, speech

ASPECTS: tuple[Aspect, ...] = ("overall", "feasibility", "professionalism", "creativity")


def a_case(language: Language) -> Case:
    texts = {name: f"{name} as it really was" for name in Sections.model_fields}
    sections = Sections(**texts)
    return Case(case_id="made-up-loan", language=language, category=Category.DEBT, title="Loan", sections=sections)


def an_episode(configuration: str, *, agreed: bool, language: Language = "en") -> Episode:
    lines: Any = {(1, "mediator"): speech(proposal="pay\nin two parts"), (1, "litigant_2"): offers("pay less")}
    if agreed:
        lines |= {(1, "litigant_1"): accepts(1), (1, "litigant_2"): accepts(1)}
    model = cast(lines, name="backbone-name")
    return play(model, configuration, scenario=a_scenario(language=language), rounds=1).episode


def questions(
    *episodes: Episode, language: Language = "en", aspects: tuple[Aspect, ...] = ASPECTS
) -> list[tuple[Contest, YesNoQuestion]]:
    scenario = a_scenario(language=language)
    first, second = contestants(a_case(language), scenario, episodes)[-2:]
    return contest(scenario, 0, (second, first), aspects)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_each_aspect_is_asked_in_both_orders(language: Language) -> None:
    both = [an_episode("full", agreed=True, language=language), an_episode("baseline", agreed=False, language=language)]
    asked = questions(*both, language=language)
    assert len(asked) == 8
    for forward, backward in zip(asked[::2], asked[1::2], strict=True):
        assert (forward[0].a, forward[0].b) == (backward[0].b, backward[0].a)
        assert forward[0].aspect == backward[0].aspect == forward[1].slice
    assert len({question.question_id for _, question in asked}) == 8
    assert {(question.question_set, question.gold, question.language) for _, question in asked} == {
        (SET, None, language)
    }


def test_conduct_is_compared_only_where_both_talks_are_on_record() -> None:
    asked = questions(an_episode("full", agreed=True))
    assert {about.aspect for about, _ in asked} == {"overall", "feasibility", "creativity"}
    assert {about.a for about, _ in asked} == {REAL, an_episode("full", agreed=True).episode_id}
    assert all("settlement as it really was" in question.text for _, question in asked)
    assert not any("process as it really was" in question.text for _, question in asked)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_nothing_tells_whose_the_settlements_are(language: Language) -> None:
    both = [an_episode("full", agreed=True, language=language), an_episode("baseline", agreed=False, language=language)]
    for _, question in questions(*both, language=language):
        assert not re.search(r"backbone-name|baseline|\bfull\b|stage|阶段", question.text)


def test_what_is_quoted_cannot_begin_a_line_of_its_own() -> None:
    (_, question), *_ = questions(an_episode("full", agreed=True), aspects=("overall",))
    quoted = question.text.partition("Settlement B:")[2].partition("Question:")[0].strip()
    assert quoted == "> settlement as it really was" or all(line.startswith("> ") for line in quoted.splitlines())
    assert "> 1. pay\n> in two parts" in question.text


def test_a_failed_talk_stands_on_its_last_proposals_and_says_so() -> None:
    (_, question), *_ = questions(an_episode("baseline", agreed=False), aspects=("overall",))
    assert "no agreement was reached" in question.text.partition("Settlement B")[0]
    assert "> pay less" in question.text


def test_panels_rivals_and_aspects_are_data() -> None:
    chosen = Deliberating(panels=("mad", "mine"), variants={"mine": {"kind": "mad", "agents": 5}}, rivals=("baseline",))
    assert chosen.framework("mine").calls == (15, 15)
    assert Deliberating().panels == ()
    for wrong in ({"panels": ("debate",)}, {"rivals": ("nobody",)}, {"aspects": ("beauty",)}, {"rivals": ()}):
        with pytest.raises(ValueError, match=r"debate|nobody|beauty|at least 1"):
            Deliberating.model_validate(wrong)
