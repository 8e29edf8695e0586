"""The phrase files: twins, complete, and readable for the rules that read them back."""

import re
import string

import pytest

from cogmed_core.domain.case import Category, Language
from cogmed_core.domain.party import Personality
from cogmed_core.llm.offline.acts import Act
from cogmed_core.llm.offline.cues import read_cues
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.wording import fresh, phrasebook, self_words
from tests.core.llm.offline.given import LANGUAGES

SELF = {"me", "my", "i", "I", "My", "am"}
SCRIPT = {"zh": re.compile(r"[A-Za-z]{3,}"), "en": re.compile(r"[\u4e00-\u9fff]")}


def gaps(variants: tuple[str, ...]) -> set[str]:
    return {name for one in variants for _, name, _, _ in string.Formatter().parse(one) if name} - SELF


def test_both_languages_have_the_same_keys_with_the_same_gaps() -> None:
    zh, en = phrasebook("zh"), phrasebook("en")
    assert zh.keys() == en.keys()
    assert {key for key in zh if gaps(zh[key]) != gaps(en[key])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_is_in_its_own_language_and_no_variant_comes_twice(language: Language) -> None:
    for key, variants in phrasebook(language).items():
        assert len(set(variants)) == len(variants), key
        for one in variants:
            assert not SCRIPT[language].search(re.sub(r"\{\w+\}", "", one)), (key, one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_person_kind_and_act_has_words(language: Language) -> None:
    book = phrasebook(language)
    for kind in Personality:
        assert {f"litigant.{part}.{kind}" for part in ("tone", "calmed", "withdraws")} <= book.keys()
        assert {f"litigant.opening.{side}.{kind}" for side in ("claimant", "respondent")} <= book.keys()
    assert {f"objects.{kind}" for kind in Category} <= book.keys()
    assert {f"acts.{act}" for act in Act} <= book.keys()


CARRIED = {
    "asks_interest": (
        "mediator.explores.first",
        "mediator.explores.asked",
        "mediator.explores.plain",
        "toolkit.question",
    ),
    "holds_offers": ("mediator.opening.staged", "mediator.opening.again", "mediator.explores.hold"),
    "invites_offers": ("mediator.opening.plain", "mediator.urges.moving"),
    "acknowledges": ("mediator.acknowledges.tense", "mediator.acknowledges.calm"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cue", CARRIED)
def test_a_phrase_still_carries_its_cue(language: Language, cue: str) -> None:
    for key in CARRIED[cue]:
        for one in phrasebook(language)[key]:
            assert getattr(read_cues(one), cue), (key, one)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "key", ["opening.plain", "opening.staged", "opening.again", "urges.moving", "urges.stalled", "proposes", "confirms"]
)
def test_only_the_questions_meant_for_it_ask_what_lies_behind(language: Language, key: str) -> None:
    assert not any(read_cues(one).asks_interest for one in phrasebook(language)[f"mediator.{key}"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_feelings_are_heard_in_the_words_of_the_emotional(language: Language) -> None:
    for side in ("claimant", "respondent"):
        assert any(read_cues(one).hostile for one in phrasebook(language)[f"litigant.opening.{side}.emotional"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mediator_never_presses(language: Language) -> None:
    for key, variants in phrasebook(language).items():
        if key.startswith(("mediator.", "toolkit.")):
            assert not any(read_cues(one).presses for one in variants), key


def test_a_phrase_is_not_repeated_while_another_is_left() -> None:
    said = ""
    for turn in range(6):
        line = fresh("zh", "litigant.tone.hardline", lot(turn), said, **self_words("zh", "宁安澜"))
        assert line not in said
        said += line


@pytest.mark.parametrize(
    ("language", "name", "me"),
    [
        ("zh", "张某", "我"),
        ("zh", "某公司", "我们"),
        ("zh", "63名业主", "我们"),
        ("en", "Ada Quill", "me"),
        ("en", "Bram Ltd", "us"),
    ],
)
def test_one_speaks_as_one_and_many_as_many(language: Language, name: str, me: str) -> None:
    assert self_words(language, name)["me"] == me
