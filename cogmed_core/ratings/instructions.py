"""What a rater is told, and how an item reads; the anchors are those the judges have, from the same file."""

from collections.abc import Mapping

from cogmed_core.domain.case import Case, Language, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.rating import RatingItem
from cogmed_core.domain.review import NOTICE
from cogmed_core.mediation.view import speaker_names
from cogmed_core.prompts.render import render

SCORES = ("feasibility", "professionalism", "creativity")
TEXTS = ("dispute", "real_process", "real_settlement", "talks", "result")
COLUMNS = ("item", *TEXTS, *SCORES, "comment")

_TOLD = {
    "en": """How to fill in this sheet
Each row is a simulated mediation of a real kind of dispute. Read the dispute, how the real case was handled, the talks and the result; then give three scores from 1 to 10, half points allowed, each by itself. The real outcome is a reference, not a model answer. Please do not guess who or what produced a text, and do not talk to other raters about it.
Fill in all three scores of every row. Change nothing in the column item, and delete no row. A few rows ask for a certain score instead: please give just that.
Some of the texts may come from rule-based programs instead of language models.""",  # noqa: E501 - one paragraph a line, as it is shown
    "zh": """填写说明
每一行是一场模拟调解。请阅读案情、真实的处理、会谈和结果，然后打三个分，各为1至10分，可以打半分，三项分开考虑。真实的结果是参照，不是标准答案。请不要猜测文本由谁或者由什么系统产生，也不要与其他评分人讨论。
每一行的三个分数都要填。请不要改动 item 一列，不要删行。少数几行要求填写指定的分数，照填即可。
部分文本可能来自规则程序，而不是语言模型。""",
}
_ATTENTION = {
    "en": "This row checks that rows are read. Please give {score} for all three scores.",
    "zh": "本行用于确认各行都读过。三个分数请都填{score}。",
}
_OUTCOME = {
    "en": {
        "agreement": "Agreement",
        "deadlock": "No agreement: time ran out",
        "breakdown": "No agreement: somebody left",
    },
    "zh": {"agreement": "达成协议", "deadlock": "没有达成协议：时间用完", "breakdown": "没有达成协议：有人退出"},
}
_LAST = {"en": "Last proposals:", "zh": "最后提出的方案："}


def instructions(language: Language) -> str:
    """Return the instructions with the anchors of every band, and the notice that stands with such texts."""
    return "\n\n".join([_TOLD[language], render("judging/rubric", language), NOTICE[language]])


def attention_item(item: RatingItem, language: Language) -> dict[str, str]:
    """Return the texts of an attention item by column."""
    told = _ATTENTION[language].format(score=item.attention)
    return {"item": item.item_id, **dict.fromkeys(TEXTS, ""), "dispute": told}


def shown(item: RatingItem, case: Case, scenario: Scenario, episode: Episode) -> dict[str, str]:
    """Return the texts of an item by column: nothing in them tells the arm, its modules or its backbone."""
    names = speaker_names(scenario)
    return {
        "item": item.item_id,
        "dispute": f"{scenario.title}\n\n{scenario.summary}",
        "real_process": case.sections.process,
        "real_settlement": case.sections.settlement,
        "talks": "\n\n".join(f"[{one.round}] {names[one.seat]}: {one.text}" for one in episode.utterances),
        "result": _result(episode, scenario.language, names),
    }


def _result(episode: Episode, language: Language, names: Mapping[str, str]) -> str:
    outcome = _OUTCOME[language][str(episode.outcome)]
    if episode.settlement:
        return f"{outcome}\n\n{episode.settlement}\n\n{NOTICE[language]}"
    last = {proposal.seat: proposal.text for proposal in episode.proposals}
    lines = [f"{names[seat]}: {text}" for seat, text in last.items()]
    return "\n".join([outcome, *([_LAST[language], *lines] if lines else [])])
