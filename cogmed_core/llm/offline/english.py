"""Who speaks in English prose: every person and firm in it, what each asks, offers and says, and of whom."""

import re
from collections.abc import Iterator, Sequence

from cogmed_core.llm.offline.english_reading import Actor, Kind, Reading, Speech
from cogmed_core.llm.offline.english_words import BETWEEN, MENTION, NO_NAME, OPEN, PLACE, TARGET, TITLE, VERB, VERBS
from cogmed_core.llm.offline.roles import ENGLISH, FIRMS, prior, pronoun_of


def read_english(sentences: Sequence[str], known: Sequence[str] = ()) -> Reading:
    """Return the actors of the sentences and what they are said to ask, answer and say; ``known`` are named before."""
    reading = Reading()
    for name in known:
        part = name.lower() if name.lower() in ENGLISH else ""
        reading.actors[name] = Actor(name, part, pronoun=pronoun_of(name))
        reading.called[part or _surname(name)] = name
    for sentence in sentences:
        found = list(_mentions(sentence, reading))
        mentions = [(start, end, reading.renamed.get(who, who)) for start, end, who in found]
        _read_speech(sentence, mentions, reading)
        reading.last = [actor for _, _, actor in mentions] or reading.last
    called = reading.renamed
    reading.speeches = [Speech(called.get(one.actor, one.actor), one.kind, one.text) for one in reading.speeches]
    return reading


def _mentions(sentence: str, reading: Reading) -> Iterator[tuple[int, int, str]]:
    """Yield where each actor is mentioned; a part beside a name (``the owner, Nora Vale,``) is the same actor."""
    before: tuple[int, str] | None = None
    subject = ""
    for match in MENTION.finditer(sentence):
        start, end = match.span()
        if match["pronoun"]:
            if who := _meant(match["pronoun"].lower(), subject, reading):
                yield start, end, who
            continue
        role = (match["role"] or match["bare"] or "").lower()
        several = role if role not in ENGLISH else ""
        role = role.removesuffix("s") if several else role
        name = "" if role else _as_name(match["name"], at_start=start == 0)
        if not role and not name:
            continue
        start = match.start() if role else start + match["name"].index(name)
        if name and PLACE.search(sentence[:start]) and pronoun_of(name) != "it" and not name.startswith("Company"):
            continue
        apart = sentence[before[0] : start] if before else ""
        if name and before and re.fullmatch(r" |, | of [^,]{1,40}, ?| \(", apart):
            who = _introduced(name, before[1], reading)
        else:
            who = _actor(name, role, reading, shown=several.capitalize())
        before = (end, role) if role else None
        subject = who
        yield start, end, who


def _as_name(text: str, *, at_start: bool) -> str:
    """Return a capitalised run without the words that are capitals for another reason; empty where none is left."""
    words = text.split(" ")
    while words and words[0].rstrip(".") in NO_NAME:
        words.pop(0)
    kept = [word for word in words if word.rstrip(".,") not in NO_NAME]
    name = " ".join(words).strip(" .,'’")
    bare = re.sub(rf"^{TITLE} ", "", name)
    if len(kept) < len(words) or not bare or bare.isdigit() or len(bare) < 2:
        return ""
    return "" if at_start and " " not in name and len(words) == len(text.split(" ")) and name.endswith("ly") else name


def _actor(name: str, role: str, reading: Reading, shown: str = "") -> str:
    """Return the key of the actor called so, a new one where nobody is; ``shown`` is a part played by several."""
    key = _known(name, reading) if name else _of_part(role, reading)
    if not key:
        shown = re.sub(r"^[Tt]he (?!.* family$)", "", name) if name else shown or role.capitalize()
        shown = f"The {shown}" if re.fullmatch(r"(?!The ).+ family", shown) else shown
        key = shown
        reading.actors[key] = Actor(shown, role, pronoun=pronoun_of(shown), score=0.5 * prior(role))
        reading.called[role if role and not name else _surname(shown)] = key
    actor = reading.actors[key]
    actor.count += 1
    if name and actor.pronoun == "they":
        actor.pronoun = pronoun_of(name)
    return key


def _introduced(name: str, role: str, reading: Reading) -> str:
    """Return the actor whose part was named just before the name, and who may have been called by it so far."""
    key = _actor(name, "", reading)
    former = reading.called.get(role)
    if former and former != key and reading.actors[former].role == role:
        reading.actors[key].count += reading.actors.pop(former).count
        reading.renamed[former] = key
    reading.called[role] = key
    actor = reading.actors[key]
    actor.role = actor.role or role
    actor.score += 0.5 * prior(role)
    if actor.pronoun == "they":
        actor.pronoun = pronoun_of(role)
    return key


def _known(name: str, reading: Reading) -> str:
    """Return who is meant by a name: the same in full, or the only one whose first or last name it is."""
    bare = re.sub(rf"^(?:{TITLE}|[Tt]he) ", "", name)
    own, alone = _surname(bare), " " not in bare or bool(re.fullmatch(r"\w+ \d+", bare))
    found = []
    for key, actor in reading.actors.items():
        theirs = re.sub(rf"^(?:{TITLE}|[Tt]he) ", "", key)
        if theirs == bare:
            return key
        if theirs == bare.split(" ")[0] and " " not in theirs:
            return key
        shared = own in (_surname(theirs), _surname(theirs) + "s") or (alone and bare == theirs.split(" ")[0])
        fits = {actor.pronoun, pronoun_of(name)} != {"he", "she"}
        if shared and fits and (alone or " " not in theirs):
            found.append(key)
    return found[0] if len(found) == 1 else ""


