"""The pattern that looks for originals in a text as it stands finds just what comparing folded texts finds."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogmed_core.cases.anonymise.gate import _guises, _wanted, leaks
from cogmed_core.cases.anonymise.tagging.tagger import load_tagger
from cogmed_core.cases.anonymise.view import folded, folded_digits

ORIGINALS = (
    "欧阳晓东",
    "张华",
    "Kelvin Ångström",
    "13800002222",
    "京A12345",
    "11010119900307123X",
    "岳麓万欣公司",
    "i.ö@x.cn",
)
WIDE = {chr(code): chr(code + 0xFEE0) for code in range(33, 127)}
SPELLED = dict(zip("0123456789", "零壹贰叁肆伍陆柒捌玖", strict=True))
BETWEEN = ("", "", "", " ", "\n", "\u3000", "-", "－", ".", "·", "（", ",", "/", "_", "\u200b", "，", "x", "一")


def folded_texts_hold(text: str, originals: frozenset[str]) -> bool:
    wanted = _wanted(originals)
    letters, digits = folded(text, load_tagger().simplified).text, folded_digits(text).text
    return any(name in letters for name in wanted.names) or any(number in digits for number in wanted.numbers)


def pattern_finds(text: str, originals: frozenset[str]) -> bool:
    pattern = _wanted(originals).pattern
    return pattern is not None and pattern.search(text) is not None


def disguised(original: str, chance: random.Random) -> str:
    told = []
    for character in original:
        guises = (character, character, character.upper(), character.lower(), WIDE.get(character, character))
        told += [chance.choice((*guises, SPELLED.get(character, character))), chance.choice(BETWEEN)]
    return "".join(told)


def test_both_find_the_same_in_every_disguise() -> None:
    chance, originals, found = random.Random(4), frozenset(ORIGINALS), 0
    for _ in range(3000):
        text = (
            f"{chance.choice(BETWEEN)}双方于{disguised(chance.choice(ORIGINALS), chance)}{chance.choice(BETWEEN)}见面。"
        )
        there = folded_texts_hold(text, originals)
        assert pattern_finds(text, originals) == there, text
        found += there
    assert 500 < found < 2500, "of both kinds there were many"


@given(
    st.text("张張华華 \nＫkK13一1１8.-_åÅÅ", max_size=30),
    st.sets(st.text("张华kå138", min_size=1, max_size=9), max_size=4),
)
@settings(max_examples=500, deadline=None)
def test_both_find_the_same_in_anything(text: str, originals: set[str]) -> None:
    assert pattern_finds(text, frozenset(originals)) == folded_texts_hold(text, frozenset(originals))


@pytest.mark.parametrize("plane", range(3))
def test_every_character_is_found_in_all_its_guises(plane: int) -> None:
    simplified, guises = load_tagger().simplified, _guises()
    characters = "".join(map(chr, range(plane * 0x4000, (plane + 1) * 0x4000)))
    view = folded(characters, simplified)
    for seen, origin in zip(view.text[::7], view.origins[::7], strict=True):
        pattern = guises.pattern([seen * 2], [])
        assert pattern is not None
        assert pattern.fullmatch(f"{characters[origin]}-{characters[origin]}"), characters[origin]


def test_no_original_no_pattern() -> None:
    assert _wanted(frozenset()).pattern is None
    assert _wanted(frozenset({"王", "3"})).pattern is None, "too short to tell anybody"
    assert leaks("王 3", ["王", "3"]) == ()
