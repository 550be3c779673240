"""Edits the document on the board: variations, comments, marks and tags, with undo and redo.

No edit removes or replaces the moves of a game, and in a game that is being played, only comments and marks are
edited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.effect import PlaySound
from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.records.browse import show, show_node
from xiangqi.app.records.preview import closed
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.document import Document
from xiangqi.app.session.positions import common_length
from xiangqi.app.session.sounds import move_sound
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, Step, chain, done, toast, without
from xiangqi.board import Move
from xiangqi.i18n.message import Message
from xiangqi.records import revision
from xiangqi.records.revision import Edit

_LONGEST_COMMENT: Final = 20_000  # characters
_LONGEST_HEADER: Final = 200


@dataclass(frozen=True)
class AnnotateGame(Intent, allowed_in_editor=False):
    """Take notes on the game on the board: comments and marks, and variations once it is over."""


@handles(AnnotateGame)
def annotate_game(state: AppState, _intent: AnnotateGame) -> Result:
    """Open the notes beside the game on the board, which continues."""
    if state.document.play is None:
        return done(state)
    return done(replace(state, notes=True, panel=None))


# ---- Moves ----


def try_out(state: AppState, move: Move) -> Result:
    """Play a legal move: follow it if the document contains it, otherwise add it as a variation."""
    document = state.document
    sound = move_sound(document.line.upto(document.cursor.ply).then(move))
    state = show(replace(state, next_id=state.next_id + 1), document.playing(move, state.next_id))
    return done(state, PlaySound(sound))


@dataclass(frozen=True)
class KeepVariation(Intent, allowed_in_editor=False):
    """Add the previewed moves to the record, or to the game that is over, as a variation."""


@handles(KeepVariation)
def keep_line(state: AppState, _intent: KeepVariation) -> Result:
    """Add the previewed moves as a variation, with those moves leading to them that the document lacks."""
    kept, document = state.preview, state.document
    if kept is None or not document.takes_variations:
        return done(state)
    if kept.base.start_fen != document.start_fen:  # a threat begins with the turn passed
        return done(state)
    state = replace(closed(state), notes=document.play is not None)
    whole = (*kept.base.moves, *kept.moves)
    shared = min(common_length(document.cursor.moves, whole), len(kept.base.moves))
    state = show_node(state, document.cursor.nodes[shared])
    return chain(state, *(_trying_out(move) for move in whole[shared:]))


def _trying_out(move: Move) -> Step:
    return lambda state: try_out(state, move)


@dataclass(frozen=True)
class MoveVariation(Intent, allowed_in_editor=False, on_board=True):
    """Move the shown variation up (-1) or down (+1) among its alternatives."""

    step: int


@handles(MoveVariation)
def move_variation(state: AppState, intent: MoveVariation) -> Result:
    """Move the shown variation one place up or down among its alternatives."""

    def edit(document: Document, number: int) -> Edit | None:
        find = document.tree.branch if intent.step < 0 else document.tree.fork
        first = find(document.node)
        if first is None:
            return None
        return revision.shift(document.tree, document.node, first, intent.step, number)

    return _edit(state, edit, "toast.no_promotion" if intent.step < 0 else "toast.no_demotion")


@dataclass(frozen=True)
class MakeMainLine(Intent, allowed_in_editor=False, on_board=True):
    """Make the shown line the main line, from the start."""


@handles(MakeMainLine)
def make_main_line(state: AppState, _intent: MakeMainLine) -> Result:
    """Make the line through the shown move the main line."""

    def edit(document: Document, number: int) -> Edit | None:
        varies = document.tree.branch(document.node) is not None
        return revision.make_main(document.tree, document.node, number) if varies else None

    return _edit(state, edit, "toast.is_main_line")


@dataclass(frozen=True)
class DeleteVariation(Intent, allowed_in_editor=False, on_board=True):
    """Delete the variation that contains the shown move from the record."""


@handles(DeleteVariation)
def delete_variation(state: AppState, _intent: DeleteVariation) -> Result:
    """Delete the innermost variation around the shown move, and show the position before it."""

    def edit(document: Document, number: int) -> Edit | None:
        first = document.tree.branch(document.node)
        return None if first is None else revision.delete(document.tree, document.node, first, number)

    return _edit(state, edit, "toast.no_deletion", "toast.deleted")


@dataclass(frozen=True)
class DeleteRest(Intent, allowed_in_editor=False, on_board=True):
    """Delete everything after the shown position from the record."""


@handles(DeleteRest)
def delete_rest(state: AppState, _intent: DeleteRest) -> Result:

    def edit(document: Document, number: int) -> Edit | None:
        return revision.delete_rest(document.tree, document.node, number)

    return _edit(state, edit, "toast.nothing_follows", "toast.deleted")


# ---- Words and marks ----


@dataclass(frozen=True)
class WriteComment(Intent, allowed_in_editor=False):
    """Set the comment on the shown move to the text typed so far."""

    text: str


@handles(WriteComment)
def write_comment(state: AppState, intent: WriteComment) -> Result:
    """Store the comment as it is typed, up to _LONGEST_COMMENT; uninterrupted typing counts as one edit."""
    text = intent.text[:_LONGEST_COMMENT]

    def edit(document: Document, number: int) -> Edit:
        return revision.write_comment(document.tree, document.node, text, number)

    return _edit(state, edit)


@dataclass(frozen=True)
class SetMark(Intent, allowed_in_editor=False):
    """Mark the shown move with one of MOVE_MARKS; None removes the mark."""

    mark: int | None


@handles(SetMark)
def set_mark(state: AppState, intent: SetMark) -> Result:
    """Mark the shown move; the starting position cannot be marked."""

    def edit(document: Document, number: int) -> Edit | None:
        moved = document.node.parent is not None
        return revision.set_mark(document.tree, document.node, intent.mark, number) if moved else None

    return _edit(state, edit, "toast.no_move_to_mark")


@dataclass(frozen=True)
class WriteHeader(Intent, allowed_in_editor=False):
    """Set a tag of the open record to the text typed so far."""

    name: str
    text: str


@handles(WriteHeader)
def write_header(state: AppState, intent: WriteHeader) -> Result:
    """Store a tag as it is typed, up to _LONGEST_HEADER characters."""

    def edit(document: Document, number: int) -> Edit:
        text = intent.text[:_LONGEST_HEADER]
        return revision.write_header(document.tree, document.node, intent.name, text, number)

    return _edit(state, edit)


@dataclass(frozen=True)
class SetResult(Intent, allowed_in_editor=False):
    """Set the result of the open record, one of RESULTS."""

    result: str


@handles(SetResult)
def set_result(state: AppState, intent: SetResult) -> Result:
    """Store the result. That of a game played here cannot be changed."""
    if state.document.play is not None:
        return done(toast(state, Message("toast.game_keeps_moves"), Tone.QUIET))
    result = intent.result

    def edit(document: Document, number: int) -> Edit:
        return revision.set_result(document.tree, document.node, result, number)

    return _edit(state, edit)


# ---- Undo and redo ----


@dataclass(frozen=True)
class UndoEdit(Intent, allowed_in_editor=False, on_board=True):
    """Undo the last change to the open record."""


@handles(UndoEdit)
def undo_edit(state: AppState, _intent: UndoEdit) -> Result:
    """Undo the last edit and show where it was."""
    if not state.document.done:
        return done(toast(state, Message("toast.nothing_to_undo"), Tone.QUIET))
    return done(without(show(state, state.document.undo()), "toast.deleted"))


@dataclass(frozen=True)
class RedoEdit(Intent, allowed_in_editor=False, on_board=True):
    """Redo the edit that was undone last."""


@handles(RedoEdit)
def redo_edit(state: AppState, _intent: RedoEdit) -> Result:
    """Redo the edit that was undone last, and show it."""
    if not state.document.undone:
        return done(toast(state, Message("toast.no_edit_to_redo"), Tone.QUIET))
    return done(show(state, state.document.redo()))


def _edit(
    state: AppState,
    make: Callable[[Document, int], Edit | None],
    unless: str = "toast.nothing_follows",
    then: str | None = None,
) -> Result:
    """Change the document on the board.

    Args:
        state: the state before.
        make: returns the edit, given the number for its revision, or None if it does not apply.
        unless: the message if it does not apply.
        then: the message if the edit was made.
    """
    edit = make(state.document, state.next_id)
    if edit is None:
        return done(toast(state, Message(unless), Tone.QUIET))
    document = state.document.edited(edit)
    if not document.keeps_game():
        return done(toast(state, Message("toast.game_keeps_moves"), Tone.QUIET))
    state = show(replace(state, next_id=state.next_id + 1), document)
    return done(state if then is None else toast(state, Message(then, key_undo="undo_edit"), Tone.QUIET))
