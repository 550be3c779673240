"""The position editor's part of `update`: what intents do while a position is set up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, get_args

from xiangqi.app import desk, editor, intents, record_intents, view
from xiangqi.app.analysis import toggle_analysis
from xiangqi.app.edit_intents import (
    AnalyseEdited,
    CarryBrush,
    ChooseBrush,
    CloseEditor,
    DropBrush,
    EditIntent,
    EraseSquare,
    OpenEditor,
    PlayEdited,
    SetTurn,
    UseTool,
)
from xiangqi.app.editor import ERASER, Editor
from xiangqi.app.effects import PlaySound, Sound
from xiangqi.app.hand_state import Drag, Hand
from xiangqi.app.intents import ClickSquare, DragDrop, DragStart, Intent, NewGame
from xiangqi.app.play import new_game
from xiangqi.app.record_intents import PasteText
from xiangqi.app.replay import close_replay
from xiangqi.app.result import Result, only, toast
from xiangqi.app.say import Say
from xiangqi.app.state import AppState, OpenRecord, Player, PlayerKind, Tone
from xiangqi.board import Board
from xiangqi.core.constants import RED
from xiangqi.errors import FenError
from xiangqi.fen import Position, format_fen, parse_fen
from xiangqi.records.tree import Game

Handler = Callable[[AppState, Any], Result]

# ---- In and out ----


def open_editor(state: AppState, _message: OpenEditor) -> Result:
    """Begin with the position on the board; the game or record waits behind it."""
    if state.editor is not None:
        return only(replace(state, panel=None))
    fen = view.snapshot(state).fen
    state, _ = close_replay(state, intents.CloseReplay())
    return only(replace(state, editor=Editor(fen), hand=Hand(), panel=None, preview=None))


def close_editor(state: AppState, _message: CloseEditor) -> Result:
    """Back to what was on the board."""
    return only(replace(state, editor=None, hand=Hand()))


def escape(state: AppState, held: Editor) -> Result:
    """Esc: a piece in the hand goes back; with empty hands the editor closes."""
    if held.carried is not None:
        return only(replace(state, editor=replace(held, carried=None)))
    if state.hand != Hand():
        return only(replace(state, hand=Hand()))
    return close_editor(state, CloseEditor())


def play_edited(state: AppState, message: PlayEdited) -> Result:
    """A new game from here; asks first when an unfinished one would be left, and then stays open on a no."""
    held = _held(state)
    if editor.faults(held.fen):
        return only(state, PlaySound(Sound.ILLEGAL))
    human, computer = Player(), Player(PlayerKind.COMPUTER, state.settings.level)
    other = human if message.two_people else computer
    red, black = (human, other) if held.position.turn == RED else (other, human)
    return new_game(state, NewGame(replace(state.game.setup, red=red, black=black, start_fen=held.fen)))


def analyse_edited(state: AppState, _message: AnalyseEdited) -> Result:
    """The position as a record without moves, with the engine at work on it."""
    held = _held(state)
    if editor.faults(held.fen):
        return only(state, PlaySound(Sound.ILLEGAL))
    game = Game(start_fen=held.fen)
    record = OpenRecord.alone(state.next_id, game)
    state = replace(state, editor=None, hand=Hand(), record=record, next_id=state.next_id + 1)
    return only(state) if state.analysis is not None else toggle_analysis(state, intents.ToggleAnalysis())


# ---- Pieces ----


def _held(state: AppState) -> Editor:
    """The editor, which is open."""
    if state.editor is None:
        raise AssertionError("nothing is being set up")
    return state.editor


def _change(state: AppState, position: Position) -> Result:
    """The state with another position, heard if it is one."""
    before = _held(state)
    after = before.changed(position)
    sound = () if after is before else (PlaySound(Sound.MOVE),)
    return only(replace(state, editor=replace(after, carried=None), hand=Hand()), *sound)


def _place(state: AppState, square: int, piece: int) -> Result:
    position = _held(state).position
    if not editor.has_room(editor.erased(position, square), piece):
        return only(toast(state, Say.TOO_MANY_PIECES, most=editor.MOST_PIECES), PlaySound(Sound.ILLEGAL))
    return _change(state, editor.placed(position, square, piece))


def click_square(state: AppState, message: ClickSquare) -> Result:
    """With a brush: place its piece, or take away what is like it; with the bare hand: take up and put down."""
    held, square = _held(state), message.square
    standing = held.position.placement.get(square)
    if held.brush is None:
        return _click_by_hand(state, square, standing)
    if held.brush in (ERASER, standing):
        return erase_square(state, EraseSquare(square))
    return _place(state, square, held.brush)


def _click_by_hand(state: AppState, square: int, standing: int | None) -> Result:
    origin = state.hand.selected
    if origin is None or origin == square:
        selected = square if standing is not None and origin is None else None
        return only(replace(state, hand=Hand(selected=selected)))
    return _change(state, editor.moved(_held(state).position, origin, square))


def erase_square(state: AppState, message: EraseSquare) -> Result:
    """Take a piece off the board."""
    return _change(state, editor.erased(_held(state).position, message.square))


def choose_brush(state: AppState, message: ChooseBrush) -> Result:
    """Take a piece of the palette, the eraser or nothing."""
    return only(replace(state, editor=replace(_held(state), brush=message.piece), hand=Hand()))


def carry_brush(state: AppState, message: CarryBrush) -> Result:
    """A piece of the palette is in the air."""
    held = _held(state)
    return only(replace(state, editor=replace(held, carried=message.position)) if held.brush else state)


def drop_brush(state: AppState, message: DropBrush) -> Result:
    """A piece of the palette comes down."""
    held = _held(state)
    state = replace(state, editor=replace(held, carried=None))
    if message.square is None or not held.brush:
        return only(state)
    return _place(state, message.square, held.brush)


def drag_start(state: AppState, message: DragStart) -> Result:
    """Any piece may be taken into the air."""
    if message.square not in _held(state).position.placement:
        return only(state)
    return only(replace(state, hand=Hand(drag=Drag(message.square, message.position))))


def drag_drop(state: AppState, message: DragDrop) -> Result:
    """The piece comes down; beside the board it is gone."""
    drag = state.hand.drag
    if drag is None:
        return only(state)
    if message.square is None:
        return erase_square(state, EraseSquare(drag.square))
    return _change(state, editor.moved(_held(state).position, drag.square, message.square))


# ---- The whole position ----


def use_tool(state: AppState, message: UseTool) -> Result:
    """Change the whole position."""
    return _change(state, editor.used(message.tool, _held(state).position))


def set_turn(state: AppState, message: SetTurn) -> Result:
    """Another side is to move."""
    return _change(state, replace(_held(state).position, turn=message.side))


def paste_text(state: AppState, message: PasteText) -> Result:
    """A FEN takes the place of the position; of anything else is said what is wrong with it."""
    try:
        position = parse_fen(message.text.strip())
        Board(format_fen(position))
    except FenError as error:
        return only(toast(state, Say.BAD_FEN, Tone.ERROR, detail=error), PlaySound(Sound.ILLEGAL))
    return _change(state, position)


def _take_back(state: AppState, _message: intents.TakeBack) -> Result:
    return only(replace(state, editor=_held(state).back(), hand=Hand()))


def _redo(state: AppState, _message: intents.Redo) -> Result:
    return only(replace(state, editor=_held(state).forth(), hand=Hand()))


# ---- What is heard meanwhile ----

_HANDLERS: Final[dict[type, Handler]] = {
    OpenEditor: open_editor,
    CloseEditor: close_editor,
    ChooseBrush: choose_brush,
    CarryBrush: carry_brush,
    DropBrush: drop_brush,
    EraseSquare: erase_square,
    UseTool: use_tool,
    SetTurn: set_turn,
    PlayEdited: play_edited,
    AnalyseEdited: analyse_edited,
    intents.ClickSquare: click_square,
    intents.DragStart: drag_start,
    intents.DragDrop: drag_drop,
    intents.TakeBack: _take_back,
    intents.Redo: _redo,
    record_intents.PasteText: paste_text,
    record_intents.CopyGame: desk.copy_position,
}
_AS_ALWAYS: Final = frozenset(
    {
        intents.ClickNothing,
        intents.Cancel,
        intents.DragMove,
        intents.NewGame,
        intents.Flip,
        record_intents.OpenFile,
        record_intents.StopLoading,
        record_intents.Save,
        record_intents.SaveFirst,
        record_intents.SaveFile,
        record_intents.CopyPosition,
        record_intents.SnapBoard,
        record_intents.CancelFilm,
        intents.EnterFolder,
        intents.AnswerResume,
        intents.OpenPanel,
        intents.ClosePanel,
        intents.ClearToasts,
        intents.ChangeDraft,
        intents.Answer,
        intents.ChangeSettings,
        intents.WindowResized,
        intents.UseBuiltIn,
        intents.StartGuide,
        intents.Quit,
    }
)
_INTENTS: Final = frozenset(get_args(Intent))


def unheard(state: AppState, _message: Intent) -> Result:
    """An intent that means nothing now."""
    return only(state)


def while_editing(kind: type) -> Handler | None:
    """What a message leads to while a position is set up; None for what it always leads to.

    Intents about moves and games have nothing to act upon then. Events are always heard.
    """
    if kind in _HANDLERS:
        return _HANDLERS[kind]
    return None if kind in _AS_ALWAYS or kind not in _INTENTS else unheard


OTHERWISE: Final[dict[type, Handler]] = dict.fromkeys(get_args(EditIntent), unheard) | {OpenEditor: open_editor}
"""What the editor's own intents lead to while it is closed."""
