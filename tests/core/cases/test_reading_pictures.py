"""A real picture of a case: quarantined with the name of the extra, and read once that is installed."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.core.cases.office_files import pdf

ROOT = Path(__file__).parents[3]


READ = """
import sys
from pathlib import Path
sys.modules["rapidocr"] = None  # as if it were not installed, whoever runs the tests
from cogmed_core.cases.read import read_folder
for entry in read_folder(Path(sys.argv[1])):
    print(entry.status, entry.reason)
"""


def test_without_the_extra_the_reason_names_it(tmp_path: Path) -> None:
    (tmp_path / "scan.pdf").write_bytes(pdf([]))
    done = subprocess.run([sys.executable, "-c", READ, tmp_path], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("quarantined") and "pip install 'cogmed[ocr]'" in done.stdout


@pytest.mark.long
@pytest.mark.timeout(900)
def test_with_the_extra_the_picture_is_read_and_up_for_review(tmp_path: Path) -> None:
    """Installs the extra beside the tests' own packages: 330 MB on the disk."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    apart, folder = tmp_path / "packages", tmp_path / "raw"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", apart, *wanted["ocr"]]
    subprocess.run(install, check=True, capture_output=True, text=True)
    folder.mkdir()
    paths = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{apart}"}
    script = Path(__file__).with_name("picture_case.py")
    done = subprocess.run([sys.executable, script, folder], env=paths, check=True, capture_output=True, text=True)
    entry = json.loads(done.stdout.splitlines()[-1])
    assert entry["status"] == "accepted" and "check names, figures and headings" in entry["reason"]
    sections = entry["raw"]["sections"]
    assert "Nora Vale sold a used boiler to Piet Larch for 450 pounds" in sections["facts"]
    assert sections["settlement"] == "Ms Vale pays back half of the price within fourteen days."
    assert "both agreed, discussed his report" in sections["process"] and "2015" in sections["legal_basis"]
