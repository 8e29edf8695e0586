"""What people and firms are called by the part they play, and on which side that usually puts them."""

import re

from cogmed_core.llm.offline.patterns import script

_CLAIMING = (
    "claimant applicant plaintiff petitioner complainant appellant lender creditor patient victim pedestrian",
    "申请人 原告 上诉人 请求人 投诉人 自诉人 债权人 出借人 受害人 伤者 患者 家属",
)
_ANSWERING = (
    "respondent defendant appellee borrower debtor guarantor surety insurer tortfeasor",
    "被申请人 被告 被上诉人 被投诉人 被请求人 债务人 借款人 担保人 保证人 保险公司 肇事方 侵权人",
)
_EITHER = (
    "tenant landlord landlady lessor lessee lodger buyer seller purchaser vendor customer client consumer supplier"
    " dealer employee employer worker manager driver rider cyclist owner proprietor neighbour neighbor resident builder"
    " contractor subcontractor plumber roofer electrician carpenter decorator painter gardener architect designer"
    " mechanic photographer caterer hairdresser vet farmer freelancer author publisher husband wife spouse father"
    " mother parent son daughter brother sister grandmother grandfather aunt uncle widow heir child guest passenger"
    " traveller student teacher member shareholder partner franchisee franchisor licensor licensee agent broker"
    " company firm shop store restaurant hotel bakery garage gym club clinic hospital practice school "
    "university college"
    " nursery bank association council agency charity studio factory warehouse airline operator manufacturer platform"
    " cooperative housekeeper nurse carer cleaner",
    "租客 租户 房客 承租人 承租方 房东 出租人 出租方 买家 买方 卖家 卖方 买受人 出卖人 顾客 消费者 客户 "
    "商家 商户 店主 店家 供货商 供应商"
    " 员工 职工 劳动者 工人 雇员 雇主 老板 用人单位 单位 公司 企业 工厂 施工方 承包方 承包人 发包方 "
    "发包人 装修公司 包工头 业主 物业 物业公司"
    " 邻居 住户 村民 村委会 居委会 车主 司机 驾驶员 骑手 行人 乘客 丈夫 妻子 男方 女方 父亲 母亲 儿子 "
    "女儿 子女 老人 哥哥 弟弟 姐姐 妹妹"
    " 兄长 长子 次子 长女 次女 继母 继父 祖母 祖父 奶奶 爷爷 外婆 外公 家长 学生 学校 幼儿园 培训机构 "
    "机构 医院 诊所 酒店 饭店 餐馆 银行 健身房"
    " 俱乐部 旅行社 平台 作者 出版社 股东 合伙人 中介 委托人 受托人 会员 饲养人 狗主人",
)
ENGLISH = tuple(" ".join(words[0] for words in (_CLAIMING, _ANSWERING, _EITHER)).split())
CHINESE = tuple(sorted(" ".join(words[1] for words in (_CLAIMING, _ANSWERING, _EITHER)).split(), key=len, reverse=True))
_FIRM_WORDS = (
    "company firm shop store restaurant hotel bakery garage gym club clinic hospital practice school university college"
    " nursery bank association council agency charity studio factory warehouse airline operator manufacturer platform"
    " cooperative insurer supplier employer dealer publisher"
)
FIRMS = frozenset(_FIRM_WORDS.split())
"""English words for what is no person; ``it`` can stand for them."""
_SHE = frozenset(
    {"mrs", "ms", "miss", "landlady", "wife", "mother", "daughter", "sister", "grandmother", "aunt", "widow"}
)
_HE = frozenset({"mr", "husband", "father", "son", "brother", "grandfather", "uncle"})
_WORDS = re.compile(r"[a-z]+")


def prior(word: str) -> int:
    """Return 1 for a part that claims, -1 for one that answers, 0 for one found on either side."""
    if script(word) == "zh":
        claiming, answering = _CLAIMING[1].split(), _ANSWERING[1].split()
    else:
        claiming, answering = _CLAIMING[0].split(), _ANSWERING[0].split()
    return int(word.lower() in claiming) - int(word.lower() in answering)


def pronoun_of(text: str) -> str:
    """Return the pronoun that a name or part in English asks for: he, she, it; they where it does not tell."""
    words = set(_WORDS.findall(text.lower()))
    if words & _SHE:
        return "she"
    if words & _HE:
        return "he"
    firm = re.search(r"\b(?:Ltd|Limited|Inc|LLP|PLC|LLC|Co|Company|Corp|GmbH|Bank|Council|Group|Trust)\b", text)
    return "it" if firm or words & FIRMS else "they"
