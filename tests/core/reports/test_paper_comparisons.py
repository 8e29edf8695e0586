"""The paper's own figures put to the test: every p re-derived, and which of its claims hold."""

import pytest
from scipy import stats

from cogmed_core.reports.family import declared
from cogmed_core.reports.paper_comparisons import PaperComparison, claims, paper_comparisons
from cogmed_core.reports.published import published

ROWS = {(row.metric, row.arm_a, row.arm_b): row for row in paper_comparisons()}


def row(metric: str, a: str, b: str) -> PaperComparison:
    return ROWS[metric, a, b]


@pytest.mark.parametrize(
    ("a", "b", "p"),
    [  # as derived from Tables 1 and 2 by hand
        ("qwen3-8b.full", "qwen3-8b.baseline", 0.002),
        ("qwen3-32b.full", "qwen3-32b.baseline", 0.015),
        ("qwen-plus.full", "qwen-plus.baseline", 0.126),
        ("qwen3-32b.full", "qwen-plus.baseline", 0.675),
        ("qwen3-32b.full", "qwen3-32b.no_fsm", 0.303),
    ],
)
def test_published_counts_by_fishers_test(a: str, b: str, p: float) -> None:
    assert row("sr", a, b).p == pytest.approx(p, abs=0.0005)


def test_the_toolkit_is_the_only_module_that_counts_on_the_32b_model() -> None:
    assert row("sr", "qwen3-32b.full", "qwen3-32b.no_stk").p < 0.001
    assert row("sr", "qwen3-32b.full", "qwen3-32b.no_dbt").p > 0.05


def test_published_scores_by_welchs_test() -> None:
    gain = row("oqs", "qwen3-8b.full", "qwen3-8b.baseline")
    assert gain.difference == pytest.approx(1.27), "and not the 1.20 of section 5.1"
    assert row("oqs", "qwen3-32b.full", "qwen3-32b.baseline").difference == pytest.approx(0.77)
    reference = stats.ttest_ind_from_stats(5.55, 0.40, 50, 5.42, 0.55, 50, equal_var=False)
    assert row("oqs", "qwen3-32b.full", "qwen-plus.baseline").p == pytest.approx(reference.pvalue, rel=1e-9)


def test_every_declared_pair_is_there_once_a_metric() -> None:
    assert len(ROWS) == 2 * len(declared(list(published()))) == 36
    assert all(one.p <= one.p_adjusted <= 1 for one in ROWS.values())
    assert all(one.low <= one.difference <= one.high for one in ROWS.values())


def test_every_claim_is_about_a_declared_pair() -> None:
    stated = [one for one in ROWS.values() if one.claim]
    assert len(stated) == len(claims()) == 12
    assert all((one.holds is None) == (one.claim is None) for one in ROWS.values())


def test_which_claims_hold() -> None:
    holding = {(one.metric, one.arm_a, one.arm_b) for one in ROWS.values() if one.holds}
    assert holding == {
        ("sr", "qwen3-8b.full", "qwen3-8b.baseline"),
        ("sr", "qwen3-32b.full", "qwen3-32b.no_stk"),
        ("sr", "qwen-plus.full", "qwen-plus.no_stk"),
        ("oqs", "qwen3-8b.full", "qwen3-8b.baseline"),
        ("oqs", "qwen3-32b.full", "qwen3-32b.baseline"),
    }
    assert row("sr", "qwen3-32b.full", "qwen-plus.baseline").holds is False, "the headline"
