"""The records of four old game servers, on files made here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from damage import outcomes, spoiled
from foreign_files import (
    SERVER_MOVES,
    ccm_file,
    che_file,
    chn_file,
    later_chn_file,
    mxq_file,
    other_ccm_file,
)
from truth import differences

from xiangqi.board import START_FEN
from xiangqi.errors import RecordError
from xiangqi.records.binary import ccm, che, chn, mxq
from xiangqi.records.tree import Game

_KINGLESS = ("e3e4", "e6e5", "e4e5", "d9e8", "e5e6", "c9a7", "e6e7", "i6i5", "e7e8", "i5i4", "e8e9", "i4i3")
_BUILDERS: tuple[tuple[ModuleType, Callable[..., bytes]], ...] = (
    (chn, chn_file),
    (ccm, ccm_file),
    (che, che_file),
    (mxq, mxq_file),
    (chn, later_chn_file),
    (ccm, other_ccm_file),
)  # fmt: skip
_NAMES = [build.__name__.removesuffix("_file") for _, build in _BUILDERS]
_ALL = pytest.mark.parametrize(("module", "build"), _BUILDERS, ids=_NAMES)


def _one(read: Callable[[bytes], Iterator[Game]], data: bytes) -> Game:
    (game,) = read(data)
    return game


@_ALL
def test_moves_of_every_server_are_read(module: ModuleType, build: Callable[..., bytes]) -> None:
    data = build(*SERVER_MOVES)
    assert module.sniff(data)
    game = _one(module.read, data)
    assert tuple(move.iccs for move in game.main_line()) == SERVER_MOVES
    assert (game.start_fen, game.format, game.errors) == (START_FEN, module.NAME, [])


@_ALL
def test_game_ends_before_a_bad_move(module: ModuleType, build: Callable[..., bytes]) -> None:
    game = _one(module.read, build(*SERVER_MOVES[:3], "e9e1", *SERVER_MOVES[3:]))
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
def test_a_file_cut_anywhere_is_refused_or_faulty(module: ModuleType, build: Callable[..., bytes]) -> None:
    whole = build(*SERVER_MOVES)
    refused, faulty, clean = outcomes(module.read, (whole[:length] for length in range(len(whole))))
    assert refused
    assert faulty
    assert refused + faulty + clean == len(whole)


@_ALL
def test_spoiled_files_raise_nothing_but_record_errors(module: ModuleType, build: Callable[..., bytes]) -> None:
    assert sum(outcomes(module.read, spoiled(build(*SERVER_MOVES), 400))) == 400


@pytest.mark.parametrize("module", [chn, ccm, che, mxq])
def test_other_content_is_not_recognised(module: ModuleType) -> None:
    others = [other(*SERVER_MOVES) for name, other in _BUILDERS if name is not module]
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


@pytest.mark.parametrize(
    ("module", "build"),
    [(chn, chn_file), (ccm, ccm_file), (chn, later_chn_file), (ccm, other_ccm_file)],
)
def test_board_as_black_saw_it(module: ModuleType, build: Callable[..., bytes]) -> None:
    game = _one(module.read, build(*SERVER_MOVES, turned=True))
    assert tuple(move.iccs for move in game.main_line()) == SERVER_MOVES


def test_newer_kind_of_che_counts_files_from_the_right() -> None:
    game = _one(che.read, che_file(*SERVER_MOVES, newer=True))
    assert tuple(move.iccs for move in game.main_line()) == SERVER_MOVES


def test_che_that_announces_more_moves() -> None:
    game = _one(che.read, che_file(*SERVER_MOVES).replace(b"1 6 ", b"1 2147483648 "))
    assert len(game.main_line()) == 6
    assert "found 6" in game.errors[0].message


def test_che_with_a_number_of_ten_thousand_digits() -> None:
    game = _one(che.read, che_file(*SERVER_MOVES[:5]) + b" 5 32 0 " + b"9" * 10_000 + b" 1 7 2 0 0 0")
    assert len(game.main_line()) == 5
    assert game.errors[0].ply == 6


def test_the_mxq_header_becomes_tags() -> None:
    game = _one(mxq.read, mxq_file(*SERVER_MOVES))
    assert game.headers == {
        "Site": "弈天",
        "Date": "2006.01.02",
        "Title": "甲-负-乙",
        "RedElo": "2000",
        "BlackElo": "1990",
        "Red": "甲",
        "Black": "乙",
    }
    assert (game.result, game.root.comment) == ("0-1", "评注")
    assert _one(mxq.read, mxq_file(*SERVER_MOVES, title="甲-和-乙")).result == "1/2-1/2"
    assert _one(mxq.read, mxq_file(*SERVER_MOVES, title="胜负")).result == "*"


def test_mxq_whose_strings_break_off() -> None:
    data = mxq_file(*SERVER_MOVES)
    (fault,) = _one(mxq.read, data.replace(b"\x057J-6H", b"\xc87J-6H")).errors
    assert str(fault) == f"byte {len(data)}: the string 'Ends' is missing at the end of the file"
    (fault,) = _one(mxq.read, data + b"more").errors
    assert str(fault) == f"byte {len(data)}: 4 bytes after the end of the game are ignored"


def test_a_game_that_black_begins_is_told() -> None:
    game = _one(mxq.read, mxq_file("e6e5", "e3e4"))
    assert game.main_line()
    assert "the first move is not by the side" in str(game.errors[0])


def test_mxq_with_a_string_that_is_no_move() -> None:
    game = _one(mxq.read, mxq_file(*SERVER_MOVES).replace(b"\x057J-6H", b"\x05MOVES"))
    assert len(game.main_line()) == 1
    assert (game.errors[0].token, game.errors[0].message) == ("MOVES", "this is not a move")


def test_empty_records_at_the_end_of_chn_and_ccm() -> None:
    for module, build, empty in (
        (chn, chn_file, 32),
        (ccm, ccm_file, 7),
        (chn, later_chn_file, 36),
        (ccm, other_ccm_file, 9),
    ):
        game = _one(module.read, build(*SERVER_MOVES) + bytes(3 * empty))
        assert len(game.main_line()) == 6
        assert not game.errors


def test_the_texts_of_a_later_chn_header() -> None:
    data = bytearray(later_chn_file(*SERVER_MOVES))
    assert _one(chn.read, bytes(data)).headers == {"Date": "Tue Dec 27 20:57:56 2016"}
    data[100:104] = "红方".encode("gb18030")
    assert _one(chn.read, bytes(data)).root.comment == "红方"


def test_a_half_byte_beyond_the_board_is_told() -> None:
    data = bytearray(later_chn_file(*SERVER_MOVES))
    data[498 + 5 * 36 + 25] = 0x9B
    (fault,) = _one(chn.read, bytes(data)).errors
    assert (fault.ply, fault.byte) == (6, 498 + 5 * 36)


def test_samples_are_read_as_expected(shared_data: Path) -> None:
    for module in (mxq, che, chn, ccm):
        assert differences(shared_data, "synthetic", f".{module.NAME}", module.read) == []
