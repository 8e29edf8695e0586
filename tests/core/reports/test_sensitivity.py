"""One choice at a time: what a variant is, and its difference to the base as computed by hand."""

import pytest
from scipy import stats

from cogmed_core.domain.episode import Outcome
from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.definition import Experiment, load_experiment, parse_experiment
from cogmed_core.experiment.sensitivity import variants_of
from cogmed_core.reports.sensitivity import Side, sensitivity
from tests.core.reports.test_results import a_judgement, an_episode

AGREED, DEADLOCK, _ = Outcome


def varied(**sensitivity: object) -> Experiment:
    base = load_experiment("paper").model_dump()
    return parse_experiment(base | {"sensitivity": sensitivity}, "a test")


def test_a_variant_changes_one_choice_of_the_talks_and_nothing_around_them() -> None:
    experiment = varied(temperature=[0.0, 0.3], rounds=[5], litigant=["qwen3-8b"], judge=["qwen3-8b"])
    found = {one.name: one.experiment for one in variants_of(experiment)}
    assert list(found) == ["temperature-0.0", "rounds-5", "litigant-qwen3-8b", "judge-qwen3-8b"], "0.3 is the base"
    warm = found["temperature-0.0"]
    assert (warm.temperature, warm.outside, experiment.outside) == (0.0, 0.3, 0.3)
    changed = {"temperature-0.0": {"temperature"}, "rounds-5": {"rounds"}}
    for name, variant in found.items():
        differing = {key for key, value in variant.model_dump().items() if value != experiment.model_dump()[key]}
        assert differing - {"sensitivity", "temperature_outside", "deliberation"} == changed.get(name, {"roles"})
        assert not variants_of(variant)
    assert found["litigant-qwen3-8b"].roles.litigant == "qwen3-8b"
    assert found["judge-qwen3-8b"].roles.judges == ("qwen3-8b",)


def test_the_backbones_of_variants_are_needed_too() -> None:
    assert "another" in varied(litigant=["another"]).backbones_used()
    assert variants_of(varied()) == []


@pytest.mark.parametrize("wrong", [{"rounds": [0]}, {"temperature": [2.1]}, {"protocol": ["strict"]}])
def test_what_cannot_be_varied_is_named(wrong: dict[str, object]) -> None:
    with pytest.raises(ConfigurationError, match=next(iter(wrong))):
        varied(**wrong)


def side(agreed: int, shift: float, cases: int = 8) -> Side:
    episodes = [an_episode(at, AGREED if at < agreed else DEADLOCK) for at in range(cases)]
    return Side(episodes, [a_judgement(one, 4 + at / 4 + shift * (1 + at)) for at, one in enumerate(episodes)])


def test_a_variant_is_held_against_the_base_pair_by_pair() -> None:
    base, other, same = side(7, 0), side(1, 0.1), side(7, 0)
    rows = {(row.value, row.metric): row for row in sensitivity(base, {("rounds", "3"): other, ("rounds", "9"): same})}
    success = rows["3", "sr"]
    assert (success.base, success.variant, success.difference) == (7 / 8, 1 / 8, pytest.approx(-6 / 8))
    assert success.p == pytest.approx(stats.binomtest(0, 6).pvalue)
    assert success.p_adjusted == pytest.approx(min(1, 2 * success.p)), "two variants"
    quality = rows["3", "oqs"]
    assert quality.difference == pytest.approx(0.1 * 4.5)
    assert quality.low is not None and quality.high is not None and 0.1 < quality.low < 0.45 < quality.high < 0.8
    assert (rows["9", "sr"].difference, rows["9", "sr"].p) == (0, 1)
    assert rows["3", "tta"].pairs == 1, "only the case that both settled"


def test_pairs_that_only_one_side_has_are_left_out() -> None:
    base, half = side(4, 0), side(4, 0, cases=5)
    (row,) = [row for row in sensitivity(base, {("judge", "x"): half}) if row.metric == "oqs"]
    assert (row.pairs, row.cases) == (5, 5)
    assert sensitivity(base, {("judge", "x"): Side([], [])}) == []
