"""Steps on the way to something that is to be done or left: all of it, most, a trial, a part, nothing."""

import re
from functools import cache

from cogmed_core.llm.offline.patterns import cue
from cogmed_core.llm.offline.wording import phrase

RUNGS = {"full": 1.0, "most": 0.75, "trial": 0.5, "part": 0.25, "none": 0.0}
"""Each step by name, and how much of the demand it meets."""
STEP = 0.25
_WORDS = {
    "none": cue("维持现状|不作改变|一概不", r"(?:stays? as (?:it is|they are)|nothing (?:changes|is done))\b"),
    "trial": cue("试行|试[一两三]个月|试用", r"(?:trial|tr(?:y|ies) (?:it|this))\b"),
    "part": cue("部分|一部份", r"(?:part of it|in part|partly|partially)\b"),
    "most": cue("基本|大部分|大体", r"(?:most of it|mostly|largely)\b"),
    "full": cue("全部|全面|完全|彻底|照办|一律", r"(?:in full|fully|completely|entirely|all of it)\b"),
}
"""How a step shows in anybody's words, the weaker ones first."""


def rung(share: float) -> str:
    """Return the name of the step nearest to ``share``."""
    return min(RUNGS, key=lambda name: abs(RUNGS[name] - share))


def read_rung(text: str) -> float | None:
    """Return the share of the step that ``text`` speaks of: by its own name first, else by its words."""
    for pattern, share in _labels():
        if pattern.search(text):
            return share
    return next((RUNGS[name] for name, words in _WORDS.items() if words.search(text)), None)


@cache
def _labels() -> tuple[tuple[re.Pattern[str], float], ...]:
    return tuple(
        (re.compile(re.escape(phrase(language, f"rungs.{name}")), re.IGNORECASE), share)
        for language in ("zh", "en")
        for name, share in RUNGS.items()
    )
