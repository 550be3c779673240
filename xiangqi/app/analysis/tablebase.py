"""What the endgame tables know of a position on the board, and whether it may be shown."""

from __future__ import annotations

from functools import lru_cache

from xiangqi.app import view
from xiangqi.app.analysis import analysed
from xiangqi.app.state import AppState
from xiangqi.board import Board, Move
from xiangqi.errors import XiangqiError
from xiangqi.fen import sound_position
from xiangqi.tables import TableReport, Tables, TableVerdict


@lru_cache(maxsize=1)
def _tables() -> Tables:
    return Tables()


@lru_cache(maxsize=256)
def report(fen: str, rounds: int | None = None) -> TableReport | None:
    """Return what is known of a position; None where it cannot arise, no table has it, or its table is damaged.

    Args:
        fen: with the plies since the last capture.
        rounds: without a capture that make a draw; None for no limit.
    """
    try:
        sound_position(fen)
        found = _tables().probe(Board(fen), None if rounds is None else 2 * rounds)
    except XiangqiError:
        return None
    return None if found.verdict is TableVerdict.NOT_COVERED else found


def keeping_moves(fen: str) -> tuple[Move, ...]:
    """Return the moves that keep the position's value, in the order of squares; none where no table has it."""
    known = report(fen)
    if known is None:
        return ()
    return tuple(sorted(move for move, verdict in known.moves.items() if verdict is known.verdict))


def is_told(state: AppState) -> bool:
    """Return whether what tables know of the board may be shown.

    Not in a running game or puzzle unless it is analysed; in a game that may be, also if the player wants it.
    """
    play = state.document.play
    if play is None or play.end is not None or state.editor is not None:
        return True
    if state.analysis is not None:
        return not state.analysis.hidden
    return state.settings.game_tables and state.puzzle is None and analysed.is_fair(state)


def told(state: AppState) -> TableReport | None:
    """What is known of the position on the board, if it may be shown and there is a move left to play."""
    if not is_told(state):
        return None
    known = report(view.snapshot(state).fen, view.rules(state).natural_limit_rounds)
    return known if known is not None and known.moves else None


def kept(state: AppState) -> dict[int, TableVerdict]:
    """Return what each move of the piece in the hand keeps, by the square it goes to.

    None if it may not be shown.
    """
    hand = state.selection
    known = told(state) if hand.selected is not None and hand.targets else None
    if known is None or hand.selected is None:
        return {}
    moves = {target.square: Move.of(hand.selected, target.square) for target in hand.targets}
    return {square: known.moves[move] for square, move in moves.items() if move in known.moves}
