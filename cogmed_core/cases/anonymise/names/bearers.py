"""Who is meant by a name that several people could bear: who fits it, else who was named nearest."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from cogmed_core.cases.anonymise.names.context import is_chinese

_MALE = re.compile(r"先生|大爷|大叔|大伯|大哥|爷爷|伯伯|叔叔|老汉|老伯|阿公|[哥叔伯]$")
_FEMALE = re.compile(r"女士|小姐|太太|夫人|大妈|大婶|大娘|大姐|阿姨|阿婆|奶奶|婆婆|老太|[姐婶嫂姨婆]$")
_MAN_BEFORE = re.compile(r"(?:儿子|丈夫|父亲|哥哥|弟弟|爷爷|外公|之子|之父|其子|其父|其夫|长子|次子|岳父|女婿|侄子)$")
_WOMAN_BEFORE = re.compile(
    r"(?:女儿|妻子|母亲|姐姐|妹妹|奶奶|外婆|之女|之母|之妻|其女|其母|其妻|长女|次女|岳母|儿媳|侄女)$"
)
_YOUNG_BEFORE = re.compile(r"(?:儿子|女儿|孙子|孙女|之子|之女|其子|其女|[长次幼养][子女]|女婿|儿媳|侄子|侄女)$")
_OLD_BEFORE = re.compile(r"(?:父亲|母亲|爷爷|奶奶|外公|外婆|之父|之母|其父|其母|岳父|岳母|公公|婆婆)$")
_SEX = re.compile(r"[，,（(]\s?(?P<sex>[男女])(?![儿方友婿])")
_BORN = re.compile(r"(?P<year>(?:19|20)\d\d)年?[^，。；]{0,12}生|(?P<age>\d{1,3})岁")
_NOW = 2030
_PARTICULARS = 24
_SENTENCE_MARKS = "。；\n！？"


@dataclass(frozen=True)
class Bearers:
    """The places where people are named in full, in order, and the full name at each."""

    text: str
    places: list[int]
    names: list[str]

    @classmethod
    def of(cls, text: str, mentions: Iterable[tuple[int, str]]) -> "Bearers":
        """Return the bearers of names mentioned at places of ``text``."""
        ordered = sorted(mentions)
        return cls(text, [place for place, _ in ordered], [name for _, name in ordered])

    def only(self, names: Iterable[str]) -> "Bearers":
        """Return the mentions of some of the people."""
        kept = set(names)
        return Bearers.of(self.text, ((p, n) for p, n in zip(self.places, self.names, strict=True) if n in kept))

    def next_after(self, place: int) -> str:
        """Return who is named first at or after ``place``, or nothing."""
        after = bisect_left(self.places, place)
        return self.names[after] if after < len(self.places) else ""

    def nearest(self, place: int) -> str:
        """Return who was named last before ``place``, else first after it."""
        return self.names[max(0, bisect_left(self.places, place) - 1)]

    def meant(self, place: int) -> str:
        """Return who was named last, but not in the same sentence, where the full name stands for itself."""
        sentence = 1 + max(self.text.rfind(mark, 0, place) for mark in _SENTENCE_MARKS)
        here = set(self.names[bisect_left(self.places, sentence) : bisect_left(self.places, place)])
        others = [n for n in dict.fromkeys(self.names) if n not in here]
        return self.only(others).nearest(sentence) if here and others else self.nearest(place)

    def fitting(self, form: str, title: str = "") -> list[str]:
        """Return whom a form such as 老刘 or 刘女士 can mean by sex and age, in order of appearance."""
        people = list(dict.fromkeys(self.names))
        if len(people) > 1 and (sex := _sex_of(title or form)):
            people = self._of_sex(people, sex) or people
        if len(people) > 1 and form[0] in "老小" and is_chinese(form[-1]):
            people = self._by_age(people, oldest=form[0] == "老") or people
        return people

    def _of_sex(self, people: list[str], sex: str) -> list[str]:
        """Return those known to be of a sex, else those not known to be of the other."""
        known = [name for name in people if self._sexes.get(name) == sex]
        return known or [name for name in people if name not in self._sexes]

    def _by_age(self, people: list[str], *, oldest: bool) -> list[str]:
        """Return the one whose age is known to be on the right side of all others', or nobody."""
        if not all(name in self._births for name in people):
            return []
        pick = (min if oldest else max)(people, key=lambda name: self._births[name])
        return [pick] if len({self._births[name] for name in people}) == len(people) else []

    @cached_property
    def _sexes(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for before, after, name in self._contexts():
            sex = _SEX.match(after)
            if sex:
                found.setdefault(name, sex["sex"])
            elif _MAN_BEFORE.search(before) or _MALE.match(after):
                found.setdefault(name, "男")
            elif _WOMAN_BEFORE.search(before) or _FEMALE.match(after):
                found.setdefault(name, "女")
        return found

    @cached_property
    def _births(self) -> Mapping[str, int]:
        """Years of birth, or what stands for them where only a generation is told."""
        found: dict[str, int] = {}
        told: dict[str, list[int]] = defaultdict(list)
        for before, after, name in self._contexts():
            if born := _BORN.search(re.split(r"[。；\n]", after, maxsplit=1)[0]):
                found.setdefault(name, int(born["year"]) if born["year"] else _NOW - int(born["age"]))
            told[name].append(bool(_YOUNG_BEFORE.search(before)) - bool(_OLD_BEFORE.search(before)))
        generations = {name: sum(signs) for name, signs in told.items()}
        if len(found) < len(told) and len(set(generations.values())) > 1:
            return generations
        return found

    def _contexts(self) -> list[tuple[str, str, str]]:
        """Return what stands before and after each mention, and whom it names."""
        ends = [place + len(name) for place, name in zip(self.places, self.names, strict=True)]
        return [
            (self.text[max(0, place - 3) : place], self.text[end : end + _PARTICULARS], name)
            for place, end, name in zip(self.places, ends, self.names, strict=True)
        ]


def _sex_of(form: str) -> str:
    if _FEMALE.search(form):
        return "女"
    return "男" if _MALE.search(form) else ""
