"""What the player wants: the messages that the window, the command line and the tests send to `update`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from xiangqi.app.analysis_state import Tab
from xiangqi.app.edit_intents import EditIntent
from xiangqi.app.engine_intents import EngineIntent
from xiangqi.app.record_intents import RecordIntent
from xiangqi.app.state import Panel, Player, Setup
from xiangqi.board import Move

# ---- The hand ----


@dataclass(frozen=True)
class ClickSquare:
    """A click on a point of the board (or Enter on the keyboard cursor): select, move, reselect or explain."""

    square: int


@dataclass(frozen=True)
class ClickNothing:
    """A click beside the board: drops the selection."""


@dataclass(frozen=True)
class Cancel:
    """Esc: closes the question, panel, typed text, drag, selection or replay, whichever comes first.

    Never moves.
    """


@dataclass(frozen=True)
class DragStart:
    """The pointer went more than 3 px from where it was pressed on a square.

    Attributes:
        square: where it was pressed.
        position: of the pointer in pixels.
    """

    square: int
    position: tuple[int, int]


@dataclass(frozen=True)
class DragMove:
    """The pointer moved with a piece in the air."""

    position: tuple[int, int]


@dataclass(frozen=True)
class DragDrop:
    """The piece was let go over a square, or beside the board (None: it goes back)."""

    square: int | None


@dataclass(frozen=True)
class TypeText:
    """Characters typed towards a move: ``h2e2``, ``炮二平五``, ``C2.5``, ``62.5``."""

    text: str


@dataclass(frozen=True)
class EraseText:
    """Backspace in the typed move."""


@dataclass(frozen=True)
class SubmitText:
    """Enter: play the typed move."""


@dataclass(frozen=True)
class PlayText:
    """A move as one text, played at once: the text mode and tests."""

    text: str


# ---- The game ----


@dataclass(frozen=True)
class NewGame:
    """Begin a game; asks first when an unfinished one would be left."""

    setup: Setup


@dataclass(frozen=True)
class TakeBack:
    """Take back: two plies against an engine, one between two people. Cancels a search."""


@dataclass(frozen=True)
class Redo:
    """Play again what was taken back."""


@dataclass(frozen=True)
class Resign:
    """The human gives up (in hot-seat, whoever is to move); asks first."""


@dataclass(frozen=True)
class OfferDraw:
    """Offer a draw: an engine answers by its evaluation, a person is asked."""


@dataclass(frozen=True)
class AgreeDraw:
    """Both people at the screen agree to a draw: what a yes to the offer's question leads to."""


@dataclass(frozen=True)
class Hint:
    """Ask the built-in engine for a move; shown, not played."""


@dataclass(frozen=True)
class PauseGame:
    """Pause the running game, or let it go on: the clock stands, engines rest, nobody moves."""


@dataclass(frozen=True)
class Flip:
    """Turn the board."""


# ---- Going through the moves ----


@dataclass(frozen=True)
class GoTo:
    """Show the position after so many plies of the shown line; 0 is the start. Out of range goes to the end."""

    ply: int


@dataclass(frozen=True)
class GoFirst:
    """Show the first position."""


@dataclass(frozen=True)
class GoLast:
    """Show the last position."""


@dataclass(frozen=True)
class GoBack:
    """Show one position earlier."""


@dataclass(frozen=True)
class GoForward:
    """Show one position later."""


@dataclass(frozen=True)
class NextVariation:
    """Change to another move in the same position of a record: +1 the next, -1 the previous."""

    step: int = 1


@dataclass(frozen=True)
class ChooseVariation:
    """Show another of the moves that a record knows at a ply of the shown line.

    Attributes:
        ply: of the move, from 1.
        place: of the wanted one among its alternatives, from 0.
    """

    ply: int
    place: int


@dataclass(frozen=True)
class ContinueFromHere:
    """Play on from the shown position: of the running game (the rest can be redone) or of a record.

    Attributes:
        red, black: the players; None for the usual: in a record the human has the side to move and the
            computer of the settings' level the other, in the running game nothing changes.
    """

    red: Player | None = None
    black: Player | None = None


@dataclass(frozen=True)
class OpenReplay:
    """Go through the cycle that the referee has judged, from its beginning; the moves follow each other."""


@dataclass(frozen=True)
class PauseReplay:
    """Let the moves of the cycle follow each other, or stop them."""


@dataclass(frozen=True)
class CloseReplay:
    """Leave the cycle: back to the end of the game."""


# ---- Analysis ----


