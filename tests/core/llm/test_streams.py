"""Replies that come word by word: over real HTTP, each point of the protocol, and what a listener is shown."""

import asyncio
import json
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from cogmed_core.errors import EndpointError
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.event_stream import EventStream
from cogmed_core.llm.failures import RefusalError, TransientError
from cogmed_core.llm.growing import Growth, growing
from cogmed_core.llm.protocol import ChatReply, ChatRequest
from cogmed_core.llm.replies import read_object, split_reasoning, text_of
from cogmed_core.llm.request_key import identity, request_key
from tests.core.llm.given import a_backbone, a_request, complete
from tests.servers.fault_server import FAULTS, FORGIVEN, UNUSABLE
from tests.servers.http_server import CUT, HttpAnswer
from tests.servers.openai_server import DONE, OpenAIServer, chunk, chunks, completion, failure, stream, usage

SAID = {"thought": 'Say "no"?', "text": 'Four "weeks" \\ 四周 😀,\nno more.', "stance": "reject"}
REPLY = json.dumps(SAID, ensure_ascii=False)
ESCAPED = json.dumps(SAID)


def delta(finish_reason: str | None = None, **fields: Any) -> bytes:
    return chunk([{"index": 0, "delta": fields, "finish_reason": finish_reason}])


def heard(parts: Sequence[bytes | threading.Event | None], **fields: Any) -> tuple[ChatReply, list[str]]:
    told: list[str] = []
    with OpenAIServer(lambda _body: stream(parts)) as server:
        return complete(server, a_request(hears=told.append, **fields)), told


def test_a_listener_hears_the_reply_grow_and_the_reply_is_the_same_as_without_one() -> None:
    told: list[str] = []
    with OpenAIServer(lambda _body: REPLY) as server:
        plain = complete(server, a_request())
        streamed = complete(server, a_request(hears=told.append))
        without, asked = server.bodies
    assert streamed == plain and streamed.text == REPLY and not streamed.usage.estimated
    assert told[0] == "" and told[-1] == REPLY and all(REPLY.startswith(one) for one in told)
    assert told == sorted(told, key=len)
    assert asked == without | {"stream": True, "stream_options": {"include_usage": True}}


def test_who_listens_has_no_part_in_what_is_asked_and_kept() -> None:
    backbone = identity(a_backbone("http://127.0.0.1:1/v1"))
    quiet, listening = a_request(), a_request(hears=print)
    assert quiet == listening and request_key(backbone, quiet) == request_key(backbone, listening)


BYTES = b"".join(chunks({"messages": []}, REPLY))


@pytest.mark.parametrize(
    "parts",
    [
        [BYTES[at : at + 1] for at in range(len(BYTES))],
        [BYTES.replace(b"\n", b"\r\n")[at : at + 7] for at in range(0, len(BYTES) + 50, 7)],
        [BYTES.replace(b"\n", b"\r")[at : at + 5] for at in range(0, len(BYTES), 5)],
        [b"\xef\xbb\xbf", b": hello\n\n", BYTES],
        [BYTES.replace(b"data: ", b": still here\n\nevent: x\nid: 7\nretry: 9\ndata:")],
        [BYTES.replace(b'"choices": []', b'"choices": null')],
        [BYTES.replace(DONE, b"")],
        [BYTES, b"data: after the end\n\n"],
    ],
    ids=["byte by byte", "CRLF", "CR", "byte order mark", "comments and fields", "null choices", "no DONE", "more"],
)
def test_every_form_of_the_protocol_is_read(parts: list[bytes]) -> None:
    reply, told = heard([part for part in parts if part])
    assert reply.text == REPLY and reply.finish_reason == "stop" and told[-1] == REPLY


def test_an_event_of_several_lines_is_one() -> None:
    stream_of = EventStream()
    assert stream_of.feed(b"data: a\ndata:  b\n") == [] and stream_of.feed(b"data\n\ndata: c\r\n\r\n") == [
        "a\n b\n",
        "c",
    ]


