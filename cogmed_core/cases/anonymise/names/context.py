"""The words around a name: what announces a person, what joins people, what only people do."""

import re
from functools import cache

from cogmed_core.cases.anonymise.lexicon import alternatives

SAYS = re.compile(
    r"表示|认为|称|说|坚持|提出|要求|拒绝|同意|主张|答应|承诺|反映|承认|否认|觉得|希望|愿意|不服|诉称|辩称"
)
"""What only somebody who speaks does."""

REACH = 6
"""How many characters before and after a name are looked at."""


_ASIDE = r"(?:[(（][^()（）]{1,8}[)）])?$"


@cache
def role() -> re.Pattern[str]:
    """A role or a kinship right before the name."""
    return re.compile(rf"(?:{alternatives('roles', 'kin')}|(?<![\u3400-\u9fff])[父母子女妻夫兄弟姐妹]){_ASIDE}")


@cache
def announced() -> re.Pattern[str]:
    """A noun of any kind of person right before the name."""
    return re.compile(rf"(?:{alternatives('roles', 'kin')}|[人员母父女子民户长]){_ASIDE}")


def is_chinese(character: str) -> bool:
    """Say whether a character is a Chinese one."""
    return "\u3400" <= character <= "\u9fff"


JOINED = re.compile(
    r"(?:向|对|与|和|跟|给|找|请|让|使|令|由|被|把|将|同|替|为|致|因|经|待|系|是|称|说|、|及|付|欠|的"
    r"|劝说|告知|通知|联系|询问|认为|考虑到|表示|要求|约定|安抚|陪同|得知|了解到|促使|帮助|督促|建议|明确)$"
)
"""A word that takes a person after it."""

ACTS = re.compile(
    r"(?:表示|认为|称|说|坚持|提出|要求|拒绝|同意|主张|诉称|辩称|答应|承诺|反映|陈述|承认|否认|觉得|希望|愿意|不服|怀疑"
    r"|诉至|起诉|受伤|死亡|去世|结婚|离婚|购买|借款|借给|偿还|支付|签订|入职|驾驶|骑|名下|之妻|之女|之子|之间|的妻|的丈"
    r"|的儿|的女|的父|的母|夫妇|一家|家属|家人|母女|父子|等|向|对|与|和|因|系|在|从|将|把|被|到|于|仍|又|也|均|则|多次"
    r"|证明|证实|到庭|出庭|讨要|外出|居住|使用|共有|放弃|承担|负责|主动|当场|当即|随即|收到|经营|哑口|听后"
    r"|人称|外号|绰号|小名|乳名|又名|别名|化名|网名|自称|曾用名|原名|未|没|不|已|就|才|家|曾|受|的|经|以|拿|先|起初|骑行|及|某|[，。、：；:,.;(（)）”\"\s])"
)
"""What people do or have, or a mark that ends the name."""

FRAMES = tuple(
    (re.compile(rf"(?:{before})$"), re.compile(rf"(?:{after})"))
    for before, after in (
        (
            "向",
            "转账|借款|借|还款|还|支付|汇款|索要|催要|催讨|讨要|追讨|道歉|赔偿|出具|求助|询问|反映|主张|说明|释明|解释|提出|购买",
        ),
        (
            r"^|[，。；：\n“]",
            r"(?:仍|又|也|却|便|遂|则|当即|一直|始终|坚决)?"
            r"(?:坚持|表示|认为|拒绝|不同意|同意|主张|辩称|诉称|承认|否认|答应|不服|提出|要求|称)",
        ),
        ("由|把|将|让|请|叫|被", "叫到|拉到|请到|打|骂|居住|使用|共有|抚养|继承|驾驶|保管|出具|介绍|承担|签订|代收"),
        ("看到|找到|联系|通知|告知|委托|劝说|安抚|询问|陪同|起诉|认识|打伤|经", "|签字|出庭|到场|介绍|同意"),
        (
            r"^|[，。；：\n“但而]|[^对]称|认为",
            "并不|并未|并没有|曾答应|曾承诺|曾表示|曾多次|对此|不知情|拒不|至今|未到庭|到庭|未还",
        ),
        ("", "名下|以此为由|系.{1,6}之[父母妻夫子女]|[，（(][男女][，,]"),
        ("", "[系为].{1,8}(?:业主|住户|员工|职工|村民|居民|股东)"),
        ("(?:车主|户主|业主|房东|店主|老板|司机|驾驶人|负责人|经办人|介绍人|担保人|借款人)(?:系|是|为|叫)", ""),
    )
)
"""What stands on both sides of a person and hardly of anything else."""
