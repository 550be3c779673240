"""What the player wants with records: reading, choosing, saving, copying and editing them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.model.intent import Intent, Leaves

# ---- Records ----


@dataclass(frozen=True)
class OpenFile(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=True):
    """Read a record or FEN file, chosen in the list, named on the command line or dropped on the window."""

    path: Path


@dataclass(frozen=True)
class SolvePuzzle(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=False):
    """Play a position of the open file against the engine, as a puzzle."""

    index: int


@dataclass(frozen=True)
class SolveAnother(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """From one puzzle to another: 1 the next, -1 the one before, 0 the same once more."""

    step: int


@dataclass(frozen=True)
class ListPuzzles(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Back to the list of the puzzles."""


@dataclass(frozen=True)
class StopLoading(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Read no more of the file that is being read; what has been read stays open."""


@dataclass(frozen=True)
class ChooseGame(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=False):
    """Show another game of the open file, counted from 0."""

    index: int


@dataclass(frozen=True)
class ShowDocument(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Put another of the open documents on the board."""

    document_id: int


@dataclass(frozen=True)
class CloseRecord(Intent, leaves_document=Leaves.FINISHED_GAME, allowed_in_editor=False):
    """Close the document on the board, or the notes of a game that is played; what lies beneath it is shown."""


@dataclass(frozen=True)
class Save(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Write the open record where it was saved before; everything else is asked for its name."""


@dataclass(frozen=True)
class SaveFirst(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """An answer to the question about unsaved changes: save them, and then do what it was about."""


@dataclass(frozen=True)
class SaveElsewhere(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """An answer to the question about a file that another program has changed: write under another name."""


@dataclass(frozen=True)
class SaveFile(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Write the shown game in the format that the name tells; asks first when the file exists.

    Attributes:
        path: of the file, relative to the folder of the save panel; ``.pgn`` is added where it has no ending.
        overwrite: replace an existing file without asking.
    """

    path: Path
    overwrite: bool = False


@dataclass(frozen=True)
class SnapBoard(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Keep a picture of the board as it is seen now, in the folder of pictures."""


@dataclass(frozen=True)
class CancelFilm(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Draw the film no further."""


@dataclass(frozen=True)
class PasteText(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=True):
    """Text from the clipboard: a FEN or a record in any notation."""

    text: str


@dataclass(frozen=True)
class CopyPosition(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The shown position as a FEN to the clipboard."""


@dataclass(frozen=True)
class CopyGame(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The shown game to the clipboard.

    Attributes:
        form: "pgn" or "dhtmlxq".
    """

    form: str = "pgn"


@dataclass(frozen=True)
class CopyMoves(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """The shown line as Chinese text to the clipboard, one round a line.

    Attributes:
        traditional: in traditional characters.
    """

    traditional: bool = False


# ---- Editing an open record ----


@dataclass(frozen=True)
class AnnotateGame(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Take notes in the game on the board: comments beside it, and what is tried out becomes a variation."""


@dataclass(frozen=True)
class UndoEdit(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Undo the last change to the open record."""


@dataclass(frozen=True)
class RedoEdit(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Make the change again that was undone."""


@dataclass(frozen=True)
class MoveVariation(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Change the place of the shown variation among its alternatives: -1 one place up, +1 one down."""

    step: int


@dataclass(frozen=True)
class MakeMainLine(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Make the shown line the main line, from the start on."""


@dataclass(frozen=True)
class DeleteVariation(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Take the variation in which the shown move stands out of the record."""


@dataclass(frozen=True)
class DeleteRest(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Take all that follows the shown position out of the record."""


@dataclass(frozen=True)
class WriteComment(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """The text about the shown move, as it has been typed so far."""

    text: str


@dataclass(frozen=True)
class SetMark(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Judge the shown move: one of MOVE_MARKS, or None to take the mark away."""

    mark: int | None


@dataclass(frozen=True)
class WriteHeader(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """The text of a tag of the open record, as it has been typed so far."""

    name: str
    text: str


@dataclass(frozen=True)
class SetResult(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """How the game of the open record ended, one of RESULTS."""

    result: str
