"""New, changed and removed cases with the daemon and a Postgres really running: just the runs there have to be."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.pipeline.daemon import Daemon, over, postgres, running
from tests.pipeline.given import cogmed, query, write_case

ARMS = ("offline.baseline", "offline.full", "offline.no_dbt", "offline.no_fsm", "offline.no_stk")
STEPS = ["intake", "prepare", "mediate", "score", "tabulate"]


@dataclass(frozen=True)
class Lab:
    """A warehouse with three finished cases, watched by a daemon on Postgres whose spending sensor was started."""

    folder: Path
    daemon: Daemon

    @property
    def raw(self) -> Path:
        return self.folder / "raw_cases"

    def fills(self) -> list[str]:
        """Return what the runs did that no command started, in their order."""
        return [run.tags["cogmed/step"] for run in reversed(self.daemon.runs()) if "cogmed/step" in run.tags]

    def wait_for_the_end(self) -> None:
        """Wait until the tables were made once more than before, and nothing goes on."""
        before = self.fills().count("tabulate")
        self.daemon.wait(lambda: self.fills().count("tabulate") == before + 1 and over(self.daemon.runs()))

    def cases(self) -> set[str]:
        return {case for (case,) in query(self.folder / "warehouse", "SELECT DISTINCT case_id FROM episodes")}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("lab")
    for amount, name in enumerate(("alder", "birch", "cedar"), 100):
        write_case(folder / "raw_cases", name, amount=amount)
    with postgres() as url:
        done = cogmed("run", "--rounds", "2", cwd=folder, env={"COGMED_POSTGRES_URL": url})
        assert done.returncode == 0, done.stderr
        with running(folder, COGMED_POSTGRES_URL=url, COGMED_RAW="raw_cases") as daemon:
            daemon.start_sensor("simulate_new_cases")
            yield Lab(folder, daemon)


@pytest.mark.long
def test_add_edit_and_remove_give_just_the_runs_they_need(lab: Lab) -> None:
    before = {name: lab.daemon.materialized(name) for name in ("scenarios", "episodes", "judgements")}
    write_case(lab.raw, "dogwood", amount=900)
    write_case(lab.raw, "birch", amount=5000)
    (lab.raw / "cedar.json").unlink()
    lab.wait_for_the_end()
    assert lab.fills() == STEPS
    assert {run.status for run in lab.daemon.runs()} == {"SUCCESS"}
    assert lab.cases() == {"alder", "birch", "dogwood"}
    changed = ("birch", "dogwood")
    assert lab.daemon.materialized("scenarios") - before["scenarios"] == dict.fromkeys(changed, 1)
    cells = dict.fromkeys((f"{arm}|{case}" for arm in ARMS for case in changed), 1)
    for name in ("episodes", "judgements"):
        assert lab.daemon.materialized(name) - before[name] == cells, name


@pytest.mark.long
def test_a_case_that_goes_there_and_back_ends_where_it_began(lab: Lab) -> None:
    was = (lab.raw / "alder.json").read_bytes()
    settled = {case: rest for case, *rest in query(lab.folder / "warehouse", "FROM cases ORDER BY case_id")}
    for content in (was.replace(b"100", b"70000"), was):
        (lab.raw / "alder.json").write_bytes(content)
        lab.wait_for_the_end()
    assert lab.fills()[-2 * len(STEPS) :] == STEPS * 2
    assert {case: rest for case, *rest in query(lab.folder / "warehouse", "FROM cases ORDER BY case_id")} == settled


@pytest.mark.long
def test_a_file_that_is_still_being_copied_is_left_alone(lab: Lab) -> None:
    runs = len(lab.daemon.runs())
    whole = write_case(lab.folder / "elsewhere", "elm", amount=70).read_bytes()
    with (lab.raw / "elm.json").open("wb") as copy:
        for place in range(0, len(whole), len(whole) // 8):
            copy.write(whole[place : place + len(whole) // 8])
            copy.flush()
            time.sleep(5)
            assert len(lab.daemon.runs()) == runs
    lab.wait_for_the_end()
    assert "elm" in lab.cases()
    assert query(lab.folder / "warehouse", "SELECT count(*) FROM cases WHERE status <> 'accepted'") == [(0,)]


@pytest.mark.long
def test_a_renamed_case_takes_its_rows_along(lab: Lab) -> None:
    (lab.raw / "elm.json").rename(lab.raw / "fir.json")
    lab.wait_for_the_end()
    assert lab.cases() >= {"fir"} and "elm" not in lab.cases()


@pytest.mark.long
def test_five_hundred_files_at_once_are_registered_within_a_minute(lab: Lab) -> None:
    for number in range(500):
        write_case(lab.raw, f"many-{number:03}", amount=10_000 + number)
    started = time.monotonic()
    wanted = 500 + 4
    lab.daemon.wait(lambda: len(lab.daemon.partitions("scenarios")) == wanted)
    seconds = time.monotonic() - started
    assert seconds <= 60
