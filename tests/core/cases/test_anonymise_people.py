"""People and firms: names of every kind, what is no name, and the other forms of names."""

import pytest

from cogmed_core.cases.anonymise import Anonymiser
from cogmed_core.cases.anonymise.replacement import replaced

ANONYMISER = Anonymiser()
NAMED = {
    "原告（反诉被告）诸葛明远诉称，被告司徒婉清未还款。": ["诸葛明远", "司徒婉清"],
    "申请人买买提·吐尔逊，男；委托诉讼代理人古丽娜尔·阿不都热合曼。": ["买买提·吐尔逊", "古丽娜尔·阿不都热合曼"],
    "被告尼玛次仁与乌云其木格系夫妻。": ["尼玛次仁", "乌云其木格"],
    "调解员（签名）：吴桂芬　　记录人（签名）：田甜": ["吴桂芬", "田甜"],
    "审 判 员　　云天绯\n2024年11月7日\n书 记 员　　杨霞": ["云天绯", "杨霞"],
    "原 告 ： 毛 易 得，男，一九七二年生": ["毛 易 得"],
    "经多次沟通，白雪表示愿意让步，方圆仍坚持原诉求。": ["白雪", "方圆"],
    "證人張偉明到庭，陳麗華拒絕還款。": ["張偉明", "陳麗華"],
    "遗有三女范冰、范雪、范霜。": ["范冰", "范雪", "范霜"],
    "原告田中惠子与被告铃木健太离婚纠纷一案。": ["田中惠子", "铃木健太"],
    "高兴（女，45岁）陈述其未在场。": ["高兴"],
    "其父何时、母关键均先于其死亡，遗有三女时光、梅花、温馨。": ["何时", "关键", "时光", "梅花", "温馨"],
    "房屋由严肃、庄严共有，万里名下另有一套，田园大妈与路口大爷作证。": ["严肃", "庄严", "万里", "田园", "路口"],
    "晏平诉青澜食品有限公司一案，双方诉争已久。": ["晏平"],
    "樊桂芳某所在的居委会来人，樊桂芳某说要起诉。": ["樊桂芳", "樊桂芳"],
    "段玉松到公安局报案，路佳宜向法院起诉，段玉松和路佳宜不再来往。": ["段玉松", "路佳宜", "段玉松", "路佳宜"],
    "犯罪嫌疑人姜林地打了人，姜林地认错。": ["姜林地", "姜林地"],
    "这笔钱原由钱明保管，把车交给车明，那块田归田丰耕种。": ["钱明", "车明", "田丰"],
    "Ms Amara Fenwick and Gerald Pettifer met the mediator.": ["Amara Fenwick", "Gerald Pettifer"],
}
NAMELESS = [
    "水管老化、墙皮脱落、金额较小、方便执行、高度重视、安全生产、常年外出、万元户、白条、成本、温和、关心、明白、简单。",
    "景某与孟某于2015年登记结婚，婚后育有一女孟某某，赵×、李某1、王某甲、刘甲到庭。",
    "某物业公司与63名业主、该食品公司、两家保险公司、村委会、妇联、海淀区市场监督管理局。",
    "调解员马上赶到现场，关键是要稳住当事人情绪，于是连夜走访，时间宝贵。",
    "楼上嫌练琴太吵，楼栋长到场，代际沟通困难，双方权衡利弊，首先恢复原状，最终顺利和解。",
    "调解员推动矛盾纠纷化解工作，街道党工委支持，援助律师为工人支持起诉，请您告诉我原因。",
    "谢谢各位先生的介绍，当事人陈述完毕，于是向对方转账，被告应当支付余款。",
    "这笔钱原是给儿子结婚用的，那笔钱后来转走了，这块田原来由两家轮流耕种。",
    "那块田春天种了水稻，那头牛后来被卖到外地，那棵树是谁种的没人知道。",
    "When the High Court of England sat on Monday, the Claimant said nothing.",
]
FIRMS = {
    "被告：河北恒昌达建筑工程有限公司，住所地某处。": ["河北恒昌达建筑工程有限公司"],
    "陈某，河北冀正律师事务所律师。": ["河北冀正律师事务所"],
    "业主与丰禾物业公司签订合同。": ["丰禾物业公司"],
    "执法人员到鼎盛轩餐饮店检查。": ["鼎盛轩餐饮店"],
    "转包给联创消防公司，兴隆水厂安装水管。": ["联创消防公司", "兴隆水厂"],
    "被告与正大物业公司、远大汽车销售公司签约。": ["正大物业公司", "远大汽车销售公司"],
    "老王家烧烤共用一面墙。": ["老王家烧烤"],
    "She sued Tarn & Quillet Studios Ltd.": ["Tarn & Quillet Studios Ltd"],
}


