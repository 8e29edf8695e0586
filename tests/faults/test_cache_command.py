"""`cogmed cache`: what is kept, how often it was of use, what was refused, and how to be rid of it."""

from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.given import cogmed, faults, query, ran, schema_of, settings_of, write_backbones, write_case
from tests.servers.brain import reply_to
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, failure


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse whose judge refuses everything, and one of whose episodes was made twice."""
    folder = tmp_path_factory.mktemp("cached")
    write_case(folder / "raw", "loan")

    def answer(body: dict[str, Any]) -> str | HttpAnswer:
        if schema_of(body) == "JudgeReply":
            return failure(400, "data_inspection_failed", "Input data may contain inappropriate content.")
        return reply_to(body)

    with OpenAIServer(answer, models=["mine-model"]) as server:
        backbones = write_backbones(folder / "mine.toml", server.base_url)
        settings = settings_of(folder, backbones=["mine"], backbones_file=backbones, configurations=["full"])
        for _ in range(4):
            ran(settings)
            (folder / "warehouse" / "records" / "episodes" / "mine.full" / "loan" / "s0.json").unlink()
        ran(settings)
        judged = [body for body in server.bodies if schema_of(body) == "JudgeReply"]
        assert len(judged) == 2, "what is refused twice is not sent again"
    return folder


def test_it_shows_what_is_kept(folder: Path) -> None:
    done = cogmed("cache", cwd=folder)
    assert done.returncode == 0 and faults(done) == []
    ((calls, episode),) = query(
        folder / "warehouse", "SELECT sum(calls), sum(calls) FILTER (step = 'episodes') FROM ledger"
    )
    words = " ".join(done.stdout.split())
    assert "responses.sqlite" in words and "MiB" in words
    assert f"Replies {calls}, used again {4 * episode} times {calls} mine" in words
    assert "Refused 1 requests 1 data_inspection_failed" in words


def test_refusals_are_in_the_tables_by_category(folder: Path) -> None:
    rows = query(folder / "warehouse", "SELECT step, case_id, role, backbone, category FROM refusals")
    assert rows == [("judgements", "loan", "judge", "mine", "data_inspection_failed")]
    ((reason,),) = query(folder / "warehouse", "SELECT unscored_reason FROM judgements")
    assert reason.startswith("refused: ") and "not sent again" in reason


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--older-than", "1"), "they go with --prune"),
        (("--prune", "--backbone", "nobody"), "there are mine"),
    ],
)
def test_a_mistake_is_one_line(folder: Path, options: tuple[str, ...], said: str) -> None:
    done = cogmed("cache", *options, cwd=folder)
    assert done.returncode == 2 and len(faults(done)) == 1 and said in done.stderr


def test_it_prunes_by_age_by_backbone_and_all(folder: Path) -> None:
    kept = cogmed("cache", "--prune", "--older-than", "1", cwd=folder)
    assert kept.returncode == 0 and "Deleted  0 " in kept.stdout and " mine" in kept.stdout
    gone = cogmed("cache", "--prune", "--backbone", "mine", cwd=folder)
    assert gone.returncode == 0 and "Replies  0," in gone.stdout and "Refused  0 " in gone.stdout
    assert query(folder / "warehouse", "SELECT count(*) FROM episodes") == [(1,)]


def test_without_a_cache_it_says_so_and_makes_none(tmp_path: Path) -> None:
    done = cogmed("cache", cwd=tmp_path)
    assert done.returncode == 0 and "does not exist yet" in done.stdout
    assert list(tmp_path.iterdir()) == []
