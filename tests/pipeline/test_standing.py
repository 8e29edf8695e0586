"""A run after which nothing has changed: whatever has changed is noticed, and what has not costs nothing."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cogmed_core.cases.anonymise.keymap import new_key
from cogmed_pipeline.originals import sealed_originals
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.standing import NAME, standing
from tests.pipeline.given import settings_of, write_backbones, write_case

Change = Callable[[Path], object]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_case(tmp_path / "raw", "loan")
    (tmp_path / "raw" / "more").mkdir()
    write_case(tmp_path / "raw" / "more", "rent")
    records = tmp_path / "warehouse" / "records" / "episodes"
    records.mkdir(parents=True)
    (records / "s0.json").write_text("{}")
    (tmp_path / "warehouse" / "cogmed.duckdb").write_bytes(b"tables")
    (tmp_path / "raw" / "nowhere.json").symlink_to(tmp_path / "nothing")
    return tmp_path


def stands(folder: Path, **changes: object) -> bool:
    return standing(settings_of(folder).model_copy(update=changes), environment(folder)).holds()


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {"COGMED_ORIGINALS": str(folder / "originals"), **more}


def kept(folder: Path) -> Settings:
    settings = settings_of(folder)
    standing(settings, environment(folder)).keep()
    return settings


def test_what_was_kept_holds_until_something_changes(folder: Path) -> None:
    assert not stands(folder), "nothing was kept yet"
    kept(folder)
    assert stands(folder)
    assert stands(folder, concurrency=3, max_cost=1.0), "no result depends on these"


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: write_case(folder / "raw", "loan", amount=123),
        lambda folder: write_case(folder / "raw", "new"),
        lambda folder: (folder / "raw" / "loan.json").unlink(),
        lambda folder: (folder / "raw" / "loan.json").rename(folder / "raw" / "loan2.json"),
        lambda folder: (folder / "raw" / "more" / "rent.json").write_text("{}"),
        lambda folder: (folder / "nothing").write_text("the link leads somewhere now"),
        lambda folder: shutil.rmtree(folder / "raw"),
        lambda folder: (folder / "warehouse" / "records" / "episodes" / "s0.json").unlink(),
        lambda folder: (folder / "warehouse" / "records" / "episodes" / "s1.json").write_text("{}"),
        lambda folder: (folder / "warehouse" / "cogmed.duckdb").write_bytes(b"others"),
        lambda folder: (folder / "warehouse" / "cogmed.duckdb").unlink(),
        lambda folder: (folder / "warehouse" / NAME).unlink(),
        lambda folder: (folder / "warehouse" / NAME).write_bytes(b"\xff\xfe"),
    ],
)
def test_every_change_is_noticed(folder: Path, change: Change) -> None:
    kept(folder)
    change(folder)
    assert not stands(folder)


def test_originals_that_are_gone_are_noticed(folder: Path) -> None:
    sealed = sealed_originals(folder / "warehouse", environment(folder)).folder
    sealed.mkdir(parents=True)
    (sealed / "loan.sealed").write_text("x")
    kept(folder)
    assert stands(folder)
    (sealed / "loan.sealed").unlink()
    assert not stands(folder)


def test_a_change_that_keeps_size_and_time_is_noticed(folder: Path) -> None:
    kept(folder)
    path = folder / "warehouse" / "records" / "episodes" / "s0.json"
    times = path.stat()
    path.write_text("[]")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert not stands(folder)


def test_a_change_during_the_run_is_a_change_since(folder: Path) -> None:
    settings = settings_of(folder)
    begun = standing(settings, environment(folder))
    write_case(folder / "raw", "late")
    begun.keep()
    assert not stands(folder)


def test_other_settings_other_models_and_another_key_are_changes(folder: Path) -> None:
    mine = write_backbones(folder / "mine.toml", "http://127.0.0.1:1/v1")
    settings = settings_of(folder, backbones_file=mine)
    standing(settings, environment(folder)).keep()
    assert standing(settings, environment(folder)).holds()
    assert not stands(folder), "other settings"
    assert not standing(settings.model_copy(update={"limit": 1}), environment(folder)).holds()
    assert not standing(settings, environment(folder, COGMED_KEY=new_key())).holds()
    mine.write_text(mine.read_text("utf-8").replace("model = ", 'currency = "USD"\nmodel = '), "utf-8")
    assert not standing(settings, environment(folder)).holds()