def test_usage_is_the_last_that_was_told_and_estimated_where_none_was() -> None:
    told = [delta(content=REPLY), delta("stop"), chunk([], usage=usage(70, 30) | {"prompt_cache_hit_tokens": 20})]
    reply, _ = heard([*told, DONE])
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens, reply.usage.cached_prompt_tokens) == (70, 30, 20)
    assert heard([delta(content=REPLY), delta("stop"), DONE])[0].usage.estimated


def test_reasoning_in_a_field_of_its_own_is_kept_and_not_heard() -> None:
    for name in ("reasoning_content", "reasoning"):
        reply, told = heard(
            [delta(**{name: "Hm, "}), delta(content=None, **{name: "no."}), delta("stop", content=REPLY)]
        )
        assert reply.reasoning == "Hm, no." and told == ["", REPLY]


def test_halves_of_a_character_that_come_apart_are_one() -> None:
    pair = [b'data: {"choices":[{"delta":{"content":"\\ud83d"}}]}\n\n']
    pair += [b'data: {"choices":[{"delta":{"content":"\\ude00"},"finish_reason":"stop"}]}\n\n']
    reply, told = heard(pair)
    assert reply.text == told[-1] == "😀"


def test_a_key_that_is_echoed_is_not_heard() -> None:
    told: list[str] = []
    with OpenAIServer(
        lambda _body: stream([delta(content="it is sk-"), delta("stop", content="secret-1"), DONE])
    ) as server:
        reply = complete(server, a_request(hears=told.append), key="sk-secret-1")
    assert reply.text == told[-1] == "it is ***"


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ([delta(content="half a")], TransientError),
        ([b"data: {broken\n\n"], TransientError),
        ([b": nothing\n\n", DONE], TransientError),
        ([delta(content="a"), b'data: {"error": {"code": 503, "message": "busy"}}\n\n'], TransientError),
        ([delta(content="a"), delta("content_filter"), DONE], RefusalError),
        ([delta(refusal="I will "), delta("stop", refusal="not"), DONE], RefusalError),
    ],
    ids=["ended early", "no JSON", "no choices", "an error", "filtered", "refused"],
)
def test_a_stream_without_a_reply_is_an_error_and_what_was_heard_is_taken_back(
    parts: list[bytes], error: type[Exception]
) -> None:
    told: list[str] = []
    with OpenAIServer(lambda _body: stream(parts)) as server, pytest.raises(error):
        complete(server, a_request(hears=told.append))
    assert told[-1] == ""


def listening_to(server: OpenAIServer, request: ChatRequest, **fields: Any) -> ChatReply:
    async def one_call() -> ChatReply:
        model = open_model(a_backbone(server.base_url, **fields), {})
        try:
            return await model.complete(request)
        finally:
            await model.close()

    return asyncio.run(one_call())


@pytest.mark.parametrize("end", [[CUT], []], ids=["reset", "ended"])
def test_after_a_cut_the_words_are_taken_back_and_asked_for_again(end: list[None]) -> None:
    told: list[str] = []
    go_on = threading.Event()

    def hear(text: str) -> None:
        told.append(text)
        if text == "Well, I":
            go_on.set()  # the server cuts the connection when this was heard, and not before

    first = iter([stream([delta(content="Well, I"), go_on, *end])])
    with OpenAIServer(lambda _body: next(first, REPLY)) as server:
        reply = listening_to(server, a_request(hears=hear))
        assert server.requests == 2
    assert reply.text == told[-1] == REPLY
    assert told[: told.index("Well, I") + 2] == ["", "Well, I", ""]


def test_an_endpoint_that_ignores_the_wish_is_understood() -> None:
    told: list[str] = []
    for kind in ("application/json", "text/event-stream"):
        answer = lambda body, kind=kind: HttpAnswer(body=completion(body, REPLY), headers={"content-type": kind})  # noqa: E731
        with OpenAIServer(answer) as server:
            assert complete(server, a_request(hears=told.append)).text == REPLY
    assert set(told) == {""}


@pytest.mark.parametrize(("refused", "calls"), [("stream_options", 2), ("stream", 3)], ids=["no usage", "no streams"])
def test_what_an_endpoint_turns_down_is_left_out_and_not_tried_again(refused: str, calls: int) -> None:
    def answer(body: dict[str, Any]) -> str | HttpAnswer:
        return failure(400, "invalid", f"unknown field {refused}") if refused in body else REPLY

    with OpenAIServer(answer) as server:
        assert complete(server, a_request(hears=lambda _: None)).text == REPLY
        assert len(server.bodies) == calls


