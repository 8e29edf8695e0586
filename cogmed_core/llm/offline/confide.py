"""What a litigant tells the mediator alone: franker than at the table, and never its bottom line."""

from collections.abc import Mapping
from typing import Any

from cogmed_core.domain.party import MEDIATOR, Personality, Profile
from cogmed_core.llm.offline.aims import read_aims
from cogmed_core.llm.offline.bargaining import position
from cogmed_core.llm.offline.cues import read_cues
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.experience import lived_through
from cogmed_core.llm.offline.offer import snapped, spoken
from cogmed_core.llm.offline.patterns import cue
from cogmed_core.llm.offline.sight import Sight
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import fresh, listed, phrase, self_words

_ASKS_FIGURE = cue(
    "多少|什么数|底|让到|让一步|松一松|松口|空间|余地|怎样才|什么条件",
    r"(?:how (?:much|far|low|high)|what figure|room|bottom|move|flexib\w+|what would it take|terms)\b",
)
_MARGIN = 0.05
"""What is named in private stays this far above the bottom line, as a share of the claim."""


def confide(variables: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Return the private answer: to a warning, to a question about what matters, to one about figures."""
    sight = Sight.of(variables)
    profile: Profile = variables["profile"]
    aims = read_aims(profile, sight.matter)
    felt = lived_through(sight, aims)
    at = position(sight, aims, felt, variables.get("beliefs", ()))
    asked = sight.by(MEDIATOR)[-1].text
    cues = read_cues(asked)
    said = "".join(utterance.text for utterance in sight.by(sight.seat))
    chance = lot("confide", seed, sight.scenario.case_id, sight.seat, len(sight.utterances))
    words = self_words(sight.language, sight.party(sight.seat).name)
    lines: list[str] = []

    def say(key: str, **values: str) -> None:
        lines.append(fresh(sight.language, key, chance, said + "".join(lines), **words, **values))

    guarded = Personality(profile.personality) in (Personality.SUSPICIOUS, Personality.HARDLINE) and felt.heard < 1
    say("confide.guarded" if guarded else "confide.opens")
    if cues.risks >= 2:
        say("litigant.tempered")
    if aims.wants and (cues.asks_interest or not guarded):
        acts = [phrase(sight.language, f"acts.{act}") for act in sorted(aims.wants)]
        say("confide.matters", acts=listed(sight.language, acts))
    if _ASKS_FIGURE.search(asked):
        hinted = max(at.target, aims.bottom + _MARGIN)
        tight = hinted > aims.hope or guarded
        share = snapped(min(1.0, max(0.0, aims.of_share(hinted))), sight.matter, up=aims.claiming)
        if tight:
            say("confide.tight")
        else:
            say(
                f"confide.room.{'claimant' if aims.claiming else 'respondent'}",
                figure=spoken(Terms(share), sight.matter),
            )
    elif not aims.wants or guarded:
        say("confide.listens")
    space = "" if sight.language == "zh" else " "
    return {"thought": phrase(sight.language, "confide.thought"), "text": space.join(lines)}
