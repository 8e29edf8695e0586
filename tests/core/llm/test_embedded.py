"""What of the embedded model needs no weights: its process, its requests, its errors."""

import asyncio
import importlib.util
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogmed_core.errors import ConfigurationError, EndpointError, ModelError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.embedded import Embedded
from cogmed_core.llm.embedded_process import EmbeddedProcess
from cogmed_core.llm.embedded_request import chat_template, completion_body, grammar, read_reply
from cogmed_core.llm.failures import ContextError
from cogmed_core.llm.gguf_header import GgufHeader
from cogmed_core.llm.protocol import Message, ReplySchema, Usage
from tests.core.llm.given import a_request

PROGRAM = """
import json, os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    order = json.loads(line)
    if "complain" in order:
        print(order["complain"], file=sys.stderr, flush=True)
    if "say" in order:
        print(json.dumps(order["say"]), flush=True)
    if "environment" in order:
        print(json.dumps({name: os.environ.get(name) for name in order["environment"]}), flush=True)
    if "half" in order:
        print("{", end="", flush=True)
    if "sleep" in order:
        time.sleep(order["sleep"])
    if "exit" in order:
        os._exit(order["exit"])
    if "signal" in order:
        os.kill(os.getpid(), order["signal"])
"""


@pytest.fixture
def process(tmp_path: Path) -> Iterator[EmbeddedProcess]:
    """A process that obeys its messages, and that no polite request ends."""
    program = tmp_path / "obedient.py"
    program.write_text(PROGRAM, encoding="utf-8")
    started = EmbeddedProcess.start("backbone b", (sys.executable, str(program)))
    yield started
    started.end()


def fate(process: EmbeddedProcess, seconds: float = 20, **order: object) -> str:
    with pytest.raises(EndpointError) as caught:
        process.ask(order, seconds)
    return str(caught.value)


def test_messages_are_answered_one_by_one(process: EmbeddedProcess) -> None:
    assert process.ask({"say": {"text": "你好\n"}}, 20) == {"text": "你好\n"}
    long = "长" * 500_000
    assert process.ask({"say": [long, 1]}, 20) == [long, 1]


def test_waiting_threads_sleep(process: EmbeddedProcess) -> None:
    names = ["OMP_WAIT_POLICY", "GOMP_SPINCOUNT"]
    assert process.ask({"environment": names}, 20) == {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}


def test_a_process_that_dies_leaves_its_last_words(process: EmbeddedProcess) -> None:
    text = fate(process, complain="first\n0.01.234.567 E srv  send_error: no room for the model\n", exit=3)
    assert text == "backbone b lost its process (exit code 3): no room for the model"


def test_half_an_answer_is_none(process: EmbeddedProcess) -> None:
    assert "exit code 0" in fate(process, half=True, exit=0)


def test_a_process_that_the_system_killed_points_to_memory(process: EmbeddedProcess) -> None:
    text = fate(process, signal=9)
    assert text.startswith("backbone b lost its process (")
    assert ("SIGKILL" in text and "memory" in text) == (os.name == "posix")


def test_a_late_answer_is_none(process: EmbeddedProcess) -> None:
    started = time.monotonic()
    assert fate(process, 0.3, sleep=30) == "backbone b gave no answer within 0.3 s and was stopped"
    assert time.monotonic() - started < 10


def test_a_kill_ends_a_request_under_way(process: EmbeddedProcess) -> None:
    assert process.ask({"say": 1}, 20) == 1
    threading.Timer(0.2, process.kill, ("was interrupted",)).start()
    assert fate(process, sleep=30) == "backbone b was interrupted"
    assert fate(process, say=1) == "backbone b was interrupted"


def test_the_first_error_is_the_cause(process: EmbeddedProcess) -> None:
    log = "starting\n0.00.1 E load: error loading model: bad tensor\n0.00.2 E srv: exiting due to model loading error"
    assert process.ask({"complain": log, "say": 1}, 20) == 1
    assert process.first_error() == "error loading model: bad tensor"


def test_no_process_no_traceback(tmp_path: Path) -> None:
    with pytest.raises(EndpointError, match="backbone b cannot start a process"):
        EmbeddedProcess.start("backbone b", (str(tmp_path / "nowhere"),))


SCHEMA = ReplySchema("Reply", {"type": "object", "properties": {"n": {"type": "number", "maximum": 1}}})


def test_a_request_says_what_the_protocol_says() -> None:
    body = completion_body(a_request("说", schema=SCHEMA, max_tokens=50), {"top_p": 0.9})
    assert body["messages"] == [{"role": "system", "content": "你是调解员。"}, {"role": "user", "content": "说"}]
    assert (body["temperature"], body["seed"], body["max_tokens"], body["top_p"]) == (0.3, 7, 50, 0.9)
    assert body["cache_prompt"] is False
    assert body["grammar"] == grammar(SCHEMA)