def test_a_failure_of_something_upstream_is_no_word_about_streams() -> None:
    told: list[str] = []
    with OpenAIServer(lambda _body: failure(500, "broken", "upstream connect error")) as server:
        with pytest.raises(TransientError):
            complete(server, a_request(hears=told.append))
        assert len(server.bodies) == 1


def test_through_a_redirect_the_client_streams_too() -> None:
    told: list[str] = []
    with OpenAIServer(lambda _body: REPLY) as there:
        moved = HttpAnswer(308, headers={"location": f"{there.base_url}/chat/completions"})
        with OpenAIServer(lambda _body: moved) as server:
            reply = complete(server, a_request(hears=told.append))
        (asked,) = there.bodies
    assert reply.text == told[-1] == REPLY and len(told) > 3
    assert asked["model"] == "m" and asked["stream_options"] == {"include_usage": True} and len(asked["messages"]) == 2


def test_through_the_client_a_cut_is_a_failure_that_passes() -> None:
    with OpenAIServer(lambda _body: stream([delta(content="Well"), CUT])) as there:
        moved = HttpAnswer(308, headers={"location": f"{there.base_url}/chat/completions"})
        with OpenAIServer(lambda _body: moved) as server, pytest.raises(EndpointError):
            complete(server, a_request(hears=lambda _: None))


BEFORE = (
    "",
    '<think>{"text": "never"}<think>nor this</think></think>\n',
    '<THINKING>{"text": "never"}</thinking> Here {it} is: ',
    "```json\n",
)


@pytest.mark.parametrize("reply", [REPLY, ESCAPED], ids=["plain", "escaped"])
@pytest.mark.parametrize("before", BEFORE)
def test_what_is_shown_grows_whatever_the_piece_and_ends_as_the_text(before: str, reply: str) -> None:
    whole, shown = before + reply + "\n```", ""
    for end in range(len(whole) + 1):
        now = growing(whole[:end])
        assert now.startswith(shown)
        shown = now
    assert shown == SAID["text"]


def test_reasoning_whose_beginning_was_in_the_prompt_is_taken_back_when_it_ends() -> None:
    told: list[str] = []
    growth = Growth(told.append)
    whole = f'Perhaps {{"text": "a draft"}}?</think>{REPLY}'
    for end in range(len(whole) + 1):
        growth(whole[:end])
    assert "a draft" in told and told[told.index("a draft") + 1] == "" and told[-1] == SAID["text"]


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        ('{"text": "one"}{"text": "one"}', "one"),
        ('{"said": {"text": "inner"}, "list": [{"text": "x"}], "text": "outer"', "outer"),
        ('{"text": null, "thought": "text"}', ""),
        ('{"text": "a </think> b"}', "a </think> b"),
        ('{"text": "bad \\x escape"}', "bad"),
        ('{"text": "\\ud83d', ""),
        ("{'text': 'single'}", ""),
        ('{"a": {"text": "deep', ""),
        ("{{{{{{", ""),
        ("no object at all", ""),
    ],
)
def test_only_the_field_itself_is_shown(reply: str, shown: str) -> None:
    assert growing(reply) == shown


@pytest.mark.parametrize("fault", [*FORGIVEN, *UNUSABLE])
def test_in_whatever_form_a_reply_comes_nothing_is_shown_that_it_does_not_say(fault: str) -> None:
    """A form that is forgiven ends as the text or, where only the lenient reader understands it, as nothing yet."""
    answer = json.loads(FAULTS[fault]({"model": "m", "messages": []}, REPLY).body)
    said = text_of(answer["choices"][0]["message"]["content"])
    shown = [growing(said[:end]) for end in range(0, len(said) + 1, 1 + len(said) // 500)] + [growing(said)]
    try:
        text = str(read_object(split_reasoning(said)[0])["text"]).strip()
    except ValueError:
        assert fault in UNUSABLE
    else:
        assert fault in UNUSABLE or shown[-1] in ("", text)
        assert all(text.startswith(one) for one in shown if shown[-1])
