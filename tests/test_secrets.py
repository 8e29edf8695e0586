"""No key in the repository: every file that git knows is searched for what looks like one."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KEYS = re.compile(
    rb"-----BEGIN [A-Z ]*PRIVATE KEY-----"
    rb"|\b(?:sk|pk|rk)-(?:proj-|live-|test-)?[A-Za-z0-9]{20,}"
    rb"|\bAKIA[0-9A-Z]{16}\b|\bLTAI[0-9A-Za-z]{12,30}\b"
    rb"|\bgh[pousr]_[A-Za-z0-9]{36}|\bgithub_pat_\w{50,}|\bglpat-[\w-]{20}|\bhf_[A-Za-z]{30,}|\bxox[abprs]-[\w-]{10,}"
    rb"|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\."
    rb"|(?i:api_?key|secret|password|token)[\"']?\s*[=:]\s*[\"'](?=[\w+/-]*\d)(?=[\w+/-]*[A-Za-z])[\w+/-]{24,}[\"']"
)
"""Keys of the usual services, private keys, signed tokens, and long random values of what is called a secret."""

MADE_UP = (
    "-----BEGIN RSA " + "PRIVATE KEY-----",
    "sk-" + "a1B2" * 8,
    "AKIA" + "ABCD1234" * 2,
    "ghp_" + "a1B2" * 9,
    'api_key = "' + "a1B2c3" * 5 + '"',
)


def tracked() -> Iterator[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    named = [ROOT / name for name in listed.stdout.split("\0") if name]
    parts = ("cogmed_core", "cogmed_pipeline", "raw_cases", "tests")
    beside = [path for part in parts for path in (ROOT / part).rglob("*")] + list(ROOT.glob("*.*"))
    yield from (path for path in named or beside if path.is_file() and "__pycache__" not in path.parts)


def test_no_file_holds_a_key() -> None:
    files = list(tracked())
    assert ROOT / "pyproject.toml" in files and len(files) > 300
    found = {
        str(path.relative_to(ROOT)): match.group()[:12] for path in files for match in KEYS.finditer(path.read_bytes())
    }
    assert found == {}


@pytest.mark.parametrize("key", MADE_UP)
def test_what_looks_like_a_key_is_seen(key: str) -> None:
    assert KEYS.search(f"x = [{key!r}]".encode()) or KEYS.search(key.encode())
