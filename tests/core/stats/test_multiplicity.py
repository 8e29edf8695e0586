import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from cogmed_core.stats.multiplicity import holm

P = st.floats(0, 1)


@pytest.mark.parametrize("size", [1, 2, 5, 14, 30])
def test_holm_agrees_with_statsmodels(size: int) -> None:
    p = np.random.default_rng(size).beta(0.5, 3, size).round(3)  # rounded: some are tied
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1], abs=1e-9)


@given(st.lists(P, min_size=1, max_size=30))
def test_holm_only_raises_keeps_the_order_and_is_no_larger_than_bonferroni(p: list[float]) -> None:
    adjusted, raw = holm(p), np.array(p)
    assert (adjusted >= raw).all()
    assert (adjusted <= np.minimum(1, raw * len(p))).all()
    assert (np.diff(adjusted[np.argsort(raw, kind="stable")]) >= 0).all()


def test_holm_by_hand() -> None:
    # Sorted .005, .01, .03, .04 times 4, 3, 2, 1, then never falling.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02], abs=1e-12)


def test_edges() -> None:
    assert holm([]).tolist() == []
    assert holm([0.2]).tolist() == [0.2]
    for wrong in ([1.2], [-0.1], [np.nan]):
        with pytest.raises(ValueError, match="p: "):
            holm(wrong)
