"""What the audit finds in an episode: computed from the record, judged by nobody."""

from enum import StrEnum

from pydantic import Field

from cogmed_core.domain.record import Record


class FindingKind(StrEnum):
    """Everything the audit looks for; the detector of each says what exactly it means."""

    BOTTOM_LINE_BROKEN = "bottom_line_broken"
    BOTTOM_LINE_UNCHECKED = "bottom_line_unchecked"
    BOTTOM_LINE_LEAKED = "bottom_line_leaked"
    UTTERANCE_LOOP = "utterance_loop"
    PROPOSAL_LOOP = "proposal_loop"
    ACTION_WITHOUT_EFFECT = "action_without_effect"
    STAGE_REFUSED = "stage_refused"
    STAGE_PROLONGED = "stage_prolonged"
    DRAFTING_EARLY = "drafting_early"
    PRESSURE = "pressure"
    THREAT = "threat"
    ONE_SIDED_CONCESSION = "one_sided_concession"
    WEAKER_PARTY_CONCEDES = "weaker_party_concedes"
    TERM_ADDED = "term_added"
    TERM_MISSING = "term_missing"
    BELIEF_OFF = "belief_off"
    INTERVENTION_DRIFT = "intervention_drift"
    STAGE_REGRESS = "stage_regress"
    PREMATURE_CONVERGENCE = "premature_convergence"
    STALLED = "stalled"


class Severity(StrEnum):
    """How much it matters."""

    NOTE = "note"
    WARNING = "warning"
    SERIOUS = "serious"


class Finding(Record):
    """One thing found, with where and whose it was."""

    kind: FindingKind
    severity: Severity
    round: int | None = Field(default=None, ge=1, description="None where it concerns the whole episode")
    seat: str | None = Field(
        default=None, description="who did it, or whom it concerns; None where nobody in particular"
    )
    detail: str = Field(description="one English sentence, with the words it rests on in their own language")
