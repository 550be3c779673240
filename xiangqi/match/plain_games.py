"""A finished game of a match as JSON and back, for a file that a stopped match goes on from."""

from __future__ import annotations

from typing import Any

from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.match.game import FinishedGame, MovePace
from xiangqi.match.start_positions import Opening


def to_plain(game: FinishedGame) -> object:
    """A game as JSON."""
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
    """The game that `to_plain` has written.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    opening = Opening(value["start_fen"], tuple(map(Move.from_iccs, value["opening"])))
    paces = [MovePace(**pace) for pace in value["paces"]]
    return FinishedGame(
        value["winner"],
        str(value["reason"]),
        str(value["detail"]),
        opening,
        tuple(map(Move.from_iccs, value["moves"])),
        tuple(map(str, value["comments"])),
        dict(zip((RED, BLACK), paces, strict=True)),
    )
