"""`cogmed run --max-cost`: it stops before the limit is crossed, says so, and goes on from there."""

from pathlib import Path
from typing import Any

import pytest

from tests.faults.given import MINE, count_of
from tests.faults.launcher import Launcher
from tests.pipeline.given import environment, query, write_backbones, write_case
from tests.servers.fault_server import FaultServer
from tests.servers.http_server import HttpAnswer, HttpRequest

INPUT, OUTPUT = 20.0, 80.0
RUN = ("run", *MINE, "--configuration", "full", "--configuration", "baseline", "--rounds", "3")
REMOTE = "https://models.example/v1"


class Billing(FaultServer):
    """Adds up what it would charge, for replies that had to be asked for again too."""

    bill = 0.0

    def delivered(self, request: HttpRequest, answer: HttpAnswer) -> None:
        before = self.answered
        super().delivered(request, answer)
        if self.answered > before:
            usage: dict[str, Any] = HttpRequest("", "", {}, answer.body).json()["usage"]
            self.bill += (usage["prompt_tokens"] * INPUT + usage["completion_tokens"] * OUTPUT) / 1_000_000


def priced(folder: Path, base_url: str, *names: str, **fields: Any) -> None:
    path = write_backbones(folder / "mine.toml", base_url, *names)
    lines = "".join(f"{name} = {value!r}\n" for name, value in fields.items())
    path.write_text(path.read_text(encoding="utf-8") + lines, encoding="utf-8")


def test_the_limit_is_not_crossed_and_the_run_goes_on_from_there(launcher: Launcher, tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    with Billing(share=0.1, seed=1, keep_bodies=False, models=["mine-model"]) as server:
        priced(tmp_path, server.base_url, price_input=INPUT, price_output=OUTPUT)
        limit = 1.0
        done = launcher.run(*RUN, "--max-cost", str(limit), cwd=tmp_path, environ=environment())
        assert done.code == 1 and "Traceback" not in done.stderr
        (line,) = done.stderr.splitlines()
        assert (
            "stopped before the limit of 1 CNY is crossed" in line and "a higher --max-cost goes on from here" in line
        )
        planned, finished, failed, not_run = count_of(done.stdout)
        assert planned == 2 == finished + failed + not_run and not failed and not_run
        first = server.bill
        assert 0.4 * limit < first <= limit, "none is spent beyond it, and most of it can be"
        again = launcher.run(*RUN, cwd=tmp_path, environ=environment())
        assert again.code == 0 and count_of(again.stdout) == (2, 2, 0, 0)
    ((cost, paid),) = query(tmp_path / "warehouse", "SELECT sum(cost), sum(calls) FROM ledger")
    assert server.bill > first > 0
    assert cost == pytest.approx(server.bill, rel=0.02)
    assert abs(paid - server.answered) <= 0.05 * paid


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "no price is known of mine, yours; set price_input and price_output of [backbones.mine]"),
        ({"price_input": 1.0, "currency": "USD"}, "no price is known of mine;"),
    ],
)
def test_a_limit_that_cannot_be_kept_is_refused_before_anything_is_asked(
    fields: dict[str, Any], words: str, launcher: Launcher, tmp_path: Path
) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    priced(tmp_path, REMOTE, "mine", "yours", **fields)
    done = launcher.run("run", *MINE, "--backbone", "yours", "--max-cost", "1", cwd=tmp_path, environ=environment())
    assert done.code == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "--max-cost cannot be kept" in done.stderr and words in done.stderr
    assert not (tmp_path / "warehouse").exists()


def test_prices_in_two_currencies_do_not_add_up(launcher: Launcher, tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    priced(tmp_path, REMOTE, "mine", "yours", price_input=1.0, currency="USD")
    text = (
        (tmp_path / "mine.toml").read_text(encoding="utf-8").replace('"mine-model"', '"mine-model"\nprice_input = 1.0')
    )
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    done = launcher.run("run", *MINE, "--backbone", "yours", "--max-cost", "1", cwd=tmp_path, environ=environment())
    assert done.code == 2 and "several currencies (mine CNY, yours USD)" in done.stderr
