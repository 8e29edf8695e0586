"""Who the parties are: from the title (A与B…纠纷案, X v. Y: …), else from the facts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogmed_core.llm.offline.chinese import Speaker, read_chinese
from cogmed_core.llm.offline.english import read_english
from cogmed_core.llm.offline.english_words import sentences_of
from cogmed_core.llm.offline.patterns import script
from cogmed_core.llm.offline.sides import chinese_sides, english_sides
from cogmed_core.llm.offline.surnames import MASKED

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
_BETWEEN_EN = re.compile(
    r"\bbetween (?P<one>.+?) and (?P<other>.+?)(?= (?:over|about|concerning|regarding|on|in)\b|$)", re.IGNORECASE
)
_SPLIT_EN = re.compile(r"\s+(?:v\.?s?\.?|versus|against)\s+", re.IGNORECASE)
_LABELLED_ZH = re.compile(
    r"(?P<label>被申请人|被告|被上诉人|申请人|原告|上诉人|第三人|担保人|保证人)(?:为|是|：|:|（[^）]*）)?\s*"
    rf"(?P<name>{MASKED}|(?:(?![因与于向诉在就])[\u4e00-\u9fa5A-Za-z0-9]){{2,20}}?(?:公司|银行|医院|学校|中心|委员会|商行|商场|酒店|工厂|厂|店)"
    r"|[\u4e00-\u9fa5]{2,4}?)"
    r"(?=[（(，,。、；;：与和因系于向称认主要诉的在就发存签借欠应未将自以拖提起]|$)"
)
_LABELLED_EN = re.compile(
    r"(?i:\b(?:the )?(?P<label>claimant|applicant|plaintiff|respondent|defendant|guarantor)),? "
    r"(?P<name>(?:[A-Z][\w.&'’-]+)(?: (?:[A-Z][\w.&'’-]+|of|and))*)"
)
ROLES = {
    "zh": ("申请人", "被申请人", "担保人"),
    "en": ("applicant", "respondent", "guarantor"),
}
_NAME_LENGTH = 60
LIMIT = 6
"""More than six at one table is a hearing, not a mediation; the rest of a long list is spoken for by the first."""


@dataclass(frozen=True, slots=True)
class Named:
    """A party by name; ``claiming`` on the side that asks; ``part`` is what it is in the matter, where told."""

    name: str
    claiming: bool
    language: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class _Told:
    """What the facts tell of the parties: both sides, how far each asks or answers, and who plays which part."""

    claiming: list[str]
    answering: list[str]
    scores: Mapping[str, float]
    parts: Mapping[str, str]


def find_parties(title: str, keywords: str, facts: str, language: str) -> list[Named]:
    """Return the parties, those who claim first; at least one on either side, no name twice.

    The title names them where it can, else the facts. Who asks for something claims: where the facts show that the
    first side of a title only answers and the other asks, the sides change places.
    """
    claiming, answering = _sides(title, keywords, facts)
    parts = _told(facts, [*claiming, *answering]).parts
    named: list[Named] = []
    room = max(1, LIMIT - min(len(answering), LIMIT - 1))
    for names, side, most in ((claiming, True, room), (answering, False, LIMIT - 1)):
        for name in names[:most]:
            if (shown := _printable(name)) and shown not in {one.name for one in named}:
                part = parts.get(name, "")
                named.append(Named(shown, side, language, part if script(part) == language else ""))
    return _both_sides(named, language)


def parties_are_told(title: str, keywords: str, facts: str) -> bool:
    """Say whether title or facts name two sides, by name or by the parts they play."""
    return all(_sides(title, keywords, facts))


def _sides(title: str, keywords: str, facts: str) -> tuple[list[str], list[str]]:
    claiming, answering = (_from_chinese if script(title) == "zh" else _from_english)(title, keywords)
    if claiming and answering:
        told = _told(facts, [*claiming, *answering])
        strangers = bool(facts) and not any(_appears(name, facts) for name in (*claiming, *answering))
        if not (strangers and told.claiming and told.answering):
            return (answering, claiming) if _turned_round(told, claiming, answering) else (claiming, answering)
    labelled = _labelled(facts)
    if all(labelled):
        return labelled
    told = _told(facts, [])
    return told.claiming, told.answering


def _appears(name: str, facts: str) -> bool:
    words = [word for word in name.split() if len(word) > 2] or [name]
    return name[:2] in facts if script(name) == "zh" else any(word in facts for word in words)


def _turned_round(told: _Told, claiming: Sequence[str], answering: Sequence[str]) -> bool:
    """Say whether by the facts the first side only answers, and the other side asks."""
    first = [told.scores.get(name, 0.0) for name in claiming]
    second = [told.scores.get(name, 0.0) for name in answering]
    return max(first) < 0 and max(second) >= 1


def _told(facts: str, known: Sequence[str]) -> _Told:
    """Return what the facts tell of the parties, those ``known`` by name among them."""
    if script(facts) == "zh":
        heard = read_chinese(re.findall(r"[^。！？\n]+", re.sub(r"\s+", "", facts)))
        speakers = heard.speakers.values()
        scores = {one.name: one.score for one in speakers} | _of_titles(known, heard.speakers)
        return _Told(*chinese_sides(heard), scores, {one.name: one.role for one in speakers if one.role != one.name})
    reading = read_english(sentences_of(facts), [name for name in known if script(name) == "en"])
    actors = reading.actors.values()
    parts = {one.name: one.role for one in actors if one.role and one.role not in one.name.lower()}
    return _Told(*english_sides(reading, facts), {one.name: one.score for one in actors}, parts)


def _of_titles(known: Sequence[str], speakers: Mapping[str, Speaker]) -> dict[str, float]:
    """Return the scores of those named in a title: 罗某1等9人 speaks in the facts as 罗某1."""
    return {
        name: speakers[key].score
        for name in known
        for key in speakers
        if name != key and (name.startswith(key) or key.startswith(name))
    }


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
    if between := _BETWEEN_EN.search(head):
        halves = [between["one"], between["other"]]
    if len(halves) < 2:
        return [], []
    left, right = ([one.strip(" .") for one in re.split(r",|\band\b", half) if one.strip(" .")] for half in halves)
    return left, right


def _labelled(facts: str) -> tuple[list[str], list[str]]:
    """Return the parties that the facts call claimant, respondent …"""
    sides: tuple[list[str], list[str]] = ([], [])
    for match in (_LABELLED_ZH if script(facts) == "zh" else _LABELLED_EN).finditer(facts):
        answering = re.match(r"被|第三|担保|保证|resp|def|guar", match.group("label"), re.IGNORECASE)
        name = match.group("name").rstrip(".")
        if name not in sides[0] + sides[1]:
            sides[bool(answering)].append(name)
    return sides


def _both_sides(named: list[Named], language: str) -> list[Named]:
    fallback = ROLES.get(language, ROLES["en"])
    for side, name in ((True, fallback[0]), (False, fallback[1])):
        if not any(one.claiming is side for one in named):
            named.append(Named(name, side, language))
    return sorted(named, key=lambda one: not one.claiming)
