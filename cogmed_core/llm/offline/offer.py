"""Writing terms as a complete offer: who pays whom how much and when, and every act in a clause of its own."""

from cogmed_core.llm.offline.acts import Act
from cogmed_core.llm.offline.dispute import Dispute
from cogmed_core.llm.offline.figures import money, percent, rounded, step
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import phrase

_ORDER = tuple(Act)
_IN_PAYMENT = frozenset({Act.PROMPT, Act.INSTALMENTS})


def snapped(share: float, dispute: Dispute, up: bool) -> float:
    """Return ``share`` moved to the next figure people would name: a round sum, or whole percent."""
    share = max(0.0, min(1.0, share))
    if dispute.claim is None:
        return rounded(share * 100, 100, up) / 100
    return min(1.0, rounded(share * dispute.claim, dispute.claim, up) / dispute.claim)


def grain(dispute: Dispute) -> float:
    """Return the smallest difference between two offers that anybody would call a move."""
    return 0.01 if dispute.claim is None else step(dispute.claim) / dispute.claim


def headline(terms: Terms, dispute: Dispute) -> str:
    """Return the sum of the terms, or the share where the claim has no sum."""
    share = terms.share or 0.0
    if dispute.claim is None:
        return percent(share)
    return money(round(share * dispute.claim, 2), dispute.currency, dispute.language)


def spoken(terms: Terms, dispute: Dispute) -> str:
    """Return the headline as it is said in a sentence: a share is a share of something."""
    if dispute.claim is not None:
        return headline(terms, dispute)
    return phrase(dispute.language, f"spoken.{'account' if dispute.payment else 'act'}", share=headline(terms, dispute))


def write_offer(terms: Terms, dispute: Dispute) -> str:
    """Return the offer in words: one sentence of clauses that ``read_offer`` reads back."""
    words = {
        "payers": dispute.payers,
        "payees": dispute.names(claiming=True),
        "lead": dispute.respondents[0].name,
        "guarantors": dispute.guarantors,
    }
    clauses = [_principal(terms, dispute, words)]
    clauses += [
        phrase(dispute.language, f"offer.acts.{act}", **words)
        for act in _ORDER
        if act in terms.acts and act not in _IN_PAYMENT
    ]
    joined = phrase(dispute.language, "offer.joint").join(clauses)
    return joined + phrase(dispute.language, "offer.stop")


def _principal(terms: Terms, dispute: Dispute, words: dict[str, str]) -> str:
    """Return the clause that meets the claim: by a sum, by a share of what is owed, or by bearing its cost."""
    if not terms.share:
        return phrase(dispute.language, "offer.nothing", **words)
    kind = "sum" if dispute.claim is not None else "account" if dispute.payment else "act"
    if kind == "act" and terms.share >= 1:
        kind = "act_all"
    clause = phrase(
        dispute.language,
        f"offer.{kind}",
        figure=headline(terms, dispute),
        rest=percent(1 - terms.share),
        object=dispute.object,
        **words,
    )
    jointly = phrase(dispute.language, "offer.jointly", **words) if words["guarantors"] else ""
    return clause + _payment(terms, dispute) + jointly


def _payment(terms: Terms, dispute: Dispute) -> str:
    if terms.instalments > 1:
        return phrase(dispute.language, "offer.instalments", count=str(terms.instalments), days=str(terms.days))
    kind = "at_once" if Act.PROMPT in terms.acts else "by_date"
    return phrase(dispute.language, f"offer.{kind}" + ("" if dispute.payment else "_act"), days=str(terms.days))
