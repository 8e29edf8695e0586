"""How much is found in snippets of every hard kind, and how little else: invented here, with thresholds."""

import re
from collections import Counter

from cogmed_core.cases.anonymise import Anonymiser

MARKED = """
⟦P:眭望舒⟧与⟦P:仵长庚⟧系合伙人，⟦P:仵长庚⟧退伙后要求分红。
原告⟦P:蹇若谷⟧诉称，被告⟦P:逄子墨⟧拖欠货款。
调解员⟦P:缑怀远⟧请⟦P:禚小满⟧先说。
⟦P:令狐采薇⟧把房子租给⟦P:淳于越⟧，租期三年。
⟦P:呼延灼华⟧与⟦P:澹台明镜⟧、⟦P:钟离昧之⟧系股东。
被继承人⟦P:端木守拙⟧去世，其子⟦P:端木成蹊⟧要求分割遗产。
⟦P:热依汗·阿不都⟧与⟦P:库尔班·玉素甫⟧离婚。
牧民⟦P:苏日娜⟧把羊卖给⟦P:巴图孟和⟧。
⟦P:扎西平措⟧向⟦P:达瓦卓玛⟧借款两万元。
⟦P:森田由纪⟧与房东⟦P:水野健一⟧因押金发生争议。
⟦P:Elena Petrova⟧女士入职后未签合同，⟦A:Elena⟧要求双倍工资。
证人⟦P:时雨⟧证明，⟦P:方舟⟧当日在场。
⟦P:安宁⟧认为⟦P:江河⟧应当赔偿。
经多次劝说，⟦P:白桦⟧表示愿意道歉，⟦P:石磊⟧撤回申请。
⟦P:高远⟧向⟦P:常青⟧转账五千元。
⟦P:向阳⟧名下的车辆由⟦P:黎明⟧驾驶。
遗有子女⟦P:岑山⟧、⟦P:岑川⟧、⟦P:岑溪⟧。
乘客⟦P:鲁小曼⟧、⟦P:毕云涛⟧、⟦P:庞统领⟧均受轻伤。
⟦P:房玄龄⟧师傅修好了车，⟦P:杜如晦⟧女士付了钱。
⟦P:喻可欣⟧老师通知⟦P:樊胜美⟧到校。
店员扶起⟦P:焦裕如⟧送医，⟦P:焦裕如⟧右腿骨折。
社区民警劝开⟦P:邬思道⟧和⟦P:年羹良⟧。
⟦P:岑大川⟧与⟦P:李芳⟧离婚，⟦A:大川⟧说孩子归他，⟦A:小芳⟧不同意。
⟦P:钱守义⟧，绰号“⟦A:大壮⟧”，欠款不还，⟦A:大壮⟧躲到外地。
⟦P:孙晓梅⟧（网名“⟦A:夏夜微凉⟧”）在店铺“留言”，⟦A:夏夜微凉⟧说货不对板。
⟦P:刘建业⟧与⟦P:孟昭文⟧是邻居，⟦A:老刘⟧说⟦A:孟大妈⟧不讲理。
网店店名“⟦O:梅子小铺⟧”，经营者⟦P:梅若雪⟧。
原告⟦O:青澜市松涧食品有限公司⟧（以下简称“⟦B:松涧食品⟧”）诉⟦O:云泽市鹭洲物流有限公司⟧。
货款由⟦O:檀溪县恒泽建材经营部⟧代收。
⟦P:温庭月⟧在⟦O:宁渡市听松茶楼⟧摔伤。
司法所、村委会、妇联、市场监督管理局、人民调解委员会共同参与。
去年冬天主卫漏水，楼下卧室的木地板起鼓、衣柜发霉，双方在楼道里争吵，谁也不肯让步。物业前后来了四次，都没有查出漏水的原因，只说是防水层老化。楼下的妻子周末全天在家教琴，楼上嫌练琴太吵，上门理论时又提起旧账，说这笔钱原本是留给儿子结婚用的，扬言爱告就告。调解员首先释明相邻关系的规定，随即请师傅打压试水，查清漏点，再分头征求意见。楼上承认施工时碰坏了管道，愿意修复并补偿，还向对方鞠躬道歉；楼下答应练琴改在白天。双方签了协议，以后有事通过楼栋管家沟通，几年的隔阂和代际的误会也就此化解，当面言和。
⟦P:Owen Tallis⟧ rented ⟦D:7 Quarry Lane, Merrowby, QZ3 4RT⟧ from ⟦O:Hollin & Marsh Lettings Ltd⟧.
⟦P:Marisol Quint⟧ sued ⟦O:Brackwater Roofing LLC⟧; ⟦A:Marisol⟧ wants $900, ⟦B:Brackwater⟧ offers $300.
Mr ⟦P:Declan O'Shea⟧ met his sister ⟦P:Niamh⟧; ⟦A:O'Shea⟧ paid ⟦O:Nordlicht Maschinen GmbH⟧.
The parcel went to ⟦D:P.O. Box 618, Harrow Vale, NSW 2999⟧ and ⟦D:44 Elder Street, Apt 3, Dunmore, OH 45999⟧.
The High Court, the Consumer Rights Act and the Ministry of Justice are public.
"""
TYPES = {"P": "PER", "A": "ALIAS", "O": "ORG", "B": "ORG_ALIAS", "D": "ADDR"}
LEAST = {"PER": 0.92, "ALIAS": 0.95, "ORG": 0.85, "ADDR": 0.97}
ANONYMISER = Anonymiser()


def unmarked(line: str) -> tuple[str, list[tuple[int, int, str]]]:
    """Return the text of a marked line, and where what stands in it."""
    text, places, end = "", [], 0
    for match in re.finditer(r"⟦(\w):([^⟧]+)⟧", line):
        text += line[end : match.start()]
        places.append((len(text), len(text) + len(match[2]), TYPES[match[1]]))
        text, end = text + match[2], match.end()
    return text + line[end:], places


def test_the_share_of_people_firms_and_addresses_found_and_of_other_words_left() -> None:
    total, found, proposed, wrong = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    missed = []
    for line in MARKED.strip().splitlines():
        text, places = unmarked(line)
        spans = ANONYMISER.spans(text)
        masked = {place for span in spans for place in range(span.start, span.end)}
        labelled = {place for start, end, _ in places for place in range(start, end)}
        for start, end, kind in places:
            total[kind] += 1
            whole = all(place in masked for place in range(start, end))
            found[kind] += whole
            missed += [] if whole else [text[start:end]]
        for span in spans:
            proposed[span.type] += 1
            stray = labelled.isdisjoint(range(span.start, span.end))
            wrong[span.type] += stray
            missed += [f"-{text[span.start : span.end]}"] if stray else []
    assert total["PER"] >= 55 and total["ALIAS"] >= 10
    for kind, least in LEAST.items():
        assert found[kind] / total[kind] >= least, missed
    assert sum(wrong.values()) / sum(proposed.values()) <= 0.05, missed
