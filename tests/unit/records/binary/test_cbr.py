"""CBR and CBL on files made here byte by byte."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from damage import outcomes, spoiled
from foreign_files import cbl_library, cbr_record, old_cbr_record
from hypothesis import given, settings
from trees import ANYTHING, games
from truth import differences

from xiangqi.board import START_FEN, Board
from xiangqi.errors import RecordError
from xiangqi.records.binary import cbl, cbr
from xiangqi.records.tree import EMPTY_FEN, Game, same_tree


def _sample(**headers: str) -> Game:
    game = Game(headers=headers, result="1-0")
    board = Board()
    node = game.root
    for iccs in ("h2e2", "h9g7", "h0g2", "i9h9"):
        move = next(move for move in board.legal_moves() if move.iccs == iccs)
        node = node.add(move)
        board.push(move)
    node.comment = "出车"
    return game


def _one(data: bytes) -> Game:
    (game,) = cbr.read(data)
    return game


@given(games(texts=ANYTHING, glyphs=False))
@settings(max_examples=100)
def test_any_tree_is_read_back(game: Game) -> None:
    read = _one(cbr_record(game))
    assert same_tree(game.root, read.root)
    assert read.start_fen.split()[:2] == game.start_fen.split()[:2]
    assert read.result == game.result
    assert not read.errors


@pytest.mark.parametrize("junk", [b"\x07\x00", b"\x01\xd8", b"\x01\xe0", b"A\0\0\0"])
def test_headers_among_the_rubbish_of_unused_fields(junk: bytes) -> None:
    headers = {"Title": "决赛", "Event": "五羊杯", "Red": "红方", "RedTeam": "广东", "Black": "黑方"}
    read = _one(cbr_record(_sample(**headers), junk=junk))
    assert read.headers == headers
    assert (read.result, read.encoding, read.format) == ("1-0", "utf-16-le", "cbr")


@given(games(texts=ANYTHING, glyphs=False))
@settings(max_examples=30)
def test_any_tree_of_version_1(game: Game) -> None:
    read = _one(old_cbr_record(game))
    assert same_tree(game.root, read.root)
    assert read.start_fen.split()[:2] == game.start_fen.split()[:2]
    assert not read.errors


def test_version_1_has_a_title_and_no_more() -> None:
    read = _one(old_cbr_record(_sample(Title="决赛", Event="五羊杯"), junk=b"\x01\xd8"))
    assert (read.headers, read.result) == ({"Title": "决赛"}, "*")


def test_a_point_of_version_1_beyond_the_board_is_told() -> None:
    data = bytearray(old_cbr_record(_sample()))
    data[1958 + 4 + 3] = 0x0A
    (fault,) = _one(bytes(data)).errors
    assert (fault.ply, fault.token, fault.byte) == (1, "77-0a", 1962)


def test_a_version_that_is_not_known_is_told() -> None:
    data = bytearray(cbr_record(_sample()))
    data[19] = 3
    (fault,) = _one(bytes(data)).errors
    assert (fault.byte, fault.message) == (19, "version 3 is unknown; read as version 2, the latest supported")


def test_damage_of_version_1() -> None:
    whole = old_cbr_record(_sample())
    assert sum(outcomes(cbr.read, (whole[:length] for length in range(0, len(whole), 7)))) > 0
    assert sum(outcomes(cbr.read, spoiled(whole, 300))) == 300


def test_byte_that_is_no_piece() -> None:
    data = bytearray(cbr_record(_sample()))
    data[2120 + 40] = 0x38
    (fault,) = _one(bytes(data)).errors
    assert (fault.byte, fault.message) == (2160, "0x38 is not a piece")


def test_squares_off_the_board_end_the_line() -> None:
    data = bytearray(cbr_record(_sample()))
    data[2214 + 4 * 3 + 3] = 90  # third move, goal
    game = _one(bytes(data))
    assert len(game.main_line()) == 2
    assert (game.errors[0].ply, game.errors[0].byte) == (3, 2226)
    assert "end point 90" in game.errors[0].message


def test_comment_longer_than_the_file() -> None:
    data = bytearray(cbr_record(_sample()))
    data[-8:-4] = struct.pack("<I", 0xFFFFFFFF)
    game = _one(bytes(data))
    assert len(game.main_line()) == 4
    assert "4294967295 bytes" in game.errors[0].message


def test_not_this_format() -> None:
    with pytest.raises(RecordError, match="CCBridge Record"):
        list(cbr.read(bytes(3000)))
    with pytest.raises(RecordError, match="byte 2000"):
        list(cbr.read(cbr_record(_sample())[:2000]))


def test_library_with_a_heading_and_a_long_game() -> None:
    long = _sample(Title="long")
    long.root.comment = "长" * 3000  # two slots
    heading = Game(headers={"Title": "第一轮"}, start_fen=EMPTY_FEN)
    read = list(cbl.read(cbl_library(cbr_record(heading), cbr_record(long), cbr_record(_sample(Title="last")))))
    assert [game.headers["Title"] for game in read] == ["第一轮", "long", "last"]
    assert [(game.start_fen, len(game.main_line())) for game in read] == [
        (EMPTY_FEN, 0),
        (START_FEN, 4),
        (START_FEN, 4),
    ]
    assert not any(game.errors for game in read)
    assert {game.format for game in read} == {"cbl"}


@pytest.mark.parametrize(("rest", "plies"), [(100, 0), (2214 + 6, 0), (2214 + 8, 1), (4000, 4)])
def test_cut_library_gives_the_whole_records(rest: int, plies: int) -> None:
    data = cbl_library(cbr_record(_sample(Title="whole")), cbr_record(_sample(Title="cut")))
    whole, cut = cbl.read(data[: 101952 + 4096 + rest])
    assert not whole.errors
    assert len(whole.main_line()) == 4
    assert len(cut.main_line()) == plies
    assert cut.errors[-1].message == f"the library is truncated: its last slot has {rest} of 4096 bytes"


def test_index_of_two_thousand_million_entries() -> None:
    (game,) = cbl.read(cbl_library(cbr_record(_sample()), capacity=2**31 - 1))
    assert len(game.main_line()) == 4
    assert (game.errors[0].byte, game.errors[0].message) == (
        60,
        "the file is too small for an index of 2147483647 entries",
    )


def test_library_without_records() -> None:
    with pytest.raises(RecordError, match="before its first game record"):
        list(cbl.read(cbl_library()))
    with pytest.raises(RecordError, match="CCBridgeLibrary"):
        list(cbl.read(cbr_record(_sample())))


def test_spoiled_files_raise_nothing_but_record_errors() -> None:
    record = cbr_record(_sample(Red="红"))
    assert sum(outcomes(cbr.read, spoiled(record, 300))) == 300
    library = cbl_library(record, record)[101952 - 16 :]
    library = b"CCBridgeLibrary\0" + library[16:]
    assert sum(outcomes(cbl.read, spoiled(library, 300))) == 300


def test_samples_are_read_as_expected(shared_data: Path) -> None:
    assert differences(shared_data, "cbr", ".cbr", cbr.read) == []
    assert differences(shared_data, "cbl", ".cbl", cbl.read) == []
