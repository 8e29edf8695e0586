"""The work played through in memory by rule-based negotiators: real cases, real prompts, nobody is asked anything.

It shows how many calls of which kind each job takes and how long its prompts are. How long a model's replies are it
cannot show: until some are measured, they are taken to be as long as the prompts ask for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cogmed_core.cases.profile import draw_profiles
from cogmed_core.cases.structure import structure
from cogmed_core.domain.case import Case, Language, RawCase, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.party import ProfileSet
from cogmed_core.experiment.definition import Experiment, Roles
from cogmed_core.experiment.fingerprint import simulation_language
from cogmed_core.experiment.simulate import Assignment, simulate
from cogmed_core.llm.offline import Offline
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Purpose
from cogmed_core.llm.tokens import estimate
from cogmed_core.llm.voice import Voice
from cogmed_core.llm.wrapper import Wrapper
from cogmed_pipeline.estimating.amounts import Amount, total
from cogmed_pipeline.estimating.work_list import Job
from cogmed_pipeline.records import R
from cogmed_pipeline.steps.catalogue import raw_cases
from cogmed_pipeline.steps.judging import RUBRICS
from cogmed_pipeline.steps.simulation import KIND as EPISODES
from cogmed_pipeline.workshop import Workshop

ROLES = ("mediator", "stage_evaluator", "litigant", "profiler", "judge")
USUAL_REPLY: Mapping[Purpose, int] = {
    Purpose.POINT: 40,
    Purpose.STRUCTURE: 750,
    Purpose.PROFILE: 110,
    Purpose.STAGE: 45,
    Purpose.MEDIATE: 230,
    Purpose.SUMMARIZE: 250,
    Purpose.REALITY_CHECK: 300,
    Purpose.BRIDGE: 400,
    Purpose.BELIEF: 110,
    Purpose.LITIGATE: 190,
    Purpose.DRAFT: 400,
    Purpose.JUDGE: 260,
    Purpose.CONDUCT: 300,
}
"""Tokens of a reply that keeps to the lengths its prompt asks for; of another purpose, as the rules wrote it."""
GROWTH = 2.0
"""How many times as long as the rules' dialogue one of such replies becomes."""


@dataclass(frozen=True, slots=True)
class Said:
    """What was asked and answered for one purpose: calls, and tokens of prompts, of their dialogue and of replies."""

    calls: int = 0
    prompt: int = 0
    dialogue: int = 0
    reply: int = 0

    def more(self, request: ChatRequest, reply: ChatReply) -> "Said":
        """Return this and one more call."""
        dialogue = estimate(str(request.variables.get("dialogue") or ""))
        prompt = self.prompt + reply.usage.prompt_tokens
        return Said(self.calls + 1, prompt, self.dialogue + dialogue, self.reply + reply.usage.completion_tokens)

    def amount(self, purpose: Purpose, *, by_rules: bool) -> Amount:
        """Return what it takes; of a model, unless the rule-based backbone itself is asked."""
        if by_rules:
            return Amount(self.calls, self.prompt, self.reply)
        usual = self.calls * USUAL_REPLY[purpose] if purpose in USUAL_REPLY else self.reply
        return Amount(self.calls, self.prompt + (GROWTH - 1) * self.dialogue, usual)


