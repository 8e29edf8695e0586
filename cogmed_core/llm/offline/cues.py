"""What an utterance does, read from its words: feeling, asking, acknowledging, warning, pressing."""

from dataclasses import dataclass
from functools import lru_cache

from cogmed_core.llm.offline.patterns import cue

_WARM = cue(
    "理解|谢谢|感谢|愿意|可以(?:谈|商量|考虑)|体谅|诚意|抱歉|对不起|互谅|同意|友好|信任|认可|各退一步|让一步|和气",
    r"(?:understand|thank|willing|happy to|sorry|appreciate|agree|fair point|good faith|reasonable|trust"
    r"|meet halfway|decent)\b",
)
_HOSTILE = cue(
    "欺人太甚|欺负|无耻|骗|撒谎|谎话|忍无可忍|气愤|来气|荒唐|可笑|没门|休想|绝不|决不|做梦|不可能|老赖|良心|奉陪到底"
    "|侮辱|寒心|受够|!{2,}|！{2,}",
    r"(?:outrag\w+|liar|lies|lying|lied|ridiculous|absurd|insult\w*|never|disgust\w+|shameless|furious|fed up"
    r"|cheat\w*|nonsense|humiliat\w+)\b",
)
_QUESTION = cue("[?？]|请.{0,12}(?:谈谈|说说|讲讲|说明|告诉)", r"please (?:tell|say|explain)\b|could you\b|would you\b")
_ASKS_INTEREST = cue(
    "最?关心|顾虑|担心|在意|真正(?:需要|想要|在乎)|需要什么|为什么|怎么想|难处|背后|看重|除了(?:金额|钱|数字)",
    r"(?:matters? (?:most )?to|concerns?|worr\w+|really need|why|priorit\w+|apart from the (?:sum|money|figure)"
    r"|behind)\b",
)
_ACKNOWLEDGES = cue(
    "听到|听明白|理解|明白|注意到|归纳|梳理|小结|总结|记下",
    r"(?:I (?:hear|understand|see)|heard|to sum up|sum up|summar\w+|let me (?:recap|restate)|as I understand)\b",
)
_HOLDS_OFFERS = cue(
    "先不(?:谈|急于?|忙着?)[^。]{0,8}(?:方案|数字|金额|报价)|暂不(?:提|谈)方案",
    r"not (?:yet )?(?:talk|speak|discuss)\w* (?:about )?(?:figures|offers|numbers)"
    r"|before (?:any|we (?:talk|turn to)) (?:figures|offers|numbers)",
)
_INVITES_OFFERS = cue(
    "(?:提出|拿出|给出|说出)[^。？]{0,12}(?:方案|意见|数字|条件|报价)|具体方案|调整后的方案",
    r"make (?:an|your) offer|put forward|your (?:next |best |own )?(?:offer|proposal|figure)",
)
_PRESSES = cue(
    "必须(?:接受|同意|马上)|最后(?:的)?(?:机会|一次机会|通牒)|否则(?:就)?(?:没有|只能|后果)|别无选择|不接受就|今天一定要",
    r"(?:must (?:accept|agree|sign)|last chance|final chance|take it or leave it|no choice|or else"
    r"|you have to (?:accept|agree))\b",
)
RISKS = (
    cue("证据|举证|证明责任|鉴定", r"(?:evidence|proof|prove|expert report|burden)\b"),
    cue("诉讼费|律师费|鉴定费|成本|费用", r"(?:fees|costs?|expenses?|expensive)\b"),
    cue(
        r"(?:几|数|[一二两三四五六七八九十\d]+)个?月|一审|二审|审限|耗时|周期|拖",
        r"(?:months?|years?|appeal|delay|takes? time)\b",
    ),
    cue("执行|履行能力|到账|财产线索", r"(?:enforce\w*|collect\w*|recover\w*|insolven\w+)\b"),
    cue(
        "败诉|风险|不确定|未必|不一定|难以得到支持",
        r"(?:risk\w*|lose|losing|uncertain\w*|may not|might not|unlikely)\b",
    ),
    cue("法院|判决|裁判|法律|民法典|类案", r"(?:court|judge|tribunal|law|legal|judgment|similar cases)\b"),
)
"""The strands of a reality check: proof, cost, time, enforcement, risk, law."""


@dataclass(frozen=True, slots=True)
class Cues:
    """What was found in one utterance; counts of words, or yes and no."""

    warm: int
    hostile: int
    asks: bool
    asks_interest: bool
    acknowledges: bool
    holds_offers: bool
    invites_offers: bool
    presses: int
    risks: int

    @property
    def valence(self) -> float:
        """The tone from -1 hostile to 1 warm."""
        return (self.warm - self.hostile) / (self.warm + self.hostile + 1)


@lru_cache(maxsize=8192)
def read_cues(text: str) -> Cues:
    """Return the cues of one utterance."""
    asks = bool(_QUESTION.search(text))
    return Cues(
        warm=min(4, len(_WARM.findall(text))),
        hostile=min(4, len(_HOSTILE.findall(text))),
        asks=asks,
        asks_interest=asks and bool(_ASKS_INTEREST.search(text)),
        acknowledges=bool(_ACKNOWLEDGES.search(text)),
        holds_offers=bool(_HOLDS_OFFERS.search(text)),
        invites_offers=bool(_INVITES_OFFERS.search(text)),
        presses=min(3, len(_PRESSES.findall(text))),
        risks=sum(1 for risk in RISKS if risk.search(text)),
    )
