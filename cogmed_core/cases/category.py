"""The kind of dispute, read from what the case is called."""

import re

from cogmed_core.domain.case import Category

_KINDS: tuple[tuple[Category, re.Pattern[str]], ...] = (
    (
        Category.FAMILY,
        re.compile(
            r"婚姻|离婚|離婚|抚养|撫養|赡养|贍養|扶养|继承|繼承|彩礼|彩禮|婚约|家庭纠纷|家事|分家|遗嘱|监护|探望权|收养"
            r"|\b(?:family|divorce|custody|inherit\w*|maintenance|alimony|probate|succession)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Category.LABOUR,
        re.compile(
            r"劳动|勞動|劳务|勞務|工资|工資|欠薪|劳资|人事争议|工伤|雇佣|竞业限制"
            r"|\b(?:labou?r|employ\w+|wages?|dismissal|redundancy|overtime)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Category.NEIGHBOURS,
        re.compile(
            r"相邻|相鄰|邻里|鄰里|邻居|建筑物区分所有权|業主委員會|土地承包经营权|土地纠纷|宅基地|采光|漏水|噪音|噪声"
            r"|\b(?:neighbou?rs?|neighbou?rhood|noise|boundary|nuisance|easement)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Category.DEBT,
        re.compile(
            r"借款|借贷|借貸|民间借|欠款|债务|債務|债权|保理|贷款|贷纠纷|追偿权|保证合同|信用卡"
            r"|\b(?:debts?|loans?|lending|borrow\w*|guarant\w+|credit)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Category.TORT,
        re.compile(
            r"侵权|侵權|侵害|生命权|身体权|健康权|人身损害|损害赔偿|损害责任|交通事故|名誉权|肖像权|隐私权|财产损害"
            r"|\b(?:torts?|injur\w+|negligen\w+|damages|accident|defamation|infring\w+)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Category.CONTRACT,
        re.compile(
            r"合同|买卖|買賣|租赁|租賃|物业服务|物業服務|承揽|装修|预付|消费者|退款|违约"
            r"|\b(?:contract\w*|sales?|leases?|tenan\w+|rent\w*|services?|suppl\w+|purchase|deposit|refund)\b",
            re.IGNORECASE,
        ),
    ),
)


def category_of(keywords: str, title: str) -> Category:
    """Return the kind of dispute named in the keywords, else in the title.

    The second keyword is the cause of action (民事 买卖合同纠纷 …), so the keywords are asked word by word.
    """
    words = [word for word in re.split(r"[\s,，;；、]+", keywords) if word]
    english = keywords.isascii() and keywords
    for text in ([keywords] if english else words) + [title]:
        for category, pattern in _KINDS:
            if pattern.search(text):
                return category
    return Category.OTHER
