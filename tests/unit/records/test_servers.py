"""The records of four old game servers, on files made here."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from damage import outcomes, spoiled
from truth import differences

from xiangqi.board import START_FEN
from xiangqi.errors import RecordError
from xiangqi.records.binary import ccm, che, chn, mxq
from xiangqi.records.tree import Game

_MOVES = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7")
_KINGLESS = ("e3e4", "e6e5", "e4e5", "d9e8", "e5e6", "c9a7", "e6e7", "i6i5", "e7e8", "i5i4", "e8e9", "i4i3")
_TEXT = "弈天"


def _places(move: str) -> tuple[int, int, int, int]:
    """File and rank from, file and rank to."""
    return ord(move[0]) - 97, int(move[1]), ord(move[2]) - 97, int(move[3])


def _chn(*moves: str, turned: bool = False) -> bytes:
    data = b"\x07" * 188
    for move in moves:
        x, y, to_x, to_y = _places(move)
        numbers = (8 - x, y, 8 - to_x, to_y) if turned else (x, 9 - y, to_x, 9 - to_y)
        data += struct.pack("<HH4H20x", 9, 9, *numbers)
    return data


def _ccm(*moves: str, turned: bool = False) -> bytes:
    data = b""
    for move in moves:
        x, y, to_x, to_y = _places(move)
        x, y, to_x, to_y = (8 - x, y, 8 - to_x, to_y) if turned else (x, 9 - y, to_x, 9 - to_y)
        data += bytes([1, 0, 0, x, to_x, y, to_y])
    return data


def _che(*moves: str, newer: bool = False) -> bytes:
    numbers = [1, len(moves)]
    for ply, move in enumerate(moves):
        x, y, to_x, to_y = _places(move)
        if newer:
            numbers += [25, 32, 1 - ply % 2, y, 8 - x, to_y, 8 - to_x, 0, ply + 1, 0]
        else:
            numbers += [ply, 32, 0, y, x, to_y, to_x, 0, 0, 0]
    return " ".join(map(str, numbers)).encode()


def _mxq(*moves: str, title: str = "甲-负-乙") -> bytes:
    texts = [_TEXT, "2006.01.02", title, "2000", "1990", "", "", "", "", "", "评注", ""]
    for move in moves:
        x, y, to_x, to_y = _places(move)
        texts.append(f"{x}{'ABCDEFGHIJ'[y]}-{to_x}{'ABCDEFGHIJ'[to_y]}")
    encoded = [text.encode("gb18030") for text in [*texts, "Ends"]]
    return b"".join(bytes([len(text)]) + text for text in encoded)


_BUILDERS: tuple[tuple[ModuleType, Callable[..., bytes]], ...] = (
    (chn, _chn),
    (ccm, _ccm),
    (che, _che),
    (mxq, _mxq),
)  # fmt: skip
_ALL = pytest.mark.parametrize(("module", "build"), _BUILDERS, ids=[module.NAME for module, _ in _BUILDERS])


def _one(read: Callable[[bytes], Iterator[Game]], data: bytes) -> Game:
    (game,) = read(data)
    return game


@_ALL
def test_moves(module: ModuleType, build: Callable[..., bytes]) -> None:
    data = build(*_MOVES)
    assert module.sniff(data)
    game = _one(module.read, data)
    assert tuple(move.iccs for move in game.main_line()) == _MOVES
    assert (game.start_fen, game.format, game.errors) == (START_FEN, module.NAME, [])


@_ALL
def test_game_ends_before_a_bad_move(module: ModuleType, build: Callable[..., bytes]) -> None:
    game = _one(module.read, build(*_MOVES[:3], "e9e1", *_MOVES[3:]))
    assert len(game.main_line()) == 3
    (fault,) = game.errors
    assert fault.ply == 4
    assert fault.byte is not None


@_ALL
def test_taken_king_ends_the_game(module: ModuleType, build: Callable[..., bytes]) -> None:
    game = _one(module.read, build(*_KINGLESS))
    plies = len(game.main_line())
    assert 8 <= plies < len(_KINGLESS)
    assert game.errors[0].ply == plies + 1


@_ALL
def test_cut_anywhere(module: ModuleType, build: Callable[..., bytes]) -> None:
    whole = build(*_MOVES)
    refused, faulty, clean = outcomes(module.read, (whole[:length] for length in range(len(whole))))
    assert refused
    assert faulty
    assert refused + faulty + clean == len(whole)


@_ALL
def test_spoiled_files(module: ModuleType, build: Callable[..., bytes]) -> None:
    assert sum(outcomes(module.read, spoiled(build(*_MOVES), 400))) == 400


@pytest.mark.parametrize("module", [chn, ccm, che, mxq])
def test_other_content(module: ModuleType) -> None:
    others = [other(*_MOVES) for name, other in _BUILDERS if name is not module]
    texts = [
        b"",
        b"1",
        b"1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5",
        bytes(5000),
        START_FEN.encode(),
        b"1 2 3 4 5 6 7 8 9 10 11 12 13",
    ]
    for data in others + texts:
        assert not module.sniff(data)
        with pytest.raises(RecordError, match="byte"):
            list(module.read(data))


@pytest.mark.parametrize(("module", "build"), [(chn, _chn), (ccm, _ccm)])
def test_board_as_black_saw_it(module: ModuleType, build: Callable[..., bytes]) -> None:
    game = _one(module.read, build(*_MOVES, turned=True))
    assert tuple(move.iccs for move in game.main_line()) == _MOVES


def test_newer_kind_of_che_counts_files_from_the_right() -> None:
    game = _one(che.read, _che(*_MOVES, newer=True))
    assert tuple(move.iccs for move in game.main_line()) == _MOVES


def test_che_that_announces_more_moves() -> None:
    game = _one(che.read, _che(*_MOVES).replace(b"1 6 ", b"1 2147483648 "))
    assert len(game.main_line()) == 6
    assert "6 are there" in game.errors[0].message


def test_che_with_a_number_of_ten_thousand_digits() -> None:
    game = _one(che.read, _che(*_MOVES[:5]) + b" 5 32 0 " + b"9" * 10_000 + b" 1 7 2 0 0 0")
    assert len(game.main_line()) == 5
    assert game.errors[0].ply == 6


def test_mxq_header() -> None:
    game = _one(mxq.read, _mxq(*_MOVES))
    assert game.headers == {
        "Site": _TEXT,
        "Date": "2006.01.02",
        "Title": "甲-负-乙",
        "RedElo": "2000",
        "BlackElo": "1990",
        "Red": "甲",
        "Black": "乙",
    }
    assert (game.result, game.root.comment) == ("0-1", "评注")
    assert _one(mxq.read, _mxq(*_MOVES, title="甲-和-乙")).result == "1/2-1/2"
    assert _one(mxq.read, _mxq(*_MOVES, title="胜负")).result == "*"


def test_mxq_whose_strings_break_off() -> None:
    data = _mxq(*_MOVES)
    (fault,) = _one(mxq.read, data.replace(b"\x057J-6H", b"\xc87J-6H")).errors
    assert str(fault) == f"byte {len(data)}: the file ends without its last string 'Ends'"
    (fault,) = _one(mxq.read, data + b"more").errors
    assert str(fault) == f"byte {len(data)}: 4 bytes after the end of the game are not read"


def test_a_game_that_black_begins_is_told() -> None:
    game = _one(mxq.read, _mxq("e6e5", "e3e4"))
    assert game.main_line()
    assert "the first move is not by the side" in str(game.errors[0])


def test_mxq_with_a_string_that_is_no_move() -> None:
    game = _one(mxq.read, _mxq(*_MOVES).replace(b"\x057J-6H", b"\x05MOVES"))
    assert len(game.main_line()) == 1
    assert (game.errors[0].token, game.errors[0].message) == ("MOVES", "this is not a move")


def test_empty_records_at_the_end_of_chn_and_ccm() -> None:
    for module, build, empty in ((chn, _chn, 32), (ccm, _ccm, 7)):
        game = _one(module.read, build(*_MOVES) + bytes(3 * empty))
        assert len(game.main_line()) == 6
        assert not game.errors


def test_samples(shared_data: Path) -> None:
    for module in (mxq, che, chn, ccm):
        assert differences(shared_data, "synthetic", f".{module.NAME}", module.read) == []
