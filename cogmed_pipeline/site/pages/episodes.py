"""A page an episode: the talk as it was held, what was behind it, and what came of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cogmed_core.domain.judgement import CONDUCT
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.domain.review import Review, notice, wording
from cogmed_core.domain.terms import TermComparison
from cogmed_core.mediation.view import speaker_names
from cogmed_pipeline.site.belief_chart import panels
from cogmed_pipeline.site.episode_source import EpisodeRecords
from cogmed_pipeline.site.facts import Row
from cogmed_pipeline.site.naming import arm
from cogmed_pipeline.site.pages.cases import case_path, episode_path
from cogmed_pipeline.site.report_page import ReportPage
from cogmed_pipeline.web.transcript import Proceedings, colour_of, rounds_of

Words = Mapping[str, Any]


def episode_page(row: Row, records: EpisodeRecords, others: Sequence[Row], w: Words) -> ReportPage:
    """Return the page of one episode.

    Args:
        row: of ``episodes``, with its case.
        others: every row on the same case and seed, this one too.
    """
    episode, audit = records.episode, records.audit
    names = speaker_names(records.scenario) if records.scenario else {}
    findings = audit.findings if audit else ()
    rounds = rounds_of(
        Proceedings(
            utterances=episode.utterances,
            proposals=episode.proposals,
            actions=episode.actions,
            beliefs=episode.beliefs,
            truths=audit.beliefs if audit else (),
            stages=episode.stages,
            findings=findings,
        ),
        names,
    )
    there = {one.number for one in rounds}
    return ReportPage(
        path=episode_path(row["episode_id"]),
        template="episode.html",
        here="episodes",
        heading=row["title"] or row["case_id"],
        synthetic=bool(row["marked"]),
        variables={
            "episode": episode,
            "row": row,
            "told": arm(row, w),
            "end": episode.outcome.value if episode.outcome else "failed",
            "rounds": rounds,
            "findings": [one for one in findings if one.round not in there],
            "panels": panels(audit.beliefs if audit else (), episode.rounds, names),
            "parties": _parties(records),
            "profiles": _profiles(records, names),
            "terms": [_in_words(one, w) for one in (audit.terms if audit else ()) if one.verdict != "neither"],
            "judgements": records.judgements,
            "conduct": records.conduct,
            "conduct_dimensions": CONDUCT,
            "case": records.case,
            "scenario": records.scenario,
            **_reviewed(row, records, w),
            "case_path": case_path(row["case_id"]),
            "others": _others(row, others, w),
        },
    )


def _in_words(one: TermComparison, w: Words) -> TermComparison:
    """Return a comparison with its acts and securities in the language of the page."""
    if one.field not in ("acts", "security"):
        return one
    told = {
        side: w["common"]["comma"].join(w["common"]["act"].get(name, name) for name in value.split(", "))
        for side, value in (("ours", one.ours), ("real", one.real))
        if value
    }
    return one.model_copy(update=told)


def _reviewed(row: Row, records: EpisodeRecords, w: Words) -> dict[str, Any]:
    """Return what people decided about the settlement, and what has to stand with its text."""
    settlement = records.episode.settlement
    if settlement is None:
        return {"review": None}
    review = records.review or Review(episode_id=row["episode_id"])
    latest = review.latest(settlement)
    told = notice(w["common"]["code"], synthetic=bool(row["marked"]), latest=latest)
    state, shown = review.state(settlement), review.text(settlement)
    about = wording(settlement)
    earlier = [{"decision": one, "about_this": one.settlement_sha256 == about} for one in review.decisions]
    return {"review": {"state": state, "notice": told.splitlines(), "text": shown, "decisions": earlier}}


def _parties(records: EpisodeRecords) -> list[dict[str, str]]:
    parties = records.scenario.parties if records.scenario else ()
    return [{"colour": colour_of(one.seat), "name": one.name, "role": one.role, "claim": one.claim} for one in parties]


def _profiles(records: EpisodeRecords, names: Mapping[str, str]) -> list[dict[str, str]]:
    profiles = records.profiles.profiles if records.profiles else ()
    return [
        {**one.model_dump(mode="json"), "name": names.get(one.seat, one.seat)}
        for one in profiles
        if one.seat != MEDIATOR
    ]


def _others(row: Row, others: Iterable[Row], w: Words) -> list[dict[str, Any]]:
    return [
        {"id": one["episode_id"], "rounds": one["rounds"], "path": episode_path(one["episode_id"]), "told": arm(one, w)}
        for one in others
        if one["episode_id"] != row["episode_id"]
    ]
