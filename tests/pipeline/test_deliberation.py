"""``cogmed deliberate``: every row accounted for, nothing asked twice, nothing lost, figures that can be recomputed."""

import json
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from cogmed_core.deliberation.questions import read_question_sets
from cogmed_core.domain.question import Verdict
from cogmed_pipeline.defs.pipeline import build_definitions
from cogmed_pipeline.defs.ranges import RANGE_END, RANGE_START
from cogmed_pipeline.deliberate import deliberate
from cogmed_pipeline.instance import open_instance
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.steps.catalogue import survey
from cogmed_pipeline.steps.pages import exchanges_of, stored_pages
from cogmed_pipeline.steps.questions import read_questions
from cogmed_pipeline.workshop import Workshop
from tests.core.deliberation.brain import deliberating
from tests.core.llm.given import a_backbone
from tests.pipeline.given import (
    COGMED,
    Counting,
    cogmed,
    contents,
    environment,
    faults,
    query,
    settings_of,
    snapshot,
    write_backbones,
    write_case,
)
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, failure

FRAMEWORKS = ("single", "mad", "three_ply", "parrots")
MAD, SINGLE = {"frameworks": ["mad"]}, {"frameworks": ["single"]}


def write_questions(
    path: Path, count: int, *, first: int = 0, yes: Callable[[int], bool] = lambda n: n % 2 == 0
) -> Path:
    """Write questions about leases, numbered from ``first``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = ["id,question,gold,slice"]
    for number in range(first, first + count):
        asked = f"Lease {number} asks for {number} days' notice and got thirty. Was that enough?"
        rows.append(f"q{number},{asked},{'yes' if yes(number) else 'no'},kind {number % 3}")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def asked(settings: Settings) -> tuple[Counting, Any]:
    """Deliberate in this process over a real Dagster instance; return what was counted and why it stopped."""
    counted = Counting()
    sets = read_questions(Workshop(settings, {}))
    stopped = deliberate(settings, {}, counted, sets)
    return counted, stopped


def loopback(folder: Path, server: OpenAIServer, file: Path, **changes: Any) -> Settings:
    """Return settings that ask one backbone at the test server about a file."""
    backbones = write_backbones(folder / "mine.toml", server.base_url)
    given = {"backbones": ["mine"], "backbones_file": backbones, "questions": file, "deliberation": SINGLE, **changes}
    return settings_of(folder, **given)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which two sets were deliberated by rules, one of them with rows that are no question."""
    folder = tmp_path_factory.mktemp("deliberated")
    write_questions(folder / "sets" / "leases.csv", 130)
    lines = [{"question": f"要约{n}到达后还能撤回吗？", "answer": n % 2, "类别": "合同"} for n in range(8)]
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    (folder / "sets" / "合同.jsonl").write_text(f'{text}\n{{"question": "？", "answer": "maybe"}}\n', encoding="utf-8")
    (folder / "sets" / "broken.json").write_text("[", encoding="utf-8")
    finished = cogmed("deliberate", "sets", "--seeds", "2", cwd=folder)
    assert finished.returncode == 0 and faults(finished) == [], finished.stderr
    (folder / "stdout.txt").write_text(finished.stdout, encoding="utf-8")
    return folder


def test_every_row_is_a_question_or_named_as_none(done: Path) -> None:
    warehouse, printed = done / "warehouse", (done / "stdout.txt").read_text(encoding="utf-8")
    sets = query(warehouse, "SELECT question_set, questions, left_out, problem FROM question_sets ORDER BY source_file")
    assert [(row[1], row[2]) for row in sets] == [(0, 0), (130, 0), (8, 1)]
    assert sets[0][3] == "broken.json is no valid JSON"
    assert query(warehouse, "SELECT row, reason FROM left_out_questions") == [
        (9, "合同.jsonl#9 has the answer 'maybe', which is neither yes nor no")
    ]
    assert "left out: broken.json is no valid JSON" in printed
    assert "left out: 合同.jsonl#9" in printed
    assert query(warehouse, "SELECT language, count(*) FROM questions GROUP BY 1 ORDER BY 1") == [
        ("en", 130),
        ("zh", 8),
    ]


