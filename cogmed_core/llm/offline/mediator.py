"""The mediator's turn: a tool where the state of the talks calls for one, then what is said."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogmed_core.domain.dialogue import Stage
from cogmed_core.domain.episode import Action
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.offline.acts import Act
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.offer import grain, snapped, spoken, write_offer
from cogmed_core.llm.offline.offer_reading import read_offer
from cogmed_core.llm.offline.sight import Sight
from cogmed_core.llm.offline.situation import Situation, Standing, situation
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.toolkit import is_question, reported_lines, reported_package, rigid, within
from cogmed_core.llm.offline.wording import fresh, spoken_text, wordings
from cogmed_core.llm.protocol import Purpose

_ALL = frozenset({Purpose.SUMMARIZE, Purpose.REALITY_CHECK, Purpose.BRIDGE})
_PERMITTED: Mapping[Stage | None, frozenset[Purpose]] = {
    Stage.OPENING: frozenset(),
    Stage.EXPLORATION: frozenset({Purpose.SUMMARIZE}),
    Stage.NEGOTIATION: _ALL,
    Stage.DRAFTING: frozenset({Purpose.SUMMARIZE, Purpose.BRIDGE}),
    None: _ALL,
}
"""Which tools serve the purpose of a stage; without a stage nothing holds one back."""


class Turn:
    """One turn of the mediator."""

    def __init__(self, variables: Mapping[str, Any], seed: int) -> None:
        self._sight = Sight.of(variables)
        self._seen: Situation = situation(self._sight)
        stage = variables.get("stage")
        self._stage: Stage | None = Stage(stage) if stage else None
        self._offered: bool = bool(variables.get("offered"))
        self._tools = frozenset(variables.get("tools", ()))
        self._performed: Sequence[Action] = variables.get("performed", ())
        self._results: Sequence[str] = variables.get("results", ())
        self._chance = lot("mediate", seed, self._sight.scenario.case_id, self._sight.round, len(self._results))
        self._said = "".join(utterance.text for utterance in self._sight.by(MEDIATOR))
        self._lines: list[str] = []

    def reply(self) -> dict[str, Any]:
        """Return a step (an action, or what is said) where tools are offered, else what is said."""
        if self._offered and (action := self._action()):
            thought = self._phrase(f"thought.{action['name']}")
            return {"thought": thought, "action": action, "text": None, "proposal": None}
        proposal = self._speak()
        spoken = {"text": spoken_text(self._sight.language, self._lines), "proposal": proposal}
        thought = self._phrase(f"thought.{self._stage or 'none'}")
        return {"thought": thought, **({"action": None} if self._offered else {}), **spoken}

    def _action(self) -> dict[str, str | None] | None:
        """Return the tool that the state calls for, or None to speak."""
        this_turn = self._just_performed
        permitted = _PERMITTED[self._stage] & self._tools
        if self._sight.round == 1 or (this_turn and this_turn[-1].name != Purpose.REALITY_CHECK):
            return None
        if not this_turn and Purpose.SUMMARIZE in permitted and self._calls_for_summary():
            return {"name": Purpose.SUMMARIZE.value, "party": None, "issue": None}
        if Purpose.REALITY_CHECK in permitted and (one := self._most_rigid()):
            return {"name": Purpose.REALITY_CHECK.value, "party": one.party.seat, "issue": self._sight.matter.object}
        if not this_turn and Purpose.BRIDGE in permitted and self._calls_for_bridge():
            return {"name": Purpose.BRIDGE.value, "party": None, "issue": self._sight.matter.object}
        return None

    @property
    def _just_performed(self) -> Sequence[Action]:
        """The actions of this turn: as many of the last ones as there are results."""
        return self._performed[len(self._performed) - len(self._results) :]

    def _calls_for_summary(self) -> bool:
        """Tempers are up, or the story has been told and not yet been put in order, or a package missed the point."""
        since = self._sight.round - self._last(Purpose.SUMMARIZE)
        told = self._stage is Stage.EXPLORATION and min(one.turns for one in self._seen.standings) >= 2
        missed = bool(self._seen.package) and not self._seen.takers and not self._seen.interests_known
        return ((self._seen.tone < -0.3 or missed) and since > 2) or (told and not self._last(Purpose.SUMMARIZE))

    def _most_rigid(self) -> Standing | None:
        """Return the party furthest beyond the merits that has not just been checked, and not twice already."""
        candidates = [
            one
            for one in self._seen.standings
            if rigid(one, self._sight.matter) and one.turns and self._may_check(one.party.seat)
        ]
        return max(candidates, key=lambda one: one.beyond(self._sight.matter.merit), default=None)

    def _may_check(self, seat: str) -> bool:
        rounds = [
            action.round
            for action in self._performed
            if action.name == Purpose.REALITY_CHECK and action.arguments.get("party") == seat
        ]
        return len(rounds) < 2 and all(self._sight.round - number > 2 for number in rounds)

    def _calls_for_bridge(self) -> bool:
        """Interests or figures are known, and something has changed since the last package."""
        last = self._last(Purpose.BRIDGE)
        if last and not any(
            one.share is not None and one.stale <= self._sight.round - last for one in self._seen.standings
        ):
            return self._sight.round - last > 1
        known = self._seen.both_spoke_figures or self._seen.interests_known
        return known and self._sight.round > last

    def _last(self, purpose: Purpose) -> int:
        return max((action.round for action in self._performed if action.name == purpose), default=0)

    def _speak(self) -> str | None:
        """Say what the stage asks for, with what the tools brought; return a proposal where one is due."""
        if self._sight.round == 1 or self._stage is Stage.OPENING:
            self._open()
            return None
        self._acknowledge()
        proposal = self._use_results()
        if self._stage is Stage.EXPLORATION:
            self._explore()
            return None
        if proposal or any(action.name == Purpose.BRIDGE for action in self._just_performed):
            return proposal
        return self._move()

    def _open(self) -> None:
        if self._sight.by(MEDIATOR):
            self._say("opening.again")
        else:
            self._say("opening.staged" if self._stage else "opening.plain", object=self._sight.matter.object)

    def _acknowledge(self) -> None:
        if self._stage is not None or self._results:
            self._say("acknowledges.tense" if self._seen.tone < -0.3 else "acknowledges.calm")

    def _use_results(self) -> str | None:
        """Tell the parties what the tools brought; a package becomes the proposal."""
        proposal: str | None = None
        for action, result in zip(self._just_performed, self._results, strict=False):
            if action.name == Purpose.BRIDGE:
                proposal = self._new_package(result)
            elif action.name == Purpose.REALITY_CHECK:
                seat = action.arguments.get("party")
                party = self._sight.party(seat).name if seat else self._everyone
                self._say("uses.reality", party=party)
                self._report(reported_lines(result))
            else:
                self._say("uses.summary")
                self._report(sorted(reported_lines(result), key=is_question))
        return proposal

    def _new_package(self, result: str) -> str | None:
        """Announce the package of a bridging result; None where it is what lies on the table already."""
        package, last = reported_package(result, self._sight.matter), self._seen.package
        if package and last and read_offer(package, self._sight.matter) == self._sight.terms(last):
            self._say("uses.standing", number=str(last.number))
            return None
        self._say("uses.revised" if last else "uses.package")
        return package

    def _report(self, lines: Sequence[str]) -> None:
        self._lines.extend(line for line in lines if line not in self._lines)

    @property
    def _everyone(self) -> str:
        return self._phrase("everyone")

    def _explore(self) -> None:
        """Ask those first who have not said what matters to them."""
        silent = [one for one in self._seen.standings if not one.interests] or list(self._seen.standings)
        for one in silent:
            self._say("explores.asked" if one.asked else "explores.first", party=one.party.name)
        self._say("explores.hold")

    def _confirm(self) -> bool:
        """Ask the others to answer a proposal accepted from across the table; False where there is none to ask for."""
        backed = self._sight.crossed(self._sight.round - 1)
        if not backed:
            return False
        number = max(backed, key=lambda one: (backed[one], one))
        last = self._sight.by(MEDIATOR)[-1].text
        if any(one in last for one in wordings(self._sight.language, "mediator.confirms", number=str(number))):
            return False
        self._say("confirms", number=str(number))
        return True

    def _move(self) -> str | None:
        """Get figures moving: confirm what is nearly agreed, else name a middle, else urge or ask."""
        if self._confirm():
            return None
        if (self._stage is None or self._seen.both_spoke_figures) and (proposal := self._midpoint()):
            return proposal
        stalled = min(one.stale for one in self._seen.standings) > 1
        if self._stage is None and stalled and self._sight.round % 3 == 0:
            self._say("explores.plain")
        self._say("urges.stalled" if stalled else "urges.moving")
        return None

    def _midpoint(self) -> str | None:
        """Return a plain split of the difference, unless it was proposed before."""
        share = within(snapped(sum(self._seen.bounds) / 2, self._sight.matter, up=False), self._seen)
        terms = Terms(share, days=15, acts=self._common_acts())
        earlier = [self._sight.terms(one).share for one in self._sight.tabled_by(MEDIATOR)]
        if any(one is not None and abs(one - share) < 2 * grain(self._sight.matter) for one in earlier):
            return None
        self._say("proposes", figure=spoken(terms, self._sight.matter))
        return write_offer(terms, self._sight.matter)

    def _common_acts(self) -> frozenset[Act]:
        """Return what the last offers of both sides already have in common."""
        last = [tabled[-1] for one in self._seen.standings if (tabled := self._sight.tabled_by(one.party.seat))]
        if len({self._sight.matter.claims(one.seat) for one in last}) < 2:
            return frozenset()
        common = frozenset.intersection(*(self._sight.terms(one).acts for one in last))
        return common - {Act.INSTALMENTS, Act.PROMPT}

    def _phrase(self, key: str, **values: str) -> str:
        return fresh(self._sight.language, f"mediator.{key}", self._chance, self._said + "".join(self._lines), **values)

    def _say(self, key: str, **values: str) -> None:
        self._lines.append(self._phrase(key, **values))
