"""Figures as pages show them; a dash where there is none."""

NONE = "–"


def decimal(value: float | None, digits: int = 2) -> str:
    """Return a number with so many digits."""
    return NONE if value is None else f"{value:.{digits}f}"


def whole(value: float | None) -> str:
    """Return a whole number, in groups of three."""
    return NONE if value is None else f"{value:,.0f}"


def percent(value: float | None, digits: int = 0) -> str:
    """Return a fraction of 1 in percent, without the sign."""
    return NONE if value is None else f"{100 * value:.{digits}f}"


def points(value: float | None, digits: int = 0) -> str:
    """Return a difference of fractions in points, with its sign."""
    return NONE if value is None else f"{100 * value:+.{digits}f}"


def interval(low: float | None, high: float | None, digits: int = 2) -> str:
    """Return an interval in brackets; blank where there is none."""
    return "" if low is None or high is None else f"[{low:.{digits}f}, {high:.{digits}f}]"


def percent_interval(low: float | None, high: float | None, digits: int = 0) -> str:
    """Return an interval of fractions in percent."""
    return "" if low is None or high is None else interval(100 * low, 100 * high, digits)


def p_value(value: float | None) -> str:
    """Return a p-value with three digits; "< 0.001" below."""
    if value is None:
        return NONE
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
