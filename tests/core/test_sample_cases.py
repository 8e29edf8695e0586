"""The sample cases: complete, readable, eligible, of the kind their names say, and free of anybody real."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from cogmed_core.cases.category import category_of
from cogmed_core.cases.eligibility import exclusion_reason
from cogmed_core.cases.read import read_folder
from cogmed_core.domain.case import CaseStatus, Category, RawCase

FOLDER = Path(__file__).parents[2] / "raw_cases"
FILES = sorted(FOLDER.glob("*.json"))

SECTIONS = {
    "zh": ("关键词", "基本案情", "处理方式方法", "处理结果", "解纷依据", "解纷要旨"),
    "en": ("Keywords", "Facts", "Process", "Outcome", "Legal basis", "Significance"),
}
LENGTHS = {
    "zh": ((10, 60), (250, 500), (400, 800), (80, 250), (20, 200), (150, 350)),
    "en": ((40, 200), (800, 2000), (1500, 3200), (400, 1200), (60, 400), (500, 1200)),
}
"""Bounds of each section in characters, in the order of ``SECTIONS``."""

STATUTE = {
    "zh": re.compile(r"《[^》]+》第\d+条"),
    "en": re.compile(r"\bAct (?:19|20)\d\d, (?:section|Schedule)"),
}
MONEY = {"zh": re.compile(r"\d+(?:\.\d\d)?元"), "en": re.compile(r"£\d[\d,]*(?:\.\d\d)?")}


def language_of(path: Path) -> str:
    return "en" if path.stem.startswith("en-") else "zh"


def content_of(path: Path) -> dict[str, str]:
    content: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))["content"]
    return content


def raw_cases() -> list[RawCase]:
    return [entry.raw for entry in read_folder(FOLDER) if entry.raw is not None]


def test_there_are_twelve_chinese_and_two_english_cases() -> None:
    assert Counter(map(language_of, FILES)) == {"zh": 12, "en": 2}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
class TestEachFile:
    def test_its_name_is_a_safe_slug(self, path: Path) -> None:
        assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)+", path.stem)

    def test_it_is_written_as_the_readme_says(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"

    def test_it_has_a_title_and_the_six_sections_in_order(self, path: Path) -> None:
        case = json.loads(path.read_text(encoding="utf-8"))
        assert list(case) == ["filename", "content"]
        assert re.fullmatch(r"\S.+\S\.json", case["filename"])
        assert tuple(case["content"]) == SECTIONS[language_of(path)]

    def test_every_section_has_a_sane_length(self, path: Path) -> None:
        bounds = zip(content_of(path).items(), LENGTHS[language_of(path)], strict=True)
        wrong = {name: len(text) for (name, text), (least, most) in bounds if not least <= len(text.strip()) <= most}
        assert wrong == {}

    def test_it_cites_statutes(self, path: Path) -> None:
        assert STATUTE[language_of(path)].search(list(content_of(path).values())[4])

    def test_it_puts_sums_into_facts_process_and_outcome(self, path: Path) -> None:
        money = MONEY[language_of(path)]
        facts, process, outcome = list(content_of(path).values())[1:4]
        assert len(set(money.findall(facts))) >= 3
        assert len(set(money.findall(process))) >= 3
        assert money.search(outcome)

    def test_its_facts_name_several_issues(self, path: Path) -> None:
        facts = list(content_of(path).values())[1]
        _, _, issues = facts.partition("争议焦点为：" if language_of(path) == "zh" else "The issues were: ")
        assert len(re.split("[；;]", issues)) >= 2


def test_titles_are_unique() -> None:
    titles = [json.loads(path.read_text(encoding="utf-8"))["filename"] for path in FILES]
    assert len(set(titles)) == len(FILES)


def test_every_file_is_read_and_eligible_under_its_own_name() -> None:
    entries = read_folder(FOLDER)
    assert [entry.case_id for entry in entries] == [path.stem for path in FILES]
    assert {entry.status for entry in entries} == {CaseStatus.ACCEPTED}
    assert {raw.case_id: exclusion_reason(raw) for raw in raw_cases()} == dict.fromkeys(path.stem for path in FILES)
    assert {raw.case_id: raw.language for raw in raw_cases()} == {path.stem: language_of(path) for path in FILES}


def test_there_are_two_chinese_cases_of_every_kind_and_they_are_recognised() -> None:
    kinds = {raw.case_id: category_of(raw.sections.keywords, raw.title) for raw in raw_cases()}
    chinese = {case_id: kind for case_id, kind in kinds.items() if not case_id.startswith("en-")}
    assert {case_id: case_id.partition("-")[0] for case_id in chinese} == chinese
    assert Counter(chinese.values()) == dict.fromkeys(set(Category) - {Category.OTHER}, 2)
    assert kinds["en-tenancy-deposit"] == Category.CONTRACT
    assert kinds["en-freelance-invoice"] == Category.DEBT


def test_some_cases_have_more_than_two_parties() -> None:
    assert sum("、" in raw.title for raw in raw_cases()) >= 2


class TestNothingCanBelongToAnybody:
    TEXT = "\n".join(path.read_text(encoding="utf-8") for path in FILES)

    def test_resident_identity_numbers_have_a_wrong_check_digit(self) -> None:
        numbers = re.findall(r"(?<!\d)\d{17}[\dX](?!\d)", self.TEXT)
        assert numbers
        assert [number for number in numbers if number[-1] == check_digit(number)] == []

    def test_bank_cards_fail_the_luhn_check(self) -> None:
        cards = re.findall(r"卡号(\d+)", self.TEXT)
        assert cards
        assert [card for card in cards if luhn_sum(card) % 10 == 0] == []

    def test_telephone_numbers_are_out_of_use_or_kept_for_fiction(self) -> None:
        chinese = re.findall(r"(?<!\d)1\d{10}(?!\d)", self.TEXT)
        british = re.findall(r"(?<!\d)0\d{4} \d{6}(?!\d)", self.TEXT)
        assert chinese
        assert british
        assert all(number.startswith("1540000") for number in chinese)
        assert all(number.startswith("07700 900") for number in british)

    def test_addresses_lead_nowhere(self) -> None:
        mails = re.findall(r"@([\w.-]+\w)", self.TEXT)
        postcodes = re.findall(r"\b[A-Z]{1,2}\d{1,2} \d[A-Z]{2}\b", self.TEXT)
        assert set(mails) == {"example.com"}
        assert postcodes
        assert all(code.startswith("Q") for code in postcodes)


def check_digit(number: str) -> str:
    """The last character that GB 11643 asks for after the first seventeen digits."""
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return "10X98765432"[sum(int(digit) * weight for digit, weight in zip(number, weights, strict=False)) % 11]


def luhn_sum(card: str) -> int:
    """The sum that a valid card number leaves divisible by ten."""
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(card))]
    return sum(number - 9 if number > 9 else number for number in doubled)
