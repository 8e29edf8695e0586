"""Names that nothing announces: every place where a name can stand is weighed, and a name by all its places."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.cases.anonymise.names.evidence import Evidence, Signs
from cogmed_core.cases.anonymise.names.measured import MEASURES, is_counted
from cogmed_core.cases.anonymise.names.shape import name_score, surname_of, surname_rank

_CHINESE = re.compile(r"[\u3400-\u9fff]{2,}")
_NEVER = re.compile(
    r"某|[左右]转|[委局厅署]$|.[市县镇乡村街省]$"  # masks, directions, bodies, places; next 张甲, 周家, 李总, 刘姐
    r"|^.[甲乙丙丁层转家]$|^年[满生]|^.[总工董]|^.[氏姐哥叔婶姨嫂](?:$|[也说称就都和与的在让把被对向])"
    rf"|^那[{MEASURES}]"  # 那笔钱
    r"|^[和向后知解经由从应及于时为将](?:[老小阿]|$)"  # a particle before 老王
)
_LEAST_FIT = -16.0
_LONGER = 3.5
_ENOUGH_PLACES = 3
_DOUBTFUL = -4.0
_GIVEN = 2
_SURNAME = re.compile(
    r"[\u3400-\u9fff](?<![的了与和及或对向由被将把给让请是在有为从于以因经称说叫系到该其某等员人方者后前])"
)
_PLACES = frozenset("市县镇乡")
"""What stands after the name of a place: 青澜市."""
_CLEAR, _OFTEN = 2.0, 5
_IN_LIST = 3.0
_AS_TAGGED = -3.5
_LIST_REACH = 6
_GOES_ON = frozenset("家系遂便即却将把向与和及对被称说因在于经为已未曾仍又也均等并而则拒诉")
_ADVERBS = frozenset("遂便即却仍又也均曾未已则")
_WIDTHS = (2, 3, 4)
_LIST_BEFORE = re.compile(r"[、和与及跟同][父母子女妻夫兄弟姐妹]?$")
_LIST_AFTER = re.compile(r"[、和与及跟同][父母子女妻夫兄弟姐妹]?")

Places = list[tuple[int, Signs]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A string that may be a name, where it stands, and its score: above 0 it is taken for a name."""

    name: str
    starts: tuple[int, ...]
    score: float


def candidates(document: Document) -> list[Candidate]:
    """Return every string of the text that can be a name, scored, the best first.

    Where two overlap, the longer one is the better of equals: a name cut short still names.
    """
    evidence = Evidence(document)
    places = places_of(document, evidence)
    cut = _cut_short(places) | _without_surname(places)
    scored = [
        _with_surname(document, Candidate(name, tuple(s for s, _ in found), evidence.score(name, found)))
        for name, found in places.items()
        if name not in cut
    ]
    scored = _without_run_on(scored)
    return sorted(scored, key=lambda candidate: (-candidate.score - _LONGER * len(candidate.name), candidate.starts))


def _without_run_on(scored: list[Candidate]) -> list[Candidate]:
    """Leave out a name with the next word of its sentence, if the name stands elsewhere too, or an adverb ends it."""
    better = {candidate.name: len(candidate.starts) for candidate in scored if candidate.score > 0}
    return [
        c
        for c in scored
        if not (c.name[-1] in _GOES_ON and better.get(c.name[:-1], 0) > len(c.starts))
        and not (c.name[-1] in _ADVERBS and c.name[:-1] in better)
    ]


def places_of(document: Document, evidence: Evidence) -> dict[str, Places]:
    """Return every string that can be a name, with where it stands and what speaks for it there."""
    places: dict[str, Places] = defaultdict(list)
    for match in _CHINESE.finditer(document.text):
        for name, offset, fit in _fitting(document, match.group()):
            start = match.start() + offset
            if not _falls_apart(document, name, start):
                places[name].append((start, evidence.of_place(start, start + len(name), fit)))
    return places


def find_doubtful(document: Document, taken: frozenset[int]) -> Iterator[Finding]:
    """Yield the places of strings that just miss being names, for a person to look at."""
    for candidate in candidates(document):
        for start in candidate.starts if _DOUBTFUL < candidate.score <= 0 else ():
            if taken.isdisjoint(range(start, start + len(candidate.name))):
                yield Finding(start, start + len(candidate.name), "PER", "doubtful", weight=1)


def _with_surname(document: Document, candidate: Candidate) -> Candidate:
    """A given name that always stands behind the same character has a surname that no list knows."""
    starts = candidate.starts
    before = {document.text[start - 1] if start else "" for start in starts}
    surname = before.pop() if len(before) == 1 else ""
    if len(starts) < _ENOUGH_PLACES or len(candidate.name) != _GIVEN or not _SURNAME.fullmatch(surname):
        return candidate
    return Candidate(surname + candidate.name, tuple(start - 1 for start in starts), candidate.score)


