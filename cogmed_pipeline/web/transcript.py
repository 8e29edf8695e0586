"""A mediation as a page reads it: rounds, and in each what was done, said, believed and found, at its place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogmed_core.domain.audit import BeliefError
from cogmed_core.domain.dialogue import Proposal, Utterance
from cogmed_core.domain.episode import Action, Belief, StageDecision
from cogmed_core.domain.finding import Finding
from cogmed_core.domain.party import MEDIATOR

COLOURS = 4
"""Colours for litigants; a fifth one shares the first's."""


@dataclass(frozen=True, slots=True)
class Proceedings:
    """What there is of a mediation so far. Whatever is unknown, or not to be shown yet, is left empty."""

    utterances: Sequence[Utterance]
    proposals: Sequence[Proposal] = ()
    actions: Sequence[Action] = ()
    beliefs: Sequence[Belief] = ()
    truths: Sequence[BeliefError] = ()
    stages: Sequence[StageDecision] = ()
    findings: Sequence[Finding] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance with everything that belongs to it."""

    speaker: str
    colour: str
    text: str
    stance: str | None
    accepted: int | None
    tabled: int | None
    proposal: str | None
    actions: Sequence[Action]
    findings: Sequence[Finding]


@dataclass(frozen=True, slots=True)
class BeliefLine:
    """One belief beside the truth."""

    who: str
    about: str
    flexibility: float
    truth: float | None
    valence: float
    goal: str


@dataclass(frozen=True, slots=True)
class Round:
    """One round; ``findings`` are those that belong to none of its lines."""

    number: int
    stage: str | None
    refused: Sequence[StageDecision]
    utterances: Sequence[Line]
    beliefs: Sequence[BeliefLine]
    findings: Sequence[Finding]


def colour_of(seat: str) -> str:
    """Return the name of a seat's colour in the style sheet."""
    return "mediator" if seat == MEDIATOR else str((int(seat.rpartition("_")[2]) - 1) % COLOURS + 1)


def rounds_of(record: Proceedings, names: Mapping[str, str]) -> list[Round]:
    """Return every round that anything was recorded of; ``names`` tell how each seat is called."""
    numbers = {one.round for one in record.utterances} | {one.round for one in record.actions}
    return [_round(number, record, names) for number in sorted(numbers)]


def _round(number: int, record: Proceedings, names: Mapping[str, str]) -> Round:
    said = [one for one in record.utterances if one.round == number]
    found = [one for one in record.findings if one.round == number]
    done = [one for one in record.actions if one.round == number]
    last = {one.seat: one.position for one in said}
    lines = []
    for one in said:
        here = [finding for finding in found if finding.seat and last.get(finding.seat) == one.position]
        lines.append(_line(one, record, names, done if one.seat == MEDIATOR else (), here))
        done = [] if one.seat == MEDIATOR else done
    return Round(
        number=number,
        stage=next((one.stage for one in said if one.stage), None),
        refused=[one for one in record.stages if one.round == number and one.refused],
        utterances=lines,
        beliefs=_beliefs(number, record, names),
        findings=[finding for finding in found if finding.seat not in last],
    )


def _line(
    one: Utterance,
    record: Proceedings,
    names: Mapping[str, str],
    actions: Sequence[Action],
    findings: Sequence[Finding],
) -> Line:
    return Line(
        speaker=names.get(one.seat, one.seat),
        colour=colour_of(one.seat),
        text=one.text,
        stance=one.stance,
        accepted=one.accepted,
        tabled=one.tabled,
        proposal=next((proposal.text for proposal in record.proposals if proposal.number == one.tabled), None),
        actions=[_by_name(action, names) for action in actions],
        findings=findings,
    )


def _by_name(action: Action, names: Mapping[str, str]) -> Action:
    arguments = {name: names.get(value, value) for name, value in action.arguments.items()}
    return action.model_copy(update={"arguments": arguments})


def _beliefs(number: int, record: Proceedings, names: Mapping[str, str]) -> list[BeliefLine]:
    truths = {(one.round, one.seat, one.about): one.true_flexibility for one in record.truths}
    return [
        BeliefLine(
            who=names.get(one.seat, one.seat),
            about=names.get(one.about, one.about),
            flexibility=one.flexibility,
            truth=truths.get((one.round, one.seat, one.about)),
            valence=one.emotional_valence,
            goal=one.perceived_goal,
        )
        for one in record.beliefs
        if one.round == number
    ]
