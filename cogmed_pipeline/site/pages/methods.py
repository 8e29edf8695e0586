"""A methods paragraph and a citation, from what really ran."""

from collections.abc import Mapping
from typing import Any

from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.definition import ARM
from cogmed_pipeline.site.citation import citation
from cogmed_pipeline.site.facts import ANSWERS, Facts
from cogmed_pipeline.site.naming import configuration, framework
from cogmed_pipeline.site.report_page import ReportPage

Words = Mapping[str, Any]


def methods_page(facts: Facts, w: Words) -> ReportPage:
    """Return the page of methods."""
    cited = citation(facts)
    return ReportPage(
        path="methods.html",
        template="methods.html",
        here="methods",
        heading=w["report"]["page"]["methods"],
        synthetic=facts.synthetic,
        variables={"paragraphs": paragraphs(facts, w), "cff": cited.cff, "bibtex": cited.bibtex},
    )


def paragraphs(facts: Facts, w: Words) -> list[str]:
    """Return what was done as text for a methods section: only what there is in the tables."""
    told = w["methods"]
    found = [_cases(facts, w), _runs(facts, w), told["statistics"]] if facts.counted else []
    found += [_deliberation(facts, w)] if facts.rows(ANSWERS) else []
    return [*found, told["software"].format(version=facts.version)]


def _cases(facts: Facts, w: Words) -> str:
    cases = facts.rows("cases")
    status = [row["status"] for row in cases]
    languages = sorted({row["language"] for row in cases if row["language"]})
    return str(
        w["methods"]["cases"].format(
            n=len(cases),
            accepted=status.count("accepted"),
            excluded=status.count("excluded"),
            quarantined=status.count("quarantined"),
            languages=w["methods"]["comma"].join(w["methods"]["languages"][one] for one in languages),
        )
    )


def _runs(facts: Facts, w: Words) -> str:
    told, comma, episodes = w["methods"], w["methods"]["comma"], facts.counted
    total = facts.total
    said = str(told["runs"]).format(
        n=total["n"],
        finished=total["finished"],
        missing=total["n"] - total["finished"],
        backbones=comma.join(_models(facts)),
        configurations=comma.join(
            dict.fromkeys(f"{configuration(row['configuration'], w)} ({row['configuration']})" for row in facts.results)
        ),
        seeds=len({one["seed"] for one in episodes}),
    )
    if conditions := facts.conditions:
        roles = ("mediator", "litigant", "stage_evaluator", "profiler")
        played = comma.join(told["roles"][role].format(backbone=_played(conditions[role], told)) for role in roles)
        said += told["settings"].format(
            rounds=conditions["rounds"], temperature=conditions["temperature"], roles=played
        )
    ids = {one["episode_id"] for one in episodes}
    judges = list(dict.fromkeys(row["judge"] for row in facts.rows("judgements") if row["episode_id"] in ids))
    said += told["judges"].format(judges=comma.join(judges)) if judges else told["no_judges"]
    marked = sum(one["marked"] for one in episodes)
    return str(said + (told["synthetic"].format(n=marked, all=len(episodes)) if marked else told["not_synthetic"]))


def _played(backbone: str, told: Words) -> str:
    """Say who played a role; ``arm`` is the arm's own backbone."""
    return str(told["roles"]["arm"]) if backbone == ARM else backbone


def _models(facts: Facts) -> list[str]:
    """Return each backbone with the model behind it, as far as the settings of the last run still tell."""
    names = list(dict.fromkeys(row["backbone"] for row in facts.results))
    try:
        known = facts.settings.backbones()
    except ConfigurationError:
        return names
    models = {name: getattr(known.get(name), "model", None) for name in names}
    return [f"{name} ({models[name]})" if models[name] and models[name] != name else name for name in names]


def _deliberation(facts: Facts, w: Words) -> str:
    answers, comma = facts.rows(ANSWERS), w["methods"]["comma"]
    return str(
        w["methods"]["deliberation"].format(
            n=sum(row["n"] for row in answers),
            sets=comma.join(sorted({row["question_set"] for row in answers})),
            frameworks=comma.join(dict.fromkeys(framework(row["framework"], w) for row in answers)),
            backbones=comma.join(sorted({row["backbone"] for row in answers})),
        )
    )
