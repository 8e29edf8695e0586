"""An episode as Markdown, for the page of its partition."""

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.episode import Action, Episode
from cogmed_core.mediation.view import speaker_names
from cogmed_pipeline.steps.simulation import KIND, Cell
from cogmed_pipeline.workshop import Workshop

SYNTHETIC = "**Synthetic: rule-based negotiators, no language model. It says nothing about any model.**"
MARKUP = str.maketrans({character: f"\\{character}" for character in "\\`*_{}[]<>()#+-.!|~&"})


def transcript(workshop: Workshop, cell: Cell) -> str:
    """Return the cell's episodes as Markdown; whatever was said is shown as text, never as markup."""
    scenario = workshop.records.load("scenarios", cell.case_id, Scenario)
    found = [workshop.records.load(KIND, cell.record_key(seed), Episode) for seed in workshop.experiment.seeds]
    names = speaker_names(scenario[0]) if scenario else {}
    return "\n\n".join(_episode(episode[0], names) for episode in found if episode)


def as_text(text: str) -> str:
    """Return ``text`` with everything Markdown or HTML could act on escaped."""
    return text.translate(MARKUP).replace("\n", "  \n")


def _episode(episode: Episode, names: dict[str, str]) -> str:
    lines = [f"### Seed {episode.seed}: {episode.outcome or episode.status}, {episode.rounds} rounds"]
    if episode.synthetic:
        lines.append(SYNTHETIC)
    for number in range(1, episode.rounds + 1):
        said = [utterance for utterance in episode.utterances if utterance.round == number]
        stage = next((utterance.stage for utterance in said if utterance.stage), None)
        lines.append(f"#### Round {number}" + (f" · {stage}" if stage else ""))
        lines += [_action(action) for action in episode.actions if action.round == number]
        lines += [_utterance(utterance, episode, names) for utterance in said]
    if episode.settlement:
        lines += ["#### Settlement", as_text(episode.settlement)]
    if episode.error:
        lines += ["#### Failed", as_text(episode.error)]
    return "\n\n".join(lines)


def _utterance(utterance: Utterance, episode: Episode, names: dict[str, str]) -> str:
    speaker = as_text(names.get(utterance.seat, utterance.seat))
    marks = []
    if utterance.accepted and utterance.accepted != utterance.tabled:
        marks.append(f"accepts proposal {utterance.accepted}")
    if utterance.stance:
        marks.append(utterance.stance.value)
    said = f"**{speaker}**" + (f" ({', '.join(dict.fromkeys(marks))})" if marks else "")
    line = f"{said}: {as_text(utterance.text)}"
    if utterance.tabled:
        line += f"\n\n> Proposal {utterance.tabled}: {as_text(episode.proposals[utterance.tabled - 1].text)}"
    return line


def _action(action: Action) -> str:
    return f"*{as_text(action.name)}*: {as_text(action.result)}"
