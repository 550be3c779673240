"""Tests of tables unpacked for the tree: kernels and files agree, and the search uses the values."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from solved import fetch, positions, write_tables

from xiangqi.board import Board, Move
from xiangqi.core.constants import BOARD_SIZE, COUNTS, MOVE_STACK, MOVES
from xiangqi.core.position import State
from xiangqi.engine.common.layout import new_engine_state
from xiangqi.engine.common.scores import TABLE_WIN
from xiangqi.engine.common.techniques import mask_without
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.worker import Engine
from xiangqi.tables import Tables
from xiangqi.tables.material import Endgame
from xiangqi.tables.tablefile import SUFFIX
from xiangqi.tables.treeprobe import NOT_COVERED, WDL_LOSS, WDL_WIN, table_bounds
from xiangqi.tables.treetables import TreeTables, counts_of, material_of_counts

LIMIT = 120  # plies

# Red takes an advisor without giving mate, and a chariot beats the other alone; or goes on against two.
ONE_CAPTURE_AWAY = "4ka3/9/3a5/9/9/9/9/9/3R5/5K3 w"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of a few materials."""
    folder = tmp_path_factory.mktemp("tables")
    write_tables(folder, "KPPKC", "KNKP", "KRKA")
    return folder


def root_state(root: Endgame) -> State:
    """Return a state with the material of a root and no board."""
    state = new_engine_state()
    state[COUNTS] = counts_of(root)
    return state


def told(directory: int, board: Board) -> int:
    """Return what the kernels say of a position; the tables are to be kept meanwhile."""
    assert directory
    state = new_engine_state()
    state[:BOARD_SIZE] = board.state[:BOARD_SIZE]
    return table_bounds(state, directory, MOVE_STACK)


@pytest.mark.parametrize(
    ("name", "root"),
    [("KPPKC", "KPPPKCAAB"), ("KPPKC", "KCAABKPPP"), ("KRKA", "KRPKAA"), ("KNKP", "KPKNN")],
)
def test_kernels_read_what_files_say(folder: Path, name: str, root: str) -> None:
    tables = Tables([folder])
    unpacked = TreeTables(tables)
    directory = unpacked.prepare(root_state(Endgame.parse(root)), LIMIT)
    assert directory
    material = Endgame.parse(name).canonical
    sets = fetch(material)
    rng = random.Random(name)
    numbers = [
        (rng.randrange(2), rng.randrange(sets.layout.cells), rng.randrange(sets.layout.bits))
        for _ in range(1200)
    ]
    seen: Counter[int] = Counter()
    room = new_engine_state()
    for _, _, _, board in positions(sets, iter(numbers)):
        room[:BOARD_SIZE] = board.state[:BOARD_SIZE]
        found = table_bounds(room, directory, MOVE_STACK)
        assert np.array_equal(room[:MOVES], board.state[:MOVES])
        wanted = tables.bounds(board.state)
        assert wanted is not None
        if found != NOT_COVERED:
            assert found == 3 * (wanted.low + 1) + wanted.high + 1, board.fen()
        seen[found] += 1
    assert seen[NOT_COVERED]  # in the other colours, which captures from this root cannot lead to
    assert len(seen) > 2


def test_a_material_goes_there_and_back() -> None:
    for name in ("KKP", "KRRNNCCPPPPPAABBKRRNNCCPPPPPAABB", "KNPKAABB"):
        material = Endgame.parse(name)
        assert material_of_counts(counts_of(material)) == material


@pytest.mark.parametrize("root", ["KRPPKAABBPPP", "KKAA"])
def test_nothing_is_unpacked_far_from_tables(folder: Path, root: str) -> None:
    assert TreeTables(Tables([folder])).prepare(root_state(Endgame.parse(root)), LIMIT) == 0


def test_no_table_is_opened_far_from_all(tmp_path: Path) -> None:
    """Opening one that is damaged would be noted."""
    (tmp_path / f"KPPKC{SUFFIX}").write_bytes(b"nothing of use")
    tables = Tables([tmp_path])
    unpacked = TreeTables(tables)
    unpacked.prepare(root_state(Endgame.parse("KRPPKAABBPPC")), LIMIT)
    assert not tables.refused
    unpacked.prepare(root_state(Endgame.parse("KRPPKC")), LIMIT)
    assert tables.refused


def test_a_win_beyond_the_natural_limit_is_none(folder: Path) -> None:
    root = root_state(Endgame.parse("KRKAA"))
    tables = Tables([folder])
    table = tables.table(Endgame.parse("KRKA"))
    assert table is not None
    assert table.longest is not None
    unpacked = TreeTables(tables)
    board = Board("3k1a3/9/9/9/9/9/9/9/3R5/4K4 b")
    assert told(unpacked.prepare(root, table.longest), board) == WDL_LOSS
    assert told(unpacked.prepare(root, table.longest - 1), board) == NOT_COVERED


