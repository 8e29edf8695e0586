"""The bargaining problem in a scenario: who claims, from whom, how much or what, and how strong the claim looks."""

import re
from dataclasses import dataclass
from functools import lru_cache

from cogmed_core.domain.case import Category, Scenario
from cogmed_core.domain.party import Party
from cogmed_core.llm.offline.amounts import YUAN, sums
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.patterns import cue

_RESPONDENT = cue(
    "被|债务人|借款人|保证人|担保人|第三人|用人单位|侵权人|加害|欠款人|承租人|发包人",
    r"(?:respondent|defendant|debtor|borrower|guarantor|employer|tortfeasor|third party)\b",
)
_CLAIMANT = cue(
    "申请|原告|上诉|债权人|出借人|劳动者|受害|投诉|起诉|请求人|权利人|出租人|承包人",
    r"(?:applicant|claimant|plaintiff|petitioner|creditor|lender|employee|worker|victim|complainant)\b",
)
_PAYMENT = cue(
    "支付|赔偿|返还|偿还|给付|归还|退还|补偿|欠|费|款",
    r"(?:pay|paid|payment|compensat\w+|refund|repay\w*|damages|owed|debt|rent|wages)\b",
)
_DEMAND = cue(
    "(?:要求|请求|主张|希望)(?:判令|法院|裁决|解除与)?([^，。；;]{2,40})",
    r"(?:asks?|wants?|demands?|claims?|seeks?)\b(?: that| for)?\s+([^.;]{4,90})",
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
        side = self.claimants if claiming else self.respondents
        names = [party.name for party in side]
        if self.language == "zh":
            return "、".join(names)
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@lru_cache(maxsize=512)
def dispute(scenario: Scenario) -> Dispute:
    """Return the dispute that ``scenario`` describes."""
    claimants = tuple(party for party in scenario.parties if _side(party) > 0) or scenario.parties[:1]
    respondents = tuple(party for party in scenario.parties if party not in claimants)
    if not respondents:
        claimants, respondents = scenario.parties[:1], scenario.parties[1:]
    claim, currency = _claim(scenario, claimants)
    wanted = " ".join(party.claim for party in claimants)
    return Dispute(
        language=scenario.language,
        category=scenario.category,
        claimants=claimants,
        respondents=respondents,
        claim=claim,
        currency=currency,
        payment=claim is not None or bool(_PAYMENT.search(wanted)),
        object=_object(wanted, scenario),
        merit=_merit(scenario),
    )


def _side(party: Party) -> int:
    if _RESPONDENT.search(party.role):
        return -1
    return 1 if _CLAIMANT.search(party.role) else 0


def _claim(scenario: Scenario, claimants: tuple[Party, ...]) -> tuple[float | None, str]:
    """Return the sum claimed: each claimant's own largest sum; equal ones are one claim made together."""
    per_party = [principal for party in claimants if (principal := _largest(party.claim))]
    values = {value for value, _ in per_party}
    if values:
        return (sum(values), per_party[0][1])
    for text in (*(issue.description for issue in scenario.issues), scenario.summary):
        if found := _largest(text):
            return found
    return None, YUAN


def _largest(text: str) -> tuple[float, str] | None:
    whole = [one for one in sums(text) if not one.rate]
    if not whole:
        return None
    total = re.search(r"共计|合计|总计|总额|\b(?:total\w*|in all|altogether)\b", text, re.IGNORECASE)
    after = [one for one in whole if total and one.start >= total.start()]
    best = after[0] if after else max(whole, key=lambda one: one.value)
    return best.value, best.currency


def _object(wanted: str, scenario: Scenario) -> str:
    """Return in a few words what is asked for; the first issue's title where no demand can be read."""
    if match := _DEMAND.search(wanted):
        return next(group for group in match.groups() if group).strip(" 。，,.")
    return scenario.issues[0].title.strip(" 。，,.") or wanted[:40] or scenario.title[:40]


def _merit(scenario: Scenario) -> float:
    """Return how strong the claim looks on paper: what speaks for it, against it, and what no paper shows."""
    text = scenario.summary + "".join(issue.description for issue in scenario.issues)
    founded, shaky = (len({found.lower() for found in cue.findall(text)}) for cue in (_FOUNDED, _SHAKY))
    unseen = lot("merit", scenario.case_id).uniform(-0.08, 0.08)
    return max(0.25, min(0.92, 0.55 + 0.05 * min(founded, 5) - 0.05 * min(shaky, 5) + unseen))


def evidence_named(scenario: Scenario) -> list[str]:
    """Return the papers and findings that the facts name, each once, in their order."""
    found = (match.group(0).lower() for match in _FOUNDED.finditer(scenario.summary))
    return list(dict.fromkeys(found))
