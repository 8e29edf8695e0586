"""Sheets go out blind, shuffled and harmless; what comes back is taken whole or not at all, every mistake named."""

import csv
import io
from collections.abc import Callable, Sequence

import pytest

from cogmed_core.cases.reading.office import workbook_rows
from cogmed_core.domain.rating import RatingAssignment
from cogmed_core.errors import UsageError
from cogmed_core.ratings.assignment import assignment, drawn
from cogmed_core.ratings.instructions import COLUMNS, SCORES, attention_item, shown
from cogmed_core.ratings.reading import read_sheet
from cogmed_core.ratings.sheet_files import LONGEST, as_csv, as_workbook
from cogmed_core.reports.spreadsheet_text import harmless
from tests.core.judging.test_judge import a_case, an_episode
from tests.core.mediation.people import CONFIGURATIONS, a_scenario

EPISODES = [an_episode(end, name) for end in ("agreement", "deadlock") for name in CONFIGURATIONS]
EPISODES = [one.model_copy(update={"episode_id": f"{one.arm}.c{at}"}) for at, one in enumerate(EPISODES)]
ANN, BEN = (assignment("export-0", rater, EPISODES, "en", seed=0) for rater in ("ann", "ben"))
HARMFUL = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    '=HYPERLINK("http://x")',
    "=cmd|' /C calc'!A0",
    "http://x.example",
    "＝1+1",
]
Cells = list[list[str]]


def sheet_of(assigned: RatingAssignment, score: float = 7) -> Cells:
    rows = [[item.item_id, *[str(item.attention or score)] * 3, "fine"] for item in assigned.items]
    return [["item", *SCORES, "comment"], *rows]


def as_file(cells: Sequence[Sequence[str]], delimiter: str = ",", encoding: str = "utf-8-sig") -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter).writerows(cells)
    return buffer.getvalue().encode(encoding)


def test_every_rater_gets_the_same_episodes_in_an_order_of_their_own() -> None:
    orders = [[item.episode_id for item in one.items if item.episode_id] for one in (ANN, BEN)]
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(one.episode_id for one in EPISODES)
    assert orders[0] != orders[1]
    names = [{item.item_id for item in one.items} for one in (ANN, BEN)]
    assert names[0].isdisjoint(names[1])
    assert assignment("export-0", "ann", EPISODES, "en", seed=0) == ANN


