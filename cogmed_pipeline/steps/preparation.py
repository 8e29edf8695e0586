"""From raw cases to what the agents need: anonymized case, scenario, profiles."""

from collections.abc import Mapping, Sequence
from contextlib import aclosing

from pydantic import Field

from cogmed_core.cases.anonymise import Anonymised, Originals, Span, anonymiser_version, residual_identifiers
from cogmed_core.cases.profile import draw_profiles
from cogmed_core.cases.structure import structure
from cogmed_core.domain.case import Case, Language, RawCase, Scenario
from cogmed_core.domain.party import ProfileSet
from cogmed_core.domain.record import Record
from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.fingerprint import (
    fingerprint,
    profiles_fingerprint,
    scenario_fingerprint,
    simulation_language,
)
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.voice import Voice
from cogmed_pipeline.looked_over import KIND as LOOKED_OVER
from cogmed_pipeline.steps.catalogue import catalogue_of, raw_cases, true_name
from cogmed_pipeline.steps.failures import Failure, attempt
from cogmed_pipeline.steps.looking_over import asked_for, look_over, refused_in
from cogmed_pipeline.steps.work import Done, Items, each
from cogmed_pipeline.workshop import Workshop

FILE_NAME = "source_file"
"""Where the true name of a case's file is among its originals, if it identifies."""


class AuditedSpan(Span):
    """A replaced passage with the keyed hash of what stood there; no plaintext."""

    keyed_hash: str = Field(description="blank where there was no key")


class Audit(Record):
    """Where the anonymizer replaced something, or is in doubt, by field; no plaintext."""

    key_name: str = Field(description="names the key that opens the originals; blank: they were not kept")
    spans: dict[str, tuple[AuditedSpan, ...]]
    review: dict[str, tuple[Span, ...]]


def pending_anonymization(workshop: Workshop, case_ids: Sequence[str]) -> list[str]:
    """Return the cases that are new or changed."""
    raw = raw_cases(workshop)
    return [case_id for case_id in case_ids if not _is_anonymized(workshop, case_id, _source(workshop, raw[case_id]))]


def pending_scenarios(workshop: Workshop, case_ids: Sequence[str]) -> list[str]:
    """Return the cases whose scenario is missing or out of date."""
    return [case_id for case_id in case_ids if not _scenario(workshop, case_id)]


def pending_profiles(workshop: Workshop, case_ids: Sequence[str]) -> list[str]:
    """Return the cases that lack a profile set, or have one out of date, on some seed."""
    return [case_id for case_id in case_ids if missing_profiles(workshop, case_id)]


def missing_profiles(workshop: Workshop, case_id: str) -> list[int]:
    """Return the seeds on which a case lacks a profile set, or has one out of date."""
    return [seed for seed in workshop.experiment.seeds if not _profiles(workshop, case_id, seed)]


async def anonymize(workshop: Workshop, case_ids: Sequence[str]) -> Items:
    """Anonymize the named cases and write case and audit; a model looks over each, where the experiment has it so."""
    raw, pointer = raw_cases(workshop), workshop.experiment.anonymiser
    if pointer is None:
        for case_id in case_ids:
            workshop.stop.check()
            yield _anonymize(workshop, case_id, raw)
        return
    async with workshop.models([pointer]) as models:

        async def work(case_id: str) -> Done:
            if failure := await look_over(workshop, raw[case_id], models):
                workshop.records.remove("cases", case_id)
                return Done(case_id, failures=(failure,))
            return _anonymize(workshop, case_id, raw)

        async with aclosing(each(case_ids, work, workshop.stop)) as items:
            async for done in items:
                yield done


def identifiers_left(workshop: Workshop) -> dict[str, list[str]]:
    """Return what kinds of identifier the anonymized cases still hold, by case; empty when all is well."""
    accepted = set(catalogue_of(workshop).accepted)
    cases = (case for case in workshop.records.all("cases", Case) if case.case_id in accepted)
    found = {case.case_id: residual_identifiers(case.model_dump_json()) for case in cases}
    return {case_id: sorted({str(span.type) for span in spans}) for case_id, spans in found.items() if spans}


async def build_scenarios(workshop: Workshop, case_ids: Sequence[str]) -> Items:
    """Structure the named cases."""
    async with workshop.models([workshop.experiment.profiler]) as models:

        async def work(case_id: str) -> Done:
            return await _build_scenario(workshop, case_id, models)

        async with aclosing(each(case_ids, work, workshop.stop)) as items:
            async for done in items:
                yield done


async def build_profiles(workshop: Workshop, case_ids: Sequence[str]) -> Items:
    """Draw the profiles of the named cases, one set a seed."""
    async with workshop.models([workshop.experiment.profiler]) as models:

        async def work(case_id: str) -> Done:
            return await _build_profiles(workshop, case_id, models)

        async with aclosing(each(case_ids, work, workshop.stop)) as items:
            async for done in items:
                yield done


