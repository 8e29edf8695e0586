"""The three actions of the strategic toolkit, worked out from what the room knows."""

import re
from collections.abc import Mapping
from typing import Any

from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.offline.acts import EXCLUDES, Act
from cogmed_core.llm.offline.cues import read_cues
from cogmed_core.llm.offline.dispute import Dispute, evidence_named
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.figures import percent
from cogmed_core.llm.offline.measure import Measure
from cogmed_core.llm.offline.offer import grain, headline, snapped, spoken, write_offer
from cogmed_core.llm.offline.offer_reading import read_offer
from cogmed_core.llm.offline.sight import Sight
from cogmed_core.llm.offline.situation import Situation, Standing, situation
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import fresh, listed, phrase

_PRICE = 0.05
"""What may be added for each act that a side puts up with against its will, as a share of the claim."""
_MARGIN = 0.15
"""Part of the distance that a package keeps from what either side has said: a copy of one side's terms is no bridge."""
_HEADING = re.compile(r"^\s*[\[【#].*[\]】]?\s*$")
_LABEL = re.compile(r"^[\s\-*•]*(?:[^：:，,。“\"]{1,20}[：:]\s*)?")
_SENTENCES = re.compile(r"(?<=[。！])|(?<=\.)\s+")


def summarize(variables: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Return the undisputed facts, the open points with both sides' figures, and the question worth asking."""
    sight = Sight.of(variables)
    seen = situation(sight)
    facts = [one.strip() for one in _SENTENCES.split(sight.scenario.summary) if one.strip()][:2]
    common = frozenset.intersection(*(one.interests for one in seen.standings))
    facts += [_say(sight, seed, "common", act=_act(sight, act)) for act in sorted(common)]
    points = [_stand(sight, one, seed) for one in seen.standings]
    for one in seen.standings:
        if one.interests:
            points.append(_say(sight, seed, "wish", party=one.party.name, acts=_acts(sight, one.interests)))
    silent = next((one for one in seen.standings if not one.interests), None)
    question = _say(sight, seed, "question" if silent else "next", party=silent.party.name if silent else "")
    return {"agreed_facts": facts, "open_points": points, "clarification": question}


def reality_check(variables: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Return what a party faces in court: the position on the merits, risk and cost, a range with figures."""
    sight = Sight.of(variables)
    matter = sight.matter
    concerns = variables.get("concerns")
    party = next((one for one in sight.scenario.parties if one.seat == concerns), None)
    side = "both" if party is None else "claimant" if matter.claims(party.seat) else "respondent"
    name = party.name if party else listed(sight.language, [one.name for one in sight.scenario.parties])
    named = evidence_named(sight.scenario)
    basis = "founded" if named else "unproven"
    months = 6 + lot("court", sight.scenario.case_id).randint(0, 8)
    return {
        "legal_position": _say(
            sight, seed, f"law_{basis}", party=name, object=matter.object, evidence=listed(sight.language, named[:3])
        ),
        "risks_and_costs": _say(sight, seed, f"risk_{side}", party=name, months=str(months)),
        "realistic_range": _say(
            sight,
            seed,
            "range" if matter.payment else "chance",
            party=name,
            object=matter.object,
            **_court_range(matter),
        ),
    }


def _court_range(matter: Dispute) -> dict[str, str]:
    low, high = (max(0.05, min(0.98, matter.merit + off)) for off in (-0.06, 0.06))
    if matter.payment:
        low, high = (snapped(share, matter, up=False) for share in (low, high))
    if not matter.payment:
        return {"low": percent(low), "high": percent(high)}
    return {"low": headline(Terms(low), matter), "high": headline(Terms(high), matter)}


def bridge(variables: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Return interests, trades and one package that joins what both sides said they care about."""
    sight = Sight.of(variables)
    seen = situation(sight)
    terms = package_terms(sight, seen)
    interests = [
        _say(sight, seed, "interest", party=one.party.name, acts=_acts(sight, one.interests))
        if one.interests
        else _say(sight, seed, "interest_unknown", party=one.party.name)
        for one in seen.standings
    ]
    options = [_say(sight, seed, "option", act=_act(sight, act)) for act in sorted(terms.acts)]
    options = options or [_say(sight, seed, "option_split", figure=spoken(terms, sight.matter))]
    return {"interests": interests, "options": options, "package": write_offer(terms, sight.matter)}


def package_terms(sight: Sight, seen: Situation) -> Terms:
    """Return the package's terms.

    The share lies between what is offered and what is asked, drawn to what the merits bear out; after an
    earlier package it moves towards whoever did not take that one. The acts are the interests voiced in the room; where
    one is refused by some and wanted by others, those who must put up with it get a little more for it.
    """
    acts, price = _trades(seen, sight.matter)
    margin = _MARGIN * (seen.bounds[1] - seen.bounds[0])
    low, high = seen.bounds[0] + margin, seen.bounds[1] - margin
    share = (sum(seen.bounds) / 2 + sight.matter.merit) / 2 + price[True] - price[False]
    share = max(low, min(high, share))
    if seen.package and (last := sight.terms(seen.package).share) is not None:
        share = _shifted(last, share, seen, (low, high), sight)
    share = within(snapped(share, sight.matter, up=False), seen)
    instalments = (6 if (sight.matter.claim or 0) >= 50_000 else 3) if Act.INSTALMENTS in acts else 1
    return Terms(share, instalments=instalments, days=7 if Act.PROMPT in acts else 15, acts=acts)


def within(share: float, seen: Situation) -> float:
    """Return ``share`` kept between what is offered and what is asked."""
    low, high = seen.bounds
    return max(low, min(high, share))


def _shifted(last: float, share: float, seen: Situation, bounds: tuple[float, float], sight: Sight) -> float:
    """Return the next share after a package at ``last``: towards the side that is not on board."""
    took = {one.claiming for one in seen.standings if one.party.seat in seen.takers}
    missing = {one.claiming for one in seen.standings if one.party.seat not in seen.takers}
    if took and len(missing) == 1:
        room = bounds[1] - last if True in missing else last - bounds[0]
        step = max(grain(sight.matter), 0.25 * room)
        last += step if True in missing else -step
        return max(bounds[0], min(bounds[1], last))
    return max(bounds[0], min(bounds[1], (last + share) / 2))


def _trades(seen: Situation, matter: Dispute) -> tuple[frozenset[Act], dict[bool, float]]:
    """Return the acts of a package, and for each side (claiming or not) the price of what it refused in it.

    Instalments go before payment at once; what is refused and not wanted by anybody is left out.
    """
    voiced = frozenset().union(*(one.interests | one.offered for one in seen.standings)) | {Act.CLOSURE}
    voiced |= matter.pressed
    acts = {act for act in voiced if not (act is Act.PROMPT and EXCLUDES[act] in voiced)}
    if matter.measure not in (Measure.SUM, Measure.ACCOUNT):
        acts -= {Act.PROMPT, Act.INSTALMENTS}
    if Act.INSTALMENTS in acts:
        acts.add(Act.DEFAULT)
    wanted = matter.pressed.union(*(one.interests for one in seen.standings))
    refused = {side: frozenset[Act]() for side in (True, False)}
    for one in seen.standings:
        refused[one.claiming] |= one.refused
    kept = frozenset(act for act in acts if act in wanted or act not in refused[True] | refused[False])
    return kept, {side: _PRICE * len(kept & acts_against) for side, acts_against in refused.items()}


def reported_package(result: str, matter: Dispute) -> str | None:
    """Return the package in the text of a bridging result: its last line that reads as an offer, without a label."""
    for line in reversed(result.splitlines()):
        text = _LABEL.sub("", line).strip()
        if text and read_offer(text, matter).share is not None:
            return text
    return None


def reported_lines(result: str) -> list[str]:
    """Return the lines of a result without bullets, labels and headings."""
    lines = (_LABEL.sub("", line).strip() for line in result.splitlines() if not _HEADING.match(line))
    return [line for line in lines if len(line) > 8]


def is_question(text: str) -> bool:
    """Say whether a line asks something."""
    return read_cues(text).asks


def _stand(sight: Sight, one: Standing, seed: int) -> str:
    """Return where a party stands by its own words: its last figure, what it stated beforehand, or its claim."""
    share = one.share if one.share is not None else one.stated
    if share is not None:
        figure = (spoken if one.share is not None else headline)(Terms(share), sight.matter)
        return _say(sight, seed, "stands" if one.share is not None else "stated", party=one.party.name, figure=figure)
    key = "claims" if one.claiming else "silent"
    return _say(sight, seed, key, party=one.party.name, object=sight.matter.object)


def _act(sight: Sight, act: Act) -> str:
    return phrase(sight.language, f"acts.{act}")


def _acts(sight: Sight, acts: frozenset[Act]) -> str:
    return listed(sight.language, [_act(sight, act) for act in sorted(acts)])


def _say(sight: Sight, seed: int, key: str, **values: str) -> str:
    chance = lot("toolkit", key, seed, sight.scenario.case_id, sight.round, values.get("party"))
    said = "".join(one.text for one in sight.by(MEDIATOR))
    return fresh(sight.language, f"toolkit.{key}", chance, said, **values)


def rigid(standing: Standing, matter: Dispute) -> bool:
    """Say whether a party holds a position that the merits do not bear out."""
    return standing.beyond(matter.merit) > 0.15
