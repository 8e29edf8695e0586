"""What every layer is given: the text as a view, its words with their tags, and the dictionary."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from cogmed_core.cases.anonymise.tagging.tagger import Tagger, Token
from cogmed_core.cases.anonymise.view import View, view_of


@dataclass(frozen=True)
class Document:
    """One text under analysis."""

    view: View
    tagger: Tagger

    @classmethod
    def of(cls, text: str, tagger: Tagger) -> "Document":
        """Return the document of a text as given."""
        return cls(view_of(text, tagger.simplified), tagger)

    @property
    def text(self) -> str:
        """The text the layers read."""
        return self.view.text

    @cached_property
    def tokens(self) -> list[Token]:
        """The words of the text."""
        return self.tagger.tag(self.text)

    @cached_property
    def boundaries(self) -> frozenset[int]:
        """The places where a word begins, and the end of the text."""
        return frozenset({token.start for token in self.tokens} | {len(self.text)})

    def token_index(self, place: int) -> int:
        """Return the number of words that end at or before ``place``."""
        return bisect_right(self._ends, place)

    @cached_property
    def _ends(self) -> list[int]:
        return [token.end for token in self.tokens]
