"""A judge of how the talks were held that counts, as the judge of quality does; it understands nothing of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.offline.acts import Act, acts_in
from cogmed_core.llm.offline.cues import Cues, read_cues
from cogmed_core.llm.offline.judge import filled_in
from cogmed_core.llm.offline.patterns import cue
from cogmed_core.llm.offline.sight import addressed
from cogmed_core.sums.amounts import sums

_FREE = cue(
    "自愿|可以(?:拒绝|不同意|考虑)|有权(?:拒绝|选择)|不勉强|慢慢考虑",
    r"(?:free to|voluntar\w+|may refuse|no need to)\b",
)
_RIGHTS = cue("权利|权益|有权|依法|未成年|放弃", r"(?:rights?|entitled|protect\w*|waiv\w+|minors?)\b")
_DATE = cue(r"\d+\s*(?:日|天|个?月|年)|当场", r"(?:within|before|by|on) \w+|days?\b|months?\b")
_SAFEGUARDS = frozenset({Act.SECURITY, Act.DEFAULT})


def judge_conduct(variables: Mapping[str, Any]) -> dict[str, Any]:
    """Return four scores and the features they are made of."""
    scenario: Scenario = variables["scenario"]
    utterances: Sequence[Utterance] = variables["utterances"]
    spoken = [one for one in utterances if one.seat == MEDIATOR]
    cues = [read_cues(one.text) for one in spoken]
    text = " ".join(one.text for one in spoken)
    result = str(variables["settlement"] or " ".join(one.text for one in variables["proposals"]))
    calm = _share(cues, lambda one: not one.presses)
    dimensions = {
        "procedural_fairness": {
            "even": _evenness([sum(addressed(u.text, p, scenario.parties) for u in spoken) for p in scenario.parties]),
            "floor": _evenness([sum(len(u.text) for u in utterances if u.seat == p.seat) for p in scenario.parties]),
            "answered": min(1.0, 2 * _share(cues, lambda one: one.acknowledges)),
        },
        "voluntariness": {
            "no_pressure": calm,
            "free": float(bool(_FREE.search(text))),
            "own_words": _own_words(result, utterances),
        },
        "transparency": {
            "explains": min(1.0, 2 * _share(cues, lambda one: one.risks > 0)),
            "terms_clear": (bool(sums(result)) + bool(_DATE.search(result))) / 2,
        },
        "rights_protection": {
            "rights": min(1.0, len(_RIGHTS.findall(text)) / 4),
            "safeguards": len(acts_in(result) & _SAFEGUARDS) / len(_SAFEGUARDS),
            "no_pressure": calm,
        },
    }
    return filled_in(scenario.language, dimensions)


def _share(cues: Sequence[Cues], holds: Callable[[Cues], bool]) -> float:
    return sum(holds(one) for one in cues) / len(cues) if cues else 0.0


def _evenness(amounts: Sequence[float]) -> float:
    return min(amounts) / max(amounts) if any(amounts) else 0.0


def _own_words(result: str, utterances: Sequence[Utterance]) -> float:
    """Return the part of the kinds of terms in a result that some party has spoken of."""
    acts = acts_in(result)
    voiced: frozenset[Act] = frozenset().union(*(acts_in(one.text) for one in utterances if one.seat != MEDIATOR))
    return len(acts & voiced) / len(acts) if acts else 0.0
