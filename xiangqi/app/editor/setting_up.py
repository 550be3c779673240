"""The position editor: the effect of intents while a position is being set up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.board_input.moving import ClickSquare, DragDrop, DragStart
from xiangqi.app.editor import arrangement
from xiangqi.app.editor.arrangement import EMPTY, ERASER, Editor, Tool
from xiangqi.app.editor.mode import SetUp, editor_of
from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import Tone
from xiangqi.app.game.at_once import choose_terms, terms_at
from xiangqi.app.game.play import friends
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.intent import Help, Intent, Leaves
from xiangqi.app.records import clipboard
from xiangqi.app.records.clipboard import CopyGame, CopyPosition
from xiangqi.app.records.cycle_replay import CloseReplay, close_replay
from xiangqi.app.records.loading import PasteText
from xiangqi.app.session import view
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.dispatch import confirmed, handle, handles
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.mode import AnalysisBoard
from xiangqi.app.session.selection import Drag, Selection
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, asked, done, toast
from xiangqi.errors import FenError
from xiangqi.fen import MOST_PIECES, Position
from xiangqi.i18n.message import Message
from xiangqi.records.tree import Game

# ---- In and out ----


@dataclass(frozen=True)
class OpenEditor(Intent, allowed_in_editor=True):
    """Set up a position, beginning with the one on the board."""


@handles(OpenEditor)
def open_editor(state: AppState, _intent: OpenEditor) -> Result:
    """Open the editor with the position on the board; the document there stays open beneath."""
    fen = view.snapshot(state).fen
    state, _ = close_replay(state, CloseReplay())
    document = Document.of(state.next_id, Game(start_fen=fen), SetUp(Editor(fen)))
    state = replace(state.on_top(document), next_id=state.next_id + 1)
    return done(replace(state, selection=Selection(), panel=None, preview=None))


@handles(OpenEditor, SetUp)
def keep_editor(state: AppState, _intent: OpenEditor) -> Result:
    """Close the open panel, since the editor is already open."""
    return done(replace(state, panel=None))


@dataclass(frozen=True)
class CloseEditor(Intent, allowed_in_editor=True):
    """Leave the editor and show the document behind it, asking first if the position has been changed."""


@handles(CloseEditor, SetUp)
def close_editor(state: AppState, intent: CloseEditor) -> Result:
    """Show the document behind the editor, after asking if the position that would be lost has been changed."""
    editor = editor_of(state)
    if editor is not None and editor.past:
        return asked(state, Message("ask.leave_position"), intent)
    return close_editor_now(state, intent)


@confirmed(CloseEditor)
def close_editor_now(state: AppState, _intent: CloseEditor) -> Result:
    """Show the document behind the editor."""
    if not state.document.mode.arranges:
        return done(state)
    return done(replace(state.without(state.document.id), selection=Selection()))


@closes(
    ClosingOrder.DRAG,
    when=lambda state: state.document.mode.arranges and state.document.mode.carried is not None,
)
def put_back(state: AppState) -> Result:
    """Put back the piece that is dragged from the palette."""
    return done(_with_editor(state, replace(_editor(state), carried=None)))


@closes(ClosingOrder.DOCUMENT, when=lambda state: state.document.mode.arranges)
def leave_editor(state: AppState) -> Result:
    """Show the document behind the editor, after asking if the position has been changed."""
    return close_editor(state, CloseEditor())


@dataclass(frozen=True)
class PlayEdited(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Choose the terms of a game from the position, against the computer or between two people."""

    two_people: bool = False


@handles(PlayEdited, SetUp)
def play_edited(state: AppState, intent: PlayEdited) -> Result:
    """Open the new-game panel for the position, with the person on the side to move.

    If the position cannot be played, only a sound is heard; if it was read from a picture, it must be checked
    first.
    """
    editor = _editor(state)
    if editor.unchecked:
        return _check_first(state)
    if not arrangement.is_playable(editor.fen):
        return done(state, PlaySound(Sound.ILLEGAL))
    setup = terms_at(state.settings, editor.fen, editor.position.turn)
    if intent.two_people:
        red, black = friends(state.settings)
        setup = replace(setup, red=red, black=black)
    return choose_terms(state, setup)


@dataclass(frozen=True)
class AnalyseEdited(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=True, helps=Help.ENGINE):
    """Show the position on an analysis board; the running game waits behind it."""


