"""Recognises records that are puzzles, and their goals."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from xiangqi.app.exercises.modes import Improvement
from xiangqi.app.session.solved import key_of
from xiangqi.board import Move
from xiangqi.errors import NotationError
from xiangqi.fen import START_FEN
from xiangqi.records.packed import PackedGame
from xiangqi.records.tree import EMPTY_FEN, Game

_DRAW: Final = re.compile("先和|和棋|和局|求和|守和|成和|巧和|draw|1/2", re.IGNORECASE)


def is_puzzle(game: PackedGame) -> bool:
    """Return whether a record is a position to play from: it has no moves, or is from a list with solutions."""
    return (not game.plies or game.listed) and game.fen not in (START_FEN, EMPTY_FEN)


def asks_for_draw(game: Game) -> bool:
    """Return whether a puzzle's result or, if that says nothing, its text asks for a draw instead of a win."""
    if game.result in ("1-0", "0-1"):
        return False
    text = f"{game.headers.get('Title', '')} {game.headers.get('Event', '')} {game.root.comment}"
    return game.result == "1/2-1/2" or _DRAW.search(text) is not None


@lru_cache(maxsize=2)
def count_puzzles(games: tuple[PackedGame, ...], solved: frozenset[str]) -> tuple[int, int]:
    """Return the number of puzzles among the games of a file, and the number of those that are solved."""
    keys = [key_of(game.fen) for game in games if is_puzzle(game)]
    return len(keys), sum(key in solved for key in keys)


def improvement_in(game: Game) -> Improvement | None:
    """Return the better move that a position's tags ask for, or None."""
    tags = game.headers
    try:
        played, best = Move.from_iccs(tags.get("Played", "")), Move.from_iccs(tags.get("Best", ""))
        chance = float(tags.get("Chance", ""))
    except (NotationError, ValueError):
        return None
    return Improvement(played, best, chance) if 0.0 <= chance <= 1.0 else None
