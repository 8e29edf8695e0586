"""What the terminal says, in both languages: no message exists in one only."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogmed_core.domain.terms import Security
from cogmed_core.errors import ConfigurationError
from cogmed_pipeline.language.catalogue import messages, translated
from cogmed_pipeline.language.choice import spoken_language
from tests.pipeline.given import COGMED

ROOT = Path(__file__).parents[2]
OURS = re.compile(r"(?!ValueError|TypeError|KeyError|RuntimeError|AttributeError|ValidationError)\w+Error$")
SPEAKS = ("cogmed_pipeline/commands/", "cogmed_pipeline/cli.py", "cogmed_pipeline/practice/terminal.py")
NO_WORDS = re.compile(
    r"(?:SELECT|FROM|WHERE|COPY|DESCRIBE)\b|%Y|ignore:|cogmed (?:ui|report)?\s*$|(?:[\W\d_]*[a-zA-Z]){0,4}[\W\d_]*$"
)
MARKUP = re.compile(r"\[/?[a-z]+\]")


def templates(node: ast.AST) -> Iterator[str]:
    """Yield the texts an expression can be, with ``{}`` for what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.sub(r"\{\w+(?::[^{}]*)?\}", "{}", node.value)
    elif isinstance(node, ast.JoinedStr):
        whole = "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        yield re.sub(r"(?:\{\})+", "{}", whole)
    elif isinstance(node, ast.IfExp):
        yield from templates(node.body)
        yield from templates(node.orelse)


