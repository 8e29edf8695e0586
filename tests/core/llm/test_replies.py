"""Replies as models write them: what is forgiven, what is refused."""

import json
import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogmed_core.llm.repetition import goes_in_circles
from cogmed_core.llm.replies import LONGEST, printable, read_object, split_reasoning, unfenced

VALUE = {"text": "我方同意，分三期支付。", "stance": "accept", "number": 2, "share": 0.5, "offer": None}
VALUE["list"] = ["a", "b"]
GOOD = json.dumps(VALUE, ensure_ascii=False)


@pytest.mark.parametrize(
    "reply",
    [
        GOOD,
        json.dumps(VALUE),
        json.dumps(VALUE, indent=4),
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```",
        f"```json\n{GOOD}",
        f"好的，我的回复如下：{GOOD}",
        f"{GOOD}\n\n以上是我的答复。",
        f"{GOOD}\n{GOOD}",
        f"[{GOOD}]",
        f"\ufeff{GOOD}",
        GOOD[:-1] + ",}",
        GOOD.replace("]", ",]"),
        repr(VALUE),
        GOOD.replace('"', "'").replace("null", "None"),
        GOOD.replace('"text"', "“text”").replace('"accept"', "“accept”"),
        GOOD.replace('": ', '"：'),
        GOOD.replace("{", "｛").replace("}", "｝"),
        "{\n" + GOOD[1:-1].replace(', "', ',\n\u3000\u3000"') + "\n}",
    ],
)
def test_form_is_forgiven(reply: str) -> None:
    assert read_object(reply) == VALUE


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("我同意。", "no JSON object"),
        ('"text"', "no JSON object"),
        ("[1, 2]", "no JSON object"),
        (GOOD[:-1], "cut off"),
        (GOOD[:20], "cut off"),
        (GOOD[: len(GOOD) // 2], "cut off"),
        (f'{GOOD} {{"text": "不同意"}}', "2 different"),
        ('{"a": 1, "a": 2}', "several values"),
        ("{'a': 1, 'a': 2}", "given twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": 1e999}', "1e999"),
        ('{"a": 8/10}', "not valid"),
        ('{"a": 80%}', "not valid"),
        ('{"a": yes}', "not valid"),
        ('{"a": "他说"好"吧"}', "not valid"),
        ("{'a': 'I don't know'}", "not valid"),
        ('{"a": ...}', "not valid"),
        ("{a: 1}", "not valid"),
        ("{" * 5000, "quoted key"),
        ('{"a":' * 3000, "levels"),
        ('"action": {"name": "x"}, "text": "y"}', "beginning"),
        ('{"a": "' + "x" * LONGEST + '"}', "too long"),
    ],
)
def test_content_is_never_guessed(reply: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_object(reply)


def test_an_object_inside_a_broken_one_is_not_taken_for_it() -> None:
    """The cut-off reply holds a complete inner object; reading it would invent an answer."""
    with pytest.raises(ValueError, match="cut off"):
        read_object('{"thought": "x", "action": {"name": "summarize", "party": null}, "text": "')


def test_what_breaks_files_is_taken_out_of_strings() -> None:
    assert read_object('{"a": "x\\u0000y\\ud83dz\\u001b[31m", "b": "\\ud83d\\ude00"}') == {"a": "xyz[31m", "b": "😀"}
    assert printable("a\u202eb\u2066c\u200f") == "abc\u200f", "the rest of a page is not turned round"
    assert printable("a\x00b\r\nc\ud800d\te") == "ab\ncd\te"


@pytest.mark.parametrize(
    ("reply", "spoken", "thought"),
    [
        ("好", "好", ""),
        ("<think>想</think>好", "好", "想"),
        ("<think></think>好", "好", ""),
        ("<THINK>想</Think>\n\n好", "好", "想"),
        ("<think>甲<think>乙</think>丙</think>好", "好", "甲乙丙"),
        ("想</think>好", "好", "想"),
        ("好<think>再想", "好", "再想"),
        ("<think>一</think>好<think>二</think>吧", "好吧", "一二"),
        ("<think>想", "", "想"),
        ("a < b", "a < b", ""),
    ],
)
def test_reasoning_is_set_apart(reply: str, spoken: str, thought: str) -> None:
    assert split_reasoning(reply) == (spoken, thought)


@pytest.mark.parametrize(
    ("reply", "spoken", "thought"),
    [
        ('{"text": "他写了 <think> 三个字"}', '{"text": "他写了 <think> 三个字"}', ""),
        ('<think>想</think>{"text": "a</think>b"}', '{"text": "a</think>b"}', "想"),
        ('想 {"a": "<think>"} 再想</think>{"a": "b"}', '{"a": "b"}', '想 {"a": "<think>"} 再想'),
        ('{"a": 1}<think>想</think>{"a": 1}', '{"a": 1}{"a": 1}', "想"),
        ('照 {x} 写：{"a": "<think>"}', '照 {x} 写：{"a": "<think>"}', ""),
        ('{"a": "断了 <think>', '{"a": "断了', ""),
    ],
)
def test_a_tag_that_somebody_wrote_in_an_object_is_no_reasoning(reply: str, spoken: str, thought: str) -> None:
    assert split_reasoning(reply) == (spoken, thought)


def test_a_fence_around_everything_is_taken_off() -> None:
    assert unfenced("```\n第一条\n第二条\n```") == "第一条\n第二条"
    assert unfenced("```markdown\n第一条\n```\n") == "第一条"
    assert unfenced("见 ```x``` 处") == "见 ```x``` 处"


@pytest.mark.parametrize(
    "passage", ["我再说一遍，我方绝不让步。", "No. ", "双方于本月底前付清，逾期按日支付违约金，其余不再追究。"]
)
def test_a_loop_is_seen_and_speech_is_not(passage: str) -> None:
    speech = "".join(
        f"第{number}项：被申请人应于{number + 3}日前支付{number * 731 + 88}元，收款后互不追究。" for number in range(30)
    )
    assert goes_in_circles(passage * 80)
    assert goes_in_circles(speech + passage * 80)
    assert not goes_in_circles(passage * 3)
    assert not goes_in_circles(speech)


WIDE = str.maketrans({",": "，", ":": "：", "{": "｛", "}": "｝", "[": "［", "]": "］"})
TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|[{}\[\],:]')
AROUND = ["", "好的，如下：", "```json\n", "<think>想一想</think>", "想一想</think>\n", "Here you are: ", "\ufeff"]
SCALARS = st.none() | st.booleans() | st.integers(-999, 999) | st.text("甲乙a1，：’.\\\n ", max_size=12)
SEEDS = st.integers(0, 2**32).map(Random)
OBJECTS = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=4), SCALARS | st.lists(SCALARS, max_size=3), max_size=5
)


