"""``cogmed mediate``: one mediation in the terminal, in the case's language, and nothing kept of it."""

import re
from pathlib import Path

import pytest

from tests.pipeline.given import cogmed, faults, write_backbones, write_case
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, failure

END = re.compile(r"(agreement|deadlock|breakdown) after \d+ rounds")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mediate")
    write_case(folder / "raw_cases", "loan")
    write_case(folder / "raw_cases", "boiler", language="en", amount=900)
    return folder


def test_a_chinese_case_with_every_module(folder: Path) -> None:
    done = cogmed("mediate", "loan", "--rounds", "6", cwd=folder)
    assert done.returncode == 0 and faults(done) == []
    assert "full; modules: fsm, stk, dbt" in done.stdout and "rule-based negotiators" in done.stdout
    assert "Round 1" in done.stdout and "stage: opening" in done.stdout and "调解员" in done.stdout
    assert done.stdout.index("Round 1") < done.stdout.index("stage: opening")
    assert END.search(done.stdout.splitlines()[-1]) or END.search(done.stdout)


def test_an_english_case_without_two_modules(folder: Path) -> None:
    done = cogmed(
        *("mediate", "boiler", "--without", "fsm", "--without", "stk", "--rounds", "3", "--seed", "4"),
        *("--protocol", "simultaneous"),
        cwd=folder,
    )
    assert done.returncode == 0 and faults(done) == []
    assert "no_fsm_no_stk_simultaneous; modules: dbt" in done.stdout
    assert "stage:" not in done.stdout and "perform_reality_check" not in done.stdout
    assert "Mediator" in done.stdout and "boiler" in done.stdout and END.search(done.stdout)


def test_a_file_will_do_and_nothing_is_stored(folder: Path, tmp_path: Path) -> None:
    with OpenAIServer() as server:
        write_backbones(tmp_path / "mine.toml", server.base_url)
        options = ("--backbones", "mine.toml", "--backbone", "mine", "--rounds", "1", "--protocol", "speculative")
        done = cogmed("mediate", folder / "raw_cases" / "loan.json", *options, cwd=tmp_path)
    assert done.returncode == 0 and END.search(done.stdout) and "rule-based" not in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_a_model_that_fails_is_one_line(folder: Path) -> None:
    def answer(body: object) -> HttpAnswer:
        return failure(400, "bad_request", "not today")

    with OpenAIServer(answer, models=["mine-model"]) as server:
        write_backbones(folder / "mine.toml", server.base_url)
        done = cogmed("mediate", "loan", "--backbones", "mine.toml", "--backbone", "mine", cwd=folder)
    (line,) = faults(done)
    assert done.returncode == 1 and "not today" in line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "no case 'nobody' in raw_cases; there are boiler, loan"),
        (["loan", "--without", "fool"], "has no module 'fool'; it has fsm, stk, dbt"),
        (["loan", "--without", "fsm", "--without", "fsm"], "has no module 'fsm'; it has stk, dbt"),
        (["two.jsonl"], "two.jsonl holds several cases: name one of "),
        (["torn.json"], "torn.json is no valid JSON"),
    ],
)
def test_a_mistake_is_one_line(arguments: list[str], said: str, folder: Path) -> None:
    rows = [path.read_text(encoding="utf-8") for path in (folder / "raw_cases").glob("*.json")]
    (folder / "two.jsonl").write_text("\n".join(rows), encoding="utf-8")
    (folder / "torn.json").write_text("{", encoding="utf-8")
    done = cogmed("mediate", *arguments, cwd=folder)
    (line,) = faults(done)
    assert done.returncode == 2 and said in line
