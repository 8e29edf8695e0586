"""The words an answer is made of, in both languages: patterns for one whole clause of plain, folded text.

``no`` is also a determiner and 是 is also the copula: they answer only where they are all there is to a clause, behind
words that lead up to an answer, or before words that a determiner cannot stand before.
"""

import re


def _any(*alternatives: str) -> str:
    return f"(?:{'|'.join(alternatives)})"


def _words(text: str) -> str:
    """Alternatives written with spaces between them."""
    return _any(*text.split())


_NOUN = _words("answer verdict conclusion response decision ruling vote")
_OUR_ANSWER = (
    rf"(?:{_words('my the our final correct right best overall short only')} )*{_NOUN}"
    r"(?: (?:to|for|on) (?:this|the|that)(?: \w+){0,2})?(?: (?:then|therefore|thus))?"
    r"(?: (?:is|would be|must be|should be|has to be|will be|remains|stays|becomes))?"
)
_I_SAY = (
    r"i (?:(?:would|will|must|have to|am inclined to|still|now|therefore) )*"
    rf"{_words('think believe conclude find say answer vote decide hold maintain rule')}(?: that)?"
)
_LEADS_EN = _any(
    _OUR_ANSWER,
    _I_SAY,
    r"(?:i'd|i'll|let's) (?:say|answer|vote)(?: that)?|(?:i would |i )?answer (?:this|the) question with",
    r"(?:i am |i'm )?(?:going with|leaning|leaning towards?)|i (?:lean|incline) (?:to|towards?)|i go with",
    rf"i (?:change|revise) my {_NOUN} to",
    r"i stand by(?: my)?",
    r"it is|it's|that is|that's|this is|it would be",
    r"in my (?:opinion|view|judge?ment)|in conclusion|in short|in sum|to conclude|to be clear",
    r"on balance|on reflection|on the whole|after consideration|after reflection",
    _words(
        "so thus hence therefore then and well ok okay oh ah hmm overall finally ultimately consequently accordingly"
    ),
    _words("actually wait rather instead again still sorry clearly obviously definitely certainly simply just firmly"),
    _words("a an clear firm definite resounding simple cautious qualified strong"),
    r"probably|(?:very |most |quite )?likely",
)
_OUR_ANSWER_ZH = (
    r"(?:我的?|最终的?|最后的?|本题的?|该题的?|此题的?|这道题的?|正确)*(?:答案|回答|结论|判断|裁决|意见|结果)"
    r"(?:应当|应该|应|仍然?|还|就|只能|必须|当然)?(?:是|为)?"
)
_LEADS_ZH = _any(
    _OUR_ANSWER_ZH,
    r"我?(?:仍然?|还是|也|更)?(?:认为|觉得|相信|判断|倾向于|选择|回答|坚持|主张|投)|本[院庭人]认为",
    _words("因此 所以 故 综上 综上所述 总之 总的来说 实际上 最后 最终 那么 那 嗯 哦 啊 经过考虑 仍然 还是 显然 对不起"),
    rf"{_words('应该 应当 大概 很可能 多半 其实 当然')}是?",
)
_LEAD = rf"(?:{_LEADS_EN} |{_LEADS_ZH} ?)*"

_WHY = (  # no determiner stands before these
    rf"(?: {_words('because since as it he she they we i you this that these those there the for due under given')}"
    rf"| {_words('based although though according')}| in (?:my|this|light|view))(?![\w-]).*"
)
_AFTER = rf"(?: is (?:my|the) (?:final )?{_NOUN}| indeed| of course| definitely| for sure| again|{_WHY})?"
_DENIED = r"(?:is not|isn't|not|can(?:not|'t) be) (?:a )?"

