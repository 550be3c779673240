"""The side to move in a game, the plies to take back or redo, and whether it is rated or can be paused."""

from __future__ import annotations

from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.players import AGREEMENT, RESIGNATION, TIME, Player
from xiangqi.fen import START_FEN


def side_to_move(game: GameInProgress) -> int:
    """Return the side to move, RED or BLACK, after all moves of the game."""
    return game.line.turn


def _side_after(game: GameInProgress, plies: int) -> int:
    return game.line.turn_at(plies)


def player_to_move(game: GameInProgress) -> Player:
    """Return the player to move after all moves of the game."""
    return game.setup.player(side_to_move(game))


def is_human_turn(game: GameInProgress) -> bool:
    """Return whether the game waits for a person."""
    return game.end is None and player_to_move(game).is_human


def is_engine_turn(game: GameInProgress) -> bool:
    """Return whether the game waits for an engine."""
    return game.end is None and not player_to_move(game).is_human


def take_back_count(game: GameInProgress) -> int:
    """Return the number of plies to take back until it is a person's turn again; 0 if that is impossible.

    A game that the players or a clock have ended stays over; one that the rules have ended goes on.
    """
    if _is_given_up(game):
        return 0
    plies = len(game.moves)
    for count in range(1, plies + 1):
        if game.setup.player(_side_after(game, plies - count)).is_human:
            return count
    return 0


def _is_given_up(game: GameInProgress) -> bool:
    return game.end is not None and game.end.reason in (RESIGNATION, AGREEMENT, TIME)


def takes_back_by_agreement(game: GameInProgress) -> bool:
    """Return whether two people at one screen ask each other before a move is taken back."""
    if game.clock is None:
        return game.setup.are_named
    return game.setup.is_hot_seat and game.end is None


def redo_count(game: GameInProgress) -> int:
    """Return the number of plies to redo until it is a person's turn or all are redone; 0 if none can be."""
    if _is_given_up(game):
        return 0
    plies = len(game.moves)
    for count in range(1, len(game.undone)):
        if game.setup.player(_side_after(game, plies + count)).is_human:
            return count
    return len(game.undone)


def has_human_moved(game: GameInProgress) -> bool:
    """Return whether a person has made a move of the game."""
    plies = range(min(2, len(game.moves)))
    return any(game.setup.player(_side_after(game, ply)).is_human for ply in plies)


def is_rated(game: GameInProgress) -> bool:
    """Return whether a person plays an engine from the starting position, with nothing making it unrated."""
    alone = type(game) is GameInProgress and game.setup.human_side is not None
    return alone and game.setup.start_fen == START_FEN and not game.unrated


def can_pause(game: GameInProgress) -> bool:
    """Return whether a game can be paused: it has begun, and has a clock or is between engines."""
    return game.begun and game.end is None and (game.clock is not None or game.setup.is_watched)
