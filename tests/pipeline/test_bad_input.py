"""Bad input: one line that says what to do, never a traceback, nothing written; and the good cases still run."""

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.pipeline.given import ZH, cogmed, faults, query, ran, settings_of, write_case

EXPERIMENT = """
name = "mine"
backbones = ["offline"]
configurations = ["full"]
seeds = [0]
rounds = 3
temperature = 0.3
language = "case"
"""

MISTAKES: dict[str, tuple[list[str], list[str]]] = {
    "a folder without a case": (["--raw", "empty"], ["empty holds no case file", "--raw"]),
    "no folder": (["--raw", "nowhere"], ["nowhere does not exist", "--raw"]),
    "a file that is no case": (["--raw", "list.json"], ["list.json#1 is no case", "基本案情"]),
    "a file of another kind": (["--raw", "picture.png"], ["picture.png is a .png", "the formats read are .json"]),
    "an unknown backbone": (["--backbone", "nobody"], ["unknown backbone 'nobody'", "offline", "--backbones FILE"]),
    "an unknown configuration": (["--configuration", "fool"], ["unknown configuration fool", "baseline, full"]),
    "an unknown case": (["--case", "nobody"], ["'nobody'", "there are loan"]),
    "a case that was left out": (["--case", "torn"], ["torn.json is no valid JSON", "mend it"]),
    "an unknown experiment": (["--experiment", "fool"], ["no experiment 'fool'", "demo, paper", "TOML file"]),
    "an unknown key in an experiment": (["--experiment", "extra.toml"], ["extra.toml", "unknown key temperatur"]),
    "an experiment that is no TOML": (["--experiment", "torn.toml"], ["torn.toml is not valid TOML"]),
    "an experiment that is no text": (["--experiment", "bytes.toml"], ["bytes.toml is not valid TOML"]),
    "an unknown key in a backbone": (["--backbones", "typo.toml"], ["[backbones.mine] unknown key modle", "model"]),
    "a key itself in place of its variable": (
        ["--backbones", "secret.toml"],
        ["[backbones.mine]", "the name of an environment variable, never a key itself"],
    ),
    "a backbones file that is no TOML": (["--backbones", "torn.toml"], ["torn.toml is not valid TOML"]),
    "no backbones file": (["--backbones", "none.toml"], ["cannot read the backbones file none.toml"]),
    "a warehouse that is a file": (["--warehouse", "list.json"], ["list.json is no folder", "--warehouse"]),
    "a warehouse without a name": (["--warehouse", ""], ["--warehouse is blank"]),
    "a warehouse where nothing can be": (["--warehouse", "/proc/x"], ["/proc cannot be written to", "--warehouse"]),
    "a folder in place of the tables": (["--warehouse", "odd"], ["cogmed.duckdb is a folder", "move it away"]),
    "a port that no server has": (["--backbones", "port.toml"], ["[backbones.mine]", "port", "65535"]),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mistakes")
    write_case(folder / "raw_cases", "loan")
    endpoint = '[backbones.mine]\nprovider = "openai"\nbase_url = "http://127.0.0.1:9/v1"\n'
    files = {
        "raw_cases/torn.json": "{",
        "list.json": "[1]",
        "picture.png": "PNG",
        "torn.toml": "name = [",
        "extra.toml": EXPERIMENT + "temperatur = 0.3\n",
        "typo.toml": endpoint + 'modle = "m"\n',
        "port.toml": endpoint.replace(":9/", ":99999/") + 'model = "m"\n',
        "secret.toml": endpoint + 'model = "m"\napi_key_env = "sk-12345-secret"\n',
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bytes.toml").write_bytes(b"\xff\xfe\x00\x80")
    (folder / "empty").mkdir()
    (folder / "odd" / "cogmed.duckdb").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_that_says_what_to_do(mistake: str, folder: Path) -> None:
    options, said = MISTAKES[mistake]
    done = cogmed("run", *options, cwd=folder)
    assert done.returncode == 2 and done.stdout == ""
    (line,) = faults(done)
    assert line.startswith("cogmed: ") and all(part in line for part in said), line
    assert "secret" not in line.replace("secret.toml", "")
    assert not (folder / "warehouse").exists()


@pytest.mark.parametrize("option", ["--seeds", "--limit", "--rounds", "--concurrency", "--max-cost"])
def test_a_number_out_of_range_names_its_option(option: str, folder: Path) -> None:
    done = cogmed("run", option, "-1", cwd=folder)
    assert done.returncode == 2 and option in done.stderr and faults(done)
    assert not (folder / "warehouse").exists()


def test_the_good_cases_run_among_the_bad_ones(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    good = write_case(raw, "good")
    shutil.copy(good, raw / "same-content.json")
    write_case(raw / "later", "good", amount=77)
    write_case(raw, "bare", 处理结果="无")
    rows = [json.loads(write_case(tmp_path / "rows", f"row-{n}", amount=n).read_text("utf-8")) for n in (5, 6)]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    (raw / "many.jsonl").write_text("\n".join([lines[0], lines[1][:-9], '"text"', ""]), encoding="utf-8")
    content = {key: text for key, text in ZH.items() if key != "处理结果"}
    (raw / "no-outcome.json").write_text(json.dumps({"content": content}, ensure_ascii=False), encoding="utf-8")
    (raw / "torn.json").write_text("{", encoding="utf-8")
    (raw / "blank.json").write_bytes(b"")
    (raw / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    (raw / "link").symlink_to(tmp_path / "rows", target_is_directory=True)
    (raw / "broken.json").symlink_to(tmp_path / "nowhere")
    os.mkfifo(raw / "pipe.json")
    counted = ran(settings_of(tmp_path, configurations=["baseline"], rounds=1))

    found = query(tmp_path / "warehouse", "SELECT source_file, status, reason FROM cases")
    reasons = {source: (status, reason) for source, status, reason in found}
    assert [source for source, (status, _) in reasons.items() if status == "accepted"] == ["good.json", "many.jsonl#1"]
    assert counted.made["episodes"] == 2
    for source, status, said in (
        ("bare.json", "excluded", "criterion 1"),
        ("blank.json", "quarantined", "is empty"),
        ("later/good.json", "quarantined", "has the id good of good.json"),
        ("many.jsonl#2", "quarantined", "is no valid JSON"),
        ("many.jsonl#3", "quarantined", "is no case"),
        ("no-outcome.json", "quarantined", "has no section 处理结果 (Outcome)"),
        ("photo.jpg", "quarantined", "is a .jpg"),
        ("link", "quarantined", "is a link that leads to no file"),
        ("broken.json", "quarantined", "is a link that leads to no file"),
        ("pipe.json", "quarantined", "is no regular file"),
        ("same-content.json", "quarantined", "repeats the case in good.json"),
        ("torn.json", "quarantined", "is no valid JSON"),
    ):
        assert reasons[source][0] == status and said in reasons[source][1], reasons[source]
        assert "\n" not in reasons[source][1]
    assert len(reasons) == 14


def test_files_whose_names_are_no_utf8_are_read_and_named_legibly(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    for number, name in enumerate((b"\xff\xfe.json", "借款一案.json".encode("gbk"))):
        case = write_case(raw, f"plain-{number}", amount=9000 + number)
        case.rename(raw / os.fsdecode(name))
    (raw / os.fsdecode(b"\xff\xfe.txt")).write_text("不是案例", encoding="utf-8")
    done = cogmed("run", "--raw", "raw", "--configuration", "baseline", "--rounds", "1", cwd=tmp_path)
    assert done.returncode == 0 and not faults(done), done.stderr
    assert r"\xff\xfe.txt has no section headings" in done.stdout
    found = query(tmp_path / "warehouse", "SELECT source_file, status, case_id FROM cases ORDER BY source_file")
    assert [row[:2] for row in found] == [
        (r"\xff\xfe.json", "accepted"),
        (r"\xff\xfe.txt", "quarantined"),
        ("借款一案.json", "accepted"),
    ]
    assert len({case_id for *_, case_id in found}) == 3
    assert query(tmp_path / "warehouse", "SELECT count(*) FROM episodes WHERE status = 'finished'") == [(2,)]
