"""Tests of solved materials by the rules: positions against their successors, and one material as a whole."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest
from solved import fetch, has, number_of, positions, solve

from xiangqi.bitboards import legal_moves
from xiangqi.board import Board
from xiangqi.tables.making.numbered_positions import place
from xiangqi.tables.making.solving import PlyPair, Sets, Solver
from xiangqi.tables.material import Endgame, closure


def plain(name: str) -> tuple[Sets, PlyPair]:
    """Return a material solved without the rules of repetition, with plies."""
    material = Endgame.parse(name).canonical
    for smaller in closure([material]):
        fetch(smaller)
    solver = Solver(material, fetch)
    plies = solver.new_plies()
    won = (
        solver.win(0, solver.captures(0), plies=plies),
        solver.win(1, solver.captures(1), plies=plies),
    )
    return Sets(solver.layout, solver.legal, won, won), plies


def value(sets: Sets, plies: PlyPair, side: int, cell: int, bit: int) -> tuple[int, int]:
    """1, 0 or -1 for the side to move, and the plies."""
    won = has(sets.won[side].moving, cell, bit)
    lost = has(sets.won[1 - side].waiting, cell, bit)
    return won - lost, int(plies[side][cell, bit])


def some_numbers(sets: Sets, count: int) -> Iterator[tuple[int, int, int]]:
    rng = random.Random(sets.layout.material.name)
    for _ in range(count):
        yield rng.randrange(2), rng.randrange(sets.layout.cells), rng.randrange(sets.layout.bits)


@pytest.mark.parametrize("name", ["KRKAB", "KPPKA", "KNKP", "KRKR", "KCAKB", "KPKP", "KCKN", "KPPKC", "KNPKBB"])
def test_each_position_is_worth_what_its_successors_make_it(name: str) -> None:
    sets, plies = plain(name)
    seen = 0
    for side, cell, bit, board in positions(sets, some_numbers(sets, 300)):
        best, nearest, longest = -1, 0, 0
        for move in board.legal_moves():
            taking = board.is_capture(move)
            board.push_unchecked(move)
            worth, left = successor_value(board, sets, plies, taking)
            board.pop()
            if worth == -1:
                nearest = min(nearest or left + 1, left + 1)
            if worth == 1:
                longest = max(longest, left + 1)
            best = max(best, -worth)
        expected = (best, {1: nearest, 0: 0, -1: longest}[best])
        assert value(sets, plies, side, cell, bit) == expected, board.fen()
        seen += 1
    assert seen > 50


def successor_value(board: Board, sets: Sets, plies: PlyPair, taking: bool) -> tuple[int, int]:
    """As `value`; 0 plies are left after a capture."""
    placed = place(board.pieces(), board.turn)
    if placed.material.is_dead:
        return 0, 0
    cell, bit = number_of(placed)
    if not taking:
        return value(sets, plies, placed.mover, cell, bit)
    smaller = fetch(placed.material)
    won = has(smaller.won[placed.mover].moving, cell, bit)
    lost = has(smaller.won[1 - placed.mover].waiting, cell, bit)
    return won - lost, 0


def test_a_soldier_against_a_bare_king_by_other_means() -> None:
    """Every position, by the other move generator, without un-moves, sets, or words of 64."""
    sets, plies = plain("KPK")
    every = itertools.product((0, 1), range(sets.layout.cells), range(sets.layout.bits))
    numbers: dict[str, tuple[int, int, int]] = {}
    successors: dict[str, list[str]] = {}
    for side, cell, bit, board in positions(sets, iter(every)):
        key = key_of(board)
        numbers[key] = side, cell, bit
        successors[key] = []
        for move in legal_moves(board.position()):
            taking = board.is_capture(move)
            board.push_unchecked(move)
            successors[key].append("drawn" if taking else key_of(board))  # only the soldier can be taken
            board.pop()
    worth: dict[str, tuple[int, int]] = {}
    for ply in itertools.count():
        found = {}
        for key in successors.keys() - worth.keys():
            after = [worth.get(successor, (0, 0))[0] for successor in successors[key]]
            if -1 in after:
                found[key] = 1, ply
            elif all(won == 1 for won in after):
                found[key] = -1, ply
        worth |= found
        if not found and ply > 0:
            break
    for key, number in numbers.items():
        assert value(sets, plies, *number) == worth.get(key, (0, 0)), key
    assert len(numbers) > 5000


def key_of(board: Board) -> str:
    """Return a position with the soldier's side playing Red."""
    placed = place(board.pieces(), board.turn)
    return f"{placed.mover} {placed.pieces}"


def test_the_sides_can_be_changed() -> None:
    sets = fetch(Endgame.parse("KPKA"))
    there_and_back = sets.swapped().swapped()
    assert np.array_equal(there_and_back.won[0].moving, sets.won[0].moving)
    assert np.array_equal(there_and_back.legal[1], sets.legal[1])


def test_what_is_known_of_theory() -> None:
    def share(name: str) -> float:
        sets = fetch(Endgame.parse(name))
        won, legal = (
            int.from_bytes(words.tobytes(), "little").bit_count()
            for words in (sets.won[0].moving, sets.legal[0])
        )
        return won / legal

    assert share("KRKBB") == 1  # a chariot beats two elephants
    assert share("KNKA") == pytest.approx(1, abs=0.02)  # a horse beats an advisor
    assert share("KCKAA") < 0.1  # a cannon needs a screen of its own


def test_plies_to_the_last_capture() -> None:
    _, _, plies = solve(Endgame.parse("KPPKA"))
    assert plies[0].max() == 33
