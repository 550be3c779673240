"""XQF: what is written is read again; encryption, faults and damage on files made here."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from damage import outcomes, spoiled
from foreign_files import encrypted_xqf
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import ANYTHING, games
from truth import differences

from xiangqi.board import START_FEN, Move
from xiangqi.errors import RecordError
from xiangqi.records.binary import xqf
from xiangqi.records.tree import EMPTY_FEN, Game, GameNode, same_tree

_SHORT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs"]), max_size=3)
_START = (
    bytes([80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3])
    + bytes([9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86])
)  # fmt: skip
_NEXT, _VARIATION = 0x10, 0x01


def _game(*moves: str, start_fen: str = START_FEN) -> Game:
    game = Game(start_fen=start_fen)
    node = game.root
    for move in moves:
        node = node.add(Move.from_iccs(move))
    return game


def _number(square: str) -> int:
    return 10 * (ord(square[0]) - ord("a")) + int(square[1])


def _file(
    *records: tuple[int, int, int, bytes], squares: bytes = _START, kind: int = 0, side: int = 0
) -> bytes:
    """Return a plain file: records of from, to, flags and comment, after a root that goes on."""
    header = bytearray(1024)
    header[:3] = b"XQ\x0a"
    header[0x10:0x30] = squares
    header[0x32], header[0x40] = side, kind
    body = b"".join(
        struct.pack("<BBBBI", origin + 24, target + 32, flags, 0, len(comment)) + comment
        for origin, target, flags, comment in ((0, 0, _NEXT, b""), *records)
    )
    return bytes(header) + body


def _moves(*moves: str) -> list[tuple[int, int, int, bytes]]:
    last = len(moves) - 1
    return [
        (_number(move[:2]), _number(move[2:]), _NEXT if i < last else 0, b"") for i, move in enumerate(moves)
    ]


def _one(data: bytes) -> Game:
    (game,) = xqf.read(data)
    return game


@given(
    games(texts=ANYTHING, glyphs=False),
    st.dictionaries(st.sampled_from(["Event", "Red", "Black", "Site"]), _SHORT),
)
@settings(max_examples=150)
def test_a_written_game_is_read_back(written: Game, headers: dict[str, str]) -> None:
    written.headers = headers
    read = _one(xqf.write(written))
    assert same_tree(written.root, read.root)
    assert read.headers == {name: text for name, text in headers.items() if text}
    assert read.start_fen.split()[:2] == written.start_fen.split()[:2]
    assert read.result == written.result
    assert not read.errors


@given(games(texts=ANYTHING, most_moves=12), st.integers(11, 18), st.binary(min_size=13, max_size=13))
@settings(max_examples=100)
def test_encrypted_versions_are_deciphered(written: Game, version: int, keys: bytes) -> None:
    read = _one(encrypted_xqf(xqf.write(written), version, keys))
    for node in written.root.walk():
        node.nags = ()
    assert same_tree(written.root, read.root)
    assert read.start_fen.split()[0] == written.start_fen.split()[0]
    assert not read.errors


def test_texts_are_cut_at_whole_characters() -> None:
    game = _game("h2e2")
    game.headers = {"Red": "一二三四五六七八九", "Event": "a" * 80}
    read = _one(xqf.write(game))
    assert read.headers == {"Red": "一二三四五六七", "Event": "a" * 63}


def test_length_byte_beyond_its_field() -> None:
    data = bytearray(_file(*_moves("h2e2")))
    data[0x130] = 200
    data[0x131:0x140] = "胡荣华许银川赵国".encode("gb18030")[:15]
    game = _one(bytes(data))
    assert game.headers == {"Red": "胡荣华许银川赵"}


def test_any_table_of_squares_counts() -> None:
    squares = bytes([0xFF] * 4 + [40] + [0xFF] * 6 + [85] + [0xFF] * 8 + [49] + [0xFF] * 11)
    game = _one(_file(*_moves("i5i6", "e9e8"), squares=squares, kind=0))
    assert game.start_fen == "4k4/9/9/9/8P/9/9/9/9/4K4 w - - 0 1"
    assert game.errors[0].message == "starting position: the generals face each other on an open file"


def test_no_table_in_a_full_game_means_the_usual_start() -> None:
    assert _one(_file(*_moves("h2e2"), squares=b"\xff" * 32, kind=0)).start_fen == START_FEN
    assert _one(_file(squares=b"\xff" * 32, kind=3)).start_fen == EMPTY_FEN


def test_first_mover_decides_the_side() -> None:
    game = _one(_file(*_moves("h9g7", "h2e2"), side=0))
    assert game.start_fen.split()[1] == "b"
    assert len(game.main_line()) == 2
    assert _one(_file(*_moves("h2e2"), side=1)).start_fen == START_FEN
    assert _one(xqf.write(_game(start_fen="3k5/9/9/9/9/9/9/9/4A4/4K4 b - - 0 1"))).start_fen.split()[1] == "b"


def test_line_ends_before_an_illegal_move() -> None:
    game = _one(_file(*_moves("h2e2", "h9g7", "h0h9", "i9h9")))
    assert [move.iccs for move in game.main_line()] == ["h2e2", "h9g7"]
    (fault,) = game.errors
    assert (fault.ply, fault.token, fault.byte) == (3, "h0h9", 1024 + 3 * 8)


def test_variations_of_an_illegal_move_stay() -> None:
    data = _file(
        (_number("h2"), _number("e2"), _NEXT | _VARIATION, b""),
        (_number("e9"), _number("e5"), _NEXT | _VARIATION, b""),  # no move of a king
        (_number("h0"), _number("g2"), 0, b""),
        (_number("h9"), _number("g7"), 0, "好".encode("gb18030")),
        (_number("c3"), _number("c4"), 0, b""),
    )
    game = _one(data)
    first, second = game.root.children
    assert (str(first.move), str(second.move)) == ("h2e2", "c3c4")
    assert [(str(node.move), node.comment) for node in first.children] == [("h9g7", "好")]
    assert len(game.errors) == 1


@pytest.mark.parametrize(
    ("records", "ply", "text"),
    [
        ([(99, 24, 0, b"")], 1, "start point 99"),
        ([(72, 200, 0, b"")], 1, "end point 200"),
        ([(72, 42, _NEXT, b""), (40, 40, 0, b"")], 2, "not a legal move"),
    ],
)
def test_senseless_squares_become_faults(
    records: list[tuple[int, int, int, bytes]], ply: int, text: str
) -> None:
    game = _one(_file(*records))
    assert game.errors[0].ply == ply
    assert text in game.errors[0].message
    assert len(game.main_line()) == ply - 1


def test_missing_king_and_shared_point_are_told() -> None:
    squares = bytearray(_START)
    squares[4] = 0xFF
    squares[15] = 83
    messages = [fault.message for fault in _one(_file(*_moves("h2e2"), squares=bytes(squares))).errors]
    assert messages[0] == "two pieces stand on i3"
    assert "red has no general" in messages[1]


def test_garbage_after_the_tree_is_told_and_filling_is_not() -> None:
    file = _file(*_moves("h2e2", "h9g7"))
    game = _one(file + b"\xff" * 999)
    assert len(game.main_line()) == 2
    assert [(str(fault.message), fault.byte) for fault in game.errors] == [
        ("999 bytes after the end of the game are ignored", len(file))
    ]
    assert not _one(file + bytes(999)).errors


def test_every_record_has_a_variation_and_the_file_ends() -> None:
    moves = ["h2e2", "h9g7", "h0g2", "i9h9"]
    data = _file(*((_number(move[:2]), _number(move[2:]), 0xFF, b"") for move in moves))
    game = _one(data)
    assert [move.iccs for move in game.main_line()] == moves
    assert game.errors[-1].byte == len(data)


def test_comment_of_two_thousand_million_bytes() -> None:
    data = bytearray(_file((72, 42, _NEXT, b"see"), *_moves("h9g7")))
    data[1024 + 12 : 1024 + 16] = struct.pack("<I", 1 << 31)
    game = _one(bytes(data))
    assert len(game.main_line()) == 1
    assert "2147483648 bytes" in game.errors[0].message


def test_not_this_format() -> None:
    with pytest.raises(RecordError, match="starts with 'XQ'"):
        list(xqf.read(b"ZZ" + bytes(2000)))
    with pytest.raises(RecordError, match="byte 700"):
        list(xqf.read(_file()[:700]))
    assert not xqf.sniff(b"XQ of the year")


def test_version_of_the_future() -> None:
    game = _one(encrypted_xqf(_file(*_moves("h2e2")), 77, bytes(range(13))))
    assert len(game.main_line()) == 1
    assert "version 77 is unknown" in game.errors[0].message


def test_more_pieces_than_the_format_holds() -> None:
    with pytest.raises(RecordError, match="more pieces of one kind"):
        xqf.write(_game(start_fen="4k4/9/9/9/9/9/9/9/RRR6/3K5 w - - 0 1"))


def test_a_file_cut_anywhere_gives_games_or_errors() -> None:
    game = _game("h2e2", "h9g7", "h0g2", "i9h9")
    game.root.children[0].comment = "当头炮"
    whole = xqf.write(game)
    assert outcomes(xqf.read, (whole[:length] for length in range(len(whole)))) == (1024, len(whole) - 1024, 0)


def _comb(plies: int) -> Game:
    """Return a long line with four variations beside each of its moves."""
    game = Game()
    node: GameNode = game.root
    others = {0: ("c3c4", "g3g4", "h2e2", "b2e2"), 1: ("c6c5", "g6g5", "h7e7", "b7e7")}
    for ply in range(plies):
        parent, node = node, node.add(Move.from_iccs(("a0a1", "a9a8", "a1a0", "a8a9")[ply % 4]))
        for other in others[ply % 2]:
            parent.add(Move.from_iccs(other))
    return game


def test_a_hundred_thousand_nodes() -> None:
    game = _comb(20_000)
    read = _one(xqf.write(game))
    assert not read.errors
    assert same_tree(game.root, read.root)


def test_spoiled_files_raise_nothing_but_record_errors() -> None:
    game = _comb(6)
    game.headers = {"Red": "胡荣华", "Event": "五羊杯"}
    game.root.children[0].comment = "当头炮\n！"
    plain = xqf.write(game)
    for data in (plain, encrypted_xqf(plain, 18, bytes(range(3, 16)))):
        assert sum(outcomes(xqf.read, spoiled(data, 400))) == 400


def test_samples_are_read_as_expected(shared_data: Path) -> None:
    assert differences(shared_data, "xqf", ".xqf", xqf.read) == []
