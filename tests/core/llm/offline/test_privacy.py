"""A litigant keeps its profile to itself, and answers from nothing but what its seat is shown."""

import asyncio
import json
import re

import pytest

from cogmed_core.domain.case import Language
from cogmed_core.domain.party import MEDIATOR, Personality, ProfileSet
from cogmed_core.llm.offline.aims import read_aims
from cogmed_core.llm.offline.dispute import dispute
from cogmed_core.llm.offline.figures import money
from cogmed_core.llm.protocol import Purpose
from tests.core.llm.offline.given import (
    LANGUAGES,
    Recording,
    Talk,
    a_loan,
    a_profile,
    answer,
    prepare,
    sample_cases,
    talks,
)

BOTTOM = {"zh": "到手不能少于61370元，再低就不签。", "en": "Will not sign for less than £61,370."}


def test_no_reply_names_the_bottom_line_before_it_is_offered() -> None:
    async def collect() -> Recording:
        model = Recording()
        for case in sample_cases():
            scenario, profiles = await prepare(case)
            await talks(scenario, profiles, "full", litigant=model)
        return model

    checked = 0
    for request, reply in asyncio.run(collect()).calls:
        shown, said = request.variables, json.loads(reply.text)
        matter = dispute(shown["scenario"])
        if matter.claim is None:
            continue
        aims = read_aims(shown["profile"], matter)
        figure = money(round(aims.of_share(aims.bottom) * matter.claim, 2), matter.currency, matter.language)
        bottom = re.compile(rf"(?<![\d.,]){re.escape(figure)}")
        heard = shown["dialogue"] + str(shown["scenario"]) + "".join(one.text for one in shown["proposals"])
        if not bottom.search(heard):
            checked += 1
            assert not bottom.search(reply.text) or bottom.search(said["counter_offer"])
    assert checked > 200


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("personality", list(Personality))
def test_a_bottom_line_off_the_beaten_figures_is_never_said(language: Language, personality: Personality) -> None:
    goal = "希望对方支付95000元。" if language == "zh" else "Hopes to be paid £95,000."
    talk = Talk(a_loan(language))
    profile = a_profile("litigant_1", goal, BOTTOM[language], personality)
    for number in range(1, 11):
        talk.say(number, MEDIATOR, "请各方提出新的方案。" if language == "zh" else "Please put forward your proposal.")
        reply = answer(Purpose.LITIGATE, talk.shown("litigant_1", number, profile), language)
        for text in (reply["text"], reply["thought"], reply["counter_offer"] or ""):
            assert "61370" not in text
            assert "61,370" not in text
        talk.say(number, "litigant_1", reply["text"], reply["counter_offer"], reply["stance"])
        talk.say(
            number,
            "litigant_2",
            "不行。" if language == "zh" else "No.",
            "柏舟商行支付20000元。" if language == "zh" else "Bram Ltd pays £20,000.",
            "undecided",
        )


def test_a_reply_does_not_change_with_what_the_others_keep_to_themselves() -> None:
    async def run(swapped: bool) -> list[str]:
        model = Recording()
        scenario, profiles = await prepare(sample_cases()[0])
        own, other = profiles.profiles[:2]
        if swapped:
            other = a_profile(other.seat, "希望一分不付。", "最多拿出1元，再高就不签。", Personality.CONCILIATORY)
        told = ProfileSet(case_id=profiles.case_id, seed=0, profiles=(own, other, *profiles.profiles[2:]))
        await talks(scenario, told, "full", litigant=model, rounds=1)
        return [reply.text for request, reply in model.calls if request.variables["seat"] == own.seat]

    assert asyncio.run(run(False)) == asyncio.run(run(True))


def test_the_mediator_and_the_toolkit_are_shown_no_profile_and_use_none() -> None:
    async def collect() -> Recording:
        model = Recording()
        scenario, profiles = await prepare(sample_cases()[0])
        await talks(scenario, profiles, "full", mediator=model)
        return model

    for request, reply in asyncio.run(collect()).calls:
        assert request.variables["profile"] is None
        assert answer(request.purpose, {**request.variables, "profile": None}, request.language) == json.loads(
            reply.text
        )
