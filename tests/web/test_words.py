"""No word of a page exists in one language only."""

import re
from typing import Any, get_args

import pytest

from cogmed_core.domain.case import Category
from cogmed_core.domain.dialogue import Stage, Stance
from cogmed_core.domain.episode import Outcome
from cogmed_core.domain.finding import FindingKind, Severity
from cogmed_core.domain.party import Personality
from cogmed_core.domain.terms import Terms, Verdict
from cogmed_core.errors import ConfigurationError
from cogmed_pipeline.web.wording import LANGUAGES, words

FIELD = re.compile(r"\{[^}]*\}")
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def flat(tree: dict[str, Any], above: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in tree.items():
        found |= flat(value, f"{above}{name}.") if isinstance(value, dict) else {f"{above}{name}": value}
    return found


ZH, EN = (flat(words(language)) for language in ("zh", "en"))


def test_every_word_is_there_in_both_languages() -> None:
    assert set(LANGUAGES) == {"zh", "en"}
    assert set(ZH) == set(EN)
    assert not [key for key, text in (*ZH.items(), *EN.items()) if not text.strip()]


def test_both_languages_fill_the_same_fields() -> None:
    assert {key: sorted(FIELD.findall(text)) for key, text in ZH.items()} == {
        key: sorted(FIELD.findall(text)) for key, text in EN.items()
    }


def test_each_language_is_written_in_its_own() -> None:
    own = {"common.language", "common.other_language", "common.code"}
    assert not [key for key, text in EN.items() if CHINESE.search(text) and key not in own]
    foreign = [key for key, text in ZH.items() if not CHINESE.search(text) and re.search("[a-z]{4}", text)]
    assert set(foreign) <= own


@pytest.mark.parametrize(
    ("section", "names"),
    [
        ("outcome", Outcome),
        ("stage", Stage),
        ("acceptance", Stance),
        ("severity", Severity),
        ("finding", FindingKind),
        ("personality", Personality),
        ("category", Category),
        ("term", [*Terms.model_fields, "statutes"]),
        ("term_verdict", get_args(Verdict)),
    ],
)
def test_every_name_of_a_closed_set_has_a_word(section: str, names: list[str]) -> None:
    assert set(words("en")["common"][section]) >= {str(name) for name in names}


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="zh, en"):
        words("fr")
