"""A yes/no question, and what a framework came to say of it."""

import hashlib
from enum import StrEnum
from typing import Literal

from pydantic import Field

from cogmed_core.domain.case import Language
from cogmed_core.domain.episode import Refusal
from cogmed_core.domain.record import Record
from cogmed_core.domain.text import Text


class YesNoQuestion(Record):
    """One question of a set. Nobody who answers sees ``gold`` or ``slice``."""

    question_set: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", description="safe as a partition key")
    question_id: str = Field(min_length=1, description="unique in its set")
    text: Text
    instruction: str = Field(default="", description="what is asked, where the text holds only facts")
    language: Language
    gold: bool | None = Field(description="the right answer, True for yes; None where nobody knows it")
    slice: str = Field(default="", description="the kind of question, as the set names it")

    @property
    def asked(self) -> str:
        """A hash of what whoever answers is told."""
        return hashlib.sha256("\0".join((self.language, self.instruction, self.text)).encode()).hexdigest()[:32]


class Step(Record):
    """One thing said in a deliberation."""

    round: int = Field(ge=0, description="0: before anybody has heard anybody")
    agent: str
    text: str
    stated: str | None = Field(
        default=None, description="the answer in the agent's own words; None where none was asked"
    )
    answer: bool | None = Field(default=None, description="what ``stated`` commits to; None where that is nothing")


class Unanswered(StrEnum):
    """Why a finished deliberation has no answer. None is ever made up for it."""

    TIE = "tie"
    SILENCE = "silence"


class Verdict(Record):
    """A framework's answer to a question on one backbone and seed, with everything that was said.

    The same inputs give the same record, byte for byte. Whether it is right is not in it: the gold answer can be
    corrected without asking anybody again.
    """

    question_set: str
    question_id: str
    asked: str = Field(description="hash of the question as it was put")
    framework: str
    backbone: str
    seed: int
    fingerprint: str = Field(description="hash of everything the verdict depends on")
    synthetic: bool = Field(description="no language model answered")
    status: Literal["finished", "failed"]
    answer: bool | None = Field(default=None, description="None when unanswered, and when failed")
    unanswered: Unanswered | None = None
    rationale: str = ""
    steps: tuple[Step, ...] = ()
    calls: int = Field(ge=0)
    prompt_tokens: int = Field(ge=0)
    completion_tokens: int = Field(ge=0)
    cost: float = Field(ge=0, description="in the currency of the backbone's prices")
    error_kind: str | None = None
    error: str | None = None
    refusals: tuple[Refusal, ...] = ()


class LeftOut(Record):
    """A row that is no question, and why."""

    row: int = Field(ge=1, description="counted without the header")
    reason: str


class QuestionSet(Record):
    """A file of questions; a row that is none is named and the others stand."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", description="from the file's name")
    source_file: str
    source_sha256: str
    questions: tuple[YesNoQuestion, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    problem: str = Field(default="", description="why there is no question at all")
