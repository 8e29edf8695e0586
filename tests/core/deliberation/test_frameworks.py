"""Each framework from question to verdict: how many calls, in which order, what is decided, what a failure leaves."""

import asyncio
from collections import Counter
from itertools import product

import pytest

from cogmed_core.deliberation.deliberate import Sitting, deliberate
from cogmed_core.deliberation.framework import Framework
from cogmed_core.deliberation.registry import framework_of
from cogmed_core.domain.question import Unanswered
from cogmed_core.errors import AccessError, ConfigurationError, EndpointError
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Purpose
from cogmed_core.llm.scripted import Scripted
from tests.core.deliberation.given import (
    FRAMEWORKS,
    MAD,
    PARROTS,
    SINGLE,
    THREE_PLY,
    a_question,
    cast,
    decided,
    in_turn,
    opinion,
    response,
)

P = Purpose


@pytest.mark.parametrize(
    ("framework", "purposes"),
    [
        (SINGLE, [P.ANSWER]),
        (MAD, [P.ANSWER] * 3 + [P.REVISE] * 6),
        (THREE_PLY, [P.ARGUE] * 3 + [P.RULE]),
        (PARROTS, [P.ANSWER, P.CHALLENGE, P.RESPOND]),
        (framework_of("quick", {"kind": "mad", "agents": 2, "rounds": 0}), [P.ANSWER] * 2),
        (framework_of("five", {"kind": "mad", "agents": 5, "rounds": 1}), [P.ANSWER] * 5 + [P.REVISE] * 5),
        (framework_of("short", {"kind": "three_ply", "plies": 2}), [P.ARGUE] * 2 + [P.RULE]),
        (framework_of("long", {"kind": "three_ply", "plies": 5}), [P.ARGUE] * 5 + [P.RULE]),
        (framework_of("apart", {"kind": "parrots", "one_call": False}), [P.ANSWER] + [P.CHALLENGE] * 4 + [P.RESPOND]),
    ],
    ids=lambda value: value.name if hasattr(value, "name") else "",
)
def test_calls_come_in_order_and_as_many_as_told(framework: Framework, purposes: list[Purpose]) -> None:
    model = cast()
    verdict = decided(framework, model).verdict
    assert [request.purpose for request in model.requests] == purposes
    assert framework.calls[0] <= verdict.calls == len(purposes) <= framework.calls[1]
    assert (verdict.status, verdict.answer) == ("finished", True)


@pytest.mark.parametrize(("wishes", "exchanges"), [([False], 1), ([True, False], 2), ([True] * 3, 3)])
def test_parrots_go_on_while_alex_wants_to_and_three_times_at_most(wishes: list[bool], exchanges: int) -> None:
    replies = [response("yes", wish) for wish in wishes]
    verdict = decided(PARROTS, cast({P.RESPOND: in_turn(*replies)})).verdict
    assert verdict.calls == 1 + 2 * exchanges
    assert Counter(step.agent for step in verdict.steps) == {
        "alex": 1 + exchanges,
        **dict.fromkeys(("socratic", "sceptic", "eclectic", "aristotelian"), exchanges),
    }


def test_the_parrots_last_word_is_alexs() -> None:
    replies = in_turn(response("no", True), response("I don't know", True), response("yes", True, "convinced"))
    verdict = decided(PARROTS, cast({P.ANSWER: lambda _: opinion("no"), P.RESPOND: replies})).verdict
    assert (verdict.answer, verdict.rationale) == (True, "convinced")
    assert [step.answer for step in verdict.steps if step.agent == "alex"] == [False, False, None, True]


@pytest.mark.parametrize("answers", list(product(["yes", "no", "who knows"], repeat=3)))
def test_mad_takes_the_majority_of_the_last_answers_and_breaks_no_tie(answers: tuple[str, str, str]) -> None:
    last = iter(answers)
    seen: Counter[Purpose] = Counter()

    def revise(request: ChatRequest) -> dict[str, object]:
        seen[request.purpose] += 1
        return opinion("no" if seen[request.purpose] <= 3 else next(last), why=f"reason {seen[request.purpose]}")

    verdict = decided(MAD, cast({P.REVISE: revise})).verdict
    ayes, noes = answers.count("yes"), answers.count("no")
    assert verdict.answer is (None if ayes == noes else ayes > noes)
    if ayes == noes:
        assert verdict.unanswered is (Unanswered.TIE if ayes else Unanswered.SILENCE)
        assert verdict.rationale == ""
    else:
        first = answers.index("yes" if ayes > noes else "no")
        assert (verdict.unanswered, verdict.rationale) == (None, f"reason {4 + first}")


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda framework: framework.name)
def test_who_commits_to_nothing_leaves_it_unanswered(framework: Framework) -> None:
    shrug = opinion("It depends.")
    answers = {P.ANSWER: lambda _: shrug, P.REVISE: lambda _: shrug, P.RULE: lambda _: shrug}
    verdict = decided(framework, cast({**answers, P.RESPOND: lambda _: response("")})).verdict
    assert (verdict.status, verdict.answer, verdict.unanswered) == ("finished", None, Unanswered.SILENCE)
    assert [step.stated for step in verdict.steps if step.stated is not None][-1] in ("It depends.", "")


