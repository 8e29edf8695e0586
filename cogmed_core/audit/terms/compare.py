"""Two agreements field by field: what was settled for here, beside what the real parties settled for."""

from collections.abc import Iterable, Sequence

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.terms.extract import UNTOLD, terms
from cogmed_core.audit.terms.statutes import citations
from cogmed_core.domain.case import Case
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.domain.terms import Money, TermComparison, Terms, Verdict

EQUAL, NEAR = 0.005, 0.10
"""Relative differences up to which two figures are the same, and much the same."""


def compare_with_real(evidence: Evidence, case: Case) -> tuple[TermComparison, ...]:
    """Compare the settlement with the real one, and the statutes cited with those the real mediator relied on.

    Without an agreement there is nothing to compare.
    """
    if evidence.agreed is None:
        return ()
    ours = terms(evidence.episode.settlement or evidence.agreed.text)
    return (*compare(ours, terms(case.sections.settlement)), _statutes(evidence, case))


def compare(ours: Terms, real: Terms) -> tuple[TermComparison, ...]:
    """Compare every field of two agreements."""
    return (
        _sums("amount", ours.amount, real.amount),
        _sums("recurring", ours.recurring, real.recurring),
        _numbers("share", ours.share, real.share, "{:.0%}"),
        _counts("instalments", ours.instalments, real.instalments),
        _numbers("rate", ours.rate, real.rate, "{:.2%}"),
        _sets("dates", ours.dates, real.dates),
        _sets("days", map(str, ours.days), map(str, real.days)),
        _sets("security", ours.security, real.security),
        _sets("acts", ours.acts, real.acts),
    )


def _statutes(evidence: Evidence, case: Case) -> TermComparison:
    """Compare what the mediator and the settlement cite with the case's legal basis."""
    episode = evidence.episode
    said = [one.text for one in episode.utterances if one.seat == MEDIATOR]
    offered = [proposal.text for proposal in episode.proposals if proposal.seat == MEDIATOR]
    cited = citations("\n".join([*said, *offered, episode.settlement or ""]))
    return _sets("statutes", map(str, cited), map(str, citations(case.sections.legal_basis)))


def _sums(field: str, ours: Money | None, real: Money | None) -> TermComparison:
    verdict = _presence(ours, real)
    if ours and real:
        verdict = _closeness(ours.value, real.value) if ours.currency == real.currency else "different"
    return TermComparison(field=field, ours=_money(ours), real=_money(real), verdict=verdict)


def _numbers(field: str, ours: float | None, real: float | None, shown: str) -> TermComparison:
    verdict = _presence(ours, real)
    if ours is not None and real is not None:
        verdict = _closeness(ours, real)
    told = ["" if value is None else shown.format(value) for value in (ours, real)]
    return TermComparison(field=field, ours=told[0], real=told[1], verdict=verdict)


def _counts(field: str, ours: int | None, real: int | None) -> TermComparison:
    verdict = _presence(ours, real)
    if ours is not None and real is not None:
        both_split = ours != 1 and real != 1
        verdict = "equal" if ours == real else "near" if both_split and UNTOLD in (ours, real) else "different"
    told = ["" if value is None else "some" if value == UNTOLD else str(value) for value in (ours, real)]
    return TermComparison(field=field, ours=told[0], real=told[1], verdict=verdict)


def _sets(field: str, ours: Iterable[str], real: Iterable[str]) -> TermComparison:
    mine, theirs = set(ours), set(real)
    common = len(mine & theirs)
    verdict = _presence(mine or None, theirs or None)
    if mine and theirs:
        verdict = "equal" if mine == theirs else "near" if common else "different"
    return TermComparison(
        field=field,
        ours=_listed(sorted(mine)),
        real=_listed(sorted(theirs)),
        verdict=verdict,
        precision=common / len(mine) if mine else None,
        recall=common / len(theirs) if theirs else None,
    )


def _presence(ours: object | None, real: object | None) -> Verdict:
    if ours is None:
        return "neither" if real is None else "only_real"
    return "only_ours" if real is None else "different"


def _closeness(ours: float, real: float) -> Verdict:
    apart = abs(ours - real) / max(abs(ours), abs(real), 1e-12)
    return "equal" if apart <= EQUAL else "near" if apart <= NEAR else "different"


def _money(sum_told: Money | None) -> str:
    return f"{sum_told.value:,.2f} {sum_told.currency}" if sum_told else ""


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)