class Part(Wrapper):
    """One role, played by rules; ``said`` holds what came of it by purpose."""

    def __init__(self, role: str) -> None:
        super().__init__(Offline(role))
        self.said: dict[Purpose, Said] = {}

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer, and keep count."""
        reply = await self._model.complete(request)
        self.said[request.purpose] = self.said.get(request.purpose, Said()).more(request, reply)
        return reply


ByPurpose = Mapping[Purpose, Said]


def amount(said: ByPurpose, *, by_rules: bool) -> Amount:
    """Return what a role takes, over all its purposes."""
    return total(one.amount(purpose, by_rules=by_rules) for purpose, one in said.items())


class Rehearsal:
    """Plays one job after another; what a job needs from an earlier one is played too.

    Args:
        reading: the kinds of record that are read instead, where they are there.
    """

    def __init__(self, workshop: Workshop, reading: Sequence[str]) -> None:
        self._workshop = workshop
        self._reading = reading
        self._parts = {role: Part(role) for role in ROLES}
        self._silent = Offline("prompter")
        self._cases: dict[str, Case] = {}
        self._scenarios: dict[str, Scenario] = {}
        self._episodes: dict[tuple[str, str, int, int], Episode] = {}

    async def play(self, job: Job) -> dict[str, ByPurpose]:
        """Return what each role said in one job."""
        for part in self._parts.values():
            part.said = {}
        if job.step == "scenarios":
            await structure(self._case(job.case_id), self._voice("profiler", self.language_of(job), 0))
        elif job.step == "profiles":
            scenario = await self._scenario(job)
            await draw_profiles(scenario, self._voice("profiler", scenario.language, job.seed))
        elif job.step == "episodes":
            await self._episode(job)
        else:
            await self._judge(job)
        return {role: part.said for role, part in self._parts.items() if part.said}

    def language_of(self, job: Job) -> Language:
        """Return the language a job is done in."""
        return simulation_language(self._case(job.case_id).language, self._experiment)

    @cached_property
    def _experiment(self) -> Experiment:
        """The experiment with every role played by a part of that name."""
        roles = Roles(**{role: role for role in ROLES if role != "judge"}, judges=("judge",))
        return self._workshop.experiment.model_copy(update={"roles": roles})

    @cached_property
    def _raw(self) -> dict[str, RawCase]:
        return raw_cases(self._workshop)

    def _voice(self, role: str, language: Language, seed: int) -> Voice:
        return Voice(self._parts[role], language, self._experiment.temperature, seed)

    def _case(self, case_id: str) -> Case:
        if case_id not in self._cases:
            there = self._workshop.records.load("cases", case_id, Case)
            self._cases[case_id] = there[0] if there else self._workshop.anonymiser.anonymise(self._raw[case_id]).case
        return self._cases[case_id]

    async def _scenario(self, job: Job) -> Scenario:
        if job.case_id not in self._scenarios:
            voice = Voice(self._silent, self.language_of(job), self._experiment.temperature, 0)
            there = self._there("scenarios", job.case_id, Scenario)
            self._scenarios[job.case_id] = there or await structure(self._case(job.case_id), voice)
        return self._scenarios[job.case_id]

    async def _profiles(self, scenario: Scenario, seed: int) -> ProfileSet:
        voice = Voice(self._silent, scenario.language, self._experiment.temperature, seed)
        there = self._there("profiles", f"{scenario.case_id}/s{seed}", ProfileSet)
        return there or await draw_profiles(scenario, voice)

    async def _episode(self, job: Job) -> Episode:
        assert job.cell is not None
        place = (job.cell.arm.key, job.case_id, job.seed, job.rounds)
        if place not in self._episodes:
            scenario = await self._scenario(job)
            profiles = await self._profiles(scenario, job.seed)
            experiment = self._experiment.with_changes(rounds=job.rounds) if job.rounds else self._experiment
            assignment = Assignment(experiment, job.cell.arm, job.seed, scenario, profiles, fingerprint="")
            self._episodes[place] = (await simulate(assignment, self._parts)).episode
        return self._episodes[place]

    async def _judge(self, job: Job) -> None:
        assert job.cell is not None
        there = self._there(EPISODES, job.cell.record_key(job.seed), Episode)
        episode = there if there and there.status == "finished" else await self._episode(job)
        scenario = await self._scenario(job)
        voice = self._voice("judge", scenario.language, job.seed + job.repeat)
        for part in self._parts.values():
            part.said = {}
        await RUBRICS[job.step].fill_in(self._case(job.case_id), scenario, episode, voice, job.repeat, "")

    def _there(self, kind: str, key: str, record_type: type[R]) -> R | None:
        found = self._workshop.records.load(kind, key, record_type) if kind in self._reading else None
        return found[0] if found else None
