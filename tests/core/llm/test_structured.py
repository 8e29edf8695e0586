"""Asking for a record: bounded re-asks with the reason, nothing guessed."""

import asyncio
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field, ValidationInfo, field_validator

from cogmed_core.errors import EndpointError, ReplyError
from cogmed_core.llm.scripted import Scripted
from cogmed_core.llm.structured import ask
from tests.core.llm.given import a_request


class Offer(BaseModel):
    """A reply as the agents use them."""

    text: str = Field(min_length=1)
    stance: Literal["accept", "reject"]
    number: int | None = Field(ge=1)

    @field_validator("number")
    @classmethod
    def on_the_table(cls, number: int | None, info: ValidationInfo) -> int | None:
        if number is not None and number not in (info.context or {}).get("numbers", ()):
            raise ValueError("no such proposal")
        return number


GOOD = '{"text": "同意", "stance": "accept", "number": 2}'


def asked(*replies: Any, reasks: int = 2, language: str = "zh") -> tuple[Offer, Scripted]:
    model = Scripted("script", replies)
    request = a_request(language=language)
    return asyncio.run(ask(model, request, Offer, context={"numbers": {2}}, reasks=reasks)), model


def test_a_good_reply_takes_one_call_with_the_schema_in_it() -> None:
    offer, model = asked(GOOD)
    assert offer == Offer.model_construct(text="同意", stance="accept", number=2)
    assert len(model.requests) == 1
    schema = model.requests[0].schema
    assert schema is not None and schema.name == "Offer"
    assert schema.schema["required"] == ["text", "stance", "number"]


@pytest.mark.parametrize(
    "reply", [f"```json\n{GOOD}\n```", f"好的，如下：\n{GOOD}", f"{GOOD}\n以上。", f"<think>嗯</think>{GOOD}"]
)
def test_what_stands_around_the_json_does_no_harm(reply: str) -> None:
    assert asked(reply)[0].number == 2


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("我同意。", "JSON"),
        ("", "empty"),
        (GOOD[:-10], "JSON"),
        (GOOD.replace("accept", "maybe"), "stance"),
        (GOOD.replace("2", "5"), "no such proposal"),
        (GOOD.replace("同意", ""), "text"),
    ],
)
def test_a_bad_reply_is_answered_with_its_reason(bad: str, reason: str) -> None:
    offer, model = asked(bad, GOOD)
    assert offer.number == 2
    first, second = model.requests
    assert second.messages[: len(first.messages)] == first.messages
    assert [message.role for message in second.messages[-2:]] == ["assistant", "user"]
    assert second.messages[-2].content == (bad or "…"), "some endpoints reject an empty message"
    assert second.again_because in {"empty", "unreadable", "invalid"}
    assert reason in second.messages[-1].content
    assert (second.seed, second.temperature, second.schema) == (first.seed + 1, first.temperature, first.schema)


def test_the_correction_speaks_the_requests_language() -> None:
    assert "Your last reply" in asked("no", GOOD, language="en")[1].requests[1].messages[-1].content
    assert "上一条回复" in asked("no", GOOD)[1].requests[1].messages[-1].content


def test_after_the_last_reask_the_error_holds_reason_and_reply() -> None:
    with pytest.raises(ReplyError) as caught:
        asked(*["我再想一想。" * 20] * 3)
    assert "Offer in 3 replies" in str(caught.value)
    assert "JSON" in str(caught.value) and "我再想一想" in str(caught.value)
    assert len(str(caught.value)) < 800


def test_the_number_of_calls_is_bounded() -> None:
    model = Scripted("script", lambda _request: "no")
    with pytest.raises(ReplyError):
        asyncio.run(ask(model, a_request(), Offer, reasks=4))
    assert len(model.requests) == 5


def test_a_failing_endpoint_is_not_asked_again_here() -> None:
    with pytest.raises(EndpointError, match="gone"):
        asked(EndpointError("gone"), GOOD)


def test_a_reask_carries_only_the_last_bad_reply() -> None:
    _, model = asked("one", "two", GOOD)
    assert [message.content for message in model.requests[2].messages][2] == "two"
    assert len(model.requests[2].messages) == 4
