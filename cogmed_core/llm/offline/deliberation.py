"""Answers to yes/no questions without a language model: lots drawn with the words of the question.

The rules know no law and do not reason, and what they say says so. A question has a leaning that is drawn once; each
agent sees it through a lot of its own seed, so that agents differ, revise and sometimes cannot tell. How often they
are right is a matter of chance.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cogmed_core.domain.question import Step
from cogmed_core.llm.offline.draw import lot

DOUBT = 0.03
"""A leaning this near to zero is no answer."""
PULL = 0.5
"""What the others' answers weigh, all of them together, against one's own leaning."""


def answer(variables: Mapping[str, Any], seed: int, language: str) -> dict[str, Any]:
    """Answer alone."""
    leaning = _view(variables, seed, "answer")
    return {"explanation": _say(language, "opinion", leaning), "answer": _word(language, leaning)}


def revise(variables: Mapping[str, Any], seed: int, language: str) -> dict[str, Any]:
    """Answer again: one's own leaning, pulled by the others' answers."""
    own: Step = variables["own"]
    others: Sequence[Step] = variables["others"]
    votes = [1 if other.answer else -1 for other in others if other.answer is not None]
    held = {True: 0.4, False: -0.4, None: 0.0}[own.answer]
    leaning = held + PULL * sum(votes) / len(others) + _view(variables, seed, own.round, "revise") / 2
    told = _say(language, "revised", leaning, others=len(others), yes=votes.count(1), no=votes.count(-1))
    return {"explanation": told, "answer": _word(language, leaning)}


def argue(variables: Mapping[str, Any], seed: int, language: str) -> dict[str, Any]:
    """Speak for a side, whatever the leaning."""
    side, number = variables["side"], len(variables["arguments"]) + 1
    weight = abs(_view(variables, seed, side, number))
    words = _phrases(language)
    position = words["yes" if side == "plaintiff" else "no"]
    return {"argument": _say(language, "argument", weight, side=words[side], answer=position, number=number)}


def rule(variables: Mapping[str, Any], seed: int, language: str) -> dict[str, Any]:
    """Decide between the sides."""
    leaning = _view(variables, seed, "rule")
    return {"explanation": _say(language, "ruling", leaning), "answer": _word(language, leaning)}


def challenge(variables: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Object from every perspective there is."""
    return {name: _phrases(language)[name] for name in variables["perspectives"]}


def respond(variables: Mapping[str, Any], seed: int, language: str) -> dict[str, Any]:
    """Reply as Alex: the leaning drawn anew, and more talk while it is weak."""
    leaning = _view(variables, seed, len(variables["conversation"]), "respond")
    told = _say(language, "reply", leaning)
    return {"reply": told, "answer": _word(language, leaning), "go_on": abs(leaning) < 0.4 and not variables["last"]}


def _view(variables: Mapping[str, Any], seed: int, *occasion: object) -> float:
    """Return a leaning from -1 (no) to 1 (yes): half the question's own, half the agent's of this occasion."""
    question = f"{variables['instruction']}\n{variables['text']}"
    of_question, of_agent = lot("leaning", question), lot("view", question, seed, *occasion)
    return (of_question.uniform(-1, 1) + of_agent.uniform(-1, 1)) / 2


def _word(language: str, leaning: float) -> str:
    return _phrases(language)["neither" if abs(leaning) < DOUBT else "yes" if leaning > 0 else "no"]


def _say(language: str, phrase: str, leaning: float, **values: object) -> str:
    return _phrases(language)[phrase].format(leaning=f"{leaning:+.2f}", **values)


@cache
def _phrases(language: str) -> Mapping[str, str]:
    tables = tomllib.loads(Path(__file__).with_name("deliberation.toml").read_text(encoding="utf-8"))
    phrases: Mapping[str, str] = tables[language]
    return phrases
