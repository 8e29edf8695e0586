"""What a settlement can hold beside the sum: the acts, terms and assurances that parties trade."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

from cogmed_core.domain.case import Category
from cogmed_core.llm.offline.patterns import cue


class Act(StrEnum):
    """An element of a settlement that is worth more to one side than it costs the other."""

    PROMPT = "prompt"
    INSTALMENTS = "instalments"
    SECURITY = "security"
    DEFAULT = "default"
    APOLOGY = "apology"
    REPAIR = "repair"
    PAPERS = "papers"
    CONFIDENTIAL = "confidential"
    RELATION = "relation"
    LIAISON = "liaison"
    ACCESS = "access"
    CLOSURE = "closure"
    DUTY = "duty"


CUES: Mapping[Act, re.Pattern[str]] = {
    Act.PROMPT: cue(
        "一次性(?:付清|支付|给付|结清|到账|偿还|履行)|尽快到账|当场(?:付|支付|履行)",
        "lump sum|paid at once|(?:in )?one payment|prompt payment|quick payment",
    ),
    Act.INSTALMENTS: cue(
        r"分[期批]|按月(?:支付|偿还|付)|[二两三四五六七八九十\d]+期",
        r"instal?lments?|monthly payments?|staged payments?|over \w+ months",
    ),
    Act.SECURITY: cue("担保|保证人|抵押|质押|保证金", "guarant(?:ee|or)s?|security|collateral|mortgage|escrow"),
    Act.DEFAULT: cue(
        "违约责任|逾期.{0,12}(?:违约金|全部到期|一并|强制执行|利息)|可申请强制执行|加速到期|违约条款",
        "default clause|late payment|may enforce|falls? (?:due at once|behind)|in default|becomes due",
    ),
    Act.APOLOGY: cue("道歉|赔礼|致歉|认错|赔不是", r"apolog(?:y|ies|ise|ize)\w*|say sorry"),
    Act.REPAIR: cue(
        "修复|维修|整改|恢复原[状貌]|更换|返工|改进|拆除|清理|修缮",
        "repair|replac|restor|remedy the|put right|rectif|improve the",
    ),
    Act.PAPERS: cue(
        "证明|发票|手续|过户|补缴|收据原件|移交",
        "certificate|reference letter|written reference|invoice|paperwork|registration|handover",
    ),
    Act.CONFIDENTIAL: cue(
        "保密|不(?:对外|向外)?(?:公开|外传|宣扬)|不外传", "confidential|not (?:be )?disclos|keep .{0,20}private"
    ),
    Act.RELATION: cue(
        "继续合作|长期合作|和睦|往来|以后还|继续(?:聘用|履行|居住|来往)|恢复合作|情分|情面",
        "keep working together|future business|go on working|good terms|relationship|continue to cooperate",
    ),
    Act.LIAISON: cue(
        "沟通机制|联系人|定期(?:公开|公布|通报|沟通)|提前(?:通知|告知)|使用规则|时间安排",
        "contact person|regular (?:report|update|meeting)|advance notice|house rules|agreed hours",
    ),
    Act.ACCESS: cue("探望|探视|陪伴|看望", "visit|contact with the child|access to the child|time with"),
    Act.CLOSURE: cue(
        "放弃其[余他]|一次性了结|再无(?:其他)?(?:争议|纠纷)|互不追究|撤[诉回]|不再(?:主张|追究)|了结此事",
        "full and final|waives? (?:all|any|its|the) (?:other|further|remaining)|withdraws? the (?:claim|suit)"
        "|no further claims?|end of the matter",
    ),
    Act.DUTY: cue(
        "落实“|按要求去做|要求的事办到", "carries out what is asked|what is to be done|what was asked (?:is|be) done"
    ),
}
"""How an act shows in a text."""

_REFUSED_ZH = re.compile("(?:不(?!仅|只|单)|拒绝|放弃|无需|免除|没有|未)[^，。；,;]{0,6}$")
_REFUSED_EN = re.compile(
    r"\b(?:without|no|not|never|refus\w*|unwilling)\b[^,;.]{0,18}$|n't\b[^,;.]{0,18}$", re.IGNORECASE
)

CLAIMANT_WANTS: Mapping[Category, tuple[Act, ...]] = {
    Category.CONTRACT: (Act.PROMPT, Act.SECURITY, Act.DEFAULT, Act.REPAIR, Act.RELATION, Act.LIAISON),
    Category.DEBT: (Act.PROMPT, Act.SECURITY, Act.DEFAULT, Act.APOLOGY),
    Category.LABOUR: (Act.PROMPT, Act.PAPERS, Act.APOLOGY, Act.DEFAULT),
    Category.TORT: (Act.PROMPT, Act.APOLOGY, Act.REPAIR, Act.DEFAULT),
    Category.NEIGHBOURS: (Act.REPAIR, Act.APOLOGY, Act.LIAISON, Act.RELATION),
    Category.FAMILY: (Act.PROMPT, Act.ACCESS, Act.LIAISON, Act.APOLOGY, Act.DEFAULT),
    Category.OTHER: (Act.PROMPT, Act.REPAIR, Act.APOLOGY, Act.LIAISON),
}
"""What those who claim commonly care about beside the sum, by kind of dispute."""

RESPONDENT_WANTS: Mapping[Category, tuple[Act, ...]] = {
    Category.CONTRACT: (Act.INSTALMENTS, Act.CLOSURE, Act.CONFIDENTIAL, Act.RELATION, Act.LIAISON),
    Category.DEBT: (Act.INSTALMENTS, Act.CLOSURE, Act.CONFIDENTIAL, Act.RELATION),
    Category.LABOUR: (Act.INSTALMENTS, Act.CONFIDENTIAL, Act.CLOSURE),
    Category.TORT: (Act.INSTALMENTS, Act.CLOSURE, Act.CONFIDENTIAL),
    Category.NEIGHBOURS: (Act.CLOSURE, Act.RELATION, Act.LIAISON, Act.INSTALMENTS),
    Category.FAMILY: (Act.INSTALMENTS, Act.ACCESS, Act.LIAISON, Act.CLOSURE, Act.RELATION),
    Category.OTHER: (Act.INSTALMENTS, Act.CLOSURE, Act.CONFIDENTIAL, Act.LIAISON),
}
"""What those who are claimed against commonly care about beside the sum, by kind of dispute."""

BURDENS_RESPONDENT = frozenset({Act.PROMPT, Act.SECURITY, Act.DEFAULT, Act.APOLOGY, Act.REPAIR, Act.PAPERS, Act.DUTY})
BURDENS_CLAIMANT = frozenset({Act.INSTALMENTS, Act.CONFIDENTIAL, Act.CLOSURE})
EXCLUDES = {Act.PROMPT: Act.INSTALMENTS, Act.INSTALMENTS: Act.PROMPT}


@lru_cache(maxsize=4096)
def acts_named(text: str) -> frozenset[Act]:
    """Return every act that ``text`` names, wanted or refused."""
    return frozenset(act for act, cue in CUES.items() if cue.search(text))


@lru_cache(maxsize=4096)
def acts_in(text: str) -> frozenset[Act]:
    """Return the acts that ``text`` speaks of without refusing them."""
    return frozenset(
        act for act in acts_named(text) if not all(_refused(text, match) for match in CUES[act].finditer(text))
    )


@lru_cache(maxsize=4096)
def acts_refused(text: str) -> frozenset[Act]:
    """Return the acts that ``text`` names only to refuse them."""
    return acts_named(text) - acts_in(text)


def _refused(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 24) : match.start()]
    return bool(_REFUSED_ZH.search(before) or _REFUSED_EN.search(before))
