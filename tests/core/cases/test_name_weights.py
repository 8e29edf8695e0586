"""The shipped weights are what the script makes of the repository's own texts."""

import random

import pytest

from cogmed_core.cases.anonymise.names.weights import weights
from tests.core.cases.name_fitting import fitted, name, renamed


def test_names_are_drawn_anew_in_every_copy() -> None:
    text, names = renamed("甲某说，乙某不说。", ["甲某", "乙某"], random.Random(1))
    again, _ = renamed("甲某说，乙某不说。", ["甲某", "乙某"], random.Random(2))
    assert len(names) == 2 and all(text.count(one) == 1 for one in names) and again != text
    drawn = {name(random.Random(seed)) for seed in range(200)}
    assert len(drawn) > 150 and all(2 <= len(one) <= 6 for one in drawn)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_weights_can_be_fitted_anew() -> None:
    """Other versions of the libraries may end a little elsewhere: what is compared is what weighs much."""
    anew, shipped = fitted(random.Random(0)), weights()
    assert {sign for sign, weight in shipped.items() if abs(weight) > 0.5} <= anew.keys()
    assert max(abs(anew.get(sign, 0.0) - weight) for sign, weight in shipped.items()) < 0.1
