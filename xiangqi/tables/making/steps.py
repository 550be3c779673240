"""Steps: a proof that every win makes progress, shared by many positions so that it takes few bytes.

Positions that differ only in the first side's guards and in the rank of its king form one cell. (If too many
cells need longer steps, ranks are distinguished as well; if both sides have attackers, every position is a
cell.) A cell is one step away if the first side can force, within a few moves from each of its won positions, a
winning capture or mate; two steps away if it can force that or a position one step away; and so on. A search of
that many moves always finds a way to gain a step. When no further cell qualifies, the search grows by a move.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from xiangqi.tables.making.planes import Bytes, Flags
from xiangqi.tables.making.row_layout import Ints, pack, unpack
from xiangqi.tables.making.solving import Captures, Solver
from xiangqi.tables.tablefile import MOST_MOVES, UNPROVED

_FEWEST_MOVES: Final = 4  # moves of the winner within which a step must be gained, at first


class _Proof:
    """The positions known to be within some number of steps, as steps are added one by one."""

    def __init__(self, solver: Solver, captures: Captures) -> None:
        self._solver = solver
        self._captures = captures
        self._near = captures.winning
        self._lost = self._lost_before(self._near, None, np.zeros_like(self._near))

    def add(self, positions: Ints) -> None:
        """Add positions one step further away, with the winner to move."""
        self._near = self._near | positions
        self._lost = self._lost_before(self._near, positions, self._lost)

    def forced(self, moves: int) -> Ints:
        """Return the positions that force a known one, a winning capture or mate in at most `moves` moves."""
        solver = self._solver
        lost = self._lost
        new = solver.back(0, lost, taking=False) & solver.legal[0] & ~self._near
        reached = self._near | new
        for _ in range(moves - 1):
            before, lost = lost, self._lost_before(reached, new, lost)
            new = solver.back(0, lost & ~before, taking=False) & solver.legal[0] & ~reached
            reached = reached | new
        return reached

    def _lost_before(self, near: Ints, new: Ints | None, lost: Ints) -> Ints:
        """Return the positions from which the loser must move into `near` or lose a piece.

        Args:
            new: the positions added to `near` since `lost` was computed; None for all.
        """
        solver = self._solver
        asked = solver.legal[1] & ~self._captures.saving & ~lost
        if new is not None:
            asked &= solver.back(1, new, taking=False)
        return lost | asked & ~solver.back(1, solver.legal[0] & ~near, taking=False, among=asked)


def find_steps(solver: Solver, captures: Captures, wins: Ints, forts: Ints, most_left: float) -> Bytes | None:
    """Compute the steps of the first side to a winning capture or mate.

    Args:
        solver: the solver of the material.
        captures: the captures of the first side.
        wins: the positions that the first side wins, with it to move, as int64 of shape (cells, words).
        forts: the number of the cell of each arrangement of the first side's fort.
        most_left: the share of cells that may need longer steps.

    Returns:
        The steps as uint8, of shape (cells, numbers of forts, arrangements of the second side's fort): 0 if no
        position is won, or a capture wins at once; UNPROVED if a position gains no step. None if too many cells
        need longer steps.
    """
    bits = solver.layout.bits
    shape = (solver.layout.cells, len(forts), bits // len(forts))
    steps = np.zeros((shape[0], forts.max() + 1, shape[2]), dtype=np.uint8)

    def cells(positions: Ints) -> Flags:
        flags = unpack(positions, bits).reshape(shape)
        return np.stack([flags[:, forts == fort].any(axis=1) for fort in range(steps.shape[1])], axis=1)

    proof = _Proof(solver, captures)
    left = wins & ~captures.winning
    most = most_left * cells(left).sum()
    moves, step = _FEWEST_MOVES, 1
    while left.any() and moves <= MOST_MOVES and step < UNPROVED:
        reached = proof.forced(moves)
        proved = cells(left) & ~cells(left & ~reached)
        if not proved.any():
            if moves == _FEWEST_MOVES and cells(left).sum() > most:
                return None
            moves += 1
            continue
        steps[proved] = step
        step += 1
        new = left & pack(np.ascontiguousarray(proved[:, forts]).reshape(shape[0], bits))
        proof.add(new)
        left &= ~new
    steps[cells(left)] = UNPROVED
    return steps
