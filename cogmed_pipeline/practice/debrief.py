"""Afterwards: the same judge and audit as for a machine, beside what the expert did and what Full came to."""

import time
from collections.abc import Mapping
from dataclasses import replace

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.registry import audit
from cogmed_core.domain.audit import EpisodeAudit
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Appraisal, ConductJudgement, Judgement
from cogmed_core.domain.record import Record
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.configurations import FULL
from cogmed_core.experiment.simulate import simulate
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.voice import Voice
from cogmed_core.practice.session import Session
from cogmed_pipeline.practice.desk import Desk
from cogmed_pipeline.practice.sessions import KIND as PRACTICE
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.steps.accounts import keep_account
from cogmed_pipeline.steps.judging import CONDUCT, QUALITY, RUBRICS, sheets_of
from cogmed_pipeline.steps.simulation import EXCHANGES
from cogmed_pipeline.steps.simulation import KIND as EPISODES

KIND = "debriefs"


class Performance(Record):
    """How a mediation ended, and what the judges and the audit say of it."""

    episode: Episode
    judgements: tuple[Judgement, ...]
    conduct: tuple[ConductJudgement, ...] = ()
    audit: EpisodeAudit


class Debrief(Record):
    """The person's performance beside that of Full on the same case with the same people."""

    session_id: str
    person: Performance
    full: Performance | None


async def debrief(desk: Desk, models: Mapping[str, ChatModel], records: RecordStore) -> Debrief:
    """Judge and audit an ended session, keep its episode among the others, and play Full for comparison.

    Raises:
        ModelError: a judge's key or model name is wrong.
    """
    session, episode, sitting = desk.session, desk.episode, desk.sitting
    if episode is None:
        raise RuntimeError("only an ended session can be judged")
    started, ledger = time.perf_counter(), Ledger()
    records.save_lines(EXCHANGES, session.episode_key, sitting.log.kept)
    records.save(EPISODES, session.episode_key, episode, episode.fingerprint)
    person = await _performance(session, episode, models, ledger)
    for kind, sheets in ((QUALITY.kind, person.judgements), (CONDUCT.kind, person.conduct)):
        for one in sheets:
            records.save(kind, f"{session.episode_key}/{one.judge}.r{one.repeat}", one, one.fingerprint)
    records.save("findings", session.episode_key, person.audit, person.audit.fingerprint)
    result = Debrief(session_id=session.session_id, person=person, full=await _full(session, models, ledger, records))
    records.save(KIND, session.session_id, result, "")
    keep_account(records, PRACTICE, f"{session.session_id}.judged", ledger, started)
    return result


def debrief_of(records: RecordStore, session: Session) -> Debrief | None:
    """Return the debrief of a finished session, None where there is none yet."""
    found = records.load(KIND, session.session_id, Debrief)
    return found[0] if found else None


async def _full(
    session: Session, models: Mapping[str, ChatModel], ledger: Ledger, records: RecordStore
) -> Performance | None:
    """Play Full with the same people; None where a model failed, which is no reason to lose the rest."""
    started, assignment = time.perf_counter(), session.assignment()
    arm = Arm(backbone=session.arm.backbone, configuration=FULL)
    simulation = await simulate(replace(assignment, arm=arm), models)
    keep_account(records, PRACTICE, f"{session.session_id}.full", simulation.ledger, started)
    if simulation.episode.status == "failed":
        return None
    return await _performance(session, simulation.episode, models, ledger)


async def _performance(
    session: Session, episode: Episode, models: Mapping[str, ChatModel], ledger: Ledger
) -> Performance:
    experiment, scenario = session.experiment, session.scenario
    filled_in: dict[str, list[Appraisal]] = {kind: [] for kind in RUBRICS}
    for sheet in sheets_of(experiment, session.arm.backbone):
        metered = Metered(models[sheet.judge], "judge", ledger)
        voice = Voice(metered, scenario.language, experiment.temperature, session.seed + sheet.repeat)
        judged = await sheet.rubric.fill_in(session.case, scenario, episode, voice, sheet.repeat, episode.fingerprint)
        filled_in[sheet.rubric.kind].append(judged)
    found = audit(session.case, Evidence(scenario, episode, session.profiles), episode.fingerprint)
    return Performance.model_validate({"episode": episode, **filled_in, "audit": found})