@handles(AnalyseEdited, SetUp)
def analyse_edited(state: AppState, _intent: AnalyseEdited) -> Result:
    """Analyse the position.

    If it cannot be played, only a sound is heard; if it was read from a picture, it must be checked first.
    """
    if _editor(state).unchecked:
        return _check_first(state)
    if not arrangement.is_playable(_editor(state).fen):
        return done(state, PlaySound(Sound.ILLEGAL))
    state = replace(state.put(replace(state.document, mode=AnalysisBoard())), selection=Selection())
    return done(state) if state.shown_analysis is not None else handle(state, ToggleAnalysis())


@dataclass(frozen=True)
class ConfirmPosition(Intent, allowed_in_editor=True):
    """Confirm that a position read from a picture is right, so that it can be analysed and played."""


@handles(ConfirmPosition, SetUp)
def confirm_position(state: AppState, _intent: ConfirmPosition) -> Result:
    """Note that the player has checked the position."""
    return done(_with_editor(state, replace(_editor(state), unchecked=False)))


def _check_first(state: AppState) -> Result:
    """Return to the picture, saying that its position has to be checked first."""
    state = replace(state, panel=Panel.PICTURE)
    return done(toast(state, Message("toast.check_picture")), PlaySound(Sound.ILLEGAL))


# ---- Pieces ----


def _editor(state: AppState) -> Editor:
    """Return the open editor."""
    editor = editor_of(state)
    if editor is None:
        raise AssertionError("nothing is being set up")
    return editor


def _with_editor(state: AppState, editor: Editor) -> AppState:
    """Return the state with the editor's position on the board."""
    document = state.document
    if editor.fen == document.start_fen:
        return state.put(replace(document, mode=SetUp(editor)))
    return state.put(Document.of(document.id, Game(start_fen=editor.fen), SetUp(editor)))


def _change(state: AppState, position: Position) -> Result:
    """Put another position on the board, with a sound if it differs."""
    return _become(state, _editor(state).changed(position))


def _become(state: AppState, after: Editor) -> Result:
    before = _editor(state)
    sound = () if after is before else (PlaySound(Sound.MOVE),)
    return done(replace(_with_editor(state, replace(after, carried=None)), selection=Selection()), *sound)


def place(state: AppState, square: int, piece: int) -> Result:
    """Place a piece on a square, or report that there are too many already."""
    position = _editor(state).position
    if not arrangement.has_room(arrangement.erased(position, square), piece):
        return done(toast(state, Message("toast.too_many_pieces", most=MOST_PIECES)), PlaySound(Sound.ILLEGAL))
    return _change(state, arrangement.placed(position, square, piece))


@handles(ClickSquare, SetUp)
def click_square(state: AppState, intent: ClickSquare) -> Result:
    """Place or remove a piece or mark with the brush; without a brush, select or move a piece."""
    editor, square = _editor(state), intent.square
    standing = editor.position.placement.get(square)
    if editor.brush is None:
        return _click_by_hand(state, square, standing)
    if editor.brush == EMPTY:
        emptied = arrangement.erased(editor.position, square)
        return _become(state, editor.changed(emptied, editor.empty ^ {square}))
    if editor.brush in (ERASER, standing):
        return erase_square(state, EraseSquare(square))
    return place(state, square, editor.brush)


def _click_by_hand(state: AppState, square: int, standing: int | None) -> Result:
    origin = state.selection.selected
    if origin is None or origin == square:
        selected = square if standing is not None and origin is None else None
        return done(replace(state, selection=Selection(selected=selected)))
    return _change(state, arrangement.moved(_editor(state).position, origin, square))


@dataclass(frozen=True)
class EraseSquare(Intent, allowed_in_editor=True, on_board=True):
    """Remove the piece or mark on a square."""

    square: int


@handles(EraseSquare, SetUp)
def erase_square(state: AppState, intent: EraseSquare) -> Result:
    """Remove the piece or mark on a square."""
    editor = _editor(state)
    return _become(
        state,
        editor.changed(arrangement.erased(editor.position, intent.square), editor.empty - {intent.square}),
    )


@dataclass(frozen=True)
class ChooseBrush(Intent, allowed_in_editor=True):
    """Choose a piece (its code), ERASER or EMPTY from the palette; None for no brush."""

    piece: int | None


