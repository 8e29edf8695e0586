"""Writing sums and shares as a negotiator would: rounded to what people say, in the case's own currency."""

import math

from cogmed_core.sums.amounts import YUAN


def step(scale: float) -> float:
    """Return the unit in which sums around ``scale`` are talked about: about one hundredth, 1, 2 or 5 × 10ⁿ."""
    if scale < 100:
        return 1 if scale >= 20 else 0.1
    exponent = math.floor(math.log10(scale / 100))
    lead = scale / 100 / 10**exponent
    return float(max(candidate for candidate in (1, 2, 5) if candidate <= lead + 1e-6) * 10**exponent)


def rounded(value: float, scale: float, up: bool) -> float:
    """Return ``value`` rounded to the step of ``scale``, up or down."""
    unit = step(scale)
    steps = value / unit
    whole = math.ceil(steps - 1e-9) if up else math.floor(steps + 1e-9)
    return round(whole * unit, 2)


def money(value: float, currency: str, language: str) -> str:
    """Return a sum in words of the language: 7.35万元, 3380元, £12,000, RMB 73,500."""
    if language == "zh":
        name = {"£": "英镑", "$": "美元", "€": "欧元", "HK$": "港元"}.get(currency, "元")
        for size, unit in ((1e8, "亿"), (1e4, "万")):
            if value >= size and (value * 100 / size) % 1 < 1e-9:
                return f"{_plain(value / size)}{unit}{name}"
        return f"{_plain(value)}{name}"
    sign = "RMB " if currency == YUAN else currency
    return f"{sign}{value:,.2f}".removesuffix(".00")


def percent(share: float) -> str:
    """Return a share as whole percent."""
    return f"{round(share * 100)}%"


def _plain(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
