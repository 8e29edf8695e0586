"""The bargaining problem in a scenario: who claims, from whom, how much or what, and how strong the claim looks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cogmed_core.domain.case import Category, Scenario
from cogmed_core.domain.party import Party
from cogmed_core.llm.offline.acts import Act, acts_in, acts_named
from cogmed_core.llm.offline.asked import Asked, asked, period_of
from cogmed_core.llm.offline.demand import demand
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.figures import money
from cogmed_core.llm.offline.measure import PAYMENT, Measure, measure_of
from cogmed_core.llm.offline.patterns import cue, ending, script
from cogmed_core.llm.offline.wording import listed, phrase
from cogmed_core.sums.amounts import YUAN, sums

_SIDES = (
    (-1, cue("被(?:申请|告|上诉|诉|投诉|请求)|第三人", r"(?:respondent|defendant|third party)\b")),
    (1, cue("申请|原告|上诉|起诉|投诉|请求人", r"(?:applicant|claimant|plaintiff|petitioner|complainant)\b")),
    (
        -1,
        cue(
            "债务人|借款人|保证人|担保人|用人单位|侵权人|加害|欠款人|发包人",
            r"(?:debtor|borrower|guarantor|employer|tortfeasor)\b",
        ),
    ),
    (1, cue("债权人|出借人|劳动者|受害|权利人|承包人", r"(?:creditor|lender|employee|worker|victim)\b")),
)
"""Which side a role is on: first by its place in the procedure, then by its place in the matter."""
_OPEN_OFFER = cue(
    "(?:(?<!不)(?:愿意?|同意|肯)|[只仅最][多认补付给赔能])[^，。；]{0,14}$",
    r"(?:offer(?:s|ed)?|willing|ready|prepared|agree[sd]?|(?:can|could|will|would) only|more than)(?: only)?"
    r"(?: to (?:pay|return|refund))?[^.;]{0,20}$",
)
_FOUNDED = cue(
    "合同|协议|借条|欠条|转账|收据|签字|盖章|结算|鉴定|认定|公证|承认|确认|检测|报警|发票|验收|聊天记录",
    r"(?:contract|signed|written|receipts?|invoices?|bank transfer|admitted|report|survey|photographs|e-?mails?)\b",
)
_SHAKY = cue(
    "口头|没有证据|无法证明|未约定|质量|瑕疵|过错|故意扩大|自身|举证|无法确定|超过|时效|认为.{0,12}过高|不同意|否认|质疑"
    "|意外|没有原始",
    r"(?:oral\w*|no record|unproven|fault|defect\w*|quality|limitation|den(?:y|ies|ied)|disput\w+|excessive|unclear)\b",
)


_WORDED = frozenset({Act.APOLOGY, Act.CONFIDENTIAL, Act.SECURITY, Act.PAPERS})
"""Acts with words of their own in an offer; any other thing to be done is a duty, in the claimant's words."""
_PERIODS = {
    "每月": "month",
    "每个月": "month",
    "每人每月": "month",
    "每人每个月": "month",
    "每年": "year",
    "每人每年": "year",
}
_PERIODS |= {"每周": "week", "每星期": "week", "每季度": "quarter"}
_GUARANTOR = cue("担保人|保证人", r"(?:guarantor|surety)\b")
_OWED = ending("尚欠|还欠|剩余|欠付|拖欠", r"(?:owed?|owing|outstanding|unpaid)\b", 12)


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is bargained over.

    Everything is measured in shares: 1 is the claim met in full, 0 nothing of it. With a sum a share is
    money, once or every ``period``; without one it is a part of the accounts, of the cost of works, of a child's
    time, or a step on the way to what is asked. ``rider`` is what is asked every ``period`` beside the sum;
    ``duties`` is what is to be done or left beside the money, in the claimant's words.
    """

    language: str
    category: Category
    claimants: tuple[Party, ...]
    respondents: tuple[Party, ...]
    claim: float | None
    currency: str
    measure: Measure
    object: str
    merit: float
    period: str = ""
    rider: float | None = None
    duties: tuple[str, ...] = ()
    pressed: frozenset[Act] = frozenset()

    @property
    def payment(self) -> bool:
        """Whether money is bargained over."""
        return self.measure in (Measure.SUM, Measure.PERIODIC, Measure.ACCOUNT)

    def claims(self, seat: str) -> bool:
        """Say whether ``seat`` is on the claiming side."""
        return any(party.seat == seat for party in self.claimants)

    def names(self, claiming: bool) -> str:
        """Return the names of one side, joined."""
        return listed(self.language, [party.name for party in (self.claimants if claiming else self.respondents)])

    @property
    def payers(self) -> str:
        """The names of the respondents who owe in the first place."""
        vouching = self._vouching
        return listed(self.language, [party.name for party in self.respondents if party not in vouching])

    @property
    def guarantors(self) -> str:
        """The names of the respondents who only vouch for others; empty where there are none."""
        return listed(self.language, [party.name for party in self._vouching])

    @property
    def _vouching(self) -> tuple[Party, ...]:
        vouching = tuple(party for party in self.respondents if _GUARANTOR.search(party.role))
        return vouching if len(vouching) < len(self.respondents) else ()


@lru_cache(maxsize=512)
def dispute(scenario: Scenario) -> Dispute:
    """Return the dispute that ``scenario`` describes."""
    claimants = tuple(party for party in scenario.parties if _side(party) > 0) or scenario.parties[:1]
    respondents = tuple(party for party in scenario.parties if party not in claimants)
    if not respondents:
        claimants, respondents = scenario.parties[:1], scenario.parties[1:]
    wanted = " ".join(party.claim for party in claimants)
    parts = _parts(scenario, claimants)
    words = demand(wanted) or phrase(scenario.language, f"objects.{scenario.category}")
    measure = measure_of(parts, words)
    money = measure in (Measure.SUM, Measure.PERIODIC)
    beside = tuple(one for one in parts.duties if not acts_named(one) & _WORDED) if money else ()
    claim, rate = parts.total, parts.rate.value if parts.rate else None
    return Dispute(
        language=scenario.language,
        category=scenario.category,
        claimants=claimants,
        respondents=respondents,
        claim=(rate if measure is Measure.PERIODIC else claim) if money else None,
        currency=parts.currency or YUAN,
        measure=measure,
        object=_object(scenario, parts, measure, beside) or words,
        merit=_merit(scenario),
        period=parts.period if money else "",
        rider=rate if measure is Measure.SUM else None,
        duties=beside[:2],
        pressed=(acts_in(wanted) & _WORDED) | ({Act.DUTY} if beside else frozenset()),
    )


def _parts(scenario: Scenario, claimants: tuple[Party, ...]) -> Asked:
    """Return what the claimants ask for together: each one's own sum, equal ones being one claim.

    A sum elsewhere in the case counts only where the claim is for money and names none.
    """
    each = [asked(party.claim, scenario.summary) for party in claimants]
    totals = dict.fromkeys(one.total for one in each if one.total is not None)
    currency = next((one.currency for one in each if one.currency), "")
    rated = next((one for one in each if one.rate), None)
    names = [party.name for party in scenario.parties]
    duties = tuple(dict.fromkeys(_without_subject(duty, names) for one in each for duty in one.duties))
    total = sum(totals) if totals else None
    if total is None and rated is None and not duties and PAYMENT.search(" ".join(one.claim for one in claimants)):
        total, currency = _owed(scenario.summary)
    return Asked(total, currency, rated.rate if rated else None, rated.period if rated else "", duties)


def _without_subject(duty: str, names: Sequence[str]) -> str:
    """Return a duty without the name of whoever is to do it, where it begins with it."""
    name = next((one for one in names if duty.startswith(one)), "") if script(duty) == "zh" else ""
    return duty.removeprefix(name) if len(duty) - len(name) > 2 else duty


def _owed(summary: str) -> tuple[float | None, str]:
    whole = [one for one in sums(summary) if not one.rate and not period_of(summary, one)]
    owed = [one for one in whole if _OWED.search(summary[: one.start])]
    if not whole:
        return None, ""
    best = owed[-1] if owed else max(whole, key=lambda one: one.value)
    return best.value, best.currency


def _object(scenario: Scenario, parts: Asked, measure: Measure, beside: tuple[str, ...]) -> str:
    """Return in a few words what is asked; empty where the demand's own words say it better."""
    language = scenario.language
    if measure not in (Measure.SUM, Measure.PERIODIC):
        return parts.duties[0] if parts.duties else ""
    figures = [money(parts.total, parts.currency or YUAN, language)] if parts.total is not None else []
    if parts.rate:
        figures.append(every(money(parts.rate.value, parts.rate.currency, language), parts.period, language))
    return listed(language, [phrase(language, "objects.pay", figure=listed(language, figures)), *beside[:1]])


