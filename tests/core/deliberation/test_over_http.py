"""The frameworks over real HTTP: as many calls as the paper says, with the messages it says, all accounted for."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from cogmed_core.deliberation.deliberate import Deliberation, Sitting, deliberate
from cogmed_core.deliberation.framework import Framework
from cogmed_core.domain.question import YesNoQuestion
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.response_cache import ResponseCache
from tests.core.deliberation.brain import deliberating
from tests.core.deliberation.given import FRAMEWORKS, MAD, PARROTS, SINGLE, THREE_PLY, a_question
from tests.core.llm.given import a_backbone
from tests.servers.fault_server import FaultServer
from tests.servers.openai_server import OpenAIServer, tokens_of

QUESTIONS = [
    a_question(f"Is clause {number} binding?", "zh" if number % 2 else "en", question_id=str(number))
    for number in range(12)
]


def run(
    server: OpenAIServer,
    framework: Framework,
    questions: list[YesNoQuestion],
    cache: ResponseCache | None = None,
) -> list[Deliberation]:
    async def all_at_once() -> list[Deliberation]:
        backbone = a_backbone(server.base_url, timeout=5, max_concurrency=64, price_input=1.0, price_output=2.0)
        model = open_model(backbone, {}, cache)
        sittings = [Sitting(question, framework, 0, temperature=0.3, fingerprint="f") for question in questions]
        try:
            return list(await asyncio.gather(*(deliberate(sitting, model) for sitting in sittings)))
        finally:
            await model.close()
            if cache is not None:
                cache.close()

    return asyncio.run(all_at_once())


@pytest.mark.parametrize(("framework", "calls"), [(SINGLE, 1), (MAD, 9), (THREE_PLY, 4)])
def test_calls_counted_at_the_server_are_the_papers(framework: Framework, calls: int) -> None:
    with OpenAIServer(deliberating) as server:
        done = run(server, framework, QUESTIONS)
    assert server.requests == server.answered == calls * len(QUESTIONS)
    assert {each.verdict.calls for each in done} == {calls}
    assert {each.verdict.status for each in done} == {"finished"}


def test_parrots_take_two_calls_an_exchange_and_three_exchanges_at_most() -> None:
    with OpenAIServer(deliberating) as server:
        done = run(server, PARROTS, QUESTIONS)
    calls = Counter(each.verdict.calls for each in done)
    assert calls.keys() == {3, 5, 7}
    assert server.requests == sum(count * times for count, times in calls.items())


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda framework: framework.name)
def test_every_call_is_a_system_and_a_user_message_with_the_question_and_a_schema(framework: Framework) -> None:
    with OpenAIServer(deliberating) as server:
        run(server, framework, QUESTIONS[:1])
    for body in server.bodies:
        assert [message["role"] for message in body["messages"]] == ["system", "user"]
        assert "Is clause 0 binding?" in body["messages"][1]["content"]
        assert body["response_format"]["type"] == "json_schema"
        assert body["temperature"] == 0.3


def test_the_first_round_of_mad_differs_in_its_seeds_alone_and_later_ones_in_what_is_read() -> None:
    with OpenAIServer(deliberating) as server:
        (done,) = run(server, MAD, QUESTIONS[:1])
    first, later = server.bodies[:3], server.bodies[3:]
    assert len({_prompt(body) for body in first}) == 1
    assert len({body["seed"] for body in first}) == 3
    assert len({_prompt(body) for body in later}) == 6
    explanations = {step.agent: step.text for step in done.verdict.steps if step.round == 0}
    by_seed = {body["seed"]: _prompt(body) for body in later[:3]}
    for agent, body in zip(sorted(explanations), sorted(first, key=lambda body: _order(done, body)), strict=True):
        own, _, others = by_seed[body["seed"]].partition("</own>")
        assert explanations[agent] in own
        assert explanations[agent] not in others
        assert all(text in others for other, text in explanations.items() if other != agent)


def test_tokens_and_cost_are_the_servers() -> None:
    with OpenAIServer(deliberating) as server:
        done = run(server, MAD, QUESTIONS)
        asked = sum(tokens_of(message["content"]) for body in server.bodies for message in body["messages"])
    assert sum(each.verdict.prompt_tokens for each in done) == asked
    for each in done:
        expected = (each.verdict.prompt_tokens + 2 * each.verdict.completion_tokens) / 1_000_000
        assert each.verdict.cost == pytest.approx(expected)
        assert len(each.exchanges) == each.verdict.calls


def test_a_second_time_costs_nothing_and_is_the_same_record(tmp_path: Any) -> None:
    with OpenAIServer(deliberating) as server:
        first = run(server, MAD, QUESTIONS, ResponseCache(tmp_path / "cache.sqlite"))
        made = server.requests
        second = run(server, MAD, QUESTIONS, ResponseCache(tmp_path / "cache.sqlite"))
        single = run(server, SINGLE, QUESTIONS, ResponseCache(tmp_path / "cache.sqlite"))
        assert server.requests == made, "the single answer is agent 1's first"
    assert [each.verdict for each in first] == [each.verdict for each in second]
    assert [each.cached_calls for each in second] == [9] * len(QUESTIONS)
    assert [each.verdict.answer for each in single] == [each.verdict.steps[0].answer for each in first]


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda framework: framework.name)
def test_at_a_fifth_of_mixed_faults_every_question_is_decided(framework: Framework) -> None:
    with FaultServer(share=0.2, seed=3, answer=deliberating) as server:
        done = run(server, framework, QUESTIONS)
    assert [each.verdict.error for each in done] == [None] * len(QUESTIONS)
    assert server.answered == sum(each.verdict.calls for each in done)


def test_an_endpoint_that_refuses_fails_the_question_and_no_other() -> None:
    def answer(body: dict[str, Any]) -> Any:
        if "clause 3" in str(body["messages"]):
            return FaultServer(["refused"])._answer_or_fail(body)
        return deliberating(body)

    with OpenAIServer(answer) as server:
        done = run(server, THREE_PLY, QUESTIONS)
    failed = [each.verdict for each in done if each.verdict.status == "failed"]
    assert [(verdict.question_id, verdict.error_kind, verdict.answer) for verdict in failed] == [("3", "refused", None)]


def _prompt(body: dict[str, Any]) -> str:
    return "\n".join(message["content"] for message in body["messages"])


def _order(done: Deliberation, body: dict[str, Any]) -> int:
    """Return the place of an agent by the reply to its first request."""
    replies = [step.text for step in done.verdict.steps[:3]]
    return next(place for place, text in enumerate(replies) if text in deliberating(body))
