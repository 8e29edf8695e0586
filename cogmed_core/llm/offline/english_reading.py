"""What reading English prose gives: who is in it, and what each is said to ask, answer and say."""

from dataclasses import dataclass, field
from enum import Enum


class Kind(Enum):
    """What an utterance reported in the facts does."""

    ASK = "ask"
    ANSWER = "answer"
    SAY = "say"


@dataclass(slots=True)
class Actor:
    """Somebody in the text, under the ``name`` first given in full; ``role`` is the part played, where told."""

    name: str
    role: str = ""
    count: int = 0
    score: float = 0.0
    spoke: bool = False
    pronoun: str = "they"


@dataclass(frozen=True, slots=True)
class Speech:
    """A stretch of a sentence in which one actor asks, answers or says something; ``text`` names the actor first."""

    actor: str
    kind: Kind
    text: str


@dataclass(slots=True)
class Reading:
    """A text read from the beginning to the end."""

    actors: dict[str, Actor] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)
    speeches: list[Speech] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
