"""Makes the file of a table from what was solved."""

from __future__ import annotations

from typing import Final

import numpy as np

from xiangqi.tables.numbering import BLOCK, NUMBERS_BLOCK, Numbering
from xiangqi.tables.planes import Bytes, Flags, best_order, compress, flags_of, lay_out
from xiangqi.tables.solving import PlyPair, Sets, Solver, Won
from xiangqi.tables.tablefile import COARSE, DTC, ESTIMATED, ESTIMATES, STEP, STEPS, WDL, Written, assemble
from xiangqi.tables.working import GENERATOR


class _Writer:
    def __init__(self, sets: Sets) -> None:
        self.layout = sets.layout
        self.numbering = Numbering(sets.layout.material)
        self.planes: list[Written] = []

    def flags(self, words: np.typing.NDArray[np.int64]) -> Flags:
        return flags_of(words, self.layout, self.numbering)

    def add(self, name: str, values: Bytes | Flags, idle: Flags) -> None:
        """Take in a plane, unless every number of it that will be asked for is 0."""
        if not (values.view(np.uint8).astype(np.bool_) & ~idle).any():
            return
        bits, block = (1, BLOCK) if values.dtype == np.bool_ else (8, NUMBERS_BLOCK)
        order = best_order(values, idle, block)
        lengths, data = compress(lay_out(values, idle, order), block)
        self.planes.append(Written(name, order, bits, block, lengths, data))


def table_bytes(solver: Solver, sets: Sets, plies: PlyPair | None, metric: str) -> bytes:
    """The file of a table.

    Args:
        solver: of the material.
        sets: what it found.
        plies: to conversion, for all but a table of win, draw and loss.
        metric: what is kept of the plies of the first side's wins; those of the other side's are few, and kept.
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
        if plies is not None and metric != WDL and won.moving.any():
            asked = moving & ~idle_moving
            _ADDING[metric if winner == 0 else DTC](writer, winner, plies, asked)
    return assemble(sets.layout.material, GENERATOR, writer.planes, solver.longest)


def _add_doubts(writer: _Writer, winner: int, won: Won, possible: Won, sets: Sets) -> None:
    for suffix, sure, maybe, side in (
        ("m?", won.moving, possible.moving, winner),
        ("w?", won.waiting, possible.waiting, 1 - winner),
    ):
        idle = ~writer.flags(sets.legal[side])
        writer.add(f"{winner}{suffix}", writer.flags(maybe & ~sure), idle)


def _plies_of(writer: _Writer, winner: int, plies: PlyPair) -> Bytes:
    """Plies to conversion with the winner to move, of the numbering's shape."""
    layout, numbering = writer.layout, writer.numbering
    shape = (*numbering.shape[:-1], len(numbering.second.places))
    return plies[winner][:, : layout.bits].reshape(shape)[..., numbering.kept]


def _moves_of(writer: _Writer, winner: int, plies: PlyPair) -> Bytes:
    whole = _plies_of(writer, winner, plies)
    return whole // 2 + whole % 2


def _add_moves(writer: _Writer, winner: int, plies: PlyPair, asked: Flags) -> None:
    writer.add(f"{winner}#", _moves_of(writer, winner, plies), ~asked)
    writer.add(f"{winner}e", (_plies_of(writer, winner, plies) & 1 == 0), ~asked)


def _add_steps(writer: _Writer, winner: int, plies: PlyPair, asked: Flags) -> None:
    moves = _moves_of(writer, winner, plies)
    writer.add(STEPS, moves // STEP + (moves % STEP > 0), ~asked)


def _add_means(writer: _Writer, winner: int, plies: PlyPair, asked: Flags) -> None:
    numbering = writer.numbering
    moves = _moves_of(writer, winner, plies)
    counted = asked & (moves > 0)  # wins by repetition have no plies
    files = np.array([numbering.king_file(fort) for fort in range(len(numbering.first.places))])
    means = np.zeros(numbering.estimates_shape, dtype=np.uint8)
    for file in range(means.shape[-2]):
        alike = files == file
        counts = counted[..., alike, :].sum(axis=-2, dtype=np.int32)
        sums = np.where(counted[..., alike, :], moves[..., alike, :], 0).sum(axis=-2, dtype=np.int32)
        means[..., file, :] = (sums + counts // 2) // np.maximum(counts, 1)
    writer.add(ESTIMATES, means, means == 0)


_ADDING: Final = {DTC: _add_moves, COARSE: _add_steps, ESTIMATED: _add_means}