def test_what_is_too_large_is_left_out(folder: Path) -> None:
    small = TreeTables(Tables([folder]), room=4096)
    directory = small.prepare(root_state(Endgame.parse("KPPPKC")), LIMIT)
    assert told(directory, Board("4k4/9/9/3P5/9/9/9/9/9/4K4 w")) == WDL_WIN
    assert told(directory, Board("4k4/4c4/9/3P1P3/9/9/9/9/9/4K4 w")) == NOT_COVERED


def test_time_is_kept(folder: Path) -> None:
    """With no time nothing is unpacked, and the next call with time unpacks the rest."""
    root = root_state(Endgame.parse("KRKAA"))
    unpacked = TreeTables(Tables([folder]))
    assert unpacked.prepare(root, LIMIT, seconds=-1.0) == 0
    assert unpacked.prepare(root, LIMIT) != 0


def test_a_damaged_table_is_left_out_and_named(folder: Path, tmp_path: Path) -> None:
    for path in folder.glob("*.xqt"):
        data = path.read_bytes()
        (tmp_path / path.name).write_bytes(data if path.stem != "KRKA" else data[:-5])
    tables = Tables([tmp_path])
    unpacked = TreeTables(tables)
    directory = unpacked.prepare(root_state(Endgame.parse("KRKAA")), LIMIT)
    assert told(directory, Board("3k1a3/9/9/9/9/9/9/9/3R5/4K4 b")) == NOT_COVERED
    assert told(directory, Board("3k5/9/9/9/9/9/9/9/3R5/4K4 b")) == WDL_LOSS
    assert list(tables.refused) == [tmp_path / "KRKA.xqt"]


def score_of(engine: Engine, fen: str, depth: int) -> tuple[int | None, int | None, Move | None]:
    """Centipawns, mate and move of a search."""
    engine.set_position(fen, ())
    found = engine.search(Limits(depth=depth))
    assert found.info is not None
    return found.info.score_cp, found.info.mate, found.best_move


def test_the_search_takes_its_word(folder: Path) -> None:
    engine = Engine(hash_mb=1)
    engine.set_option("TablePath", str(folder))
    score, mate, move = score_of(engine, ONE_CAPTURE_AWAY, 1)
    assert (score, mate, move) == (TABLE_WIN - 1, None, Move.from_iccs("d1d7"))
    alone = Engine(hash_mb=1, techniques=mask_without(["tables"]))
    alone.set_option("TablePath", str(folder))
    assert score_of(alone, ONE_CAPTURE_AWAY, 1)[0] != TABLE_WIN - 1


@pytest.mark.parametrize("fen", [ONE_CAPTURE_AWAY, "4ka3/9/5a3/9/9/9/9/9/5R3/3K5 w"])
def test_the_search_goes_on_to_the_mate(folder: Path, fen: str) -> None:
    """Beyond the capture after which tables know that the game is won."""
    engine = Engine(hash_mb=1)
    engine.set_option("TablePath", str(folder))
    engine.set_position(fen, ())
    found: list[Info] = []
    engine.search(Limits(depth=12), found.append)
    assert found[0].score_cp == TABLE_WIN - 1
    assert found[-1].mate is not None
    assert len(found[-1].pv) == 2 * found[-1].mate - 1
    board = Board(fen)
    for move in found[-1].pv:
        board.push(move)
    assert not board.legal_moves()


def test_the_table_of_the_search_counts_from_the_node(folder: Path) -> None:
    """What one search has learnt serves the next one, a ply later or earlier."""
    engine = Engine(hash_mb=1)
    engine.set_option("TablePath", str(folder))
    before = "3k1a3/9/3a5/9/9/9/9/9/4R4/4K4 w"
    for _ in range(2):
        score, mate, _ = score_of(engine, before, 6)
        assert mate is not None or (score is not None and score >= TABLE_WIN - 3)


def test_a_soldier_where_none_can_come_to_is_no_matter_for_tables(folder: Path) -> None:
    """Tables do not number such places, in the tree or beside it."""
    tables = Tables([folder])
    tree = TreeTables(tables)
    usual, composed = (Board(f"{ranks}/4N4/9/9/9/4K4 b") for ranks in ("3k5/9/9/9/8p", "3k4p/9/9/9/9"))
    assert tree.prepare(usual.state, LIMIT)
    assert tables.bounds(usual.state.copy()) is not None
    assert tree.prepare(composed.state, LIMIT) == 0
    assert tables.bounds(composed.state.copy()) is None
