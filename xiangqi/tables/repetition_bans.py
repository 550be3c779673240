"""What a ban on perpetual check and perpetual chase does to positions that are draws without it.

A side holds a draw if it can go on for ever. It may not do so by checks alone, nor by chases of one piece
alone (WXF; see docs/rules.md). So it has to be able, again and again, to make a move of another kind. The
positions from which it can are a greatest fixed point around a least one (a Büchi game); the others it cannot
hold.

- Whether a move checks is seen from the position after it. Who can only check loses: that is certain, unless
  the other side can answer only with checks of its own, which are then left out of its means.
- Whether a move chases depends on more: which piece is threatened anew, whether it is protected, by what.
  What is certain is the reverse. A move after which no rook, knight or cannon of the side attacks anything
  chases nothing. Who can hold with such moves holds; the rest stays unknown.
"""

from __future__ import annotations

import numpy as np

from xiangqi.tables.row_layout import Ints
from xiangqi.tables.solving import Captures, PlyPair, Sets, Solver, Won


def solve(solver: Solver, plies: PlyPair | None = None) -> Sets:
    """Solve a material by the rules of repetition.

    Args:
        solver: of the material.
        plies: gets the plies to conversion of what is won without their help, by the side to move.

    Raises:
        CancelledError: the solver's heartbeat wished so.
    """
    if solver.layout.material.is_dead:
        return solver.nobody_wins()
    pairs = [_win(solver, winner, plies) for winner in (0, 1)]
    won = (pairs[0][0], pairs[1][0])
    if all(possible is sure for sure, possible in pairs):
        return Sets(solver.layout, solver.legal, won, won)
    return Sets(solver.layout, solver.legal, won, (pairs[0][1], pairs[1][1]))


def _win(solver: Solver, winner: int, plies: PlyPair | None) -> tuple[Won, Won]:
    """What a side surely and possibly wins; the same object if there is no doubt."""
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
    """What a side wins if the other may not for ever move into positions of a kind alone.

    Args:
        captures: what they are worth to the winner.
        won: what it wins anyway.
        banned: the kind, with the winner to move.
        answers: leave out winner's moves that check, since both sides may check for ever.
    """
    while True:
        held = _held(solver, winner, captures, won, banned, answers)
        beyond = Won(
            solver.legal[winner] & ~held.moving & ~won.moving,
            solver.legal[1 - winner] & ~held.waiting & ~won.waiting,
        )
        if beyond.is_empty:
            return won
        if not answers:  # whoever can force his way there is there already
            return won | beyond
        won = solver.win(winner, captures, known=won | beyond)


def _held(solver: Solver, winner: int, captures: Captures, won: Won, banned: Ints, answers: bool) -> Won:
    """The positions in which the loser of `won` can hold with moves that are not banned."""
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
