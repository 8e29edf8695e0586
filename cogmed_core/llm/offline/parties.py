"""Who the parties are: from the title (A与B…纠纷案, X v. Y: …), else from the facts."""

import re
from dataclasses import dataclass

from cogmed_core.llm.offline.patterns import script

_TAIL = re.compile(
    r"(?:系列)?(?:群体性)?(?:纠纷)?(?:自诉、)?(?:离婚)?(?:系列)?(?:纠纷)?(?:案件|调解|仲裁|系列|化解)*案?例?\s*$"
)
_NAME_END = (
    r"(?:公司|银行|医院|酒店|饭店|中心|学校|大学|幼儿园|委员会|居委会|村委会|合作社|集团|工厂|厂|店|社|院|局|所|站|部|馆|行"
    r"|单位|企业|商户|商铺|业主|农户|承包经营户|经营户|租户|住户|户|村民|居民|工人|农民工|劳动者|员工|职工|家属|家长|学生|人|等"
    r"|某[甲乙丙丁戊己庚辛\d]?|[\u4e00-\u9fa5]某[甲乙丙丁\d]?)"
)
_CAUSE = (
    r"(?:人格权|生命权|身体权|健康权|名誉权?|荣誉权|隐私权?|肖像权|姓名权|人身|婚姻|婚约|离婚|同居|抚养|扶养|赡养|收养|监护|探望|继承|法定继承|遗嘱|遗赠|遗产"
    r"|分家|家庭|彩礼|物权|所有权|相邻|邻里|建筑物|业主(?:撤销|知情)|共有|土地|宅基地|农村|林地|承包|担保|抵押|质押|留置|占有|合同|买卖|房屋|商品房|商铺租|建设工程|装修|装饰"
    r"|借款|民间借贷|金融|小额|信用卡|保证|租赁|融资租赁|保理|承揽|加工|运输|保管|仓储|委托|中介|居间|合伙|赠与|服务|物业服务|物业费|旅游|教育培训|培训|餐饮|预付|消费"
    r"|知识产权|著作权|商标|专利|不正当竞争|侵害|侵犯|侵权|劳动|劳务|劳资|工伤|工资|追索|确认|社会保险|福利|人事|竞业|股权|股东|证券|保险(?:合同|纠纷)|票据|机动车|交通|道路"
    r"|医疗|产品|环境|饲养|动物|网络|财产|损害|提供劳务|义务帮工|不当得利|无因管理|债权|债务|欠款|返还|排除妨害|恢复原状|消除危险|噪[声音]|漏水|渗水|排水|通风|采光|遗弃|群体性|供[用水电热]|定作|退款|押金|转租|电动|宠物|高空|加装|停车|养老|拆迁|搬迁)"
)
_SPLIT_ZH = re.compile(r"与|诉|和(?=[^解])")
_SPLIT_EN = re.compile(r"\s+(?:v\.?s?\.?|versus|against)\s+", re.IGNORECASE)
_PERSON = r"[\u4e00-\u9fa5]{1,12}?(?:公司|银行|医院|学校|中心|委员会)|[\u4e00-\u9fa5]某[甲乙丙丁\d]?"
_LABELLED_ZH = re.compile(
    r"(?P<label>被申请人|被告|被上诉人|申请人|原告|上诉人|第三人|担保人|保证人)(?:为|是|：|:|（[^）]*）)?\s*"
    r"(?P<name>(?:(?![因与于向诉在就])[\u4e00-\u9fa5A-Za-z0-9]){2,20}?(?:公司|银行|医院|学校|中心|委员会|商行|商场|酒店|工厂|厂|店)"
    r"|[\u4e00-\u9fa5]{2,4}?)"
    r"(?=[（(，,。、；;：与和因系于向称认主要诉的在就发存签借欠应未将自以拖提起]|$)"
)
_LABELLED_EN = re.compile(
    r"(?i:\b(?:the )?(?P<label>claimant|applicant|plaintiff|respondent|defendant|guarantor)),? "
    r"(?P<name>(?:[A-Z][\w.&'’-]+)(?: (?:[A-Z][\w.&'’-]+|of|and))*)"
)
_CAPITALISED = re.compile(r"\b(?:[A-Z][\w&'’-]+)(?: [A-Z][\w&'’-]+)+\b|\b(?:Mr|Ms|Mrs|Dr)\.? [A-Z]\w+")

