"""A person in the chair: the same talks as any other, with tools, private talks and an end of one's own."""

import asyncio
from collections.abc import Iterable, Sequence

import pytest

from cogmed_core.domain.case import Language
from cogmed_core.domain.episode import Episode, Outcome
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.domain.practice import Adjourn, Caucus, Move, Say, UseTool
from cogmed_core.errors import ModelError
from cogmed_core.llm.offline import Offline
from cogmed_core.llm.protocol import ChatModel, Purpose
from cogmed_core.llm.scripted import Scripted
from cogmed_core.practice.chair import PRIVATE_TALK
from cogmed_core.practice.play import HUMAN, Sitting
from tests.core.mediation.people import Line, Posing, a_scenario, accepts, assignment, cast, offers, says

CONFIDES = {"thought": "careful", "text": "Between us, I need the money by May."}


class Confiding(Posing):
    """A cast that also answers in private."""


def confiding(lines: dict[tuple[int, str], Line] | None = None) -> Scripted:
    return cast(lines, {Purpose.CONFIDE: lambda _: CONFIDES}, kind=Confiding)


def sitting_of(model: ChatModel, moves: Iterable[Move], language: Language = "en") -> Sitting:
    given = assignment(HUMAN, a_scenario(2, language), backbone=model.name)
    left = iter(moves)

    async def next_move() -> Move:
        return next(left)

    return Sitting(given, {model.name: model}, next_move, lambda: None, lambda: None)


def played(model: ChatModel, moves: Sequence[Move]) -> tuple[Sitting, Episode]:
    sitting = sitting_of(model, moves)
    return sitting, asyncio.run(sitting.run())


def test_all_accept_what_the_person_proposes() -> None:
    script = {(1, "litigant_1"): accepts(1), (1, "litigant_2"): accepts(1)}
    _, episode = played(confiding(script), [Say(text="Please look at this.", proposal="Ben pays 60000 by May.")])
    assert (episode.outcome, episode.rounds, episode.settlement) == (Outcome.AGREEMENT, 1, "1. Ben pays 60000 by May.")
    assert (episode.configuration, episode.utterances[0].text) == ("human", "Please look at this.")


def test_a_tools_result_is_the_persons_alone() -> None:
    model = confiding()
    _, episode = played(model, [UseTool(name="perform_reality_check", party="litigant_2"), Say(text="So."), Adjourn()])
    assert [(one.name, one.arguments) for one in episode.actions] == [
        ("perform_reality_check", {"party": "litigant_2"})
    ]
    assert "weak" in episode.actions[0].result and "weak" not in episode.dialogue


def test_who_adjourns_ends_in_a_deadlock_with_the_rounds_that_were_held() -> None:
    _, episode = played(confiding(), [Say(text="One."), Say(text="Two."), Adjourn()])
    assert (episode.outcome, episode.rounds, episode.settlement) == (Outcome.DEADLOCK, 2, None)


def test_a_failing_model_fails_the_sitting_and_keeps_what_was_said() -> None:
    failing = confiding({(1, "litigant_2"): ModelError("gone")})
    _, episode = played(failing, [Say(text="Welcome.")])
    assert (episode.status, episode.outcome, len(episode.utterances)) == ("failed", None, 2)


def test_a_private_talk_reaches_the_one_side_alone() -> None:
    model = confiding({(1, "litigant_1"): offers("80000")})
    moves = [Caucus(party="litigant_1", text="What worries you?"), Say(text="Thank you both."), Adjourn()]
    sitting, episode = played(model, moves)
    told = {
        seat: [
            request.messages[1].content
            for request in model.requests
            if request.variables.get("seat") == seat and request.purpose in (Purpose.LITIGATE, Purpose.BELIEF)
        ]
        for seat in ("litigant_1", "litigant_2")
    }
    assert all("What worries you?" in prompt for prompt in told["litigant_1"])
    assert CONFIDES["text"] in told["litigant_1"][-1]
    assert not any("worries" in prompt or "between us" in prompt.lower() for prompt in told["litigant_2"])
    assert "worries" not in episode.dialogue and len(episode.utterances) == 3
    (talk,) = episode.actions
    assert (talk.name, talk.result) == (PRIVATE_TALK, CONFIDES["text"])
    assert [(one.speaker, one.litigant) for one in sitting.table.remarks] == [
        (MEDIATOR, "litigant_1"),
        ("litigant_1", "litigant_1"),
    ]


def test_nothing_of_a_private_talk_enters_the_settlement() -> None:
    script = {(1, "litigant_1"): accepts(1), (1, "litigant_2"): accepts(1)}
    model = confiding(script)
    played(model, [Caucus(party="litigant_2", text="Your secret?"), Say(text="Well?", proposal="Half.")])
    (draft,) = [request for request in model.requests if request.purpose is Purpose.DRAFT]
    assert "secret" not in draft.messages[1].content and "Between us" not in draft.messages[1].content


def test_it_stands_where_it_was_said_between_what_was_said_openly() -> None:
    model = confiding()
    moves = [Say(text="First."), Caucus(party="litigant_1", text="Aside."), Say(text="Second."), Adjourn()]
    played(model, moves)
    last = [r for r in model.requests if r.purpose is Purpose.LITIGATE and r.variables["seat"] == "litigant_1"][-1]
    read = last.messages[1].content
    assert read.index("First.") < read.index("Aside.") < read.index(CONFIDES["text"]) < read.index("Second.")
    assert [one.position for one in last.variables["utterances"]] == list(range(1, 7))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_offline_litigants_answer_in_private_without_their_bottom_line(language: Language) -> None:
    question = {"zh": "您真正在意的是什么？能让到多少？", "en": "What really matters to you? How far could you move?"}[
        language
    ]
    moves = [Say(text="…"), *(Caucus(party=f"litigant_{n}", text=question) for n in (1, 2)), Adjourn()]
    sitting = sitting_of(Offline("offline"), moves, language)
    episode = asyncio.run(sitting.run())
    answers = {one.arguments["party"]: one.result for one in episode.actions}
    assert all(answers.values()) and len(set(answers.values())) == 2
    for profile in sitting.assignment.profiles.profiles:
        assert profile.bottom_line not in answers[profile.seat]
    assert {belief.seat for belief in episode.beliefs} == {"litigant_1", "litigant_2"}


def test_played_again_the_moves_give_the_same_talks() -> None:
    moves = [
        Say(text="先听听各方的想法。"),
        Caucus(party="litigant_2", text="您有什么顾虑？"),
        Say(text="各退一步如何？"),
        Adjourn(),
    ]
    once, again = (asyncio.run(sitting_of(Offline("offline"), moves, "zh").run()) for _ in range(2))
    assert once == again and len(once.utterances) == 6


def test_a_refused_private_talk_is_an_end_with_its_reason() -> None:
    model = cast({}, {Purpose.CONFIDE: lambda _: says()}, kind=Confiding)
    _, episode = played(model, [Caucus(party="litigant_1", text="Hello?")])
    assert (episode.status, episode.error_kind) == ("failed", "reply")
