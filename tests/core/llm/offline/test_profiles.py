"""Private aims: drawn with figures, read back from whoever wrote them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.domain.case import Category, Language
from cogmed_core.domain.party import Personality
from cogmed_core.llm.offline.acts import Act
from cogmed_core.llm.offline.aims import read_aims
from cogmed_core.llm.offline.dispute import dispute
from cogmed_core.llm.offline.temperament import TEMPERAMENTS
from cogmed_core.llm.protocol import Purpose
from tests.core.llm.offline.given import LANGUAGES, a_loan, a_profile, answer, someone

persons = st.sampled_from(list(Personality))


def test_a_profile_is_read_back_as_it_was_written() -> None:
    aims = read_aims(someone(), dispute(a_loan()))
    assert aims.claiming
    assert (aims.hope, aims.bottom) == (pytest.approx(0.95), pytest.approx(0.6))
    assert dict(aims.wants) == {Act.APOLOGY: pytest.approx(0.08)}
    assert dict(aims.averse) == {Act.CONFIDENTIAL: pytest.approx(0.05)}


@pytest.mark.parametrize(
    ("goal", "bottom", "hope", "held"),
    [
        ("拿回全部10万元借款。", "最低接受7万元。", 1.0, 0.7),
        ("争取拿到九成。", "不低于诉求的六成五，否则起诉。", 0.9, 0.65),
        ("Get £90,000 back.", "At least 70% of the claim.", 0.9, 0.7),
    ],
)
def test_a_profile_by_a_language_model_is_read(goal: str, bottom: str, hope: float, held: float) -> None:
    language: Language = "en" if goal.isascii() or "£" in goal else "zh"
    aims = read_aims(a_profile("litigant_1", goal, bottom), dispute(a_loan(language)))
    assert (aims.hope, aims.bottom) == (pytest.approx(hope), pytest.approx(held))


@given(persons, st.integers(1, 2))
def test_a_profile_without_figures_still_gives_a_bottom_line_below_the_hope(
    personality: Personality, number: int
) -> None:
    profile = a_profile(f"litigant_{number}", "想有个公道的结果", "不能太吃亏", personality)
    aims = read_aims(profile, dispute(a_loan()))
    assert 0 <= aims.bottom <= aims.hope <= 1


@given(st.sampled_from(list(Category)), persons, persons, st.integers(0, 200), st.sampled_from(LANGUAGES))
def test_drawn_profiles_hold_figures_that_a_litigant_reads_back(
    category: Category, one: Personality, other: Personality, seed: int, language: Language
) -> None:
    scenario = a_loan(language).model_copy(update={"category": category})
    matter = dispute(scenario)
    for party, personality in zip(scenario.parties, (one, other), strict=True):
        shown = {"scenario": scenario, "party": party, "personality": personality}
        reply = answer(Purpose.PROFILE, shown, language, seed)
        aims = read_aims(a_profile(party.seat, reply["goal"], reply["bottom_line"], personality), matter)
        assert 0 <= aims.bottom <= aims.hope <= 1
        assert aims.temperament == TEMPERAMENTS[personality]
        assert len(aims.wants) == 2
        assert all(0.03 <= worth <= 0.1 for worth in aims.wants.values())
        assert not set(aims.wants) & set(aims.averse)


def test_bargaining_room_is_there_in_some_cases_and_not_in_others() -> None:
    rooms = []
    for seed in range(60):
        scenario = a_loan()
        aims = []
        for party in scenario.parties:
            shown = {"scenario": scenario, "party": party, "personality": Personality.SUSPICIOUS}
            reply = answer(Purpose.PROFILE, shown, seed=seed)
            aims.append(read_aims(a_profile(party.seat, reply["goal"], reply["bottom_line"]), dispute(scenario)))
        rooms.append(aims[0].bottom <= 1 - aims[1].bottom)
    assert set(rooms) == {True, False}