def test_every_question_has_a_verdict_of_every_framework_and_seed(done: Path) -> None:
    counts = query(
        done / "warehouse", "SELECT framework, seed, status, count(*) FROM verdicts GROUP BY ALL ORDER BY ALL"
    )
    assert counts == [(name, seed, "finished", 138) for name in sorted(FRAMEWORKS) for seed in (0, 1)]
    assert query(done / "warehouse", "SELECT DISTINCT synthetic FROM verdicts") == [(True,)]
    assert "Synthetic" in (done / "stdout.txt").read_text(encoding="utf-8")


def test_steps_and_exchanges_tell_the_whole_of_it(done: Path) -> None:
    per_verdict = query(
        done / "warehouse",
        "SELECT framework, calls, count(*) AS steps FROM verdicts JOIN verdict_steps "
        "USING (question_set, question_id, framework, backbone, seed) "
        "GROUP BY framework, calls, question_id, question_set, seed",
    )
    wanted = {"single": lambda calls: calls, "mad": lambda calls: calls, "three_ply": lambda calls: calls}
    for framework, calls, steps in per_verdict:
        assert steps == (wanted[framework](calls) if framework in wanted else 1 + 5 * (calls - 1) // 2)
    assert {calls for framework, calls, _ in per_verdict if framework == "mad"} == {9}
    records = RecordStore(done / "warehouse" / "records")
    pages = sorted((records.root / "deliberations" / "offline.mad" / "leases" / "s0").iterdir())
    assert len(pages) == 2
    lines = records.load_lines("deliberations", "offline.mad/leases/s0/00001")
    assert len(lines) == 30 * 9
    assert {line["question_id"] for line in lines} == {f"q{number}" for number in range(100, 130)}
    sent = exchanges_of(records, "offline.mad/leases/s0/00001", "q117")
    assert [one.purpose for one in sent] == ["answer"] * 3 + ["revise"] * 6
    assert all("Lease 117 asks for 117 days' notice" in one.messages[1][1] for one in sent)
    assert all(one.messages[0][1].startswith("You are an expert") and '"answer"' in one.reply for one in sent)
    (transcript,) = query(
        done / "warehouse",
        "SELECT transcript FROM verdict_transcripts "
        "WHERE question_set = 'leases' AND question_id = 'q0' AND framework = 'three_ply' AND seed = 0",
    )
    speakers = [line.partition("] ")[2].partition(":")[0] for line in transcript[0].splitlines()]
    assert speakers == ["plaintiff", "defendant", "plaintiff", "judge"]


def test_figures_are_those_of_the_verdicts(done: Path) -> None:
    recomputed = query(
        done / "warehouse",
        """
        SELECT question_set, framework, count(*), count(*) FILTER (correct), count(*) FILTER (answer IS NULL),
               round(count(*) FILTER (correct) / count(*), 9), sum(calls)::BIGINT,
               round((count(*) FILTER (correct AND gold) / count(*) FILTER (gold)
                    + count(*) FILTER (correct AND NOT gold) / count(*) FILTER (NOT gold)) / 2, 9)
        FROM verdicts GROUP BY ALL ORDER BY ALL
        """,
    )
    stored = query(
        done / "warehouse",
        "SELECT question_set, framework, n, correct, unanswered, round(accuracy, 9), calls, "
        "round(balanced_accuracy, 9) FROM verdict_results ORDER BY ALL",
    )
    assert stored == recomputed
    assert len(stored) == 8
    alone = query(
        done / "warehouse",
        "SELECT solved[1], count(*) FROM solved_by WHERE question_set = 'leases' AND len(solved) = 1 "
        "GROUP BY 1 ORDER BY 1",
    )
    contributed = query(
        done / "warehouse",
        "SELECT framework, solved_only FROM contributions "
        "WHERE question_set = 'leases' AND slice IS NULL AND solved_only > 0 ORDER BY 1",
    )
    assert alone == contributed
    never, oracle, n = query(
        done / "warehouse", "SELECT never_solved, oracle, n FROM complementarity WHERE question_set = 'leases'"
    )[0]
    assert oracle == pytest.approx(1 - never / n)
    assert query(done / "warehouse", "SELECT count(*) FROM verdict_comparisons") == [(12,)]


def test_slices_add_up(done: Path) -> None:
    rows = query(
        done / "warehouse",
        "SELECT framework, slice IS NULL, sum(n)::INT, sum(correct)::INT FROM contributions "
        "WHERE question_set = 'leases' GROUP BY ALL ORDER BY ALL",
    )
    by_framework: dict[str, set[tuple[int, int]]] = {}
    for framework, _, n, correct in rows:
        by_framework.setdefault(framework, set()).add((n, correct))
    assert all(len(sums) == 1 for sums in by_framework.values())


def test_doing_it_again_changes_no_record(done: Path) -> None:
    before = snapshot(done / "warehouse" / "records")
    again = cogmed("deliberate", "sets", "--seeds", "2", cwd=done)
    assert again.returncode == 0
    assert snapshot(done / "warehouse" / "records") == before


def test_what_cogmed_run_needs_is_left_alone(tmp_path: Path) -> None:
    write_questions(tmp_path / "q.csv", 3)
    settings_of(tmp_path, rounds=7).save()
    before = (tmp_path / "warehouse" / "settings.json").read_bytes()
    assert asked(settings_of(tmp_path, questions=tmp_path / "q.csv"))[1] is None
    assert (tmp_path / "warehouse" / "settings.json").read_bytes() == before


def test_only_what_changed_is_asked_again(tmp_path: Path) -> None:
    file = write_questions(tmp_path / "q.csv", 250)
    with OpenAIServer(deliberating) as server:
        settings = loopback(tmp_path, server, file)
        assert asked(settings)[0].calls == 250
        made = server.requests
        file.write_text(file.read_text("utf-8").replace(",no,kind", ",yes,kind"), encoding="utf-8")
        assert asked(settings)[0].calls == 0, "a corrected right answer is nothing to those who answered"
        file.write_text(file.read_text("utf-8").replace("Lease 7 ", "Lease seven "), encoding="utf-8")
        assert asked(settings)[0].calls == 1
        assert server.requests == made + 1
    assert query(tmp_path / "warehouse", "SELECT count(*), count(*) FILTER (gold) FROM verdicts") == [(250, 250)]


def test_a_row_put_in_front_moves_pages_and_loses_nothing(tmp_path: Path) -> None:
    file = write_questions(tmp_path / "q.csv", 250)
    with OpenAIServer(deliberating) as server:
        settings = loopback(tmp_path, server, file)
        asked(settings)
        before = {verdict.question_id: verdict for verdict in all_verdicts(tmp_path)}
        header, *rows = file.read_text("utf-8").splitlines()
        file.write_text("\n".join([header, "new,Is this new?,yes,kind 1", *rows[1:]]) + "\n", encoding="utf-8")
        counted, _ = asked(settings)
        assert counted.calls == 1
        write_questions(file, 101)
        assert asked(settings)[0].calls == 1, "the first one came back"
    after = {verdict.question_id: verdict for verdict in all_verdicts(tmp_path)}
    assert after == {name: before[name] for name in after}
    assert len(after) == 101
    records = RecordStore(tmp_path / "warehouse" / "records")
    for page, count in (("00000", 100), ("00001", 1)):
        lines = records.load_lines("deliberations", f"mine.single/q/s0/{page}")
        assert len(lines) == count, "every exchange has moved with its verdict"
    assert not records.load_lines("verdicts", "mine.single/q/s0/00002")


def test_a_few_first_then_the_rest(tmp_path: Path) -> None:
    file = write_questions(tmp_path / "q.csv", 120)
    with OpenAIServer(deliberating) as server:
        assert asked(loopback(tmp_path, server, file, limit=10))[0].calls == 10
        assert query(tmp_path / "warehouse", "SELECT n, not_run FROM verdict_results") == [(10, 0)]
        assert asked(loopback(tmp_path, server, file))[0].calls == 110
        assert asked(loopback(tmp_path, server, file, limit=5))[0].calls == 0
        assert asked(loopback(tmp_path, server, file, limit=5, seeds=[0, 1]))[0].calls == 5
    rows = query(tmp_path / "warehouse", "SELECT n, not_run, incomplete FROM verdict_results")
    assert rows == [(240, 115, True)], "what was asked for once stays asked for"


def test_a_spoilt_page_is_made_anew(tmp_path: Path) -> None:
    file = write_questions(tmp_path / "q.csv", 120)
    with OpenAIServer(deliberating) as server:
        settings = loopback(tmp_path, server, file)
        asked(settings)
        before = contents(tmp_path / "warehouse" / "records" / "verdicts")
        made = server.requests
        page = tmp_path / "warehouse" / "records" / "verdicts" / "mine.single" / "q" / "s0" / "00000.jsonl.gz"
        for spoilt in (b"not gzip", page.read_bytes()[:-20]):
            page.write_bytes(spoilt)
            assert asked(settings)[0].calls == 100
            assert contents(tmp_path / "warehouse" / "records" / "verdicts") == before
        assert server.requests == made, "the cache had every reply"


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, OpenAIServer, int]:
    """A folder in which the same command was killed twice and then left in peace."""
    folder = tmp_path_factory.mktemp("killed")
    write_questions(folder / "q.csv", 220)
    command = ["deliberate", "q.csv", "--framework", "mad", "--backbones", "mine.toml", "--backbone", "mine"]
    pages = folder / "warehouse" / "records" / "verdicts" / "mine.mad" / "q" / "s0"
    kills = 0
    with OpenAIServer(deliberating, latency=0.01) as server:
        write_backbones(folder / "mine.toml", server.base_url)
        for least in (0, 1):
            with subprocess.Popen(
                [COGMED, *command], cwd=folder, env=environment(), stdout=subprocess.DEVNULL
            ) as process:
                before = server.answered
                while process.poll() is None and not (
                    len(list(pages.glob("*.gz"))) >= least and server.answered > before + 300
                ):
                    time.sleep(0.01)
                process.kill()
            assert process.returncode == -signal.SIGKILL, "it was under way"
            kills += 1
        finished = cogmed(*command, cwd=folder)
        assert finished.returncode == 0 and faults(finished) == [], finished.stderr
    return folder, server, kills


