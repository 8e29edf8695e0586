"""From raw cases to what the agents need: anonymized case, scenario, profiles."""

from collections.abc import AsyncIterator, Mapping, Sequence

from cogmed_core.cases.anonymise import Span, residual_identifiers
from cogmed_core.cases.profile import draw_profiles
from cogmed_core.cases.structure import structure
from cogmed_core.domain.case import Case, Language, RawCase, Scenario
from cogmed_core.domain.party import ProfileSet
from cogmed_core.domain.record import Record
from cogmed_core.experiment.fingerprint import (
    fingerprint,
    profiles_fingerprint,
    scenario_fingerprint,
    simulation_language,
)
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.voice import Voice
from cogmed_pipeline.steps.catalogue import catalogue_of, raw_cases
from cogmed_pipeline.steps.failures import attempt
from cogmed_pipeline.steps.work import Done, each
from cogmed_pipeline.workshop import Workshop


class Audit(Record):
    """Where the anonymizer replaced something, by field; no plaintext."""

    spans: dict[str, tuple[Span, ...]]


def pending_anonymization(workshop: Workshop, case_ids: Sequence[str]) -> list[str]:
    """Return the cases that are new or changed."""
    raw = raw_cases(workshop)
    return [
        case_id
        for case_id in case_ids
        if not workshop.records.fresh("cases", case_id, Case, fingerprint(raw=raw[case_id]))
    ]


def pending_scenarios(workshop: Workshop, case_ids: Sequence[str]) -> list[str]:
    """Return the cases whose scenario is missing or out of date."""
    return [case_id for case_id in case_ids if not _scenario(workshop, case_id)]


def pending_profiles(workshop: Workshop, case_ids: Sequence[str]) -> list[str]:
    """Return the cases that lack a profile set, or have one out of date, on some seed."""
    seeds = workshop.experiment.seeds
    return [case_id for case_id in case_ids if not all(_profiles(workshop, case_id, seed) for seed in seeds)]


async def anonymize(workshop: Workshop, case_ids: Sequence[str]) -> AsyncIterator[Done]:
    """Anonymize the named cases and write case and audit."""
    raw = raw_cases(workshop)
    for case_id in case_ids:
        workshop.stop.check()
        yield _anonymize(workshop, case_id, raw)


def identifiers_left(workshop: Workshop) -> dict[str, list[str]]:
    """Return what kinds of identifier the anonymized cases still hold, by case; empty when all is well."""
    accepted = set(catalogue_of(workshop).accepted)
    cases = (case for case in workshop.records.all("cases", Case) if case.case_id in accepted)
    found = {case.case_id: residual_identifiers(case.model_dump_json()) for case in cases}
    return {case_id: sorted({str(span.type) for span in spans}) for case_id, spans in found.items() if spans}


async def build_scenarios(workshop: Workshop, case_ids: Sequence[str]) -> AsyncIterator[Done]:
    """Structure the named cases."""
    async with workshop.models([workshop.experiment.profiler]) as models:

        async def work(case_id: str) -> Done:
            return await _build_scenario(workshop, case_id, models)

        async for done in each(case_ids, work, workshop.stop):
            yield done


async def build_profiles(workshop: Workshop, case_ids: Sequence[str]) -> AsyncIterator[Done]:
    """Draw the profiles of the named cases, one set a seed."""
    async with workshop.models([workshop.experiment.profiler]) as models:

        async def work(case_id: str) -> Done:
            return await _build_profiles(workshop, case_id, models)

        async for done in each(case_ids, work, workshop.stop):
            yield done


def _anonymize(workshop: Workshop, case_id: str, raw: Mapping[str, RawCase]) -> Done:
    source = fingerprint(raw=raw[case_id])
    if workshop.records.fresh("cases", case_id, Case, source):
        return Done(case_id, reused=True)
    anonymised = workshop.anonymiser.anonymise(raw[case_id])
    workshop.records.save("audit", case_id, Audit(spans=dict(anonymised.spans)), source)
    workshop.records.save("cases", case_id, anonymised.case, source)
    replaced = sum(len(spans) for spans in anonymised.spans.values())
    return Done(case_id, metadata={"replaced": replaced})


def _scenario(workshop: Workshop, case_id: str) -> Scenario | None:
    """Return the scenario of a case if it is up to date."""
    found = workshop.records.load("cases", case_id, Case)
    if found is None:
        return None
    expected = scenario_fingerprint(found[0], workshop.experiment, workshop.backbones)
    return workshop.records.fresh("scenarios", case_id, Scenario, expected)


def _profiles(workshop: Workshop, case_id: str, seed: int) -> ProfileSet | None:
    """Return the profiles of a (case, seed) if they are up to date."""
    found = workshop.records.load("scenarios", case_id, Scenario)
    if found is None:
        return None
    expected = profiles_fingerprint(found[0], seed, workshop.experiment, workshop.backbones)
    return workshop.records.fresh("profiles", f"{case_id}/s{seed}", ProfileSet, expected)


async def _build_scenario(workshop: Workshop, case_id: str, models: Mapping[str, ChatModel]) -> Done:
    if _scenario(workshop, case_id):
        return Done(case_id, reused=True)
    found = workshop.records.load("cases", case_id, Case)
    if found is None:
        return Done(case_id, failures=(f"scenarios of {case_id}: the case has not been anonymized",))
    case = found[0]
    expected = scenario_fingerprint(case, workshop.experiment, workshop.backbones)
    making = structure(case, _profiler(workshop, case.language, models, seed=0))
    failure = await attempt(workshop, "scenarios", case_id, making, expected)
    return Done(case_id, failures=(failure.error,) if failure else ())


async def _build_profiles(workshop: Workshop, case_id: str, models: Mapping[str, ChatModel]) -> Done:
    found = workshop.records.load("scenarios", case_id, Scenario)
    if found is None:
        return Done(case_id, failures=(f"profiles of {case_id}: there is no scenario",))
    scenario, reused, failures = found[0], True, list[str]()
    for seed in workshop.experiment.seeds:
        if _profiles(workshop, case_id, seed):
            continue
        reused = False
        expected = profiles_fingerprint(scenario, seed, workshop.experiment, workshop.backbones)
        making = draw_profiles(scenario, _profiler(workshop, scenario.language, models, seed))
        if failure := await attempt(workshop, "profiles", f"{case_id}/s{seed}", making, expected):
            failures.append(failure.error)
    return Done(case_id, reused, tuple(failures))


def _profiler(workshop: Workshop, language: Language, models: Mapping[str, ChatModel], seed: int) -> Voice:
    experiment = workshop.experiment
    return Voice(models[experiment.profiler], simulation_language(language, experiment), experiment.temperature, seed)
