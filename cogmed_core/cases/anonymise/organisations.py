"""Firms and other private bodies, found by how their names end; public bodies and bare kinds of firm stay."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import alternatives, words
from cogmed_core.cases.anonymise.names.shape import surname_of
from cogmed_core.cases.anonymise.tagging.tagger import Token

_LONGEST = 26
_STOP_TAGS = frozenset({"p", "c", "u", "r", "w", "d", "TIME", "t", "m", "xc", "q"})
_BRANCH = r"(?:[\u3400-\u9fff]{2,12}?(?:分公司|支公司|营业部|分行|支行|分店|分所|分校|项目部))?"
_LEGAL_FORM = re.compile(r"(?:有限|股份|集团|事务所|株式会社)")
_JAPANESE = re.compile(
    r"株式会社[\u3400-\u9fff]{2,8}?(?=驻|的|与|和|，|。|、|之|代表|职员|在)|(?<=[，。、；：与和任])(?:(?![与和任])[\u3400-\u9fff]){2,8}株式会社"
)
_COMMON_WORD = -10.5
_RARE_WORD = -12.0
_MOST_WORDS = 12
_SHORTEST = 2
_LONGEST_TRADE_NAME = 3
_LONGEST_PLAIN = 6
"""A longer stem is looked through for a verb."""
_CLAUSE = frozenset({"v", "d", "p", "c", "r"})
_BARE = re.compile(r"(?!.*(?:人大|政协|律师|代表|法援|[委局部站办队社院所会网区组处厅校]))[\u3400-\u9fff]{2,5}")
_WORD = re.compile(r"[\u3400-\u9fffA-Za-z0-9·&（）()]+")
_WORD_AT_END = re.compile(r"[\u3400-\u9fffA-Za-z0-9·&（）()]*$")
_INNER_BODY = re.compile(r".*(?:公司|厂|店|银行|中心|纠纷|协议|合同)[向与和及对被由将给把同》”]?")
_GOING = re.compile(r"[出进入建到离回返](?:厂|店|院|校|公司)")
_MASKED = re.compile(r"[某×*]|^[甲乙丙丁]|^\d+[家个名]")
_PLACE = re.compile(r"^(?:[\u3400-\u9fff]{2,7}?(?:省|自治区|市|区|县|镇|乡|村))+")
_TOWARDS = tuple("向到与在对被由经至赴")
"""What stands between somebody and a bare kind of body: 路某向法院起诉."""
_STOP_SECTIONS = ("before bodies", "roles", "kin")


@cache
def _ending() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives('private bodies')}){_BRANCH}(?!法|章程|制|化)")


@cache
def _field() -> re.Pattern[str]:
    """A form's field that holds a body's name and nothing else: 被告：好又多便利店，…"""
    label = rf"(?:{alternatives('roles')})(?:[(（][^()（）\n]{{1,10}}[)）])?[一二三四0-9]?[ ]?[:：][ ]{{0,4}}"
    body = rf"[\u3400-\u9fffA-Za-z0-9·]{{2,30}}(?:{alternatives('private bodies')}){_BRANCH}"
    return re.compile(rf"{label}(?P<id>{body})(?=[，,。；;（(\s]|$)")


@cache
def _family_shop() -> re.Pattern[str]:
    """A shop called after somebody: 老王家烧烤, 张记面馆."""
    surnames = "".join(sorted(words("common surnames")))
    return re.compile(
        rf"(?:[老小阿][{surnames}]|[{surnames}])[家记氏姐哥嫂]?(?<=[家记氏姐哥嫂])(?:{alternatives('shops')})"
    )


@cache
def _public() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives('public bodies')})")


def find_organisations(document: Document) -> Iterator[Finding]:
    """Yield the names of private bodies."""
    for match in _ending().finditer(document.text):
        start = _start(document, match.start())
        if _is_named(document, start, match.start(), match.end()):
            yield Finding(start, match.end(), "ORG", "organisations", 68)
    for match in _field().finditer(document.text):
        if not _MASKED.search(match["id"]) and not _public().search(match["id"]) and core_of(match["id"]):
            yield Finding(match.start("id"), match.end("id"), "ORG", "organisations", 70)
    for match in _family_shop().finditer(document.text):
        yield Finding(match.start(), match.end(), "ORG", "organisations", 69)
    for match in _JAPANESE.finditer(document.text):
        yield Finding(match.start(), match.end(), "ORG", "organisations", 69)


def tagged_organisations(document: Document) -> Iterator[Finding]:
    """Yield what the tagger takes for a body though nothing in its name says so: 分包给宏达."""
    ends = re.compile(rf"(?:{alternatives('private bodies', 'public bodies', 'lines of business')})$")
    for token in document.tokens:
        name = document.text[token.start : token.end]
        if token.tag != "ORG" or not _BARE.fullmatch(name) or ends.search(name) or _MASKED.search(name):
            continue
        score = document.tagger.segmenter.score(name)
        if score is None or score < _COMMON_WORD:
            yield Finding(token.start, token.end, "ORG", "tagged", 45)


def public_places(document: Document) -> Iterator[range]:
    """Yield the extents of public bodies, whose names hold no person's and stay."""
    for match in _public().finditer(document.text):
        before = document.text[match.start() - 1 : match.start()]
        yield range(match.start() if before in _TOWARDS else _start(document, match.start()), match.end())