def test_there_are_attention_items() -> None:
    asked = [item for item in ANN.items if item.attention]
    assert len(asked) == max(1, len(EPISODES) // 10)
    told = attention_item(asked[0], "en")["dispute"]
    assert str(asked[0].attention) in told


def test_arms_take_turns_at_being_drawn() -> None:
    chosen = drawn(EPISODES, len(CONFIGURATIONS), seed=3)
    assert sorted(one.configuration for one in chosen) == sorted(CONFIGURATIONS)
    failed = EPISODES[0].model_copy(update={"status": "failed", "outcome": None})
    assert drawn([failed], 5, seed=0) == []


def test_nothing_tells_the_arm() -> None:
    rows = {tuple(shown(ANN.items[0], a_case(), a_scenario(), one).items()) for one in EPISODES}
    assert len(rows) == 2, "an agreement and a deadlock, whatever the configuration"
    text = str(rows)
    assert "1. half" in text and "hypothetical" in text
    assert not any(word in text for one in EPISODES for word in (one.episode_id, one.arm, one.backbone))


def rows_of(**texts: str) -> list[dict[str, str]]:
    return [
        {"item": "R1", "dispute": "d", "real_process": "p", "real_settlement": "s", "talks": "t", "result": "r"} | texts
    ]


@pytest.mark.parametrize("text", HARMFUL)
def test_no_text_becomes_a_formula_or_a_link(text: str) -> None:
    workbook = as_workbook(rows_of(talks=text), "en")
    (row,) = list(workbook_rows(workbook))[1:]
    assert row[4].removeprefix("_x000D_").strip() == text.strip(), "a carriage return is written as its escape"
    for mark in (b"<f>", b"<hyperlink"):
        assert mark not in unzipped(workbook)
    cells = list(csv.reader(io.StringIO(as_csv(rows_of(talks=text), "en").decode("utf-8-sig"))))
    assert cells[-1][4] == harmless(text) and (not text.startswith(tuple("=+-@\t\r＝")) or cells[-1][4][0] == "'")


def unzipped(workbook: bytes) -> bytes:
    from zipfile import ZipFile

    with ZipFile(io.BytesIO(workbook)) as container:
        return b"".join(container.read(name) for name in container.namelist())


@pytest.mark.parametrize("language", ["zh", "en"])
def test_instructions_and_anchors_are_inside(language: str) -> None:
    spoken = "zh" if language == "zh" else "en"
    told = {"zh": ["填写说明", "9–10", "假设性"], "en": ["How to fill in", "9-10", "hypothetical"]}[language]
    inside = unzipped(as_workbook(rows_of(), spoken)).decode("utf-8", "ignore")
    for text in (inside, as_csv(rows_of(), spoken).decode("utf-8-sig")):
        assert all(part in text for part in (*told, *SCORES))


def test_a_long_text_goes_on_in_a_further_column() -> None:
    long = "".join(f"[{at}] " for at in range(LONGEST // 3))
    header, row = list(workbook_rows(as_workbook(rows_of(talks=long), "en")))
    places = [at for at, name in enumerate(header) if name.startswith("talks")]
    assert len(places) > 1 and "".join(row[at] for at in places) == long
    assert [name for name in header if not name.startswith("talks_")] == list(COLUMNS)


@pytest.mark.parametrize(
    "content",
    [
        as_file(sheet_of(ANN)),
        as_file(sheet_of(ANN), ";"),
        as_file(sheet_of(ANN), "\t"),
        as_file(sheet_of(ANN), encoding="gb18030"),
        as_file([["# told"], [], ["ITEM ", *SCORES, "comment"], *sheet_of(ANN)[:0:-1], []]),
    ],
)
def test_a_whole_sheet_is_read_whatever_saved_it(content: bytes) -> None:
    sheet = read_sheet("a.csv", content, [BEN, ANN])
    assert (sheet.rater, sheet.export, len(sheet.ratings)) == ("ann", "export-0", len(ANN.items))
    assert {one.oqs for one in sheet.ratings} >= {7} and sheet.ratings[0].comment == "fine"


Change = Callable[[Cells], object]
MISTAKES: dict[str, tuple[Change, str]] = {
    "an unknown item": (lambda c: c[2].__setitem__(0, "R0000"), "row 3: unknown item 'R0000'"),
    "scores without an item": (lambda c: c[2].__setitem__(0, ""), "row 3: scores without an item"),
    "an item twice": (lambda c: c.append(c[1]), "stands in row 2 already"),
    "a row that is gone": (lambda c: c.pop(1), "is missing"),
    "a row without scores": (lambda c: c[1].__setitem__(slice(1, 4), ["", "", ""]), "has no scores"),
    "half a row": (lambda c: c[1].__setitem__(2, ""), "no professionalism"),
    "zero": (lambda c: c[1].__setitem__(1, "0"), "feasibility is '0'"),
    "eleven": (lambda c: c[1].__setitem__(1, "11"), "feasibility is '11'"),
    "a fraction": (lambda c: c[1].__setitem__(1, "8/10"), "feasibility is '8/10'"),
    "a date": (lambda c: c[1].__setitem__(1, "8月5日"), "feasibility is '8月5日'"),
    "a comma": (lambda c: c[1].__setitem__(3, "7,5"), "creativity is '7,5'"),
    "no number": (lambda c: c[1].__setitem__(3, "nan"), "creativity is 'nan'"),
    "infinity": (lambda c: c[1].__setitem__(3, "inf"), "creativity is 'inf'"),
    "no headings": (lambda c: c.pop(0), "no row of headings"),
    "two raters": (lambda c: c.append(sheet_of(BEN)[1]), "mixes sheets of"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_named_and_nothing_is_taken(what: str) -> None:
    change, told = MISTAKES[what]
    cells = [list(row) for row in sheet_of(ANN)]
    change(cells)
    with pytest.raises(UsageError) as raised:
        read_sheet("a.csv", as_file(cells), [ANN, BEN])
    assert told in str(raised.value) and "a.csv" in str(raised.value)


def test_all_mistakes_are_named_at_once() -> None:
    cells = sheet_of(ANN)
    cells[1][1], cells[2][2], cells[3][0] = "12", "", "R?"
    with pytest.raises(UsageError, match=r"row 2: .*12.*; row 3: .*no professionalism; row 4: unknown.* is missing"):
        read_sheet("a.csv", as_file(cells), [ANN])


def test_what_was_left_blank_is_passed_over_only_when_asked_to() -> None:
    cells = sheet_of(ANN)
    cells[1][1:4] = ["", "", ""]
    assert len(read_sheet("a.csv", as_file(cells), [ANN], partial=True).ratings) == len(ANN.items) - 1
    cells[2][1] = ""
    with pytest.raises(UsageError, match="no feasibility"):
        read_sheet("a.csv", as_file(cells), [ANN], partial=True)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 torn", b"\xd0\xcf\x11\xe0 old", b"a,b\n1,2\n", b"\x00\x01\x02"])
def test_what_is_no_sheet_is_said_in_a_line(content: bytes) -> None:
    with pytest.raises(UsageError, match=r"x\.xlsx"):
        read_sheet("x.xlsx", content, [ANN])
