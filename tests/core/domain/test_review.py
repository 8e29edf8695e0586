"""A decision is about a wording, by somebody, for a reason; and every text has its notice."""

from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from cogmed_core.domain.review import Decision, Review, ReviewState, notice, wording

TEXT, OTHER = "A pays B 100 within ten days.", "A pays B 90 within ten days."
WHEN = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


def decision(state: str = "approved", about: str = TEXT, **given: str | None) -> Decision:
    named = {"by": "Ma Li", "because": "complete", **given}
    return Decision(state=ReviewState(state), at=WHEN, settlement_sha256=wording(about), **named)


def test_what_nobody_decided_is_pending() -> None:
    assert Review(episode_id="e").state(TEXT) is ReviewState.PENDING
    assert Review(episode_id="e").text(TEXT) == TEXT


def test_the_last_decision_about_a_wording_holds_for_it_and_for_no_other() -> None:
    review = Review(episode_id="e").with_decision(decision()).with_decision(decision("rejected"))
    assert (review.state(TEXT), review.state(OTHER)) == (ReviewState.REJECTED, ReviewState.PENDING)
    later = review.with_decision(decision("revised", OTHER, revision="A pays B 95."))
    assert (later.state(TEXT), later.state(OTHER)) == (ReviewState.REJECTED, ReviewState.REVISED)
    assert (later.text(TEXT), later.text(OTHER)) == (TEXT, "A pays B 95.")


@pytest.mark.parametrize(
    "given",
    [
        {"by": " "},
        {"by": "Ma\nLi"},
        {"because": ""},
        {"state": "pending"},
        {"state": "revised"},
        {"state": "revised", "revision": " "},
        {"revision": "a text"},
    ],
)
def test_a_decision_without_a_name_a_reason_or_a_text_is_none(given: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        decision(**given)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_notice_says_what_the_text_is_and_who_reviewed_it(language: str) -> None:
    told = {
        (synthetic, state): notice(language, synthetic=synthetic, latest=state and decision(state))  # type: ignore[arg-type]  # a literal from a parameter
        for synthetic in (True, False)
        for state in (None, "approved", "rejected")
    }
    assert len(set(told.values())) == 6
    for (synthetic, state), text in told.items():
        assert ("hypothetical" in text or "假设性" in text) and ("legal advice" in text or "法律意见" in text)
        assert ("rule-based" in text or "规则程序" in text) is synthetic
        assert ("Ma Li" in text and "2026-03-04" in text and "complete" in text) is (state is not None)