def test_free_text_is_asked_for_without_a_grammar() -> None:
    body = completion_body(a_request(), {})
    assert body.keys() == {"messages", "temperature", "seed", "cache_prompt"}


@pytest.mark.parametrize("seed", [-1, 2**32 - 1, 2**64 + 5])
def test_every_seed_is_a_seed_the_library_knows(seed: int) -> None:
    assert 0 <= completion_body(a_request(seed=seed), {})["seed"] < 2**32 - 1


def test_broken_characters_do_not_break_a_request() -> None:
    body = completion_body(a_request("a\ud800b"), {})
    assert body["messages"][1]["content"] == "a?b"


def test_the_grammar_carries_the_whole_schema() -> None:
    kinds = {"enum": ["a", "b"], "type": "string"}
    schema = {"$defs": {"Kind": kinds}, "type": "object", "properties": {"kind": {"$ref": "#/$defs/Kind"}}}
    head, _, told = grammar(ReplySchema("Reply", schema)).partition("%json ")
    assert head == "%llguidance {}\nstart: "
    assert json.loads(told).items() >= schema.items()


def test_every_number_has_bounds() -> None:
    properties = {
        "share": {"type": "number", "minimum": -1, "maximum": 1},
        "number": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "type": {"type": "string"},
    }
    told = json.loads(
        grammar(ReplySchema("Reply", {"type": "object", "properties": properties})).partition("%json ")[2]
    )
    assert told["properties"]["share"] == properties["share"]
    assert told["properties"]["type"] == properties["type"]
    bounds = {"minimum": -(2**53) + 1, "maximum": 2**53 - 1}
    assert told["properties"]["number"]["anyOf"] == [{"type": "integer", **bounds}, {"type": "null"}]


@pytest.mark.parametrize(
    ("header", "imposed"),
    [
        (GgufHeader("gemma3", 0, False), True),
        (GgufHeader("gemma3", 0, True), False),
        (GgufHeader("qwen3", 0, True), False),
        (GgufHeader("qwen3", 0, False), False),
    ],
)
def test_only_a_gemma_without_a_template_gets_ours(header: GgufHeader, imposed: bool) -> None:
    assert bool(chat_template(header)) == imposed


def test_the_template_puts_the_system_text_before_the_users_words() -> None:
    from jinja2 import Template

    messages = (Message("system", "规则"), Message("user", "甲"), Message("assistant", "乙"), Message("user", "丙"))
    template = Template(chat_template(GgufHeader("gemma3", 0, False)))
    turns = [{"role": message.role, "content": message.content} for message in messages]
    assert template.render(messages=turns, bos_token="<bos>", add_generation_prompt=True) == (
        "<bos><start_of_turn>user\n规则\n\n甲<end_of_turn>\n<start_of_turn>model\n乙<end_of_turn>\n"
        "<start_of_turn>user\n丙<end_of_turn>\n<start_of_turn>model\n"
    )


BACKBONE = Backbone(name="small", provider="embedded", package="no-such-package", price_input=1, price_output=2)


def test_a_result_is_read_with_its_usage() -> None:
    message = {"role": "assistant", "content": "好", "reasoning_content": "想"}
    usage = {"prompt_tokens": 30, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 10}}
    reply = read_reply(BACKBONE, {"choices": [{"finish_reason": "length", "message": message}], "usage": usage})
    assert (reply.text, reply.reasoning, reply.finish_reason) == ("好", "想", "length")
    assert reply.usage == Usage(30, 5, 10, cost=0.00004)


def test_a_prompt_that_is_too_long_is_told_with_the_numbers() -> None:
    fault = {"type": "exceed_context_size_error", "n_prompt_tokens": 6024, "n_ctx": 4096, "message": "exceeds"}
    with pytest.raises(ContextError, match=r"small: the prompt has 6024 tokens and the context window 4096"):
        read_reply(BACKBONE, {"error": fault})


def test_any_other_fault_is_the_endpoints() -> None:
    with pytest.raises(EndpointError, match="small: bad grammar at line 2"):
        read_reply(BACKBONE, {"error": {"message": "bad grammar\nat line 2"}})


async def _complete_and_close(model: Embedded) -> None:
    try:
        await model.complete(a_request())
    finally:
        await model.close()


def test_everything_missing_is_named_at_once() -> None:
    with pytest.raises(ConfigurationError) as caught:
        asyncio.run(_complete_and_close(Embedded(BACKBONE)))
    text = str(caught.value)
    assert "pip install no-such-package" in text
    assert ("pip install '.[embedded]'" in text) == (importlib.util.find_spec("xllamacpp") is None)
    assert "\n" not in text


def test_a_closed_model_answers_nothing() -> None:
    async def ask_a_closed_one() -> None:
        model = Embedded(BACKBONE)
        assert (model.name, model.synthetic, model.pid) == ("small", False, None)
        await model.close()
        await model.close()
        await model.complete(a_request())

    with pytest.raises(ModelError, match="small was closed"):
        asyncio.run(ask_a_closed_one())
