"""From records to the rows of each table."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.domain.party import ProfileSet
from cogmed_pipeline.steps.accounts import Account, accounts_of
from cogmed_pipeline.steps.catalogue import CatalogueEntry, catalogue_of
from cogmed_pipeline.steps.plan import latest_settings
from cogmed_pipeline.tables.audit_rows import audit_rows
from cogmed_pipeline.tables.groups import groups_of, settings_by_episode
from cogmed_pipeline.tables.judging_rows import judging_rows
from cogmed_pipeline.tables.ledger_rows import ledger_rows
from cogmed_pipeline.tables.practice_rows import practice_rows
from cogmed_pipeline.tables.rating_rows import rating_rows
from cogmed_pipeline.tables.result_rows import result_rows
from cogmed_pipeline.tables.review_rows import review_rows
from cogmed_pipeline.tables.sensitivity_rows import sensitivity_rows
from cogmed_pipeline.tables.verdict_rows import collect_verdicts
from cogmed_pipeline.workshop import Workshop

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of every table, by table name, in the order they are loaded."""

    tables: dict[str, list[Row]] = field(default_factory=dict)

    def add(self, table: str, rows: Iterable[Row]) -> None:
        """Append rows to a table."""
        self.tables.setdefault(table, []).extend(rows)


def collect(workshop: Workshop) -> Rows:
    """Read every record of a case that is still in the catalogue and return all rows.

    A case that was taken out of the raw folder keeps its records and has no rows.
    """
    records, rows = workshop.records, Rows()
    catalogue = catalogue_of(workshop)
    accepted = set(catalogue.accepted)
    cases = {case.case_id: case for case in records.all("cases", Case)}
    scenarios = {scenario.case_id: scenario for scenario in records.all("scenarios", Scenario)}
    rows.add("cases", (_case(entry, cases, scenarios) for entry in catalogue.entries))
    for case_id in sorted(accepted & scenarios.keys()):
        rows.add("issues", ({"case_id": case_id, **issue.model_dump()} for issue in scenarios[case_id].issues))
    for profiles in records.all("profiles", ProfileSet):
        if profiles.case_id in accepted:
            rows.add("profiles", _profiles(profiles))
    accounts = {key.replace("/", "."): account for key, account in accounts_of(records, "episodes").items()}
    episodes = [episode for episode in records.all("episodes", Episode) if episode.case_id in accepted]
    known = {episode.episode_id for episode in episodes}
    judgements = [one for one in records.all("judgements", Judgement) if one.episode_id in known]
    groups = groups_of(workshop, episodes, judgements)
    counted, latest = settings_by_episode(groups), latest_settings(workshop)
    for episode in episodes:
        settings = counted.get(episode.episode_id)
        _add_episode(rows, episode, accounts.get(episode.episode_id))
        rows.tables["episodes"][-1] |= {"settings": settings, "latest": settings is not None and settings == latest}
    categories = {case_id: case.category for case_id, case in cases.items()}
    others = audit_rows(workshop, known) | ledger_rows(workshop) | review_rows(workshop, episodes, scenarios)
    current = [episode for group in groups if group.latest for episode in group.episodes]
    others |= judging_rows(workshop, episodes, current, judgements) | rating_rows(workshop, episodes, judgements)
    others |= practice_rows(records) | sensitivity_rows(workshop, groups)
    for table, found in (result_rows(groups, categories) | others).items():
        rows.add(table, found)
    collect_verdicts(workshop, rows)
    return rows


def _case(entry: CatalogueEntry, cases: dict[str, Case], scenarios: dict[str, Scenario]) -> Row:
    row: Row = {**entry.model_dump(mode="json"), "reason": entry.reason or None}
    if entry.status != "accepted":
        return row
    if case := cases.get(entry.case_id):
        row |= {"category": case.category.value, "language": case.language, "title": case.title}
        row |= {"process": case.sections.process, "settlement": case.sections.settlement}
    if scenario := scenarios.get(entry.case_id):
        row |= {"summary": scenario.summary, "parties": [party.model_dump() for party in scenario.parties]}
    return row


def _profiles(profiles: ProfileSet) -> list[Row]:
    key = {"case_id": profiles.case_id, "seed": profiles.seed}
    return [{**key, **profile.model_dump(mode="json")} for profile in profiles.profiles]


def _add_episode(rows: Rows, episode: Episode, account: Account | None) -> None:
    key = {"episode_id": episode.episode_id}
    rows.add("episodes", [_episode(episode, account)])
    for utterance in episode.utterances:
        said = utterance.model_dump(mode="json")
        rows.add("utterances", [{**key, **said, "acceptance": said.pop("stance")}])
    rows.add("proposals", ({**key, **proposal.model_dump()} for proposal in episode.proposals))
    rows.add("stages", ({**key, **decision.model_dump(mode="json")} for decision in episode.stages))
    rows.add("condensations", ({**key, **summary.model_dump()} for summary in episode.condensations))
    rows.add("actions", ({**key, **_action(action.model_dump())} for action in episode.actions))
    rows.add("beliefs", ({**key, **belief.model_dump()} for belief in episode.beliefs))
    for use in episode.usage:
        rows.add("usage", [{**key, **use.model_dump(), **_cached(f"{use.role}/{use.backbone}", account)}])


def _cached(name: str, account: Account | None) -> Row:
    calls, tokens = (account.cached_calls, account.cached_tokens) if account else ({}, {})
    return {"cached_calls": calls.get(name, 0), "cached_tokens": tokens.get(name)}


def _action(action: Row) -> Row:
    return {**action, "arguments": json.dumps(action["arguments"], ensure_ascii=False, sort_keys=True)}


def _episode(episode: Episode, account: Account | None) -> Row:
    left_out = {
        "utterances",
        "proposals",
        "actions",
        "beliefs",
        "stages",
        "usage",
        "refusals",
        "dialogue",
        "condensations",
    }
    usage = episode.usage
    return {
        **episode.model_dump(mode="json", exclude=left_out),
        "calls": sum(use.calls for use in usage),
        "cached_calls": sum(account.cached_calls.values()) if account else 0,
        "prompt_tokens": sum(use.prompt_tokens for use in usage),
        "completion_tokens": sum(use.completion_tokens for use in usage),
        "cost": sum(use.cost for use in usage),
        "wall_s": account.wall_s if account else None,
    }
