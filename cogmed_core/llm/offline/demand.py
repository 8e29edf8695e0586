"""What a party asks for, in a few words taken from its own statement."""

import re

from cogmed_core.llm.offline.patterns import script

_DEMAND_ZH = re.compile(r"(?:请求|要求|主张|诉请)(?:依法|判令|法院|仲裁委|裁决)*([^，。；;：:]{2,60})")
_DEMAND_EN = re.compile(
    r"\b(?:ask|want|demand|claim|seek|request|sought)(?:s|ed)?\b(?: that| for)?\s+(?P<wanted>(?:[^,.;:]|[,.](?=\d))+)",
    re.IGNORECASE,
)
_PASSING = re.compile(r"(?:遭拒|未果|无果|被拒|时)$|^(?:其|该|系|是|自己)|^(?:指导|帮助|法律援助|支持)")
"""A demand told in passing: one already refused, or a request for help to somebody else."""
_LENGTH_ZH, _LENGTH_EN = 32, 70
_BARE_SUM = re.compile(r"^(?:[£$€¥]|RMB|\d)")


def demand(text: str) -> str:
    """Return the first demand in ``text``, short enough to be quoted in a sentence; empty where there is none."""
    if script(text) == "zh":
        wanted = (match.group(1).strip() for match in _DEMAND_ZH.finditer(text))
        return next((_shortened_zh(one) for one in wanted if not _PASSING.search(one)), "")
    match = _DEMAND_EN.search(text)
    if not match:
        return ""
    return _shortened_en(match.group("wanted").strip()) + (" and more" if text[match.end() :].startswith(",") else "")


def _shortened_zh(wanted: str) -> str:
    if len(wanted) <= _LENGTH_ZH:
        return wanted
    first = re.split(r"[、并及]", wanted, maxsplit=1)[0][:_LENGTH_ZH]
    return re.sub(r"[\d.]+$", "", first) + "等"


def _shortened_en(wanted: str) -> str:
    if len(wanted) > _LENGTH_EN:
        wanted = wanted[:_LENGTH_EN].rsplit(" ", 1)[0]
    return f"payment of {wanted}" if _BARE_SUM.match(wanted) else wanted