def test_a_truth_value_is_an_answer_too() -> None:
    assert decided(SINGLE, cast({P.ANSWER: lambda _: opinion(False)})).verdict.answer is False


def test_the_first_agent_answers_as_the_single_model_does_and_the_others_draw_anew() -> None:
    models = [cast() for _ in FRAMEWORKS]
    for framework, model in zip(FRAMEWORKS, models, strict=True):
        decided(framework, model, seed=5)
    single, mad, _, parrots = (model.requests for model in models)
    assert single[0] == mad[0] == parrots[0]
    assert {request.messages for request in mad[:3]} == {single[0].messages}
    assert len({request.seed for request in mad[:3]}) == 3
    assert [request.seed for request in mad] == [request.seed for request in mad[:3]] * 3
    assert all(0 <= request.seed < 2**31 for request in mad)


def test_agents_of_different_seeds_never_share_one() -> None:
    model = cast()
    for seed in range(50):
        decided(MAD, model, seed=seed)
    firsts = [request.seed for request in model.requests if request.purpose is P.ANSWER]
    assert len(set(firsts)) == len(firsts) == 150


@pytest.mark.parametrize("failing", range(9))
def test_a_failure_is_kept_with_all_that_was_said_and_paid_for(failing: int) -> None:
    calls = iter(range(9))

    def answer(_request: ChatRequest) -> dict[str, str] | EndpointError:
        return EndpointError("nobody answers") if next(calls) == failing else opinion()

    model = cast({P.ANSWER: answer, P.REVISE: answer})
    verdict = decided(MAD, model).verdict
    assert (verdict.status, verdict.error_kind, verdict.answer) == ("failed", "endpoint", None)
    begun = 3 * (failing // 3 + 1)
    assert len(model.requests) == begun, "the others of the round are heard out, the next round never begins"
    assert len(verdict.steps) == verdict.calls == begun - 1


def test_a_wrong_key_stops_everything() -> None:
    with pytest.raises(AccessError):
        decided(MAD, cast({P.ANSWER: lambda _: AccessError("no such key")}))


def test_a_reply_that_is_no_answer_at_all_is_asked_for_again() -> None:
    model = cast({P.ANSWER: in_turn("Well, yes.", opinion("no"))})
    verdict = decided(SINGLE, model).verdict
    assert (verdict.answer, verdict.calls) == (False, 2)


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda framework: framework.name)
def test_the_same_again_is_the_same_record(framework: Framework) -> None:
    first, second = (decided(framework, cast(), seed=3).verdict for _ in range(2))
    assert first.model_dump_json() == second.model_dump_json()


def test_those_who_do_not_hear_each_other_speak_at_once() -> None:
    sizes = {"mad": [3] * 3, "single": [1], "three_ply": [1] * 4, "parrots": [1] * 3, "apart": [1, 4, 1]}
    frameworks = [*FRAMEWORKS, framework_of("apart", {"kind": "parrots", "one_call": False})]
    for framework in frameworks:
        together = Together(cast())
        sitting = Sitting(a_question(), framework, 0, temperature=0.3, fingerprint="f")
        asyncio.run(deliberate(sitting, together))
        assert together.sizes == sizes[framework.name]


class Together:
    """Answers only when nobody else is about to ask, and counts who asked at the same time."""

    synthetic = True
    name = "together"

    def __init__(self, model: Scripted) -> None:
        self._model = model
        self._waiting = 0
        self.sizes: list[int] = []

    async def complete(self, request: ChatRequest) -> ChatReply:
        self._waiting += 1
        for _ in range(20):
            await asyncio.sleep(0)
        if self._waiting:
            self.sizes.append(self._waiting)
            self._waiting = 0
        return await self._model.complete(request)

    async def close(self) -> None:
        await self._model.close()


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("debate", None),
        ("mine", {"kind": "debate"}),
        ("mad", {"agents": 1}),
        ("mad", {"rounds": -1}),
        ("mad", {"agents": "three"}),
        ("mad", {"temperature": 1}),
        ("three_ply", {"plies": 1}),
        ("parrots", {"exchanges": 0}),
        ("parrots", {"perspectives": []}),
        ("parrots", {"perspectives": ["cynic"]}),
        ("parrots", {"perspectives": ["sceptic", "sceptic"]}),
        ("my.mad", {"kind": "mad"}),
    ],
)
def test_a_wrong_framework_is_named(name: str, variant: dict[str, object] | None) -> None:
    with pytest.raises(ConfigurationError, match="framework"):
        framework_of(name, variant)