@handles(ChooseBrush, SetUp)
def choose_brush(state: AppState, intent: ChooseBrush) -> Result:
    """Choose a brush: a piece, the eraser, the marker for points that must be empty, or none."""
    return done(
        replace(_with_editor(state, replace(_editor(state), brush=intent.piece)), selection=Selection())
    )


@dataclass(frozen=True)
class CarryBrush(Intent, allowed_in_editor=True):
    """A piece of the palette is being dragged; the pointer's position is in pixels."""

    position: tuple[int, int]


@handles(CarryBrush, SetUp)
def carry_brush(state: AppState, intent: CarryBrush) -> Result:
    """Update the position of the dragged palette piece."""
    editor = _editor(state)
    return done(_with_editor(state, replace(editor, carried=intent.position)) if editor.brush else state)


@dataclass(frozen=True)
class DropBrush(Intent, allowed_in_editor=True):
    """The dragged palette piece was dropped on a square, or outside the board (None)."""

    square: int | None


@handles(DropBrush, SetUp)
def drop_brush(state: AppState, intent: DropBrush) -> Result:
    """Place the dragged palette piece, or put it back if it is dropped outside the board."""
    editor = _editor(state)
    state = _with_editor(state, replace(editor, carried=None))
    if intent.square is None or not editor.brush:
        return done(state)
    return place(state, intent.square, editor.brush)


@handles(DragStart, SetUp)
def drag_start(state: AppState, intent: DragStart) -> Result:
    """Start dragging any piece."""
    if intent.square not in _editor(state).position.placement:
        return done(state)
    return done(replace(state, selection=Selection(drag=Drag(intent.square, intent.position))))


@handles(DragDrop, SetUp)
def drag_drop(state: AppState, intent: DragDrop) -> Result:
    """Place the dragged piece, or remove it if it is dropped outside the board."""
    drag = state.selection.drag
    if drag is None:
        return done(state)
    if intent.square is None:
        return erase_square(state, EraseSquare(drag.square))
    return _change(state, arrangement.moved(_editor(state).position, drag.square, intent.square))


# ---- The whole position ----


@dataclass(frozen=True)
class UseTool(Intent, allowed_in_editor=True):
    """Apply a tool that changes the whole position."""

    tool: Tool


@handles(UseTool, SetUp)
def use_tool(state: AppState, intent: UseTool) -> Result:
    """Apply the tool to the position."""
    return _become(state, arrangement.used(intent.tool, _editor(state)))


@dataclass(frozen=True)
class SetTurn(Intent, allowed_in_editor=True):
    """Set the side to move, RED or BLACK."""

    side: int


@handles(SetTurn, SetUp)
def set_turn(state: AppState, intent: SetTurn) -> Result:
    """Set the side to move."""
    return _change(state, replace(_editor(state).position, turn=intent.side))


@handles(PasteText, SetUp)
def paste_text(state: AppState, intent: PasteText) -> Result:
    """Set up a pasted FEN, or report what is wrong with the text."""
    try:
        position = arrangement.read_fen(intent.text)
    except FenError as error:
        return done(
            toast(state, Message("toast.bad_fen", detail=str(error)), Tone.ERROR), PlaySound(Sound.ILLEGAL)
        )
    return _become(state, _editor(state).changed(position, frozenset()))


@dataclass(frozen=True)
class TypeFen(Intent, allowed_in_editor=True):
    """Set up the FEN typed so far; this has no effect until it is a valid position."""

    text: str


@handles(TypeFen, SetUp)
def type_fen(state: AppState, intent: TypeFen) -> Result:
    """Set up the typed position once it is valid; until then the panel shows what is wrong with it."""
    try:
        position = arrangement.read_fen(intent.text)
    except FenError:
        return done(state)
    changed = _with_editor(state, _editor(state).changed(position, frozenset()))
    return done(replace(changed, selection=Selection()))


@handles(TakeBack, SetUp)
def take_back(state: AppState, _intent: TakeBack) -> Result:
    """Undo the last change."""
    return done(replace(_with_editor(state, _editor(state).back()), selection=Selection()))


@handles(Redo, SetUp)
def redo(state: AppState, _intent: Redo) -> Result:
    """Redo the change that was undone last."""
    return done(replace(_with_editor(state, _editor(state).forth()), selection=Selection()))


@handles(CopyGame, SetUp)
def copy_game(state: AppState, _intent: CopyGame) -> Result:
    """Copy the position, since there is no game to copy."""
    return clipboard.copy_position(state, CopyPosition())
