"""On what scale is bargained: a sum, a sum every month, accounts, the cost of works, a child's time, steps."""

from enum import StrEnum

from cogmed_core.llm.offline.asked import Asked
from cogmed_core.llm.offline.patterns import cue

PAYMENT = cue(
    "支付|赔偿|返还|偿还|给付|归还|退还|补偿|欠|费|款|损失|报酬|工资",
    r"(?:pay|paid|payment|compensat\w+|refund|repay\w*|damages|owed|debt|rent|wages|deposit|fees?)\b",
)
_CUSTODY = cue(
    "抚养权|变更.{0,6}抚养|由[^，。]{1,6}抚养|随[^，。]{1,6}(?:共同)?生活|抚养(?:女儿|儿子|孩子|子女)",
    r"(?:custody|(?:children|child|son|daughter) (?:to )?lives? with)\b",
)
_WORKS = cue(
    "拆除|修复|修缮|修理|维修|恢复|更换|重做|返工|加固|清理|清除|安装|加装|改造|疏通|移除|疏浚",
    r"(?:repair|rebuild|replac|restor|remov|renovat|redo|reinstat|clear|clean|demolish|take down|fix|instal)\w*",
)


class Measure(StrEnum):
    """What the two sides bargain about: the scale on which an offer meets more or less of the claim."""

    SUM = "sum"
    PERIODIC = "periodic"
    ACCOUNT = "account"
    COST = "cost"
    TIME = "time"
    STEP = "step"


def measure_of(parts: Asked, words: str) -> Measure:
    """Return the scale for what is asked; ``words`` are the demand's own where it has no parts."""
    duty = parts.duties[0] if parts.duties else ""
    if _CUSTODY.search(duty or words) and parts.total is None:
        return Measure.TIME
    if parts.total is not None:
        return Measure.SUM
    if parts.rate is not None:
        return Measure.PERIODIC
    if duty:
        return Measure.COST if _WORKS.search(duty) else Measure.STEP
    if PAYMENT.search(words):
        return Measure.ACCOUNT
    return Measure.COST if _WORKS.search(words) else Measure.STEP
