"""What a puzzle asks for, and whether the game that has just ended fulfils it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from xiangqi.app.assess import LEAST_LOSS, Grade
from xiangqi.app.effects import SaveSolved
from xiangqi.app.result import Result, only, toast
from xiangqi.app.say import Say
from xiangqi.app.state import AppState, Improvement
from xiangqi.board import Move
from xiangqi.engine.chances import outcome_chance
from xiangqi.engine.types import Info
from xiangqi.errors import NotationError
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


def improvement_in(game: Game) -> Improvement | None:
    """The better move that the tags of a position ask for, None where they ask for none."""
    tags = game.headers
    try:
        played, best = Move.from_iccs(tags.get("Played", "")), Move.from_iccs(tags.get("Best", ""))
        chance = float(tags.get("Chance", ""))
    except (NotationError, ValueError):
        return None
    return Improvement(played, best, chance) if 0.0 <= chance <= 1.0 else None


def note_result(state: AppState) -> Result:
    """After the end of a game that was a puzzle: say whether it is solved, and keep that it is."""
    puzzle, end = state.puzzle, state.game.end
    if puzzle is None or end is None or puzzle.found is not None:
        return only(state)
    return _told(state, end.winner == state.game.setup.human_side or (puzzle.draw and end.winner is None))


def note_move(state: AppState) -> Result:
    """After the first move of a puzzle that asks for a better one: say what is known of it at once."""
    puzzle, game = state.puzzle, state.game
    if puzzle is None or puzzle.task is None or len(game.moves) != 1 or game.end is not None:
        return only(state)
    (move,) = game.moves
    if move in (puzzle.task.best, puzzle.task.played):
        return _told(state, move == puzzle.task.best)
    return only(replace(state, puzzle=replace(puzzle, found=None)))


def note_answer(state: AppState, info: Info | None) -> Result:
    """Before the engine's answer to such a move: say whether it was one, by how the engine sees the position.

    A move that gives away less than an inaccuracy does is good enough; what is answered without a search, from
    the book of openings, is so too.
    """
    puzzle = state.puzzle
    asked = puzzle is not None and puzzle.task is not None and puzzle.found is None
    if puzzle is None or puzzle.task is None or not asked or len(state.game.moves) != 1:
        return only(state)
    chance = puzzle.task.chance if info is None else 1.0 - outcome_chance(info.score_cp, info.mate)
    return _told(state, puzzle.task.chance - chance < LEAST_LOSS[Grade.INACCURACY])


def _told(state: AppState, found: bool) -> Result:
    """Say whether the puzzle is solved, and keep that it is."""
    if state.puzzle is not None and state.puzzle.task is not None:
        state = replace(state, puzzle=replace(state.puzzle, found=found))
    if not found:
        return only(toast(state, Say.PUZZLE_FAILED))
    solved = state.solved | {key_of(state.game.setup.start_fen)}
    return only(toast(replace(state, solved=solved), Say.PUZZLE_SOLVED), SaveSolved(solved))
