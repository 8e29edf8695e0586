"""Writing terms as a complete offer: who pays whom how much and when, and every act in a clause of its own."""

import math

from cogmed_core.llm.offline.acts import Act
from cogmed_core.llm.offline.dispute import Dispute, every
from cogmed_core.llm.offline.figures import money, percent, rounded, step
from cogmed_core.llm.offline.measure import Measure
from cogmed_core.llm.offline.rungs import STEP, rung
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import listed, phrase

_ORDER = (Act.DUTY, *(act for act in Act if act is not Act.DUTY))
DAYS = 30
"""Days of a month that a child's time is counted in."""
LEAST_TIME = 2 / DAYS
"""Neither parent is left without any time."""
_UNITS = {Measure.TIME: 1 / DAYS, Measure.STEP: STEP}
_IN_PAYMENT = frozenset({Act.PROMPT, Act.INSTALMENTS})


def snapped(share: float, dispute: Dispute, up: bool) -> float:
    """Return ``share`` moved to the next figure people would name: a round sum, whole percent, days, a step."""
    share = max(0.0, min(1.0, share))
    unit = _UNITS.get(dispute.measure)
    if unit:
        steps = math.ceil(share / unit - 1e-9) if up else math.floor(share / unit + 1e-9)
        least = LEAST_TIME if dispute.measure is Measure.TIME else 0.0
        return max(least, min(1.0 - least, round(steps * unit, 9)))
    if dispute.claim is None:
        return rounded(share * 100, 100, up) / 100
    return min(1.0, rounded(share * dispute.claim, dispute.claim, up) / dispute.claim)


def grain(dispute: Dispute) -> float:
    """Return the smallest difference between two offers that anybody would call a move."""
    if unit := _UNITS.get(dispute.measure):
        return unit
    return 0.01 if dispute.claim is None else step(dispute.claim) / dispute.claim


def headline(terms: Terms, dispute: Dispute) -> str:
    """Return the sum of the terms, or where the claim has none what stands for it: a share, days, a step."""
    share, language = terms.share or 0.0, dispute.language
    if dispute.measure is Measure.TIME:
        return phrase(language, "spoken.days", days=str(round(share * DAYS)), payees=dispute.names(claiming=True))
    if dispute.measure is Measure.STEP:
        return phrase(language, f"rungs.{rung(share)}")
    if dispute.claim is None:
        return percent(share)
    figure = money(round(share * dispute.claim, 2), dispute.currency, language)
    return every(figure, dispute.period, language) if dispute.measure is Measure.PERIODIC else figure


def spoken(terms: Terms, dispute: Dispute) -> str:
    """Return the headline as it is said in a sentence: a share is a share of something, a step is quoted."""
    figure = headline(terms, dispute)
    kinds = {Measure.ACCOUNT: "account", Measure.COST: "act", Measure.STEP: "step"}
    if kind := kinds.get(dispute.measure):
        return phrase(dispute.language, f"spoken.{kind}", share=figure)
    if rider := _rider(terms, dispute):
        return phrase(dispute.language, "spoken.with_rider", figure=figure, rider=rider)
    return figure


def _rider(terms: Terms, dispute: Dispute) -> str:
    """Return what is paid again and again beside the sum: the same share of what is asked for it."""
    if dispute.rider is None or not terms.share:
        return ""
    value = rounded(terms.share * dispute.rider, dispute.rider, up=True)
    return every(money(value, dispute.currency, dispute.language), dispute.period, dispute.language)


def write_offer(terms: Terms, dispute: Dispute) -> str:
    """Return the offer in words: one sentence of clauses that ``read_offer`` reads back."""
    language = dispute.language
    words = {
        "payers": dispute.payers,
        "payees": dispute.names(claiming=True),
        "lead": dispute.respondents[0].name,
        "guarantors": dispute.guarantors,
        "duty": listed(language, dispute.duties),
    }
    clauses = [_principal(terms, dispute, words)]
    if rider := _rider(terms, dispute):
        clauses.append(phrase(language, "offer.rider", figure=rider, **words))
    clauses += [
        phrase(language, f"offer.acts.{_clause(act, dispute)}", **words)
        for act in _ORDER
        if act in terms.acts and act not in _IN_PAYMENT and (act is not Act.DUTY or dispute.duties)
    ]
    joined = phrase(language, "offer.joint").join(clauses)
    return joined[0].upper() + joined[1:] + phrase(language, "offer.stop")


def _clause(act: Act, dispute: Dispute) -> str:
    """Return the key of an act's clause: what is not one sum cannot become due all at once."""
    if act is Act.DEFAULT and dispute.measure not in (Measure.SUM, Measure.ACCOUNT):
        return "default_mutual" if dispute.measure is Measure.TIME else "default_act"
    return act.value


def _principal(terms: Terms, dispute: Dispute, words: dict[str, str]) -> str:
    """Return the clause that meets the claim on the scale that the claim is measured on."""
    language, share, measure = dispute.language, terms.share or 0.0, dispute.measure
    words = {**words, "object": dispute.object, "days": str(terms.days), "figure": headline(terms, dispute)}
    if measure is Measure.STEP:
        return phrase(language, f"offer.step.{rung(share)}", **words)
    if measure is Measure.TIME:
        return phrase(language, "offer.time", **{**words, "figure": str(round(share * DAYS))})
    if not share:
        return phrase(language, "offer.nothing_act" if measure is Measure.COST else "offer.nothing", **words)
    if measure is Measure.PERIODIC:
        return phrase(language, "offer.periodic", **words)
    kind = {Measure.SUM: "sum", Measure.ACCOUNT: "account"}.get(measure, "act_all" if share >= 1 else "act")
    clause = phrase(language, f"offer.{kind}", rest=percent(1 - share), **words)
    jointly = phrase(language, "offer.jointly", **words) if words["guarantors"] else ""
    return clause + _payment(terms, dispute) + jointly


def _payment(terms: Terms, dispute: Dispute) -> str:
    if terms.instalments > 1:
        return phrase(dispute.language, "offer.instalments", count=str(terms.instalments), days=str(terms.days))
    kind = "at_once" if Act.PROMPT in terms.acts else "by_date"
    return phrase(dispute.language, f"offer.{kind}" + ("" if dispute.payment else "_act"), days=str(terms.days))
