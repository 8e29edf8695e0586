"""Results by kind of dispute, with the warning where the cases are few."""

from cogmed_core.domain.case import Category
from cogmed_core.domain.episode import Outcome
from cogmed_core.reports.by_category import FEWEST, results_by_category
from cogmed_core.stats.intervals import wilson
from tests.core.reports.test_results import ARM, a_judgement, an_episode, pairs

AGREED, DEADLOCK, _ = Outcome


def test_each_kind_has_its_own_row_and_the_few_are_marked() -> None:
    kinds = {f"c{case}": Category.DEBT if case < FEWEST else Category.TORT for case in range(FEWEST + 2)}
    episodes = [an_episode(case, AGREED if case % 2 else DEADLOCK) for case in range(FEWEST + 2)]
    judgements = [a_judgement(episode, 6.0) for episode in episodes]
    debt, tort = results_by_category(kinds, {ARM: pairs(FEWEST + 2)}, episodes, judgements)
    assert (debt.category, debt.n, debt.cases, debt.small_n) == (Category.DEBT, FEWEST, FEWEST, False)
    assert (tort.category, tort.n, tort.cases, tort.small_n) == (Category.TORT, 2, 2, True)
    assert (debt.sr, debt.sr_low) == (0.5, wilson(FEWEST // 2, FEWEST).low)
    assert (tort.oqs_n, tort.oqs_mean) == (2, 6.0)


def test_what_was_asked_for_and_not_run_counts_in_its_kind() -> None:
    (family,) = results_by_category(
        {"c0": Category.FAMILY, "c1": Category.FAMILY}, {ARM: pairs(2)}, [an_episode(0)], []
    )
    assert (family.n, family.cases, family.incomplete) == (2, 2, True)


def test_the_middle_interval_is_forty_points_wide_where_the_warning_ends() -> None:
    middle = wilson(FEWEST / 2, FEWEST)
    assert 0.39 < middle.high - middle.low < 0.41
