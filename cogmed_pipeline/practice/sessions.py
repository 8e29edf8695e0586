"""Where practice sessions are kept: one record a session, written after every move."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

from cogmed_core.cases.anonymise import Anonymiser
from cogmed_core.cases.profile import draw_profiles
from cogmed_core.cases.structure import structure
from cogmed_core.domain.case import Case, RawCase, Scenario
from cogmed_core.domain.party import ProfileSet
from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.fingerprint import simulation_language
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.voice import Voice
from cogmed_core.practice.session import Session
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.workshop import Workshop

KIND = "practice"


async def new_session(workshop: Workshop, raw: RawCase, models: Mapping[str, ChatModel], seed: int) -> Session:
    """Return a session on a case, prepared as every case is: anonymized, structured, with its people drawn.

    Raises:
        ModelError: the profiler's model failed.
    """
    experiment = workshop.experiment
    case = Anonymiser().anonymise(raw).case
    language = simulation_language(case.language, experiment)
    profiler = Voice(models[experiment.profiler], language, experiment.temperature, seed)
    scenario = await structure(case, profiler)
    return _session(workshop, case, scenario, await draw_profiles(scenario, profiler), seed)


def _session(workshop: Workshop, case: Case, scenario: Scenario, profiles: ProfileSet, seed: int) -> Session:
    now = datetime.now(UTC).replace(microsecond=0)
    return Session(
        session_id=f"p{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}",
        started=now.isoformat(),
        experiment=workshop.experiment,
        seed=seed,
        case=case,
        scenario=scenario,
        profiles=profiles,
    )


def keep_session(records: RecordStore, session: Session) -> None:
    """Write a session in place of what was known of it before."""
    records.save(KIND, session.session_id, session, "")


def find_session(records: RecordStore, session_id: str) -> Session:
    """Return a session of this warehouse.

    Raises:
        ConfigurationError: there is none of that name, or it is unreadable.
    """
    found = records.load(KIND, session_id, Session)
    if found is None:
        known = ", ".join(records.keys(KIND)[-5:]) or "none"
        raise ConfigurationError(f"no practice session {session_id!r} in {records.root}; the latest are {known}")
    return found[0]
