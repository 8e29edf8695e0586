"""A model's look over anonymized cases: asked once a case, kept as places in the raw text, never as words."""

import time
from collections.abc import Mapping

from cogmed_core.cases.anonymise import Anonymised, anonymiser_version
from cogmed_core.cases.anonymise.detection import MODEL
from cogmed_core.cases.anonymise.pointing import point
from cogmed_core.domain.case import RawCase
from cogmed_core.errors import AccessError, ModelError
from cogmed_core.experiment.fingerprint import fingerprint, pointing_fingerprint
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.voice import Voice
from cogmed_pipeline.looked_over import KIND, LookedOver, Place, fields_of
from cogmed_pipeline.steps.accounts import keep_account
from cogmed_pipeline.steps.failures import Failure
from cogmed_pipeline.workshop import Workshop


def asked_for(workshop: Workshop, raw: RawCase) -> str:
    """Hash what the look over a case depends on; blank where the experiment asks for none."""
    pointer = workshop.experiment.anonymiser
    if pointer is None:
        return ""
    return pointing_fingerprint(raw, workshop.backbones[pointer], workshop.experiment.outside, anonymiser_version())


async def look_over(workshop: Workshop, raw: RawCase, models: Mapping[str, ChatModel]) -> str:
    """Have a model look over a case that was not, or not as it is now; return why it could not, or nothing.

    A failure shows nothing that a model or an endpoint wrote: it could repeat what it was shown.
    """
    pointer, expected = workshop.experiment.anonymiser, asked_for(workshop, raw)
    if pointer is None or workshop.records.fresh(KIND, raw.case_id, LookedOver, expected):
        return ""
    started, ledger = time.perf_counter(), Ledger()
    voice = Voice(Metered(models[pointer], "anonymiser", ledger), raw.language, workshop.experiment.outside, seed=0)
    try:
        pointed = await point(workshop.anonymised(raw, {}).case, voice)
    except AccessError:
        raise
    except ModelError as error:
        reason = (
            f"{pointer} could not look over the anonymized {raw.case_id} ({error.kind}): it is not used until it is"
        )
        workshop.records.save(f"failures/{KIND}", raw.case_id, Failure(kind=error.kind, error=reason), expected)
        return reason
    finally:
        keep_account(workshop.records, KIND, raw.case_id, ledger, started)
    masked = workshop.anonymised(raw, pointed.passages)
    places = tuple(_places(masked))
    texts = {fields_of(raw)[place.field][place.start : place.end] for place in places}
    refused = pointed.refused + max(0, len(pointed.passages) - len(texts))
    record = LookedOver(raw=fingerprint(raw=raw), places=places, refused=refused)
    workshop.records.save(KIND, raw.case_id, record, expected)
    workshop.records.remove(f"failures/{KIND}", raw.case_id)
    return ""


def refused_in(workshop: Workshop, case_id: str) -> dict[str, int]:
    """Return how many passages that a model pointed at were refused, by what to call them; nothing without a look."""
    found = workshop.records.load(KIND, case_id, LookedOver)
    return {"refused": found[0].refused} if found else {}


def _places(masked: Anonymised) -> list[Place]:
    return [
        Place(field=field, start=span.start, end=span.end, type=span.type)
        for field, spans in masked.spans.items()
        for span in spans
        if span.layer == MODEL
    ]
