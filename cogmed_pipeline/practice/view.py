"""What the page shows of a session at one moment, as escaped HTML and a few plain facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cogmed_core.domain.episode import Action
from cogmed_core.domain.judgement import CONDUCT, Appraisal
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.domain.review import notice
from cogmed_core.mediation.modules.strategic_toolkit import ACTIONS
from cogmed_core.mediation.view import speaker_names
from cogmed_core.practice.chair import PRIVATE_TALK
from cogmed_pipeline.practice.bell import Bell
from cogmed_pipeline.practice.debrief import Debrief, Performance
from cogmed_pipeline.practice.desk import Desk, State
from cogmed_pipeline.web.pages import page
from cogmed_pipeline.web.transcript import Proceedings, Round, colour_of, rounds_of
from cogmed_pipeline.web.wording import words

TEMPLATES = (Path(__file__).parent / "templates",)


@dataclass(frozen=True, slots=True)
class Aside:
    """A tool's result or a private talk: what was done before speaking. ``tool`` is empty for a talk."""

    key: str
    tool: str
    name: str
    said: str
    result: str


@dataclass(frozen=True, slots=True)
class Shown:
    """One round: what was done aside, then what was said openly."""

    number: int
    aside: Sequence[Aside]
    open: Round


def whole_page(desk: Desk, language: str, *, synthetic: bool) -> str:
    """Return the page that everything is shown on."""
    scenario = desk.session.scenario
    given = {"scenario": scenario, "tools": tuple(ACTIONS), "synthetic": synthetic, "root": "/"}
    return page("practise.html", language, TEMPLATES, **given)


def view_of(desk: Desk, debrief: Debrief | None, language: str, bell: Bell, *, judging: bool) -> dict[str, Any]:
    """Return the session as it stands; ``busy`` while models are at work."""
    rounds = shown_rounds(desk, language)
    held = sorted({made.round for made in desk.session.moves})
    return {
        "revision": bell.revision,
        "words": words_of(desk, language, bell.words),
        "state": desk.state.value,
        "busy": judging or (desk.state is State.THINKING and not desk.session.finished),
        "finished": desk.session.finished,
        "begun": bool(held),
        "status": _status(desk, language, judging=judging),
        "round": words(language)["practise"]["round_of"].format(n=desk.round, total=desk.session.experiment.rounds),
        "can_undo": bool(held) and not desk.session.finished,
        "rounds_held": [] if desk.session.finished else held,
        "talks": _talks(desk, rounds, language),
        "after": _after(desk, debrief, language) if debrief else "",
    }


def words_of(desk: Desk, language: str, number: int) -> dict[str, Any]:
    """Return what somebody is saying at this moment; ``number`` tells it from what was said before and after."""
    saying = desk.sitting.saying
    if saying is None:
        return {"number": number, "text": ""}
    name = names_at(desk, language)[saying.seat]
    who = words(language)["practise"]["alone"]["answer"].format(name=name) if saying.alone else name
    look = "alone" if saying.alone else f"seat-{colour_of(saying.seat)}"
    return {"number": number, "text": saying.text, "who": who, "look": look}


def shown_rounds(desk: Desk, language: str) -> list[Shown]:
    """Return the talks so far by rounds."""
    table, trace = desk.sitting.table, desk.sitting.trace()
    names = names_at(desk, language)
    open_rounds = rounds_of(
        Proceedings(table.utterances, table.proposals, actions=trace.actions, beliefs=trace.beliefs), names
    )
    asides = [_aside(number, one, names) for number, one in enumerate(trace.actions)]
    return [
        Shown(
            number=one.number,
            aside=[aside for aside, action in zip(asides, trace.actions, strict=True) if action.round == one.number],
            open=_without_actions(one),
        )
        for one in open_rounds
    ]


def _without_actions(one: Round) -> Round:
    return replace(one, utterances=[replace(line, actions=()) for line in one.utterances])


def _aside(number: int, action: Action, names: Mapping[str, str]) -> Aside:
    party = action.arguments.get("party", "")
    talk = action.name == PRIVATE_TALK
    return Aside(
        key=f"aside-{number}",
        tool="" if talk else action.name,
        name=names.get(party, party),
        said=action.arguments.get("said" if talk else "issue", ""),
        result=action.result,
    )


def names_at(desk: Desk, language: str) -> dict[str, str]:
    """Return how everybody at the table is called, by seat; the person in the chair is "you"."""
    return speaker_names(desk.session.scenario) | {MEDIATOR: words(language)["practise"]["you"]}


def _talks(desk: Desk, rounds: Sequence[Shown], language: str) -> str:
    settlement = desk.episode.settlement if desk.episode and not desk.session.finished else None
    return page(
        "talks.html",
        language,
        TEMPLATES,
        rounds=rounds,
        settlement=settlement,
        settlement_notice=_notice(desk) if settlement else "",
    )


def _notice(desk: Desk) -> str:
    synthetic = desk.episode is not None and desk.episode.synthetic
    return notice(desk.session.scenario.language, synthetic=synthetic, latest=None)


def _status(desk: Desk, language: str, *, judging: bool) -> str:
    said: Mapping[str, str] = words(language)["practise"]["state"]
    if judging or desk.session.finished:
        return said["judging" if judging else "finished"]
    if desk.episode:
        outcome = words(language)["common"]["outcome"].get(desk.episode.outcome)
        return said[desk.state].format(outcome=outcome, error=desk.episode.error)
    if desk.state is State.YOURS:
        return said["yours"]
    thinking = desk.sitting.thinking
    who = None if thinking in (None, MEDIATOR) else names_at(desk, language)[thinking]
    return said["thinking"].format(who=who) if who else said["working"]


def _after(desk: Desk, debrief: Debrief, language: str) -> str:
    session = desk.session
    names = speaker_names(session.scenario)
    return page(
        "debrief.html",
        language,
        TEMPLATES,
        person=_performance(debrief.person),
        full=_performance(debrief.full) if debrief.full else None,
        synthetic=debrief.person.episode.synthetic or any(one.synthetic for one in debrief.person.judgements),
        case=session.case,
        terms=debrief.person.audit.terms if debrief.person.episode.settlement else (),
        findings=debrief.person.audit.findings,
        secrets=[{"name": names[one.seat], "profile": one} for one in session.profiles.profiles],
        settlement_notice=_notice(desk),
    )


def _performance(one: Performance) -> dict[str, Any]:
    episode = one.episode
    return {
        "outcome": episode.outcome,
        "rounds": episode.rounds,
        "settlement": episode.settlement,
        "judgements": one.judgements,
        "scores": {name: _mean(one.judgements, name) for name in SCORES},
        "conduct": {name: _mean(one.conduct, name) for name in CONDUCT} if one.conduct else {},
    }


SCORES = ("feasibility", "professionalism", "creativity", "oqs")


def _mean(judgements: Sequence[Appraisal], name: str) -> float | None:
    found = [score for one in judgements if (score := getattr(one, name)) is not None]
    return sum(found) / len(found) if found else None
