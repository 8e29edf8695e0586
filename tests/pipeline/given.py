"""What the tests of this folder start from: cases of their own, real commands, and ways to look at what is left."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dagster as dg
import duckdb
from dagster._core.storage.partition_status_cache import get_and_update_asset_status_cache_value

from cogmed_core.experiment.definition import load_experiment
from cogmed_pipeline.defs.partitions import GRID
from cogmed_pipeline.progress import Silent
from cogmed_pipeline.run import run
from cogmed_pipeline.settings import Settings

COGMED = Path(sys.executable).with_name("cogmed")
PHONE = "15400001234"
"""Stands in the Chinese case and nowhere after it; the prefix is given to nobody."""
CONFIGURATIONS = ("baseline", "full", "no_fsm", "no_stk", "no_dbt")

ZH = {
    "关键词": "民事 民间借贷纠纷 分期还款",
    "基本案情": "2022年3月，贺某甲向邻居施某乙（电话{phone}）借款{amount}元开小吃店，约定一年内还清，未约定利息。"
    "店铺亏损后贺某甲只还了2000元，"
    "施某乙多次催要未果，要求一次还清余款并支付利息，认为对方有意拖欠；贺某甲不同意付利息，主张分期偿还。"
    "争议焦点为：余款数额；是否支付利息；还款期限。",
    "处理方式方法": "调解员先分别与双方沟通，听取各自的要求，再组织双方当面协商。施某乙起初拒绝分期，"
    "调解员释明利息约定不明时的处理，"
    "并提出由贺某甲先付一部分的方案；贺某甲表示愿意先付三成，施某乙同意放弃利息，双方对期限反复协商后达成一致。",
    "处理结果": "贺某甲于签订协议当日支付三成，余款分十二个月付清；施某乙放弃利息。",
    "解纷依据": "《中华人民共和国民法典》第六百八十条",
    "解纷要旨": "先理清账目，再谈期限，使双方看到分期也能收回本金。",
}
EN = {
    "Keywords": "Civil; sale of goods contract; defective boiler",
    "Facts": "Nora Vale sold a second-hand boiler to Piet Larch for £{amount} in October. It failed after nine "
    "days. Mr Larch demanded the whole price back and £300 for a plumber; Ms Vale refused and claimed that it "
    "had been fitted wrongly. The issues were: whether the boiler was faulty when sold; how much was to be paid back.",
    "Process": "The mediator met both sides apart and asked what each wanted. Ms Vale offered a hundred pounds, Mr "
    "Larch rejected it and insisted on the price. In a joint session the mediator proposed that an engineer "
    "look at the boiler; both agreed, discussed his report, and negotiated a part refund over two further rounds.",
    "Outcome": "Ms Vale pays back half of the price within fourteen days and collects the boiler at her own cost.",
    "Legal basis": "Consumer Rights Act 2015, sections 9 and 20",
    "Significance": "A shared report took the blame out of the talk and left a sum to agree on.",
}


def write_case(folder: Path, name: str, *, language: str = "zh", amount: int = 12000, **changes: str) -> Path:
    """Write a case of the repository's shape; ``changes`` replace sections."""
    folder.mkdir(parents=True, exist_ok=True)
    title = {"zh": f"贺某甲与施某乙民间借贷纠纷{name}", "en": f"Vale v. Larch: a boiler ({name})"}[language]
    sections = {"zh": ZH, "en": EN}[language]
    content = {
        key: text.replace("{amount}", str(amount)).replace("{phone}", PHONE) for key, text in sections.items()
    } | changes
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"filename": f"{title}.json", "content": content}, ensure_ascii=False), encoding="utf-8")
    return path


def write_backbones(path: Path, base_url: str, *names: str, **fields: str) -> Path:
    """Write a backbones file with an OpenAI-compatible backbone of each name at one address."""
    lines = [f'{key} = "{value}"' for key, value in {"provider": "openai", "base_url": base_url, **fields}.items()]
    tables = ["\n".join([f"[backbones.{name}]", *lines, f'model = "{name}-model"']) for name in names or ("mine",)]
    path.write_text("\n\n".join(tables) + "\n", encoding="utf-8")
    return path


