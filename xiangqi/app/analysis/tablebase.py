"""The endgame tables' report on the position on the board, and whether it may be shown."""

from __future__ import annotations

from functools import lru_cache

from xiangqi.app.session import analysed, view
from xiangqi.app.session.mode import DocumentKind
from xiangqi.app.session.state import AppState
from xiangqi.board import Board, Move
from xiangqi.errors import XiangqiError
from xiangqi.fen import sound_position
from xiangqi.tables import TableReport, Tables, TableVerdict


@lru_cache(maxsize=1)
def _tables() -> Tables:
    return Tables()


@lru_cache(maxsize=256)
def report(fen: str, rounds: int | None = None) -> TableReport | None:
    """Return the tables' report on a position, or None if it cannot arise or no intact table covers it.

    Args:
        fen: the position, including the plies since the last capture.
        rounds: rounds without a capture that make a draw; None for no limit.
    """
    try:
        sound_position(fen)
        found = _tables().probe(Board(fen), None if rounds is None else 2 * rounds)
    except XiangqiError:
        return None
    return None if found.verdict is TableVerdict.NOT_COVERED else found


def keeping_moves(fen: str) -> tuple[Move, ...]:
    """Return the moves that keep a position's value, ordered by square; empty if no table has the position."""
    known = report(fen)
    if known is None:
        return ()
    return tuple(sorted(move for move, verdict in known.moves.items() if verdict is known.verdict))


def is_told(state: AppState) -> bool:
    """Return whether table results may be shown for the position on the board.

    They may always be shown after a game, in a record, and while a position is set up. During a game or
    puzzle they may be shown in an analysis unless it is hidden; otherwise only in an untimed game, if the
    player wants them.
    """
    play = state.document.play
    if play is None or play.end is not None or state.document.mode.arranges:
        return True
    if state.shown_analysis is not None:
        return not state.shown_analysis.hidden
    return state.settings.game_tables and play.kind is not DocumentKind.EXERCISE and analysed.is_casual(state)


def told(state: AppState) -> TableReport | None:
    """Return the table report on the position on the board; None if it may not be shown or no move is left."""
    if not is_told(state):
        return None
    known = report(view.snapshot(state).fen, view.rules(state).natural_limit_rounds)
    return known if known is not None and known.moves else None


def kept(state: AppState) -> dict[int, TableVerdict]:
    """Return the tables' verdict on each move of the selected piece, by target square.

    The result is empty if no piece that can move is selected, or if there is no table report to show.
    """
    hand = state.selection
    known = told(state) if hand.selected is not None and hand.targets else None
    if known is None or hand.selected is None:
        return {}
    moves = {target.square: Move.of(hand.selected, target.square) for target in hand.targets}
    return {square: known.moves[move] for square, move in moves.items() if move in known.moves}
