"""From practice sessions and their debriefings to the rows of practice_sessions."""

from typing import Any

from cogmed_core.domain.practice import Caucus, UseTool
from cogmed_core.practice.session import Session
from cogmed_pipeline.practice.debrief import Debrief, Performance, debrief_of
from cogmed_pipeline.practice.sessions import KIND
from cogmed_pipeline.records import RecordStore

Row = dict[str, Any]


def practice_rows(records: RecordStore) -> dict[str, list[Row]]:
    """Return one row a session, finished or not."""
    sessions = records.all(KIND, Session)
    return {"practice_sessions": [_session(one) | _debrief(debrief_of(records, one)) for one in sessions]}


def _session(session: Session) -> Row:
    moves = [made.move for made in session.moves]
    return {
        "session_id": session.session_id,
        "episode_id": session.episode_id,
        "case_id": session.scenario.case_id,
        "backbone": session.arm.backbone,
        "seed": session.seed,
        "started": session.started,
        "finished": session.finished,
        "moves": len(moves),
        "undone": sum(map(len, session.undone)),
        "private_talks": sum(isinstance(move, Caucus) for move in moves),
        "tools": sum(isinstance(move, UseTool) for move in moves),
    }


def _debrief(debrief: Debrief | None) -> Row:
    if debrief is None:
        return {}
    row = {**_performance(debrief.person, ""), "synthetic": debrief.person.episode.synthetic}
    return row | (_performance(debrief.full, "full_") if debrief.full else {})


def _performance(one: Performance, prefix: str) -> Row:
    scores = [sheet.oqs for sheet in one.judgements if sheet.oqs is not None]
    found = {
        "outcome": one.episode.outcome,
        "rounds": one.episode.rounds,
        "oqs": sum(scores) / len(scores) if scores else None,
    }
    return {f"{prefix}{name}": value for name, value in found.items()}
