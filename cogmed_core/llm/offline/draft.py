"""The settlement: the agreed proposal in numbered clauses, with nothing in it that was not agreed."""

import re
from collections.abc import Mapping
from typing import Any

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Proposal
from cogmed_core.llm.offline.wording import listed, phrase

_CLAUSE = re.compile(r"[；;\n]+")
_NUMBER = re.compile(
    r"^\s*(?:[（(]?[0-9一二三四五六七八九十]{1,2}[）).、．]|[一二三四五六七八九十]是|第[一二三四五六七八九十]+[，、项条])\s*"
)


def draft(variables: Mapping[str, Any]) -> dict[str, str]:
    """Return the settlement of ``agreed``."""
    scenario: Scenario = variables["scenario"]
    agreed: Proposal = variables["agreed"]
    language = scenario.language
    clauses = [_NUMBER.sub("", one).strip(" 。.;；") for one in _CLAUSE.split(agreed.text)]
    clauses = [one[0].upper() + one[1:] for one in clauses if one] or [agreed.text.strip()]
    clauses.append(phrase(language, "draft.closing"))
    stop = phrase(language, "offer.stop")
    parties = listed(
        language,
        [phrase(language, "draft.party", role=party.role, name=party.name) for party in scenario.parties],
    )
    lines = [
        phrase(language, "draft.heading"),
        phrase(language, "draft.recital", parties=parties, title=scenario.title),
    ]
    lines += [
        phrase(language, "draft.clause", number=str(n), clause=one) + stop for n, one in enumerate(clauses, start=1)
    ]
    lines.append(
        phrase(language, "draft.signatures", names=listed(language, [party.name for party in scenario.parties]))
    )
    return {"settlement": "\n".join(lines)}
