"""What a result depends on, as one hash: an equal fingerprint means that nothing needs to be done again."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel

from cogmed_core.domain.case import Case, Language, RawCase, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.party import ProfileSet
from cogmed_core.domain.question import YesNoQuestion
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.definition import ARM, Experiment
from cogmed_core.llm.backbones import Backbone
from cogmed_core.prompts.render import LANGUAGES, digest

SIMULATION_VERSION = 1
"""Raised when a change of code changes results; prompts, cases, settings and offline rules are hashed themselves."""

DECIDES_A_VERDICT = tuple(
    f"deliberation/{name}.py"
    for name in ("answers", "answer_words", "decision", "floor", "single", "mad", "three_ply", "parrots")
)
"""What reads answers and takes decisions; where it changes, the same replies are read again."""

DECIDES_A_REPLY = ("provider", "model", "extra_body", "gguf", "package")
"""The fields of a backbone that change what it says; where it is reached and what it costs do not."""


def scenario_fingerprint(case: Case, experiment: Experiment, backbones: Mapping[str, Backbone]) -> str:
    """Hash what a scenario depends on."""
    return fingerprint(
        case=case,
        language=simulation_language(case.language, experiment),
        structurer=identity(backbones[experiment.profiler]),
        temperature=experiment.outside,
        prompts=digest(simulation_language(case.language, experiment)),
    )


def pointing_fingerprint(raw: RawCase, pointer: Backbone, temperature: float, anonymiser: str) -> str:
    """Hash what a model's look over an anonymized case depends on."""
    return fingerprint(
        raw=raw,
        anonymiser=anonymiser,
        pointer=identity(pointer),
        temperature=temperature,
        prompts=digest(raw.language, "anonymising"),
    )


def profiles_fingerprint(
    scenario: Scenario, seed: int, experiment: Experiment, backbones: Mapping[str, Backbone]
) -> str:
    """Hash what the profiles of a (case, seed) depend on."""
    return fingerprint(
        scenario=scenario,
        seed=seed,
        profiler=identity(backbones[experiment.profiler]),
        temperature=experiment.outside,
        prompts=digest(scenario.language, "mediation/personalities"),
    )


def episode_fingerprint(
    scenario: Scenario,
    profiles: ProfileSet,
    arm: Arm,
    experiment: Experiment,
    backbones: Mapping[str, Backbone],
) -> str:
    """Hash what an episode depends on; the seed is in the profiles."""
    roles = ("mediator", "stage_evaluator", "litigant")
    return fingerprint(
        scenario=scenario,
        profiles=profiles,
        configuration=arm.configuration,
        roles={role: identity(backbones[experiment.roles.backbone_of(role, arm.backbone)]) for role in roles},
        temperature=experiment.temperature,
        rounds=experiment.rounds,
        prompts=digest(scenario.language, "mediation", "deliberation"),
    )


def settings_fingerprint(experiment: Experiment, backbones: Mapping[str, Backbone]) -> str:
    """Hash what the episodes of all arms of an experiment share, whatever their arm, case and seed, and who judges."""
    roles = experiment.roles
    players = (roles.mediator, roles.stage_evaluator, roles.litigant, experiment.profiler, *roles.judges)
    return fingerprint(
        rounds=experiment.rounds,
        temperature=experiment.temperature,
        outside=experiment.outside,
        language=experiment.language,
        roles=experiment.roles.model_dump(mode="json", exclude_none=True),
        sheets=experiment.judge_repeats,
        models={name: identity(backbones[name]) for name in players if name != ARM},
        prompts=[digest(language, "mediation", "deliberation") for language in LANGUAGES],
    )


def judgement_fingerprint(
    case: Case,
    episode: Episode,
    judge: Backbone,
    repeat: int,
    experiment: Experiment,
    rubric: Literal["judging", "conduct"] = "judging",
) -> str:
    """Hash what a judgement by this rubric depends on."""
    rubrics = ("judging",) if rubric == "judging" else ("conduct", "judging/simulated.md")
    return fingerprint(
        case=case,
        episode=episode,
        judge=identity(judge),
        repeat=repeat,
        temperature=experiment.outside,
        prompts=digest(simulation_language(case.language, experiment), *rubrics),
    )


def audit_fingerprint(case: Case, scenario: Scenario, profiles: ProfileSet, episode: Episode) -> str:
    """Hash what an audit depends on, its own rules included."""
    return fingerprint(
        case=case, scenario=scenario, profiles=profiles, episode=episode, rules=_source_digest("audit", "sums")
    )


def verdict_fingerprint(
    question: YesNoQuestion, framework: BaseModel, seed: int, backbone: Backbone, temperature: float
) -> str:
    """Hash what a verdict depends on; the right answer and the slice are nothing to it."""
    return fingerprint(
        question=question.asked,
        language=question.language,
        framework=framework,
        seed=seed,
        backbone=identity(backbone),
        temperature=temperature,
        prompts=digest(question.language, "deliberation"),
        rules=_source_digest(*DECIDES_A_VERDICT),
    )


def simulation_language(case_language: Language, experiment: Experiment) -> Language:
    """Return the language a case is simulated in."""
    return case_language if experiment.language == "case" else experiment.language


def identity(backbone: Backbone) -> dict[str, Any]:
    """Return what makes a backbone answer as it does; for the rule-based one that is its source."""
    fields = {name: getattr(backbone, name) for name in DECIDES_A_REPLY}
    return fields | ({"rules": _rules_digest()} if backbone.provider == "offline" else {})


def fingerprint(**parts: Any) -> str:
    """Return the hash of named records and plain values, independent of their order."""
    content = json.dumps(
        {"version": SIMULATION_VERSION, **parts},
        sort_keys=True,
        ensure_ascii=False,
        default=_plain,
        separators=(",", ":"),
    )
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    raise TypeError(f"{type(value).__name__} has no place in a fingerprint")


@cache
def _rules_digest() -> str:
    """Hash the rules of the offline backbone."""
    return _source_digest("llm/offline", "sums")


@cache
def _source_digest(*places: str) -> str:
    """Hash source files, and all those in folders."""
    content = hashlib.sha256()
    named = [Path(__file__).parents[1] / place for place in places]
    found = [path for place in named for path in (place.rglob("*") if place.is_dir() else (place,))]
    for path in sorted(path for path in found if path.suffix in (".py", ".toml")):
        content.update(path.name.encode() + path.read_bytes())
    return content.hexdigest()