@dataclass(frozen=True)
class ToggleAnalysis:
    """Begin to analyse whatever is on the board, or leave off."""


@dataclass(frozen=True)
class ChooseTab:
    """Show the game or the analysis in the column while positions are analysed."""

    tab: Tab


@dataclass(frozen=True)
class ToggleHidden:
    """Hide what the engine says, or show it again; it goes on meanwhile."""


@dataclass(frozen=True)
class ToggleThreat:
    """Look for what the opponent would do if the side to move passed, or leave off."""


@dataclass(frozen=True)
class ToggleAttacks:
    """Show on the board how often each side attacks each point, or no longer."""


@dataclass(frozen=True)
class StartReview:
    """Let the engine judge every position of the line on the board."""


@dataclass(frozen=True)
class StopReview:
    """Leave a review off; what has been judged stays."""


@dataclass(frozen=True)
class NextMistake:
    """Show the next marked move of the line on the board: +1 onwards, -1 backwards."""

    step: int = 1


@dataclass(frozen=True)
class PractiseMistakes:
    """Play what a review has marked in the line on the board better than it was played, as puzzles."""


@dataclass(frozen=True)
class ShowLine:
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
class ShowBest:
    """Play the best move that the analysis knows out on the board, as ShowLine does."""


@dataclass(frozen=True)
class CloseLine:
    """Back from the moves that were played out for a look."""


@dataclass(frozen=True)
class KeepLine:
    """Add the moves that were played out for a look to the record, or the game as one, as a variation."""


# ---- Panels and settings ----


@dataclass(frozen=True)
class EnterFolder:
    """List another folder in the open or save panel; None for the last one used."""

    path: Path | None = None


@dataclass(frozen=True)
class AnswerResume:
    """Take up the unfinished game that is on offer, or leave it (it is kept as a file)."""

    yes: bool


@dataclass(frozen=True)
class OpenPanel:
    """Open a panel; another open one closes."""

    panel: Panel


@dataclass(frozen=True)
class ClosePanel:
    """Close the open panel."""


@dataclass(frozen=True)
class ClearToasts:
    """The notices have been read."""


@dataclass(frozen=True)
class ChangeDraft:
    """The new-game panel's choices so far."""

    setup: Setup


@dataclass(frozen=True)
class Answer:
    """The answer to the open question."""

    yes: bool


@dataclass(frozen=True)
class ChangeSettings:
    """New values for some of the settings, by the names of `Settings`; saved at once."""

    values: dict[str, Any] = field(hash=False)


@dataclass(frozen=True)
class WindowResized:
    """The window has another size, in pixels (not full-screen); remembered."""

    size: tuple[int, int]


@dataclass(frozen=True)
class UseBuiltIn:
    """Replace a failing external engine by the built-in one, or start the built-in one anew."""


@dataclass(frozen=True)
class StartGuide:
    """Begin the guided first game; asks first when an unfinished one would be left."""


@dataclass(frozen=True)
class TurnGuide:
    """Let the guide say the next thing (+1) or the one before (-1)."""

    step: int


@dataclass(frozen=True)
class EndGuide:
    """Let the guide be quiet; the game goes on."""


@dataclass(frozen=True)
class Quit:
    """Close the window. The journal keeps the game."""


Intent = (
    ClickSquare
    | ClickNothing
    | Cancel
    | DragStart
    | DragMove
    | DragDrop
    | TypeText
    | EraseText
    | SubmitText
    | PlayText
    | NewGame
    | TakeBack
    | Redo
    | Resign
    | OfferDraw
    | AgreeDraw
    | Hint
    | PauseGame
    | Flip
    | GoTo
    | GoFirst
    | GoLast
    | GoBack
    | GoForward
    | NextVariation
    | ChooseVariation
    | ContinueFromHere
    | ToggleAnalysis
    | ChooseTab
    | ToggleHidden
    | ToggleThreat
    | ToggleAttacks
    | StartReview
    | StopReview
    | NextMistake
    | PractiseMistakes
    | ShowLine
    | ShowBest
    | CloseLine
    | KeepLine
    | OpenReplay
    | PauseReplay
    | CloseReplay
    | EnterFolder
    | AnswerResume
    | OpenPanel
    | ClosePanel
    | ClearToasts
    | ChangeDraft
    | Answer
    | ChangeSettings
    | WindowResized
    | UseBuiltIn
    | StartGuide
    | TurnGuide
    | EndGuide
    | Quit
    | EditIntent
    | EngineIntent
    | RecordIntent
)