def test_after_two_kills_every_question_is_decided_and_no_reply_was_paid_for_twice(
    killed: tuple[Path, OpenAIServer, int],
) -> None:
    folder, server, kills = killed
    rows = query(folder / "warehouse", "SELECT n, failed, not_run, incomplete, calls FROM verdict_results")
    assert rows == [(220, 0, 0, False, 1980)]
    in_flight = a_backbone(server.base_url).max_concurrency
    checks = kills + 1
    assert 1980 <= server.answered <= 1980 + kills * in_flight + checks


def test_a_killed_run_ends_in_the_same_records_as_one_left_in_peace(
    killed: tuple[Path, OpenAIServer, int], tmp_path: Path
) -> None:
    folder, _, _ = killed
    write_questions(tmp_path / "q.csv", 220)
    with OpenAIServer(deliberating) as server:
        assert asked(loopback(tmp_path, server, tmp_path / "q.csv", deliberation=MAD))[1] is None
    verdicts = Path("warehouse") / "records" / "verdicts"
    assert contents(tmp_path / verdicts) == contents(folder / verdicts)
    assert exchanges(tmp_path) == exchanges(folder)
    assert not list((folder / "warehouse" / "records").rglob("*.tmp"))


def test_a_failed_question_is_named_counted_and_retried(tmp_path: Path) -> None:
    file = write_questions(tmp_path / "q.csv", 20)
    refusing = True

    def answer(body: dict[str, Any]) -> str | HttpAnswer:
        if refusing and "Lease 7 " in str(body["messages"]):
            return failure(400, "data_inspection_failed", "Input data may contain inappropriate content.")
        return deliberating(body)

    with OpenAIServer(answer) as server:
        write_backbones(tmp_path / "mine.toml", server.base_url)
        command = ("deliberate", file, "--framework", "three_ply", "--backbones", "mine.toml", "--backbone", "mine")
        first = cogmed(*command, cwd=tmp_path)
        assert first.returncode == 1
        assert "failed: q/q7 by three_ply on mine:" in first.stdout
        assert "incomplete: 1 failed" in first.stdout
        (row,) = query(
            tmp_path / "warehouse",
            "SELECT n, failed, not_run, incomplete, accuracy_best - accuracy_worst FROM verdict_results",
        )
        assert row[:4] == (20, 1, 0, True)
        assert row[4] == pytest.approx(1 / 20)
        assert query(
            tmp_path / "warehouse", "SELECT question_id, answer, correct FROM verdicts WHERE status = 'failed'"
        ) == [("q7", None, None)]
        refusing = False
        answered_before = server.answered
        second = cogmed(*command, cwd=tmp_path)
    assert second.returncode == 0
    check = 1  # that the endpoint answers
    assert server.answered - answered_before <= 4 + check
    assert query(tmp_path / "warehouse", "SELECT failed FROM verdict_results") == [(0,)]


