"""Variants of an experiment: run beside it, paired with it, and nothing of it run again."""

from collections import Counter
from pathlib import Path

from cogmed_pipeline.sensitivity import run_variants
from tests.pipeline.given import Counting, cogmed, faults, query, ran, settings_of, snapshot, write_case

OTHER = '[backbones.other]\nprovider = "offline"\n'


def test_variants_are_run_beside_the_base_and_paired_with_it(tmp_path: Path) -> None:
    write_case(tmp_path / "raw", "loan")
    (tmp_path / "other.toml").write_text(OTHER, encoding="utf-8")
    settings = settings_of(
        tmp_path,
        configurations=["full"],
        backbones_file=tmp_path / "other.toml",
        sensitivity={"rounds": [1], "judge": ["other"]},
    )
    ran(settings)
    before = snapshot(tmp_path / "warehouse" / "records")
    counted = Counting()
    assert run_variants(settings, {}, counted) is None
    assert counted.made == Counter(episodes=1, findings=2, judgements=2, anonymized_cases=2)
    assert snapshot(tmp_path / "warehouse" / "records") == before
    rows = query(
        settings.warehouse, "SELECT factor, value, metric, pairs FROM sensitivity WHERE metric <> 'tta' ORDER BY ALL"
    )
    assert rows == [
        (*varied, metric, 1) for varied in (("judge", "other"), ("rounds", "1")) for metric in ("oqs", "sr")
    ]
    same = query(settings.warehouse, "SELECT base, variant FROM sensitivity WHERE factor = 'judge' AND metric = 'sr'")
    assert same[0][0] == same[0][1]
    again = Counting()
    assert run_variants(settings, {}, again) is None
    assert again.calls == 0 and not again.made


def test_a_limit_on_cost_is_refused_where_it_cannot_be_kept(tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    lines = ['name = "s"', 'backbones = ["offline"]', 'configurations = ["full"]', "seeds = [0]", "rounds = 2"]
    lines += ["temperature = 0.3", 'language = "case"', "[sensitivity]", "rounds = [1]"]
    (tmp_path / "s.toml").write_text("\n".join(lines), encoding="utf-8")
    done = cogmed("run", "--experiment", "s.toml", "--max-cost", "1", cwd=tmp_path)
    assert done.returncode == 2 and "--max-cost" in faults(done)[0]
    assert not (tmp_path / "warehouse").exists()