def said_in(path: Path) -> Iterator[str]:
    """Yield what a file raises, and, where it speaks to people, every text of several words in it."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = list(ast.walk(tree))
    for node in nodes:
        raised = node.exc if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) else None
        if raised and OURS.match(ast.unparse(raised.func).rpartition(".")[2]):
            for given in raised.args:
                yield from templates(given)
    if not path.relative_to(ROOT).as_posix().startswith(SPEAKS):
        return
    inside = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in ast.walk(node)} - {
        id(node) for node in nodes if isinstance(node, ast.JoinedStr)
    }
    described = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    described |= {id(node.annotation) for node in nodes if isinstance(node, ast.arg)}  # a type in quotes
    for node in nodes:
        if id(node) not in inside | described:
            yield from (text for text in templates(node) if " " in text.strip())
        if isinstance(node, ast.FunctionDef) and ("options." in ast.unparse(node.args) or node.name == "command"):
            yield " ".join((ast.get_docstring(node) or "").split())


def needed() -> set[str]:
    """Return every message of the code."""
    files = [*ROOT.glob("cogmed_core/**/*.py"), *ROOT.glob("cogmed_pipeline/**/*.py")]
    found = {text for path in files for text in said_in(path)}
    bare = {text: MARKUP.sub("", text.replace("{}", "")) for text in found}
    return {text for text in found if " " in text.strip() and text == text.strip() and not NO_WORDS.match(bare[text])}


def tables() -> dict[str, dict[str, str]]:
    """Return the catalogue by its tables; ``parser`` holds what the libraries say that read the command line."""
    return tomllib.loads((ROOT / "cogmed_pipeline" / "language" / "zh.toml").read_text("utf-8"))


def test_every_message_of_the_code_has_its_translation() -> None:
    missing = sorted(text for text in needed() if text not in messages())
    assert not missing, "\n".join(missing)


def test_nothing_is_translated_that_is_never_said() -> None:
    files = [*ROOT.glob("cogmed_*/**/*.py"), ROOT / "cogmed_core" / "audit" / "pressure.toml"]
    source = " ".join(word for path in files for word in path.read_text("utf-8").split())
    source += " ".join(re.findall(r"[a-z]+(?:_[a-z]+)+", source)).replace("_", " ")  # names that are told as words
    source += " ".join(f"a {security}" for security in Security)
    said = needed()
    ours = {key for table, keys in tables().items() if table != "parser" for key in keys}
    unused = [key for key in ours if key not in said and key.replace('"', '\\"') not in source]
    assert not [key for key in unused if "{}" not in key]
    gone = [
        key for key in unused if not any(len(part) > 3 and " ".join(part.split()) in source for part in key.split("{}"))
    ]
    assert not gone, "\n".join(gone)


def test_what_is_filled_in_is_filled_in_in_both() -> None:
    for english, chinese in messages().items():
        if "{}" in english:
            numbers = {int(number) for number in re.findall(r"(?<!\{)\{(\d+)\}", chinese)}
            assert numbers == set(range(english.count("{}"))), english
            assert len(re.findall(r"[A-Za-z]", english)) >= 4, f"{english!r} would match nearly anything"
        assert chinese != english or english.startswith("Dagster")


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("no case 'x' in raw; there are a, b", "raw 里没有案例 'x'；现有：a, b"),
        ("cogmed: my file.json is empty: put a case into it, or remove it", "cogmed：my file.json 是空文件"),
        ("Something nobody foresaw", "Something nobody foresaw"),
        ("left out (quarantined): a.txt is damaged: save it anew", "未纳入（quarantined）：a.txt 已损坏：请重新保存"),
    ],
)
def test_messages_in_messages_are_translated(english: str, chinese: str) -> None:
    assert translated(english).startswith(chinese)


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "COGMED_LANG": "zh"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "COGMED_LANG": "en"}, "en"),
    ],
)
def test_the_language_is_the_persons(environ: dict[str, str], language: str) -> None:
    assert spoken_language(environ) == language


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ConfigurationError, match="COGMED_LANG='fr' is no language of ours"):
        spoken_language({"COGMED_LANG": "fr"})
    done = subprocess.run(
        [COGMED, "cache"], env=os.environ | {"COGMED_LANG": "fr"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["cogmed: COGMED_LANG='fr' is no language of ours; there are zh, en"]


@pytest.mark.parametrize("words", [("--help",), ("run", "--help"), ("run", "--raw", "/nowhere"), ("mediate", "nobody")])
def test_commands_speak_it(words: tuple[str, ...]) -> None:
    said = {}
    for language in ("zh", "en"):
        done = subprocess.run(
            [COGMED, *words],
            env=os.environ | {"COGMED_LANG": language},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        said[language] = done.stdout + done.stderr
    assert re.search(r"[\u4e00-\u9fff]", said["zh"]) and not re.search(r"[\u4e00-\u9fff]", said["en"])


def test_the_readme_names_every_command_in_both_languages() -> None:
    done = subprocess.run(
        [COGMED, "--help"], env=os.environ | {"COLUMNS": "200"}, capture_output=True, text=True, check=True
    )
    commands = set(re.findall(r"^│ (\w+)\s{2,}", done.stdout, re.M))
    assert len(commands) > 10
    for name in ("README.md", "cogmed_pipeline/README.zh.md"):
        text = (ROOT / name).read_text("utf-8")
        assert commands == set(re.findall(r"^\| `cogmed (\w+)", text, re.M)), name


WRONG = (
    "nonsense",
    "rune",
    "",
    "review",
    "review nonsense",
    "review approve x",
    "review list --state x",
    "mediate",
    "mediate --help",
    "practise --help",
    "run --nonsense",
    "run --waerhouse x",
    "run --limit",
    "run --limit x",
    "run --limit 0",
    "run --force=1",
    "run extra",
    "report --port 99999",
    "plan --difference x",
)


def test_what_the_parser_of_commands_says_is_chinese_too() -> None:
    """All of it in one process: every mistake a person can make at the command line, and what help looks like."""
    code = (
        "import sys\nfrom cogmed_pipeline.cli import main\n"
        "for line in sys.stdin.read().split(chr(10)):\n"
        "    sys.argv = ['cogmed', *line.split()]\n"
        "    try:\n        main()\n    except SystemExit as left:\n"
        "        sys.stdout.flush()\n        print(chr(10), line, '→', left.code, file=sys.stderr, flush=True)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="\n".join(WRONG),
        env=os.environ | {"COGMED_LANG": "zh", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
    )
    codes = re.findall(r"^ (.*) → (\w+)$", done.stderr, flags=re.M)
    assert dict(codes) == {line: "0" if "--help" in line else "2" for line in WRONG}
    told = [line for line in (done.stdout + done.stderr).splitlines() if "→" not in line and re.search(r"\w", line)]
    assert len(told) > 80 and not [line for line in told if not re.search("[一-鿿]", line)]
    assert "缺少选项 '--by'。" in done.stderr and "是不是 'prune', 'run'？" in done.stderr


def test_in_english_a_wrong_command_is_told_with_how_it_is_used() -> None:
    done = subprocess.run(
        [COGMED, "review", "approve", "x"],
        env=os.environ | {"COGMED_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and done.stdout == ""
    first, usage, hint = done.stderr.splitlines()
    assert first == "cogmed: Missing option '--by'." and usage.startswith("Usage: cogmed review approve [OPTIONS]")
    assert "cogmed review approve --help" in hint


def audit_details() -> Iterator[str]:
    """Yield every sentence that the rules of the audit can write into a finding."""
    for path in ROOT.glob("cogmed_core/audit/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("detail", "what"):
                yield from (text + ("." if not text.endswith(".") else "") for text in templates(node.value))


def test_what_the_audit_finds_is_told_in_chinese() -> None:
    said = [text for text in audit_details() if not text.startswith("{}, in round{} {}")]  # told with its "what" below
    assert len(said) > 15
    told = {text: translated(text.replace("{}", "s")) for text in said}
    assert not [text for text, chinese in told.items() if not re.search("[一-鿿]", chinese)]
    assert translated("甲 made 100% of all movement (1 元 to 2 元).") == "全部让步的 100% 由甲作出（从 1 元 到 2 元）。"
    assert (
        translated("甲 tables the same terms as 1, 2, 3, in rounds 1, 2: “好”.")
        == "甲在第 1, 2 轮提出与 1, 2, 3 号相同的方案：“好”。"
    )
    early = "the agreement came in round 2, still in opening, before positions and interests can have been heard."
    assert translated(early) == "协议在第 2 轮、还在开场阶段时达成，立场和利益还来不及听取。"
