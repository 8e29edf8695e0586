"""Who speaks in Chinese prose: the subjects of asking, answering and saying, and of whom something is asked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from cogmed_core.llm.offline.roles import CHINESE, prior
from cogmed_core.llm.offline.surnames import COMPOUND, MASKED

_ASK = (
    "要求|请求|希望|盼望|想要|想让|主张|诉请|索赔|索要|讨要|追讨|追要|要回|起诉|申请调解|申请仲裁|诉至|催要|"
    "催讨|投诉|提出要"
)
_ANSWER = (
    "拒绝|不同意|不接受|不肯|不愿意?|[只仅]肯|[只仅]愿意?|[只仅]同意|[只仅]认|[只仅]能|愿意|最多|否认|辩称|"
    "抗辩|不认可?|不退|不付|不还|答应|同意"
)
_SAY = "承认|解释|回应|答复|提议|建议|认为|觉得|称|说|表示|坚持|提出|强调|反映|指责|抱怨"
_ADVERB = (
    "(?:也|则|又|还|仍然?|并|都|便|就|故|现|多次|当庭|始终|一直|坚决|明确|随后|再次|遂|因此|于是|只好|反而|却|均|一度|曾|起初|后来|事后|书面|口头"
    "|以[^，。；]{1,14}?为由|当即|向[^，。；]{1,10}?|对此|对[^，。；]{1,8}?)"
)
_VERB = f"(?:(?P<ask>{_ASK})|(?P<answer>{_ANSWER})|(?P<say>{_SAY}))"
_SUBJECT = r"(?P<subject>[\u4e00-\u9fa5A-Za-z0-9]{2,24}?)"
_CLAUSE = re.compile(r"[^，,。；;：:！!？?\n“”]+")
_SPOKEN = re.compile(rf"^{_SUBJECT}{_ADVERB}*{_VERB}")
_LEADING = re.compile(
    r"^(?:但是?|而|故|遂|现|后|因此?|且|并|同时|随后|后来|于是|期间|其中|事后|之后|此后|为此|对此|现在|如今|另外|此外|由于|经|当时|直到|虽然|尽管|可是?|不过"
    r"|\d{2,4}年(?:\d{1,2}月)?(?:\d{1,2}日)?|\d{1,2}月(?:\d{1,2}日)?)+"
)
_ROLE = "|".join(CHINESE)
_NO_PARTY = re.compile(
    r"双方|各方|对方|其他|自己|有人|法院|法官|仲裁|调解|民警|警方|派出所|公证|鉴定|社区|街道|司法|律师|部门|专家|工作人员|人民|政府|大家|谁"
    r"|^[他她它其您你我们这那此该本经将被把对向与和及在从为因由至到于以之的地得不未没无也又就都还再只均已可能会应须所等并且或者如若每各两三几多数上下]"
    r"|[了着过的地得与和及向对在从把被将给是为因于并但而或之后前时中里间内]$|[\d一二三四五六七八九十][年月日号元]$|方[式法面案]|合同|协议|约定|争议|纠纷|押金|费用|问题|事故|事实|损失"
)
_MODIFIED = re.compile(r"^.*(?:的|名叫|即)(?=[\u4e00-\u9fa5A-Za-z]{2})")
_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹"
    "孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁"
    "尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳欧管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景"
    "党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝"
)
_AFTER = "以为将曾当未代向在于因通再不也则又还对把被让使等和与及的"
_FORMS = (
    rf"(?P<part>{_ROLE})?(?P<pseudonym>{MASKED})(?:等\d*余?[人名户位家]?[\u4e00-\u9fa5]{{0,3}}$)?",
    rf"(?P<kin>(?:{_ROLE}|{MASKED})(?:家属|父母|一家|家人))",
    rf"(?P<titled>[\u4e00-\u9fa5](?:先生|女士|小姐|师傅|老师|医生|阿姨|大爷|大妈|奶奶|经理|老板)|[小老阿][{_SURNAMES}])",
    r"(?P<group>\d+[多余]?[名户位家][\u4e00-\u9fa5]{2,4})",
    r"(?P<firm>某?[\u4e00-\u9fa5]{1,12}?(?:公司|银行|医院|学校|中心|委员会|合作社|幼儿园|酒店)\d{0,2})",
    rf"(?P<role>{_ROLE})(?=$|[{_AFTER}])",
    rf"(?P<by>{_ROLE})?(?P<person>(?:{COMPOUND}|[{_SURNAMES}])[\u4e00-\u9fa5](?:(?![{_AFTER}])[\u4e00-\u9fa5])?)",
)
_MASKED = re.compile(MASKED)
_PARTY = re.compile("|".join(f"(?:{form})" for form in _FORMS))
_NAME = re.compile("|".join(f"(?:{form})" for form in _FORMS[1:4]) + f"|{MASKED}")


@dataclass(slots=True)
class Speaker:
    """Somebody who speaks in the facts."""

    name: str
    role: str = ""
    score: float = 0.0
    first: int = 0


@dataclass(slots=True)
class Heard:
    """Every speaker by name, and other names and parts that were only mentioned, in their order."""

    speakers: dict[str, Speaker] = field(default_factory=dict)
    mentioned: dict[str, int] = field(default_factory=dict)


def read_chinese(sentences: Sequence[str]) -> Heard:
    """Return who speaks in the sentences, scored by who asks (up) and who answers or is asked (down)."""
    heard = Heard()
    clauses = [clause for sentence in sentences for clause in _CLAUSE.findall(sentence)]
    asked: list[tuple[str, str]] = []
    current = ""
    for clause in clauses:
        bare = _LEADING.sub("", clause)
        for name in [*(found.group() for found in _NAME.finditer(bare)), *re.findall(_ROLE, bare)]:
            heard.mentioned[name] = heard.mentioned.get(name, 0) + 1
        match = _spoken(bare)
        if match:
            current = _speaker(match[0], heard)
        follows = None if match else re.match(rf"^{_ADVERB}*{_VERB}", bare)
        verb = match[1] if match else follows
        if verb and current:
            _score(heard.speakers[current], verb)
            if verb["ask"]:
                asked.append((current, bare[verb.end("ask") :]))
    for asking, what in asked:
        for name, speaker in heard.speakers.items():
            if name != asking and what.startswith((name, speaker.role or name, f"由{name}")):
                speaker.score -= 1
    return heard


def _spoken(clause: str) -> tuple[re.Match[str], re.Match[str]] | None:
    """Return the party that is the subject of a clause, and the verb; None where no party speaks in it."""
    match = _SPOKEN.match(clause)
    if not match:
        return None
    subject = _MODIFIED.sub("", match["subject"])
    a_person = _MASKED.match(subject)  # 于某1 and 上官某1 begin with words that no other party begins with
    party = None if _NO_PARTY.search(subject) and not a_person else _PARTY.match(subject)
    return (party, match) if party else None


def _speaker(party: re.Match[str], heard: Heard) -> str:
    """Return the key of a speaker: 业主谢敏 is 谢敏 in the part of 业主."""
    role = party["part"] or party["by"] or party["role"] or ""
    name = party.group().removeprefix(role) or role
    for key, one in heard.speakers.items():
        if name == key or (role and role == one.role) or key.startswith(name) or name.startswith(key):
            one.role = one.role or role
            return key
    heard.speakers[name] = Speaker(name, role, 0.5 * prior(role), len(heard.speakers))
    return name


def _score(speaker: Speaker, verb: re.Match[str]) -> None:
    speaker.score += 1.0 if verb["ask"] else -1.0 if verb["answer"] else 0.0