def test_a_key_that_is_rejected_midway_keeps_what_there_is(tmp_path: Path) -> None:
    file = write_questions(tmp_path / "q.csv", 150)
    remaining = 100

    def answer(body: dict[str, Any]) -> str | HttpAnswer:
        nonlocal remaining
        remaining -= 1
        return deliberating(body) if remaining > 0 else failure(401, "invalid_api_key", "Incorrect API key provided")

    with OpenAIServer(answer) as server:
        counted, stopped = asked(loopback(tmp_path, server, file))
        assert stopped is not None and stopped.kind == "access"
        kept = len(all_verdicts(tmp_path))
        assert 0 < kept < 150
        assert query(tmp_path / "warehouse", "SELECT n - not_run, not_run > 0, incomplete FROM verdict_results") == [
            (kept, True, True)
        ]
        remaining = 10_000
        asked(loopback(tmp_path, server, file))
    assert query(tmp_path / "warehouse", "SELECT n, not_run FROM verdict_results") == [(150, 0)]
    assert counted.calls < 100


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.csv"], "nowhere.csv does not exist"),
        (["q.csv", "--framework", "debate"], "unknown framework 'debate'; there are single, mad, three_ply, parrots"),
        (["q.csv", "--backbone", "nobody"], "unknown backbone 'nobody'"),
        (["q.csv", "--language", "fr"], "language"),
        (["empty.csv"], "empty.csv holds no question"),
        ([], "there is no file of questions in raw_cases/questions"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_nothing_behind(tmp_path: Path, arguments: list[str], words: str) -> None:
    write_questions(tmp_path / "q.csv", 2)
    (tmp_path / "empty.csv").write_text("question,gold\n", encoding="utf-8")
    mistaken = cogmed("deliberate", *arguments, cwd=tmp_path)
    assert mistaken.returncode == 2
    (line,) = faults(mistaken)
    assert words in line
    assert not (tmp_path / "warehouse").exists()


def test_a_variant_is_a_few_lines_of_an_experiment(tmp_path: Path) -> None:
    write_questions(tmp_path / "q.csv", 4)
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\nbackbones = ["offline"]\nconfigurations = ["full"]\nseeds = [3]\nrounds = 5\n'
        'temperature = 0.0\nlanguage = "zh"\n[deliberation]\nframeworks = ["single", "five"]\n'
        '[deliberation.variants.five]\nkind = "mad"\nagents = 5\nrounds = 1\n',
        encoding="utf-8",
    )
    finished = cogmed("deliberate", "q.csv", "--experiment", "mine.toml", cwd=tmp_path)
    assert finished.returncode == 0, finished.stderr
    rows = query(
        tmp_path / "warehouse", "SELECT framework, seed, calls, count(*) FROM verdicts GROUP BY ALL ORDER BY ALL"
    )
    assert rows == [("five", 3, 10, 4), ("single", 3, 1, 4)]
    assert query(tmp_path / "warehouse", "SELECT DISTINCT language FROM questions") == [("zh",)]


