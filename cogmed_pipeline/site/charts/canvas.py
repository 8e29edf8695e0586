"""What all charts share: colours, type, and an SVG that can be read by eye, by ear and on paper."""

import math
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from pygal.graph.graph import Graph
from pygal.style import Style

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b0568a", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's palette, told apart by the colour-blind too; the purple is darkened for contrast."""
DASHES = ("", "9,4", "3,4", "12,4,3,4", "6,2", "2,2", "14,5")
"""Lines differ by these as well, for paper without colour."""
INK, SOFT = "#1d2328", "#8a959d"
FONT = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
WIDTH, SIZE = 820, 15
PLAIN: dict[str, Any] = {
    "js": [],
    "width": WIDTH,
    "explicit_size": True,
    "margin": 12,
    "truncate_label": -1,
    "truncate_legend": -1,
    "legend_at_bottom": True,
    "legend_box_size": 13,
    "legend_at_bottom_columns": 2,
    "no_data_text": "",
}


def below(entries: int) -> float:
    """Return the lower margin for a legend in two columns; pygal leaves no room for the last one of an odd number."""
    return 12 + (1.5 * SIZE if entries % 2 else 0)


def style(colours: Sequence[str], **changes: Any) -> Style:
    """Return our style with a colour for each series, in their order."""
    ours: dict[str, Any] = {
        "font_family": FONT,
        "background": "#ffffff",
        "plot_background": "#ffffff",
        "foreground": INK,
        "foreground_strong": INK,
        "foreground_subtle": INK,
        "guide_stroke_color": "#dfe4e8",
        "major_guide_stroke_color": "#dfe4e8",
        "guide_stroke_dasharray": "none",
        "major_guide_stroke_dasharray": "none",
        "label_font_size": SIZE,
        "major_label_font_size": SIZE,
        "title_font_size": SIZE + 2,
        "legend_font_size": SIZE,
        "value_font_size": SIZE,
        "value_label_font_size": SIZE - 1,
        "opacity": "1",
        "stroke_opacity": "1",
        "stroke_width": "2.4",
        "colors": tuple(colours) or COLOURS,
    }
    return Style(**ours | changes)


def drawn(chart: Graph, name: str, title: str, description: str) -> str:
    """Return the chart as SVG with a title and a description, and without what only a script would use."""
    chart.uuid = name
    chart.add_xml_filter(lambda root: _told(_bare(root), title, description))
    return str(chart.render(is_unicode=True, disable_xml_declaration=True, title=title)) + "\n"


def room_for(labels: Iterable[str], size: float = SIZE) -> float:
    """Return the width of the longest label: a Chinese character is as wide as it is high, a Latin one about half."""
    return max((sum(_em(letter) for letter in label) * size for label in labels), default=0.0)


def ticks(low: float, high: float, most: int = 8) -> list[float]:
    """Return round numbers from ``low`` to ``high``, at most so many, 1, 2 or 5 times a power of ten apart."""
    rough = (high - low) / most or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(place * step, 10) for place in range(first, last + 1)]


def short(value: float) -> str:
    """Return a number for an axis, thousands as k and millions as M."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _em(letter: str) -> float:
    return 1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.56


def _bare(root: Element) -> Element:
    """Remove scripts, tooltips and the coordinates beside each shape that a screen reader would read out."""
    for above in list(root.iter()):
        for child in list(above):
            name = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else "comment"
            of_tooltip = "tooltip-overlay" in child.get("class", "")
            if name in ("script", "desc", "title", "comment") or of_tooltip:
                above.remove(child)
    return root


def _told(root: Element, title: str, description: str) -> Element:
    root.set("role", "img")
    root.set("aria-labelledby", "title description")
    for place, (name, text) in enumerate((("title", title), ("desc", description))):
        told = Element(name, id={"title": "title", "desc": "description"}[name])
        told.text = text
        root.insert(place, told)
    return root
