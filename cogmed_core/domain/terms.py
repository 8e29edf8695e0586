"""The terms of an agreement as a reader would tabulate them, and how two agreements compare field by field."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from cogmed_core.domain.record import Record


class Act(StrEnum):
    """What a party undertakes beside paying."""

    APOLOGY = "apology"
    REPAIR = "repair"
    REMOVAL = "removal"
    HANDOVER = "handover"
    PAPERS = "papers"
    CESSATION = "cessation"
    PERFORMANCE = "performance"
    TERMINATION = "termination"
    CUSTODY = "custody"
    VISITS = "visits"
    CONFIDENTIALITY = "confidentiality"
    LIAISON = "liaison"
    GOOD_RELATIONS = "good_relations"
    DEFAULT = "default"
    WITHDRAWAL = "withdrawal"
    CLOSURE = "closure"


class Security(StrEnum):
    """What stands behind a promise to pay."""

    GUARANTEE = "guarantee"
    MORTGAGE = "mortgage"
    PLEDGE = "pledge"
    DEPOSIT = "deposit"
    RETENTION = "retention"


class Money(Record):
    """A sum in one currency; 元, £, $, € or HK$."""

    value: float
    currency: str


class Terms(Record):
    """What an agreement says. None, or an empty set, where it says nothing of the kind."""

    amount: Money | None = Field(default=None, description="everything to be paid once, instalments added up")
    recurring: Money | None = Field(default=None, description="paid every period, such as maintenance a month")
    share: float | None = Field(default=None, ge=0, le=1, description="part of a cost or debt, 1 being all of it")
    instalments: int | None = Field(
        default=None, ge=0, description="number of payments; 1 for one sum, 0 for several without saying how many"
    )
    rate: float | None = Field(default=None, ge=0, description="interest a year as a fraction; 0 where it is waived")
    dates: frozenset[str] = Field(default=frozenset(), description="calendar dates, as 2024-02-05, 02-05 or 2024-02")
    days: frozenset[int] = Field(default=frozenset(), description="time limits counted from signing or another event")
    security: frozenset[Security] = frozenset()
    acts: frozenset[Act] = frozenset()


Verdict = Literal["equal", "near", "different", "only_ours", "only_real", "neither"]


class TermComparison(Record):
    """One field of our settlement beside the same field of the real one."""

    field: str = Field(description="a field of Terms, or 'statutes'")
    ours: str = Field(description="as text; empty where nothing is said")
    real: str
    verdict: Verdict
    precision: float | None = Field(default=None, ge=0, le=1, description="of ours, what is in the real one (sets)")
    recall: float | None = Field(default=None, ge=0, le=1, description="of the real one, what is in ours (sets)")