def settings_of(folder: Path, **changes: Any) -> Settings:
    """Return settings over ``folder``/raw and ``folder``/warehouse; ``changes`` of either settings or experiment."""
    own = {name: changes.pop(name) for name in list(changes) if name in Settings.model_fields}
    experiment = load_experiment("demo").with_changes(**{"rounds": 3, **changes})
    return Settings(**{"raw": folder / "raw", "warehouse": folder / "warehouse", "experiment": experiment, **own})


def environment(**variables: str) -> dict[str, str]:
    """Return an environment without any setting or key of whoever runs the tests."""
    kept = {name: value for name, value in os.environ.items() if "API_KEY" not in name}
    return {name: value for name, value in kept.items() if not name.startswith(("COGMED_", "DAGSTER_"))} | variables


def schema_of(body: Mapping[str, Any]) -> str:
    """Return the name of the reply that a chat request asks for, which tells the prompt; blank for free text."""
    asked = body.get("response_format") or {}
    return str(asked["json_schema"]["name"]) if asked.get("type") == "json_schema" else ""


def cogmed(*arguments: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the installed command to its end."""
    return subprocess.run(
        [COGMED, *map(str, arguments)],
        cwd=cwd,
        env=environment(**(env or {})),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding=(env or {}).get("PYTHONIOENCODING", "utf-8"),
        timeout=240,
        check=False,
    )


def query(warehouse: Path, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query on a warehouse's tables."""
    with duckdb.connect(str(warehouse / "cogmed.duckdb"), read_only=True) as connection:
        return connection.execute(sql).fetchall()


def tables(warehouse: Path) -> dict[str, list[str]]:
    """Return every row of every table in an order of its own, without what a clock said."""
    of_clock = {"wall_s"}
    with duckdb.connect(str(warehouse / "cogmed.duckdb"), read_only=True) as connection:
        names = [name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        return {name: sorted(map(str, _rows(connection, name, of_clock))) for name in names}


def _rows(connection: duckdb.DuckDBPyConnection, table: str, without: set[str]) -> list[tuple[Any, ...]]:
    described = connection.execute(f'DESCRIBE "{table}"').fetchall()
    columns = ", ".join(f'"{column[0]}"' for column in described if column[0] not in without)
    return connection.execute(f'SELECT {columns} FROM "{table}"').fetchall()


def snapshot(folder: Path, *without: str) -> dict[str, tuple[int, bytes]]:
    """Return time and content of every file below ``folder`` by its path; ``without`` are folders to pass over."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        name: (path.stat().st_mtime_ns, path.read_bytes())
        for path in files
        if (name := path.relative_to(folder).as_posix()).partition("/")[0] not in without
    }


def contents(folder: Path, *without: str) -> dict[str, bytes]:
    """Return the content of every file below ``folder`` by its path."""
    return {name: content for name, (_, content) in snapshot(folder, *without).items()}


def failed_in_the_ui(instance: dg.DagsterInstance, asset: str) -> set[str]:
    """Return the partitions of arm and case that Dagster's own pages show as failed."""
    value = get_and_update_asset_status_cache_value(instance, dg.AssetKey(asset), GRID, instance)
    assert value is not None
    return set(value.deserialize_failed_partition_subsets(GRID).get_partition_keys())


def faults(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return what a command wrote to standard error, line by line; a traceback is never among it."""
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return done.stderr.splitlines()


class Counting(Silent):
    """A progress that keeps count: calls, and the items of each step that were made, reused and failed."""

    def __init__(self) -> None:
        self.calls = 0
        self.made: Counter[str] = Counter()
        self.reused: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()

    def item(self, step: str, *, reused: bool, failed: bool) -> None:
        counter = self.failed if failed else self.reused if reused else self.made
        counter[step] += 1

    def call(self) -> None:
        self.calls += 1


def ran(settings: Settings, **variables: str) -> Counting:
    """Run the pipeline in this process over a real Dagster instance and return what it counted."""
    counted = Counting()
    assert run(settings, variables, counted) is None
    return counted
