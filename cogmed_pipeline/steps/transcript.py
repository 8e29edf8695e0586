"""An episode as Markdown, for the page of its partition."""

from collections.abc import Mapping
from typing import Any

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Stance, Utterance
from cogmed_core.domain.episode import Action, Episode
from cogmed_core.mediation.view import speaker_names
from cogmed_pipeline.markup import as_text
from cogmed_pipeline.steps.simulation import KIND, Cell
from cogmed_pipeline.web.wording import words
from cogmed_pipeline.workshop import Workshop

SYNTHETIC = "**Synthetic: rule-based negotiators, no language model. It says nothing about any model.**"


def transcript(workshop: Workshop, cell: Cell) -> str:
    """Return the cell's episodes as Markdown; whatever was said is shown as text, never as markup."""
    scenario = workshop.records.load("scenarios", cell.case_id, Scenario)
    if scenario is None:
        return ""
    names, said = speaker_names(scenario[0]), words(scenario[0].language)
    return "\n\n".join(_episode(episode, names, said) for episode in cell_episodes(workshop, cell))


def cell_episodes(workshop: Workshop, cell: Cell) -> list[Episode]:
    """Return the cell's episodes on the seeds of the experiment, those that are there."""
    found = (workshop.records.load(KIND, cell.record_key(seed), Episode) for seed in workshop.experiment.seeds)
    return [episode[0] for episode in found if episode]


def marks(utterance: Utterance, said: Mapping[str, Any]) -> str:
    """Return in a few words what an utterance does: stands by a proposal, refuses, leaves; or nothing."""
    if utterance.accepted and utterance.accepted != utterance.tabled:
        return str(said["transcript"]["stands_by"]).format(n=utterance.accepted)
    if utterance.tabled or utterance.stance in (None, Stance.UNDECIDED):
        return ""
    return str(said["common"]["acceptance"][utterance.stance.value])


def _episode(episode: Episode, names: dict[str, str], said: Mapping[str, Any]) -> str:
    ended = said["common"]["outcome"].get(episode.outcome or episode.status, episode.status)
    lines = [f"### Seed {episode.seed}: {ended}, {said['common']['round'].format(n=episode.rounds)}"]
    if episode.synthetic:
        lines.append(SYNTHETIC)
    for number in range(1, episode.rounds + 1):
        spoken = [utterance for utterance in episode.utterances if utterance.round == number]
        stage = next((utterance.stage for utterance in spoken if utterance.stage), None)
        heading = said["common"]["round"].format(n=number)
        lines.append(f"#### {heading}" + (f" · {said['common']['stage'][stage]}" if stage else ""))
        lines += [_action(action, said) for action in episode.actions if action.round == number]
        lines += [_utterance(utterance, episode, names, said) for utterance in spoken]
    if episode.settlement:
        lines += [f"#### {said['common']['outcome']['agreement']}", as_text(episode.settlement)]
    if episode.error:
        lines += [f"#### {said['common']['outcome']['failed']}", as_text(episode.error)]
    return "\n\n".join(lines)


def _utterance(utterance: Utterance, episode: Episode, names: dict[str, str], said: Mapping[str, Any]) -> str:
    speaker = as_text(names.get(utterance.seat, utterance.seat))
    mark = marks(utterance, said)
    line = f"**{speaker}**" + (f" ({mark})" if mark else "") + f": {as_text(utterance.text)}"
    if utterance.tabled:
        number = said["transcript"]["proposal"].format(n=utterance.tabled)
        line += f"\n\n> {number}: {as_text(episode.proposals[utterance.tabled - 1].text)}"
    return line


def _action(action: Action, said: Mapping[str, Any]) -> str:
    name = said["common"]["action"].get(action.name, action.name)
    return f"*{as_text(name)}*: {as_text(action.result)}"
