"""Verification of claims about a move by deeper searches and against the engine's own play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Start
from xiangqi.coach.notes import Opinion
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import played, retakes, value_of
from xiangqi.coach.tactics import CLAIMED, SLACK, Win
from xiangqi.coach.threats import WORTH_TAKING
from xiangqi.line import Moves

LEAST_GAIN: Final = 100
"""The smallest gain that is mentioned: a soldier."""

LEAST_LATER: Final = 300
"""The smallest gain that is mentioned if the first move captures too little: smaller ones are often won back.
"""

DEEP: Final = 8
"""Full-width plies that a win must survive to be mentioned."""

BEYOND: Final = 11
"""Plies of the null-move search that a win must also survive; odd, so that the other side captures last."""

FARTHER: Final = 13
"""The same for gains that are often won back: small ones, and those not won by the first move."""

_BEYOND_NODES: Final = 1_000_000  # four tenths of a second; most searches take a tenth of that
_FARTHER_NODES: Final = 1_500_000
_MARGIN: Final = 30  # margin by which that search must exceed the claim, since it is quick
_SURE: Final = 0.75  # share of a gain that must remain there, higher than the share claimed
FOLLOWED: Final = 7
"""Plies of the engine's line that are checked."""


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game with the engine's opinion of it."""

    before: Board  # the board before the move, with the moves of the game
    move: Move
    better: Moves = ()  # the engine's preferred line; empty if it begins with the move
    refutation: Moves = ()  # the engine's expected line after the move
    # returns the engine's line after some moves on `before`; without it, claims are not tested against the
    # engine's own play
    defence: Callable[[Moves], Moves] | None = None
    # searches any position, without its history; without it, threats that stood are not looked for
    search: Callable[[Board], Opinion] | None = None
    # moves in which the answer or the better move mates according to repeated searches, 0 without a mate
    mated_in: int = 0
    mates_in: int = 0
    loss: float = 0.0  # of the mover's winning chance, 0.0 to 1.0
    chance: float = 0.0  # the mover's winning chance with the better move
    tells_points: bool = True  # whether a point of strategy may be told, which explains no costly move

    @property
    def taken(self) -> int:
        """The value of the captured piece, which the opponent has to win back first."""
        return value_of(self.before.piece_at(self.move.to_square))

    def expected(self, moves: Moves) -> Moves:
        """Return the engine's line that begins with some moves, calling `defence` if it is unknown."""
        for line in (self.better, (self.move, *self.refutation)):
            if line[: len(moves)] == moves:
                return line
        return moves if self.defence is None else (*moves, *self.defence(moves))


def what_stands(prover: Prover, move: JudgedMove, win: Win) -> Win | None:
    """Return a win that survives deeper searches and the engine's defence, perhaps reduced; otherwise None.

    A reduced gain is worth taking, is proved within DEEP plies and holds in the deepest search, too. Smaller
    gains are dropped, since they are usually lost again.
    """
    if _stands(prover, move, win):
        return win
    if win.gain <= WORTH_TAKING:
        return None
    found = prover.gain_between(win.shot.before, win.line[0], WORTH_TAKING, win.gain - 1, DEEP)
    if found is None or found.value == win.gain - 1:
        return None
    smaller = replace(win, line=found.line, gain=found.value)
    if not prover.wins(win.shot.before, win.line[0], found.value, BEYOND, quick=True, nodes=_BEYOND_NODES):
        return None
    return smaller if _stands(prover, move, smaller) else None


def wins_for_sure(prover: Prover, board: Board, move: Move, gain: int) -> bool:
    """Return whether a gain holds: the claimed share within DEEP plies, most of it in deeper searches.

    If the first capture wins more than the gain, some of it is lost again; then the whole gain must be won
    within DEEP plies or, if the gain is large, the claim must hold at FARTHER plies. The latter is also
    required of small gains and of those that the first capture does not win.
    """
    claim, at_once = int(CLAIMED * gain), _won_at_once(board, move)
    if not prover.wins(board, move, claim, DEEP, quick=at_once >= claim):
        return False
    if not prover.wins(board, move, int(_SURE * gain), BEYOND, quick=True, nodes=_BEYOND_NODES):
        return False
    whole = at_once <= gain + SLACK or prover.wins(board, move, gain, DEEP)
    if gain < LEAST_LATER and not whole:
        return False
    if gain >= LEAST_LATER and at_once >= claim and whole:
        return True
    return prover.wins(board, move, claim + _MARGIN, FARTHER, quick=True, nodes=_FARTHER_NODES)


def _stands(prover: Prover, move: JudgedMove, win: Win) -> bool:
    """Return whether a win survives deeper searches and the engine's own defence."""
    taken = 0 if win.shot.taken is None else value_of(win.shot.taken.code)
    if win.gain < LEAST_LATER and taken < WORTH_TAKING and taken < win.claim:
        return False
    if not wins_for_sure(prover, win.shot.before, win.line[0], win.gain):
        return False
    begin = (win.line[0],) if win.start is Start.BEFORE else (move.move, win.line[0])
    return withstands(prover, move, begin, win.shot.before, win.claim)


def withstands(prover: Prover, move: JudgedMove, begin: Moves, start: Board, claim: int) -> bool:
    """Return whether the last of some moves wins the claimed material against the engine's own defence.

    If the engine's own line gives up the claim, a search must win it in another way from there.

    Args:
        move: the move that is judged.
        begin: the moves, from the position before it.
        start: the position before the last of these moves.
        claim: the material to be won from there.
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
            return all(prover.reaches(board, claim - won + _MARGIN, depth) for depth in (DEEP, BEYOND))
        else:
            won += taken
        board.push_unchecked(step)
    return True


def _won_at_once(board: Board, move: Move) -> int:
    """Return the material won by a capture, assuming it is recaptured if possible; at most 0 otherwise."""
    price = value_of(board.piece_at(move.from_square)) if retakes(board, move) else 0
    return value_of(board.piece_at(move.to_square)) - price
