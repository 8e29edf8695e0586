"""How a mediation reads on a page: everything at its place, and nothing of it markup."""

from html.parser import HTMLParser

from cogmed_core.domain.dialogue import Proposal, Stage, Stance, Utterance
from cogmed_core.domain.episode import Action, Belief, StageDecision
from cogmed_core.domain.finding import Finding, FindingKind, Severity
from cogmed_pipeline.web.pages import templates
from cogmed_pipeline.web.transcript import Proceedings, rounds_of

HOSTILE = "<script>alert(1)</script></textarea><img src=x onerror=alert(1)>![x](https://example.org/x.png)\u202eabc"
NAMES = {"mediator": "Mediator", "litigant_1": "Buyer <b>Ann</b>", "litigant_2": "Seller Bo"}


def said(place: int, seat: str, text: str, number: int = 1, **more: object) -> Utterance:
    return Utterance(round=number, position=place, seat=seat, text=text, stage=Stage.OPENING, **more)


PROCEEDINGS = Proceedings(
    utterances=[
        said(1, "mediator", "Welcome."),
        said(2, "litigant_1", HOSTILE, stance=Stance.REJECT),
        said(3, "litigant_2", "Half.", stance=Stance.UNDECIDED, tabled=1, accepted=1),
        said(4, "mediator", "Well?", number=2),
        said(5, "litigant_1", "Yes.", number=2, stance=Stance.ACCEPT, accepted=1),
    ],
    proposals=[Proposal(number=1, round=1, seat="litigant_2", text="Half is paid back.")],
    actions=[
        Action(round=2, name="perform_reality_check", arguments={"to": "litigant_1"}, result="A court takes a year.")
    ],
    beliefs=[
        Belief(
            round=1, seat="litigant_1", about="litigant_2", perceived_goal="all", emotional_valence=0, flexibility=0.3
        )
    ],
    stages=[StageDecision(round=2, proposed=Stage.DRAFTING, stage=Stage.OPENING, refused=True, reason="too early")],
    findings=[
        Finding(kind=FindingKind.PRESSURE, severity=Severity.WARNING, round=2, seat="mediator", detail="pressed"),
        Finding(kind=FindingKind.STALLED, severity=Severity.NOTE, round=2, detail="nobody moved"),
    ],
)


def page_of(language: str) -> str:
    template = templates(language).from_string(
        "{% import 'transcript.html' as transcript %}"
        "{{ transcript.ribbon(rounds) }}{% for one in rounds %}{{ transcript.round(one) }}{% endfor %}"
    )
    return template.render(rounds=rounds_of(PROCEEDINGS, NAMES))


class Seen(HTMLParser):
    """What a browser would make of a page: its elements, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_everything_stands_where_it_belongs() -> None:
    first, second = rounds_of(PROCEEDINGS, NAMES)
    assert [line.speaker for line in first.utterances] == list(NAMES.values())
    assert first.utterances[2].proposal == "Half is paid back."
    assert [belief.about for belief in first.beliefs] == ["Seller Bo"]
    mediator, litigant = second.utterances
    assert [action.name for action in mediator.actions] == ["perform_reality_check"]
    assert [finding.kind for finding in mediator.findings] == ["pressure"]
    assert not litigant.actions and not litigant.findings
    assert [finding.kind for finding in second.findings] == ["stalled"]
    assert [decision.reason for decision in second.refused] == ["too early"]


def test_both_languages_show_the_same_at_the_same_places() -> None:
    pages = [Seen(page_of(language)) for language in ("zh", "en")]
    assert pages[0].elements == pages[1].elements
    assert "现实检验" in pages[0].text and "Reality check" in pages[1].text


def test_what_was_said_is_text_whatever_it_holds() -> None:
    seen = Seen(page_of("en"))
    assert not {"script", "img", "textarea", "b"} & set(seen.elements)
    assert HOSTILE in seen.text and "Buyer <b>Ann</b>" in seen.text
