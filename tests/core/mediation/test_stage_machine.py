"""The stage machine: one evaluation before every round, illegal proposals refused and recorded, drafting locked."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogmed_core.domain.dialogue import Stage
from cogmed_core.domain.episode import StageDecision
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.scripted import Scripted
from cogmed_core.prompts.render import render
from tests.core.mediation.people import Answer, Fields, asked_for, cast, play, prompt, speech

OPEN, EXPL, NEGO, DRAFT = Stage
LEGAL = {(OPEN, OPEN), (OPEN, EXPL), (EXPL, EXPL), (EXPL, NEGO), (NEGO, NEGO), (NEGO, DRAFT), (DRAFT, DRAFT)}
WAY_TO = {OPEN: [], EXPL: [EXPL], NEGO: [EXPL, NEGO], DRAFT: [EXPL, NEGO, DRAFT]}


def run(proposed: Sequence[Stage], configuration: str = "full") -> tuple[tuple[StageDecision, ...], Scripted]:
    """Play as many rounds as there are proposals of the evaluator."""
    answers: dict[Purpose, Answer] = {
        Purpose.STAGE: lambda r: {"reason": f"why {r.variables['round']}", "stage": proposed[r.variables["round"] - 1]}
    }
    model = cast(answers=answers)
    return play(model, configuration, rounds=len(proposed)).episode.stages, model


@pytest.mark.parametrize(("now", "proposed"), list(product(Stage, Stage)))
def test_all_sixteen_transitions(now: Stage, proposed: Stage) -> None:
    decisions, _ = run([OPEN, *WAY_TO[now], proposed])
    legal = (now, proposed) in LEGAL
    last = decisions[-1]
    assert (last.proposed, last.refused, last.stage) == (proposed, not legal, proposed if legal else now)
    assert now.may_become(proposed) is legal


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(Stage), min_size=1, max_size=8))
def test_no_evaluator_skips_goes_back_or_leaves_drafting(proposed: list[Stage]) -> None:
    decisions, _ = run(proposed)
    stages = [decision.stage for decision in decisions]
    assert [(d.round, d.proposed) for d in decisions] == list(enumerate(proposed, start=1))
    assert stages[0] is Stage.OPENING
    assert set(pairwise(stages)) <= LEGAL
    assert all(decision.refused is (decision.proposed is not decision.stage) for decision in decisions)


def test_a_mediation_begins_with_the_opening() -> None:
    decisions, model = run([EXPL, EXPL])
    assert [(d.proposed, d.stage, d.refused) for d in decisions] == [(EXPL, OPEN, True), (EXPL, EXPL, False)]
    allowed = [request.variables["allowed"] for request in asked_for(model, Purpose.STAGE)]
    assert allowed == [(OPEN,), (OPEN, EXPL)]


def test_the_evaluation_comes_before_the_round_and_sees_what_was_said_before_it() -> None:
    _, model = run([OPEN, EXPL, NEGO, DRAFT])
    order = [r.purpose for r in model.requests if r.purpose in (Purpose.STAGE, Purpose.MEDIATE)]
    assert order == [Purpose.STAGE, Purpose.MEDIATE] * 4
    for number, request in enumerate(asked_for(model, Purpose.STAGE), start=1):
        assert request.variables["round"] == number
        assert len(request.variables["utterances"]) == 3 * (number - 1)


def test_the_directive_is_that_of_the_stage_in_force() -> None:
    decisions, model = run([OPEN, EXPL, DRAFT, NEGO, OPEN, DRAFT, EXPL])
    assert [d.stage for d in decisions] == [OPEN, EXPL, EXPL, NEGO, NEGO, DRAFT, DRAFT]
    directives = {stage: render(f"mediation/modules/fsm/{stage}", "en") for stage in Stage}
    spoken = asked_for(model, Purpose.MEDIATE)
    told = [[stage for stage, text in directives.items() if text in prompt(request)] for request in spoken]
    assert told == [[d.stage] for d in decisions]


def test_a_refusal_is_recorded_with_its_reason_and_told_in_the_episode() -> None:
    decisions, _ = run([OPEN, NEGO])
    assert decisions[1] == StageDecision(round=2, proposed=NEGO, stage=OPEN, refused=True, reason="why 2")


def test_every_utterance_of_a_round_carries_its_stage() -> None:
    order = [OPEN, EXPL, NEGO]
    answers = {Purpose.STAGE: lambda r: {"reason": "r", "stage": order[r.variables["round"] - 1]}}
    episode = play(cast(answers=answers), rounds=3).episode
    assert [(u.round, u.stage) for u in episode.utterances] == [
        (n, s) for n, s in enumerate(order, 1) for _ in range(3)
    ]


@pytest.mark.parametrize("bad", ["closing", "", "Opening", None, 1])
def test_a_stage_that_does_not_exist_is_asked_for_again(bad: object) -> None:
    replies: Iterator[Fields] = iter([{"reason": "r", "stage": bad}, {"reason": "r", "stage": "opening"}])
    model = cast({(1, "mediator"): speech()}, {Purpose.STAGE: lambda _: next(replies)})
    (decision,) = play(model, rounds=1).episode.stages
    assert (decision.stage, decision.refused) == (OPEN, False)
    assert "stage" in asked_for(model, Purpose.STAGE)[1].messages[-1].content


def test_the_evaluator_is_a_role_of_its_own() -> None:
    usage = play(cast(), rounds=3).episode.usage
    assert {(line.role, line.calls) for line in usage} == {("stage_evaluator", 3), ("mediator", 3), ("litigant", 12)}
