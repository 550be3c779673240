"""What the player wants with the start page, exercises and courses."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.model.intent import Intent, Leaves
from xiangqi.app.model.training import TrainingRequest


@dataclass(frozen=True)
class ContinueGame(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Go on with the unfinished game: the one that lies beneath, or one of an earlier run that is on offer."""


@dataclass(frozen=True)
class Train(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Begin to go through exercises."""

    request: TrainingRequest


@dataclass(frozen=True)
class TryAgain(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Take the refuted move back at once, or begin the exercise on the board once more."""


@dataclass(frozen=True)
class NextExercise(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Go to the next exercise that is open; the one on the board is skipped if nothing has come of it."""


@dataclass(frozen=True)
class GiveSolution(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Play the solution out on the board; the exercise counts as not solved."""


@dataclass(frozen=True)
class ToggleTimer(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show how long one thinks about each exercise, or no longer."""


@dataclass(frozen=True)
class RemoveCard(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Take the card that has just been looked at out of the deck for good, and go on."""


@dataclass(frozen=True)
class GuessMoves(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Guess the moves of the shown line, from the shown position on, for the side that is to move there."""


@dataclass(frozen=True)
class GiveVerdict(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Say how a repetition ends.

    Attributes:
        winner: RED or BLACK, None for a draw.
    """

    winner: int | None