def find_scored(document: Document, taken: frozenset[int], *, masked: bool = False) -> Iterator[Finding]:
    """Yield the places of the strings that are names; better names take their places first.

    A second look is had at what stands in one list with a name, and at what the tagger takes for one. In a text
    whose people are ``masked`` already nothing is a name unless one stands in it often or the tagger sees some person.
    """
    occupied = set(taken)
    ranked = candidates(document)
    names: set[str] = set()
    surnames: set[str] = set()
    tagged = {document.text[t.start : t.end] for t in document.tokens if t.tag == "PER"}
    if masked and not any(c.score > 0 and (_frequent(c) or _seen(document, c)) for c in ranked):
        return
    for doubtful in (False, True):
        for candidate in ranked:
            if candidate.name in names or _is_family(candidate.name, surnames, tagged):
                continue
            score = candidate.score + (doubtful and _listed(document, candidate, names) * _IN_LIST)
            if score <= 0 and not (doubtful and candidate.name in tagged and score > _AS_TAGGED):
                continue
            free = [s for s in candidate.starts if occupied.isdisjoint(range(s, s + len(candidate.name)))]
            if free:
                names.add(candidate.name)
                surnames.add(candidate.name[0])
            for start in free:
                occupied.update(range(start, start + len(candidate.name)))
                yield Finding(start, start + len(candidate.name), "PER", "scored", weight=50)


def _is_family(name: str, surnames: set[str], tagged: set[str]) -> bool:
    """费家 means the family of 费立群, whatever follows it."""
    return name[1] == "家" and name not in tagged and name[0] in surnames


def _frequent(candidate: Candidate) -> bool:
    return candidate.score > _CLEAR and len(candidate.starts) >= _OFTEN


def _seen(document: Document, candidate: Candidate) -> bool:
    """Say whether the tagger sees a person in some place of the candidate."""
    width = len(candidate.name)
    return any(
        token.tag == "PER" and token.start < start + width and start < token.end
        for start in candidate.starts
        for token in document.tokens[document.token_index(start) :][:width]
    )


def _listed(document: Document, candidate: Candidate, names: set[str]) -> bool:
    """Say whether the candidate stands beside a name: 范冰、范雪, 童安格和齐大圣, 父范仲岩、母柳烟霞."""
    text = document.text
    for start in candidate.starts:
        before = _LIST_BEFORE.search(text, max(0, start - _LIST_REACH), start)
        after = _LIST_AFTER.match(text, start + len(candidate.name))
        if before and any(text[before.start() - width : before.start()] in names for width in _WIDTHS):
            return True
        if after and any(text[after.end() : after.end() + width] in names for width in _WIDTHS):
            return True
    return False


def _fitting(document: Document, run: str) -> Iterator[tuple[str, int, float]]:
    """Yield the names that fit into a run of characters: name, place in the run, fit."""
    before: list[float] = []
    after: list[float] = []
    for start in range(len(run)):
        surname = surname_of(run[start : start + 4])
        if not surname or _titled(run, start + len(surname)):
            continue
        for length in (len(surname) + 1, len(surname) + 2):
            name = run[start : start + length]
            if run[start + length : start + length + 1] in _PLACES:
                continue
            masks_next = run[start + length : start + length + 1] == "某" and (
                length - len(surname) == 1 or surname_rank(name[-1]) == 0
            )
            score = name_score(name) if len(name) == length and _may_be_name(name) and not masks_next else None
            if score is None:
                continue
            if not before:
                before = document.tagger.segmenter.prefix_scores(run)
                _, after = document.tagger.segmenter.ends(run)
            fit = before[start] + score + after[start + length] - after[0]
            if fit >= _LEAST_FIT:
                yield name, start, fit


def _titled(run: str, place: int) -> bool:
    """Say whether a title stands at ``place``: 沈先生 is nobody's full name."""
    return any(run[place : place + width] in words("titles") for width in (2, 3))


def _may_be_name(name: str) -> bool:
    ordinary = words("no names") | words("lines of business") | words("kin")
    begins = words("no names") | words("roles")
    return name not in ordinary and name[:2] not in begins and name not in words("roles") and not _NEVER.search(name)


def _falls_apart(document: Document, name: str, start: int) -> bool:
    """Say whether the surname is a word here: 这笔 + 钱 + 原是; 时 + 林地, where the tagger cuts, not 姜林地."""
    if is_counted(document.text[max(0, start - 2) : start], name):
        return True
    return len(name) > _GIVEN and name[1:] in words("no names") and start + 1 in document.boundaries


def _cut_short(places: dict[str, Places]) -> set[str]:
    """Return the strings that go on with the same character wherever they stand: names cut short."""
    return {
        longer[:-1]
        for longer, found in places.items()
        if len(found) >= _ENOUGH_PLACES and len(places.get(longer[:-1], ())) == len(found)
    }


def _without_surname(places: dict[str, Places]) -> set[str]:
    """Return the strings with a seldom surname that stand behind the common surname of a longer name each time."""
    whole = {(start + 1): name for name, found in places.items() if surname_rank(name[0]) == 0 for start, _ in found}
    return {
        name
        for name, found in places.items()
        if surname_rank(surname_of(name)) > 1
        and len(found) > 1
        and all(len(whole.get(start, "")) > _GIVEN and whole[start][1:] == name[:2] for start, _ in found)
    }
