"""Plays games between engines of known ratings, as chunks of work; other ratings mix two levels."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from xiangqi.board import START_FEN, Board
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.exercises.likelihood import RUNGS, WeighedMove
from xiangqi.exercises.rating import GameEvidence
from xiangqi.exercises.weighing import weigh_both
from xiangqi.referee import outcome

LEAST: Final = RUNGS[0]
MOST: Final = RUNGS[-1]
_NEAR: Final = 150.0  # Elo difference of opponents in most games …
_FAR: Final = 700.0  # … and the largest in the others
_FAR_SHARE: Final = 0.3
_OPENING: Final = 4  # random plies
_PLIES: Final = 160
_NODES: Final = 5000  # more than any of these levels may search


@dataclass(frozen=True)
class RatedGame:
    """A game seen from one side.

    Attributes:
        number: the number of the game.
        rating: the rating of the player.
        evidence: the game's evidence about the player's rating.
    """

    number: int
    rating: int
    evidence: GameEvidence


def play_rated(seed: int) -> dict[str, object]:
    """Return a game as a JSON object with ratings, score and line; it depends on the seed alone."""
    chance = random.Random(seed)
    red = chance.uniform(LEAST, MOST)
    apart = chance.uniform(-_FAR, _FAR) if chance.random() < _FAR_SHARE else chance.gauss(0, _NEAR)
    ratings = [round(red), round(min(max(red + apart, LEAST), MOST))]
    board = Board()
    for _ in range(_OPENING):
        board.push(chance.choice(board.legal_moves()))
    for rating, engine in zip(ratings, _engines(), strict=True):
        engine.set_option("UCI_Elo", str(rating))
        engine.set_option("Seed", str(chance.randint(1, 1 << 30)))
        engine.clear()
    while len(board.move_stack) < _PLIES and outcome(board) is None:
        engine = _engines()[len(board.move_stack) % 2]
        engine.set_board(board)
        move = engine.search(Limits(nodes=_NODES)).best_move
        if move is None:
            break
        board.push(move)
    ended = outcome(board)
    score = 0.5 if ended is None or ended.winner is None else float(ended.winner == RED)
    return {"ratings": ratings, "score": score, "line": " ".join(move.iccs for move in board.move_stack)}


def weigh_rated(game: tuple[int, str]) -> list[list[object]]:
    """Return a list [phase, before, loss, found, slip] for each weighed move of a game, in order.

    Args:
        game: its number, and its moves in ICCS, separated by spaces.
    """
    return [
        [move.phase, round(move.before, 4), round(move.loss, 4), move.found, move.slip]
        for move in weigh_both(START_FEN, game[1].split())
    ]


@lru_cache(maxsize=1)
def _engines() -> tuple[Engine, Engine]:
    pair = Engine(hash_mb=1), Engine(hash_mb=1)
    for engine in pair:
        engine.set_option("UCI_LimitStrength", "true")
    return pair


def sides_of(number: int, game: dict[str, object], moves: list[list[object]]) -> tuple[RatedGame, RatedGame]:
    """Return a game from the view of each of its players; the random opening moves count for neither.

    Args:
        number: the number of the game.
        game: the result of play_rated.
        moves: the result of weigh_rated.
    """
    ratings, score = game["ratings"], game["score"]
    assert isinstance(ratings, list)
    assert isinstance(score, float)
    weighed = [
        WeighedMove(str(phase), float(str(before)), float(str(loss)), int(str(found)), int(str(slip)))
        for phase, before, loss, found, slip in moves
    ]
    first, second = (
        RatedGame(
            number,
            ratings[side],
            GameEvidence(ratings[1 - side], abs(side - score), tuple(weighed[_OPENING + side :: 2])),
        )
        for side in (0, 1)
    )
    return first, second
