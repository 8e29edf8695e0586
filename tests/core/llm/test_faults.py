"""Every fault of the fault server through the whole assembled model: outlived, forgiven, re-asked or named."""

import asyncio
import time
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from cogmed_core.errors import AccessError, EndpointError, ModelError, RefusedError, ReplyError
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.failures import ContextError
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.structured import ask, ask_text
from tests.core.llm.given import a_backbone, a_request
from tests.servers.fault_server import FORGIVEN, PASSING, PERMANENT, UNUSABLE, FaultServer

GOOD = '{"text": "我方同意。分三期。", "stance": "accept", "number": 2}'


class Answer(BaseModel):
    text: str = Field(min_length=1)
    stance: Literal["accept", "reject"]
    number: int = Field(ge=1)


class Asked:
    """What came of asking once through an assembled model."""

    def __init__(self, server: FaultServer, key: str | None = None, **fields: Any) -> None:
        self.ledger = Ledger()
        self.value: Answer | None = None
        self.error: ModelError | None = None
        started = time.perf_counter()
        asyncio.run(self._ask(server, key, fields))
        self.seconds = time.perf_counter() - started

    async def _ask(self, server: FaultServer, key: str | None, fields: dict[str, Any]) -> None:
        backbone = a_backbone(server.base_url, **{"timeout": 0.5, "api_key_env": "MY_KEY", **fields})
        model = open_model(backbone, {"MY_KEY": key} if key else {})
        try:
            self.value = await ask(Metered(model, "litigant", self.ledger), a_request(), Answer)
        except ModelError as error:
            self.error = error
        finally:
            await model.close()


def good(_body: dict[str, Any]) -> str:
    return GOOD


@pytest.mark.parametrize("fault", PASSING)
def test_what_passes_is_outlived(fault: str) -> None:
    with FaultServer([fault], answer=good) as server:
        asked = Asked(server)
    assert asked.value == Answer.model_validate_json(GOOD)
    assert server.requests == 2
    assert server.answered == asked.ledger.usage()[0].calls == 1


@pytest.mark.parametrize("fault", FORGIVEN)
def test_bad_form_takes_no_second_call(fault: str) -> None:
    with FaultServer([fault], answer=good) as server:
        asked = Asked(server)
    assert asked.value is not None and (asked.value.stance, asked.value.number) == ("accept", 2)
    assert asked.value.text.split() == (["我方同意", "分三期"] if fault == "raw_line_break" else ["我方同意。分三期。"])
    assert server.requests == server.answered == 1


@pytest.mark.parametrize("fault", UNUSABLE)
def test_an_unusable_reply_is_asked_for_again(fault: str) -> None:
    with FaultServer([fault], answer=good) as server:
        asked = Asked(server)
    assert asked.value == Answer.model_validate_json(GOOD)
    assert server.requests == server.answered == asked.ledger.usage()[0].calls == 2
    assert sum(asked.ledger.reasks.values()) == 1
    second = server.bodies[1]
    if fault == "length":
        assert asked.ledger.reasks == {"truncated": 1}
        assert second["messages"] == server.bodies[0]["messages"]
        assert second["max_tokens"] > 0 and "max_tokens" not in server.bodies[0]
    else:
        assert second["messages"][-1]["role"] == "user" and "无法采用" in second["messages"][-1]["content"]
    if fault == "circles":
        assert asked.ledger.reasks == {"circles": 1}
    assert len(str(second)) < 8000, "a huge reply is not sent back whole"


def test_a_reply_cut_off_twice_is_asked_for_in_shorter_form() -> None:
    with FaultServer(["length", "length"], answer=good) as server:
        asked = Asked(server)
    assert asked.value is not None
    assert "cut off" in server.bodies[2]["messages"][-1]["content"]
    assert server.bodies[2]["max_tokens"] == server.bodies[1]["max_tokens"]


PERMANENT_ERRORS = {
    "bad_key": (AccessError, "MY_KEY"),
    "forbidden": (AccessError, "MY_KEY"),
    "no_model": (AccessError, "[backbones.mine]"),
    "refused": (RefusedError, "inappropriate"),
    "refused_midway": (RefusedError, "content_filter"),
    "too_long": (ContextError, "4096"),
    "bad_request": (EndpointError, "temperature"),
}


