"""A litigant's private aims, read back from its own profile, whoever wrote it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from cogmed_core.domain.party import Personality, Profile
from cogmed_core.llm.offline.acts import BURDENS_CLAIMANT, BURDENS_RESPONDENT, Act, acts_in, acts_named
from cogmed_core.llm.offline.dispute import Dispute
from cogmed_core.llm.offline.measure import Measure
from cogmed_core.llm.offline.patterns import cue
from cogmed_core.llm.offline.rungs import read_rung
from cogmed_core.llm.offline.temperament import TEMPERAMENTS, Temperament
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.sums.amounts import shares, sums

_SENTENCE = re.compile(r"[。；;！!\n]|\.(?=\s|$)")
_CONDITION = cue("如果|如|若|只要|倘|换取", r"(?:if|provided|in exchange|in return)\b")
_AVERSION = cue("不愿|不肯|不接受|不同意|拒绝|反感", r"(?:unwilling|refus\w*|reluctant|will not|won't|dislikes?)\b")
_DAYS = re.compile(r"(\d{1,2})\s*(?:天|days)")
_BURDEN = 0.01
_WORTH = 0.05
_PRICE = 0.04


@dataclass(frozen=True, slots=True)
class Aims:
    """What a litigant is after, on its own scale: 1 is all it could ask, 0 nothing of it.

    A claimant's scale is the share of the claim met; a respondent's is the share that is not.
    """

    claiming: bool
    hope: float
    bottom: float
    wants: Mapping[Act, float]
    averse: Mapping[Act, float]
    temperament: Temperament
    scale: float | None

    def of_share(self, share: float) -> float:
        """Return what a share of the claim is worth on this scale, and the other way round."""
        return share if self.claiming else 1 - share

    def utility(self, terms: Terms) -> float | None:
        """Return what ``terms`` are worth; None where they say nothing of the claim."""
        if terms.share is None:
            return None
        return self.of_share(terms.share) + self.extras(terms.acts)

    def extras(self, acts: frozenset[Act]) -> float:
        """Return what the acts add to, or take from, the share."""
        burdens = BURDENS_CLAIMANT if self.claiming else BURDENS_RESPONDENT
        gained = sum(worth for act, worth in self.wants.items() if act in acts)
        paid = sum(self.averse.get(act, _BURDEN) for act in acts if act in burdens and act not in self.wants)
        return gained - paid


@lru_cache(maxsize=2048)
def read_aims(profile: Profile, matter: Dispute) -> Aims:
    """Return the aims written in ``profile``; what its texts leave open follows from merits and temper."""
    claiming = matter.claims(profile.seat)
    temperament = TEMPERAMENTS[Personality(profile.personality)]
    scale = matter.claim or _scale(profile, claiming)
    wants, averse = _interests(profile)
    firm, hoped = (_figure(text, scale, matter) for text in (profile.bottom_line, profile.goal))
    bottom = _own(firm, claiming, _held_to(matter, temperament, claiming))
    hope = _own(hoped, claiming, bottom + 0.7 * (1 - bottom))
    return Aims(claiming, max(hope, bottom), min(hope, bottom), wants, averse, temperament, scale)


def _own(share: float | None, claiming: bool, otherwise: float) -> float:
    return otherwise if share is None else min(1.0, max(0.0, share if claiming else 1 - share))


def _held_to(matter: Dispute, temperament: Temperament, claiming: bool) -> float:
    judged = (matter.merit if claiming else 1 - matter.merit) + temperament.optimism
    return max(0.15, min(0.95, judged - 0.1))


def _figure(text: str, scale: float | None, matter: Dispute) -> float | None:
    """Return the first figure that is no condition's: a sum as a share of the claim, days, a step, else a share."""
    for sentence in _SENTENCE.split(text):
        if _CONDITION.search(sentence) and acts_named(sentence):
            continue
        periodic = matter.measure is Measure.PERIODIC
        if scale and (found := [one for one in sums(sentence) if periodic or not one.rate]):
            return min(1.0, found[0].value / scale)
        if matter.measure is Measure.TIME and (days := _DAYS.search(sentence)):
            return min(1.0, int(days.group(1)) / 30)
        if matter.measure is Measure.STEP and (step := read_rung(_unquoted(sentence, matter))) is not None:
            return step
        if portions := shares(sentence):
            return min(1.0, portions[0].value)
    return None


def _unquoted(text: str, matter: Dispute) -> str:
    return text.replace(f"“{matter.object}”", "")


def _scale(profile: Profile, claiming: bool) -> float | None:
    """Return what sums are measured by where the claim has none: the claimant's goal, else beyond the ceiling."""
    goal, bottom = ([one.value for one in sums(text)] for text in (profile.goal, profile.bottom_line))
    largest = max((*goal, *bottom), default=None)
    if largest is None:
        return None
    return largest if claiming else largest / 0.6


def _interests(profile: Profile) -> tuple[Mapping[Act, float], Mapping[Act, float]]:
    wants: dict[Act, float] = {}
    averse: dict[Act, float] = {}
    for sentence in _SENTENCE.split(profile.bottom_line):
        named = sorted(acts_named(sentence))
        refused = _AVERSION.search(sentence)
        worth = next((one.value for one in shares(sentence) if one.value <= 0.3), None)
        for act in named if refused or _CONDITION.search(sentence) else ():
            if refused:
                averse.setdefault(act, _PRICE if worth is None else worth)
            else:
                wants.setdefault(act, (_WORTH if worth is None else worth) / len(named))
    for act in sorted(acts_in(profile.goal)):
        if act not in averse:
            wants.setdefault(act, _WORTH)
    return MappingProxyType(wants), MappingProxyType(averse)
