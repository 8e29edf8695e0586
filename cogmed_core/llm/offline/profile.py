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
from cogmed_core.llm.offline.offer import headline, snapped
from cogmed_core.llm.offline.temperament import TEMPERAMENTS, Temperament
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import phrase


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
    averse = _averse(chance, claiming, wants)
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
    """Return two side interests and what each is worth to the party, as a share of the claim."""
    pool = list((CLAIMANT_WANTS if claiming else RESPONDENT_WANTS)[matter.category])
    chosen: dict[Act, float] = {}
    for act in chance.sample(pool, len(pool)):
        if len(chosen) < 2 and EXCLUDES.get(act) not in chosen:
            chosen[act] = chance.randint(3, 10) / 100
    return chosen


def _averse(chance: Random, claiming: bool, wants: Mapping[Act, float]) -> dict[Act, float]:
    """Return at most one act that the party would do only at a price."""
    burdens = sorted((BURDENS_CLAIMANT if claiming else BURDENS_RESPONDENT) - set(wants))
    act, price = chance.choice(burdens), chance.randint(2, 6) / 100
    return {act: price} if chance.random() < 0.5 else {}


def _side(claiming: bool) -> str:
    return "claimant" if claiming else "respondent"


def _kind(matter: Dispute) -> str:
    if matter.claim is not None:
        return "sum"
    return "account" if matter.payment else "share"


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
        )
    ]
    for key, values in (("trade", wants), ("averse", averse)):
        lines += [
            phrase(language, f"profile.{key}_{side}", act=phrase(language, f"acts.{act}"), worth=percent(worth))
            for act, worth in values.items()
        ]
    return "".join(lines)
