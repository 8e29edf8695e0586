"""Private talks (背对背): a table at which each litigant's talk with the mediator reaches its own view alone."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.party import MEDIATOR, ProfileSet
from cogmed_core.domain.practice import Remark
from cogmed_core.mediation.table import Table
from cogmed_core.mediation.view import View
from cogmed_core.prompts.render import render


class CaucusTable(Table):
    """A table with private talks beside the open session; the open record knows nothing of them."""

    def __init__(self, scenario: Scenario, profiles: ProfileSet, rounds: int) -> None:
        super().__init__(scenario, profiles, rounds)
        self.remarks: list[Remark] = []

    def confide(self, litigant: str, speaker: str, text: str) -> None:
        """Put something said in private between the mediator and ``litigant`` on that litigant's own record."""
        after = len(self.utterances)
        self.remarks.append(
            Remark(round=self.round, after=after, litigant=litigant, speaker=speaker, text=text),
        )

    def view(self, seat: str) -> View:
        """Return what ``seat`` may see now: a litigant its own private talks too, the mediator the open session."""
        return self._with_remarks(super().view(seat), [one for one in self.remarks if one.litigant == seat])

    def full_view(self) -> View:
        """Return everything the mediator has heard, in open session and from each side in private."""
        return self._with_remarks(super().view(MEDIATOR), self.remarks)

    def _with_remarks(self, view: View, remarks: Sequence[Remark]) -> View:
        if not remarks:
            return view
        everything = [*self._heard(0, remarks)]
        utterances = tuple(_utterance(one, place) for place, one in enumerate(everything, start=1))
        read = [self._read(one, view) for one in self._heard(self.condensed, remarks)]
        summary = [self.condensations[-1].text] if self.condensed else []
        return replace(view, utterances=utterances, dialogue="\n".join(summary + read))

    def _heard(self, after: int, remarks: Sequence[Remark]) -> Iterator[Utterance | Remark]:
        """Yield what was said after an open utterance, each remark where it was made; older remarks come first."""
        yield from (one for one in remarks if one.after <= after)
        for utterance in self.utterances[after:]:
            yield utterance
            yield from (one for one in remarks if one.after == utterance.position)

    def _read(self, said: Utterance | Remark, view: View) -> str:
        if isinstance(said, Utterance):
            return self.turn_at(said.position)
        return render(
            "practice/private_turn",
            view.scenario.language,
            round=said.round,
            speaker=view.names[said.speaker],
            listener=view.names[said.litigant if said.speaker == MEDIATOR else MEDIATOR],
            text=said.text,
        )


def _utterance(said: Utterance | Remark, position: int) -> Utterance:
    """Return what was said as the view counts it."""
    if isinstance(said, Utterance):
        return said.model_copy(update={"position": position})
    return Utterance(round=said.round, position=position, seat=said.speaker, text=said.text)
