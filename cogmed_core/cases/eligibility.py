"""Which cases can be simulated: the three criteria of the paper (§4.2), each a predicate with a reason.

The thresholds only tell a record from the lack of one; they are not a judgement of quality.
"""

import re
from collections.abc import Callable

from cogmed_core.cases.anonymise import Anonymiser
from cogmed_core.domain.case import RawCase
from cogmed_core.llm.offline.parties import parties_are_told

_NOTHING = re.compile(r"^[\s。.]*(?:无|略|暂无|待补充|不详|未知|n/?a|none|unknown|tbd)?[\s。.]*$", re.IGNORECASE)
_POSITIONS = re.compile(
    r"要求|请求|請求|主张|主張|诉求|訴求|认为|認為|觉得|拒绝|拒絕|不同意|不接受|不认可|争议|爭議|纠纷|糾紛|诉至|起诉|催要|催讨|质疑|称"
    r"|希望|愿意|不愿|想要|想把|想让|坚持|堅持|[只仅]肯|不肯|[只仅]愿|[只仅]同意|[只仅]认|表示|提出|索要|索赔|讨要|追讨|追要|反对|否认"
    r"|承诺|答应|同意|应当|应该|说|盼|打算|强调|抱怨|指责"
    r"|\b(?:claim|demand|refus|disput|argu|insist|contend|sought|seek|request|maintain|complain|object|reject|propos"
    r"|den(?:y|ie)|accus|allege|assert|hop(?:e|ing)|expect|prefer)\w*"
    r"|\b(?:wants?|wanted|wishes|wished|would like|needs|asks?|asked|asking|offer(?:s|ed|ing)?|says?|said|told|tells"
    r"|thinks?|believes?|agree[sd]? (?:only )?to|will(?:ing| not| only)|won't|would not|ready to|prepared to|hold that"
    r"|owes?|owed|repl(?:y|ies|ied)|answer(?:s|ed))\b",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"沟通|溝通|协商|協商|商量|调解|調解|磋商|谈判|談判|谈|劝|勸|疏导|疏導|释明|釋明|提出|提议|建议|表示|要求|请求|拒绝|拒絕|同意|让步|讓步"
    r"|认为|認為|主张|主張|协议|協議|反馈|商谈|回访|座谈|达成|達成|引导|讲解|走访|愿意|希望|坚持|答应|接受|降到|加到|提高到|折中|退一步|承诺"
    r"|\b(?:meet|met\b|session|propos|offer|counter|refus|agree|accept|reject|mediat|discuss|negotiat|explain|conced|insist"
    r"|round|suggest|want|ask|repl(?:y|ie)|answer|said\b|says\b|talk|spoke|call|rais|lower|reduc|increas|compromis|settl"
    r"|listen|split|halfway|demand|hear)",
    re.IGNORECASE,
)
_LEAST_PROCESS = {"zh": 60, "en": 150}
_LEAST_SETTLEMENT = {"zh": 8, "en": 20}
_LEAST_FACTS = {"zh": 20, "en": 60}
_LEAST_MOVES = 4


def has_complete_record(raw: RawCase) -> bool:
    """Criterion 1: a relatively complete mediation process and a final settlement record."""
    process, settlement = raw.sections.process.strip(), raw.sections.settlement.strip()
    return (
        len(process) >= _LEAST_PROCESS[raw.language]
        and len(settlement) >= _LEAST_SETTLEMENT[raw.language]
        and not _NOTHING.match(settlement)
    )


def has_clear_positions(raw: RawCase) -> bool:
    """Criterion 2: issues and the parties' positions can be identified from the facts."""
    facts = raw.sections.facts
    told = len(facts) >= _LEAST_FACTS[raw.language]
    return told and bool(_POSITIONS.search(f"{facts}\n{raw.sections.process}"))


def has_two_sides(raw: RawCase) -> bool:
    """Criterion 2: title or facts name somebody on either side, by name or by the part played."""
    if parties_are_told(raw.title, raw.sections.keywords, raw.sections.facts):
        return True
    masked = Anonymiser().anonymise(raw).case  # pseudonyms are seen for people where a name in prose is not
    return parties_are_told(masked.title, masked.sections.keywords, masked.sections.facts)


def has_several_moves(raw: RawCase) -> bool:
    """Criterion 3: the record shows an exchange over several moves, not a single step."""
    record = "\n".join((raw.sections.facts, raw.sections.process, raw.sections.settlement))
    return len(_MOVES.findall(record)) >= _LEAST_MOVES


CRITERIA: tuple[tuple[Callable[[RawCase], bool], str], ...] = (
    (
        has_complete_record,
        "no complete process and settlement record (criterion 1): tell what was done (60 Chinese or "
        "150 English characters at least) and its outcome",
    ),
    (
        has_clear_positions,
        "no identifiable issue and party positions (criterion 2): say who wants what in the facts",
    ),
    (
        has_two_sides,
        "no two parties can be told apart (criterion 2): name them, or call them tenant, landlord … in the facts",
    ),
    (
        has_several_moves,
        "no multi-round negotiation in the record (criterion 3): describe the exchange in the process",
    ),
)
"""The predicates in the paper's order, each with the reason given when it does not hold."""


def exclusion_reason(raw: RawCase) -> str | None:
    """Return the reason of the first criterion that ``raw`` fails, or None when it is eligible."""
    return next((reason for holds, reason in CRITERIA if not holds(raw)), None)