def found(text: str, *kinds: str) -> list[str]:
    return [text[span.start : span.end] for span in ANONYMISER.spans(text) if span.type in kinds]


@pytest.mark.parametrize(("text", "names"), NAMED.items())
def test_people_are_found(text: str, names: list[str]) -> None:
    assert found(text, "PER") == names


@pytest.mark.parametrize("text", NAMELESS)
def test_nothing_else_is_taken_for_anybody(text: str) -> None:
    assert ANONYMISER.spans(text) == ()


@pytest.mark.parametrize(("text", "names"), FIRMS.items())
def test_firms_are_found(text: str, names: list[str]) -> None:
    assert found(text, "ORG") == names


def test_every_form_of_a_name_gets_the_pseudonym_of_its_person() -> None:
    text = "刘翠花（又名刘二妹）与郭福成系邻居。小刘多次上门，刘女士说郭大爷不讲理。翠花称，郭某曾骂人。"
    given = {text[span.start : span.end]: span.pseudonym for span in ANONYMISER.spans(text)}
    assert {given[form] for form in ("刘翠花", "刘二妹", "小刘", "刘女士", "翠花")} == {"刘某1"}
    assert {given[form] for form in ("郭福成", "郭大爷", "郭某")} == {"郭某1"}


def test_a_familiar_form_stands_after_kin_and_at_the_beginning_of_a_clause() -> None:
    text = "婚生女随父亲老纪生活，后老纪到期未还款。纪文翠同意。谢谢纪先生的介绍。"
    given = {text[span.start : span.end]: span.pseudonym for span in ANONYMISER.spans(text)}
    assert given == {"老纪": "纪某1", "纪文翠": "纪某1", "纪先生": "纪某1"}


def test_every_form_of_a_firm_gets_one_pseudonym() -> None:
    text = "杭州云谷网络科技有限公司（以下简称云谷公司）未付款，云谷公司称无力支付，云谷愿意协商。"
    spans = ANONYMISER.spans(text)
    assert [text[span.start : span.end] for span in spans][1:] == ["云谷公司", "云谷公司", "云谷"]
    assert {span.pseudonym for span in spans} == {"某公司1"}


def test_people_of_one_surname_are_told_apart_and_no_mask_is_reused() -> None:
    text = "原告张伟民诉被告张国强借款纠纷，证人张某1在场。张伟民、张国强到庭。"
    given = {text[span.start : span.end]: span.pseudonym for span in ANONYMISER.spans(text)}
    assert given == {"张伟民": "张某2", "张国强": "张某3"}


def test_a_name_is_not_taken_for_another_where_its_sentence_runs_on() -> None:
    text = "吴笙与姜静是邻居。姜静眼见吴笙家的院落扩大，吴笙遂停工。李业称没有发票。李业系司机，后与李业沟通。"
    given = {text[span.start : span.end]: span.pseudonym for span in ANONYMISER.spans(text)}
    assert given == {"吴笙": "吴某1", "姜静": "姜某1", "李业": "李某1"}


def test_pseudonyms_by_role_leak_no_surname() -> None:
    text = "原告王小明与被告李大海借款纠纷。调解员陈芳多次劝说李大海。"
    given = {text[span.start : span.end]: span.pseudonym for span in Anonymiser("role").spans(text)}
    assert given == {"王小明": "原告甲", "李大海": "被告甲", "陈芳": "调解员甲"}


