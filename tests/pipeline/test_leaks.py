"""The leak gate: what is planted anywhere after the anonymizer is caught, and keeps the tables as they were."""

import gzip
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import dagster as dg
import pytest

from cogmed_core.cases.anonymise import Anonymiser, leaks
from cogmed_core.errors import StorageError
from cogmed_core.llm.protocol import ChatReply, Usage
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_pipeline.defs.pipeline import build_definitions
from cogmed_pipeline.instance import open_instance
from cogmed_pipeline.steps.catalogue import raw_cases
from cogmed_pipeline.steps.leak_gate import LeakError, find_leaks
from cogmed_pipeline.steps.leak_places import plain
from cogmed_pipeline.workshop import CACHE, Workshop
from tests.pipeline.daemon import postgres
from tests.pipeline.given import cogmed, contents, faults, ran, settings_of, write_case

NAME, TRADITIONAL = "欧阳国栋", "歐陽國棟"
PHONE, SPACED_PHONE = "15400001234", "154 0000 1234"
ID, SPACED_ID = "110105198003070011", "1101 0519 8003 0700 11"
FACTS = (
    f"2022年3月，{NAME}（身份证号{ID}，电话{PHONE}）向邻居贺某甲借款一万元开小吃店，约定一年内还清。{NAME}只还了2000元，"
    "贺某甲多次催要未果，要求一次还清余款并支付利息；对方不同意付利息，主张分期偿还。争议焦点为：余款数额；是否支付利息；还款期限。"
)
PROFILES, EPISODE = "profiles/loan/s0.json", "episodes/offline.full/loan/s0.json"
JUDGEMENT, SCENARIO = "judgements/offline.full/loan/s0/offline.r0.json", "scenarios/loan.json"
EXCHANGES = "exchanges/offline.full/loan/s0.jsonl.gz"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clean")
    write_case(folder / "raw", "loan", 基本案情=FACTS)
    ran(settings_of(folder, configurations=["full"]))
    return folder


@pytest.fixture
def folder(base: Path, tmp_path: Path) -> Path:
    """A copy of the clean run to plant something in."""
    return Path(shutil.copytree(base, tmp_path / "planted"))


def edited(folder: Path, name: str, change: Callable[[dict[str, object]], None]) -> None:
    path = folder / "warehouse" / "records" / name
    stored = json.loads(path.read_text(encoding="utf-8"))
    change(stored["record"])
    path.write_text(json.dumps(stored, ensure_ascii=False), encoding="utf-8")


def name_in_a_profile(folder: Path) -> str:
    edited(folder, PROFILES, lambda record: record["profiles"][0].update(goal=f"请{NAME}尽快还钱"))  # type: ignore[index]  # plain JSON
    return PROFILES


def spaced_id_in_a_transcript(folder: Path) -> str:
    edited(folder, EPISODE, lambda record: record["utterances"][0].update(text=f"证件是{SPACED_ID}。"))  # type: ignore[index]  # plain JSON
    return EPISODE


def traditional_name_in_a_settlement(folder: Path) -> str:
    edited(folder, EPISODE, lambda record: record.update(settlement=f"{TRADITIONAL}分期付清余款。"))
    return EPISODE


def full_width_phone_in_a_judgement(folder: Path) -> str:
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in PHONE)
    edited(folder, JUDGEMENT, lambda record: record.update(rationale=f"可致电{wide}"))
    return JUDGEMENT


def name_in_a_scenario(folder: Path) -> str:
    edited(folder, SCENARIO, lambda record: record.update(summary=f"{' '.join(NAME)}借款不还"))
    return SCENARIO


def name_in_an_exchange(folder: Path) -> str:
    path = folder / "warehouse" / "records" / EXCHANGES
    row = {"role": "mediator", "purpose": "x", "messages": [], "reply": json.dumps({"text": NAME}), "reasoning": ""}
    path.write_bytes(path.read_bytes() + gzip.compress(json.dumps(row).encode() + b"\n"))
    return EXCHANGES


