"""Editing an open record: moves, variations, comments, marks, tags. Each change can be undone and redone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from xiangqi.app import archive, timing
from xiangqi.app.browse import show_game, show_node
from xiangqi.app.effects import PlaySound
from xiangqi.app.intents import KeepLine
from xiangqi.app.play import move_sound
from xiangqi.app.preview import closed
from xiangqi.app.record_intents import (
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
from xiangqi.app.result import Result, Step, chain, only, toast, without
from xiangqi.app.say import Say
from xiangqi.app.state import AppState, OpenRecord, Tone
from xiangqi.board import Move
from xiangqi.records import revision
from xiangqi.records.revision import Edit, Side

_LONGEST_COMMENT: Final = 20_000  # characters
_LONGEST_HEADER: Final = 200


def annotate_game(state: AppState, _message: AnnotateGame) -> Result:
    """Open the running game, with what was taken back, as a record; the game goes on behind it."""
    if state.record is not None:
        return only(state)
    game = archive.to_record(timing.kept(state), state.flipped)
    last = game.root.end()
    for move in reversed(state.game.undone):
        last = last.add(move)
    record = OpenRecord.alone(state.next_id, game)
    state = show_game(replace(state, next_id=state.next_id + 1, panel=None), record)
    shown = [game.root, *game.root.line()][state.game.ply]
    return only(show_node(state, record, shown))


# ---- Moves ----


def play_in_record(state: AppState, record: OpenRecord, move: Move) -> Result:
    """A legal move made by hand: goes on where the record knows it, else adds it."""
    known = record.tree.find(record.node, move)
    if known is not None:
        state = show_node(state, record, known)
    else:
        state = _commit(state, record, revision.add_move(record.tree, record.node, move, state.next_id))
    sound = move_sound(record.game.start_fen, (*record.moves[: record.ply], move))
    return only(state, PlaySound(sound))


def keep_line(state: AppState, _message: KeepLine) -> Result:
    """The moves that were played out for a look become a variation; a running game is opened as a record."""
    kept = state.preview
    if kept is None:
        return only(state)
    state, _ = annotate_game(closed(state), AnnotateGame())
    if state.record is None:
        return only(state)
    state = show_node(state, state.record, state.record.nodes[len(kept.base)])
    return chain(state, *(_playing(move) for move in kept.moves))


def _playing(move: Move) -> Step:
    def step(state: AppState) -> Result:
        return only(state) if state.record is None else play_in_record(state, state.record, move)

    return step


def move_variation(state: AppState, message: MoveVariation) -> Result:
    """One place up, a variation that is not the first; one place down, the last choice up to the shown move."""

    def edit(record: OpenRecord, number: int) -> Edit | None:
        find = record.tree.branch if message.step < 0 else record.tree.fork
        first = find(record.node)
        if first is None:
            return None
        return revision.shift(record.tree, record.node, first, message.step, number)

    return _edit(state, edit, Say.NO_VARIATION)


def make_main_line(state: AppState, _message: MakeMainLine) -> Result:
    """The line through the shown move becomes the main line."""

    def edit(record: OpenRecord, number: int) -> Edit | None:
        varies = record.tree.branch(record.node) is not None
        return revision.make_main(record.tree, record.node, number) if varies else None

    return _edit(state, edit, Say.NO_VARIATION)


def delete_variation(state: AppState, _message: DeleteVariation) -> Result:
    """The innermost variation round the shown move goes; the position before it is shown."""

    def edit(record: OpenRecord, number: int) -> Edit | None:
        first = record.tree.branch(record.node)
        return None if first is None else revision.delete(record.tree, record.node, first, number)

    return _edit(state, edit, Say.NO_VARIATION, Say.DELETED)


def delete_rest(state: AppState, _message: DeleteRest) -> Result:
    """All that follows the shown position goes."""

    def edit(record: OpenRecord, number: int) -> Edit | None:
        return revision.delete_rest(record.tree, record.node, number)

    return _edit(state, edit, Say.NOTHING_FOLLOWS, Say.DELETED)


# ---- Words and marks ----


def write_comment(state: AppState, message: WriteComment) -> Result:
    """Keep the comment as it is typed; what is typed in one go is one change."""
    text = message.text[:_LONGEST_COMMENT]
    return _edit(state, lambda record, number: revision.write_comment(record.tree, record.node, text, number))


def set_mark(state: AppState, message: SetMark) -> Result:
    """Mark the shown move; the start position is no move."""

    def edit(record: OpenRecord, number: int) -> Edit | None:
        moved = record.node.parent is not None
        return revision.set_mark(record.tree, record.node, message.mark, number) if moved else None

    return _edit(state, edit, Say.NO_MOVE_TO_MARK)


def write_header(state: AppState, message: WriteHeader) -> Result:
    """Keep a tag as it is typed."""

    def edit(record: OpenRecord, number: int) -> Edit:
        text = message.text[:_LONGEST_HEADER]
        return revision.write_header(record.tree, record.node, message.name, text, number)

    return _edit(state, edit)


def set_result(state: AppState, message: SetResult) -> Result:
    """Keep how the game ended."""
    result = message.result
    return _edit(state, lambda record, number: revision.set_result(record.tree, record.node, result, number))


# ---- Back and forth ----


def undo_edit(state: AppState, _message: UndoEdit) -> Result:
    """Undo the last change, and show where it was."""
    record = state.record
    if record is None or not record.done:
        return only(toast(state, Say.NOTHING_TO_UNDO, Tone.QUIET))
    edit = record.done[-1]
    record = replace(record, done=record.done[:-1], undone=(*record.undone, edit))
    return only(without(_with_side(state, record, edit.before), Say.DELETED))


def redo_edit(state: AppState, _message: RedoEdit) -> Result:
    """Make the change again that was undone last, and show it."""
    record = state.record
    if record is None or not record.undone:
        return only(toast(state, Say.NOTHING_TO_REDO, Tone.QUIET))
    edit = record.undone[-1]
    record = replace(record, done=(*record.done, edit), undone=record.undone[:-1])
    return only(_with_side(state, record, edit.after))


def _edit(
    state: AppState,
    make: Callable[[OpenRecord, int], Edit | None],
    unless: Say = Say.NOTHING_FOLLOWS,
    then: Say | None = None,
) -> Result:
    """Change the open record, if there is one.

    Args:
        state: before.
        make: the edit with the number of its revision, None where it does not apply.
        unless: said where it does not.
        then: said when it is made.
    """
    record = state.record
    if record is None:
        return only(state)
    edit = make(record, state.next_id)
    if edit is None:
        return only(toast(state, unless, Tone.QUIET))
    state = _commit(state, record, edit)
    return only(state if then is None else toast(state, then, Tone.QUIET))


def _commit(state: AppState, record: OpenRecord, edit: Edit) -> AppState:
    """The state after an edit; typing that goes on with the last edit is one with it."""
    last = record.done[-1] if record.done else None
    if last is not None and not record.undone and edit.topic is not None and edit.topic == last.topic:
        done = (*record.done[:-1], last.merged(edit))
    else:
        done = (*record.done, edit)
    state = replace(state, next_id=state.next_id + 1)
    return _with_side(state, replace(record, done=done, undone=()), edit.after)


def _with_side(state: AppState, record: OpenRecord, side: Side) -> AppState:
    return show_node(state, replace(record, tree=record.tree.with_side(side)), side.node)
