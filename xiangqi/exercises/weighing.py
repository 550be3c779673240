"""Measures the moves of a game by short searches, as evidence of the player's strength."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.grades import loss_of
from xiangqi.coach.judge import EngineJudge
from xiangqi.coach.summary import phase_of
from xiangqi.engine.common.levels import LEVELS
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.worker import Engine
from xiangqi.exercises.likelihood import FITTED_LEVELS, WeighedMove
from xiangqi.line import Line

NODES: Final = 1500
"""The nodes searched per position to measure a move's loss; the figures are valid for this number only."""

SEARCHES: Final = tuple(nodes for level in FITTED_LEVELS if (nodes := LEVELS[level].nodes) is not None)
"""The node limits of the short searches that may choose a move: those of the fitted levels that have one."""

_PLIES: Final = 2  # search depth of slips, as for most levels
_MATE_CP: Final = 3000  # the score of a mate when slips are measured


@lru_cache(maxsize=1)
def _judge() -> EngineJudge:
    return EngineJudge(NODES)


@lru_cache(maxsize=1)
def _level() -> Engine:
    """Return an engine that evaluates as the levels do."""
    engine = Engine(hash_mb=1)
    engine.set_option("Evaluation", "handcrafted")
    return engine


def weigh_game(start_fen: str, moves: Sequence[str], side: int) -> tuple[WeighedMove, ...]:
    """Measure a side's moves in a game; takes about a second. Equal calls have equal results.

    Args:
        start_fen: the position that the game begins from.
        moves: the game's legal moves, as coordinates.
        side: RED or BLACK, the side whose moves are measured.

    Raises:
        FenError, NotationError, IllegalMoveError: the moves cannot be played.
    """
    first = int(Board(start_fen).turn != side)
    return _weighed(start_fen, moves, (first,))[first::2]


def weigh_both(start_fen: str, moves: Sequence[str]) -> tuple[WeighedMove, ...]:
    """Measure all moves of a game, in order; raises what `weigh_game` raises."""
    return _weighed(start_fen, moves, (0, 1))


def _weighed(start_fen: str, moves: Sequence[str], firsts: Sequence[int]) -> tuple[WeighedMove, ...]:
    """Measure all moves of a game; only those at every second ply from each of `firsts` get short searches."""
    judge = _judge()
    judge.begin()
    line = tuple(Move.from_iccs(move) for move in moves)
    opinions = [judge(Line(start_fen, line[:ply])) for ply in range(len(line), -1, -1)][::-1]
    boards = [Board(start_fen)]
    for move in line:
        boards.append(boards[-1].copy())
        boards[-1].push_unchecked(move)
    found, slips = _choices(boards, line, firsts)
    weighed = []
    for ply, move in enumerate(line):
        before, after = opinions[ply], opinions[ply + 1]
        loss = loss_of(before.chance, 1.0 - after.chance, is_best=before.line[:1] == (move,))
        weighed.append(WeighedMove(phase_of(boards[ply], ply + 1), before.chance, loss, found[ply], slips[ply]))
    return tuple(weighed)


def _choices(
    boards: Sequence[Board], line: Sequence[Move], firsts: Sequence[int]
) -> tuple[list[int], list[int | None]]:
    """Return, for each move, a bit set of the short searches that choose it, and its slip.

    The searches keep their hash table during the game, as levels do.
    """
    engine = _level()
    found: list[int] = [0] * len(line)
    slips: list[int | None] = [None] * len(line)
    for first in firsts:
        for bit, nodes in enumerate(SEARCHES):
            engine.clear()
            for ply in range(first, len(line), 2):
                engine.set_board(boards[ply])
                chosen = engine.search(Limits(nodes=nodes)).best_move
                found[ply] |= int(chosen == line[ply]) << bit
        for ply in range(first, len(line), 2):
            slips[ply] = _slip(engine, boards[ply], line[ply])
    return found, slips


def _slip(engine: Engine, board: Board, move: Move) -> int:
    """Return the loss of a move against the best one at two plies, in centipawns."""
    engine.clear()
    engine.set_board(board)
    best = engine.search(Limits(depth=_PLIES))
    if best.best_move == move:
        return 0
    return max(0, _worth(best.info) - _worth(engine.search(Limits(depth=_PLIES, search_moves=(move,))).info))


def _worth(info: Info | None) -> int:
    if info is None:
        return -_MATE_CP
    if info.mate is not None:
        return _MATE_CP - 10 * info.mate if info.mate > 0 else -_MATE_CP - 10 * info.mate
    return info.score_cp or 0
