"""Who is the weaker party: the one with less power at the table, as far as names, roles and the kind of dispute tell.

1. In a labour dispute, or where roles say so, who works is weaker than who employs: a person who claims there works.
2. Else a natural person, also a group of them, is weaker than an organisation: a firm, a bank, a hospital, an office.
3. Else who is introduced in the facts as a child, old, ill, disabled or out of work is weaker than who is not.
Two persons, or two firms, without any of this have no weaker one. The rules see words alone: they can miss a
small firm that depends on a large one, or a rich private lender.
"""

import re

from cogmed_core.audit.reading.patterns import bilingual
from cogmed_core.audit.reading.people import claiming_seats
from cogmed_core.domain.case import Category, Scenario
from cogmed_core.domain.party import Party

_ORGANISATION = bilingual(
    "公司|集团|银行|医院|学校|大学|幼儿园|中心|委员会|居委会|村委会|合作社|厂|商行|酒店|饭店|商场|超市|协会|研究院|研究所|事务所|政府|企业|单位"
    "|[^业农住租商]户?部$|局$|社$|店$",
    r"(?:ltd|limited|inc|llp|plc|llc|gmbh|corp(?:oration)?|co|company|bank|hospital|school|university|college|council|trust|agency|association"
    r"|insurer|studios?|group|partners|holdings|authority|department|ministry)\b",
)
_PEOPLE = bilingual(
    "\\d+余?[名位户人]|等\\d|业主|农户|村民|居民|工人|农民工|劳动者|员工|职工|租户|住户|家属|学生",
    r"(?:workers|tenants|residents|families|employees)\b",
)
_COMMITTEE = bilingual("委员会$", r"committee$")
_WORKS = bilingual(
    "劳动者|员工|职工|工人|农民工|雇员|骑手|务工|受雇", r"(?:employee|worker|freelance\w*|apprentice|trainee)\b"
)
_EMPLOYS = bilingual("用人单位|雇主|包工头|承包人|工头|老板", r"(?:employer|contractor)\b")
_VULNERABLE = bilingual(
    "未成年|孩子|儿童|幼|老人|老年|高龄|[七八九]十[一二三四五六七八九]?岁|残疾|重病|患病|低保|贫困|失业|孤寡|无劳动能力",
    r"(?:child|minor|elderly|pensioner|disabled|ill\b|unemployed|on benefits|aged (?:[7-9]\d))",
)


def weaker_seats(scenario: Scenario) -> frozenset[str]:
    """Return the seats of the weaker side; empty where nothing tells."""
    for power in (_by_work, _by_kind, _by_condition):
        strength = {party.seat: power(party, scenario) for party in scenario.parties}
        least = min(strength.values())
        if least < max(strength.values()):
            return frozenset(seat for seat, value in strength.items() if value == least)
    return frozenset()


def is_organisation(party: Party) -> bool:
    """Say whether a party is a firm or another body, and not one person or several."""
    if _COMMITTEE.search(party.name):
        return True
    return bool(_ORGANISATION.search(party.name)) and not _PEOPLE.search(party.name)


def _by_work(party: Party, scenario: Scenario) -> int:
    described = f"{party.role} {party.name}"
    if _EMPLOYS.search(described):
        return 2
    if _WORKS.search(described):
        return 0
    if scenario.category is Category.LABOUR and not is_organisation(party):
        return 0 if party.seat in claiming_seats(scenario) else 1
    return 2 if scenario.category is Category.LABOUR else 1


def _by_kind(party: Party, scenario: Scenario) -> int:
    return int(is_organisation(party))


def _by_condition(party: Party, scenario: Scenario) -> int:
    introduced = re.search(re.escape(party.name) + r"\s?[（(，,]([^。；.;]{0,24})", scenario.summary)
    described = f"{party.role} {party.name} {introduced[1] if introduced else ''}"
    return 0 if _VULNERABLE.search(described) else 1