LINKED = {
    "岑大川与岑小苹系兄妹。大川说母亲偏心，阿川又说，川哥也说。": ("岑大川", ["大川", "阿川", "川哥"]),
    "刘建国（男，1950年生）与刘晓东（男，1985年生）系父子。老刘要分家，小刘不同意。": ("刘建国", ["老刘"]),
    "刘建国与刘秀英（女，40岁）因借款发生纠纷。刘女士要求还款，刘先生拒绝。": ("刘建国", ["刘先生"]),
    "买买提·吐尔逊与邻居发生争执，买买提表示愿意道歉，吐尔逊的妻子到场。": ("买买提·吐尔逊", ["买买提", "吐尔逊"]),
    "Maria Lopez（女）未签合同。Maria称公司未付工资，Lopez女士要求补偿。": ("Maria Lopez", ["Maria", "Lopez"]),
    "被告孙小梅（网名“夏日微风_88”，微信名：梅子酱）卖货，夏日微风_88称无货，梅子酱退款。": (
        "孙小梅",
        ["夏日微风_88", "梅子酱"],
    ),
    "外号叫“铁头”的马大力打伤了人，铁头逃走。村里人都叫他“马疯子”，马疯子回来了。": ("马大力", ["铁头", "马疯子"]),
    "Bob Marsh and Tom Bligh met. Bob, known as Spike, refused. Spike left, and Bligh paid.": (
        "Bob Marsh",
        ["Bob", "Spike"],
    ),
    "Robert Hale, whom friends called Spike, sued Ann Lyle. Spike won.": ("Robert Hale", ["Spike"]),
    "Robert Hale (a/k/a “Spike”) sued Ann Lyle. Spike won.": ("Robert Hale", ["Spike"]),
    "Ann Lyle left. Robert Hale's nickname was Spike. Spike won.": ("Robert Hale", ["Spike"]),
    "Robert Hale sued Ann Lyle. Everybody calls her Dolly. Dolly won.": ("Ann Lyle", ["Dolly"]),
    "Ann Lyle agreed. Spike, as Robert Hale is known, won. Spike left.": ("Robert Hale", ["Spike"]),
    "Ann Lyle agreed. Known to all as Spike, Robert Hale won. Spike left.": ("Robert Hale", ["Spike"]),
    "Ann Lyle, née Brody, met the late Robert Hale. Ms Brody won. The late Mr Hale owed money.": (
        "Ann Lyle",
        ["Brody"],
    ),
    "Robert Hale, better known as Spike Moran, met Ann Lyle. Mr Moran won.": ("Robert Hale", ["Spike Moran", "Moran"]),
    "Robert Marsh (Bob) met Ann Lyle. Bob won.": ("Robert Marsh", ["Bob"]),
    "马大力人称“铁头”，铁头逃走。王桂芳报警。": ("马大力", ["铁头"]),
    "王桂芳称马大力外号铁头，铁头先动手。": ("马大力", ["铁头"]),
    "小名叫毛豆的马大力与王桂芳吵架，毛豆先动手。": ("马大力", ["毛豆"]),
    "马大力（绰号疯子）与王桂芳（小名芳芳）吵架，芳芳报警。": ("王桂芳", ["芳芳"]),
    "Maria Lopez met Ken Adams. Maria paid, Ken's brother watched, and Lopez left.": (
        "Maria Lopez",
        ["Maria", "Lopez"],
    ),
}


@pytest.mark.parametrize(("text", "linked"), LINKED.items())
def test_another_form_of_a_name_means_the_person_it_fits(text: str, linked: tuple[str, list[str]]) -> None:
    name, forms = linked
    given = {text[span.start : span.end]: span.pseudonym for span in ANONYMISER.spans(text)}
    assert [form for form in forms if given.get(form) != given[name]] == []


def test_a_form_that_two_could_bear_is_said_to_be_unsure() -> None:
    text = "刘建国与刘建军因宅基地发生纠纷。老刘不服。"
    (form,) = (span for span in ANONYMISER.spans(text) if text[span.start : span.end] == "老刘")
    assert form.layer == "unsure" and form.pseudonym in {"刘某1", "刘某2"}


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (
            "青澜市宏桁建设有限公司（以下简称“宏桁建设”，法定代表人荆松涛）未付款。",
            "某公司1（以下简称“某公司1”，法定代表人荆某1）未付款。",
        ),
        ("Acme Rockets Inc. offered less. Acme refused.", "Company 1 offered less. Company 1 refused."),
        ("Plaintiff Dwayne Tarn Jr. lives here; Tarn left.", "Plaintiff Person 1 lives here; Person 1 left."),
        (
            "See https://www.tarn-quillet.example/claims?id=22 or ask @tarn_quillet.",
            "See Web address 1 or ask User name 1.",
        ),
    ],
)
def test_what_is_masked_reads_well(text: str, masked: str) -> None:
    assert replaced(text, ANONYMISER.spans(text)) == masked
