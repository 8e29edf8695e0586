"""The log of exchanges: whole when read, small when held."""

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import from_json, to_json

from cogmed_core.llm.protocol import Message, Purpose
from cogmed_core.llm.recorded import Exchange, ExchangeLog, kept_from, whole_exchanges
from cogmed_core.llm.shared_text import New
from tests.core.llm.given import a_request

TEXT = st.text("ab<\n字", max_size=40)


@given(TEXT, TEXT, TEXT, TEXT)
@settings(max_examples=300, deadline=None)
def test_a_text_is_whole_again_whatever_it_is_compared_with(begin: str, text: str, end: str, other: str) -> None:
    for whole, first, second in ((text, begin, end), (begin + text + end, begin + other, other + end), (end, end, end)):
        new = New.of(whole, first, second)
        assert new.whole(first, second) == whole
        assert len(new.new) <= max(0, len(whole) - new.begins - new.ends)


@given(st.lists(st.tuples(st.sampled_from("xy"), st.sampled_from([1, 2]), TEXT, TEXT, TEXT), max_size=12))
@settings(max_examples=100, deadline=None)
def test_every_exchange_is_read_as_it_was(said: list[tuple[str, int, str, str, str]]) -> None:
    log, expected = ExchangeLog(), list[Exchange]()
    for role, seat, system, user, more in said:
        messages = (Message("system", system), Message("user", user), Message("assistant", more))[: 2 + len(more) % 2]
        request = a_request(messages=messages, variables={"seat": seat})
        log.keep(role, request, user, more, system)
        contents = tuple((message.role, message.content) for message in messages)
        expected.append(Exchange(role, Purpose.MEDIATE.value, contents, user, more, system))
    assert list(log) == expected and len(log) == len(expected)
    stored = [from_json(to_json(kept)) for kept in log.kept]
    assert list(whole_exchanges(map(kept_from, stored))) == expected


def test_a_growing_dialogue_is_held_once() -> None:
    log, dialogue, asked = ExchangeLog(), "", "请用一句话回答。" * 50
    for number in range(60):
        dialogue += f"第{number}句：{chr(0x4E00 + number) * 50}"
        log.keep("mediator", a_request(f"{dialogue}\n{asked}"), "好")
    assert len(list(log)[-1].messages[1][1]) > 3500
    assert sum(len(new.new) for kept in log.kept for _, new in kept.messages) < len(dialogue) + len(asked) + 1000