def _anonymize(workshop: Workshop, case_id: str, raw: Mapping[str, RawCase]) -> Done:
    source = _source(workshop, raw[case_id])
    if _is_anonymized(workshop, case_id, source):
        return Done(case_id, reused=True)
    anonymised = workshop.anonymised(raw[case_id])
    workshop.originals.keep(case_id, _with_file_name(workshop, raw[case_id], anonymised.originals))
    workshop.records.save("audit", case_id, _audit(workshop, anonymised), source)
    workshop.records.save("cases", case_id, anonymised.case, source)
    workshop.records.remove(f"failures/{LOOKED_OVER}", case_id)
    replaced = sum(len(spans) for spans in anonymised.spans.values())
    doubts = sum(len(spans) for spans in anonymised.review.values())
    return Done(case_id, metadata={"replaced": replaced, "in doubt": doubts, **refused_in(workshop, case_id)})


def _source(workshop: Workshop, raw: RawCase) -> str:
    """Hash what an anonymized case depends on."""
    decisions = workshop.decisions.get(raw.case_id)
    pointed = {"pointed": asked} if (asked := asked_for(workshop, raw)) else {}
    return fingerprint(raw=raw, anonymiser=anonymiser_version(), decisions=decisions, **pointed)


def _with_file_name(workshop: Workshop, raw: RawCase, originals: Originals) -> Originals:
    """A file's name that identifies is kept with the originals."""
    true = true_name(workshop, raw) if workshop.originals.key else ""
    return Originals(texts={**originals.texts, FILE_NAME: (true,)}) if true else originals


def originals_of(workshop: Workshop, case_id: str) -> dict[str, tuple[str, ...]]:
    """Return what each pseudonym of a case stands for. Secret.

    Raises:
        ConfigurationError: no such case, no key, a wrong key, or originals that were not kept.
    """
    found, kept = workshop.records.load("audit", case_id, Audit), workshop.originals
    if found is None:
        raise ConfigurationError(f"{workshop.settings.warehouse} holds no anonymized case {case_id!r}")
    if not found[0].key_name:
        raise ConfigurationError(f"the originals of {case_id} were not kept: it was anonymized without a key")
    secret = kept.open(case_id)
    by_pseudonym: dict[str, dict[str, None]] = {}
    for field, spans in found[0].spans.items():
        for span, text in zip(spans, secret.texts[field], strict=True):
            by_pseudonym.setdefault(span.pseudonym, {})[text] = None
    files = {case_id: secret.texts[FILE_NAME]} if FILE_NAME in secret.texts else {}
    return {pseudonym: tuple(texts) for pseudonym, texts in by_pseudonym.items()} | files


def _is_anonymized(workshop: Workshop, case_id: str, source: str) -> bool:
    """Say whether a case is up to date, and its originals are kept under the key of now, if there is one."""
    kept = workshop.originals
    audit = workshop.records.fresh("audit", case_id, Audit, source)
    if audit is None or not workshop.records.fresh("cases", case_id, Case, source):
        return False
    return not kept.key or (audit.key_name == kept.key_name and kept.holds(case_id))


def _audit(workshop: Workshop, anonymised: Anonymised) -> Audit:
    kept, texts = workshop.originals, anonymised.originals.texts
    spans = {
        field: tuple(
            AuditedSpan(**span.model_dump(), keyed_hash=kept.hash_of(text))
            for span, text in zip(spans, texts[field], strict=True)
        )
        for field, spans in anonymised.spans.items()
    }
    return Audit(key_name=kept.key_name, spans=spans, review=dict(anonymised.review))


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
    ledger = Ledger()
    making = structure(case, _profiler(workshop, case.language, models, 0, ledger))
    failure = await attempt(workshop, "scenarios", case_id, making, expected, ledger)
    return Done(case_id) if failure is None else Done(case_id, False, (failure.error,), frozenset({failure.kind}))


async def _build_profiles(workshop: Workshop, case_id: str, models: Mapping[str, ChatModel]) -> Done:
    found = workshop.records.load("scenarios", case_id, Scenario)
    if found is None:
        return Done(case_id, failures=(f"profiles of {case_id}: there is no scenario",))
    scenario, reused, failures = found[0], True, list[Failure]()
    for seed in workshop.experiment.seeds:
        if _profiles(workshop, case_id, seed):
            continue
        reused = False
        expected = profiles_fingerprint(scenario, seed, workshop.experiment, workshop.backbones)
        ledger = Ledger()
        making = draw_profiles(scenario, _profiler(workshop, scenario.language, models, seed, ledger))
        if failure := await attempt(workshop, "profiles", f"{case_id}/s{seed}", making, expected, ledger):
            failures.append(failure)
    said, kinds = tuple(one.error for one in failures), frozenset(one.kind for one in failures)
    return Done(case_id, reused, said, kinds)


def _profiler(
    workshop: Workshop, language: Language, models: Mapping[str, ChatModel], seed: int, ledger: Ledger
) -> Voice:
    experiment = workshop.experiment
    model = Metered(models[experiment.profiler], "profiler", ledger)
    return Voice(model, simulation_language(language, experiment), experiment.outside, seed)
