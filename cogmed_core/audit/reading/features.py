"""What an agreement has in it beside sums, as one set: acts, securities, and the manner of payment."""

import re
from functools import lru_cache

from cogmed_core.audit.reading.acts import acts, refused, securities
from cogmed_core.audit.reading.patterns import bilingual
from cogmed_core.audit.reading.payments import instalment_count
from cogmed_core.domain.terms import Security

LUMP, INSTALMENTS, SECURITY = "lump sum", "instalments", "security"

_LUMP = bilingual(
    "一次性(?:付清|支付|给付|结清|到账|偿还|履行|缴|赔|补偿)|当场(?:付|支付|履行|兑现|还清|偿还)|当日(?:付清|支付)|全款|一笔付清",
    r"(?:lump sum|(?:in )?(?:one|a single) (?:payment|sum)|paid at once|pay(?:s|ment)? in full)\b",
)
_INSTALMENTS = bilingual("分[期批]|按月(?:支付|偿还|付)|分次", r"(?:instal?lments?|staged payments|monthly payments)\b")
_REFUSED = bilingual(
    "(?:不(?:接受|同意|肯|愿|能|得)[^，,。；]{0,8}|拒绝)$", r"(?:no|not|without|never|refuse\w*)\b[^,.;]{0,16}$"
)


@lru_cache(maxsize=8192)
def features(text: str) -> frozenset[str]:
    """Return the acts and kinds of security by name, and how it is paid; what is refused is not in it."""
    found = {act.value for act in acts(text)} | {security.value for security in securities(text)}
    if securities(text):
        found.add(SECURITY)
    if (instalment_count(text) or 1) > 1 or False in _refusals(_INSTALMENTS, text):
        found.add(INSTALMENTS)
    if False in _refusals(_LUMP, text):
        found.add(LUMP)
    return frozenset(found)


@lru_cache(maxsize=8192)
def refused_features(text: str) -> frozenset[str]:
    """Return what ``text`` names only to refuse it."""
    found = {one.value for one in refused(text)}
    if found & {security.value for security in Security}:
        found.add(SECURITY)
    found |= {name for name, cue in ((INSTALMENTS, _INSTALMENTS), (LUMP, _LUMP)) if _refusals(cue, text) == {True}}
    return frozenset(found)


def _refusals(cue: re.Pattern[str], text: str) -> set[bool]:
    return {bool(_REFUSED.search(text[: match.start()])) for match in cue.finditer(text)}
