"""Reading an agreement into terms: ours, or the real one as the case tells it."""

import re
from functools import lru_cache

from cogmed_core.audit.reading.acts import acts, securities
from cogmed_core.audit.reading.clauses import sentences
from cogmed_core.audit.reading.features import INSTALMENTS, LUMP, features
from cogmed_core.audit.reading.flows import BEARS
from cogmed_core.audit.reading.patterns import bilingual
from cogmed_core.audit.reading.payments import amount, instalment_count, recurring
from cogmed_core.audit.reading.rates import yearly_rate
from cogmed_core.audit.reading.times import dates, periods
from cogmed_core.domain.terms import Money, Terms
from cogmed_core.sums.amounts import shares
from cogmed_core.sums.numerals import levelled

_LEAD = bilingual(
    "签订|达成(?:一致|协议|和解|调解)|出具调解书|立案|司法确认",
    r"(?:agreement (?:of|dated|signed)|signed on|settled on|reached)\b",
)
_AFTERWARDS = bilingual(
    "回访|截至|已(?:按期|按时|全部|于|经|履行|办理|入职)|均已|次年",
    r"(?:has|have|had|were|was) (?:been )?(?:paid|made|completed|complied|settled)\b|\bafterwards\b",
)
_SPACE_ZH = re.compile(r"(?<=[\u4e00-\u9fff，。；：、])[ \t\u3000]+|[ \t\u3000]+(?=[\u4e00-\u9fff，。；：、])")

UNTOLD = 0
"""The number of instalments of an agreement that says there are some and not how many."""


@lru_cache(maxsize=8192)
def terms(text: str) -> Terms:
    """Return the terms of an agreement; what it tells of its signing and of how it was kept is left out."""
    text = _SPACE_ZH.sub("", levelled(text))
    kept = [one.text for one in sentences(text) if not _AFTERWARDS.search(one.text)]
    body = "".join(kept) or text
    binding = "".join(one for one in kept if not _LEAD.search(one)) or body
    once, regularly = amount(body), recurring(body)
    borne = [one.value for sentence in kept if BEARS.search(sentence) for one in shares(sentence)]
    return Terms(
        amount=Money(value=round(once[0], 2), currency=once[1]) if once else None,
        recurring=Money(value=round(regularly[0], 2), currency=regularly[1]) if regularly else None,
        share=min(1.0, borne[0]) if borne else None,
        instalments=_instalments(body),
        rate=yearly_rate(body),
        dates=frozenset(date for date, _ in dates(binding)),
        days=frozenset(days for days, _ in periods(body)),
        security=securities(body),
        acts=acts(body),
    )


def _instalments(text: str) -> int | None:
    has = features(text)
    if INSTALMENTS in has:
        return instalment_count(text) or UNTOLD
    return 1 if LUMP in has else None
