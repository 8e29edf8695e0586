"""`cogmed plan` against an enumeration of every table and against statsmodels."""

import re
from itertools import product
from pathlib import Path

import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

from cogmed_core.errors import UsageError
from cogmed_pipeline.commands import plan
from tests.pipeline.given import cogmed


def rows(shown: str) -> list[list[float]]:
    found = (re.findall(r"\d+(?:\.\d+)?", line) for line in shown.splitlines() if re.match(r"\s+\d", line))
    return [[float(number) for number in row] for row in found]


def chance_of_rejection(pairs: int, only_a: float, only_b: float, alpha: float) -> float:
    """Every table of discordant pairs, with the p-value of scipy's binomial test."""
    chances = [only_a, only_b, 1 - only_a - only_b]
    rejected = ((a, b) for a, b in product(range(pairs + 1), repeat=2) if 0 < a + b <= pairs)
    return float(
        sum(
            stats.multinomial.pmf([a, b, pairs - a - b], pairs, chances)
            for a, b in rejected
            if stats.binomtest(min(a, b), a + b).pvalue <= alpha
        )
    )


def test_the_cases_of_a_difference_are_those_of_an_enumeration(capsys: pytest.CaptureFixture[str]) -> None:
    plan.command(0.5, base=0.3, seeds=[1], cases=20)
    ((seeds, cases, episodes, power, at_20),) = rows(capsys.readouterr().out)
    only_a, only_b = 0.8 * 0.7, 0.3 * 0.2
    assert (seeds, episodes) == (1, cases)
    assert power == pytest.approx(chance_of_rejection(int(cases), only_a, only_b, 0.05), abs=0.005)
    assert chance_of_rejection(int(cases) - 1, only_a, only_b, 0.05) < 0.8 <= power + 0.005
    assert at_20 == pytest.approx(chance_of_rejection(20, only_a, only_b, 0.05), abs=0.005)


def test_several_comparisons_share_the_level_and_seeds_save_cases(capsys: pytest.CaptureFixture[str]) -> None:
    plan.command(0.15)
    alone = rows(capsys.readouterr().out)
    plan.command(0.15, tests=4)
    shared = rows(capsys.readouterr().out)
    assert [row[0] for row in alone] == [1, 3, 5]
    assert alone[0][1] > alone[1][1] > alone[2][1]
    assert all(many[1] > one[1] for one, many in zip(alone, shared, strict=True))


def test_scores_are_planned_as_statsmodels_does(capsys: pytest.CaptureFixture[str]) -> None:
    plan.command(0.4, deviation=1.2, seeds=[1])
    ((_, cases, _, power),) = rows(capsys.readouterr().out)
    needed = TTestPower().solve_power(0.4 / 1.2, power=0.8, alpha=0.05)
    assert cases == -(-needed // 1)
    assert power == pytest.approx(TTestPower().power(0.4 / 1.2, cases, 0.05), abs=0.005)


@pytest.mark.parametrize("wrong", [{"difference": 0}, {"difference": 0.6}, {"difference": 0.1, "correlation": 1}])
def test_what_cannot_be_planned_is_said(wrong: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="cannot plan"):
        plan.command(**wrong)


def test_the_command_line_has_it(tmp_path: Path) -> None:
    done = cogmed("plan", "--difference", "0.15", "--base", "0.6", cwd=tmp_path)
    assert done.returncode == 0 and len(rows(done.stdout)) == 3 and "exact McNemar" in done.stdout
