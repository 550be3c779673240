"""Checks random positions of all tables against their moves, and short wins against a plain search.

    python -m tools.endings.check_tables [--positions 1000000] [--plies 40] [--seed 1] [--path FOLDER]
                                         [MATERIAL ...]

Every material gets the same number of positions, with either side to move. Their moves come from the engine's
generator, which the solver does not use. A position that its table calls won must have a move to a lost one;
a lost one must have only moves to won ones; a drawn one must have a move that does not lose, and none that
wins; an unknown one must not contradict its moves. One in ten is also searched for a mate, or a winning
capture, in three plies: if there is one, the table must call the position won. Of each table with distances,
the plies of `--plies` won positions are compared with those of the positions two plies later, and up to five
plies with a search that does not use distances.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from pathlib import Path
from typing import Final

from tools.endings.brute_tables import can_arise, clear, numbered, pieces_of, set_up
from xiangqi.board import Board
from xiangqi.core.constants import BOARD_SIZE, CODE_MASK, COUNTS, MOVE_STACK, PIECES, SIDE, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import generate_legal
from xiangqi.core.position import State, make_move, unmake_move
from xiangqi.core.values import COUNT_UNIT
from xiangqi.engine.common.layout import new_engine_state
from xiangqi.fen import Position, format_fen
from xiangqi.resources import asset
from xiangqi.tables import Endgame, Tables, TableVerdict
from xiangqi.tables.treeprobe import NOT_COVERED, WDL_DRAW, WDL_LOSS, WDL_WIN, table_bounds
from xiangqi.tables.treetables import TreeTables, counts_of

_ANY_LIMIT: Final = 1 << 20  # plies, high enough to use tables with late wins, too
_ROOM: Final = 1 << 30
_SEARCHED_EACH: Final = 10
_PLIES_EVERYWHERE: Final = 3
_LONGEST_SEARCH: Final = 5
_TRIES: Final = 200  # random positions tried for each won one, at most

_WORDS: Final = {WDL_WIN: "won", WDL_DRAW: "drawn", WDL_LOSS: "lost"}


@kernel("int64(int64[::1], int64, int64)")
def wins_at_once(state: State, directory: int, room: int) -> int:
    """Return 1 if the side to move can mate, stalemate or win by a capture, otherwise 0.

    The tables are probed only for the positions after captures.
    """
    end = generate_legal(state, room)
    found = 0
    for i in range(room, end):
        captured = make_move(state, state[i])
        if captured:
            found = 1 if table_bounds(state, directory, end) == WDL_LOSS else 0
        elif generate_legal(state, end) == end:
            found = 1
        unmake_move(state, state[i], captured)
        if found:
            return 1
    return 0


def wins_within(state: State, directory: int, room: int, plies: int) -> bool:
    """Return whether the side to move can force `wins_at_once`, or a losing capture, within `plies` plies."""
    if plies > 0 and wins_at_once(state, directory, room):
        return True
    if plies < 2:
        return False
    end = generate_legal(state, room)
    for move in state[room:end].tolist():
        if not state[SQUARES + (move & 255)]:
            make_move(state, move)
            won = loses_within(state, directory, end, plies - 1)
            unmake_move(state, move, 0)
            if won:
                return True
    return False


def loses_within(state: State, directory: int, room: int, plies: int) -> bool:
    """Return whether every move lets the opponent win within this many plies, or is a losing capture."""
    end = generate_legal(state, room)
    for move in state[room:end].tolist():
        captured = make_move(state, move)
        if captured:
            lost = table_bounds(state, directory, end) == WDL_WIN
        else:
            lost = wins_within(state, directory, end, plies - 1)
        unmake_move(state, move, captured)
        if not lost:
            return False
    return True


@kernel("int64(int64[::1], int64, int64, int64)")
def fits_moves(state: State, directory: int, room: int, told: int) -> int:
    """Return 1 if a position's table value agrees with those after each of its moves, otherwise 0."""
    end = generate_legal(state, room)
    low = high = -1
    for i in range(room, end):
        captured = make_move(state, state[i])
        after = table_bounds(state, directory, end)
        unmake_move(state, state[i], captured)
        if after == NOT_COVERED:
            return 0
        low, high = max(low, 1 - after % 3), max(high, 1 - after // 3)
    if told == WDL_WIN:
        return 1 if low == 1 else 0
    if told == WDL_LOSS:
        return 1 if high == -1 else 0
    return 1 if low <= told % 3 - 1 and high >= told // 3 - 1 and (told != WDL_DRAW or low < 1) else 0


class Checker:
    """Checks random positions of one material."""

    def __init__(self, material: Endgame, tables: Tables, rng: random.Random) -> None:
        """Unpack the planes of the material and of the materials after captures.

        Raises:
            SystemExit: the material has no table.
        """
        self.tables = tables
        self.rng = rng
        codes = pieces_of(material)
        self.count = len(codes)
        self.pieces, self.size = numbered(codes)
        self.unpacked = TreeTables(tables, _ROOM)
        self.state = new_engine_state()
        self.state[COUNTS] = counts_of(Endgame(material.first + "P", material.second))
        if tables.table(material) is None:
            raise SystemExit(f"there is no table of {material}")
        self.directory = self.unpacked.prepare(self.state, _ANY_LIMIT)
        self.state[COUNTS] = sum(int(COUNT_UNIT[code]) for code in codes)

    def check(self, wanted: int) -> Counter[str]:
        """Check positions that can arise against their moves, one in ten also by search; count the results."""
        found: Counter[str] = Counter()
        for number in range(wanted):
            index = self.random_index()
            set_up(self.state, self.pieces, self.count, index)
            told = table_bounds(self.state, self.directory, MOVE_STACK)
            good = told != NOT_COVERED and fits_moves(self.state, self.directory, MOVE_STACK, told)
            if good and number % _SEARCHED_EACH == 0:
                found["searched"] += 1
                wins = wins_within(self.state, self.directory, MOVE_STACK, _PLIES_EVERYWHERE)
                good = told == WDL_WIN or not wins
            clear(self.state, self.pieces, self.count)
            found[_WORDS.get(told, "unknown") if good else f"FAULT in {self.board(index).fen()}"] += 1
        return found

    def random_index(self) -> int:
        """Return the number of a position that can arise."""
        while True:
            index = self.rng.randrange(self.size)
            set_up(self.state, self.pieces, self.count, index)
            possible = can_arise(self.state, self.pieces, self.count)
            clear(self.state, self.pieces, self.count)
            if possible:
                return index

    def board(self, index: int) -> Board:
        """Return a numbered position."""
        set_up(self.state, self.pieces, self.count, index)
        placement = {
            int(s): int(self.state[SQUARES + s]) & CODE_MASK for s in self.state[PIECES : PIECES + 32] if s
        }
        board = Board(format_fen(Position(placement, int(self.state[SIDE]))))
        clear(self.state, self.pieces, self.count)
        return board

    def won_positions(self, wanted: int) -> list[int]:
        """Return the numbers of random positions that the table calls won, at most `wanted`."""
        won: list[int] = []
        for _ in range(_TRIES * wanted):
            if len(won) == wanted:
                break
            index = self.random_index()
            set_up(self.state, self.pieces, self.count, index)
            if table_bounds(self.state, self.directory, MOVE_STACK) == WDL_WIN:
                won.append(index)
            clear(self.state, self.pieces, self.count)
        return won

    def check_plies(self, index: int) -> str:
        """Compare the plies of a won position with those two plies later, and a short win with a search.

        Return the finding in words.
        """
        board = self.board(index)
        plies = self.tables.plies(board.state)
        if plies is None:
            return "won by repetition, without plies"
        soonest = min((self.plies_after(board, move) for move in board.legal_moves()), default=_ANY_LIMIT)
        if plies != soonest:
            return f"PLIES DIFFER: {board.fen()} {plies} {soonest}"
        if plies > _LONGEST_SEARCH:
            return "plies agree"
        set_up(self.state, self.pieces, self.count, index)
        found = wins_within(self.state, self.directory, MOVE_STACK, plies)
        sooner = wins_within(self.state, self.directory, MOVE_STACK, plies - 1)
        clear(self.state, self.pieces, self.count)
        return (
            "plies agree, by search too" if found and not sooner else f"SEARCH DIFFERS: {board.fen()} {plies}"
        )

    def plies_after(self, board: Board, move: int) -> int:
        """Return the plies to a capture or mate if a move is played, _ANY_LIMIT if it does not win."""
        taking = board.is_capture(move)
        board.push_unchecked(move)
        state = board.state[:BOARD_SIZE].copy()
        bounds = self.tables.bounds(state)
        plies = 0 if taking else self.tables.plies(state)
        board.pop()
        lost = bounds is not None and bounds.verdict is TableVerdict.LOSS
        return _ANY_LIMIT if not lost or plies is None else plies + 1


def main() -> None:
    """Check the tables and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("materials", nargs="*", metavar="MATERIAL")
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--plies", type=int, default=40, help="won positions of each table with distances")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--path", type=Path, default=asset("tables"), help="folder of the tables")
    args = parser.parse_args()
    tables = Tables([args.path])
    names = args.materials or tables.names()
    total: Counter[str] = Counter()
    plies: Counter[str] = Counter()
    for number, name in enumerate(names):
        began = time.perf_counter()
        checker = Checker(Endgame.parse(name), tables, random.Random(f"{args.seed} {name}"))
        share = args.positions * (number + 1) // len(names) - args.positions * number // len(names)
        found = checker.check(share)
        total += found
        table = tables.table(Endgame.parse(name))
        if table is not None and table.metric == "dtc":
            plies += Counter(checker.check_plies(index) for index in checker.won_positions(args.plies))
        print(f"{name}: {dict(found)} ({time.perf_counter() - began:.1f} s)", flush=True)
    print(f"{len(names)} materials: {dict(total)}")
    print(dict(plies))


if __name__ == "__main__":
    main()
