"""What the player wants: the messages that the window, the command line and the tests send to `update`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from xiangqi.app.model.analysis.analysis_state import Tab
from xiangqi.app.model.game.players import Player, Setup
from xiangqi.app.model.intent import Intent, Leaves
from xiangqi.app.model.state import Panel
from xiangqi.board import Move

# ---- The hand ----


@dataclass(frozen=True)
class ClickSquare(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """A click on a point of the board (or Enter on the keyboard cursor): select, move, reselect or explain."""

    square: int


@dataclass(frozen=True)
class ClickNothing(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """A click beside the board: drops the selection."""


@dataclass(frozen=True)
class Cancel(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Esc: closes the question, panel, typed text, drag, selection or replay, whichever comes first.

    Never moves.
    """


@dataclass(frozen=True)
class DragStart(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The pointer went more than 3 px from where it was pressed on a square.

    Attributes:
        square: where it was pressed.
        position: of the pointer in pixels.
    """

    square: int
    position: tuple[int, int]


@dataclass(frozen=True)
class DragMove(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The pointer moved with a piece in the air."""

    position: tuple[int, int]


@dataclass(frozen=True)
class DragDrop(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The piece was let go over a square, or beside the board (None: it goes back)."""

    square: int | None


@dataclass(frozen=True)
class TypeText(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Characters typed towards a move: ``h2e2``, ``炮二平五``, ``C2.5``, ``62.5``."""

    text: str


@dataclass(frozen=True)
class EraseText(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Backspace in the typed move."""


@dataclass(frozen=True)
class SubmitText(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Enter: play the typed move."""


@dataclass(frozen=True)
class PlayText(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """A move as one text, played at once: the text mode and tests."""

    text: str


# ---- The game ----


@dataclass(frozen=True)
class NewGame(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Begin a game; asks first when an unfinished one would be left.

    Attributes:
        setup: players, first position, rules and clock.
        waits: where an engine would move first, the game begins paused: nothing plays by itself.
    """

    setup: Setup
    waits: bool = False


@dataclass(frozen=True)
class Rematch(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """The game on the board once more from its first position, with its clock and rules; asks like NewGame.

    Attributes:
        swap: the players change sides.
        step: how many levels higher the engines play, up to the highest.
    """

    swap: bool = False
    step: int = 0


@dataclass(frozen=True)
class TakeBack(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Take back: two plies against an engine, one between two people. Cancels a search."""


@dataclass(frozen=True)
class Redo(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Play again what was taken back."""


@dataclass(frozen=True)
class Resign(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """The human gives up (in hot-seat, whoever is to move); asks first."""


@dataclass(frozen=True)
class OfferDraw(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Offer a draw: an engine answers by its evaluation, a person is asked."""


@dataclass(frozen=True)
class AgreeDraw(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Both people at the screen agree to a draw: what a yes to the offer's question leads to."""


@dataclass(frozen=True)
class Hint(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Ask the built-in engine for a move, shown and not played; again for more of what there is to tell.

    Attributes:
        at_once: the move is shown without the steps that lead to it.
    """

    at_once: bool = False


@dataclass(frozen=True)
class PauseGame(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Pause the game that is played, or let it go on: the clock stands, engines rest, nobody moves."""


@dataclass(frozen=True)
class StepGame(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Let engines that play each other make one move, and pause again."""


@dataclass(frozen=True)
class Flip(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Turn the board."""


# ---- Going through the moves ----


@dataclass(frozen=True)
class GoTo(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show the position after so many plies of the shown line; 0 is the start. Out of range goes to the end."""

    ply: int


@dataclass(frozen=True)
class GoFirst(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show the first position."""


@dataclass(frozen=True)
class GoLast(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show the last position."""


@dataclass(frozen=True)
class GoBack(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show one position earlier."""


@dataclass(frozen=True)
class GoForward(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show one position later."""


@dataclass(frozen=True)
class NextVariation(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Change to another move in the same position of a record: +1 the next, -1 the previous."""

    step: int = 1


@dataclass(frozen=True)
class ChooseVariation(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show another of the moves that a record knows at a ply of the shown line.

    Attributes:
        ply: of the move, from 1.
        place: of the wanted one among its alternatives, from 0.
    """

    ply: int
    place: int


@dataclass(frozen=True)
class ContinueFromHere(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=False):
    """Play on from the shown position: of the running game (the rest can be redone) or of a record.

    Attributes:
        red, black: the players; None for the usual: in a record the human has the side to move and the
            computer of the settings' level the other, in the running game nothing changes.
    """

    red: Player | None = None
    black: Player | None = None


@dataclass(frozen=True)
class OpenReplay(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Go through the cycle that the referee has judged, from its beginning; the moves follow each other."""


@dataclass(frozen=True)
class PauseReplay(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Let the moves of the cycle follow each other, or stop them."""


@dataclass(frozen=True)
class CloseReplay(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Leave the cycle: back to the end of the game."""


# ---- Analysis ----


@dataclass(frozen=True)
class ToggleAnalysis(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Begin to analyse whatever is on the board, or leave off."""


@dataclass(frozen=True)
class ChooseTab(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show the game or the analysis in the column while positions are analysed."""

    tab: Tab


@dataclass(frozen=True)
class ToggleHidden(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Hide what the engine says, or show it again; it goes on meanwhile."""


@dataclass(frozen=True)
class ToggleThreat(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Look for what the opponent would do if the side to move passed, or leave off."""


@dataclass(frozen=True)
class ToggleAttacks(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show on the board how often each side attacks each point, or no longer."""


@dataclass(frozen=True)
class StartReview(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Let the engine judge every position of the line on the board."""


@dataclass(frozen=True)
class StopReview(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Leave a review off; what has been judged stays."""


@dataclass(frozen=True)
class NextMistake(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show the next marked move of the line on the board, +1 onwards, -1 backwards; then from the other end."""

    step: int = 1


@dataclass(frozen=True)
class PractiseMistakes(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=False):
    """Play what a review has marked in the line on the board better than it was played, as puzzles."""


@dataclass(frozen=True)
class ShowLine(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Play moves out on the board for a look. Back and forward step in them, Cancel returns.

    Attributes:
        ply: of the line on the board, after which they begin.
        moves: as many of them as are legal are shown.
        shown: how many of them are made at once.
    """

    ply: int
    moves: tuple[Move, ...]
    shown: int = 1


@dataclass(frozen=True)
class ShowBest(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Play the best move that the analysis knows out on the board, as ShowLine does."""


@dataclass(frozen=True)
class CloseLine(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Back from the moves that were played out for a look."""


@dataclass(frozen=True)
class KeepLine(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Add the moves that were played out for a look to the record, or the game as one, as a variation."""


# ---- Panels and settings ----


@dataclass(frozen=True)
class EnterFolder(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """List another folder in the open or save panel; None for the last one used."""

    path: Path | None = None


@dataclass(frozen=True)
class AnswerResume(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Take up the unfinished game that is on offer, or leave it (it is kept as a file)."""

    yes: bool


@dataclass(frozen=True)
class OpenPanel(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Open a panel; another open one closes."""

    panel: Panel


@dataclass(frozen=True)
class ClosePanel(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Close the open panel."""


@dataclass(frozen=True)
class ClearToasts(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The notices have been read."""


@dataclass(frozen=True)
class ChangeDraft(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The new-game panel's choices so far."""

    setup: Setup


@dataclass(frozen=True)
class Answer(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The answer to the open question."""

    yes: bool


@dataclass(frozen=True)
class ChangeSettings(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """New values for some of the settings, by the names of `Settings`; saved at once."""

    values: Mapping[str, object] = field(hash=False)


@dataclass(frozen=True)
class WindowResized(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The window has another size, in pixels (not full-screen); remembered."""

    size: tuple[int, int]


@dataclass(frozen=True)
class UseBuiltIn(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Replace a failing external engine by the built-in one, or start the built-in one anew."""


@dataclass(frozen=True)
class StartGuide(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Begin the guided first game; asks first when an unfinished one would be left."""


@dataclass(frozen=True)
class ChooseReading(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Say at the first start what one can read; pieces, moves and coordinates follow, and the guide begins."""

    chinese: bool


@dataclass(frozen=True)
class TurnGuide(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Let the guide say the next thing (+1) or the one before (-1)."""

    step: int


@dataclass(frozen=True)
class EndGuide(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Let the guide be quiet; the game goes on."""


@dataclass(frozen=True)
class Quit(Intent, leaves_document=Leaves.EVERYTHING, allowed_in_editor=True):
    """Close the window. The journal keeps the game."""
