"""Reviews through the command line: kept beside the episode, in the tables, and never for another wording."""

import json
import shutil
from pathlib import Path

import pytest

from cogmed_core.errors import StorageError, UsageError
from cogmed_pipeline.commands import review
from cogmed_pipeline.reviews import Reviews
from tests.pipeline.conftest import Finished
from tests.pipeline.given import cogmed, faults, query


@pytest.fixture
def warehouse(finished: Finished, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished.warehouse, tmp_path / "warehouse"))


def settled(warehouse: Path) -> list[str]:
    rows = query(warehouse, "SELECT episode_id FROM episodes WHERE settlement IS NOT NULL ORDER BY 1")
    return [str(row[0]) for row in rows]


def test_every_settlement_is_pending_until_somebody_decides(finished: Finished) -> None:
    rows = query(finished.warehouse, "SELECT episode_id, state, reviewer, text, notice FROM reviews ORDER BY 1")
    assert [row[0] for row in rows] == settled(finished.warehouse) and rows
    assert {row[1:3] for row in rows} == {("pending", None)}
    assert all("rule-based" in row[4] or "规则程序" in row[4] for row in rows)


def test_a_settlement_is_approved_by_somebody_for_a_reason(warehouse: Path) -> None:
    first, *others = settled(warehouse)
    done = cogmed("review", "approve", first, "--by", "Ma Li", "--because", "complete", cwd=warehouse.parent)
    assert done.returncode == 0, done.stderr
    rows = query(warehouse, f"SELECT state, reviewer, because FROM reviews WHERE episode_id = '{first}'")
    assert rows == [("approved", "Ma Li", "complete")]
    listed = cogmed("review", "list", cwd=warehouse.parent).stdout.splitlines()
    assert [line.split()[:2] for line in sorted(listed)] == [["approved", first], *(["pending", one] for one in others)]
    shown = cogmed("review", "show", first, cwd=warehouse.parent).stdout
    (settlement,) = query(warehouse, f"SELECT settlement FROM episodes WHERE episode_id = '{first}'")[0]
    assert settlement in shown and "complete" in shown
    assert "hypothetical" in shown or "假设性" in shown


def test_a_revision_stands_in_for_the_machines_wording_which_is_kept(warehouse: Path) -> None:
    first = settled(warehouse)[0]
    review.reject(first, "Ma Li", "no date", warehouse)
    (warehouse / "mine.txt").write_text("With a date.", encoding="utf-8")
    review.revise(first, "Jo", "date added", file=warehouse / "mine.txt", warehouse=warehouse)
    text, told = query(warehouse, f"SELECT text, text_with_notice FROM settlements WHERE episode_id = '{first}'")[0]
    assert text == "With a date." and told.endswith(text) and "date added" in told
    assert query(warehouse, f"SELECT settlement FROM episodes WHERE episode_id = '{first}'")[0][0] != text
    history = query(warehouse, "SELECT number, state, reviewer, holds FROM review_decisions ORDER BY number")
    assert history == [(1, "rejected", "Ma Li", False), (2, "revised", "Jo", True)]


def test_another_wording_is_pending_again(warehouse: Path) -> None:
    first = settled(warehouse)[0]
    review.approve(first, "Ma Li", "fine", warehouse)
    (path,) = (one for one in (warehouse / "records" / "episodes").rglob("*.json") if named(one) == first)
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored["record"]["settlement"] = "Another one."
    path.write_text(json.dumps(stored), encoding="utf-8")
    review.approve(settled(warehouse)[1], "Ma Li", "fine", warehouse)
    assert query(warehouse, f"SELECT state, decisions FROM reviews WHERE episode_id = '{first}'") == [("pending", 1)]
    assert len(Reviews(warehouse).read(first).decisions) == 1


def test_a_review_under_another_s_name_is_not_taken_for_its_own(warehouse: Path) -> None:
    first, second = settled(warehouse)[:2]
    review.approve(first, "Ma Li", "fine", warehouse)
    folder = warehouse / "records" / "reviews"
    shutil.copyfile(folder / f"{first}.json", folder / f"{second}.json")
    with pytest.raises(StorageError, match=second):
        review.approve(second, "Ma Li", "fine", warehouse)


def named(path: Path) -> str:
    return str(json.loads(path.read_text(encoding="utf-8"))["record"]["episode_id"])


def test_what_cannot_be_reviewed_is_said_in_a_line(warehouse: Path) -> None:
    (open_end,) = query(warehouse, "SELECT episode_id FROM episodes WHERE settlement IS NULL LIMIT 1")[0]
    first = settled(warehouse)[0]
    for episode, by, because, wrong in (
        ("nobody.s0", "Ma Li", "x", "no episode 'nobody.s0'"),
        (open_end, "Ma Li", "x", "without a settlement"),
        (first, " ", "x", "by: "),
        (first, "Ma Li", "", "because: "),
    ):
        with pytest.raises(UsageError, match=wrong):
            review.approve(episode, by, because, warehouse)
    with pytest.raises(UsageError, match="either --text or --file"):
        review.revise(first, "Ma Li", "x", warehouse=warehouse)
    assert not (warehouse / "records" / "reviews").exists()
    done = cogmed("review", "list", "--warehouse", "nowhere", cwd=warehouse)
    assert done.returncode == 2 and "no warehouse" in faults(done)[0]
