"""Whether what is claimed of a move stands: before deeper searches, and against the engine's own play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Start
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import played, retakes, value_of
from xiangqi.coach.tactics import CLAIMED, SLACK, Win
from xiangqi.coach.threats import WORTH_TAKING
from xiangqi.line import Moves

LEAST_GAIN: Final = 100
"""The smallest gain that is spoken of: a soldier."""

LEAST_LATER: Final = 300
"""The smallest gain that is spoken of where the first move takes too little: less is often won back later."""

DEEP: Final = 8
"""Plies of full width that a win must survive before it is spoken of."""

BEYOND: Final = 11
"""Plies, with null moves, that it must survive as well: an odd number, so that the other side takes last."""

FARTHER: Final = 13
"""The same for gains that are won back most often: small ones, and what is won later than by the first move."""

_FARTHER_NODES: Final = 30_000_000  # four seconds; most take half a one
_SURE: Final = 0.75  # the share of a gain that is left there: more than is claimed
FOLLOWED: Final = 7
"""Plies of the engine's line that are looked at."""


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game with what an engine thinks of it."""

    before: Board  # the board before it, with the moves of the game
    move: Move  # the move
    better: Moves = ()  # the line that the engine prefers; empty when the move is its choice
    refutation: Moves = ()  # the line that the engine expects after the move
    # what the engine would play and expect in the position after some moves on `before`; without it claims are
    # not held against the engine's own play
    defence: Callable[[Moves], Moves] | None = None

    @property
    def taken(self) -> int:
        """The worth of what the move itself takes: so much the opponent takes back before it wins anything."""
        return value_of(self.before.piece_at(self.move.to_square))

    def expected(self, moves: Moves) -> Moves:
        """The engine's line that begins with some moves: as it is known, or asked for."""
        for line in (self.better, (self.move, *self.refutation)):
            if line[: len(moves)] == moves:
                return line
        return moves if self.defence is None else (*moves, *self.defence(moves))


def what_stands(prover: Prover, move: JudgedMove, win: Win) -> Win | None:
    """A win that survives a deeper search and the engine's own line of defence: as it is, or smaller.

    A smaller one may not go on shrinking: it must be the same at eight plies and at the last look.
    """
    if _stands(prover, move, win):
        return win
    found = prover.gain_between(win.shot.before, win.line[0], LEAST_GAIN, win.gain - 1, BEYOND)
    if found is None or not _is_worth(prover, win.shot.before, win.line[0], found.value):
        return None
    smaller = replace(win, line=found.line, gain=found.value)
    return smaller if _stands(prover, move, smaller) else None


def _is_worth(prover: Prover, board: Board, move: Move, gain: int) -> bool:
    """Whether a move wins so much at eight plies, and no more."""
    enough, more = (prover.wins(board, move, wanted, DEEP) for wanted in (gain, gain + 1))
    return enough and not more


def wins_for_sure(prover: Prover, board: Board, move: Move, gain: int) -> bool:
    """Whether what is claimed of a gain is won within DEEP plies, and most of the gain still further on.

    Where the first capture wins more, some of it is lost again: then the whole gain must be there, or what
    is claimed of a great one at FARTHER plies. That is asked, too, of a small gain, and of one that is won
    later than by that capture.
    """
    claim, at_once = int(CLAIMED * gain), _won_at_once(board, move)
    if not prover.wins(board, move, claim, DEEP):
        return False
    if not prover.wins(board, move, int(_SURE * gain), BEYOND, passes=True):
        return False
    whole = at_once <= gain + SLACK or prover.wins(board, move, gain, DEEP)
    if gain < LEAST_LATER and not whole:
        return False
    if gain >= LEAST_LATER and at_once >= claim and whole:
        return True
    return prover.wins(board, move, claim, FARTHER, passes=True, nodes=_FARTHER_NODES)


def _stands(prover: Prover, move: JudgedMove, win: Win) -> bool:
    """Whether a win survives a deeper search, and the engine's own line of defence."""
    taken = 0 if win.shot.taken is None else value_of(win.shot.taken.code)
    if win.gain < LEAST_LATER and taken < WORTH_TAKING and taken < win.claim:
        return False
    if not wins_for_sure(prover, win.shot.before, win.line[0], win.gain):
        return False
    begin = (win.line[0],) if win.start is Start.BEFORE else (move.move, win.line[0])
    return withstands(prover, move, begin, win.shot.before, win.claim)


def withstands(prover: Prover, move: JudgedMove, begin: Moves, start: Board, claim: int) -> bool:
    """Whether the last of some moves wins what is claimed against the engine's own line of defence.

    Where the engine itself goes on without what is claimed, another way must win it from there.

    Args:
        move: that is spoken of.
        begin: the moves, from the position before it.
        start: the position before the last of them.
        claim: what is won from there.
    """
    line = move.expected(begin)[len(begin) - 1 :]
    board, won = start.copy(), 0
    for index, step in enumerate(line[:FOLLOWED]):
        if not board.is_legal(step):
            break
        taken = value_of(board.piece_at(step.to_square))
        if index % 2:
            won -= taken
        elif index and not prover.holds(played(board, [step]), won + taken - claim):
            return prover.reaches(board, claim - won, BEYOND)
        else:
            won += taken
        board.push_unchecked(step)
    return True


def _won_at_once(board: Board, move: Move) -> int:
    """What a capture itself wins, though it be taken back; a loss, or 0, for other moves."""
    price = value_of(board.piece_at(move.from_square)) if retakes(board, move) else 0
    return value_of(board.piece_at(move.to_square)) - price
