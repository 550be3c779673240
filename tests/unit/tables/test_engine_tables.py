"""Tests of the engine with endgame tables: its moves at the root, and its reports."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from solved import write_tables

from xiangqi.board import Board, Move
from xiangqi.engine.common.techniques import mask_without
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.evaluation.endgames import TABLE_WIN, look_up
from xiangqi.engine.worker import Engine
from xiangqi.resources import asset
from xiangqi.tables import Tables, TableVerdict

WON = "2b2k3/9/4b4/9/9/9/9/1R7/9/4K4 w"
DRAWN = "4k4/4a4/9/4P4/9/9/9/9/9/4K4 w"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of a chariot and of a soldier."""
    folder = tmp_path_factory.mktemp("tables")
    write_tables(folder, "KRKBB", "KPKA")
    return folder


@pytest.fixture
def engine(folder: Path) -> Engine:
    """An engine with these tables only."""
    engine = Engine(hash_mb=1)
    engine.set_option("TablePath", str(folder))
    return engine


def test_a_win_is_won_as_fast_as_the_table_says(engine: Engine, folder: Path) -> None:
    tables = Tables([folder])
    board = Board(WON)
    left = tables.probe(board).plies
    while board.legal_moves():
        if board.turn == Board(WON).turn:
            engine.set_position(board.fen(), ())
            found = engine.search(Limits(depth=2))
            assert found.best_move is not None
            assert found.info is not None
            assert found.info.mate is not None or found.info.score_cp == TABLE_WIN - (left or 0)
            board.push(found.best_move)
        else:
            board.push(max(board.legal_moves(), key=lambda move: resistance(tables, board, move)))
        now = tables.probe(board)
        assert now.verdict is (TableVerdict.LOSS if board.turn != Board(WON).turn else TableVerdict.WIN)
        taken = board.peek_captured()
        assert taken or (left is not None and now.plies == left - 1)
        left = now.plies
    assert board.is_check() or not board.legal_moves()


def resistance(tables: Tables, board: Board, move: Move) -> int:
    """Return the plies that a move of the losing side holds out."""
    taking = board.is_capture(move)
    board.push(move)
    plies = 0 if taking else tables.probe(board).plies or 0
    board.pop()
    return plies


def test_a_draw_is_called_a_draw(engine: Engine) -> None:
    engine.set_position(DRAWN, ())
    found = engine.search(Limits(depth=3))
    assert found.info is not None
    assert found.info.score_cp == 0


def test_every_line_is_scored_by_what_its_move_keeps(engine: Engine) -> None:
    start = "4k1b2/9/4b4/9/9/9/9/4R4/9/3K5 w"  # where the chariot may be thrown away
    engine.set_option("MultiPV", "20")
    engine.set_position(start, ())
    scores: dict[Move, int | None] = {}
    engine.search(Limits(depth=3), lambda info: scores.update({info.pv[0]: info.score_cp}))
    assert set(scores) == set(Board(start).legal_moves())
    assert scores[Move.from_iccs("e2e7")] == 0
    assert any(score is not None and score > TABLE_WIN - 100 for score in scores.values())


def test_without_tables_the_search_is_alone(folder: Path) -> None:
    engine = Engine(hash_mb=1, techniques=mask_without(["tables"]))
    engine.set_option("TablePath", str(folder))
    engine.set_position(DRAWN, ())
    found = engine.search(Limits(depth=3))
    assert found.info is not None
    assert found.info.score_cp is not None
    assert abs(found.info.score_cp) > 20


def test_a_weak_level_does_not_look(engine: Engine) -> None:
    engine.set_option("Level", "1")
    engine.set_position(WON, ())
    found = engine.search(Limits(depth=1))
    assert found.info is not None
    assert found.info.score_cp is None or found.info.score_cp < TABLE_WIN - 500


def test_a_mate_that_was_found_stays_one(folder: Path) -> None:
    board = Board(WON)
    moves = board.legal_moves()
    knowledge = look_up(Tables([folder]), board, moves)
    assert knowledge is not None
    move = knowledge.kept[0]
    info = Info(depth=1, seldepth=1, nodes=1, time_ms=1, mate=5, pv=(move,))
    assert knowledge.corrected(info) is info
    assert knowledge.corrected(replace(info, mate=-5)).score_cp == knowledge.scores[move]


def test_files_that_cannot_be_used_are_named(folder: Path, tmp_path: Path) -> None:
    for path in folder.glob("*.xqt"):
        data = path.read_bytes()
        (tmp_path / path.name).write_bytes(data if path.stem != "KRKB" else data[:-3])
    (tmp_path / "holiday.xqt").write_bytes(b"")
    engine = Engine(hash_mb=1)
    engine.set_option("TablePath", str(tmp_path))
    assert len(engine.refused_tables) == 2
    for name in ("KRKB.xqt", "holiday.xqt"):
        assert any(str(tmp_path / name) in reason for reason in engine.refused_tables)
    with pytest.raises(ValueError, match="does not exist"):
        engine.set_option("TablePath", str(tmp_path / "nowhere"))
    engine.set_option("TablePath", str(folder))
    assert engine.refused_tables == ()


def test_what_no_table_covers_is_searched(folder: Path) -> None:
    board = Board()
    assert look_up(Tables([folder]), board, board.legal_moves()) is None


def test_a_draw_that_only_a_repetition_keeps_is_kept() -> None:
    """The elephant may go back to where it was; whatever else Black plays loses."""
    tables = Tables([asset("tables")])
    board = Board("9/4k4/b2a5/9/9/9/9/5C3/9/3K1A3 b")
    played = """a7c9 f2d2 e8e9 f0e1 e9e8 e1f2 c9a7 d0d1 e8e7 d2e2 e7e8 e2e7 a7c5 e7e0 e8e9 e0b0 d7e8 b0f0 e8f9
        d1d0 c5a7 f0e0 e9e8 e0f0 e8e9 f0e0 a7c5 f2e1 f9e8 d0d1 c5a7 d1d2 a7c5 d2d1"""
    for move in re.findall("[a-i0-9]{4}", played):
        board.push(Move.from_iccs(move))
    knowledge = look_up(tables, board, board.legal_moves())
    assert knowledge is not None
    kept = tables.probe(board).moves
    assert {kept[move] for move in knowledge.kept} == {TableVerdict.DRAW}
    assert TableVerdict.LOSS in kept.values()
