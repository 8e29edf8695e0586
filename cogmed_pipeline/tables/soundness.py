"""Whether the tables say what the record files say, read from both sides."""

from collections.abc import Set

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_pipeline.address import Address
from cogmed_pipeline.steps.catalogue import catalogue_of
from cogmed_pipeline.steps.soundness import Finding
from cogmed_pipeline.tables.reading import query
from cogmed_pipeline.workshop import Workshop

EPISODES = """
SELECT episode_id, status, outcome, rounds, fingerprint,
       (SELECT count(*) FROM utterances u WHERE u.episode_id = e.episode_id) AS utterances
FROM episodes e
"""
JUDGEMENTS = "SELECT episode_id, judge, repeat, feasibility, professionalism, creativity FROM judgements"


def tables_equal_records(workshop: Workshop) -> Finding:
    """Compare every episode and every score with its file, and the cases with the catalogue."""
    warehouse, catalogue = workshop.settings.warehouse, catalogue_of(workshop)
    accepted = set(catalogue.accepted)
    episodes = {
        one.episode_id: (one.episode_id, one.status, one.outcome, one.rounds, one.fingerprint, len(one.utterances))
        for one in workshop.records.all("episodes", Episode)
        if one.case_id in accepted
    }
    scores = {
        (one.episode_id, one.judge, one.repeat, one.feasibility, one.professionalism, one.creativity)
        for one in workshop.records.all("judgements", Judgement)
        if one.episode_id in episodes
    }
    differ = _differing(warehouse, EPISODES, set(episodes.values())) | _differing(warehouse, JUDGEMENTS, scores)
    differ |= _differing(
        warehouse, "SELECT case_id, status FROM cases", {(one.case_id, str(one.status)) for one in catalogue.entries}
    )
    return Finding(not differ, {"episodes": len(episodes), "judgements": len(scores)}, tuple(sorted(differ)))


def _differing(warehouse: Address, sql: str, expected: Set[tuple[object, ...]]) -> set[str]:
    found = {tuple(row.values()) for row in query(warehouse, sql)}
    return {str(row[0]) for row in found ^ expected}
