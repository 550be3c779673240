"""What a puzzle asks for, and whether the game that has just ended fulfils it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from xiangqi.app.effects import SaveSolved
from xiangqi.app.result import Result, only, toast
from xiangqi.app.say import Say
from xiangqi.app.state import AppState
from xiangqi.fen import START_FEN
from xiangqi.records.packed import PackedGame
from xiangqi.records.tree import EMPTY_FEN, Game

_DRAW: Final = re.compile("先和|和棋|和局|求和|守和|成和|巧和|draw|1/2", re.IGNORECASE)


def is_puzzle(game: PackedGame) -> bool:
    """Whether a record is a position without moves, to be played from."""
    return not game.plies and game.fen not in (START_FEN, EMPTY_FEN)


def asks_for_draw(game: Game) -> bool:
    """Whether the text of a puzzle says that a draw is to be reached; else it is to be won."""
    text = f"{game.headers.get('Title', '')} {game.headers.get('Event', '')} {game.root.comment}"
    return game.result == "1/2-1/2" or _DRAW.search(text) is not None


def key_of(fen: str) -> str:
    """What stands for a puzzle: board and side to move, whatever file it comes from."""
    return " ".join(fen.split()[:2])


@lru_cache(maxsize=2)
def count_puzzles(games: tuple[PackedGame, ...], solved: frozenset[str]) -> tuple[int, int]:
    """How many games of a file are puzzles, and how many of these have been solved."""
    keys = [key_of(game.fen) for game in games if is_puzzle(game)]
    return len(keys), sum(key in solved for key in keys)


def note_result(state: AppState) -> Result:
    """After the end of a game that was a puzzle: say whether it is solved, and keep that it is."""
    puzzle, setup, end = state.puzzle, state.game.setup, state.game.end
    if puzzle is None or end is None:
        return only(state)
    if end.winner != setup.human_side and not (puzzle.draw and end.winner is None):
        return only(toast(state, Say.PUZZLE_FAILED))
    solved = state.solved | {key_of(setup.start_fen)}
    return only(toast(replace(state, solved=solved), Say.PUZZLE_SOLVED), SaveSolved(solved))
