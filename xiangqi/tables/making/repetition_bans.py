"""The effect of the bans on perpetual check and perpetual chase on positions that would be drawn without them.

A side holds a draw if it can play on for ever, but not by checks alone, nor by chases of one piece alone (WXF;
see docs/rules.md). So it must be able, again and again, to make another move. The positions from which it can
are a greatest fixed point around a least one (a Büchi game).

- Checks are seen from the position after the move. A side that can only give check loses for sure, unless the
  other side can only answer by checks; these are excluded.
- Chases depend on more, but the reverse is certain: a move after which no rook, knight or cannon of the side
  attacks anything is not a chase. A side that can hold with such moves holds; other positions stay unknown.
"""

from __future__ import annotations

import numpy as np

from xiangqi.tables.making.row_layout import Ints
from xiangqi.tables.making.solving import Captures, PlyPair, Sets, Solver, Won


def solve(solver: Solver, plies: PlyPair | None = None) -> Sets:
    """Solve a material under the rules of repetition.

    Args:
        solver: the solver of the material.
        plies: receives the plies to conversion of the wins that need no rule of repetition.

    Raises:
        CancelledError: raised by the solver's heartbeat.
    """
    if solver.layout.material.is_dead:
        return solver.nobody_wins()
    pairs = [_win(solver, winner, plies) for winner in (0, 1)]
    won = (pairs[0][0], pairs[1][0])
    if all(possible is sure for sure, possible in pairs):
        return Sets(solver.layout, solver.legal, won, won)
    return Sets(solver.layout, solver.legal, won, (pairs[0][1], pairs[1][1]))


def _win(solver: Solver, winner: int, plies: PlyPair | None) -> tuple[Won, Won]:
    """Return the positions that a side surely wins and possibly wins, as the same object if they are equal."""
    captures = solver.captures(winner)
    won = solver.win(winner, captures, plies=plies)
    loser = 1 - winner
    repeats = solver.has_attackers(loser) and solver.has_attackers(winner)
    if repeats:
        won = _without(solver, winner, captures, won, solver.checked[winner], answers=True)
    if not repeats and not solver.has_doubts():
        return won, won
    hopeful = solver.captures(winner, possible=True)
    possible = solver.win(winner, hopeful, known=won)
    if repeats:
        banned = solver.checked[winner] | solver.attacked(winner)
        possible = _without(solver, winner, hopeful, possible, banned, answers=False)
    same = not ((possible.moving & ~won.moving).any() or (possible.waiting & ~won.waiting).any())
    return won, won if same else possible


def _without(solver: Solver, winner: int, captures: Captures, won: Won, banned: Ints, *, answers: bool) -> Won:
    """Return the positions that a side wins if the other may not move into banned positions forever.

    Args:
        captures: the captures of the winner.
        won: the positions that it wins anyway.
        banned: the banned positions, with the winner to move.
        answers: whether to exclude checks by the winner, since both sides may check forever.
    """
    while True:
        held = _held(solver, winner, captures, won, banned, answers)
        beyond = Won(
            solver.legal[winner] & ~held.moving & ~won.moving,
            solver.legal[1 - winner] & ~held.waiting & ~won.waiting,
        )
        if beyond.is_empty:
            return won
        if not answers:  # positions that lead there are in the set already
            return won | beyond
        won = solver.win(winner, captures, known=won | beyond)


def _held(solver: Solver, winner: int, captures: Captures, won: Won, banned: Ints, answers: bool) -> Won:
    """Return the positions that the defender can hold with moves that are not banned."""
    loser = 1 - winner
    moving = solver.legal[winner] & ~won.moving
    waiting = solver.legal[loser] & ~won.waiting
    while True:
        reached = solver.back(loser, moving & ~banned, taking=False) | captures.saving
        reached &= waiting
        kept = np.zeros_like(moving)
        hoped = moving.copy()
        while True:
            missed = solver.legal[loser] & ~reached
            if answers:
                missed &= ~solver.checked[loser]
            hoped &= ~solver.back(winner, missed, taking=False, among=hoped)
            if not hoped.any():
                break
            kept |= hoped
            new = solver.back(loser, hoped, taking=False) & waiting & ~reached
            reached |= new
            hoped = solver.back(winner, new, taking=False) & moving & ~kept
        if not ((moving & ~kept).any() or (waiting & ~reached).any()):
            return Won(kept, reached)
        moving, waiting = kept, reached
