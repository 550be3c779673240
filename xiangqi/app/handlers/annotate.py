"""Editing the document on the board: variations, comments, marks, tags. Each change can be undone and redone.

The moves of a game that is played are the players' affair: no edit takes them away or puts others in their
place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.files.browse import show, show_node
from xiangqi.app.handlers.playing.play import move_sound
from xiangqi.app.handlers.playing.result import Result, Step, chain, only, toast, without
from xiangqi.app.handlers.thinking.preview import closed
from xiangqi.app.messages.effects import PlaySound
from xiangqi.app.messages.intents import KeepLine
from xiangqi.app.messages.record_intents import (
    AnnotateGame,
    DeleteRest,
    DeleteVariation,
    MakeMainLine,
    MoveVariation,
    RedoEdit,
    SetMark,
    SetResult,
    UndoEdit,
    WriteComment,
    WriteHeader,
)
from xiangqi.app.model.game.document import Document
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Tone
from xiangqi.board import Move
from xiangqi.records import revision
from xiangqi.records.revision import Edit

_LONGEST_COMMENT: Final = 20_000  # characters
_LONGEST_HEADER: Final = 200


@handles(AnnotateGame)
def annotate_game(state: AppState, _message: AnnotateGame) -> Result:
    """Take notes beside the game on the board, which goes on: not in a contest by the clock."""
    play = state.document.play
    if play is None:
        return only(state)
    if play.is_contest:
        return only(toast(state, Say.NO_ANALYSIS))
    return only(replace(state, notes=True, panel=None))


# ---- Moves ----


def try_out(state: AppState, move: Move) -> Result:
    """A legal move made by hand: goes on where the document knows it, else adds it as a variation."""
    document = state.document
    sound = move_sound(document.start_fen, (*document.cursor.moves[: document.cursor.ply], move))
    state = show(replace(state, next_id=state.next_id + 1), document.playing(move, state.next_id))
    return only(state, PlaySound(sound))


@handles(KeepLine)
def keep_line(state: AppState, _message: KeepLine) -> Result:
    """The moves that were played out for a look become a variation."""
    kept = state.preview
    if kept is None or kept.start_fen != state.document.start_fen:  # a threat begins with the turn passed
        return only(state)
    state = replace(closed(state), notes=state.document.play is not None)
    state = show_node(state, state.document.cursor.nodes[len(kept.base)])
    return chain(state, *(_trying_out(move) for move in kept.moves))


def _trying_out(move: Move) -> Step:
    return lambda state: try_out(state, move)


@handles(MoveVariation)
def move_variation(state: AppState, message: MoveVariation) -> Result:
    """One place up, a variation that is not the first; one place down, the last choice up to the shown move."""

    def edit(document: Document, number: int) -> Edit | None:
        find = document.tree.branch if message.step < 0 else document.tree.fork
        first = find(document.node)
        if first is None:
            return None
        return revision.shift(document.tree, document.node, first, message.step, number)

    return _edit(state, edit, Say.NO_VARIATION)


@handles(MakeMainLine)
def make_main_line(state: AppState, _message: MakeMainLine) -> Result:
    """The line through the shown move becomes the main line."""

    def edit(document: Document, number: int) -> Edit | None:
        varies = document.tree.branch(document.node) is not None
        return revision.make_main(document.tree, document.node, number) if varies else None

    return _edit(state, edit, Say.NO_VARIATION)


@handles(DeleteVariation)
def delete_variation(state: AppState, _message: DeleteVariation) -> Result:
    """The innermost variation round the shown move goes; the position before it is shown."""

    def edit(document: Document, number: int) -> Edit | None:
        first = document.tree.branch(document.node)
        return None if first is None else revision.delete(document.tree, document.node, first, number)

    return _edit(state, edit, Say.NO_VARIATION, Say.DELETED)


@handles(DeleteRest)
def delete_rest(state: AppState, _message: DeleteRest) -> Result:
    """All that follows the shown position goes."""

    def edit(document: Document, number: int) -> Edit | None:
        return revision.delete_rest(document.tree, document.node, number)

    return _edit(state, edit, Say.NOTHING_FOLLOWS, Say.DELETED)


# ---- Words and marks ----


@handles(WriteComment)
def write_comment(state: AppState, message: WriteComment) -> Result:
    """Keep the comment as it is typed; what is typed in one go is one change."""
    text = message.text[:_LONGEST_COMMENT]

    def edit(document: Document, number: int) -> Edit:
        return revision.write_comment(document.tree, document.node, text, number)

    return _edit(state, edit)


@handles(SetMark)
def set_mark(state: AppState, message: SetMark) -> Result:
    """Mark the shown move; the start position is no move."""

    def edit(document: Document, number: int) -> Edit | None:
        moved = document.node.parent is not None
        return revision.set_mark(document.tree, document.node, message.mark, number) if moved else None

    return _edit(state, edit, Say.NO_MOVE_TO_MARK)


@handles(WriteHeader)
def write_header(state: AppState, message: WriteHeader) -> Result:
    """Keep a tag as it is typed."""

    def edit(document: Document, number: int) -> Edit:
        text = message.text[:_LONGEST_HEADER]
        return revision.write_header(document.tree, document.node, message.name, text, number)

    return _edit(state, edit)


@handles(SetResult)
def set_result(state: AppState, message: SetResult) -> Result:
    """Keep how the game ended; that of a game that is played is no matter of writing."""
    if state.document.play is not None:
        return only(toast(state, Say.GAME_KEEPS_MOVES, Tone.QUIET))
    result = message.result

    def edit(document: Document, number: int) -> Edit:
        return revision.set_result(document.tree, document.node, result, number)

    return _edit(state, edit)


# ---- Back and forth ----


@handles(UndoEdit)
def undo_edit(state: AppState, _message: UndoEdit) -> Result:
    """Undo the last change, and show where it was."""
    if not state.document.done:
        return only(toast(state, Say.NOTHING_TO_UNDO, Tone.QUIET))
    return only(without(show(state, state.document.undo()), Say.DELETED))


@handles(RedoEdit)
def redo_edit(state: AppState, _message: RedoEdit) -> Result:
    """Make the change again that was undone last, and show it."""
    if not state.document.undone:
        return only(toast(state, Say.NOTHING_TO_REDO, Tone.QUIET))
    return only(show(state, state.document.redo()))


def _edit(
    state: AppState,
    make: Callable[[Document, int], Edit | None],
    unless: Say = Say.NOTHING_FOLLOWS,
    then: Say | None = None,
) -> Result:
    """Change the document on the board.

    Args:
        state: before.
        make: the edit with the number of its revision, None where it does not apply.
        unless: said where it does not.
        then: said when it is made.
    """
    edit = make(state.document, state.next_id)
    if edit is None:
        return only(toast(state, unless, Tone.QUIET))
    document = state.document.edited(edit)
    if not document.keeps_game():
        return only(toast(state, Say.GAME_KEEPS_MOVES, Tone.QUIET))
    state = show(replace(state, next_id=state.next_id + 1), document)
    return only(state if then is None else toast(state, then, Tone.QUIET))
