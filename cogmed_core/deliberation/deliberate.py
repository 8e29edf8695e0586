"""One verdict from start to end: put the question, let the framework decide, record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cogmed_core.deliberation.floor import Floor
from cogmed_core.deliberation.framework import Framework
from cogmed_core.domain.question import Verdict, YesNoQuestion
from cogmed_core.errors import AccessError, ModelError
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.recorded import Exchange, ExchangeLog, Recorded
from cogmed_core.llm.voice import Voice


@dataclass(frozen=True, slots=True)
class Sitting:
    """A question before a framework on one seed; ``fingerprint`` hashes everything the verdict depends on."""

    question: YesNoQuestion
    framework: Framework
    seed: int
    temperature: float
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Deliberation:
    """A verdict, the log of exchanges behind it, and how many of its calls a cache answered."""

    verdict: Verdict
    log: ExchangeLog
    cached_calls: int

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """Every exchange whole."""
        return tuple(self.log)


async def deliberate(sitting: Sitting, model: ChatModel) -> Deliberation:
    """Decide one question. A model's failure is recorded in the verdict, with what was said until then.

    Raises:
        AccessError: the key or model name is wrong, so that no other question could fare better.
    """
    question, framework = sitting.question, sitting.framework
    ledger, log = Ledger(), ExchangeLog()
    recorded = Recorded(Metered(model, framework.name, ledger), framework.name, log)
    floor = Floor(question, Voice(recorded, question.language, sitting.temperature, sitting.seed))
    ending: dict[str, Any]
    try:
        decision = await framework.decide(floor)
    except AccessError:
        raise
    except ModelError as error:
        ending = {"status": "failed", "error_kind": error.kind, "error": str(error)}
    else:
        ending = {"status": "finished", "answer": decision.answer, "unanswered": decision.unanswered}
        ending["rationale"] = decision.rationale
    verdict = Verdict(
        question_set=question.question_set,
        question_id=question.question_id,
        asked=question.asked,
        framework=framework.name,
        backbone=model.name,
        seed=sitting.seed,
        fingerprint=sitting.fingerprint,
        synthetic=model.synthetic,
        steps=tuple(floor.steps),
        **_account(ledger),
        **ending,
    )
    return Deliberation(verdict, log, ledger.cached_calls)


def _account(ledger: Ledger) -> Mapping[str, Any]:
    used = ledger.usage()
    return {
        "refusals": tuple(ledger.refused),
        "calls": sum(line.calls for line in used),
        "prompt_tokens": sum(line.prompt_tokens for line in used),
        "completion_tokens": sum(line.completion_tokens for line in used),
        "cost": sum(line.cost for line in used),
    }
