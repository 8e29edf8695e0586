"""Structured identifiers and addresses: found in every writing, and nothing else taken for one."""

import pytest

from cogmed_core.cases.anonymise import Anonymiser, residual_identifiers

ANONYMISER = Anonymiser()
MARKED = [
    ("IDCARD", "身份证号码为[440305 19090708 002X]。"),
    ("IDCARD", "居民身份证[４４０３０５１９０９０７０８００２Ｘ]，男"),
    ("IDCARD", "身份证[3702991974\n09230628]系其所有"),
    ("IDCARD", "公民身份号码：[44030619850101123]（少一位）"),
    ("PHONE", "手机[１３７００００９９３５]。"),
    ("PHONE", "多次拨打[139-0000-4983]未果"),
    ("PHONE", "电话[1860000\n1123]"),
    ("PHONE", "座机[（0755）26990000转801]。"),
    ("PHONE", "联系电话：[0571-88880000]"),
    ("BANKCARD", "账号[6222 0200 0000 1234 566]的账户"),
    ("BANKCARD", "汇入其账户（[6217008675650889954]）。"),
    ("USCC", "统一社会信用代码[91130108MA07XXQ12K]。"),
    ("PASSPORT", "护照号[E00000123]的当事人"),
    ("PASSPORT", "港澳居民来往内地通行证[H0000012300]"),
    ("PLATE", "驾驶[粤B·1234X]小型轿车"),
    ("PLATE", "肇事车辆[京AD06666]（新能源）"),
    ("VIN", "车架号[LSVAU2180N2183294]。"),
    ("CASENO", "作出[(2022)沪01民终5678号]民事判决"),
    ("CASENO", "案号：[［2021］粤03执恢219号]，"),
    ("CASENO", "编号：[天河人调字（2021）第261号]"),
    ("CERT", "[房权证海字第0000123号]项下房屋"),
    ("EMAIL", "邮箱[lawyer.chen_yt@example-law.cn]。"),
    ("WECHAT", "微信号[wxid_8k2mq0zt77a]，"),
    ("WECHAT", "（微信号：[abc-1292967]）"),
    ("QQ", "QQ：[2850000172]，"),
    ("MEDNO", "住院号：[ZY20230456]。"),
    ("DOB", "男，[1988.09.12]生"),
    ("DOB", "出生日期：[1980-04-24]"),
    ("DOB", "[１９７２年８月３０日]出生"),
    ("ADDR", "家住[幸福里小区5栋1单元302室]。"),
    ("ADDR", "住[浙江省杭州市桐庐县青山乡大王村三社]。"),
    ("ADDR", "住所地[河南省郑州市中牟县学府路130号17幢108]。"),
    ("ADDR", "住[湖南省长沙市岳麓区\n麓山南路36号]。"),
    ("ADDR", "行至[滨河南街与凤凰街交叉口]时"),
    ("ADDR", "住[阳光100小区3栋2单元1501室]。"),
    ("PHONE", "Call [(212) 555-0123] or write."),
    ("PHONE", "She can be reached on [07700 900123] at noon."),
    ("ADDR", "He lived at [12 High Street, Leeds LS1 4AB]."),
    ("DOB", "The tenant was born on [3 May 1980]."),
]
INNOCENT = [
    "赔偿13800000000元，分12期，每期1150000000元。",
    "依照《中华人民共和国民法典》第五百七十七条、（法释〔2020〕17号）、国办发〔2020〕23号之规定。",
    "2024年5月6日上午9时30分，双方到庭。",
    "根据2019年度全省城镇居民人均可支配收入39014元，按照20年计算。",
    "重庆市北碚区人民法院、成都市锦江区劳动纠纷人民调解委员会、某区某镇某村。",
    "手机138****0417，住北京市××区××路××号，车牌京A×××××。",
    "The award was 12,345,678.90 and section 12 of the 1998 Act applies.",
]


@pytest.mark.parametrize(("kind", "marked"), MARKED)
def test_is_found_whole(kind: str, marked: str) -> None:
    before, _, rest = marked.partition("[")
    passage, _, after = rest.rpartition("]")
    text = before + passage + after
    found = [(span.type, text[span.start : span.end]) for span in ANONYMISER.spans(text)]
    assert (kind, passage) in found
    assert any(text[span.start : span.end] == passage for span in residual_identifiers(text))


@pytest.mark.parametrize("text", INNOCENT)
def test_is_left_alone(text: str) -> None:
    assert ANONYMISER.spans(text) == ()
    assert residual_identifiers(text) == ()


def test_a_place_of_jurisdiction_stays_readable() -> None:
    (span,) = ANONYMISER.spans("住浙江省杭州市桐庐县青山乡大王村三社。")
    assert span.pseudonym == "浙江省杭州市桐庐县某地址1"
