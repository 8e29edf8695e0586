"""A practice session as it is kept: played anew, its moves give the same talks."""

from pydantic import Field

from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.party import ProfileSet
from cogmed_core.domain.practice import MadeMove, Move, Remark
from cogmed_core.domain.record import Record
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.definition import Experiment
from cogmed_core.experiment.fingerprint import fingerprint
from cogmed_core.experiment.simulate import Assignment
from cogmed_core.practice.play import HUMAN


class Session(Record):
    """One case with a person in the chair, and everything needed to take it up again anywhere."""

    session_id: str
    started: str = Field(description="UTC, ISO 8601")
    experiment: Experiment = Field(description="its first backbone plays the litigants and the tools")
    seed: int = Field(ge=0)
    case: Case = Field(description="anonymized")
    scenario: Scenario
    profiles: ProfileSet
    moves: tuple[MadeMove, ...] = ()
    undone: tuple[tuple[MadeMove, ...], ...] = Field(default=(), description="moves taken back, oldest attempt first")
    remarks: tuple[Remark, ...] = Field(default=(), description="the private talks; there once it is finished")
    finished: bool = False

    @property
    def arm(self) -> Arm:
        """The arm that its episode counts to."""
        return Arm(backbone=self.experiment.backbones[0], configuration=HUMAN)

    @property
    def episode_key(self) -> str:
        """The key of its episode among the records."""
        return f"{self.arm.key}/{self.scenario.case_id}/{self.session_id}"

    @property
    def episode_id(self) -> str:
        """The name of its episode, unique in a warehouse."""
        return self.episode_key.replace("/", ".")

    def assignment(self) -> Assignment:
        """Return what is to be played."""
        hashed = fingerprint(session=self.session_id, scenario=self.scenario, profiles=self.profiles)
        return Assignment(self.experiment, self.arm, self.seed, self.scenario, self.profiles, hashed)

    def with_move(self, round_number: int, move: Move) -> "Session":
        """Return the session with one move more."""
        return self.model_copy(update={"moves": (*self.moves, MadeMove(round=round_number, move=move))})

    def without(self, number: int) -> "Session":
        """Return the session with its last ``number`` moves taken back; they are kept as undone."""
        if not 1 <= number <= len(self.moves):
            return self
        kept, back = self.moves[:-number], self.moves[-number:]
        return self.model_copy(update={"moves": kept, "undone": (*self.undone, back)})

    def moves_since(self, round_number: int) -> int:
        """Return how many moves were made in that round and later."""
        return sum(made.round >= round_number for made in self.moves)
