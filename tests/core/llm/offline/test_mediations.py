"""Whole mediations of the sample cases: they end in every way, move by the modules they have, and read well."""

import asyncio
import re
import time
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from cogmed_core.domain.dialogue import Stage, Stance
from cogmed_core.domain.episode import Outcome
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.offline import Offline
from cogmed_core.llm.offline.dispute import dispute
from cogmed_core.llm.offline.offer_reading import read_offer
from tests.core.llm.offline.given import CONFIGURATIONS, Recording, prepare, sample_cases, talks
from tests.core.llm.offline.given import Outcome as Ended


@cache
def mediations(configuration: str) -> tuple[Ended, ...]:
    async def run() -> list[Ended]:
        ended = []
        for case in sample_cases():
            scenario, profiles = await prepare(case)
            ended.append(await talks(scenario, profiles, configuration))
        return ended

    return tuple(asyncio.run(run()))


def every() -> list[Ended]:
    return [ended for name in CONFIGURATIONS for ended in mediations(name)]


def test_all_three_ends_happen_and_not_all_at_once_or_at_the_limit() -> None:
    ends = Counter(ended.conclusion.outcome for ended in every())
    assert set(ends) == set(Outcome)
    rounds = Counter(ended.conclusion.rounds for ended in every() if ended.conclusion.outcome is not Outcome.DEADLOCK)
    assert len(rounds) >= 4
    assert rounds[1] + rounds[2] < sum(rounds.values()) / 2
    assert rounds[10] < sum(rounds.values()) / 2


def test_the_configurations_lead_to_different_talks_over_the_same_people() -> None:
    whole = {name: tuple(one.conclusion for one in mediations(name)) for name in CONFIGURATIONS}
    assert len(set(whole.values())) == len(CONFIGURATIONS)
    for others in zip(*(mediations(name) for name in CONFIGURATIONS), strict=True):
        assert len({one.profiles for one in others}) == 1


def test_a_full_mediation_goes_through_the_stages_and_uses_every_tool_somewhere() -> None:
    used: Counter[str] = Counter()
    reached: set[Stage] = set()
    with_action = 0
    for ended in mediations("full"):
        used.update(action.name for action in ended.mediator.actions)
        with_action += bool(ended.mediator.actions)
        reached |= {decision.stage for decision in ended.mediator.stages}
        assert not any(decision.refused for decision in ended.mediator.stages)
    assert reached == set(Stage)
    assert set(used) == {"summarize_and_clarify", "perform_reality_check", "propose_bridging_solution"}
    assert with_action > len(mediations("full")) / 2


def test_a_tool_is_used_for_a_cause_and_its_result_is_told() -> None:
    for ended in mediations("full"):
        for action in ended.mediator.actions:
            said = next(one for one in ended.table.utterances if one.seat == MEDIATOR and one.round == action.round)
            if action.name == "propose_bridging_solution" and said.tabled:
                assert ended.table.proposals[said.tabled - 1].text in action.result
            if action.name == "perform_reality_check":
                name = next(p.name for p in ended.scenario.parties if p.seat == action.arguments["party"])
                assert name in said.text
        rounds = [action.round for action in ended.mediator.actions if action.name == "perform_reality_check"]
        assert max(Counter(rounds).values(), default=0) <= 2


def test_without_stages_proposals_come_before_interests_and_without_tools_nobody_is_checked() -> None:
    def first_proposal(name: str) -> list[int]:
        return [
            min((one.round for one in ended.table.proposals if one.seat == MEDIATOR), default=11)
            for ended in mediations(name)
        ]

    assert sum(first_proposal("no_fsm")) < sum(first_proposal("full"))
    assert sum(first_proposal("baseline")) < sum(first_proposal("no_stk"))
    assert not any(ended.mediator.actions for name in ("baseline", "no_stk") for ended in mediations(name))


@pytest.mark.parametrize("name", list(CONFIGURATIONS))
def test_all_who_agreed_stand_by_the_same_terms_and_the_settlement_holds_them(name: str) -> None:
    for ended in mediations(name):
        agreed = ended.conclusion.agreed
        if agreed is None:
            assert ended.settlement is None
            continue
        last = [one for one in ended.table.utterances if one.round == ended.conclusion.rounds and one.stance]
        assert {one.accepted for one in last} == {agreed.number}
        matter = dispute(ended.scenario)
        assert ended.settlement is not None
        assert read_offer(ended.settlement, matter).share == read_offer(agreed.text, matter).share
        assert all(party.name in ended.settlement for party in ended.scenario.parties)
        assert re.search(r"^1\. .*\n2\. ", ended.settlement, re.MULTILINE)


def test_nobody_says_the_same_thing_twice_in_a_row() -> None:
    for ended in every():
        for seat in (MEDIATOR, *(party.seat for party in ended.scenario.parties)):
            said = [one.text for one in ended.table.utterances if one.seat == seat]
            assert not [one for one, following in pairwise(said) if one == following], seat


def test_speech_has_no_gaps_left_and_stays_in_its_language() -> None:
    for ended in every():
        for one in (*ended.table.utterances, *ended.table.proposals):
            assert one.text.strip()
            assert not re.search(r"\{\w*\}|  |。。|，，|\bNone\b", one.text)
            if ended.scenario.language == "en":
                assert not re.search(r"[\u4e00-\u9fff]", one.text)


def test_whoever_leaves_ends_it_and_only_after_the_first_round() -> None:
    left = [ended for ended in every() if ended.conclusion.outcome is Outcome.BREAKDOWN]
    for ended in left:
        rounds = [one.round for one in ended.table.utterances if one.stance is Stance.WITHDRAW]
        assert set(rounds) == {ended.conclusion.rounds}
        assert min(rounds) > 1


def test_a_call_is_a_matter_of_microseconds() -> None:
    async def run() -> float:
        model = Recording()
        scenario, profiles = await prepare(sample_cases()[0])
        await talks(scenario, profiles, "full", mediator=model, litigant=model)
        again = Offline("offline")
        began = time.process_time()
        for request, _ in model.calls:
            await again.complete(request)
        return (time.process_time() - began) / len(model.calls)

    assert asyncio.run(run()) < 0.005
