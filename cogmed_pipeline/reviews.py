"""Reviews of settlements: a JSON record an episode, beside the episodes, kept until somebody deletes it."""

from collections.abc import Iterator

from cogmed_core.domain.review import Review
from cogmed_core.errors import StorageError
from cogmed_pipeline.address import Address
from cogmed_pipeline.record_names import NAMES
from cogmed_pipeline.records import RecordStore

KIND = "reviews"


class Reviews:
    """Reads and writes the reviews of one warehouse."""

    def __init__(self, warehouse: Address) -> None:
        self._records = RecordStore(warehouse / "records", NAMES)

    def read(self, episode_id: str) -> Review:
        """Return the review of an episode; one without decisions where nobody has decided anything.

        Raises:
            StorageError: there is a review, and it cannot be read; to write another would lose it.
        """
        found = self._records.load(KIND, episode_id, Review)
        if found is None and episode_id in self._records.keys(KIND):
            raise StorageError(
                f"the review of {episode_id} is unreadable or another's: mend {KIND}/{episode_id}.json or move it away"
            )
        return found[0] if found else Review(episode_id=episode_id)

    def write(self, review: Review) -> None:
        """Keep a review in place of the one before.

        Raises:
            StorageError: it cannot be written; the one before is there still.
        """
        self._records.save(KIND, review.episode_id, review, "")

    def all(self) -> Iterator[Review]:
        """Yield every readable review, by episode."""
        yield from self._records.all(KIND, Review)