def in_another_form(value: object, choose: Callable[[int], int]) -> str:
    """Write a value as almost-JSON, choosing a form for every token: quotes, width, spaces, Python's words."""
    written = []
    tokens = TOKENS.findall(json.dumps(value, ensure_ascii=bool(choose(2))))
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        form = token
        if token[0] == '"':
            opening, closing = ['""', "''", "“”", "＂＂"][choose(4)]
            form = opening + token[1:-1].replace(closing, f"\\u{ord(closing[0]):04x}") + closing
        elif token in "{}[],:":
            form = token.translate(WIDE) if choose(3) == 0 else token
        elif choose(3) == 0:
            form = {"null": "None", "true": "True", "false": "False"}.get(token, token)
        trailing = "," if after in ("}", "]") and token not in "{[,:" and choose(4) == 0 else ""
        written.append(form + trailing + ["", " ", "\n\u3000"][choose(3)])
    return "".join(written)


@settings(max_examples=2_000, deadline=None, derandomize=True)
@given(OBJECTS, SEEDS, st.sampled_from(AROUND))
def test_a_value_in_another_form_is_read_as_it_is_or_not_at_all(
    value: dict[str, object], chance: Random, around: str
) -> None:
    reply = around + in_another_form(value, chance.randrange) + chance.choice(["", "\n```", "。"])
    if len(reply) < 5000:
        assert read_object(split_reasoning(reply)[0]) == value


