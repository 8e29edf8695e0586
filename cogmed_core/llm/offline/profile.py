"""Drawing a private goal and bottom line: a fraction of the claim by merits, temper and chance, with side interests."""

from collections.abc import Mapping
from random import Random
from typing import Any

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.party import Party, Personality
from cogmed_core.llm.offline.acts import (
    BURDENS_CLAIMANT,
    BURDENS_RESPONDENT,
    CLAIMANT_WANTS,
    EXCLUDES,
    RESPONDENT_WANTS,
    Act,
)
from cogmed_core.llm.offline.dispute import Dispute, dispute, stated_share
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.figures import percent
from cogmed_core.llm.offline.measure import Measure
from cogmed_core.llm.offline.offer import headline, snapped
from cogmed_core.llm.offline.patterns import cue
from cogmed_core.llm.offline.temperament import TEMPERAMENTS, Temperament
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import phrase

_REFUSES = cue("不同意|拒绝|不可能|坚决不|不接受|不肯|自由", r"(?:refus\w*|will not|won't|reject\w*|insist\w*)\b")


def draw_profile(variables: Mapping[str, Any], seed: int) -> dict[str, str]:
    """Return ``goal`` and ``bottom_line`` of one party, with figures."""
    scenario: Scenario = variables["scenario"]
    party: Party = variables["party"]
    matter = dispute(scenario)
    chance = lot("profile", seed, scenario.case_id, party.seat)
    temperament = TEMPERAMENTS[Personality(variables["personality"])]
    claiming = matter.claims(party.seat)
    goal, bottom = _range(matter, temperament, chance, claiming)
    if (stated := stated_share(matter, party)) is not None:
        goal, bottom = stated, max(bottom, stated)
    wants = _wants(matter, chance, claiming)
    averse = _averse(matter, party, chance, wants)
    return {
        "goal": _goal(matter, goal, wants, claiming),
        "bottom_line": _bottom_line(matter, bottom, wants, averse, claiming),
    }


def _range(matter: Dispute, temperament: Temperament, chance: Random, claiming: bool) -> tuple[float, float]:
    """Return the shares hoped for and held to.

    Each side judges the merits with its own optimism and error, and gives up at most what going to court
    would cost it; so whether there is room for agreement depends on how far the two judgements lie apart.
    """
    error, saved = chance.uniform(-0.08, 0.08), chance.uniform(0.04, 0.16)
    hope = chance.uniform(0.0, 1.0)
    if claiming:
        bottom = max(0.15, min(0.95, matter.merit + temperament.optimism + error - saved))
        return snapped(1 - 0.35 * hope * (1 - bottom), matter, up=True), snapped(bottom, matter, up=True)
    ceiling = max(0.05, min(0.9, matter.merit - temperament.optimism + error + saved))
    return snapped((0.1 + 0.4 * hope) * ceiling, matter, up=False), snapped(ceiling, matter, up=False)


def _wants(matter: Dispute, chance: Random, claiming: bool) -> dict[Act, float]:
    """Return side interests and what each is worth to the party, as a share of the claim.

    What is asked for openly beside the money is among them; one or two more are kept to oneself.
    """
    pool = [act for act in (CLAIMANT_WANTS if claiming else RESPONDENT_WANTS)[matter.category] if _fits(act, matter)]
    asked = sorted(matter.pressed)[:2] if claiming else []
    chosen = {act: chance.randint(5, 12) / 100 for act in asked}
    for act in chance.sample(pool, len(pool)):
        if len(chosen) < (3 if len(asked) > 1 else 2) and act not in chosen and EXCLUDES.get(act) not in chosen:
            chosen[act] = chance.randint(3, 10) / 100
    return chosen


def _fits(act: Act, matter: Dispute) -> bool:
    """Say whether an act makes sense beside the claim: what is paid every month is not paid off at once."""
    if act in (Act.PROMPT, Act.INSTALMENTS):
        return matter.measure in (Measure.SUM, Measure.ACCOUNT)
    if act is Act.REPAIR:
        return not matter.duties and matter.measure is not Measure.COST
    return act is not Act.ACCESS or matter.measure is not Measure.TIME


def _averse(matter: Dispute, party: Party, chance: Random, wants: Mapping[Act, float]) -> dict[Act, float]:
    """Return at most one act that the party would do only at a price; one it has openly refused before any other."""
    claiming = matter.claims(party.seat)
    pool = BURDENS_CLAIMANT if claiming else BURDENS_RESPONDENT
    burdens = sorted(
        act for act in pool - set(wants) if act in matter.pressed or (act is not Act.DUTY and _fits(act, matter))
    )
    act, price = chance.choice(burdens), chance.randint(2, 6) / 100
    averse = chance.random() < 0.5
    if not claiming and Act.DUTY in matter.pressed and _REFUSES.search(party.claim):
        return {Act.DUTY: price}
    return {act: price} if averse else {}


def _side(claiming: bool) -> str:
    return "claimant" if claiming else "respondent"


def _kind(matter: Dispute) -> str:
    kinds = {Measure.SUM: "sum", Measure.PERIODIC: "sum", Measure.ACCOUNT: "account", Measure.COST: "share"}
    return kinds.get(matter.measure, "step")


def _goal(matter: Dispute, goal: float, wants: Mapping[Act, float], claiming: bool) -> str:
    language = matter.language
    hopes = phrase(language, "profile.and").join(phrase(language, f"acts.{act}") for act in wants)
    return phrase(
        language,
        f"profile.goal_{_side(claiming)}_{_kind(matter)}",
        figure=headline(Terms(goal), matter),
        object=matter.object,
        hopes=hopes,
    )


def _bottom_line(
    matter: Dispute, bottom: float, wants: Mapping[Act, float], averse: Mapping[Act, float], claiming: bool
) -> str:
    language, side = matter.language, _side(claiming)
    lines = [
        phrase(
            language,
            f"profile.bottom_{side}_{_kind(matter)}",
            figure=headline(Terms(bottom), matter),
            share=percent(bottom),
            object=matter.object,
        )
    ]
    for key, values in (("trade", wants), ("averse", averse)):
        lines += [
            phrase(language, f"profile.{key}_{side}", act=phrase(language, f"acts.{act}"), worth=percent(worth))
            for act, worth in values.items()
        ]
    return "".join(lines)
