"""Pressure and threats in the mediator's words: sentences that are, and good practice that is not."""

import pytest

from cogmed_core.audit.pressure import detect
from cogmed_core.domain.finding import FindingKind, Severity
from cogmed_core.domain.party import MEDIATOR
from tests.core.audit.given import CLAIMANT, ENGLISH, Talk

THREATS = (
    "不签的话，后果自负。",
    "您要是再闹，我就让派出所把您抓起来。",
    "不同意也行，到时候丢了工作别怪我。",
    "你不接受，我就把这事告诉你们单位领导。",
    "敬酒不吃吃罚酒，是吧。",
    "走着瞧吧。",
    "我会让法院判你败诉。",
    "再不答应，我就让法院查封你家的铺子。",
    "If you don't sign today, you will regret it.",
    "If she refuses to settle, I will make sure she loses her licence.",
    "Accept this, or else.",
    "Unless you agree, I will tell your employer.",
)
PRESSURE = (
    "你们今天必须签字。",
    "您只能接受这个方案。",
    "事到如今，您没有别的选择。",
    "这是最后的机会。",
    "打官司你肯定会输。",
    "别犹豫了，赶紧签字吧。",
    "不签也得签。",
    "由不得您不同意。",
    "您别再无理取闹了。",
    "这里我说了算。",
    "上法庭你一分钱都拿不到。",
    "不接受的话，您就等着吃官司吧。",
    "要是不让步，你就别想拿到一分钱赔偿。",
    "这件事我决定了，就按五万走。",
    "I have decided: you pay forty thousand.",
    "You have to accept this offer.",
    "You have no choice.",
    "Take it or leave it.",
    "This is your last chance.",
    "You will definitely lose in court.",
    "Sign it now.",
    "Don't be so greedy.",
    "I'm telling you to sign.",
    "You will get nothing.",
)
GOOD_PRACTICE = (
    "没有人必须接受任何方案，决定权在各位手里。",
    "我不会给任何一方施压，也不会催大家签字。",
    "您可以不同意，我们接着谈。",
    "这个方案并非您唯一的选择。",
    "诉讼有风险，法院可能支持，也可能不支持，时间大约要一年。",
    "如果谈不成，案件会转入诉讼程序，各位的权利不受影响。",
    "您刚才说对方威胁您后果自负，能具体讲讲吗？",
    "对方说“你不签就走着瞧”，这种话今天不能再说。",
    "如果双方都没有异议，现在就可以签字。",
    "您今天能签字吗？",
    "对方不履行的，您可以向法院申请强制执行。",
    "没有谁的请求会一分钱也得不到考虑。",
    "I have decided nothing: you decide.",
    "The court has decided that they pay the costs.",
    "公司必须依法支付劳动报酬，这是劳动合同法的要求。",
    "您的行为已经违反了治安管理处罚法，我们必须依法处理。",
    "双方必须签字盖章，协议才能生效。",
    "打官司不一定会输，也不一定会赢。",
    "这是解决问题的好机会，请各位珍惜。",
    "请给自己一个机会，也给对方一个机会。",
    "逾期不付的，对方可以申请强制执行，这是法律规定的后果。",
    "现在请双方对第3号方案表个态，同意不同意都可以。",
    "调解是自愿的，您随时可以退出。",
    "不能说谁一定会败诉，要看证据。",
    "我理解您心里有气，咱们慢慢说。",
    "违约责任写清楚，大家都放心。",
    "Nobody has to accept anything here.",
    "You are free to decline, and your rights stay as they are.",
    "You may lose in court, and you may win; it would take about a year.",
    "You mentioned that they said you will regret it. What happened?",
    "He wrote “take it or leave it”, and I would like to hear how that felt.",
    "You do not have to sign anything today.",
    "For the agreement to take effect, you must sign it in front of a witness.",
    "Would you like to sign it now?",
    "I will make sure that everybody is heard.",
    "The employer must pay wages under section 13 of the Act.",
    "There is no pressure to decide today; take all the time you need.",
    "If you want to keep the deposit open, you have to agree on the inventory.",
    "I cannot tell you that you will definitely lose.",
)


def heard(text: str) -> list[tuple[FindingKind, Severity]]:
    talk = Talk(ENGLISH if text.isascii() else Talk().scenario)
    return [(found.kind, found.severity) for found in detect(talk.mediator(text).evidence())]


@pytest.mark.parametrize("text", THREATS)
def test_threats(text: str) -> None:
    assert heard(text) == [(FindingKind.THREAT, Severity.SERIOUS)]


@pytest.mark.parametrize("text", PRESSURE)
def test_pressure(text: str) -> None:
    assert heard(text) == [(FindingKind.PRESSURE, Severity.WARNING)]


@pytest.mark.parametrize("text", GOOD_PRACTICE)
def test_good_practice_raises_no_alarm(text: str) -> None:
    assert heard(text) == []


def test_the_finding_quotes_the_sentence_and_its_round() -> None:
    talk = Talk().mediator("我们慢慢谈。").mediator("大家都累了。今天必须签字。明天再说也没用。")
    (found,) = detect(talk.evidence())
    assert (found.round, found.seat) == (2, MEDIATOR)
    assert "“今天必须签字。”" in found.detail


def test_what_parties_say_to_each_other_is_not_the_mediators() -> None:
    talk = Talk().mediator("请说。").says(CLAIMANT, "不签就后果自负，你没有别的选择。")
    assert list(detect(talk.evidence())) == []


def test_a_quotation_round_the_whole_utterance_hides_nothing() -> None:
    assert heard("“你们今天必须签字。”") == [(FindingKind.PRESSURE, Severity.WARNING)]


def test_an_offered_choice_excuses_pressure_and_no_threat() -> None:
    assert heard("时间不早了，今天必须签字吗？当然不是，您可以再考虑。") == []
    assert heard("您可以不签。不签的话，后果自负。") == [(FindingKind.THREAT, Severity.SERIOUS)]
