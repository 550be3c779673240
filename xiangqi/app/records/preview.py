"""Previews of a line, shown move by move on the board without changing the game or record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.effect import PlaySound
from xiangqi.app.event import Tick
from xiangqi.app.intent import Intent
from xiangqi.app.session import analysed, positions, view
from xiangqi.app.session.analysis import Preview
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.sounds import move_sound
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.board import Move
from xiangqi.line import Line

STEP_SECONDS: Final = 1.2
"""The interval between the moves of a proof, in seconds."""


@dataclass(frozen=True)
class ShowLine(Intent, allowed_in_editor=False):
    """Preview a line on the board. Back and forward step through it; Cancel leaves it."""

    ply: int  # the ply of the line on the board after which the moves begin
    moves: tuple[Move, ...]  # shown up to the first illegal one
    shown: int = 1  # the number of moves shown at once


@handles(ShowLine)
def show_line(state: AppState, intent: ShowLine) -> Result:
    """Show the line as a preview that the player can step through and extend."""
    shown, preview = view.board_line(state), state.preview
    if preview is not None and intent.ply >= len(preview.base.moves):
        kept = shown.moves[len(preview.base.moves) : intent.ply]
        following = positions.legal_prefix(preview.base.then(*kept), intent.moves)
        longer = replace(preview, moves=kept + following, shown=len(kept))
        return _at(state, longer, len(kept) + intent.shown) if following else done(state)
    base = shown.whole.upto(intent.ply)
    moves = positions.legal_prefix(base, intent.moves)
    if not moves:
        return done(state)
    preview = Preview(base, moves, 0, _origin(state))
    return _at(state, preview, intent.shown)


@dataclass(frozen=True)
class ShowProof(Intent, allowed_in_editor=False):
    """Play through the proof of a sentence in an explanation, with the pieces concerned marked."""

    base: Line  # the line to its first position
    moves: tuple[Move, ...]  # the moves of the proof; empty if the position alone is the proof
    squares: tuple[int, ...] = ()  # the squares of the pieces to mark
    at_end: bool = False  # whether the squares are those after the last move, not before the first


@handles(ShowProof)
def show_proof(state: AppState, intent: ShowProof) -> Result:
    """Show the position in which a proof starts; its moves are then played automatically."""
    base = intent.base
    if positions.legal_prefix(base.upto(0), base.moves) != base.moves:
        return done(state)
    moves = positions.legal_prefix(base, intent.moves)
    state = replace(state, preview=None)
    due = state.now + STEP_SECONDS if moves else None
    shown = Preview(base, moves, 0, _origin(state), intent.squares, intent.at_end, due)
    return done(replace(state, preview=shown, selection=Selection(typed=state.selection.typed)))


@hears(Tick)
def show_next_move(state: AppState, _event: Tick) -> Result:
    """Show the next move of a proof when it is due; close a preview that no longer belongs to the board."""
    state, preview = kept(state), state.preview
    if preview is None or preview.due is None or state.now < preview.due:
        return done(state)
    state, effects = step(state, preview, 1)
    following = state.preview
    if following is not None and following.shown < len(following.moves):
        state = replace(state, preview=replace(following, due=state.now + STEP_SECONDS))
    return state, effects


@dataclass(frozen=True)
class ShowBest(Intent, allowed_in_editor=False, on_board=True):
    """Preview the best move that the analysis has found."""


@handles(ShowBest)
def show_best(state: AppState, _intent: ShowBest) -> Result:
    """Preview the analysis's best move: the next move of the current preview, or the first of a new one."""
    preview = state.preview
    if preview is not None and preview.shown < len(preview.moves):
        return step(state, preview, 1)
    best = analysed.judgement(state)
    if best is None:
        return done(state)
    if preview is None:
        return show_line(state, ShowLine(view.line(state).ply, best.lines[0].pv))
    longer = replace(preview, moves=preview.moves + best.lines[0].pv)
    return _at(state, longer, preview.shown + 1)


def try_move(state: AppState, move: Move) -> Result:
    """Play a legal move chosen by the player in the preview, opening one if there is none."""
    preview = state.preview
    if preview is None:
        return show_line(state, ShowLine(view.line(state).ply, (move,)))
    if preview.moves[preview.shown : preview.shown + 1] != (move,):
        preview = replace(preview, moves=(*preview.moves[: preview.shown], move), squares=())
    return _at(state, preview, preview.shown + 1)


@dataclass(frozen=True)
class CloseLine(Intent, allowed_in_editor=False):
    """Leave the preview."""


@handles(CloseLine)
def close_line(state: AppState, _intent: CloseLine) -> Result:
    """Return to the document's line."""
    return done(closed(state))


def closed(state: AppState) -> AppState:
    """Return the state without the preview and without the selection made on its board."""
    if state.preview is None:
        return state
    return replace(state, preview=None, selection=Selection(typed=state.selection.typed))


def step(state: AppState, preview: Preview, by: int) -> Result:
    """Step forward or backward in the preview; stepping back from its start closes it."""
    return _at(state, preview, preview.shown + by)


def _at(state: AppState, preview: Preview, shown: int) -> Result:
    if shown < 0:
        return done(closed(state))
    shown = min(shown, len(preview.moves))
    forward, preview = shown == preview.shown + 1, replace(preview, shown=shown, due=None)
    state = replace(state, preview=preview, selection=Selection(typed=state.selection.typed))
    return done(state, PlaySound(move_sound(preview.here))) if forward else done(state)


def kept(state: AppState) -> AppState:
    """Return the state without the preview if the position it was opened from is no longer on the board."""
    if state.preview is None or state.preview.origin == _origin(state):
        return state
    return closed(state)


def _origin(state: AppState) -> tuple[Line, int]:
    shown = view.line(state)
    return shown.whole, shown.ply


@closes(ClosingOrder.PREVIEW, when=lambda state: state.preview is not None)
def leave_preview(state: AppState) -> Result:
    """Return to the document's line."""
    return done(closed(state))
