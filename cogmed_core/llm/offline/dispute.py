"""The bargaining problem in a scenario: who claims, from whom, how much or what, and how strong the claim looks."""

from dataclasses import dataclass
from functools import lru_cache

from cogmed_core.domain.case import Category, Scenario
from cogmed_core.domain.party import Party
from cogmed_core.llm.offline.demand import demand
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.patterns import cue, ending
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
_PAYMENT = cue(
    "支付|赔偿|返还|偿还|给付|归还|退还|补偿|欠|费|款|损失|报酬|工资",
    r"(?:pay|paid|payment|compensat\w+|refund|repay\w*|damages|owed|debt|rent|wages|deposit|fees?)\b",
)
_OPEN_OFFER = cue(
    "(?:(?<!不)(?:愿意?|同意|肯)|[只仅最][多认补付给赔])[^，。；]{0,14}$",
    r"(?:offer(?:s|ed)?|willing|ready|prepared)(?: only)?(?: to pay)?[^.;]{0,12}$",
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


_GUARANTOR = cue("担保人|保证人", r"(?:guarantor|surety)\b")
_OWED = ending("尚欠|还欠|剩余|欠付|拖欠", r"(?:owed?|owing|outstanding|unpaid)\b", 12)
_TOTAL = cue("共计|合计|总计|总额", r"(?:total\w*|in all|altogether)\b")


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is bargained over.

    Everything is measured in shares: 1 is the claim met in full, 0 nothing of it. With a sum a share is
    money; without one it is the part of the cost of meeting the claim that the respondents bear.
    """

    language: str
    category: Category
    claimants: tuple[Party, ...]
    respondents: tuple[Party, ...]
    claim: float | None
    currency: str
    payment: bool
    object: str
    merit: float

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
    goal = demand(wanted) or phrase(scenario.language, f"objects.{scenario.category}")
    payment = bool(_PAYMENT.search(goal))
    claim, currency = _claim(scenario, claimants, payment)
    return Dispute(
        language=scenario.language,
        category=scenario.category,
        claimants=claimants,
        respondents=respondents,
        claim=claim,
        currency=currency,
        payment=payment or claim is not None,
        object=goal,
        merit=_merit(scenario),
    )


def stated_share(matter: Dispute, party: Party) -> float | None:
    """Return the share a respondent has openly said it would meet, in its statement before the mediation."""
    if matter.claim is None or matter.claims(party.seat):
        return None
    offered = [one for one in sums(party.claim) if not one.rate and _OPEN_OFFER.search(party.claim[: one.start])]
    return min(1.0, offered[0].value / matter.claim) if offered else None


def evidence_named(scenario: Scenario) -> list[str]:
    """Return the papers and findings that the facts name, each once, in their order."""
    found = (match.group(0).lower().removesuffix("s") for match in _FOUNDED.finditer(scenario.summary))
    return list(dict.fromkeys(found))


def _side(party: Party) -> int:
    return next((side for side, role in _SIDES if role.search(party.role)), 0)


def _claim(scenario: Scenario, claimants: tuple[Party, ...], payment: bool) -> tuple[float | None, str]:
    """Return the sum claimed: each claimant's own largest sum; equal ones are one claim made together.

    A sum elsewhere in the case counts only where the claim is for money.
    """
    per_party = [principal for party in claimants if (principal := _largest(party.claim))]
    if values := {value for value, _ in per_party}:
        return sum(values), per_party[0][1]
    if payment:
        whole = [one for one in sums(scenario.summary) if not one.rate]
        owed = [one for one in whole if _OWED.search(scenario.summary[: one.start])]
        if whole:
            best = owed[-1] if owed else max(whole, key=lambda one: one.value)
            return best.value, best.currency
    return None, YUAN


def _largest(text: str) -> tuple[float, str] | None:
    whole = [one for one in sums(text) if not one.rate]
    if not whole:
        return None
    totals = [next((one for one in whole if one.start >= at.end()), None) for at in _TOTAL.finditer(text)]
    values = list(dict.fromkeys(one.value for one in totals if one))
    if not values:
        best = max(whole, key=lambda one: one.value)
        return best.value, best.currency
    last = values[-1]
    return (last if last >= sum(values[:-1]) * 0.99 else sum(values)), whole[0].currency


def _merit(scenario: Scenario) -> float:
    """Return how strong the claim looks on paper: what speaks for it, against it, and what no paper shows."""
    text = scenario.summary + "".join(issue.description for issue in scenario.issues)
    founded, shaky = (len({found.lower() for found in cue.findall(text)}) for cue in (_FOUNDED, _SHAKY))
    unseen = lot("merit", scenario.case_id).uniform(-0.08, 0.08)
    return max(0.25, min(0.92, 0.55 + 0.05 * min(founded, 5) - 0.05 * min(shaky, 5) + unseen))
