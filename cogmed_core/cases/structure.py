"""From an anonymized case to the scenario the agents are told (paper §4.2)."""

from pydantic import BaseModel, ConfigDict, Field, model_validator

from cogmed_core.domain.case import Case, Issue, Scenario
from cogmed_core.domain.party import Party, litigant_seat
from cogmed_core.domain.text import Line, Text
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice


class StructuredParty(BaseModel):
    """One side of the dispute."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Line = Field(description="name exactly as the case text has it")
    role: Line = Field(description="position in the dispute: applicant, respondent, guarantor …")
    claim: Text = Field(description="the position taken before the mediation, with its figures")


class StructuredIssue(BaseModel):
    """One disputed issue."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: Text = Field(description="the issue in a few words")
    description: Text = Field(description="what each side holds on it, with figures")


class StructuredCase(BaseModel):
    """The reply: the dispute as it stood before the mediation; nothing of how it ended."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    summary: Text = Field(description="facts both sides know, without the outcome")
    parties: list[StructuredParty] = Field(min_length=2, description="in the order they will speak")
    issues: list[StructuredIssue] = Field(min_length=1)

    @model_validator(mode="after")
    def names_differ(self) -> "StructuredCase":
        """Check that no party is listed twice."""
        names = [party.name for party in self.parties]
        if len(set(names)) != len(names):
            raise ValueError(f"each party once, under a name of its own: {names}")
        return self


async def structure(case: Case, structurer: Voice) -> Scenario:
    """Return the scenario of ``case``, in the structurer's language; it is not shown the settlement."""
    variables = {
        "title": case.title,
        "category": case.category,
        "keywords": case.sections.keywords,
        "facts": case.sections.facts,
        "process": case.sections.process,
    }
    reply = await structurer.ask(Purpose.STRUCTURE, "cases/structure", StructuredCase, variables)
    return Scenario(
        case_id=case.case_id,
        language=structurer.language,
        category=case.category,
        title=case.title,
        summary=reply.summary,
        parties=tuple(
            Party(seat=litigant_seat(number), **party.model_dump())
            for number, party in enumerate(reply.parties, start=1)
        ),
        issues=tuple(Issue(number=number, **issue.model_dump()) for number, issue in enumerate(reply.issues, start=1)),
    )
