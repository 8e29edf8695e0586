from fractions import Fraction
from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.stats.signed_sums import countable, exact_p


@given(st.lists(st.integers(0, 30), max_size=9), st.integers(-120, 120))
def test_every_pattern_of_signs_counted_one_by_one_gives_the_same(magnitudes: list[int], observed: int) -> None:
    sums = [int(np.dot(signs, magnitudes)) for signs in product((1, -1), repeat=len(magnitudes))]
    reached = Fraction(sum(abs(total) >= abs(observed) for total in sums), len(sums))
    assert abs(exact_p(np.array(magnitudes, dtype=np.int64), observed) - float(reached)) < 1e-12


def test_no_magnitude_reaches_zero_for_certain() -> None:
    assert exact_p(np.zeros(0, dtype=np.int64), 0) == 1


def test_a_thousand_coins_keep_their_total_probability() -> None:
    ones = np.ones(1_000, dtype=np.int64)
    assert abs(exact_p(ones, 0) - 1) < 1e-12
    assert 0 < exact_p(ones, 400) < 1e-30
    assert countable(ones)
    assert not countable(np.full(10_000, 100))
