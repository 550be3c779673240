"""Makes the file of a table from what was solved."""

from __future__ import annotations

import numpy as np

from xiangqi.tables.numbering import Numbering
from xiangqi.tables.planes import Bytes, Flags, best_order, compress, flags_of, lay_out
from xiangqi.tables.solving import PlyPair, Sets, Solver, Won
from xiangqi.tables.tablefile import Written, assemble
from xiangqi.tables.working import GENERATOR


class _Writer:
    def __init__(self, sets: Sets) -> None:
        self._layout = sets.layout
        self._numbering = Numbering(sets.layout.material)
        self._order: tuple[int, ...] | None = None
        self.planes: list[Written] = []

    def flags(self, words: np.typing.NDArray[np.int64]) -> Flags:
        return flags_of(words, self._layout, self._numbering)

    def add(self, name: str, values: Bytes | Flags, idle: Flags) -> None:
        """Take in a plane, unless every number of it that will be asked for is 0."""
        if not (values.view(np.uint8).astype(np.bool_) & ~idle).any():
            return
        if self._order is None:  # what is good for the first plane is good enough for the others
            self._order = best_order(values, idle, len(self._numbering.groups))
        lengths, data = compress(lay_out(values, idle, self._order))
        self.planes.append(Written(name, self._order, 1 if values.dtype == np.bool_ else 8, lengths, data))


def table_bytes(solver: Solver, sets: Sets, plies: PlyPair | None = None) -> bytes:
    """The file of a table.

    Args:
        solver: of the material.
        sets: what it found.
        plies: to conversion, for a table with distances.
    """
    writer = _Writer(sets)
    for winner in (0, 1):
        if sets.possible[winner].is_empty:
            continue
        captures = solver.captures(winner)
        loser = 1 - winner
        won, possible = sets.won[winner], sets.possible[winner]
        idle_moving = ~writer.flags(sets.legal[winner]) | writer.flags(captures.winning)
        idle_waiting = ~writer.flags(sets.legal[loser]) | writer.flags(captures.saving)
        moving = writer.flags(won.moving)
        writer.add(f"{winner}m", moving, idle_moving)
        writer.add(f"{winner}w", writer.flags(won.waiting), idle_waiting)
        if possible is not won:
            _add_doubts(writer, winner, won, possible, sets)
        if plies is not None and won.moving.any():
            _add_moves(writer, winner, plies, idle_moving | ~moving)
    return assemble(sets.layout.material, GENERATOR, writer.planes, solver.longest)


def _add_doubts(writer: _Writer, winner: int, won: Won, possible: Won, sets: Sets) -> None:
    for suffix, sure, maybe, side in (
        ("m?", won.moving, possible.moving, winner),
        ("w?", won.waiting, possible.waiting, 1 - winner),
    ):
        idle = ~writer.flags(sets.legal[side])
        writer.add(f"{winner}{suffix}", writer.flags(maybe & ~sure), idle)


def _add_moves(writer: _Writer, winner: int, plies: PlyPair, idle: Flags) -> None:
    layout, numbering = writer._layout, writer._numbering
    shape = (*numbering.shape[:-1], len(numbering.second.places))
    whole = plies[winner][:, : layout.bits].reshape(shape)[..., numbering.kept]
    writer.add(f"{winner}#", ((whole.astype(np.int16) + 1) // 2).astype(np.uint8), idle)
    writer.add(f"{winner}e", (whole & 1 == 0), idle)