def test_the_ui_materializes_a_partition_with_the_numbers_of_its_plan(tmp_path: Path) -> None:
    file = write_questions(tmp_path / "q.csv", 5)
    settings = settings_of(tmp_path, questions=file, seeds=[0, 1], temperature=0.9)
    assert asked(settings)[1] is None
    before = contents(tmp_path / "warehouse" / "records" / "verdicts")
    job = build_definitions(Workshop(settings_of(tmp_path), {})).resolve_implicit_global_asset_job_def()
    with open_instance(settings.warehouse) as instance:
        result = job.execute_in_process(
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            instance=instance,
            asset_selection=[dg.AssetKey("verdicts")],
            tags={RANGE_START: "offline.single|q", RANGE_END: "offline.parrots|q"},
        )
    assert result.success
    events = [event.partition for event in result.asset_materializations_for_node("verdicts")]
    assert sorted(map(str, events)) == sorted(f"offline.{name}|q" for name in FRAMEWORKS)
    assert contents(tmp_path / "warehouse" / "records" / "verdicts") == before


def test_a_set_taken_out_of_the_folder_has_no_rows_any_more(tmp_path: Path) -> None:
    folder = tmp_path / "raw" / "questions"
    write_questions(folder / "first.csv", 3)
    write_questions(folder / "second.csv", 3)
    assert asked(settings_of(tmp_path))[1] is None
    assert query(tmp_path / "warehouse", "SELECT DISTINCT question_set FROM verdicts ORDER BY 1") == [
        ("first",),
        ("second",),
    ]
    (folder / "first.csv").unlink()
    asked(settings_of(tmp_path))
    assert query(tmp_path / "warehouse", "SELECT DISTINCT question_set FROM verdicts") == [("second",)]