_YES = _any(
    rf"(?:yes(?: yes)*|yep|yeah|yup|aye|affirmative|{_DENIED}no){_AFTER}",
    rf"{_words('是 是的 是肯定的 肯定的 当然是 没错 对的 正确 不是否')}[的啊]?",
    rf"{_words('成立 可以 能够 属于 构成 符合 适用 存在')}[的啊]?",
)
_NO = _any(
    rf"(?:no(?: no)*|nope|nah|nay|negative|{_DENIED}yes){_AFTER}",
    rf"{_words('否 不是 不是的 并不是 并非如此 是否定的 否定的 不对 不正确 不是是')}[的啊]?",
    rf"{_words('不成立 不可以 不能 不能够 不应 不应当 不会 不行 不属于 不构成 不符合 不适用 不存在 没有')}[的啊]?",
)
_YES_AT_FIRST = _any(
    _words("true correct absolutely definitely certainly indeed surely agreed"),
    r"of course|i think so|i believe so",
    _words("对 能 会 有 应 应当 应该 肯定 当然 可信"),
)
_NO_AT_FIRST = _any(
    _words("false incorrect wrong never"),
    r"(?:absolutely|definitely|certainly|of course|probably|surely) not|not at all|not likely",
    r"i do(?: not|n't) think so",
    _words("不 错 错误 错的 不可信 绝不 当然不 当然不是 没"),
)
_YES_ALONE = r"(?:y|t|1|✓|it (?:is|does|was|did|can|should|would|will|has|must))"
_NO_ALONE = r"(?:n|f|0|✗|it (?:is|does|was|did|can|should|would|will|has|must)(?: not|n't)|it cannot|it can't)"

_CANNOT = rf"(?:do not|don't|cannot|can't|could not|couldn't) {_words('know say tell decide determine answer be')}"
_EITHER = _any(
    rf"(?:i )?{_CANNOT}(?: (?:known|said|told|decided|determined|answered))?"
    r"(?: (?:this|that|it|for sure|for certain|(?:whether|if|what|which|the answer|with certainty).*))?",
    r"(?:i am |i'm )?(?:not sure|unsure|uncertain|not certain|undecided)(?: (?:whether|if|about|of).*)?",
    _words("unclear unknown undetermined indeterminate inconclusive maybe perhaps possibly both neither unanswerable"),
    r"it depends.*|depends.*|(?:impossible|hard|difficult) to (?:say|tell|know|determine|decide).*",
    r"no (?:answer|idea|comment|opinion)|n/?a|none|not necessarily|(?:insufficient|not enough) information.*",
    r"(?:neither |both |either )?(?:yes|no)(?: ?/ ?| or | and | nor )(?:yes|no)(?![\w-]).*",
    r"(?:我|目前|现在|暂时|还|也|真的)*(?:不知道|不清楚|不确定|不能确定|不能判断|难以(?:确定|判断|回答|断言)|说不[好清准]|不好说)(?:了|是否.*|该.*|究竟.*)?",
    r"(?:我|目前|现在|暂时|根据现有(?:信息|材料|证据))*(?:无法|不能|没法)(?:确定|判断|回答|得知|知道|确认|断定|作答|给出答案).*",
    r"不一定|未必|视情况而定|看情况|取决于.*|不明|未知|也许是?|可能是?|或许是?|可能不是|都有可能|不得而知|没有答案|弃权|两可",
    r"是或否|是与否|是/否|是还是否|是也不是|是或不是|是又不是|既是又不是|是否|既不是是也不是否|是是否.*",
)

YES, NO = re.compile(_LEAD + _YES, re.S), re.compile(_LEAD + _NO, re.S)
"""An answer wherever the clause stands."""
YES_AT_FIRST, NO_AT_FIRST = re.compile(_LEAD + _YES_AT_FIRST), re.compile(_LEAD + _NO_AT_FIRST)
"""An answer where it is what is said first; later the same words only agree with something."""
YES_ALONE, NO_ALONE = re.compile(_YES_ALONE), re.compile(_NO_ALONE)
"""An answer where nothing else is said."""
EITHER = re.compile(_LEAD + _EITHER, re.S)
"""Takes back whatever was answered before."""

CONDITION = re.compile(
    r"(?:only |but only )?(?:if|unless|provided|depending)\b.*|(?:除非|如果|若|假如|倘若|前提是|但前提).*", re.S
)
"""A clause that makes the answer before it, or the rest of its sentence, depend on something."""
CONDITIONAL = re.compile(rf"{_LEAD}(?:{_YES}|{_NO}) (?:only )?(?:if|unless|provided|depending)\b.*", re.S)
"""An answer and its condition in one clause."""
MARK = re.compile(
    r"(?:\b(?:answer|verdict|conclusion|decision|ruling|response)(?: is)? ?[:=]|\banswer - |^a ?:|\na ?:"
    r"|(?:答案|回答|结论|判断|裁决|结果)(?:是|为)? ?[:=]|(?:^|\n)答 ?:)"
)
"""What announces an answer."""
REASONS = re.compile(
    r"\b(?:explanation|reasons?|reasoning|rationale|justification|notes?|because) ?:|(?:理由|解释|说明|分析|依据) ?:"
)
"""What announces the reasons for it."""
