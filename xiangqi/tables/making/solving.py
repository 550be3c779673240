"""Retrograde analysis of a material: which positions are won or lost, and the plies to a capture or mate.

It works on sets of positions. Each step finds the positions that are decided in one ply more, so that plies are
exact. A capture leads to a smaller table. Its sets are copied to the cells where the capturing piece and its
victim stand on one point, which are not legal positions, so that a capture is a move like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.tables import setkernels
from xiangqi.tables.making.row_layout import Ints, Mover, RowLayout, pack, unpack, words_for
from xiangqi.tables.material import ATTACKERS, Endgame, without
from xiangqi.tables.points import NOWHERE, POINTS, leaps_from

LONGEST: Final = 254  # plies; longer wins count as this
Plies = npt.NDArray[np.uint8]
PlyPair = tuple[Plies, Plies]


@dataclass
class Won:
    """The positions that one side wins, as int64 bit sets of shape (cells, words)."""

    moving: Ints  # positions with the winner to move
    waiting: Ints  # positions with the other side to move

    def __or__(self, other: Won) -> Won:
        """Return the positions in either of two sets."""
        return Won(self.moving | other.moving, self.waiting | other.waiting)

    @property
    def is_empty(self) -> bool:
        """Whether there are no such positions."""
        return not (self.moving.any() or self.waiting.any())


@dataclass
class Sets:
    """The solved sets of a material."""

    layout: RowLayout
    legal: tuple[Ints, Ints]  # the legal positions, by the side to move, as in Won
    won: tuple[Won, Won]  # the positions that a side surely wins, by the winner
    possible: tuple[Won, Won]  # those that it wins if all doubts about repetition are resolved in its favour

    def swapped(self) -> Sets:
        """Return the sets of the swapped material."""
        layout = RowLayout(self.layout.material.swapped)
        cells = self.layout.swapped_cells()

        def turned(won: tuple[Won, Won]) -> tuple[Won, Won]:
            first, second = (Won(self._turned(w.moving, cells), self._turned(w.waiting, cells)) for w in won)
            return second, first

        first, second = (self._turned(words, cells) for words in self.legal)
        won = turned(self.won)
        possible = won if self.possible is self.won else turned(self.possible)
        return Sets(layout, (second, first), won, possible)

    def _turned(self, words: Ints, cells: Ints) -> Ints:
        if not words.any():
            return np.zeros_like(words)
        first, second = (len(fort.places) for fort in self.layout.forts)
        out = np.empty_like(words)
        step = max(1, (1 << 24) // self.layout.bits)
        for start in range(0, len(cells), step):
            part = unpack(words[cells[start : start + step]], self.layout.bits)
            turned = part.reshape(-1, first, second).swapaxes(1, 2).reshape(len(part), -1)
            out[start : start + step] = pack(turned)
        return out


@dataclass
class Captures:
    """The captures that matter when one side tries to win, as int64 bit sets of shape (cells, words)."""

    winning: Ints  # positions with the winner to move in which a capture wins
    saving: Ints  # positions with the other side to move in which a capture does not lose


Fetch = Callable[[Endgame], Sets]
Heartbeat = Callable[[int], None]


class Solver:
    """Solves one material.

    Attributes:
        longest: the most plies to conversion, by winner, of wins that need no rule of repetition.
    """

    def __init__(self, material: Endgame, fetch: Fetch, heartbeat: Heartbeat = lambda _plies: None) -> None:
        """Prepare to solve a material.

        Args:
            material: canonical or not.
            fetch: returns the sets of a smaller material.
            heartbeat: called with the plies reached; may raise CancelledError.
        """
        self.layout = layout = RowLayout(material)
        self._fetch = fetch
        self._heartbeat = heartbeat
        self._doubts = False
        self.longest = [0, 0]
        standing = [layout.fort_points(side) for side in (0, 1)]
        both = [layout.fort_bits(standing[side], side) for side in (0, 1)]
        self._forts = [pack(flags) for flags in both]  # (91, words): arrangements with a piece on each point
        self._empty = pack(~(both[0] | both[1]))
        self._width = words_for(layout.cells)
        occupied = np.zeros((POINTS + 1, layout.cells), dtype=np.bool_)
        for column in range(layout.points.shape[1]):
            occupied[layout.points[:, column], np.arange(layout.cells)] = True
        self._free = pack(~occupied)  # (91, cell words)
        self._movers = [
            (mover, layout.leaps(mover.group)) if mover.group.letter in "NP" else (mover, None)
            for mover in (layout.mover(i) for i in range(len(layout.groups)))
        ]
        self._fort_moves = [layout.fort_moves(side) for side in (0, 1)]
        self._shifts = [self._king_shifts(side) for side in (0, 1)]
        self._scratch = np.zeros(96, dtype=np.int64)
        self._reach = np.zeros((2, layout.words), dtype=np.int64)
        self._block = np.zeros(64, dtype=np.int64)
        self._live_cells = np.zeros(max(layout.cells, POINTS), dtype=np.int64)
        self._wanted = np.ones(max(layout.cells, POINTS), dtype=np.int64)
        self._live_forts = np.zeros(layout.bits, dtype=np.int64)
        self._by_fort = np.zeros((layout.bits, self._width), dtype=np.int64)
        self._out_by_fort = np.zeros_like(self._by_fort)
        self._kings = [self._attacked_kings(side) for side in (0, 1)]
        self.checked = self._find_checks()
        self.legal = self._find_legal()

    def _new(self) -> Ints:
        return np.zeros((self.layout.cells, self.layout.words), dtype=np.int64)

    def _attacked_kings(self, side: int) -> Ints:
        """Return the sets of forts with a side's king on each point, as int64 of shape (90, words)."""
        layout = self.layout
        standing = np.zeros((POINTS, len(layout.forts[side].places)), dtype=np.bool_)
        for number, points in enumerate(layout.forts[side].places):
            standing[points[0], number] = True
        return pack(layout.fort_bits(standing, side))

    def back(self, side: int, target: Ints, *, taking: bool, among: Ints | None = None) -> Ints:
        """Return the positions from which a side can move into `target`.

        Args:
            target: positions with the other side to move; with `taking`, cells in which the capturing piece and
                its victim share a point.
            among: the positions that matter; others may be missing.
        """
        out = self._new()
        if among is None:
            self._wanted[:] = 1
        else:
            setkernels.note_live(among, self._wanted)
        setkernels.note_live(target, self._live_cells)
        for mover, leaps in self._movers:
            if mover.group.side == side:
                self._move_back(mover, leaps, target, out, mover.rows, taking)
        self._forts_back(side, target, out)
        return out

    def _move_back(
        self, mover: Mover, leaps: Ints | None, target: Ints, out: Ints, targets: Ints, taking: bool
    ) -> None:
        arguments = (
            target,
            out,
            self._empty,
            mover.rows,
            targets,
            mover.blocked,
            self._live_cells,
            self._wanted,
            self._scratch,
        )
        if leaps is not None:
            setkernels.leap_back(*arguments, leaps)
        elif taking and mover.group.letter == "C":
            setkernels.jump_back(*arguments, self._reach)
        else:
            setkernels.slide_back(*arguments, self._reach)

    def _forts_back(self, side: int, target: Ints, out: Ints) -> None:
        layout = self.layout
        if layout.words == 2 and all(fort.pieces == "K" for fort in layout.forts):
            setkernels.shift_back(target, out, *self._shifts[side], self._live_cells)
            return
        setkernels.transpose(target, self._by_fort, self._block)
        setkernels.note_live(self._by_fort, self._live_forts)
        self._out_by_fort[:] = 0
        stride, others, other_stride = layout.fort_strides(side)
        setkernels.fort_back(
            self._by_fort,
            self._out_by_fort,
            self._free,
            self._fort_moves[side],
            stride,
            others,
            other_stride,
            self._live_forts,
        )
        moved = self._new()
        setkernels.transpose(self._out_by_fort, moved, self._block)
        out |= moved

    def _king_shifts(self, side: int) -> tuple[Ints, Ints]:
        """Return the moves of a bare king for `setkernels.shift_back`."""
        layout = self.layout
        stride, others, other_stride = layout.fort_strides(side)
        origins: dict[int, list[int]] = {}
        if layout.words == 2:
            for here, there, _ in self._fort_moves[side].tolist():
                origins.setdefault((there - here) * stride, []).append(here * stride)
        flags = np.zeros((len(origins), layout.bits), dtype=np.bool_)
        for number, bits in enumerate(origins.values()):
            for other in range(others):
                flags[number, [bit + other * other_stride for bit in bits]] = True
        return np.array(list(origins), dtype=np.int64), pack(flags)

    def _find_checks(self) -> tuple[Ints, Ints]:
        """Return the positions in which an attacker gives check to the king of either side."""
        found = (self._new(), self._new())
        for mover, leaps in self._movers:
            king = 1 - mover.group.side
            points = np.array(mover.group.places, dtype=np.int64)
            target = np.ascontiguousarray(self._kings[king][points])
            setkernels.note_live(target, self._live_cells)
            places = np.arange(len(points), dtype=np.int64)
            targets = np.ascontiguousarray(np.where(mover.rows < 0, -1, places[None, :]))
            self._move_back(mover, leaps, target, found[king], targets, taking=True)
        return found

    def _find_legal(self) -> tuple[Ints, Ints]:
        layout = self.layout
        sound = np.full((layout.cells, layout.words), -1, dtype=np.int64)
        points = layout.points
        for column in range(points.shape[1]):
            sound &= self._empty[points[:, column]]
            for other in range(column):
                sound[points[:, column] == points[:, other]] = 0
        sound &= pack(np.ones((1, layout.bits), dtype=np.bool_))
        sound &= ~self._facing()
        return sound & ~self.checked[1], sound & ~self.checked[0]

    def _facing(self) -> Ints:
        """Return the positions in which the kings face each other."""
        first, second = self.layout.forts
        rows = np.zeros_like(self._by_fort)
        everywhere = pack(np.ones((1, self.layout.cells), dtype=np.bool_))[0]
        for i, lower in enumerate(first.places):
            for j, upper in enumerate(second.places):
                if lower[0] % 9 != upper[0] % 9:
                    continue
                between = range(lower[0] + 9, upper[0], 9)
                if any(point in lower or point in upper for point in between):
                    continue
                row = everywhere.copy()
                for point in between:
                    row &= self._free[point]
                rows[i * len(second.places) + j] = row
        facing = self._new()
        setkernels.transpose(rows, facing, self._block)
        return facing

    def captures(self, winner: int, *, possible: bool = False) -> Captures:
        """Return the captures that matter when a side tries to win.

        Args:
            winner: the side, 0 or 1.
            possible: whether smaller endgames that it only possibly wins count as won.
        """
        loser = 1 - winner
        won, _ = self._lifted(winner, winner, possible)
        winning = self.back(winner, won, taking=True) & self.legal[winner]
        won, legal = self._lifted(loser, winner, possible)
        saving = self.back(loser, legal & ~won, taking=True) & self.legal[loser]
        return Captures(winning, saving)

    def _lifted(self, side: int, winner: int, possible: bool) -> tuple[Ints, Ints]:
        """Return the positions after captures by a side: those that `winner` wins, and the legal ones."""
        layout = self.layout
        found = (self._new(), self._new())
        victim = 1 - side
        letters = (layout.material.first, layout.material.second)
        for letter in dict.fromkeys(letters[victim]):
            left = [*letters]
            left[victim] = without(letters[victim], letter)
            smaller = self._fetch(Endgame(*left))
            self._doubts |= smaller.possible is not smaller.won
            won = (smaller.possible if possible else smaller.won)[winner]
            sets = (won.moving if winner == victim else won.waiting, smaller.legal[victim])
            for small, out in zip(sets, found, strict=True):
                if not small.any():
                    continue
                if letter in ATTACKERS:
                    self._lift_attacker(side, letter, smaller.layout, small, out)
                else:
                    self._lift_guard(side, letter, smaller.layout, small, out)
        return found

    def _lift_attacker(self, side: int, letter: str, smaller: RowLayout, small: Ints, out: Ints) -> None:
        layout = self.layout
        for column, owner in enumerate(layout.owners):
            if owner != (1 - side, letter):
                continue
            point = layout.points[:, column]
            own = [i for i, (whose, _) in enumerate(layout.owners) if whose == side]
            met = (layout.points[:, own] == point[:, None]).any(axis=1)
            rest = [i for i in range(layout.points.shape[1]) if i != column]
            sources = smaller.cells_of(layout.points[:, rest])
            cells = np.stack((np.arange(layout.cells), sources, np.where(met, -1, point)), axis=1)
            cells = np.ascontiguousarray(cells[sources >= 0])
            setkernels.gather_rows(small, out, cells, self._forts[side])

    def _lift_guard(self, side: int, letter: str, smaller: RowLayout, small: Ints, out: Ints) -> None:
        layout = self.layout
        own = [i for i, (whose, _) in enumerate(layout.owners) if whose == side]
        for point, pairs in layout.losses(1 - side, letter).items():
            there = np.flatnonzero((layout.points[:, own] == point).any(axis=1))
            sources = smaller.cells_of(layout.points[there])
            cells = np.ascontiguousarray(np.stack((there, sources), axis=1)[sources >= 0])
            setkernels.gather_bits(small, out, cells, pairs)

    def win(
        self, winner: int, captures: Captures, known: Won | None = None, plies: PlyPair | None = None
    ) -> Won:
        """Return the positions that a side wins.

        Args:
            winner: 0 or 1.
            captures: the captures that matter to it.
            known: positions that are known to be won; included.
            plies: receives the plies to conversion, by the side to move.

        Raises:
            CancelledError: raised by the heartbeat.
        """
        loser = 1 - winner
        won = Won(self._new(), self._new())
        quiet = self.back(loser, self.legal[winner], taking=False)
        lost = self.legal[loser] & ~captures.saving & ~quiet
        mated = lost & ~self._able_to_take(loser)
        new = Won(self._new(), mated) if known is None else Won(known.moving, known.waiting | mated)
        ply = 0
        while True:
            won.moving |= new.moving
            won.waiting |= new.waiting
            if known is None and not new.is_empty:
                self.longest[winner] = ply
            if plies is not None and ply > 0:
                setkernels.note_plies(new.moving, plies[winner], min(ply, LONGEST))
                setkernels.note_plies(new.waiting, plies[loser], min(ply, LONGEST))
            ply += 1
            self._heartbeat(ply)
            moving, waiting = self._new(), self._new()
            if new.waiting.any():
                moving = self.back(winner, new.waiting, taking=False) & self.legal[winner]
            if ply == 1:
                moving |= captures.winning
            if ply == 1 or new.moving.any():
                waiting = self.legal[loser] & ~captures.saving & ~won.waiting
                if ply > 1:  # a quick filter that saves much work
                    waiting &= self.back(loser, new.moving, taking=False)
                waiting &= ~self.back(loser, self.legal[winner] & ~won.moving, taking=False, among=waiting)
            new = Won(moving & ~won.moving, waiting & ~won.waiting)
            if new.is_empty and ply > 1:
                return won

    def has_attackers(self, side: int) -> bool:
        """Return whether a side has attackers."""
        return any(group.side == side for group in self.layout.groups)

    def has_doubts(self) -> bool:
        """Return whether a capture leads to a table with positions of unknown result."""
        return self._doubts

    def attacked(self, winner: int) -> Ints:
        """Return the positions in which the loser attacks a piece of the winner, protected or not.

        Attacks by pawns and on kings or pawns at home do not count.
        """
        found = self._new()
        self._wanted[:] = 1
        for mover, leaps in self._movers:
            if mover.group.side == winner or mover.group.letter == "P":
                continue
            target, targets = self._prey(mover, winner)
            setkernels.note_live(target, self._live_cells)
            self._move_back(mover, leaps, target, found, targets, taking=True)
        return found | self._attacked_by_guards(winner)

    def _prey(self, mover: Mover, winner: int) -> tuple[Ints, Ints]:
        """Return the targets for a piece of the loser: rows of forts, and the row at each place by cell."""
        layout = self.layout
        standing = layout.fort_points(winner)
        for number, points in enumerate(layout.forts[winner].places):
            standing[points[0], number] = False
        standing[NOWHERE] = True
        target = pack(layout.fort_bits(standing, winner))
        places = np.array(mover.group.places, dtype=np.int64)
        targets = np.where(mover.rows < 0, -1, places[None, :])
        owners = [owner for owner in layout.owners if owner != (mover.group.side, mover.group.letter)]
        for column, (side, letter) in enumerate(owners):
            if side != winner:
                continue
            point = mover.blocked[:, column]
            counted = point[:, None] == places[None, :]
            if letter == "P":
                counted &= ((point >= POINTS // 2) == (winner == 0))[:, None]
            targets[counted & (targets >= 0)] = NOWHERE
        return target, np.ascontiguousarray(targets)

    def _attacked_by_guards(self, winner: int) -> Ints:
        """Return the positions in which an advisor or bishop of the loser attacks an attacker of the winner."""
        layout = self.layout
        owned = np.zeros((POINTS + 1, layout.cells), dtype=np.bool_)
        for column, (side, _) in enumerate(layout.owners):
            if side == winner:
                owned[layout.points[:, column], np.arange(layout.cells)] = True
        there = pack(owned)
        loser = 1 - winner
        rows = np.zeros_like(self._by_fort)
        stride, others, other_stride = layout.fort_strides(loser)
        for number, points in enumerate(layout.forts[loser].places):
            row = np.zeros(self._width, dtype=np.int64)
            for letter, point in zip(layout.forts[loser].pieces[1:], points[1:], strict=True):
                for target, blocker in leaps_from(letter, loser, point):
                    if blocker not in points:
                        row |= there[target] & self._free[blocker]
            rows[number * stride : number * stride + others * other_stride : other_stride] |= row
        found = self._new()
        setkernels.transpose(rows, found, self._block)
        return found

    def _able_to_take(self, side: int) -> Ints:
        """Return the positions in which a side can capture a piece."""
        _, legal = self._lifted(side, side, possible=False)
        return self.back(side, legal, taking=True)

    def new_plies(self) -> PlyPair:
        """Return empty uint8 arrays for the plies by the side to move, of shape (cells, 64 * words)."""
        shape = (self.layout.cells, 64 * self.layout.words)
        return np.zeros(shape, dtype=np.uint8), np.zeros(shape, dtype=np.uint8)

    def nobody_wins(self) -> Sets:
        """Return sets without any win, for a material in which neither side has attackers."""
        won = (Won(self._new(), self._new()), Won(self._new(), self._new()))
        return Sets(self.layout, self.legal, won, won)
