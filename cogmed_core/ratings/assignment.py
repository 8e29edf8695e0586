"""Who rates what, in which order: every rater the same episodes, shuffled anew, under names that tell nothing."""

import hashlib
import random
from collections.abc import Sequence
from itertools import chain, zip_longest

from cogmed_core.domain.case import Language
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.rating import RatingAssignment, RatingItem

EVERY = 10
"""One attention item to so many episodes, and one at least."""


def drawn(episodes: Sequence[Episode], most: int, seed: int) -> list[Episode]:
    """Return finished episodes to be rated, every arm as often as the others as far as there are any."""
    chance = random.Random(seed)
    by_arm: dict[str, list[Episode]] = {}
    for episode in sorted(episodes, key=lambda one: one.episode_id):
        if episode.status == "finished":
            by_arm.setdefault(episode.arm, []).append(episode)
    for of_arm in by_arm.values():
        chance.shuffle(of_arm)
    in_turn = chain.from_iterable(zip_longest(*by_arm.values()))
    return [episode for episode in in_turn if episode is not None][:most]


def assignment(export: str, rater: str, episodes: Sequence[Episode], language: Language, seed: int) -> RatingAssignment:
    """Return one rater's items, attention items among them, in an order of the rater's own."""
    chance = random.Random(f"{seed}/{export}/{rater}")
    items = [
        RatingItem(
            item_id=_name(export, rater, episode.episode_id),
            episode_id=episode.episode_id,
            fingerprint=episode.fingerprint,
        )
        for episode in episodes
    ]
    checks = max(1, len(items) // EVERY)
    items += [
        RatingItem(item_id=_name(export, rater, f"attention {at}"), episode_id=None, attention=chance.randint(1, 10))
        for at in range(checks)
    ]
    chance.shuffle(items)
    return RatingAssignment(export=export, rater=rater, language=language, items=tuple(items))


def _name(export: str, rater: str, what: str) -> str:
    """Return a name that starts with a letter, so that no spreadsheet takes it for a number or a date."""
    return "R" + hashlib.sha256(f"{export}\n{rater}\n{what}".encode()).hexdigest()[:9].upper()