@pytest.mark.parametrize("fault", PERMANENT)
def test_what_cannot_pass_is_named_after_one_request(fault: str) -> None:
    with FaultServer([fault] * 9, answer=good) as server:
        asked = Asked(server, key="sk-secret")
    kind, named = PERMANENT_ERRORS[fault]
    assert type(asked.error).__mro__.count(kind) == 1
    assert named in str(asked.error) and "\n" not in str(asked.error)
    assert "sk-secret" not in str(asked.error)
    assert server.requests == 1 and asked.seconds < 2


def test_a_refusal_is_counted_by_category() -> None:
    with FaultServer(["refused"], answer=good) as server:
        asked = Asked(server)
    assert asked.ledger.refusals == {"data_inspection_failed": 1}
    assert asked.ledger.errors == {"refused": 1}
    assert asked.ledger.usage() == ()


def test_a_model_that_never_makes_sense_is_given_up() -> None:
    with FaultServer(share=1.0, mixed=["prose"], answer=good) as server:
        asked = Asked(server)
    assert isinstance(asked.error, ReplyError) and "我同意对方的方案" in str(asked.error)
    assert server.requests == asked.ledger.usage()[0].calls == 6


def test_nobody_there_is_found_out_in_bounded_time() -> None:
    with FaultServer(answer=good) as server:
        pass
    with pytest.raises(EndpointError, match=r"base_url of \[backbones\.mine\]"):
        asyncio.run(one_short_attempt(server.base_url))


async def one_short_attempt(base_url: str) -> None:
    from cogmed_core.llm.openai_compatible import OpenAICompatible

    await OpenAICompatible(a_backbone(base_url), None).complete(a_request())


def test_a_wrong_protocol_and_an_unknown_host_are_named() -> None:
    with FaultServer(answer=good) as server, pytest.raises(EndpointError, match="SSL"):
        asyncio.run(one_short_attempt(server.base_url.replace("http:", "https:")))
    with pytest.raises(EndpointError, match=r"no-such-host\.invalid"):
        asyncio.run(one_short_attempt("http://no-such-host.invalid/v1"))


def fact(number: int) -> str:
    return f"第{number}项：双方同意分期支付，逾期按日计息。"


def structured_fact(body: dict[str, Any]) -> str:
    number = int(body["messages"][1]["content"])
    return f'{{"text": "{fact(number)}", "stance": "accept", "number": {number}}}'


def plain_fact(body: dict[str, Any]) -> str:
    return fact(int(body["messages"][1]["content"]))


async def asked_structured(model: ChatModel, number: int) -> str:
    answer = await ask(model, a_request(str(number)), Answer)
    assert answer.number == number
    return answer.text


async def asked_plain(model: ChatModel, number: int) -> str:
    return await ask_text(model, a_request(str(number)))


PASSING_MIX = ("429", "500", "503", "reset_mid_body", "not_json")
JSON_MIX = (*PASSING_MIX, "think", "fence", "trailing_comma", "twice", "full_width", "empty", "prose", "length", "half")
TEXT_MIX = (*PASSING_MIX, "think", "think_empty", "think_unclosed", "fence_plain", "empty", "null", "length")


@pytest.mark.parametrize(
    ("tell", "asked_for", "mixed"),
    [(structured_fact, asked_structured, JSON_MIX), (plain_fact, asked_plain, TEXT_MIX)],
)
def test_of_400_replies_under_mixed_faults_none_is_silently_wrong(
    tell: Any, asked_for: Any, mixed: tuple[str, ...], tmp_path: Path
) -> None:
    """One in five requests fails in some way; every answer is right, and the server's count is the ledger's."""
    ledger = Ledger()

    async def everything(base_url: str) -> list[str]:
        cache = ResponseCache(tmp_path / "cache.sqlite")
        opened = open_model(a_backbone(base_url, timeout=2.0, max_concurrency=64), {}, cache)
        model = Metered(opened, "litigant", ledger)
        try:
            return await asyncio.gather(*(asked_for(model, number) for number in range(1, 401)))
        finally:
            await opened.close()
            cache.close()

    with FaultServer(share=0.2, mixed=mixed, answer=tell, seed=3) as server:
        assert asyncio.run(everything(server.base_url)) == [fact(number) for number in range(1, 401)]
        first_run = server.requests
        assert server.answered == ledger.usage()[0].calls
        assert first_run <= 1.30 * 400
        assert asyncio.run(everything(server.base_url)) == [fact(number) for number in range(1, 401)]
        assert server.requests == first_run, "a second run is answered from the cache"