ROLES = {
    "zh": ("申请人", "被申请人", "担保人"),
    "en": ("applicant", "respondent", "guarantor"),
}
_NAME_LENGTH = 60
LIMIT = 6
"""More than six at one table is a hearing, not a mediation; the rest of a long list is spoken for by the first."""


@dataclass(frozen=True, slots=True)
class Named:
    """A party by name; ``claiming`` on the side that asks."""

    name: str
    claiming: bool
    language: str


def find_parties(title: str, keywords: str, facts: str, language: str) -> list[Named]:
    """Return the parties, those who claim first; at least one on either side, no name twice."""
    claiming, answering = (_from_chinese if script(title) == "zh" else _from_english)(title, keywords)
    if not claiming or not answering:
        claiming, answering = _from_facts(facts)
    named: list[Named] = []
    room = max(1, LIMIT - min(len(answering), LIMIT - 1))
    for names, side, most in ((claiming, True, room), (answering, False, LIMIT - 1)):
        for name in filter(None, map(_printable, names[:most])):
            if name not in {one.name for one in named}:
                named.append(Named(name, side, language))
    return _both_sides(named, language)


def _printable(name: str) -> str:
    """Return a name on one line and of a name's length."""
    line = " ".join(name.split())
    return "".join(character for character in line if character.isprintable())[:_NAME_LENGTH].strip()


def _from_chinese(title: str, keywords: str) -> tuple[list[str], list[str]]:
    title = re.sub(r"\s+", "", title)
    if title.endswith(".pdf"):
        title = title[:-4]
    halves = _SPLIT_ZH.split(title, maxsplit=1)
    if len(halves) < 2:
        return [], []
    right = _without_cause(halves[1], keywords)
    return _listed_names(halves[0]), _listed_names(right)


def _without_cause(right: str, keywords: str) -> str:
    """Return the names that precede the cause of action in the right half of a title."""
    words = [re.sub(r"纠纷.*$|案$", "", word) for word in re.split(r"[\s,，;；]+", keywords)]
    for word in words:
        for length in range(len(word), 1, -1):
            at = right.find(word[:length])
            if at > 0 and re.search(_NAME_END + "$", right[:at]) and length >= min(len(word), 2):
                return right[:at]
    for match in re.finditer(_CAUSE, right):
        if match.start() and re.search(_NAME_END + "$", right[: match.start()]):
            return right[: match.start()]
    begins = re.search(_CAUSE, right[1:])
    return right[: begins.start() + 1] if begins else _TAIL.sub("", right)


def _listed_names(text: str) -> list[str]:
    return [name for one in re.split(r"[、,，]|及|和(?=某|\d)", text) if (name := one.strip(" 的"))]


def _from_english(title: str, keywords: str) -> tuple[list[str], list[str]]:
    head = re.split(r"\s*[:–—]\s*|\s-\s|,? regarding | \(|;", title, maxsplit=1)[0]
    halves = _SPLIT_EN.split(head, maxsplit=1)
    if len(halves) < 2:
        return [], []
    left, right = ([one.strip(" .") for one in re.split(r",|\band\b", half) if one.strip(" .")] for half in halves)
    return left, right


def _from_facts(facts: str) -> tuple[list[str], list[str]]:
    """Return parties labelled in the facts, else those named there most: who sues first."""
    chinese = script(facts) == "zh"
    labelled = _LABELLED_ZH if chinese else _LABELLED_EN
    sides: tuple[list[str], list[str]] = ([], [])
    for match in labelled.finditer(facts):
        answering = re.match(r"被|第三|担保|保证|resp|def|guar", match.group("label"), re.IGNORECASE)
        side = sides[bool(answering)]
        name = match.group("name").rstrip(".")
        if name not in side:
            side.append(name)
    if sides[0] and sides[1]:
        return sides
    pattern = re.compile(_PERSON) if chinese else _CAPITALISED
    counts: dict[str, int] = {}
    for match in pattern.finditer(facts):
        counts[match.group(0)] = counts.get(match.group(0), 0) + 1
    names = sorted(counts, key=lambda name: (-counts[name], facts.find(name)))[:2]
    return names[:1], names[1:]


def _both_sides(named: list[Named], language: str) -> list[Named]:
    fallback = ROLES.get(language, ROLES["en"])
    for side, name in ((True, fallback[0]), (False, fallback[1])):
        if not any(one.claiming is side for one in named):
            named.append(Named(name, side, language))
    return sorted(named, key=lambda one: not one.claiming)
