"""The optional pass over the already masked text: a model points at what was overlooked, word for word, and no more.

It masks nothing itself and writes no text: what it names is looked for in the text, and refused where it is not there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.domain.case import Case
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Purpose
from cogmed_core.llm.voice import Voice
from cogmed_core.llm.wrapper import Wrapper

Kind = Literal["person", "organisation", "address", "identifier"]
TYPES: dict[Kind, str] = {"person": "PER", "organisation": "ORG", "address": "ADDR", "identifier": "NUMBER"}
"""The type of span of each kind."""

_PIECE = 6000
"""Characters that a model is shown at a time."""
_SHORTEST, _LONGEST = 2, 60
_ENDS = "。\n.！？；"


class Passage(BaseModel):
    """What was overlooked."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    text: str = Field(description="copied from the material letter by letter", repr=False)
    kind: Kind


class PointedOut(BaseModel):
    """The reply: everything that was overlooked, each once; most often nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    passages: list[Passage]


@dataclass(frozen=True, slots=True, repr=False)
class Pointed:
    """Passages that stand in the text, with the type of span each is, and how many others were refused."""

    passages: dict[str, str]
    refused: int


class Unkept(Wrapper):
    """A ``ChatModel`` whose replies no cache keeps: they name what must not be stored in plain text."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer one request, which nobody will settle."""
        return await self._model.complete(replace(request, settles=False))


async def point(case: Case, pointer: Voice) -> Pointed:
    """Ask what was overlooked in an anonymized case; only what stands in it verbatim is taken.

    Raises:
        ModelError: the model could not be had, refused, or never gave a valid reply. Its text may show a reply.
    """
    voice = replace(pointer, model=Unkept(pointer.model))
    passages: dict[str, str] = {}
    refused = 0
    for piece in _pieces("\n".join((case.title, *case.sections.model_dump().values()))):
        reply = await voice.ask(Purpose.POINT, "anonymising/point", PointedOut, {"text": piece})
        for passage in reply.passages:
            text = passage.text.strip()
            if _may_be_masked(text, piece):
                passages.setdefault(text, TYPES[passage.kind])
            else:
                refused += 1
    return Pointed(passages, refused)


def _may_be_masked(passage: str, text: str) -> bool:
    """Say whether a passage stands in the text and is long enough to be a name and no bare role or title."""
    ordinary = passage in words("roles") | words("kin") | words("titles") | words("no english names")
    return passage in text and _SHORTEST <= len(passage) <= _LONGEST and not ordinary


def _pieces(text: str) -> Iterator[str]:
    """Yield a text in pieces that end where a sentence does, if one ends within their length."""
    start = 0
    while start < len(text):
        end = start + _PIECE
        if end < len(text):
            end = max((text.rfind(mark, start + 1, end) for mark in _ENDS), default=-1) + 1 or end
        if text[start:end].strip():
            yield text[start:end]
        start = end
