"""Tests of tables with steps instead of distances: their values, and that the engine wins by them."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from solved import write_tables

from tools.endings.choose_tables import choose
from tools.endings.play_tables import Opponent, Product, play, random_position, tried_colour
from xiangqi.board import Board, Move
from xiangqi.core.constants import BOARD_SIZE, MOVES
from xiangqi.core.position import State
from xiangqi.engine.common.layout import new_engine_state
from xiangqi.engine.common.types import Limits
from xiangqi.engine.search.progress import nearest
from xiangqi.engine.worker import Engine
from xiangqi.tables import Endgame, Tables, TableVerdict
from xiangqi.tables.tablefile import DTC, MOST_MOVES, STEPPED, UNPROVED, WDL
from xiangqi.tables.treeprobe import steps_of
from xiangqi.tables.treetables import TreeTables

MATERIAL = Endgame.parse("KCPBK")


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables with distances."""
    folder = tmp_path_factory.mktemp("exact")
    write_tables(folder, MATERIAL.name)
    return folder


@pytest.fixture(scope="module")
def stepped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with steps."""
    folder = tmp_path_factory.mktemp("stepped")
    write_tables(folder, MATERIAL.name, metric=STEPPED)
    return folder


def test_they_take_less_room(exact: Path, stepped: Path) -> None:
    sizes = [(folder / f"{MATERIAL.name}.xqt").stat().st_size for folder in (exact, stepped)]
    assert sizes[1] < sizes[0] / 4


def won_positions(known: Tables, material: Endgame, seed: int) -> Iterator[tuple[Board, int]]:
    """Random ones, the winner to move and no capture winning at once, with the plies to a capture."""
    rng = random.Random(seed)
    while True:
        board = random_position(rng, material)
        plies = known.plies(board.state)
        if plies is not None and plies >= 3 and known.probe(board).verdict is TableVerdict.WIN:
            yield board, plies


def test_steps_go_with_the_distance(exact: Path, stepped: Path) -> None:
    """A step takes four moves at most, five on from where four are too few; guards change nothing."""
    tables = Tables([stepped])
    unpacked = TreeTables(tables)
    found: dict[int, list[int]] = {}
    for board, plies in islice(won_positions(Tables([exact]), MATERIAL, 1), 300):
        assert tables.probe(board).verdict is TableVerdict.WIN
        assert tables.plies(board.state) is None
        steps = steps_at(unpacked, board)
        found.setdefault(steps, []).append(plies)
        assert 1 <= steps <= 4
        assert (plies + 1) // 2 <= 4 * steps
    assert max(found[2]) > max(found[1])


def test_a_capture_is_still_the_nearest(exact: Path, stepped: Path) -> None:
    """What wins at once is known without any distances."""
    known, told = Tables([exact]), Tables([stepped])
    rng = random.Random(2)
    found = 0
    while found < 10:
        board = random_position(rng, MATERIAL)
        if known.plies(board.state) == 1 and any(board.is_capture(move) for move in board.legal_moves()):
            found += 1
            assert told.plies(board.state) == 1


def test_the_engine_wins_by_them(exact: Path, stepped: Path) -> None:
    """Against the longest defence."""
    rng = random.Random(3)
    product, opponent = Product(stepped, 100, rng), Opponent([exact], rng)
    won = 0
    while won < 10:
        board = random_position(rng, MATERIAL)
        told = product.tables.probe(board).verdict
        if told in (TableVerdict.WIN, TableVerdict.LOSS):
            tried = tried_colour(board, told, rng)
            assert play(board, tried, product, opponent) == tried
            won += 1


@pytest.mark.parametrize("name", ["KCPBK", "KPPKP"])
def test_a_step_is_always_left_behind(name: str, tmp_path: Path) -> None:
    """Against the longest defence, four moves of the engine reach fewer steps, a capture that wins, or mate."""
    material = Endgame.parse(name)
    exact, stepped = tmp_path / "exact", tmp_path / "stepped"
    for folder, metric in ((exact, DTC), (stepped, STEPPED)):
        folder.mkdir()
        write_tables(folder, name, metric=metric)
    rng = random.Random(4)
    known, tables, opponent = Tables([exact]), Tables([stepped]), Opponent([exact], rng)
    unpacked = TreeTables(tables)
    for board, _ in islice(won_positions(known, material, 4), 30):
        steps = left = steps_at(unpacked, board)
        passed: list[State] = []
        for _ in range(4):
            kept = kept_in(known, board)
            (move,) = nearest(loaded(board), prepared(unpacked, board), kept, passed, None)
            passed.insert(0, loaded(board))
            board.push(move)
            if board.peek_captured() or not board.legal_moves():
                left = 0
                break
            board.push(opponent.move(board))
            left = 0 if board.peek_captured() or known.plies(board.state) == 1 else steps_at(unpacked, board)
            if left < steps:
                break
        assert left < steps < UNPROVED


def loaded(board: Board) -> State:
    """Return the state of a search with the position of a board."""
    state = new_engine_state()
    state[:BOARD_SIZE] = board.state[:BOARD_SIZE]
    return state


def prepared(unpacked: TreeTables, board: Board) -> int:
    """Return the address of the tables that captures from a board lead to."""
    return unpacked.prepare(board.state, 120)


def steps_at(unpacked: TreeTables, board: Board) -> int:
    """Return the steps that the table of a won position tells."""
    return steps_of(loaded(board), prepared(unpacked, board))


def kept_in(known: Tables, board: Board) -> list[Move]:
    """Return the moves that keep the win."""
    return [move for move, verdict in known.probe(board).moves.items() if verdict is TableVerdict.WIN]


def test_the_search_finds_how(exact: Path, stepped: Path) -> None:
    """A single move, after which the position is still lost for the other side, and the board is as it was."""
    known, unpacked = Tables([exact]), TreeTables(Tables([stepped]))
    for board, _ in islice(won_positions(known, MATERIAL, 5), 20):
        state = loaded(board)
        found = nearest(state, prepared(unpacked, board), kept_in(known, board), [], None)
        assert np.array_equal(state[:MOVES], board.state[:MOVES])
        assert len(found) == 1
        board.push(found[0])
        assert known.probe(board).verdict is TableVerdict.LOSS


# A step away, then a wrong move and an answer, two steps away: the way back is the shortest.
BEGUN = "9/4k4/4C4/9/2P6/9/9/5K3/9/2B6 w"
ASTRAY = (Move.from_iccs("e7d7"), Move.from_iccs("e8e9"))
BACK, ELSEWHERE = Move.from_iccs("d7e7"), Move.from_iccs("f2f1")


def test_a_step_once_begun_is_brought_to_its_end(stepped: Path) -> None:
    """Two steps away it would walk to where one is left; but one was left before, and it goes on from there."""
    engine = Engine(hash_mb=1)
    engine.set_option("TablePath", str(stepped))
    engine.set_position(BEGUN, ASTRAY)
    assert engine.search(Limits(nodes=100)).best_move == BACK
    engine.set_position(after_moves(BEGUN, ASTRAY).fen(), ())
    assert engine.search(Limits(nodes=100)).best_move == ELSEWHERE


def test_what_was_begun_long_ago_is_forgotten(exact: Path, stepped: Path) -> None:
    known, unpacked = Tables([exact]), TreeTables(Tables([stepped]))
    board = after_moves(BEGUN, ASTRAY)
    begun, astray = loaded(Board(BEGUN)), loaded(board)

    def found(passed: list[State]) -> list[Move]:
        return nearest(loaded(board), prepared(unpacked, board), kept_in(known, board), passed, None)

    assert found([begun]) == [BACK]
    assert found([astray] * (MOST_MOVES - 1) + [begun]) == [ELSEWHERE]


def after_moves(fen: str, moves: Sequence[Move]) -> Board:
    """Return the position after some moves."""
    board = Board(fen)
    for move in moves:
        board.push(move)
    return board


def test_a_file_with_estimates_tells_who_wins(stepped: Path, tmp_path: Path) -> None:
    """As older versions made them: what they say of distances is left alone."""
    data = (stepped / f"{MATERIAL.name}.xqt").read_bytes()
    size = int.from_bytes(data[8:12], "little")
    head = data[16 : 16 + size].replace(b'"0>"', b'"0~"').replace(b'"steps"', b'"estimated"')
    body = head + data[16 + size :]
    old = data[:8] + len(head).to_bytes(4, "little") + zlib.crc32(body).to_bytes(4, "little") + body
    (tmp_path / f"{MATERIAL.name}.xqt").write_bytes(old)
    table = Tables([tmp_path]).table(MATERIAL)
    assert table is not None
    assert table.metric == WDL


def test_what_is_cheap_is_chosen_first() -> None:
    exact = {"KRK": 100, "KNK": 300, "KPK": 900, "KCK": 50}
    stepped = {"KRK": 40, "KNK": 50, "KPK": 100, "KRKB": 500}
    least = 40 + 50 + 100 + 500 + 50
    assert choose(exact, stepped, [], least) == {"KCK"}
    assert choose(exact, stepped, [], least + 60 + 250) == {"KCK", "KRK", "KNK"}
    assert choose(exact, stepped, ["KPK"], least + 850) == {"KCK", "KPK"}
    assert choose(exact, stepped, ["KPK"], least + 860) == {"KCK", "KPK", "KRK"}
