"""``cogmed check``: everything that is missing at once, and no key's value ever."""

import importlib.util
from pathlib import Path

from tests.pipeline.given import cogmed, faults, write_backbones, write_case
from tests.servers.openai_server import OpenAIServer

SECRET = "sk-very-secret-value"

EXPERIMENT = """
name = "mixed"
backbones = ["unlisted", "silent", "remote", "weights", "offline", "nobody"]
configurations = ["full"]
seeds = [0]
rounds = 3
temperature = 0.3
language = "case"
[roles]
profiler = "far"
judges = ["denied"]
"""

REMOTE = """
[backbones.{name}]
provider = "openai"
model = "m"
base_url = "https://models.invalid/v1"
api_key_env = "{variable}"
"""

EMBEDDED = """
[backbones.weights]
provider = "embedded"
gguf = "/no/such/weights.gguf"
"""


def test_all_is_well(tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    with OpenAIServer(models=["mine-model"], key=SECRET) as server:
        write_backbones(tmp_path / "mine.toml", server.base_url, api_key_env="MY_SECRET")
        options = ("--backbones", "mine.toml", "--backbone", "mine", "--backbone", "offline")
        done = cogmed("check", *options, cwd=tmp_path, env={"MY_SECRET": SECRET})
    assert done.returncode == 0 and faults(done) == []
    marks = [line.split()[0] for line in done.stdout.splitlines()]
    assert marks == ["ok"] * 5 and SECRET not in done.stdout
    for said in ("backbone mine (openai)", "backbone offline (offline)", "1 cases in raw_cases", "GiB free"):
        assert said in done.stdout
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["raw_cases"], "a look leaves nothing behind"


def test_everything_missing_is_named_at_once(tmp_path: Path) -> None:
    (tmp_path / "mixed.toml").write_text(EXPERIMENT, encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with OpenAIServer() as gone:
        nobody_there = gone.base_url
    with OpenAIServer(models=["known-1", "known-2"], key=SECRET) as server:
        path = write_backbones(tmp_path / "backbones.toml", server.base_url, "unlisted", api_key_env="GOOD")
        text = path.read_text(encoding="utf-8") + "\n"
        text += write_backbones(path, server.base_url, "denied", api_key_env="WRONG").read_text(encoding="utf-8") + "\n"
        text += write_backbones(path, nobody_there, "silent").read_text(encoding="utf-8")
        text += REMOTE.format(name="remote", variable="UNSET_ONE") + REMOTE.format(name="far", variable="UNSET_TWO")
        path.write_text(text + EMBEDDED, encoding="utf-8")
        done = cogmed(
            *("check", "--experiment", "mixed.toml", "--backbones", "backbones.toml"),
            *("--raw", "nowhere", "--warehouse", "file/warehouse"),
            cwd=tmp_path,
            env={"GOOD": SECRET, "WRONG": SECRET + "-but-wrong"},
        )
    assert done.returncode == 2 and faults(done) == []
    assert SECRET not in done.stdout
    missing = [line for line in done.stdout.splitlines() if line.startswith("missing")]
    for parts in (
        ("UNSET_ONE", "is not set"),
        ("UNSET_TWO", "is not set"),
        ("WRONG", "rejected the key"),
        ("unlisted-model", "known-1, known-2"),
        ("silent", nobody_there, "Start the server"),
        ("models.invalid", "remote"),
        ("/no/such/weights.gguf",),
        ("nobody", "[backbones.nobody]"),
        ("nowhere does not exist", "--raw"),
        ("file is no folder", "--warehouse"),
    ):
        assert any(all(part in line for part in parts) for line in missing), (parts, done.stdout)
    if importlib.util.find_spec("xllamacpp") is None:
        assert any("pip install '.[embedded]'" in line for line in missing)
    assert "ok       backbone offline (offline)" in done.stdout
    assert "offline backbone" in done.stdout.splitlines()[-1]


def test_a_mistake_in_one_place_does_not_hide_the_others(tmp_path: Path) -> None:
    done = cogmed("check", "--experiment", "fool", "--raw", "nowhere", cwd=tmp_path)
    assert done.returncode == 2
    assert "no experiment 'fool'" in done.stdout and "nowhere does not exist" in done.stdout


def test_what_several_backbones_lack_is_said_once(tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    (tmp_path / "two.toml").write_text(
        REMOTE.format(name="one", variable="SHARED") + REMOTE.format(name="two", variable="SHARED"), encoding="utf-8"
    )
    options = ("--backbones", "two.toml", "--backbone", "one", "--backbone", "two")
    done = cogmed("check", *options, cwd=tmp_path)
    (line,) = [line for line in done.stdout.splitlines() if "SHARED" in line]
    assert line.startswith("missing  backbones one, two: ")