def invented_number_in_a_judgement(folder: Path) -> str:
    edited(folder, JUDGEMENT, lambda record: record.update(rationale="另可拨打13912345678联系双方。"))
    return JUDGEMENT


def name_in_the_response_cache(folder: Path) -> str:
    cache = ResponseCache(folder / "warehouse" / CACHE)
    cache.put(b"key", "mine", ChatReply(json.dumps({"text": f"{NAME}同意"}), Usage(1, 1)))
    cache.close()
    return "responses.sqlite: replies"


def phone_in_metadata(folder: Path) -> str:
    with open_instance(folder / "warehouse") as instance:
        event = dg.AssetMaterialization("episodes", metadata={"note": f"call {SPACED_PHONE}"})
        instance.report_runless_asset_event(event)
    return "index.db: event_logs"


def phone_in_the_tags_of_a_run(folder: Path) -> str:
    with open_instance(folder / "warehouse") as instance:
        instance.add_run_tags(instance.get_runs(limit=1)[0].run_id, {"contact": PHONE})
    return "runs.db: run_tags"


def name_in_a_log(folder: Path) -> str:
    log = folder / "warehouse" / "dagster" / "storage" / "a-run" / "compute_logs" / "step.err"
    log.parent.mkdir(parents=True)
    log.write_text(f"could not parse {NAME}\n", encoding="utf-8")
    return log.name


PLANTS = (
    name_in_a_profile,
    spaced_id_in_a_transcript,
    traditional_name_in_a_settlement,
    full_width_phone_in_a_judgement,
    name_in_a_scenario,
    name_in_an_exchange,
    invented_number_in_a_judgement,
    name_in_the_response_cache,
    phone_in_metadata,
    phone_in_the_tags_of_a_run,
    name_in_a_log,
)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_what_is_planted_is_found_and_named_without_itself(folder: Path, plant: Callable[[Path], str]) -> None:
    place = plant(folder)
    found = find_leaks(Workshop(settings_of(folder, configurations=["full"]), {}))
    assert any(leak.place.endswith(place) for leak in found), found
    assert {leak.case_id for leak in found} <= {"loan", ""}
    assert not leaks(str(found), [NAME, ID, PHONE])


def test_a_leak_stops_the_run_before_the_tables(folder: Path) -> None:
    phone_in_metadata(folder)
    table = folder / "warehouse" / "cogmed.duckdb"
    before = table.stat().st_mtime_ns
    options = ("--raw", "raw", "--configuration", "full", "--rounds", "3")
    for _ in range(2):
        done = cogmed("run", *options, cwd=folder)
        (line,) = faults(done)
        assert done.returncode == 1 and "PHONE of case loan in dagster/history/runs/index.db" in line
        assert not leaks(done.stdout + done.stderr, [NAME, ID, PHONE])
    assert table.stat().st_mtime_ns == before


def test_in_dagster_too_nothing_goes_on_after_a_leak(folder: Path) -> None:
    name_in_the_response_cache(folder)
    assert downstream_of_the_gate(folder) == {"clearance"}


def test_the_tables_alone_are_not_rebuilt_over_a_leak(folder: Path) -> None:
    name_in_the_response_cache(folder)
    assert materialized(folder, "database") == set()


def test_deliberation_stops_at_a_leak_too(folder: Path) -> None:
    phone_in_metadata(folder)
    (folder / "q.tsv").write_text("id\ttext\tlabel\n1\tIs a written loan binding?\tyes\n", encoding="utf-8")
    table = folder / "warehouse" / "cogmed.duckdb"
    before = table.stat().st_mtime_ns
    done = cogmed("deliberate", "q.tsv", "--framework", "single", "--raw", "raw", cwd=folder)
    (line,) = faults(done)
    assert done.returncode == 1 and "PHONE of case loan" in line and table.stat().st_mtime_ns == before


