"""Positions with one good move, found in games that the engine plays against itself.

`mine_game` plays a game and returns its exercises; all of it depends on the seed alone. A position is found
with FOUND nodes and verified with VERIFIED nodes, without history, before it counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tools.puzzles.composing import mate_in_position, mate_themes
from tools.puzzles.measuring import measured
from xiangqi.board import Board, Move
from xiangqi.coach.facts import FactKind, Start
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import played, value_of
from xiangqi.coach.tactics import Win, wins
from xiangqi.coach.threats import Shot
from xiangqi.engine.chances import outcome_chance
from xiangqi.engine.common.scores import MATE
from xiangqi.engine.common.types import Limits, SearchResult
from xiangqi.engine.worker import Engine
from xiangqi.exercises.pack import Exercise, ExerciseKind
from xiangqi.line import Moves
from xiangqi.referee import outcome

FOUND: Final = 800
"""Nodes for finding positions and for choosing every move of the games."""

VERIFIED: Final = 12_000
"""Nodes for verifying the best move and the second best, fifteen times FOUND."""

LONGEST_MATE: Final = 7
_EXACT_MATE: Final = 3  # moves up to which the prover alone shows that no other move mates as soon
_OPENING: Final = (4, 12)  # random plies, least and most
_RANDOM: Final = 0.05  # probability of a random move later, which causes mistakes
_ASIDE: Final = 2  # moves of each position that are tried besides the one that is played
_PLIES: Final = 160  # of a game
_APART: Final = 4  # plies between two exercises of a game
_LEAST_CHOICE: Final = 8  # least number of legal moves; with fewer the exercise is trivial
_LINE: Final = 7  # plies of a solution without mate
DEPTH: Final = 4
"""Plies to which the facts behind the themes are proved."""

_WON: Final = 0.6  # share of a line's gain that suffices to show its point


@dataclass(frozen=True)
class Bounds:
    """Bounds of the winning chances after the best and the second best move, 0.0 to 1.0.

    Attributes:
        best: least and most for the best move.
        second: most for the second best.
        gap: least difference between the two.
    """

    best: tuple[float, float]
    second: float
    gap: float

    def hold(self, best: float, second: float) -> bool:
        """Return whether two chances are within the bounds."""
        return self.best[0] <= best <= self.best[1] and second <= self.second and best - second >= self.gap


ASKED: Final = {
    ExerciseKind.WIN: Bounds((0.70, 1.0), 0.57, 0.18),
    ExerciseKind.SAVE: Bounds((0.40, 0.70), 0.22, 0.25),
}
"""The bounds for a position when it is found."""

HELD: Final = {
    ExerciseKind.WIN: Bounds((0.65, 1.0), 0.62, 0.10),
    ExerciseKind.SAVE: Bounds((0.33, 0.80), 0.28, 0.12),
}
"""The wider bounds when it is checked with far more nodes."""


@lru_cache(maxsize=1)
def _engine() -> Engine:
    return Engine(hash_mb=4)


def look(board: Board, nodes: int, without: Move | None = None) -> SearchResult:
    """Return the engine's result for a position, with nothing learnt before.

    Args:
        board: the position with its history.
        nodes: the nodes to search.
        without: a move that may not be chosen, or None.
    """
    engine = _engine()
    engine.clear()
    engine.set_board(board)
    return engine.search(Limits(nodes=nodes, banned_moves=() if without is None else (without,)))


def chance_in(result: SearchResult) -> float:
    """Return the mover's winning chance; 0.0 without a move."""
    return 0.0 if result.info is None else outcome_chance(result.info.score_cp, result.info.mate)


def two_chances(board: Board, first: Move, nodes: int) -> tuple[float, float, SearchResult, SearchResult]:
    """Return the chances with a move and with the best other one, and the searches that gave them."""
    after = played(board, [first])
    reply = look(after, nodes)
    best = 1.0 - chance_in(reply) if after.legal_moves() else 1.0
    other = look(board, nodes, first)
    return best, chance_in(other), reply, other


def mine_game(seed: int) -> list[Exercise]:
    """Return the exercises of one game, verified and measured."""
    chance = random.Random(seed)
    engine = _engine()
    engine.set_option("Seed", str(seed))
    prover = Prover(DEPTH)
    found: list[Exercise] = []
    last = -_APART
    for board in _positions(chance):
        ply = len(board.move_stack)
        if ply - last < _APART:
            continue
        exercise = _candidate(board, look(board, FOUND), prover)
        if exercise is not None:
            found.append(measured(exercise))
            last = ply
    return found


def _positions(chance: random.Random) -> Iterator[Board]:
    """Yield the positions of a self-play game after its opening, and those after moves not played in it."""
    board = Board()
    for _ in range(chance.randint(*_OPENING)):
        board.push(chance.choice(board.legal_moves()))
    while len(board.move_stack) < _PLIES and outcome(board) is None:
        yield board
        for move in chance.sample(board.legal_moves(), min(_ASIDE, len(board.legal_moves()))):
            yield played(board, [move])
        best = look(board, FOUND).best_move
        if best is None:
            return
        board.push(chance.choice(board.legal_moves()) if chance.random() < _RANDOM else best)


