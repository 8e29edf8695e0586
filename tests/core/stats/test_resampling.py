import numpy as np
import pytest

from cogmed_core.stats.resampling import Clusters, Resampling, cluster_sums, jackknife, multiplicities


def drawn(plan: Resampling, cases: Clusters, seeds: Clusters | None = None) -> np.ndarray:
    return np.concatenate(list(multiplicities(plan, cases, seeds)))


def test_rows_of_a_case_are_drawn_together_and_as_many_cases_as_there_are() -> None:
    cases = Clusters.of("cases", ["b", "a", "b", "c", "a", "b"])
    counts = drawn(Resampling(1, 500), cases)
    assert counts.shape == (500, 6)
    assert (counts[:, 0] == counts[:, 2]).all()
    assert (counts[:, 0] == counts[:, 5]).all()
    assert (counts[:, 1] + counts[:, 0] + counts[:, 3] == 3).all()
    # Each case is drawn once on average, with variance (1 − 1/3): a binomial of three draws.
    assert counts[:, 3].mean() == pytest.approx(1, abs=0.15)
    assert counts[:, 3].var() == pytest.approx(2 / 3, abs=0.15)


def test_cases_and_seeds_are_drawn_independently_and_multiplied() -> None:
    cases, seeds = np.repeat(np.arange(4), 3), np.tile(np.arange(3), 4)
    counts = drawn(Resampling(1, 300), Clusters.of("cases", cases), Clusters.of("seeds", seeds)).reshape(300, 4, 3)
    assert np.linalg.matrix_rank(counts).max() == 1
    assert (counts.sum(axis=(1, 2)) == 12).all()


def test_the_same_plan_draws_the_same_and_another_seed_does_not() -> None:
    cases = Clusters.singletons(40)
    assert (drawn(Resampling(5), cases) == drawn(Resampling(5), cases)).all()
    assert (drawn(Resampling(5), cases) != drawn(Resampling(6), cases)).any()


def test_many_rows_come_in_blocks_that_add_up() -> None:
    blocks = list(multiplicities(Resampling(1, 150), Clusters.singletons(50_000)))
    assert len(blocks) > 1
    assert sum(len(block) for block in blocks) == 150
    assert all((block.sum(axis=1) == 50_000).all() for block in blocks)


def test_the_jackknife_leaves_out_each_case_once() -> None:
    kept = np.concatenate(list(jackknife(Clusters.of("cases", [7, 7, 8, 9]))))
    assert kept.tolist() == [[0, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]


def test_the_jackknife_of_many_cases_leaves_out_groups_and_every_case_once() -> None:
    kept = np.concatenate(list(jackknife(Clusters.singletons(1_003), groups=50)))
    assert kept.shape == (50, 1_003)
    assert ((1 - kept).sum(axis=0) == 1).all()


def test_sums_by_cluster() -> None:
    assert cluster_sums(np.array([1.0, 2.0, 4.0]), Clusters.of("cases", ["x", "y", "x"])).tolist() == [5, 2]


@pytest.mark.parametrize(
    "labels",
    [
        ["a", None],
        ["a", 1],
        ["a", float("nan")],
        [1.0, float("nan")],
        [None],
        [["a"], ["b"]],
        np.array(["a", np.nan], dtype=object),
    ],
)
def test_a_missing_or_odd_label_is_refused_by_name(labels: object) -> None:
    with pytest.raises(ValueError, match="cases"):
        Clusters.of("cases", labels)


@pytest.mark.parametrize(
    "labels", [["a", "b"], range(2), np.array(["a", "b"], dtype=object), [1, 2], np.array([3, 4], dtype=np.uint8)]
)
def test_texts_and_whole_numbers_are_labels(labels: object) -> None:
    assert Clusters.of("cases", labels).count == 2


def test_a_plan_is_checked() -> None:
    for wrong in [{"seed": -1}, {"seed": 1, "resamples": 10}, {"seed": 1, "level": 95}]:
        with pytest.raises(ValueError, match=next(reversed(wrong))):
            Resampling(**wrong)
