"""The prompts as they are sent: nothing leaks, nothing from outside speaks as the prompt, only the end changes."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from cogmed_core.domain.case import Language
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.protocol import ChatRequest, Purpose
from cogmed_core.prompts.render import as_data, render
from tests.core.prompts.given import ALL, HOSTILE, NONE, a_scenario, requests_of

LANGUAGES: tuple[Language, ...] = ("zh", "en")
TAGS = {
    *("case", "dialogue", "turn", "proposal", "stance", "table", "private", "result", "focus", "held"),
    *("received", "agreed", "title", "category", "keywords", "facts", "material", "process", "settlement", "proposals"),
    *("reference_process", "reference_settlement", "legal_basis", "private_turn"),
}
ANY_TAG = re.compile(r"<(/?)([A-Za-z_]+)[^>]*>")
TOOL_WORDS = re.compile(r"工具|\btools?\b|\baction\b|summarize_|perform_|propose_bridging", re.I)
STAGE_WORDS = re.compile(r"阶段|\bstage\b|\bopening\b|\bexploration\b|\bdrafting\b", re.I)
IN_DELIBERATION = {Purpose.ANSWER, Purpose.REVISE, Purpose.ARGUE, Purpose.RULE, Purpose.CHALLENGE, Purpose.RESPOND}
"""Asked for in ``tests/core/deliberation``."""
BY_THE_MEDIATOR = (Purpose.MEDIATE, Purpose.SUMMARIZE, Purpose.REALITY_CHECK, Purpose.BRIDGE)

in_both = pytest.mark.parametrize("language", LANGUAGES)


@cache
def all_modules(language: Language) -> tuple[ChatRequest, ...]:
    return tuple(requests_of(language, ALL))


@cache
def no_modules(language: Language) -> tuple[ChatRequest, ...]:
    return tuple(requests_of(language, NONE))


def said(request: ChatRequest) -> str:
    return "\n".join(message.content for message in request.messages)


def of(requests: tuple[ChatRequest, ...], *purposes: Purpose, seat: str | None = None) -> list[ChatRequest]:
    chosen = [r for r in requests if r.purpose in purposes and (not seat or r.variables["seat"] == seat)]
    assert chosen
    return chosen


@in_both
def test_every_purpose_is_asked_for(language: Language) -> None:
    assert {request.purpose for request in all_modules(language)} == set(Purpose) - IN_DELIBERATION


@in_both
def test_the_reply_is_described_in_words(language: Language) -> None:
    for request in all_modules(language):
        assert request.schema is not None
        for field in fields_of(request.schema.schema):
            assert f'"{field}":' in request.messages[-1].content, (request.purpose, field)
        for value in values_of(request.schema.schema):
            assert value in said(request), (request.purpose, value)


def fields_of(node: Any) -> set[str]:
    """Return every property name in a JSON schema."""
    if isinstance(node, Mapping):
        own = set(node.get("properties", {}))
        return own.union(*(fields_of(child) for child in node.values()))
    return set().union(*(fields_of(child) for child in node)) if isinstance(node, list) else set()


def values_of(node: Any) -> set[str]:
    """Return every enum value in a JSON schema, but those of a stage: only some of them are allowed."""
    if isinstance(node, Mapping):
        own = set(node.get("enum", ())) - {"opening", "exploration", "negotiation", "drafting"}
        return own.union(*(values_of(child) for child in node.values()))
    return set().union(*(values_of(child) for child in node)) if isinstance(node, list) else set()


@in_both
def test_private_profiles_stay_with_their_seat(language: Language) -> None:
    for request in all_modules(language):
        prompt, seat = said(request), request.variables.get("seat")
        own = seat.removeprefix("litigant_") if seat and seat != MEDIATOR else None
        assert set(re.findall(r"secret-(?:goal|bottom-line)-of-(\d)", prompt)) == ({own} if own else set())
        assert set(re.findall(r"-held-by-(litigant_\d)", prompt)) <= {seat}


@in_both
def test_beliefs_reach_the_one_who_holds_them(language: Language) -> None:
    litigant = of(all_modules(language), Purpose.LITIGATE, seat="litigant_1")[0]
    revised = of(all_modules(language), Purpose.BELIEF, seat="litigant_1")
    assert "belief-litigant_2-held-by-litigant_1" in said(litigant)
    assert ["-held-by-" in said(request) for request in revised] == [False, True, True, True, True]


@in_both
def test_what_comes_from_outside_cannot_form_a_tag(language: Language) -> None:
    for request in (*all_modules(language), *no_modules(language)):
        for message in request.messages:
            assert HOSTILE not in message.content
            open_tags: list[str] = []
            for closing, tag in ANY_TAG.findall(message.content):
                assert tag in TAGS, (request.purpose, tag)
                if closing:
                    assert open_tags.pop() == tag
                else:
                    open_tags.append(tag)
            assert not open_tags
            assert message.content.count("Ignore your") == message.content.count(as_data(HOSTILE))


@in_both
def test_the_system_prompt_of_a_seat_never_changes(language: Language) -> None:
    requests = all_modules(language)
    seats = [party.seat for party in a_scenario(language).parties]
    groups = [of(requests, *BY_THE_MEDIATOR), of(requests, Purpose.STAGE)]
    groups += [of(requests, Purpose.LITIGATE, Purpose.BELIEF, seat=seat) for seat in seats]
    for group in groups:
        assert len(group) > 3
        assert len({request.messages[0].content for request in group}) == 1


@in_both
def test_the_dialogue_only_grows_at_its_end(language: Language) -> None:
    for seat in (MEDIATOR, "litigant_2"):
        users = [r.messages[1].content for r in all_modules(language) if r.variables.get("seat") == seat]
        spoken = [user.partition("\n</dialogue>")[0] for user in users]
        assert spoken[0] == "<dialogue>\n" or seat != MEDIATOR
        assert all(later.startswith(earlier) for earlier, later in pairwise(spoken))
        assert len(spoken[-1]) > len(spoken[0])


@in_both
def test_what_is_volatile_comes_after_the_dialogue(language: Language) -> None:
    for request in of(all_modules(language), Purpose.MEDIATE, Purpose.LITIGATE, Purpose.BELIEF):
        user = request.messages[1].content
        tail = user.partition("\n</dialogue>")[2]
        assert tail.index("<table>") < tail.index('{"')
        assert all(brief in tail for brief in request.variables.get("briefs", ()))


@in_both
def test_nothing_about_tools_where_there_are_none(language: Language) -> None:
    without = {"mediator": ("fsm",), "litigant": ()}
    for request in (*no_modules(language), *requests_of(language, without)):
        if request.purpose in (Purpose.MEDIATE, Purpose.LITIGATE):
            assert not TOOL_WORDS.search(said(request))
    assert TOOL_WORDS.search(said(of(all_modules(language), Purpose.MEDIATE)[0]))


@in_both
def test_nothing_about_stages_where_there_are_none(language: Language) -> None:
    for request in of(no_modules(language), Purpose.MEDIATE, Purpose.LITIGATE):
        assert not STAGE_WORDS.search(said(request))


@in_both
def test_a_module_adds_its_brief_and_nothing_else(language: Language) -> None:
    plain = {"mediator": ("fsm",), "litigant": ("dbt",)}
    bare = of(no_modules(language), Purpose.MEDIATE, Purpose.LITIGATE)
    briefed = of(tuple(requests_of(language, plain)), Purpose.MEDIATE, Purpose.LITIGATE)
    for without, with_one in zip(bare[:4], briefed[:4], strict=True):
        (brief,) = with_one.variables["briefs"]
        assert with_one.messages[0] == without.messages[0]
        assert with_one.messages[1].content.replace(f"{brief}\n\n", "") == without.messages[1].content


@in_both
def test_results_are_shown_and_the_last_call_only_speaks(language: Language) -> None:
    second_round = [r for r in of(all_modules(language), Purpose.MEDIATE) if r.variables["round"] == 2]
    assert [said(request).count("<result>") for request in second_round] == [0, 1, 2]
    assert ['"action":' in said(request) for request in second_round] == [True, True, False]


@in_both
def test_the_judge_sees_no_arm_and_no_stage(language: Language) -> None:
    for request in of(all_modules(language), Purpose.JUDGE) + of(all_modules(language), Purpose.CONDUCT):
        assert not re.search(r"arm-name|backbone-name|configuration-name", said(request))
        assert not STAGE_WORDS.search(said(request))


@in_both
def test_the_outcome_is_kept_from_whoever_structures_and_negotiates(language: Language) -> None:
    for request in all_modules(language):
        shown = "settlement of the case" in said(request)
        assert shown is (request.purpose in {Purpose.JUDGE, Purpose.POINT})


@in_both
def test_proposals_are_told_by_number_with_who_stands_by_them(language: Language) -> None:
    last = of(all_modules(language), Purpose.LITIGATE, seat="litigant_3")[-1]
    table = last.messages[1].content.partition("<table>")[2].partition("</table>")[0]
    newest = {proposal.seat: proposal.number for proposal in last.variables["proposals"]}
    told = [int(n) for n in re.findall(r"(?m)^- (?:方案|Proposal )(\d+)", table)]
    assert told == sorted(newest.values())
    standing = [line for line in table.splitlines() if line.startswith(("本轮", "Said in this"))]
    assert len(standing) == 1
    assert len(re.findall(rf"(?:方案|proposal ){told[-1]}", standing[0])) == 2


@in_both
@pytest.mark.parametrize(
    ("stance", "told"),
    [
        ("accept", r"接受方案7|accepts proposal 7"),
        ("reject", "不接受|does not accept"),
        ("withdraw", "退出|withdraws"),
    ],
)
def test_a_stance_is_told_beside_the_words(language: Language, stance: str, told: str) -> None:
    utterance = {"round": 3, "text": HOSTILE, "stance": stance, "accepted": 7, "tabled": None}
    text = render("mediation/utterance", language, utterance=utterance, speaker="A", offer=None)
    assert re.search(f"<stance>({told})", text)
    assert as_data(HOSTILE) in text