def _candidate(board: Board, result: SearchResult, prover: Prover) -> Exercise | None:
    """Return the exercise of a position, verified; None if there is none."""
    if result.best_move is None or result.info is None:
        return None
    bare = Board(f"{' '.join(board.fen().split()[:2])} - - 0 1")  # a solver does not know the history
    if len(bare.legal_moves()) < _LEAST_CHOICE or _is_plain(board, result.best_move):
        return None
    if result.info.mate is not None:
        return _mate(bare, prover) if 0 < result.info.mate <= LONGEST_MATE else None
    best = chance_in(result)
    if best < ASKED[ExerciseKind.SAVE].best[0]:
        return None
    second = chance_in(look(board, FOUND, result.best_move))
    kind = next((kind for kind, bounds in ASKED.items() if bounds.hold(best, second)), None)
    return None if kind is None else _verified(bare, kind, result.best_move, prover)


def _is_plain(board: Board, move: Move) -> bool:
    """Return whether a move only recaptures the piece that has just captured."""
    if not board.move_stack:
        return False
    return bool(board.peek_captured()) and move.to_square == board.move_stack[-1].to_square


def _verified(bare: Board, kind: ExerciseKind, first: Move, prover: Prover) -> Exercise | None:
    """Return the exercise of a move, perhaps a mate; None unless a search of far more nodes agrees."""
    best, second, reply, other = two_chances(bare, first, VERIFIED)
    if not ASKED[kind].hold(best, second):
        return None
    if reply.info is not None and reply.info.mate is not None:
        return _mate(bare, prover)  # it turned out to be a mate
    line = (first, *(() if reply.info is None else reply.info.pv))
    line = told(bare, line[:_LINE], prover)
    themes = _themes_of_win(bare, line[0], prover)
    if kind is ExerciseKind.SAVE and other.best_move is not None:
        allowed = _themes_of_best(played(bare, [other.best_move]), prover)
        themes = (FactKind.ONLY_MOVE.value, *(theme for theme in allowed if theme != FactKind.ONLY_MOVE.value))
    return Exercise(bare.fen(), line, kind, themes, 0)


def told(board: Board, line: Moves, prover: Prover) -> Moves:
    """Return a line as far as it shows its point: up to the gain, or else the solver's last capture or check.

    Args:
        board: the position in which the line begins.
        line: the moves of both sides; the side to move first solves the exercise.
        prover: determines what the other side can still win back.
    """
    twin, last, won = board.copy(), 1, 0
    kept: dict[int, int] = {}  # by length: the gain so far that cannot be won back
    for number, move in enumerate(line, 1):
        twin.push_unchecked(move)
        captured = value_of(twin.peek_captured())
        won += captured if number % 2 == 1 else -captured
        if number % 2 == 1 and (captured or twin.is_check()):
            last = number
            kept[number] = won - _won_back(twin, prover)
    most = max(kept.values(), default=0)
    return line[: next(n for n, gain in kept.items() if gain >= _WON * most)] if most > 0 else line[:last]


def _won_back(board: Board, prover: Prover) -> int:
    """Return the material that the side to move wins by force, at least 0; MATE if that is unknown."""
    gain = prover.gain(board)
    return MATE if gain is None else max(0, gain.value)


def _themes_of_win(board: Board, move: Move, prover: Prover) -> tuple[str, ...]:
    """Return the themes of a move, by the facts that can be proved about it."""
    gain = prover.gain_by(board, move)
    if gain is None or gain.mates or gain.value <= 0:
        return ()
    facts = wins(Win(Shot(board, move, prover), gain.line, gain.value, Start.BEFORE))
    return tuple(dict.fromkeys(fact.kind.value for fact in facts))


def _themes_of_best(board: Board, prover: Prover) -> tuple[str, ...]:
    """Return the themes of the side to move's best gain, for example after a wrong move; () without a gain."""
    gain = prover.gain(board)
    return () if gain is None or not gain.line else _themes_of_win(board, gain.line[0], prover)


def _mate(bare: Board, prover: Prover) -> Exercise | None:
    """Return the exercise of a mate by checks, None if there is none or another first move may mate as soon.

    The engine verifies mates longer than _EXACT_MATE.
    """
    if exercise := mate_in_position(bare, prover, _EXACT_MATE):
        return exercise
    line = prover.mate(bare, LONGEST_MATE)
    moves = (len(line) + 1) // 2
    if moves <= _EXACT_MATE or moves > LONGEST_MATE or not is_only_mate(bare, line, VERIFIED):
        return None
    return Exercise(bare.fen(), line, ExerciseKind.MATE, mate_themes(bare, line), 0)


def is_only_mate(board: Board, line: Moves, nodes: int) -> bool:
    """Return whether the engine finds no shorter mate, and none as short that begins otherwise."""
    moves = (len(line) + 1) // 2
    own = look(board, nodes).info
    if own is not None and own.mate is not None and 0 < own.mate < moves:
        return False
    other = look(board, nodes, line[0]).info
    return other is None or other.mate is None or not 0 < other.mate <= moves
