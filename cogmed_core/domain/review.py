"""What people decided about a settlement, and the notice that goes with its text wherever it is shown.

A decision is about one wording: where an episode is simulated again and its settlement reads otherwise, nobody has
reviewed the new one, and the decision remains as history.
"""

import hashlib
from enum import StrEnum

from pydantic import AwareDatetime, Field, model_validator

from cogmed_core.domain.case import Language
from cogmed_core.domain.record import Record
from cogmed_core.domain.text import Line, Text


class ReviewState(StrEnum):
    """Where the review of a settlement stands."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    REVISED = "revised"


class Decision(Record):
    """One person's decision about one wording of a settlement."""

    state: ReviewState
    by: Line = Field(description="the reviewer's name")
    at: AwareDatetime
    because: Text
    settlement_sha256: str = Field(description="of the wording it is about; see ``wording``")
    revision: Text | None = Field(default=None, description="the reviewer's own wording, exactly where revised")

    @model_validator(mode="after")
    def consistent(self) -> "Decision":
        """Check that a revision has a text and nothing else has one."""
        if self.state is ReviewState.PENDING:
            raise ValueError("pending is what there is without a decision")
        if (self.state is ReviewState.REVISED) != (self.revision is not None):
            raise ValueError("a revised settlement, and no other, has a revision")
        return self


class Review(Record):
    """Everything decided about an episode's settlement, oldest first."""

    episode_id: str
    decisions: tuple[Decision, ...] = ()

    def latest(self, settlement: str) -> Decision | None:
        """Return the decision that holds for this wording; None while it is pending."""
        about = wording(settlement)
        return next((one for one in reversed(self.decisions) if one.settlement_sha256 == about), None)

    def state(self, settlement: str) -> ReviewState:
        """Return where the review of this wording stands."""
        latest = self.latest(settlement)
        return latest.state if latest else ReviewState.PENDING

    def text(self, settlement: str) -> str:
        """Return the wording to show: the reviewer's where it was revised."""
        latest = self.latest(settlement)
        return latest.revision if latest and latest.revision else settlement

    def with_decision(self, decision: Decision) -> "Review":
        """Return the review with one more decision."""
        return self.model_copy(update={"decisions": (*self.decisions, decision)})


def wording(settlement: str) -> str:
    """Return what tells one wording of a settlement from another."""
    return hashlib.sha256(settlement.encode("utf-8", "replace")).hexdigest()


NOTICE = {
    "en": "A machine's hypothetical output from a research simulation. Not legal advice and not an agreement of real "
    "people; it has no effect without review by a qualified person.",
    "zh": "本文本是研究性模拟中由机器生成的假设性结果，不是法律意见，也不是真实当事人的协议；"
    "未经专业人员审核，不具任何效力。",
}
SYNTHETIC = {
    "en": "Synthetic: rule-based negotiators took part; it says nothing about any language model.",
    "zh": "合成数据：由规则程序参与协商，不说明任何语言模型的表现。",
}
UNREVIEWED = {"en": "Review: pending.", "zh": "审核状态：待审核。"}
WORDS = {
    "en": {"approved": "approved", "rejected": "rejected", "revised": "revised"},
    "zh": {"approved": "已认可", "rejected": "已否定", "revised": "已修订"},
}
REVIEWED = {
    "en": "Review: {state} by {by} on {day}, because: {because}",
    "zh": "审核状态：{state}（{by}，{day}）。理由：{because}",
}


def notice(language: Language, *, synthetic: bool, latest: Decision | None) -> str:
    """Return what has to stand with every settlement text that is shown or handed out, one statement a line."""
    lines = [NOTICE[language], *([SYNTHETIC[language]] if synthetic else [])]
    if latest is None:
        return "\n".join([*lines, UNREVIEWED[language]])
    state = WORDS[language][latest.state]
    told = REVIEWED[language].format(
        state=state, by=latest.by, day=f"{latest.at:%Y-%m-%d}", because=" ".join(latest.because.split())
    )
    return "\n".join([*lines, told])