def _start(document: Document, end: int) -> int:
    """Go back over the words that can belong to a name, to the first that belongs to the sentence."""
    start = end
    index = document.token_index(end)
    if index < len(document.tokens) and document.tokens[index].start < end:
        start = max(document.tokens[index].start, _run_start(document.text, end))
    named = start < end
    for token in reversed(document.tokens[max(0, index - _MOST_WORDS) : index]):
        business = not named and document.text[token.start : token.end] in words("lines of business")
        if token.end != start or end - token.start > _LONGEST or (not business and _stops(document, token)):
            break
        start, named = token.start, not business
    return start + _foreign_head(document.text[start:end], document.tagger.segmenter.cut)


def _foreign_head(stem: str, cut: Callable[[str], list[str]]) -> int:
    """Return how much of a stem belongs to the sentence: another body with its particle, words that introduce one.

    The verb of a clause (得知, 筹备) and whoever it is about go, wherever they stand.
    """
    inner = _INNER_BODY.match(stem)
    head = inner.end() if inner else 0
    if len(stem) > _LONGEST_PLAIN:
        place = 0
        for word in cut(stem):
            place += len(word)
            if word in words("clause verbs") or (len(word) > 1 and word in words("roles")):
                head = max(head, place)
    while word := next((w for w in words("before bodies") if len(w) > 1 and stem.startswith(w, head)), ""):
        head += len(word)
    return head


def _run_start(text: str, end: int) -> int:
    """Return where the run of letters that ends at ``end`` begins, within the reach of a name."""
    window = text[max(0, end - _LONGEST) : end]
    run = _WORD_AT_END.search(window)
    return end - (len(run.group()) if run else 0)


def _stops(document: Document, token: Token) -> bool:
    word = document.text[token.start : token.end]
    if not _WORD.fullmatch(word) or any(word in words(section) for section in _STOP_SECTIONS):
        return True
    if token.tag == "PER":
        return bool(surname_of(word)) and not _is_trade_name(word)
    if token.tag in _STOP_TAGS and word != "个":
        return True
    score = document.tagger.segmenter.score(word)
    return token.tag in {"v", "vn", "a", "f"} and (score is None or score > _COMMON_WORD)


def core_of(name: str) -> str:
    """Return what tells a body from others: its name without place, line of business and legal form."""
    return _core(re.sub(rf"(?:{alternatives('private bodies')}){_BRANCH}$", "", name))


def _core(stem: str) -> str:
    """Strip places and qualities from the front of what precedes the ending, lines of business from its end."""
    core = _PLACE.sub("", stem)
    while not _is_trade_name(core) and (shorter := _back().sub("", core)) != core:
        core = shorter
    while len(shorter := _front().sub("", core)) != len(core) and len(shorter) >= _SHORTEST:
        core = shorter
    return "" if _front().fullmatch(core) else core


def _is_trade_name(core: str) -> bool:
    """Say whether a core is two or three of the characters that firms are called by: 兴隆, 旭日, 联创."""
    named = core not in words("clause verbs") | words("before bodies")
    return named and _SHORTEST <= len(core) <= _LONGEST_TRADE_NAME and set(core) <= words("in trade names")


@cache
def _front() -> re.Pattern[str]:
    return re.compile(rf"^(?:{alternatives('bare qualities')})")


@cache
def _back() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives('lines of business', 'bare qualities')})$")


def _has_clause(document: Document, start: int, end: int) -> bool:
    """Say whether common verbs or particles stand inside: then it is a clause that ends in a kind of body."""
    inside = document.tokens[document.token_index(start) :][: _MOST_WORDS * 2]
    words_in = [(t.tag, document.text[t.start : t.end]) for t in inside if t.end <= end]
    score = document.tagger.segmenter.score
    return any(
        tag in _CLAUSE
        and len(word) > 1
        and (score(word) or _COMMON_WORD) > _COMMON_WORD
        and word not in words("lines of business")
        for tag, word in words_in
    )


def _is_named(document: Document, start: int, ending: int, end: int) -> bool:
    """A name has a part that is neither a place nor a line of business, and the tagger or its form says so."""
    name = document.text[start:end]
    verb = _GOING.search(document.text, max(0, ending - 1), end)
    if verb or _MASKED.search(name) or _public().search(name):
        return False
    core = _core(document.text[start:ending])
    if len(core) < _SHORTEST:
        return False
    score = document.tagger.segmenter.score(core)
    if _LEGAL_FORM.search(name) or (_is_trade_name(core) and (score is None or score < _COMMON_WORD)):
        return True
    if _has_clause(document, start, ending):
        return False
    index = document.token_index(start)
    covering = [token for token in document.tokens[index : index + _MOST_WORDS] if token.start < end]
    if any(token.tag == "ORG" for token in covering) or (len(covering) == 1 and covering[0].tag == "nz"):
        return True
    rare = score is None or score < _RARE_WORD
    return rare and all(token.tag in {"n", "nz", "LOC", "PER", "nw", "vn", "q"} for token in covering)
