"""The talks in a terminal: printed as they go on, the words of whoever speaks as they come."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from cogmed_core.domain.practice import Caucus
from cogmed_pipeline.practice.desk import Desk
from cogmed_pipeline.practice.view import Aside, Shown, names_at, shown_rounds, words_of
from cogmed_pipeline.web.transcript import Line as Said
from cogmed_pipeline.web.wording import words


@dataclass(frozen=True, slots=True)
class Line:
    """One paragraph and the style it is printed in."""

    text: str
    style: str = ""


class Scroll:
    """Prints what is new. What a terminal shows stays; words that are taken back are said to be."""

    def __init__(self, console: Console, language: str) -> None:
        self._console = console
        self._language = language
        self._printed: list[Line] = []
        self._open = False

    def forget(self) -> None:
        """Print everything anew the next time: moves were taken back."""
        self._printed.clear()

    def print_new(self, desk: Desk) -> None:
        """Print what was not printed yet; a sentence that is still being said stays open."""
        shown = shown_rounds(desk, self._language)
        coming = self._coming(desk, shown)
        lines = [line for one in shown for line in self._round(one)] + coming
        same = next((at for at, line in enumerate(lines) if self._printed[at : at + 1] != [line]), len(lines))
        if self._open:
            same = self._go_on(lines, same, unfinished=bool(coming))
        for at in range(same, len(lines)):
            self._put(lines[at].text, lines[at].style, unfinished=bool(coming) and at == len(lines) - 1)
        self._printed = lines

    def _go_on(self, lines: Sequence[Line], same: int, *, unfinished: bool) -> int:
        """Print the rest of the open line, or say that it is taken back; return the number of the next line."""
        last = len(self._printed) - 1
        before = self._printed[last].text
        if same >= last and last < len(lines) and lines[last].text.startswith(before):
            rest = lines[last].text[len(before) :]
            self._put(rest, lines[last].style, unfinished=unfinished and last == len(lines) - 1)
            return last + 1
        self._put("")
        self._put(words(self._language)["practise_terminal"]["taken_back"], "dim")
        return same

    def _put(self, text: str, style: str = "", *, unfinished: bool = False) -> None:
        broken = unfinished or self._open  # a line that comes in pieces is broken by the terminal
        self._console.print(Text(text, style), end="" if unfinished else "\n", soft_wrap=broken, highlight=False)
        self._open = unfinished

    def _coming(self, desk: Desk, shown: Sequence[Shown]) -> list[Line]:
        """Return what is being said, in the lines that it will have when it is said."""
        now = words_of(desk, self._language, 0)
        if not now["text"]:
            return []
        lines = [] if any(one.number == desk.round for one in shown) else [self._heading(desk.round)]
        made = desk.session.moves[-1].move
        if desk.sitting.saying and desk.sitting.saying.alone and isinstance(made, Caucus):
            name = names_at(desk, self._language)[made.party]
            return lines + self._talk(name, made.text, now["text"])
        return [*lines, Line(now["who"], "bold"), Line(now["text"])]

    def _heading(self, number: int) -> Line:
        return Line(f"── {words(self._language)['common']['round'].format(n=number)} ──", "dim")

    def _round(self, one: Shown) -> Iterable[Line]:
        yield self._heading(one.number)
        for aside in one.aside:
            yield from self._aside(aside)
        for said in one.open.utterances:
            yield from self._said(said)

    def _aside(self, aside: Aside) -> list[Line]:
        if aside.tool:
            return [Line(words(self._language)["common"]["action"][aside.tool], "magenta"), Line(aside.result)]
        return self._talk(aside.name, aside.said, aside.result)

    def _talk(self, name: str, said: str, answer: str) -> list[Line]:
        label = words(self._language)["practise"]["alone"]
        asked, answered = label["label"].format(name=name), label["answer"].format(name=name)
        return [Line(asked, "yellow"), Line(said), Line(answered, "yellow"), Line(answer)]

    def _said(self, one: Said) -> Iterable[Line]:
        told = words(self._language)
        yield Line(one.speaker, "bold")
        yield Line(one.text)
        if one.stance:
            stance = told["common"]["acceptance"][one.stance]
            yield Line(told["common"]["bracketed"].format(n=stance).strip(), "dim")
        if one.proposal:
            yield Line(told["transcript"]["proposal"].format(n=one.tabled), "cyan")
            yield Line(one.proposal, "cyan")
