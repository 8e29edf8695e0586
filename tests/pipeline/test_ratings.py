"""Ratings through the command line: sheets out, sheets in, tables."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from cogmed_core.errors import UsageError
from cogmed_core.ratings.instructions import SCORES
from cogmed_pipeline.commands import ratings
from tests.pipeline.conftest import Finished
from tests.pipeline.given import cogmed, faults, query


@pytest.fixture
def warehouse(finished: Finished, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished.warehouse, tmp_path / "warehouse"))


def fill_in(file: Path, warehouse: Path, score: float, comment: str = "=1+1") -> Path:
    """Fill a CSV in as its rater would, attention items as they ask."""
    rater = file.stem.removeprefix("export-0-")
    stored = json.loads((warehouse / "records" / "rating_sheets" / "export-0" / f"{rater}.json").read_text("utf-8"))
    asked = {item["item_id"]: item["attention"] for item in stored["record"]["items"]}
    items = [
        row[0] for row in csv.reader(io.StringIO(file.read_text("utf-8-sig"), newline="")) if row and row[0] in asked
    ]
    with file.open("w", encoding="utf-8", newline="") as target:
        csv.writer(target).writerow(["item", *SCORES, "comment"])
        csv.writer(target).writerows([item, *[asked[item] or score] * 3, comment] for item in items)
    return file


def test_sheets_go_out_and_come_back_into_the_tables(warehouse: Path) -> None:
    done = cogmed("ratings", "export", "--rater", "ann", "--rater", "ben", "--items", "6", cwd=warehouse.parent)
    assert done.returncode == 0, done.stderr
    files = [warehouse.parent / line for line in done.stdout.split()]
    assert [file.name for file in files] == [
        f"export-0-{who}.{form}" for who in ("ann", "ben") for form in ("xlsx", "csv")
    ]
    ann, ben = (fill_in(files[at], warehouse, score) for at, score in ((1, 6), (3, 7.5)))
    done = cogmed("ratings", "import", ann, ben, cwd=warehouse.parent)
    assert done.returncode == 0, done.stderr
    assert "bias" in done.stdout and "ann, ben: -1.50" in done.stdout and "Synthetic" in done.stdout
    rows = query(
        warehouse, "SELECT rater, count(*), min(oqs), max(oqs), bool_and(attentive) FROM ratings GROUP BY 1 ORDER BY 1"
    )
    assert rows == [("ann", 6, 6.0, 6.0, True), ("ben", 6, 7.5, 7.5, True)]
    bias = (
        "SELECT value, n FROM rating_agreement WHERE statistic = 'bias' AND dimension = 'oqs' AND raters[2] = 'people'"
    )
    (expected,) = query(
        warehouse, "SELECT avg(j.oqs) - 6.75 FROM judgements j WHERE episode_id IN (SELECT episode_id FROM ratings)"
    )
    assert query(warehouse, bias) == [(pytest.approx(expected[0]), 6)] * 2, "the judge and the panel of one"


def test_one_bad_file_keeps_all_of_them_out(warehouse: Path) -> None:
    ratings.export(warehouse, ["ann", "ben"], items=4)
    ann, ben = (fill_in(warehouse / "ratings" / f"export-0-{who}.csv", warehouse, 6) for who in ("ann", "ben"))
    good = ben.read_text("utf-8")
    ben.write_text(good.replace(",6,6,6,", ",6,66,6,", 1), encoding="utf-8")
    done = cogmed("ratings", "import", ann, ben, cwd=warehouse.parent)
    assert done.returncode == 2 and "professionalism is '66'" in faults(done)[0]
    assert not (warehouse / "records" / "ratings").exists()
    ratings.import_([ann], warehouse)
    ratings.import_([ann], warehouse)
    ann.write_text(ann.read_text("utf-8").replace(",6,6,6,", ",6,5,6,", 1), encoding="utf-8")
    with pytest.raises(UsageError, match="--replace"):
        ratings.import_([ann], warehouse)
    ratings.import_([ann], warehouse, replace=True)
    assert query(warehouse, "SELECT min(professionalism) FROM ratings") == [(5.0,)]


def test_what_cannot_be_exported_is_said_in_a_line(warehouse: Path) -> None:
    for raters in (["../ann"], ["ann", "ann"], [""]):
        with pytest.raises(UsageError, match="name each rater once"):
            ratings.export(warehouse, raters)
    with pytest.raises(UsageError, match="no ratings"):
        ratings.agreement(warehouse)
