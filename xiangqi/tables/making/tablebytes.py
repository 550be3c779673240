"""Builds the file of a table from the solved sets."""

from __future__ import annotations

from typing import Final

import numpy as np

from xiangqi.tables.making.planes import Bytes, Flags, best_order, compress, flags_of, lay_out
from xiangqi.tables.making.solving import Captures, PlyPair, Sets, Solver, Won
from xiangqi.tables.making.steps import find_steps
from xiangqi.tables.making.working import GENERATOR
from xiangqi.tables.numbering import BLOCK, BY_FILE, BY_FORT, BY_POINT, NUMBERS_BLOCK, Numbering
from xiangqi.tables.tablefile import STEPPED, STEPS, WDL, Written, assemble

_MOST_LEFT: Final = 0.05  # share of the cells that may need longer steps, before a finer plane is used


class _Writer:
    def __init__(self, sets: Sets) -> None:
        self.layout = sets.layout
        self.numbering = Numbering(sets.layout.material)
        self.planes: list[Written] = []

    def flags(self, words: np.typing.NDArray[np.int64]) -> Flags:
        return flags_of(words, self.layout, self.numbering)

    def add(self, name: str, values: Bytes | Flags, idle: Flags, kings: int = BY_FORT) -> None:
        """Add a plane, unless all of its numbers that can be probed are 0."""
        if not (values.view(np.uint8).astype(np.bool_) & ~idle).any():
            return
        bits, block = (1, BLOCK) if values.dtype == np.bool_ else (8, NUMBERS_BLOCK)
        order = best_order(values, idle, block)
        lengths, data = compress(lay_out(values, idle, order), block)
        self.planes.append(Written(name, order, bits, block, lengths, data, kings))


def table_bytes(solver: Solver, sets: Sets, plies: PlyPair | None, metric: str) -> bytes:
    """Build the file of a table.

    Args:
        solver: the solver of the material.
        sets: the solver's result.
        plies: plies to conversion; None for a table of win, draw and loss.
        metric: WDL, DTC or STEPPED, for the first side's wins. Those of the other side are few and kept as DTC.
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
            if metric == STEPPED and winner == 0:
                _add_steps(writer, solver, captures, won)
            else:
                _add_moves(writer, winner, plies, moving & ~idle_moving)
    return assemble(sets.layout.material, GENERATOR, writer.planes, solver.longest)


def _add_doubts(writer: _Writer, winner: int, won: Won, possible: Won, sets: Sets) -> None:
    for suffix, sure, maybe, side in (
        ("m?", won.moving, possible.moving, winner),
        ("w?", won.waiting, possible.waiting, 1 - winner),
    ):
        idle = ~writer.flags(sets.legal[side])
        writer.add(f"{winner}{suffix}", writer.flags(maybe & ~sure), idle)


def _plies_of(writer: _Writer, winner: int, plies: PlyPair) -> Bytes:
    """Return the plies to conversion with the winner to move, in the shape of the numbering."""
    layout, numbering = writer.layout, writer.numbering
    shape = (*numbering.shape[:-1], len(numbering.second.places))
    return plies[winner][:, : layout.bits].reshape(shape)[..., numbering.kept]


def _add_moves(writer: _Writer, winner: int, plies: PlyPair, asked: Flags) -> None:
    whole = _plies_of(writer, winner, plies)
    writer.add(f"{winner}#", whole // 2 + whole % 2, ~asked)
    writer.add(f"{winner}e", whole & 1 == 0, ~asked)


def _add_steps(writer: _Writer, solver: Solver, captures: Captures, won: Won) -> None:
    numbering = writer.numbering
    for kings in (BY_FORT,) if solver.has_attackers(1) else (BY_FILE, BY_POINT, BY_FORT):
        forts = np.array(numbering.step_forts(kings))
        steps = find_steps(solver, captures, won.moving, forts, 1 if kings == BY_FORT else _MOST_LEFT)
        if steps is not None:
            kept = steps.reshape(*numbering.steps_shape(kings)[:-1], steps.shape[-1])[..., numbering.kept]
            writer.add(STEPS, kept, kept == 0, kings)
            return
