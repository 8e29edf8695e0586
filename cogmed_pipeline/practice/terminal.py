"""Practice in the terminal: what is typed is said to everybody, unless it begins with a slash."""

import asyncio
from collections.abc import Mapping

from rich.console import Console
from rich.markup import escape

from cogmed_core.domain.practice import Caucus, Move, Say, UseTool
from cogmed_core.errors import CogMedError, UsageError
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.mediation.view import speaker_names
from cogmed_core.practice.session import Session
from cogmed_pipeline.language.catalogue import told, translated
from cogmed_pipeline.practice.debrief import Debrief, debrief
from cogmed_pipeline.practice.desk import Desk, State
from cogmed_pipeline.practice.scroll import Scroll
from cogmed_pipeline.practice.view import shown_rounds
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.web.wording import words

TOOLS = {
    "/summary": "summarize_and_clarify",
    "/check": "perform_reality_check",
    "/bridge": "propose_bridging_solution",
}


class Leave(Exception):  # the person goes away; the session stays as it is
    """The person leaves the terminal."""


class Terminal:
    """Reads lines, makes moves of them, and prints what is new."""

    def __init__(
        self,
        console: Console,
        session: Session,
        models: Mapping[str, ChatModel],
        records: RecordStore,
        language: str,
    ) -> None:
        self._console = console
        self._models = models
        self._records = records
        self._language = language
        self._words = words(language)
        self._scroll = Scroll(console, language)
        self._desk = Desk(session, models, records, self._print_new, self._print_new)

    async def run(self) -> None:
        """Practise until it is finished, or the person leaves."""
        self._introduce()
        self._desk.start()
        try:
            while not self._desk.session.finished:
                state = await self._desk.settled()
                self._print_new()
                self._console.print(f"[bold]{escape(self._standing(state))}[/bold]")
                await self._obey((await asyncio.to_thread(self._read)).strip())
        except Leave:
            pass
        finally:
            await self._desk.stop()

    def _print_new(self) -> None:
        self._scroll.print_new(self._desk)

    def _read(self) -> str:
        try:
            return self._console.input("> ", markup=False)
        except EOFError:
            return "/leave"

    async def _obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        try:
            if command == "/finish":
                await self._finish()
            elif command == "/undo":
                await self._desk.undo(int(rest) if rest.strip().isdigit() else 1)
                self._scroll.forget()
            elif command == "/retry":
                await self._desk.retry()
            elif command == "/beliefs":
                self._print_beliefs()
            elif command == "/leave":
                raise Leave
            elif move := self._move(command, rest.strip(), line):
                self._desk.move(move)
            else:
                self._console.print(escape(self._words["practise_terminal"]["help"]))
        except UsageError as error:
            self._console.print(f"[red]{escape(told(str(error)))}[/red]")

    def _move(self, command: str, rest: str, line: str) -> Move | None:
        if command in TOOLS:
            return UseTool.model_validate({"name": TOOLS[command], "party": self._seat(rest) if rest else None})
        if command == "/alone":
            party, _, text = rest.partition(" ")
            return Caucus(party=self._seat(party), text=text) if text.strip() else None
        if command == "/propose":
            text, _, proposal = rest.partition("|")
            return Say(text=text.strip(), proposal=proposal.strip()) if text.strip() and proposal.strip() else None
        return Say(text=line) if line and not line.startswith("/") else None

    def _seat(self, number: str) -> str:
        """Return the seat of a party named by its number."""
        parties = self._desk.session.scenario.parties
        if not number.isdigit() or not 1 <= int(number) <= len(parties):
            raise UsageError(self._words["practise_terminal"]["which"].format(n=len(parties)))
        return parties[int(number) - 1].seat

    async def _finish(self) -> None:
        self._console.print(escape(self._words["practise"]["state"]["judging"]))
        try:
            await self._desk.adjourn()
            result = await debrief(self._desk, self._models, self._records)
        except CogMedError as error:
            self._console.print(f"[red]{escape(told(str(error)))}[/red]")
            return
        self._desk.finish()
        self._print_new()
        self._print_debrief(result)

    def _introduce(self) -> None:
        scenario, said = self._desk.session.scenario, self._words["practise"]
        self._console.rule(escape(scenario.title))
        self._console.print(escape(said["lead"]))
        if any(model.synthetic for model in self._models.values()):
            self._console.print(f"[yellow]{escape(self._words['common']['synthetic_long'])}[/yellow]")
        self._console.print(escape(scenario.summary))
        for number, party in enumerate(scenario.parties, start=1):
            line = f"  {number}. {party.role} {party.name}{self._words['common']['colon']}{party.claim}"
            self._console.print(escape(line), highlight=False)
        self._console.print(escape(self._words["practise_terminal"]["help"]))

    def _standing(self, state: State) -> str:
        said, desk = self._words["practise"], self._desk
        held = said["round_of"].format(n=desk.round, total=desk.session.experiment.rounds)
        if desk.episode and state is State.FAILED:
            return str(said["state"]["failed"]).format(error=desk.episode.error)
        if desk.episode:
            return str(said["state"]["ended"]).format(outcome=self._words["common"]["outcome"][desk.episode.outcome])
        return f"{held} {said['state']['yours']}"

    def _print_beliefs(self) -> None:
        rounds = [one for one in shown_rounds(self._desk, self._language) if one.open.beliefs]
        for belief in rounds[-1].open.beliefs if rounds else ():
            line = self._words["practise_terminal"]["belief"].format(
                who=belief.who,
                about=belief.about,
                valence=f"{belief.valence:+.2f}",
                flexibility=f"{belief.flexibility:.2f}",
                goal=belief.goal,
            )
            self._console.print(escape(line), highlight=False)

    def _print_debrief(self, result: Debrief) -> None:
        said, common, session = self._words["practise"]["debrief"], self._words["common"], self._desk.session
        self._console.rule(escape(said["title"]))
        if result.person.episode.synthetic:
            self._console.print(f"[yellow]{escape(said['synthetic'])}[/yellow]")
        for who, one in ((said["you"], result.person), (said["full"], result.full)):
            if one is None:
                self._console.print(escape(f"{who}{common['colon']}{said['none']}"))
                continue
            scores = ", ".join("–" if score.oqs is None else f"{score.oqs:.2f}" for score in one.judgements)
            outcome = common["outcome"][one.episode.outcome]
            told_of = self._words["practise_terminal"]["performance"]
            line = told_of.format(who=who, outcome=outcome, rounds=one.episode.rounds, scores=scores)
            self._console.print(escape(line), highlight=False)
            self._console.print(escape(one.episode.settlement or said["no_settlement"]))
        for title, text in (
            (said["real"], session.case.sections.settlement),
            (said["process"], session.case.sections.process),
            (said["gist"], session.case.sections.gist),
        ):
            self._console.print(f"[bold]{escape(title)}[/bold]\n{escape(text or said['untold'])}")
        names = speaker_names(session.scenario)
        for profile in session.profiles.profiles:
            line = self._words["practise_terminal"]["secret"]
            name, goal, bottom_line = names[profile.seat], profile.goal, profile.bottom_line
            self._console.print(escape(line.format(name=name, goal=goal, bottom_line=bottom_line)), highlight=False)
        for finding in result.person.audit.findings:
            detail = translated(finding.detail) if self._language == "zh" else finding.detail
            self._console.print(f"[yellow]{escape(common['finding'][finding.kind])}[/yellow] {escape(detail)}")