def every(figure: str, period: str, language: str) -> str:
    """Return a sum that comes back: 每月1200元, £650 a month; in the other language where the period is not in it."""
    words = phrase(language, f"periods.{_PERIODS.get(period, period)}")
    own = period if language == "zh" and period.startswith("每") else words
    return phrase(language, "spoken.every", figure=figure, period=own)


def stated_share(matter: Dispute, party: Party) -> float | None:
    """Return the share a respondent has openly said it would meet, in its statement before the mediation."""
    if matter.claim is None or matter.claims(party.seat):
        return None
    offered = [
        one
        for one in sums(party.claim)
        if bool(period_of(party.claim, one)) is (matter.measure is Measure.PERIODIC)
        and (not one.rate or matter.measure is Measure.PERIODIC)
        and _OPEN_OFFER.search(party.claim[: one.start])
    ]
    return min(1.0, offered[0].value / matter.claim) if offered else None


def evidence_named(scenario: Scenario) -> list[str]:
    """Return the papers and findings that the facts name, each once, in their order."""
    found = (match.group(0).lower().removesuffix("s") for match in _FOUNDED.finditer(scenario.summary))
    return list(dict.fromkeys(found))


def _side(party: Party) -> int:
    return next((side for side, role in _SIDES if role.search(party.role)), 0)


def _merit(scenario: Scenario) -> float:
    """Return how strong the claim looks on paper: what speaks for it, against it, and what no paper shows."""
    text = scenario.summary + "".join(issue.description for issue in scenario.issues)
    founded, shaky = (len({found.lower() for found in cue.findall(text)}) for cue in (_FOUNDED, _SHAKY))
    unseen = lot("merit", scenario.case_id).uniform(-0.08, 0.08)
    return max(0.25, min(0.92, 0.55 + 0.05 * min(founded, 5) - 0.05 * min(shaky, 5) + unseen))
