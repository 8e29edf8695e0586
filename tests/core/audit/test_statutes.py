"""Citations in both languages."""

import pytest

from cogmed_core.audit.terms.statutes import citations


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("《中华人民共和国民法典》第563条、第566条", {"民法典 563", "民法典 566"}),
        ("《中华人民共和国民法典》第1179、1181条", {"民法典 1179", "民法典 1181"}),
        ("《民法典》第465条、509条、577条《劳动法》第50条", {"民法典 465", "民法典 509", "民法典 577", "劳动法 50"}),
        ("《民法典》第五百七十七条、第五百八十五条第二款", {"民法典 577", "民法典 585"}),
        ("《物业管理条例》（2018年修订）（国务院令第698号）第41条", {"物业管理条例 41"}),
        ("《中华人民共和国专利法（2020年修正）》第67条", {"专利法 67"}),
        (
            "《关于适用<中华人民共和国民法典>婚姻家庭编的解释（一）》（法释〔2020〕22号）第5条",
            {"关于适用〈中华人民共和国民法典〉婚姻家庭编的解释（一） 5"},
        ),
        ("《关于深化多元解纷的意见》（法发〔2021〕25号）", {"关于深化多元解纷的意见"}),
        ("根据民法典第577条，您可以要求赔偿", {"民法典 577"}),
        ("依照中华人民共和国劳动合同法第四十七条", {"劳动合同法 47"}),
        ("这部法律第一条怎么说", set()),
        ("section 21 of the Housing Act 1988", {"Housing Act 1988 21"}),
        ("Housing Act 2004, sections 213 and 214", {"Housing Act 2004 213", "Housing Act 2004 214"}),
        ("the Consumer Rights Act 2015, s 49(1)", {"Consumer Rights Act 2015 49"}),
        ("Copyright, Designs and Patents Act 1988, section 11", {"Copyright, Designs and Patents Act 1988 11"}),
        (
            "Late Payment of Commercial Debts (Interest) Act 1998, sections 1, 4 and 5A",
            {f"Late Payment of Commercial Debts (Interest) Act 1998 {number}" for number in ("1", "4", "5A")},
        ),
        ("the Tenant Fees Act 2019", {"Tenant Fees Act 2019"}),
        ("an act of kindness in 2019", set()),
    ],
)
def test_citations(text: str, cited: set[str]) -> None:
    assert {str(one) for one in citations(text)} == cited
