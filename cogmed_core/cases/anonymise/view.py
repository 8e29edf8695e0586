"""A text as the layers read it: half-width, simplified, without the gaps of layout, with the way back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cogmed_core.cases.anonymise.finding import Finding

_HAN = "\u3400-\u9fff"
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_GAP = re.compile(
    rf"(?<=[{_HAN}])[ \u3000\t](?=[{_HAN}])|(?<=[{_HAN}])[ \u3000\t](?=[：:])|(?<=[：:])[ \u3000\t](?=[{_HAN}])"
)
_WRAP = re.compile(rf"(?<=[{_HAN}0-9０-９])\n(?=[{_HAN}0-9０-９])")
_LABEL = re.compile(
    r"[^\n：:，。；、]{2,12}[：:]|[一二三四五六七八九十]{1,3}、|[(（]|[^\n，。；：]{2,12}(?:\n|$)|[原被]告|第三人|上诉人|委托|法定"
)
_LEAST_WRAPPED_LINE = 18
_PLAIN = (
    {full: full - 0xFEE0 for full in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))}
    | dict.fromkeys(map(ord, "•‧∙・"), ord("·"))
    | dict.fromkeys(map(ord, "－–—‐‑"), ord("-"))
    | {0xFF20: ord("@"), 0xFF0E: ord("."), 0x3000: ord(" "), 0xA0: ord(" "), 0x09: ord(" ")}
)

_SEPARATES = re.compile(r"[\s\-.,·()（）/:：]")
_SPELLED_DIGITS = {
    ord(spelled): str(value)
    for digits in ("零一二三四五六七八九", "〇壹贰叁肆伍陆柒捌玖")
    for value, spelled in enumerate(digits)
} | {ord("幺"): "1", ord("两"): "2"}


@dataclass(frozen=True, slots=True)
class View:
    """The text the layers read; ``origins[i]`` is the place of its ``i``-th character in the text as given."""

    text: str
    origins: list[int]

    def back(self, finding: Finding) -> Finding:
        """Return a finding with its place in the text as given."""
        start, end = self.origins[finding.start], self.origins[finding.end - 1] + 1
        return Finding(start, end, finding.type, finding.layer, finding.weight)


def view_of(text: str, simplified: Mapping[int, int]) -> View:
    """Fold every character to its simplified, half-width form and drop the gaps inside words and wrapped lines.

    ``simplified`` maps code points one to one, so that only dropped characters shift the rest.
    """
    dropped = {match.start() for pattern in (_INVISIBLE, _GAP) for match in pattern.finditer(text)}
    dropped |= {match.start() for match in _WRAP.finditer(text) if _is_wrapped(text, match.start())}
    folded = text.translate({**simplified, **_PLAIN})
    origins = [place for place in range(len(text)) if place not in dropped]
    return View("".join(folded[place] for place in origins), origins)


def _is_wrapped(text: str, end: int) -> bool:
    """A line was wrapped when it is long, ends inside a sentence, and no field or item begins after it."""
    begin = text.rfind("\n", 0, end) + 1
    return end - begin >= _LEAST_WRAPPED_LINE and not _LABEL.match(text, end + 1)


def folded(text: str, simplified: Mapping[int, int]) -> View:
    """Return a text as comparison sees it: no spaces or separators, one width, one case, one script."""
    plain = _lowered(text.translate({**simplified, **_PLAIN}))
    kept = [place for place, character in enumerate(plain) if character.isalnum()]
    return View("".join(plain[place] for place in kept), kept)


def folded_digits(text: str) -> View:
    """Return the digits of a text, those spelled in Chinese included; words between them leave a line feed."""
    plain = text.translate({**_PLAIN, **_SPELLED_DIGITS})
    kept = [place for place, character in enumerate(plain) if not _SEPARATES.match(character)]
    digits = (plain[place] if "0" <= plain[place] <= "9" else "\n" for place in kept)
    return View("".join(digits), kept)


def _lowered(text: str) -> str:
    """Lower the case one character to one."""
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)
