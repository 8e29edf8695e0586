"""Chinese numerals and magnitudes: 五百二十, 一万二千, 壹拾伍万, 1.5万, 百万."""

DIGITS = dict(zip("零〇一二两三四五六七八九", (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)) | dict(
    zip("壹贰叁肆伍陆柒捌玖", range(1, 10), strict=True)
)
TENS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
MYRIADS = {"万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000}
CHARACTERS = "".join((*DIGITS, *TENS, *MYRIADS))

_LEVEL = str.maketrans("０１２３４５６７８９．，％￥", "0123456789.,%¥")


def levelled(text: str) -> str:
    """Return ``text`` with full-width figures as plain ones; every offset stays where it was."""
    return text.translate(_LEVEL)


def magnitude(unit: str) -> int:
    """Return what a unit such as 万, 百万 or 千 multiplies by; 1 for none."""
    factor = 1
    for character in unit:
        factor *= TENS.get(character) or MYRIADS.get(character) or 1
    return factor


def numeral(text: str) -> float | None:
    """Return the value of a Chinese numeral, or None where it is none.

    A digit straight after a magnitude counts in the next lower one: 三万五 is 35 000, 一百二 is 120.
    """
    whole = section = digit = 0
    last = 1
    for character in text:
        if character in DIGITS:
            digit = digit * 10 + DIGITS[character]
            last = 1 if character in "零〇" else last
        elif character in TENS:
            section += (digit or 1) * TENS[character]
            digit, last = 0, TENS[character]
        elif character in MYRIADS:
            whole = (whole + section + digit or 1) * MYRIADS[character]
            section, digit, last = 0, 0, MYRIADS[character]
        else:
            return None
    trailing = digit * last // 10 if last > 1 and 0 < digit < 10 else digit
    return float(whole + section + trailing) if text else None
