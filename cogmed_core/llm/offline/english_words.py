"""The words by which English prose is read: names and what is none, verbs of asking and answering, sentences."""

import re

from cogmed_core.llm.offline.roles import ENGLISH

TITLE = r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Lady)\.?"
CAPITAL = r"[A-Z\u00c0-\u00de][\w'’-]*(?<!['’]s)"
NAME = rf"(?:{TITLE} )?{CAPITAL}(?:(?: |-| & | of (?=[A-Z]))(?:{CAPITAL}|\d{{1,3}}\b))*(?:'s(?= family))?(?: family\b)?"
ROLE = rf"(?:{'|'.join(ENGLISH)})s?"
NUMBERS = "[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Tt]welve|[Tt]wenty|[Ss]everal"
ROLES = (
    rf"(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts|[Oo]ne|{NUMBERS})(?: (?!{ROLE}\b)[a-z-]+){{0,2}} "
    rf"(?P<role>{ROLE})\b"
)
PRONOUN = r"(?P<pronoun>[Hh]e|[Ss]he|[Tt]hey|[Ii]t)\b"
MENTION = re.compile(rf"\b(?:{ROLES}|(?P<bare>(?:{ROLE})) (?=[A-Z])|{PRONOUN}|(?P<name>{NAME}))")
_NO_NAME = (
    "January February March April May June July August September October November December Monday Tuesday Wednesday"
    " Thursday Friday Saturday Sunday Spring Summer Autumn Winter Christmas Easter The A An In On At By "
    "For From To Of And"
    " Or But If As So Since After Before When While Where Although Though Because During Until Under Over With Without"
    " Both Each Neither Either Every All Some Most Many Several This That These Those There Then Later Soon Now Here"
    " His Her Their Its Our My Your He She It They We You I What Which Who Whose How Why Not No Nothing Nobody Today"
    " Yesterday One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Twenty Once Last Next "
    "First Second Third Finally However Meanwhile Instead Despite"
    " Following Within About Around Between Only Even Also Still Yet Court Act Section Article Schedule Tribunal Road"
    " Street Avenue Lane Yard Row Square Consumer Rights English French German Chinese British American European VAT"
    " Address Phone Email Account Card Plate Passport Number Shortly Unable Having Being Mediation "
    "Mediator Issues Facts"
)
NO_NAME = frozenset(_NO_NAME.split())
VERBS: tuple[tuple[str, str], ...] = (
    (
        "ask",
        r"claim(?:s|ed|ing)?|demand(?:s|ed|ing)?|ask(?:s|ed|ing)?(?! (?:whether|about|how|what|why))|"
        r"wants?|wanted|seek(?:s|ing)?|sought"
        r"|request(?:s|ed|ing)?|insist(?:s|ed)? on|expect(?:s|ed)?|would like|wish(?:es|ed)?|sue[sd]?|"
        r"complain(?:s|ed)?|(?:is|was|are) owed"
        r"|call(?:s|ed) for|hop(?:es|ed) (?:to|for)|filed|needs?",
    ),
    (
        "answer",
        r"refus(?:e[sd]?|ing)|den(?:y|ies|ied)|dispute[sd]?|reject(?:s|ed)?|decline[sd]?|offer(?:s|ed|ing)?|"
        r"agree[sd]? (?:only )?to|owe[sd]?"
        r"|(?:is|was|are|were) (?:only )?(?:willing|ready|prepared|happy) (?:only )?to|will (?:not|only)|"
        r"won['’]t|would (?:not|only)"
        r"|wouldn['’]t|can(?:not|['’]t)|(?:can|could) only|borrowed|propose[sd]? to",
    ),
    (
        "say",
        r"lent|says?|said|argue[sd]?|repl(?:y|ies|ied)|answer(?:s|ed)|insist(?:s|ed)? that|maintain(?:s|"
        r"ed)|contend(?:s|ed)|object(?:s|ed)"
        r"|admit(?:s|ted)|accept(?:s|ed)|blame[sd]?|believe[sd]?|thinks?|thought|states?|stated|"
        r"explain(?:s|ed)|points? out|holds "
        r"that|insist(?:s|ed)?",
    ),
)
VERB = re.compile("|".join(rf"(?P<{kind}>\b(?:{words})\b)" for kind, words in VERBS))
BETWEEN = re.compile(
    r"(?: \([^)]{0,60}\))?(?:, [^.;:]{1,80},| who| which|,)?(?: (?:has|have|had|is|are|was|were|now|also|still|then|"
    r"therefore|later|first|again"
    r"|only|even|always|never|repeatedly|eventually|does not|did not|do|\w+ly))* ?"
)
OPEN = re.compile(
    r"\b(?:says?|said|argue[sd]?|believe[sd]?|thinks?|maintain(?:s|ed)|contend(?:s|ed)|replie[sd]|"
    r"insist(?:s|ed)?)(?: that)?$"
)
PLACE = re.compile(r"\b(?:in|at|near|on|under|around) (?:the )?$")
TARGET = re.compile(
    rf"^(?: (?:that|from|against|of|off|for|back|the|whole|price|money|payment|by))*,? ?(?P<whom>(?:{ROLES}|{NAME}))"
)
SENTENCE = re.compile(r"[^\n]+?(?:[.!?][\"”']?(?=\s+[A-Z\"'“]|\s*$)|$)", re.MULTILINE)
ABBREVIATED = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|p\.m|a\.m|etc|e\.g|i\.e)\.$")


def sentences_of(text: str) -> list[str]:
    """Return the sentences of English prose; a full stop after Mr or p.m. ends none."""
    parts: list[str] = []
    for one in (found.strip() for found in SENTENCE.findall(text)):
        if parts and ABBREVIATED.search(parts[-1]):
            parts[-1] += f" {one}"
        elif one:
            parts.append(one)
    return parts
