"""Games of simulated players with clocks, reviewed and counted; some players have a planted weakness.

A planted weakness is a blind spot, or a much lower level in certain situations. Clocks are simulated: a move
takes a share of the time left, so every player gets into time trouble in long games.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.judge import EngineJudge
from xiangqi.coach.notes import Opinion
from xiangqi.coach.reviewing import opinion_of_end
from xiangqi.coach.scene import kind_of, starts_usually
from xiangqi.coach.summary import phase_of
from xiangqi.core.constants import BLACK, CANNON, KNIGHT, RED
from xiangqi.engine import masters
from xiangqi.engine.common.levels import LEVELS, Level
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.insights.causes import distance_of
from xiangqi.insights.moves import ENDING, CountedMove, count_moves
from xiangqi.line import Line
from xiangqi.openings import family_of, opening_of
from xiangqi.records.tree import Game
from xiangqi.referee import outcome

NODES: Final = 1500
"""Nodes of the judge per position, with the network: at least three levels above the players."""

TOTAL_S: Final = 180
"""Clock time of each side in seconds."""

LONGEST: Final = 160
"""The number of plies after which a game is drawn."""

HOPELESS: Final = (3, -2000)
"""A player resigns after this many consecutive moves with less than this score in centipawns."""

_SHARE: Final = 15  # a move takes a fifteenth of the time left on average
_SPREAD: Final = 0.6  # standard deviation of its logarithm
_HURRY_S: Final = 30
_UNSEEN: Final = 1.0  # the probability that a planted blind spot hides a move
_FAR: Final = 4  # distance in points from which a cannon's capture is a long shot
_OPENING_PLIES: Final = 36  # number of plies for which the weak opening is played badly
_WEAK: Final = LEVELS[1]
_SHARP: Final = Level(depth=3)  # about as strong as level 7, and overlooks only what is planted

_JUMPS: Final = tuple(
    (leg, 2 * leg + side) for leg in (1, -1, 16, -16) for side in ((16, -16) if abs(leg) == 1 else (1, -1))
)

CANNONS: Final = "cannons"
FORKS: Final = "forks"
ENDINGS: Final = "endings"
HASTE: Final = "haste"
OPENINGS: Final = "openings"
WEAKNESSES: Final = (CANNONS, FORKS, ENDINGS, HASTE, OPENINGS)
"""The plantable weaknesses: overlooked long shots of cannons, overlooked forks by horses, weak endgames, haste
with less than half a minute on the clock, and one badly played opening.
"""

FAMILY: Final = "C00"
"""The family of openings that is played badly; every third game at these levels belongs to it."""


@dataclass(frozen=True)
class Simulated:
    """A simulated player."""

    level: int
    weakness: str = ""  # one of WEAKNESSES, or none

    def as_level(self, board: Board, left_s: float) -> Level:
        """Return the level at which the player makes this move."""
        usual = LEVELS[self.level]
        if self.weakness in _BLIND_SPOTS:
            return replace(_SHARP, oversight=_BLIND_SPOTS[self.weakness])
        return _WEAK if self.is_weak(board, left_s) else usual

    def is_weak(self, board: Board, left_s: float) -> bool:
        """Return whether the player is much weaker at this moment."""
        if self.weakness == ENDINGS:
            return phase_of(board, len(board.move_stack) + 1) == ENDING
        if self.weakness == HASTE:
            return left_s < _HURRY_S
        return self.weakness == OPENINGS and _is_in_family(board)


def _is_in_family(board: Board) -> bool:
    if not 4 <= len(board.move_stack) <= _OPENING_PLIES or not starts_usually(board):
        return False
    found = opening_of(tuple(board.move_stack))
    return found is not None and family_of(found.code) == FAMILY


def _long_shot(board: Board, move: Move) -> float:
    is_cannon = kind_of(board.piece_at(move.from_square)) == CANNON
    return _UNSEEN if is_cannon and board.is_capture(move) and distance_of(move) >= _FAR else 0.0


def _horse_fork(board: Board, move: Move) -> float:
    """Return the probability of overlooking a move by a horse that forks or that takes a forked piece."""
    horse = board.piece_at(move.from_square)
    if kind_of(horse) != KNIGHT:
        return 0.0
    forks = _attacked(board, move.to_square, horse, move.from_square) > 1
    has_forked = board.is_capture(move) and _attacked(board, move.from_square, horse) > 1
    return _UNSEEN if forks or has_forked else 0.0


def _attacked(board: Board, square: int, horse: int, left: int = 0) -> int:
    """Return the number of enemy pieces that a horse attacks from a square after leaving another."""
    count = 0
    for leg, jump in _JUMPS:
        if square + leg == left or board.piece_at(square + leg) == 0:
            target = board.piece_at(square + jump)
            count += bool(target and (target ^ horse) & (RED | BLACK))
    return count


_BLIND_SPOTS: Final = {CANNONS: _long_shot, FORKS: _horse_fork}


class Table:
    """Plays and reviews games; its engines are reused for every game."""

    def __init__(self, nodes: int = NODES) -> None:
        self._engines = {side: Engine(hash_mb=4) for side in (RED, BLACK)}
        self._judge = EngineJudge(nodes)

    def play(self, players: dict[int, Simulated], seed: int) -> tuple[Game, tuple[int, ...]]:
        """Play a game, and return it with the times left after each move in milliseconds.

        Args:
            players: the players by side, RED and BLACK.
            seed: the seed of all random choices; equal seeds give equal games.
        """
        chance = random.Random(seed)
        for side, engine in self._engines.items():
            engine.clear()
            engine.set_option("Level", str(players[side].level))
            engine.set_option("Seed", str(chance.randrange(1, 1 << 31)))
        board, clocks, left = Board(), list[int](), dict.fromkeys((RED, BLACK), float(TOTAL_S))
        hopeless = dict.fromkeys((RED, BLACK), 0)
        while len(board.move_stack) < LONGEST and outcome(board) is None:
            side = board.turn
            move, score = self._move(players[side], board, left[side], chance)
            hopeless[side] = hopeless[side] + 1 if score < HOPELESS[1] else 0
            if hopeless[side] == HOPELESS[0]:
                break
            left[side] -= left[side] / _SHARE * min(chance.lognormvariate(0, _SPREAD), _SHARE / 2)
            clocks.append(round(left[side] * 1000))
            board.push_unchecked(move)
        return _as_game(board), tuple(clocks)

    def _move(self, player: Simulated, board: Board, left_s: float, chance: random.Random) -> tuple[Move, int]:
        """Return a player's move and its score in centipawns; mates score 30,000 and the masters' moves 0."""
        if not player.is_weak(board, left_s):
            known = masters.pick(board, player.level, board.legal_moves(), chance)
            if known is not None:
                return known, 0
        engine = self._engines[board.turn]
        engine.play_as(player.as_level(board, left_s))
        engine.set_board(board)
        found = engine.search(Limits())
        assert found.best_move is not None
        if found.info is None:
            return found.best_move, 0
        mate = found.info.mate
        return found.best_move, found.info.score_cp or 0 if mate is None else 30_000 if mate > 0 else -30_000

    def review(self, game: Game, *sides: int) -> tuple[Opinion | None, ...]:
        """Return the judge's opinions on the positions before and after some sides' moves, None on others.

        After a move that the judge would also have played, its opinion of the position before is used.
        """
        self._judge.begin()
        line = Line(game.start_fen, tuple(game.main_line()))
        opinions: list[Opinion | None] = [None] * (len(line.moves) + 1)
        ended = outcome(line.board())
        if ended is not None:
            opinions[-1] = opinion_of_end(ended, line.turn)
        for ply in range(len(line.moves) - 1, -1, -1):
            if line.turn_at(ply) in sides:
                before = opinions[ply] = opinions[ply] or self._judge(line.upto(ply))
                if opinions[ply + 1] is None:
                    is_best = before.line[:1] == line.moves[ply : ply + 1]
                    opinions[ply + 1] = (
                        Opinion(1 - before.chance) if is_best else self._judge(line.upto(ply + 1))
                    )
        return tuple(opinions)

    def counted(self, players: dict[int, Simulated], seed: int, *sides: int) -> tuple[CountedMove, ...]:
        """Play and review a game, and return the counted moves of some sides."""
        game, clocks = self.play(players, seed)
        return count_moves(game, self.review(game, *sides), number=seed, clocks=clocks, sides=sides)


def _as_game(board: Board) -> Game:
    game = Game(format="pgn", headers={"TimeControl": str(TOTAL_S)})
    node = game.root
    for move in board.move_stack:
        node = node.add(move)
    return game