def _surname(name: str) -> str:
    """Return what a name is known by: the last word, with its number where it is a pseudonym."""
    words = re.sub(rf"^(?:{TITLE}|[Tt]he) ", "", name).removesuffix(" family").split(" ")
    return " ".join(words[-2:]) if words[-1].isdigit() else words[-1]


def _of_part(role: str, reading: Reading) -> str:
    """Return who plays a part: whoever was called so, a firm with the word in its name, or the only firm there is."""
    if key := reading.called.get(role):
        return key
    named = [key for key in reading.actors if re.search(rf"\b{role}\b", key, re.IGNORECASE)]
    if not named and role in FIRMS:
        named = [key for key, one in reading.actors.items() if one.pronoun == "it" or re.match(r"Company \d", key)]
    return named[0] if len(named) == 1 else ""


def _meant(pronoun: str, subject: str, reading: Reading) -> str:
    """Return whom a pronoun stands for: the last one mentioned whom it fits."""
    recent = [*([subject] if subject else []), *reversed(reading.last)]
    for key in recent:
        actor = reading.actors.get(key)
        if actor and (actor.pronoun == pronoun or (actor.pronoun == "they" and pronoun != "it")):
            return key
    return next((key for key in recent if key in reading.actors and pronoun in ("it", "they")), "")


def _read_speech(sentence: str, mentions: Sequence[tuple[int, int, str]], reading: Reading) -> None:
    """Give every verb of speaking in a sentence to its subject, and every stretch to whoever speaks in it."""
    heads: list[tuple[int, int, str, Kind]] = []
    for verb in VERB.finditer(sentence):
        kind = Kind(next(one for one, _ in VERBS if verb[one]))
        subjects = [(start, end, who) for start, end, who in mentions if end <= verb.start()]
        near = next((one for one in reversed(subjects) if BETWEEN.fullmatch(sentence[one[1] : verb.start()])), None)
        joined = bool(re.search(r"(?:,| and| but| or)(?: \w+ly)? $", sentence[: verb.start()]))
        if by := re.match(r" by (?=\S)", sentence[verb.end() :]):
            asked_by = next((one for one in mentions if one[0] == verb.end() + by.end()), None)
            if asked_by:
                _read_passive(sentence, verb, kind, asked_by, reading)
                continue
        if near is None and not (heads and joined):
            continue
        who = near[2] if near else heads[-1][2]
        _weigh(sentence, verb, kind, who, mentions, reading)
        heads.append((near[0] if near else verb.start(), near[1] if near else -1, who, kind))
    for position, (start, named, who, kind) in enumerate(heads):
        end = heads[position + 1][0] if position + 1 < len(heads) else len(sentence)
        text = f"{who}{sentence[named:end]}" if named >= 0 else sentence[start:end]
        text = text.replace(f"{who}, ", f"{who} ", 1)
        before = reading.speeches[-1] if position and reading.speeches else None
        if before and before.actor == who and OPEN.search(before.text):
            reading.speeches[-1] = Speech(
                who, _stronger(before.kind, kind), f"{before.text} {sentence[start:end]}".strip(" ,;:.")
            )
        else:
            _keep(text, who, kind, reading, goes_on=named < 0)


def _read_passive(sentence: str, verb: re.Match[str], kind: Kind, by: tuple[int, int, str], reading: Reading) -> None:
    """Turn ``a refund was requested by Nora`` round: Nora requested a refund."""
    what = re.sub(r" (?:was|were|is|are|has been|have been|had been)(?: \w+ly)?$", "", sentence[: verb.start()].strip())
    reading.actors[by[2]].spoke = True
    reading.actors[by[2]].score += {Kind.ASK: 1.0, Kind.ANSWER: -1.0, Kind.SAY: 0.0}[kind]
    _keep(f"{by[2]} {verb.group()} {what[:1].lower()}{what[1:]}", by[2], kind, reading, goes_on=False)


def _weigh(
    sentence: str,
    verb: re.Match[str],
    kind: Kind,
    who: str,
    mentions: Sequence[tuple[int, int, str]],
    reading: Reading,
) -> None:
    actor = reading.actors[who]
    actor.spoke = True
    actor.score += {Kind.ASK: 1.0, Kind.ANSWER: -1.0, Kind.SAY: 0.5 * (verb.group() == "lent")}[kind]
    rest = sentence[verb.end() :]
    if kind is Kind.ASK and (target := TARGET.match(rest)):
        place = verb.end() + target.start("whom")
        whom = next((other for start, _, other in mentions if place <= start <= verb.end() + target.end("whom")), "")
        if whom and whom != who:
            reading.actors[whom].score -= 1.0


def _keep(text: str, who: str, kind: Kind, reading: Reading, *, goes_on: bool) -> None:
    """Add a stretch; one that goes on for the same speaker is joined to the one before."""
    text = re.sub(r"(?:,| and| but| while| whereas| so)+$", "", text.strip(" ,;:."))
    before = reading.speeches[-1] if reading.speeches else None
    if before and before.actor == who and goes_on:
        reading.speeches[-1] = Speech(who, _stronger(before.kind, kind), f"{before.text} and {text}")
    else:
        reading.speeches.append(Speech(who, kind, text))


def _stronger(one: Kind, other: Kind) -> Kind:
    return next(kind for kind in Kind if kind in (one, other))
