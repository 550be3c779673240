"""Tables that keep steps or means of distances: what they tell, and that the engine wins by them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from solved import write_tables

from tools.choose_tables import choose
from tools.play_tables import Opponent, Product, play, random_position, tried_colour
from xiangqi.core.constants import BOARD_SIZE, MOVES
from xiangqi.engine.common.layout import new_engine_state
from xiangqi.engine.search.progress import nearest
from xiangqi.tables import Endgame, Tables, TableVerdict
from xiangqi.tables.tablefile import COARSE, ESTIMATED
from xiangqi.tables.treeprobe import steps_of, table_number
from xiangqi.tables.treetables import TreeTables

MATERIAL = Endgame.parse("KCPBK")


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables with distances."""
    folder = tmp_path_factory.mktemp("exact")
    write_tables(folder, MATERIAL.name)
    return folder


@pytest.fixture(scope="module")
def estimated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with estimates."""
    folder = tmp_path_factory.mktemp("estimated")
    write_tables(folder, MATERIAL.name, metric=ESTIMATED)
    return folder


@pytest.fixture(scope="module")
def stepped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with steps."""
    folder = tmp_path_factory.mktemp("stepped")
    write_tables(folder, MATERIAL.name, metric=COARSE)
    return folder


def test_they_take_less_room(exact: Path, stepped: Path, estimated: Path) -> None:
    sizes = [(folder / f"{MATERIAL.name}.xqt").stat().st_size for folder in (exact, stepped, estimated)]
    assert sizes[1] < sizes[0] * 3 / 4
    assert sizes[2] < sizes[0] / 2


def numbers(exact: Path, folder: Path) -> Iterator[tuple[int, int]]:
    """Plies to a capture of won positions, and what the kernels read of the table of a folder."""
    known, tables = Tables([exact]), Tables([folder])
    unpacked = TreeTables(tables)
    state = new_engine_state()
    rng = random.Random(1)
    while True:
        board = random_position(rng, MATERIAL)
        plies = known.plies(board.state)
        if plies is None or plies < 3 or known.probe(board).verdict is not TableVerdict.WIN:
            continue
        assert tables.probe(board).verdict is TableVerdict.WIN
        assert tables.plies(board.state) is None
        state[:BOARD_SIZE] = board.state[:BOARD_SIZE]
        directory = unpacked.prepare(state, 120)
        yield plies, table_number(state, directory)


def test_estimates_are_near_the_distances_and_none(exact: Path, estimated: Path) -> None:
    off = [abs(number - (plies + 1) // 2) for plies, number in islice(numbers(exact, estimated), 100)]
    assert sum(off) / len(off) < 1
    assert max(off) > 0


def test_steps_are_four_moves(exact: Path, stepped: Path) -> None:
    assert all(number == (plies + 7) // 8 for plies, number in islice(numbers(exact, stepped), 100))


def test_a_capture_is_still_the_nearest(exact: Path, estimated: Path) -> None:
    """What wins at once is known without any distances."""
    known, guessed = Tables([exact]), Tables([estimated])
    rng = random.Random(2)
    found = 0
    while found < 10:
        board = random_position(rng, MATERIAL)
        if known.plies(board.state) == 1 and any(board.is_capture(move) for move in board.legal_moves()):
            found += 1
            assert guessed.plies(board.state) == 1


@pytest.mark.parametrize("kind", ["estimated", "stepped"])
def test_the_engine_wins_by_them(kind: str, exact: Path, request: pytest.FixtureRequest) -> None:
    """Against the longest defence."""
    rng = random.Random(3)
    folder: Path = request.getfixturevalue(kind)
    product, opponent = Product(folder, 100, rng), Opponent([exact], rng)
    won = 0
    while won < 10:
        board = random_position(rng, MATERIAL)
        told = product.tables.probe(board).verdict
        if told in (TableVerdict.WIN, TableVerdict.LOSS):
            tried = tried_colour(board, told, rng)
            assert play(board, tried, product, opponent) == tried
            won += 1


def test_a_step_is_always_left_behind(exact: Path, stepped: Path) -> None:
    """Whatever is answered, four moves from any won position reach the next step or a capture."""
    known, tables = Tables([exact]), Tables([stepped])
    unpacked = TreeTables(tables)
    state = new_engine_state()
    rng = random.Random(4)
    seen: Counter[int] = Counter()
    while min(seen[1], seen[2]) < 10:
        board = random_position(rng, MATERIAL)
        plies = known.plies(board.state)
        if plies is None or plies < 3 or known.probe(board).verdict is not TableVerdict.WIN:
            continue
        kept = [move for move, verdict in known.probe(board).moves.items() if verdict is TableVerdict.WIN]
        state[:BOARD_SIZE] = board.state[:BOARD_SIZE]
        directory = unpacked.prepare(state, 120)
        step = steps_of(state, directory)
        found = nearest(state, directory, kept, 0, None)
        assert np.array_equal(state[:MOVES], board.state[:MOVES])
        assert len(found) == 1
        board.push(found[0])
        assert known.probe(board).verdict is TableVerdict.LOSS
        left = known.plies(board.state)
        assert left is not None
        assert left <= 8 * step  # within the step, and never back
        seen[step] += 1


def test_what_is_cheap_is_chosen_first() -> None:
    exact = {"KRK": 100, "KNK": 300, "KPK": 900, "KCK": 50}
    estimated = {"KRK": 40, "KNK": 50, "KPK": 100, "KRKB": 500}
    least = 40 + 50 + 100 + 500 + 50
    assert choose(exact, estimated, [], least) == {"KCK"}
    assert choose(exact, estimated, [], least + 60 + 250) == {"KCK", "KRK", "KNK"}
    assert choose(exact, estimated, ["KPK"], least + 850) == {"KCK", "KPK"}
    assert choose(exact, estimated, ["KPK"], least + 860) == {"KCK", "KPK", "KRK"}
