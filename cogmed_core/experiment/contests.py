"""The link between the papers: settlements before a panel that deliberates.

Is A at least as good as B? Two settlements of one case are put to a framework as a yes/no question, once in each
order, so that a panel that merely favours what stands first contradicts itself and is found out. Nothing in the
question tells the arms, or which of the two was really reached.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Literal

from pydantic import Field

from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.question import YesNoQuestion
from cogmed_core.domain.record import Record
from cogmed_core.mediation.view import speaker_names
from cogmed_core.prompts.render import render

REAL = "real"
"""The contestant that was really reached."""
SET = "episodes.contests"
"""The set of these questions; no file of questions has a dot in its name."""

Aspect = Literal["overall", "feasibility", "professionalism", "creativity"]


class Contest(Record):
    """What one of these questions is about."""

    question_id: str
    case_id: str
    seed: int
    aspect: Aspect
    a: str = Field(description="episode, or real")
    b: str = Field(description="episode, or real: what a is held against")


@dataclass(frozen=True, slots=True)
class Contestant:
    """A settlement, or the last proposals where there is none, and how it came about.

    ``talks`` is empty where there is no record of them word by word.
    """

    name: str
    result: str
    agreed: bool = True
    talks: str = ""


def contestants(case: Case, scenario: Scenario, episodes: Sequence[Episode]) -> tuple[Contestant, ...]:
    """Return the real settlement of a case and those of finished episodes on it."""
    return (Contestant(REAL, case.sections.settlement), *(_of_episode(episode, scenario) for episode in episodes))


def contest(
    scenario: Scenario, seed: int, pair: tuple[Contestant, Contestant], aspects: Sequence[Aspect]
) -> list[tuple[Contest, YesNoQuestion]]:
    """Return the questions of two contestants, each aspect in both orders.

    Conduct is compared only where both talks are on record; a case file merely sums up the real ones.
    """
    questions = []
    for aspect in aspects:
        if aspect == "professionalism" and not all(one.talks for one in pair):
            continue
        for first, second in permutations(pair):
            name = f"{scenario.case_id}~{first.name}~{second.name}~{aspect}"
            about = Contest(
                question_id=name, case_id=scenario.case_id, seed=seed, aspect=aspect, a=first.name, b=second.name
            )
            questions.append((about, _question(scenario, about, first, second)))
    return questions


def _question(scenario: Scenario, about: Contest, first: Contestant, second: Contestant) -> YesNoQuestion:
    text = render(
        "deliberation/contest", scenario.language, scenario=scenario, aspect=about.aspect, first=first, second=second
    )
    return YesNoQuestion(
        question_set=SET,
        question_id=about.question_id,
        text=text,
        language=scenario.language,
        gold=None,
        slice=about.aspect,
    )


def _of_episode(episode: Episode, scenario: Scenario) -> Contestant:
    names = speaker_names(scenario)
    talks = "\n".join(f"{one.round} {names[one.seat]}: {one.text}" for one in episode.utterances)
    last = {proposal.seat: proposal.text for proposal in episode.proposals}
    agreed = episode.settlement is not None
    return Contestant(episode.episode_id, episode.settlement or "\n".join(last.values()), agreed, talks)
