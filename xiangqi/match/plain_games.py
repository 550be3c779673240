"""Finished match games as JSON and back, for the checkpoint of a match."""

from __future__ import annotations

import math
from typing import Any

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import sound_position
from xiangqi.match.game import FinishedGame, MovePace
from xiangqi.match.start_positions import Opening


def to_plain(game: FinishedGame) -> object:
    """Return a game as a JSON value."""
    return {
        "winner": game.winner,
        "reason": game.reason,
        "detail": game.detail,
        "start_fen": game.opening.start_fen,
        "opening": [move.iccs for move in game.opening.moves],
        "moves": [move.iccs for move in game.moves],
        "comments": game.comments,
        "paces": [vars(game.paces[side]) for side in (RED, BLACK)],
    }


def from_plain(value: Any) -> FinishedGame:
    """Parse a result of `to_plain`.

    Raises:
        KeyError, TypeError, ValueError: the value is not such a result.
    """
    opening = Opening(str(value["start_fen"]), tuple(map(Move.from_iccs, value["opening"])))
    moves = tuple(map(Move.from_iccs, value["moves"]))
    comments = tuple(map(str, value["comments"]))
    sound_position(opening.start_fen)
    board = Board(opening.start_fen)
    for move in moves:
        board.push(move)
    if (
        value["winner"] not in (RED, BLACK, None)
        or moves[: len(opening.moves)] != opening.moves
        or len(comments) != len(moves)
    ):
        raise ValueError("its parts do not belong together")
    return FinishedGame(
        value["winner"],
        str(value["reason"]),
        str(value["detail"]),
        opening,
        moves,
        comments,
        dict(zip((RED, BLACK), map(_pace, value["paces"]), strict=True)),
    )


def _pace(value: Any) -> MovePace:
    """Parse an engine's move pace.

    Raises:
        KeyError, TypeError, ValueError: the value is invalid.
    """
    seconds = [float(second) for second in value["seconds"]]
    late_s = float(value["late_s"])
    if not all(map(math.isfinite, (*seconds, late_s))):
        raise ValueError("a time is none")
    return MovePace(seconds, late_s, int(value["nodes"]), [int(depth) for depth in value["depths"]])