def test_a_check_that_cannot_look_lets_nothing_on(folder: Path) -> None:
    (folder / "warehouse" / "records" / EXCHANGES).write_bytes(b"torn")
    assert downstream_of_the_gate(folder) == {"clearance"}
    with pytest.raises(StorageError, match=r"s0\.jsonl\.gz cannot be read"):
        ran(settings_of(folder, configurations=["full"]))


def downstream_of_the_gate(folder: Path) -> set[str]:
    """Return what a run over the gate and the tables materializes."""
    return materialized(folder, "clearance", "database")


def materialized(folder: Path, *assets: str) -> set[str]:
    """Return what a run over some assets materializes; it fails."""
    definitions = build_definitions(Workshop(settings_of(folder, configurations=["full"]), {}))
    with open_instance(folder / "warehouse") as instance:
        done = definitions.resolve_implicit_global_asset_job_def().execute_in_process(
            instance=instance,
            asset_selection=[dg.AssetKey(asset) for asset in assets],
            raise_on_error=False,
        )
        assert not done.success
        return {
            event.asset_key.to_user_string() for event in done.get_asset_materialization_events() if event.asset_key
        }


def test_what_passed_is_searched_again_when_its_case_has_changed(folder: Path) -> None:
    settings = settings_of(folder, configurations=["full"])
    path = folder / "warehouse" / "records" / SCENARIO
    stat, content = path.stat(), path.read_text(encoding="utf-8")
    path.write_text(content.replace("分期偿还", NAME), encoding="utf-8")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert path.stat().st_size == stat.st_size and NAME in path.read_text(encoding="utf-8")
    assert find_leaks(Workshop(settings, {})) == [], "a file that looks as it did when it passed is not read"
    write_case(folder / "raw", "loan", 基本案情=FACTS + "双方各自作了让步。")
    assert [leak.type for leak in find_leaks(Workshop(settings, {}))] == ["PER"]


def test_the_whole_warehouse_holds_no_original(base: Path) -> None:
    workshop = Workshop(settings_of(base), {})
    originals = Anonymiser().anonymise(raw_cases(workshop)["loan"]).originals.every()
    assert {NAME, ID, PHONE} <= originals
    searched = 0
    for name, content in contents(base / "warehouse").items():
        unpacked = gzip.decompress(content) if name.endswith(".gz") else content
        assert not leaks(plain(unpacked.decode(errors="replace")), {NAME, ID, PHONE}), name
        searched += 1
    assert searched > 20


def test_the_planted_cache_is_read_as_it_is_on_disk(folder: Path) -> None:
    name_in_the_response_cache(folder)
    with sqlite3.connect(folder / "warehouse" / CACHE) as database:
        assert "\\u" in database.execute("SELECT text FROM replies").fetchone()[0], "escaped, as models write it"
    with pytest.raises(LeakError, match="PER of case loan in cache"):
        ran(settings_of(folder, configurations=["full"]))


@pytest.mark.parametrize(("text", "count"), [("an equivalent, prevalent", 0), ("Ms VALE, MsVale and V a l e", 3)])
def test_a_name_is_no_part_of_a_longer_word(text: str, count: int) -> None:
    assert len(leaks(text, ["Vale"])) == count


def test_dagsters_database_on_a_server_is_searched_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with postgres() as url:
        monkeypatch.setenv("COGMED_POSTGRES_URL", url)
        settings = settings_of(folder, configurations=["full", "baseline"])
        assert ran(settings, COGMED_POSTGRES_URL=url).made["episodes"] == 1
        assert find_leaks(Workshop(settings, os.environ)) == []
        with open_instance(settings.warehouse) as instance:
            told = dg.AssetMaterialization("episodes", metadata={"who": f"call {PHONE}"})
            instance.report_runless_asset_event(told)
        (leak,) = find_leaks(Workshop(settings, os.environ))
    assert leak.place == "Dagster's database: event_logs" and leak.case_id == "loan"