TAGGED = st.lists(st.sampled_from(["<think>", "</think>", "<Thinking>", "甲", "{", "}", '"', "\\", " "]), max_size=6)


@settings(max_examples=1_000, deadline=None, derandomize=True)
@given(st.dictionaries(st.text("abc", min_size=1), TAGGED.map("".join), min_size=1), st.sampled_from(AROUND), SEEDS)
def test_words_that_look_like_tags_stay_in_the_object(value: dict[str, str], around: str, chance: Random) -> None:
    reply = around + json.dumps(value, ensure_ascii=False) + chance.choice(["", "\n```", "<think>好了</think>"])
    spoken, thought = split_reasoning(reply)
    assert read_object(spoken) == value
    assert (thought == "") == ("想" not in around and "好了" not in reply)
    assert split_reasoning(spoken) == (spoken, "")


@settings(max_examples=2_000, deadline=None, derandomize=True)
@given(OBJECTS, SEEDS, st.integers(0, 400), st.integers(0, 3))
def test_a_value_that_was_cut_is_whole_or_an_error(
    value: dict[str, object], chance: Random, cut: int, start: int
) -> None:
    """Truncation at either end, in any form, never leaves a different value to be read."""
    reply = in_another_form({"first": value, "last": 1}, chance.randrange)
    try:
        found = read_object(reply[start % 2 : cut % (len(reply) + 1)])
    except ValueError:
        return
    assert found == {"first": value, "last": 1}


NOISE = ['"', "'", "{", "}", "[", "]", ",", ":", "\\", "，", "：", "“", "”", "\x00", "\ud800", "```", "<think>"]
NOISE += [
    "</think>",
    "0",
    "-",
    "1e9",
    "null",
    "true",
    "好",
    "\n",
    " ",
    "…",
    "\\u",
    "\\ud83d",
    "{}",
    '{"a":1}',
    "NaN",
    "％",
]


def mutated(reply: str, kind: int, place: int, noise: str) -> str:
    place %= len(reply) + 1
    return [
        reply[:place],
        reply[place:],
        reply[:place] + noise + reply[place:],
        reply[:place] + reply[place + 1 + len(noise) :],
        reply[:place] + reply[place : place + 10] + reply[place:],
        noise + reply,
        reply + noise,
    ][kind]


@settings(max_examples=10_000, deadline=None, derandomize=True)
@given(SEEDS)
def test_no_mutation_crashes_the_reader_or_becomes_a_value_nobody_wrote(chance: Random) -> None:
    """Of a damaged reply only an error comes, or words and numbers that stand in it as they are."""
    reply = GOOD
    for _ in range(chance.randrange(1, 5)):
        reply = mutated(reply, chance.randrange(7), chance.randrange(200), chance.choice(NOISE))
    try:
        value = read_object(split_reasoning(reply)[0])
    except ValueError:
        return
    written = split_reasoning(reply)[0].replace("\x00", "").replace("\ud800", "").replace("\\ud83d", "")
    for leaf in leaves(value):
        if isinstance(leaf, str):
            assert json.dumps(leaf, ensure_ascii=False)[1:-1] in written or leaf in written or "\\" in written
        elif isinstance(leaf, int | float) and not isinstance(leaf, bool):
            assert any(float(number) == leaf for number in re.findall(r"-?\d+(?:\.\d+)?(?:e\d+)?", written))


def leaves(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield key
            yield from leaves(child)
    elif isinstance(value, list):
        for child in value:
            yield from leaves(child)
    else:
        yield value
