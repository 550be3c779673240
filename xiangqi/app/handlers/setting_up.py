"""Setting up a position: what intents mean while pieces are put on the board."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.handlers import desk
from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.playing.cycle_replay import close_replay
from xiangqi.app.handlers.playing.play import new_game, rules_from
from xiangqi.app.handlers.playing.result import Result, only, toast
from xiangqi.app.handlers.thinking.analysis import toggle_analysis
from xiangqi.app.messages import intents, record_intents
from xiangqi.app.messages.edit_intents import (
    AnalyseEdited,
    CarryBrush,
    ChooseBrush,
    CloseEditor,
    DropBrush,
    EraseSquare,
    OpenEditor,
    PlayEdited,
    SetTurn,
    TypeFen,
    UseTool,
)
from xiangqi.app.messages.effects import PlaySound, Sound
from xiangqi.app.messages.intents import ClickSquare, DragDrop, DragStart, NewGame
from xiangqi.app.messages.record_intents import PasteText
from xiangqi.app.model import editor, view
from xiangqi.app.model.editor import EMPTY, ERASER, Editor
from xiangqi.app.model.game.document import Document
from xiangqi.app.model.game.mode import SetUp, Study
from xiangqi.app.model.game.players import Player, PlayerKind, Setup
from xiangqi.app.model.hand_state import Drag, Hand
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Tone
from xiangqi.core.constants import RED
from xiangqi.errors import FenError
from xiangqi.fen import MOST_PIECES, Position
from xiangqi.records.tree import Game

# ---- In and out ----


@handles(OpenEditor)
def open_editor(state: AppState, _message: OpenEditor) -> Result:
    """Begin with the position on the board; what was there lies beneath."""
    fen = view.snapshot(state).fen
    state, _ = close_replay(state, intents.CloseReplay())
    document = Document.of(state.next_id, Game(start_fen=fen), SetUp(Editor(fen)))
    state = replace(state.on_top(document), next_id=state.next_id + 1)
    return only(replace(state, hand=Hand(), panel=None, preview=None))


@handles(OpenEditor, SetUp)
def keep_editor(state: AppState, _message: OpenEditor) -> Result:
    """It is open already: only a panel goes."""
    return only(replace(state, panel=None))


@handles(CloseEditor, SetUp)
def close_editor(state: AppState, _message: CloseEditor) -> Result:
    """Back to what was on the board."""
    return only(replace(state.without(state.document.id), hand=Hand()))


def escape(state: AppState, held: Editor) -> Result:
    """Esc: a piece in the hand goes back; with empty hands the editor closes."""
    if held.carried is not None:
        return only(_with(state, replace(held, carried=None)))
    if state.hand != Hand():
        return only(replace(state, hand=Hand()))
    return close_editor(state, CloseEditor())


@handles(PlayEdited, SetUp)
def play_edited(state: AppState, message: PlayEdited) -> Result:
    """A new game from here; asks first when an unfinished one would be left, and then stays open on a no."""
    held = _held(state)
    if not editor.is_playable(held.fen):
        return only(state, PlaySound(Sound.ILLEGAL))
    human, computer = Player(), Player(PlayerKind.COMPUTER, state.settings.level)
    other = human if message.two_people else computer
    red, black = (human, other) if held.position.turn == RED else (other, human)
    return new_game(state, NewGame(Setup(red, black, held.fen, rules_from(state.settings))))


@handles(AnalyseEdited, SetUp)
def analyse_edited(state: AppState, _message: AnalyseEdited) -> Result:
    """The position to be studied, with the engine at work on it."""
    if not editor.is_playable(_held(state).fen):
        return only(state, PlaySound(Sound.ILLEGAL))
    state = replace(state.put(replace(state.document, mode=Study())), hand=Hand())
    return only(state) if state.analysis is not None else toggle_analysis(state, intents.ToggleAnalysis())


# ---- Pieces ----


def _held(state: AppState) -> Editor:
    """The editor, which is open."""
    if state.editor is None:
        raise AssertionError("nothing is being set up")
    return state.editor


def _with(state: AppState, held: Editor) -> AppState:
    """The state with the position as it is set up now on the board."""
    document = state.document
    if held.fen == document.start_fen:
        return state.put(replace(document, mode=SetUp(held)))
    return state.put(Document.of(document.id, Game(start_fen=held.fen), SetUp(held)))


def _change(state: AppState, position: Position) -> Result:
    """The state with another position, heard if it is one."""
    return _become(state, _held(state).changed(position))


def _become(state: AppState, after: Editor) -> Result:
    before = _held(state)
    sound = () if after is before else (PlaySound(Sound.MOVE),)
    return only(replace(_with(state, replace(after, carried=None)), hand=Hand()), *sound)


def _place(state: AppState, square: int, piece: int) -> Result:
    position = _held(state).position
    if not editor.has_room(editor.erased(position, square), piece):
        return only(toast(state, Say.TOO_MANY_PIECES, most=MOST_PIECES), PlaySound(Sound.ILLEGAL))
    return _change(state, editor.placed(position, square, piece))


@handles(ClickSquare, SetUp)
def click_square(state: AppState, message: ClickSquare) -> Result:
    """With a brush: place its piece, or take away what is like it; with the bare hand: take up and put down."""
    held, square = _held(state), message.square
    standing = held.position.placement.get(square)
    if held.brush is None:
        return _click_by_hand(state, square, standing)
    if held.brush == EMPTY:
        emptied = editor.erased(held.position, square)
        return _become(state, held.changed(emptied, held.empty ^ {square}))
    if held.brush in (ERASER, standing):
        return erase_square(state, EraseSquare(square))
    return _place(state, square, held.brush)


def _click_by_hand(state: AppState, square: int, standing: int | None) -> Result:
    origin = state.hand.selected
    if origin is None or origin == square:
        selected = square if standing is not None and origin is None else None
        return only(replace(state, hand=Hand(selected=selected)))
    return _change(state, editor.moved(_held(state).position, origin, square))


@handles(EraseSquare, SetUp)
def erase_square(state: AppState, message: EraseSquare) -> Result:
    """Take a piece off the board, or a mark."""
    held = _held(state)
    return _become(
        state, held.changed(editor.erased(held.position, message.square), held.empty - {message.square})
    )


@handles(ChooseBrush, SetUp)
def choose_brush(state: AppState, message: ChooseBrush) -> Result:
    """Take a piece of the palette, the eraser, the mark of an empty point or nothing."""
    return only(replace(_with(state, replace(_held(state), brush=message.piece)), hand=Hand()))


@handles(CarryBrush, SetUp)
def carry_brush(state: AppState, message: CarryBrush) -> Result:
    """A piece of the palette is in the air."""
    held = _held(state)
    return only(_with(state, replace(held, carried=message.position)) if held.brush else state)


@handles(DropBrush, SetUp)
def drop_brush(state: AppState, message: DropBrush) -> Result:
    """A piece of the palette comes down."""
    held = _held(state)
    state = _with(state, replace(held, carried=None))
    if message.square is None or not held.brush:
        return only(state)
    return _place(state, message.square, held.brush)


@handles(DragStart, SetUp)
def drag_start(state: AppState, message: DragStart) -> Result:
    """Any piece may be taken into the air."""
    if message.square not in _held(state).position.placement:
        return only(state)
    return only(replace(state, hand=Hand(drag=Drag(message.square, message.position))))


@handles(DragDrop, SetUp)
def drag_drop(state: AppState, message: DragDrop) -> Result:
    """The piece comes down; beside the board it is gone."""
    drag = state.hand.drag
    if drag is None:
        return only(state)
    if message.square is None:
        return erase_square(state, EraseSquare(drag.square))
    return _change(state, editor.moved(_held(state).position, drag.square, message.square))


# ---- The whole position ----


@handles(UseTool, SetUp)
def use_tool(state: AppState, message: UseTool) -> Result:
    """Change the whole position."""
    return _become(state, editor.used(message.tool, _held(state)))


@handles(SetTurn, SetUp)
def set_turn(state: AppState, message: SetTurn) -> Result:
    """Another side is to move."""
    return _change(state, replace(_held(state).position, turn=message.side))


@handles(PasteText, SetUp)
def paste_text(state: AppState, message: PasteText) -> Result:
    """A FEN takes the place of the position; of anything else is said what is wrong with it."""
    try:
        position = editor.read_fen(message.text)
    except FenError as error:
        return only(toast(state, Say.BAD_FEN, Tone.ERROR, detail=error), PlaySound(Sound.ILLEGAL))
    return _become(state, _held(state).changed(position, frozenset()))


@handles(TypeFen, SetUp)
def type_fen(state: AppState, message: TypeFen) -> Result:
    """Follow what is typed as soon as it is a position; until then the panel says what is wrong with it."""
    try:
        position = editor.read_fen(message.text)
    except FenError:
        return only(state)
    return only(_with(state, _held(state).changed(position, frozenset())))


@handles(intents.TakeBack, SetUp)
def take_back(state: AppState, _message: intents.TakeBack) -> Result:
    """Before the last change."""
    return only(replace(_with(state, _held(state).back()), hand=Hand()))


@handles(intents.Redo, SetUp)
def redo(state: AppState, _message: intents.Redo) -> Result:
    """With the change again that was taken back last."""
    return only(replace(_with(state, _held(state).forth()), hand=Hand()))


@handles(record_intents.CopyGame, SetUp)
def copy_game(state: AppState, _message: record_intents.CopyGame) -> Result:
    """There is nothing to copy but the position."""
    return desk.copy_position(state, record_intents.CopyPosition())


# ---- All else ----


def unheard(state: AppState) -> Result:
    """Say why what was asked for is not done."""
    return only(toast(state, Say.SETTING_UP))
