"""English addresses: a numbered street with what follows it, a box, a postcode alone."""

import re
from collections.abc import Iterator

from cogmed_core.cases.anonymise.english.spelling import WORD
from cogmed_core.cases.anonymise.finding import Finding

_STREET = (
    "Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Way|Court|Ct|Close|Place|Pl|Square|Sq|Terrace|Row|Yard|Gardens"
    "|Crescent|Boulevard|Blvd|Hill|Mews|Park|Grove|Walk|Quay|Parade|Rise|View|Green|Alley|Circle|Highway|Hwy|Wharf"
    "|Parkway|Pkwy|Trail|Cottages|House|Building|Tower|Esplanade|Turnpike|Loop|Cove|Ridge|Heights|Plaza"
)
_STATE = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR"
    "|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY"
)
_UK = r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}"
_CANADA = r"(?:(?:AB|BC|MB|NB|NL|NS|ON|PE|QC|SK|YT)[, ]+)?[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d"
_US = rf"(?:{_STATE}),? \d{{5}}(?:-\d{{4}})?"
_AUSTRALIA = r"(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT),? \d{4}"
_POSTCODE = rf"(?:{_UK}|{_CANADA}|{_US}|{_AUSTRALIA}|\d{{5}}(?:-\d{{4}})?|\d{{4}}(?=[.,;)\n]|$))"
_DOOR = r"(?:Flat|Apartment|Apt|Unit|Suite|Ste|Room|Floor|#)\.? ?\w{1,5}"
_TOWN = rf"(?:,? {_DOOR})?(?:, {WORD}(?:[ -]{WORD}){{0,2}}){{0,3}}(?:,? {_POSTCODE}\b)?"
_NUMBER = r"\d{1,5}[A-Za-z]?(?:[-/]\d{1,4}[A-Za-z]?)?"
_PATTERNS = (
    (
        rf"\b(?:{_DOOR},? )?{_NUMBER},? (?:(?:{WORD}(?:['’]s)?|[NSEW]\.?|\d{{1,3}}(?:st|nd|rd|th)) ){{1,4}}"
        rf"(?:{_STREET})\b\.?{_TOWN}",
        74,
    ),
    (
        rf"\b{_NUMBER}(?: ?(?:bis|ter))?,? (?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|Via|Calle|Piazza|Avenida|Rua)"
        rf"(?: (?:de|la|le|des|du|del|della|da|do|dos|di|los|las|l['’])){{0,2}} ?{WORD}(?: {WORD}){{0,3}}"
        rf"(?:,? \d{{4,5}} {WORD})?",
        74,
    ),
    (
        r"\b[A-ZÀ-Þ][a-zß-ÿ]+(?:straße|strasse|str\.|weg|platz|gasse|allee|straat|laan|gracht) \d{1,4}[a-z]?"
        rf"(?:,? \d{{4,5}} ?(?:[A-Z]{{2}} )?{WORD})?",
        74,
    ),
    (rf"\bP\.? ?O\.? ?Box \d{{1,6}}{_TOWN}", 74),
    (rf"\b(?:[A-Z]{{1,2}}\d[A-Z\d]? \d[A-Z]{{2}}|{_CANADA}|{_US}|{_AUSTRALIA})\b", 70),
    (rf"(?i:\b(?:post ?code|postal code|zip(?: code)?))(?: is)?:? ?(?P<id>{_POSTCODE})", 71),
)
_COMPILED = tuple((re.compile(pattern), weight) for pattern, weight in _PATTERNS)


def find_english_addresses(text: str) -> Iterator[Finding]:
    """Yield street addresses, boxes and postcodes."""
    for pattern, weight in _COMPILED:
        group = "id" if "id" in pattern.groupindex else 0
        for match in pattern.finditer(text):
            yield Finding(match.start(group), match.end(group), "ADDR", "english", weight)
