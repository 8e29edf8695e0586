"""A judge that counts: every score is the mean of measurable features, spread from 1 to 10."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogmed_core.domain.case import Language, Scenario
from cogmed_core.domain.dialogue import Proposal, Utterance
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.offline.acts import Act, acts_in
from cogmed_core.llm.offline.cues import read_cues
from cogmed_core.llm.offline.dispute import dispute
from cogmed_core.llm.offline.figures import percent
from cogmed_core.llm.offline.offer_reading import read_offer
from cogmed_core.llm.offline.patterns import cue
from cogmed_core.llm.offline.sight import addressed
from cogmed_core.llm.offline.wording import phrase
from cogmed_core.sums.amounts import sums

_DATED = cue(
    r"\d+\s*(?:日|天|个?月|年)|[一二三四五六七八九十]+(?:日|天|个月)|当场",
    r"(?:within|before|by|on) \w+|days?\b|months?\b",
)
_ASSURANCE = frozenset({Act.SECURITY, Act.DEFAULT})
_ROUTINE = frozenset({Act.PROMPT, Act.DEFAULT, Act.CLOSURE})
"""What nearly every settlement says anyway."""
_LAW = cue("法律|民法典|法院|条例|规定", r"(?:law|legal|statute|act|court|code)\b")


def judge(variables: Mapping[str, Any]) -> dict[str, Any]:
    """Return three scores and the features they are made of."""
    scenario: Scenario = variables["scenario"]
    result = _result(variables)
    dimensions = {
        "feasibility": _feasibility(result, variables),
        "professionalism": _professionalism(scenario, variables["utterances"], variables["proposals"]),
        "creativity": _creativity(result, variables),
    }
    return filled_in(scenario.language, dimensions)


def filled_in(language: Language, dimensions: Mapping[str, Mapping[str, float]]) -> dict[str, Any]:
    """Return the score of each dimension and, as the reasons, the features it is the mean of (0 to 1 each)."""
    lines = [
        phrase(
            language,
            f"judge.{name}",
            features=phrase(language, "judge.join").join(
                phrase(language, f"judge.features.{feature}", share=percent(value))
                for feature, value in features.items()
            ),
        )
        for name, features in dimensions.items()
    ]
    scores = {name: round(1 + 9 * sum(f.values()) / len(f), 2) for name, f in dimensions.items()}
    return {"rationale": "".join(lines) if language == "zh" else " ".join(lines), **scores}


def _result(variables: Mapping[str, Any]) -> str:
    """Return what there is to judge: the settlement, else the last proposal of each seat."""
    if variables["settlement"]:
        return str(variables["settlement"])
    last = {proposal.seat: proposal.text for proposal in variables["proposals"]}
    return "\n".join(last.values())


def _feasibility(result: str, variables: Mapping[str, Any]) -> dict[str, float]:
    """Completeness of the terms, closeness to what was really agreed, and how many stand by it."""
    scenario: Scenario = variables["scenario"]
    acts = acts_in(result)
    terms = read_offer(result, dispute(scenario))
    parts = (
        terms.share is not None or bool(acts),
        bool(_DATED.search(result)),
        all(party.name in result for party in scenario.parties),
        bool(acts & _ASSURANCE),
        Act.CLOSURE in acts,
    )
    return {
        "complete": sum(parts) / len(parts),
        "close": _closeness(result, str(variables["reference_settlement"])),
        "consensus": 1.0 if variables["settlement"] else _consensus(scenario, variables["utterances"]),
    }


def _closeness(result: str, reference: str) -> float:
    """Return how alike two texts are in kinds of terms (overlap) and, where both name sums, in the largest sum."""
    ours, theirs = acts_in(result), acts_in(reference)
    likeness = [len(ours & theirs) / len(ours | theirs)] if ours | theirs else []
    figures = [max((one.value for one in sums(text)), default=0.0) for text in (result, reference)]
    if all(figures):
        likeness.append(min(figures) / max(figures))
    return sum(likeness) / len(likeness) if likeness else 0.0


def _consensus(scenario: Scenario, utterances: Sequence[Utterance]) -> float:
    """Return the largest part of the parties that stood by one proposal in one round."""
    standing: dict[tuple[int, int], set[str]] = {}
    for one in utterances:
        if one.accepted:
            standing.setdefault((one.round, one.accepted), set()).add(one.seat)
    return max(map(len, standing.values()), default=0) / len(scenario.parties)


def _professionalism(
    scenario: Scenario, utterances: Sequence[Utterance], proposals: Sequence[Proposal]
) -> dict[str, float]:
    """Questions, even attention, summaries, grounds in law, no pressure, and hearing before proposing."""
    spoken = [one for one in utterances if one.seat == MEDIATOR]
    if not spoken:
        return {"asks": 0.0}
    cues = [read_cues(one.text) for one in spoken]
    attention = [sum(addressed(one.text, party, scenario.parties) for one in spoken) for party in scenario.parties]
    first = next((proposal.round for proposal in proposals if proposal.seat == MEDIATOR), None)
    asked = any(
        one.asks_interest for one, said in zip(cues, spoken, strict=True) if first is None or said.round < first
    )
    return {
        "asks": sum(one.asks for one in cues) / len(cues),
        "even": min(attention) / max(attention) if max(attention) else 0.0,
        "sums_up": min(1.0, 2 * sum(one.acknowledges for one in cues) / len(cues)),
        "grounds": min(1.0, 3 * sum(bool(_LAW.search(one.text)) for one in spoken) / len(spoken)),
        "no_pressure": 1 - sum(one.presses > 0 for one in cues) / len(cues),
        "hears_first": float(asked),
    }


def _creativity(result: str, variables: Mapping[str, Any]) -> dict[str, float]:
    """How much the result holds beside the sum, how much of it answers what parties said, and what is new in it."""
    acts = acts_in(result) - _ROUTINE
    utterances: Sequence[Utterance] = variables["utterances"]
    voiced: frozenset[Act] = frozenset().union(*(acts_in(one.text) for one in utterances if one.seat != MEDIATOR))
    beyond = acts - acts_in(str(variables["reference_settlement"]))
    return {
        "acts": _diminishing(len(acts)),
        "answers": len(acts & voiced) / len(voiced) if voiced else 0.0,
        "new": _diminishing(len(beyond)),
    }


def _diminishing(count: int) -> float:
    """Return a count as a value below 1 in which every further one adds half as much as the one before."""
    return 1 - 0.5**count
