"""A dispute on its way from a file to a simulation: raw case → case → scenario."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from cogmed_core.domain.party import Party
from cogmed_core.domain.record import Record

Language = Literal["zh", "en"]


class Category(StrEnum):
    """The kind of dispute (paper §4.2); ``OTHER`` is everything the six kinds leave."""

    CONTRACT = "contract"
    DEBT = "debt"
    LABOUR = "labour"
    TORT = "tort"
    NEIGHBOURS = "neighbours"
    FAMILY = "family"
    OTHER = "other"


class CaseStatus(StrEnum):
    """What became of a file or row: simulated, left out by a criterion, or unreadable."""

    ACCEPTED = "accepted"
    EXCLUDED = "excluded"
    QUARANTINED = "quarantined"


class Sections(Record):
    """The six sections of the Multi-Dispute Resolution Case Repository, as plain text."""

    keywords: str = Field(description="关键词")
    facts: str = Field(description="基本案情")
    process: str = Field(description="处理方式方法: what the real mediator did")
    settlement: str = Field(description="处理结果: the real outcome")
    legal_basis: str = Field(description="解纷依据: statutes relied on")
    gist: str = Field(description="解纷要旨: why it worked")


class RawCase(Record):
    """A case as it was read, before anonymization. It never leaves the anonymization step."""

    case_id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", description="safe as a partition key")
    source_file: str = Field(description="path below the raw folder, with #row for a file of many")
    source_sha256: str
    title: str
    language: Language
    sections: Sections
    recommended_by: str = Field(default="", description="the body that recommended the case to the repository")


class Case(Record):
    """An anonymized case: what everything downstream may know, the expert's record included."""

    case_id: str
    language: Language
    category: Category
    title: str
    sections: Sections


class Issue(Record):
    """One disputed issue."""

    number: int = Field(ge=1)
    title: str
    description: str


class Scenario(Record):
    """What the agents are told (paper §3.1): the case context C without the expert's process and outcome."""

    case_id: str
    language: Language
    category: Category
    title: str
    summary: str
    parties: tuple[Party, ...] = Field(min_length=2)
    issues: tuple[Issue, ...] = Field(min_length=1)
