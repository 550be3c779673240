"""Games of simulated players by the clock, reviewed and counted; some of them have a planted weakness.

A planted weakness is a blind spot of its own, or a much weaker level in certain moments. Clocks are simulated:
a move takes a share of what is left, so that games end in a hurry whoever plays.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.judge import EngineJudge
from xiangqi.coach.notes import Opinion
from xiangqi.coach.scene import kind_of, starts_usually
from xiangqi.coach.summary import phase_of
from xiangqi.core.constants import BLACK, CANNON, KING, KNIGHT, OFF_BOARD, RED, ROOK
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

NODES: Final = 1000
"""Nodes of the judge per position, with the network: more than five levels above those who play."""

TOTAL_S: Final = 180
"""Seconds of the clock of each side."""

LONGEST: Final = 160
"""Plies after which a game is drawn."""

_SHARE: Final = 15  # a move takes a fifteenth of what is left, on average
_SPREAD: Final = 0.6  # of its logarithm
_HURRY_S: Final = 30
_UNSEEN: Final = 0.95  # the chance that a planted blind spot hides a move
_FAR: Final = 4  # points from which a cannon's capture is a long shot
_OPENING_PLIES: Final = 36  # how long an opening that is not understood is played badly
_WEAK: Final = LEVELS[2]
_JUMPS: Final = tuple(
    (leg, leg * 2 + side)
    for leg, sides in ((1, (16, -16)), (-1, (16, -16)), (16, (1, -1)), (-16, (1, -1)))
    for side in sides
)

CANNONS: Final = "cannons"
FORKS: Final = "forks"
ENDINGS: Final = "endings"
HASTE: Final = "haste"
OPENINGS: Final = "openings"
WEAKNESSES: Final = (CANNONS, FORKS, ENDINGS, HASTE, OPENINGS)
"""What can be planted: long shots of cannons unseen, horses' forks unseen, endings played weakly, moves with
less than half a minute on the clock, and one opening."""

FAMILY: Final = "C00"
"""The family of openings that is played badly: every third game at the levels that play here is one of it."""


@dataclass(frozen=True)
class Simulated:
    """A player."""

    level: int
    weakness: str = ""  # one of WEAKNESSES, or none

    def as_level(self, board: Board, left_s: float) -> Level:
        """Return the level at which the player searches for a move."""
        usual = LEVELS[self.level]
        if self.weakness == CANNONS:
            return replace(usual, oversight=_long_shot)
        if self.weakness == FORKS:
            return replace(usual, oversight=_horse_fork)
        return _WEAK if self.is_weak(board, left_s) else usual

    def is_weak(self, board: Board, left_s: float) -> bool:
        """Return whether the moment is one in which the player is much weaker."""
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
    """Return the chance that a horse's move is overlooked: one after which it attacks two pieces or more."""
    horse = board.piece_at(move.from_square)
    if kind_of(horse) != KNIGHT:
        return 0.0
    targets = 0
    for leg, jump in _JUMPS:
        square = move.to_square + leg
        if square == move.from_square or board.piece_at(square) == 0:
            target = board.piece_at(move.to_square + jump)
            is_enemy = target and target != OFF_BOARD and (target ^ horse) & (RED | BLACK)
            targets += bool(is_enemy) and kind_of(target) in (KING, ROOK, CANNON, KNIGHT)
    return _UNSEEN if targets > 1 else 0.0


class Table:
    """A table at which games are played and reviewed; its engines are kept from game to game."""

    def __init__(self, nodes: int = NODES) -> None:
        self._engines = {side: Engine(hash_mb=4) for side in (RED, BLACK)}
        self._judge = EngineJudge(nodes)

    def play(self, players: dict[int, Simulated], seed: int) -> tuple[Game, tuple[int, ...]]:
        """Play a game, and return it with the times left after each move in milliseconds.

        Args:
            players: by side, RED and BLACK.
            seed: of all random choices; equal seeds give equal games.
        """
        chance = random.Random(seed)
        for side, engine in self._engines.items():
            engine.set_option("Level", str(players[side].level))
            engine.set_option("Seed", str(chance.randrange(1, 1 << 31)))
        board, clocks, left = Board(), list[int](), dict.fromkeys((RED, BLACK), float(TOTAL_S))
        while len(board.move_stack) < LONGEST and outcome(board) is None:
            side = board.turn
            move = self._move(players[side], board, left[side], chance)
            left[side] -= left[side] / _SHARE * min(chance.lognormvariate(0, _SPREAD), _SHARE / 2)
            clocks.append(round(left[side] * 1000))
            board.push_unchecked(move)
        return _as_game(board), tuple(clocks)

    def _move(self, player: Simulated, board: Board, left_s: float, chance: random.Random) -> Move:
        if not player.is_weak(board, left_s):
            known = masters.pick(board, player.level, board.legal_moves(), chance)
            if known is not None:
                return known
        engine = self._engines[board.turn]
        engine.play_as(player.as_level(board, left_s))
        engine.set_board(board)
        move = engine.search(Limits()).best_move
        assert move is not None
        return move

    def review(self, game: Game) -> tuple[Opinion, ...]:
        """Return the judge's opinions on all positions of a game."""
        self._judge.begin()
        line = Line(game.start_fen, tuple(game.main_line()))
        ended = outcome(line.board())
        last = (
            []
            if ended is None
            else [Opinion(0.5 if ended.winner is None else float(ended.winner == line.turn))]
        )
        plies = range(len(line.moves) - len(last), -1, -1)
        return (*[self._judge(line.upto(ply)) for ply in plies][::-1], *last)

    def counted(self, players: dict[int, Simulated], seed: int, *sides: int) -> tuple[CountedMove, ...]:
        """Play and review a game, and return the counted moves of some sides."""
        game, clocks = self.play(players, seed)
        return count_moves(game, self.review(game), number=seed, clocks=clocks, sides=sides)


def _as_game(board: Board) -> Game:
    game = Game(format="pgn", headers={"TimeControl": str(TOTAL_S)})
    node = game.root
    for move in board.move_stack:
        node = node.add(move)
    return game
