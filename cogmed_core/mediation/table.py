"""The table: the public record of a mediation and the acceptance state of each litigant.

Acceptance is always of a numbered proposal, and lasts for the round it was given in: the parties agree when
all of them stand by the same proposal in the same round (paper §3.4). Two who say yes to different things
have not agreed. Whoever tables an offer stands by it.
"""

from collections.abc import Callable

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Condensation, Proposal, Stance, Utterance, read_dialogue
from cogmed_core.domain.party import ProfileSet
from cogmed_core.mediation.view import View, speaker_names
from cogmed_core.prompts.render import render


class Table:
    """Collects utterances and proposals, and shows each seat its own view of them.

    ``transcript`` is everything said so far, each utterance rendered once.
    """

    def __init__(self, scenario: Scenario, profiles: ProfileSet, rounds: int) -> None:
        self._scenario = scenario
        self._profiles = {profile.seat: profile for profile in profiles.profiles}
        self._names = speaker_names(scenario)
        self._rounds = rounds
        self._standing_by: dict[str, int] = {}
        self._starts: list[int] = []
        self.transcript = ""
        self.condensations: list[Condensation] = []
        self.utterances: list[Utterance] = []
        self.proposals: list[Proposal] = []
        self.on_utterance: Callable[[Utterance], object] = _nobody_listens
        self.round = 0
        self.completed_rounds = 0

    def open_round(self) -> None:
        """Begin the next round; what was accepted in the last one has to be accepted anew."""
        self.round += 1
        self._standing_by.clear()

    def close_round(self) -> None:
        """Count the round as completed: everybody has spoken."""
        self.completed_rounds = self.round

    def say(
        self,
        seat: str,
        text: str,
        offer: str | None = None,
        stance: Stance | None = None,
        accepted: int | None = None,
    ) -> Utterance:
        """Put an utterance on record; ``offer`` tables a new proposal, ``accepted`` stands by an old one."""
        tabled = self._table(seat, offer) if offer else None
        stands_by = tabled if tabled and stance else accepted
        if stands_by:
            self._standing_by[seat] = stands_by
        utterance = Utterance(
            round=self.round,
            position=len(self.utterances) + 1,
            seat=seat,
            text=text,
            stance=stance,
            accepted=stands_by,
            tabled=tabled,
        )
        self.utterances.append(utterance)
        self.transcript += "\n" if self.transcript else ""
        self._starts.append(len(self.transcript))
        self.transcript += self._rendered(utterance, offer)
        self.on_utterance(utterance)
        return utterance

    def view(self, seat: str) -> View:
        """Return what ``seat`` may see now."""
        return View(
            seat=seat,
            scenario=self._scenario,
            names=self._names,
            round=self.round,
            rounds=self._rounds,
            utterances=tuple(self.utterances),
            proposals=tuple(self.proposals),
            dialogue=self.dialogue,
            profile=self._profiles.get(seat),
        )

    @property
    def dialogue(self) -> str:
        """Everything said so far as every seat reads it; a beginning that had grown too long is summed up."""
        return read_dialogue(self.transcript, self.condensations)

    @property
    def condensed(self) -> int:
        """Position of the last utterance that a summary stands for, 0 where there is none."""
        return self.condensations[-1].until if self.condensations else 0

    def dialogue_until(self, position: int) -> str:
        """Return the dialogue as it is read, without what was said after the utterance at ``position``."""
        end = self._starts[position] - 1 if position < len(self._starts) else len(self.transcript)
        return read_dialogue(self.transcript[:end], self.condensations)

    def turn_at(self, position: int) -> str:
        """Return the utterance at ``position`` as the transcript has it."""
        end = self._starts[position] - 1 if position < len(self._starts) else len(self.transcript)
        return self.transcript[self._starts[position - 1] : end]

    def condense(self, until: int, text: str) -> None:
        """Let ``text`` stand for everything up to the utterance at ``until``; that stays in the transcript."""
        start = self._starts[until]
        self.condensations.append(Condensation(round=self.round, until=until, start=start, text=text))

    @property
    def withdrawn(self) -> bool:
        """True when a litigant has left the mediation."""
        return any(utterance.stance is Stance.WITHDRAW for utterance in self.utterances)

    @property
    def agreed(self) -> Proposal | None:
        """The proposal that every litigant stands by in this round, if there is one."""
        numbers = {self._standing_by.get(party.seat) for party in self._scenario.parties}
        number = numbers.pop()
        return self.proposals[number - 1] if number and not numbers else None

    def _table(self, seat: str, offer: str) -> int:
        number = len(self.proposals) + 1
        self.proposals.append(Proposal(number=number, round=self.round, seat=seat, text=offer))
        return number

    def _rendered(self, utterance: Utterance, offer: str | None) -> str:
        return render(
            "mediation/utterance",
            self._scenario.language,
            utterance=utterance,
            speaker=self._names[utterance.seat],
            offer=offer,
        )


def _nobody_listens(_: Utterance) -> None:
    """Do nothing: the table needs no audience."""