def all_verdicts(folder: Path) -> list[Verdict]:
    records = RecordStore(folder / "warehouse" / "records")
    return [verdict for page in stored_pages(records, "mine.single/q", 0).values() for verdict in page]


def exchanges(folder: Path) -> Counter[str]:
    """Every exchange kept on seed 0; those of a round come in the order in which they were answered."""
    records = RecordStore(folder / "warehouse" / "records")
    lines = [line for number in range(3) for line in records.load_lines("deliberations", f"mine.mad/q/s0/{number:05d}")]
    return Counter(json.dumps(line, sort_keys=True) for line in lines)


def test_questions_beside_the_cases_are_no_cases(tmp_path: Path) -> None:
    write_case(tmp_path / "raw", "loan")
    write_questions(tmp_path / "raw" / "questions" / "leases.csv", 2)
    workshop = Workshop(settings_of(tmp_path), {})
    assert [entry.case_id for entry in survey(workshop).entries] == ["loan"]
    assert [one.name for one in read_questions(workshop)] == ["leases"]


def test_the_sample_questions_are_balanced_pairs_in_both_languages() -> None:
    (sample,) = read_question_sets(Path(__file__).parents[2] / "raw_cases" / "questions", "case")
    assert (sample.left_out, len(sample.questions)) == ((), 24)
    for language in ("zh", "en"):
        golds = [question.gold for question in sample.questions if question.language == language]
        assert golds.count(True) == golds.count(False) == 6
    kinds = Counter((question.language, question.slice) for question in sample.questions)
    assert set(kinds.values()) == {2}


def test_questions_nobody_knows_the_answer_to_are_answered_and_counted(tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_text("question\nIs a promise binding?\nIs silence consent?\n", encoding="utf-8")
    done = cogmed("deliberate", "q.csv", "--framework", "three_ply", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    ((yes, no, unanswered),) = query(tmp_path / "warehouse", "SELECT yes, no, unanswered FROM answers")
    assert yes + no + unanswered == 2
    assert f"q: three_ply on offline answered {yes} yes, {no} no, {unanswered} not at all" in done.stdout
    assert query(tmp_path / "warehouse", "SELECT DISTINCT gold, correct FROM verdicts") == [(None, None)]
