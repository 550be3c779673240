"""Moves as text: writing, reading every dialect, ambiguity, errors, round trips."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import choices, walk

from xiangqi.board import START_FEN, Board, Move
from xiangqi.errors import NotationError
from xiangqi.notation import Dialect, Style, candidates, format_move, meant_move, parse_move, parse_typed

TANDEM_CANNONS = "3k5/9/9/2C6/9/9/2C6/9/9/5K3 w"
TANDEM_HORSES = "3k5/9/3n5/9/3n5/9/9/9/9/5K3 b"
TWO_PAWNS = "3k5/9/2P6/9/2P6/9/9/9/9/5K3 w"
THREE_PAWNS = "3k5/9/2P6/2P6/2P6/9/9/9/9/5K3 w"
FOUR_PAWNS = "3k5/2P6/2P6/2P6/2P6/9/9/9/9/5K3 w"
TWO_FILES = "3k5/9/2P3P2/9/2P3P2/8P/9/9/9/5K3 w"  # pairs on files 7 and 3, a single pawn on file 1
TWO_FILES_BLACK = "3k5/9/9/8p/2p3p2/9/2p3p2/9/9/5K3 b"
FIVE_PAWNS_EACH = "2bakab2/9/2P3P2/2P6/2P3P2/1p5p1/1p7/1p5p1/9/2BAKAB2 w"
PAIRED_GUARDS = "3k5/9/9/9/9/6B2/9/5A3/9/4KAB2 w"


def squares(moves: list[Move]) -> list[str]:
    return [move.iccs for move in moves]


def read(fen: str, text: str, dialects: Dialect = Dialect.ALL) -> list[str]:
    return squares(candidates(Board(fen), text, dialects))


# ---- Writing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "move", "simplified", "traditional", "wxf"),
    [
        (Board().fen(), "h2e2", "炮二平五", "炮二平五", "C2.5"),
        (Board().fen(), "h0g2", "马二进三", "馬二進三", "H2+3"),
        (Board().fen(), "i0i2", "车一进二", "車一進二", "R1+2"),
        (Board().fen(), "g0e2", "相三进五", "相三進五", "E3+5"),
        (Board().fen(), "f0e1", "仕四进五", "仕四進五", "A4+5"),
        (Board().fen(), "e0e1", "帅五进一", "帥五進一", "K5+1"),
        (Board().fen(), "a3a4", "兵九进一", "兵九進一", "P9+1"),
        (Board().fen().replace(" w ", " b "), "h9g7", "马８进７", "馬８進７", "H8+7"),
        (Board().fen().replace(" w ", " b "), "b7b3", "炮２进４", "砲２進４", "C2+4"),
        (Board().fen().replace(" w ", " b "), "d9e8", "士４进５", "士４進５", "A4+5"),
        (Board().fen().replace(" w ", " b "), "c9e7", "象３进５", "象３進５", "E3+5"),
        (Board().fen().replace(" w ", " b "), "e9e8", "将５进１", "將５進１", "K5+1"),
        (Board().fen().replace(" w ", " b "), "e6e5", "卒５进１", "卒５進１", "P5+1"),
        (TANDEM_CANNONS, "c6c4", "前炮退二", "前炮退二", "C+-2"),
        (TANDEM_CANNONS, "c3d3", "后炮平六", "後炮平六", "C-.6"),
        (TANDEM_HORSES, "d5e3", "前马进５", "前馬進５", "H++5"),
        (TANDEM_HORSES, "d7c9", "后马退３", "後馬退３", "H--3"),
        (TWO_PAWNS, "c7d7", "前兵平六", "前兵平六", "P+.6"),
        (TWO_PAWNS, "c5c6", "后兵进一", "後兵進一", "P-+1"),
        (THREE_PAWNS, "c7c8", "前兵进一", "前兵進一", "P++1"),
        (THREE_PAWNS, "c6b6", "中兵平八", "中兵平八", "P..8"),
        (THREE_PAWNS, "c5d5", "后兵平六", "後兵平六", "P-.6"),
        (FOUR_PAWNS, "c8b8", "一兵平八", "一兵平八", "Pa.8"),
        (FOUR_PAWNS, "c5d5", "四兵平六", "四兵平六", "Pd.6"),
        (TWO_FILES, "g7g8", "一兵进一", "一兵進一", "Pa+1"),
        (TWO_FILES, "g5h5", "二兵平二", "二兵平二", "Pb.2"),
        (TWO_FILES, "c7c8", "三兵进一", "三兵進一", "Pc+1"),
        (TWO_FILES, "c5b5", "四兵平八", "四兵平八", "Pd.8"),
        (TWO_FILES, "i4i5", "兵一进一", "兵一進一", "P1+1"),
        (TWO_FILES_BLACK, "c3c2", "一卒进１", "一卒進１", "Pa+1"),
        (TWO_FILES_BLACK, "g5g4", "四卒进１", "四卒進１", "Pd+1"),
        (TWO_FILES_BLACK, "i6i5", "卒９进１", "卒９進１", "P9+1"),
        (PAIRED_GUARDS, "f0e1", "仕四进五", "仕四進五", "A4+5"),
        (PAIRED_GUARDS, "f2e1", "仕四退五", "仕四退五", "A4-5"),
        (PAIRED_GUARDS, "g0i2", "相三进一", "相三進一", "E3+1"),
        (PAIRED_GUARDS, "g4i2", "相三退一", "相三退一", "E3-1"),
    ],
)
def test_writing_and_reading_back(fen: str, move: str, simplified: str, traditional: str, wxf: str) -> None:
    board = Board(fen)
    texts = {
        Style.CHINESE: simplified,
        Style.CHINESE_TRADITIONAL: traditional,
        Style.WXF: wxf,
        Style.ICCS: move,
    }
    for style, text in texts.items():
        assert format_move(board, Move.from_iccs(move), style) == text
        assert squares(candidates(board, text)) == [move]


@given(choices(160), st.sampled_from([START_FEN, FIVE_PAWNS_EACH]))
@settings(max_examples=20)
def test_every_text_written_names_its_move_alone(numbers: list[int], fen: str) -> None:
    for board, legal in walk(numbers, fen):
        for style in Style:
            texts = [format_move(board, move, style) for move in legal]
            assert len(set(texts)) == len(legal), board.fen()
            assert [parse_typed(board, text, style) for text in texts] == legal, board.fen()


def test_writing_a_move_of_nothing() -> None:
    for style in (Style.CHINESE, Style.CHINESE_TRADITIONAL, Style.WXF):
        with pytest.raises(NotationError, match="e4"):
            format_move(Board(), Move.from_iccs("e4e5"), style)


# ---- Reading ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *(
            "炮二平五",
            "炮2平5",
            "炮２平５",
            "炮二平5",
            "砲二平五",
            "包二平五",
            "炮二.五",
            " 炮 二　平 五 ",
            "炮二平五!?",
        ),
        *("C2.5", "C2=5", "c2.5", "c2=5", "Ｃ２＝５", "C2.5!", "!!C2=5", "C2．5"),
        *("62.5", "62=5", "６２＝５"),
        *("h2e2", "H2E2", "h2-e2", "H2-E2", "Ｈ２－Ｅ２", "h2–e2", "h2e2+"),
        *("Che2", "Ch2e2", "Che2+"),
    ],
)
def test_spellings_of_one_move(text: str) -> None:
    assert squares(candidates(Board(), text)) == ["h2e2"]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *(
            (text, "h9g7")
            for text in ("马８进７", "馬8進7", "傌八进七", "H8+7", "h8+7", "N8+7", "48+7", "Hg7", "Ng7")
        ),
        *(
            (text, "i9i8")
            for text in ("车９进１", "車九進一", "俥９进１", "伡9进1", "R9+1", "59+1", "Ri8", "i9i8")
        ),
        *((text, "c9e7") for text in ("象３进５", "相３进５", "E3+5", "B3+5", "M3+5", "33+5", "Ece7", "Bce7")),
        *((text, "d9e8") for text in ("士４进５", "仕４进５", "A4+5", "G4+5", "S4+5", "24+5", "Ade8", "Gde8")),
        *((text, "e9e8") for text in ("将５进１", "將5進1", "帅５进１", "帥五进一", "K5+1", "15+1", "Ke8")),
        *((text, "g6g5") for text in ("卒７进１", "兵７进１", "P7+1", "S7+1", "77+1", "g5", "Pg5")),
    ],
)
def test_the_side_to_move_decides_the_colour(text: str, move: str) -> None:
    board = Board(Board().fen().replace(" w ", " b "))
    assert squares(candidates(board, text)) == [move]


@pytest.mark.parametrize(
    ("fen", "text", "moves"),
    [
        *((TANDEM_CANNONS, text, ["c6c4"]) for text in ("前炮退二", "炮前退2", "前砲退２", "前炮七退二")),
        *((TANDEM_CANNONS, text, ["c6c4"]) for text in ("C+-2", "+C-2", "C+7-2", "+C7-2", "6+-2", "+6-2")),
        *((TANDEM_CANNONS, text, ["c3d3"]) for text in ("后炮平六", "後炮平六", "C-.6", "-C=6", "C-7=6")),
        *((TANDEM_HORSES, text, ["d7c9"]) for text in ("后马退３", "H--3", "h--3", "-H-3", "4--3")),
        *(
            (THREE_PAWNS, text, ["c6b6"])
            for text in ("中兵平八", "二兵平八", "P..8", "P.=8", "Pb.8", "27=8", "27.8")
        ),
        *(
            (THREE_PAWNS, text, ["c7d7"])
            for text in ("前兵平六", "一兵平六", "１兵平６", "P+.6", "pa=6", "17=6")
        ),
        (FOUR_PAWNS, "三兵平八", ["c6b6"]),
        (FOUR_PAWNS, "后兵平八", ["c5b5"]),
        (FOUR_PAWNS, "中兵平八", ["c7b7", "c6b6"]),
        # Pairs on two files: the five-character form, short for it, or the count over both.
        *(
            (TWO_FILES, text, ["g7f7"])
            for text in ("前兵三平四", "兵前三平四", "前三平四", "一三平四", "一兵平四")
        ),
        *((TWO_FILES, text, ["c5d5"]) for text in ("后兵七平六", "後七平六", "四兵平六", "P-7.6")),
        (TWO_FILES, "前兵进一", ["g7g8", "c7c8"]),
        (TWO_FILES, "前兵平六", ["c7d7"]),
        (TWO_FILES_BLACK, "２卒进１", ["c5c4"]),
        (TWO_FILES_BLACK, "前卒３进１", ["c3c2"]),
        # Front or rear left out: whatever is legal.
        (TWO_PAWNS, "兵七平六", ["c7d7", "c5d5"]),
        (TANDEM_CANNONS, "炮七退三", ["c3c0"]),
        ("3k5/9/9/9/9/9/9/1c7/1c7/1p3K3 b", "炮８平３", []),
        ("3k5/9/9/9/9/9/1c7/9/1c7/1P3K3 b", "炮２进１", ["b3b2"]),
        # Guards and elephants are told by what is possible, and may carry 前 or 后 all the same.
        (PAIRED_GUARDS, "前仕退五", ["f2e1"]),
        (PAIRED_GUARDS, "后相进一", ["g0i2"]),
        (PAIRED_GUARDS, "前仕进五", []),
        # A minus may mean the middle pawn where the rear one cannot be meant.
        ("3k5/2P6/2P6/2P6/2r6/9/9/9/9/5K3 w", "P-.6", ["c6d6"]),
        ("3k5/9/2P6/2P6/2Pr5/9/9/9/9/3RK4 w", "P--6", []),
    ],
)
def test_several_pieces_on_a_file(fen: str, text: str, moves: list[str]) -> None:
    assert read(fen, text) == moves


def test_minus_for_the_middle_pawn_counts_only_when_the_rear_one_cannot_go() -> None:
    assert read(THREE_PAWNS, "P-.6") == ["c5d5"]
    stuck = "3k5/9/2P6/2P6/9/9/2P6/9/9/5K3 w"  # the rear pawn has not crossed the river
    assert read(stuck, "P-.6") == ["c6d6"]
    assert read(stuck, "P-.6", Dialect.CHINESE) == []


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("cannon h2 to e2", ["h2e2"]),
        ("Cannon on h2 to e2", ["h2e2"]),
        ("h2 to e2", ["h2e2"]),
        ("h2 到 e2", ["h2e2"]),
        ("pháo h2 tới e2", ["h2e2"]),
        ("Horse to c2", ["b0c2"]),
        ("cannon to e2", ["b2e2", "h2e2"]),
        ("elephant c0 to e2", ["c0e2"]),
        ("horse h2 to e2", []),
        ("to e2", []),
        ("h3 to e3", []),
    ],
)
def test_what_is_told_by_points_is_read(text: str, moves: list[str]) -> None:
    assert squares(candidates(Board(), text)) == moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("C2.8", "h2b2"),
        ("H8+6", "b0d1"),
        ("马八进六", "b0d1"),
        ("horse b0 to d1", "b0d1"),
        ("A4+4", "f0f0"),
        ("b0d1", "b0d1"),
        ("cannon to e2", None),
        ("P-.9", None),
        ("nonsense", None),
        ("C" * 50, None),
    ],
)
def test_the_move_that_a_text_describes_is_known_though_it_is_illegal(text: str, move: str | None) -> None:
    meant = meant_move(Board(), text)
    assert (None if meant is None else meant.iccs) == move


def test_of_two_pieces_the_one_is_meant_that_could_go_there_but_for_a_check() -> None:
    board = Board("4k4/9/9/9/9/4r4/9/9/9/RN2K2N1 w")
    assert meant_move(board, "horse to g2", Style.ICCS) == Move.from_iccs("h0g2")
    assert meant_move(board, "horse to e2", Style.ICCS) is None


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("h2e2", ["h2e2"]),
        ("h3e3", ["h2e2"]),  # only ranks from 1 give a legal move
        ("h3h10", ["h2h9"]),
        ("a1a2", ["a0a1"]),
        ("h1i3", ["h0i2"]),
        ("h0i2", ["h0i2"]),
        ("Che3", ["h2e2"]),
        ("Chxh10", ["h2h9"]),
        ("i9i10", []),
        ("i9i11", []),
        ("h2e22", []),
    ],
)
def test_ranks_from_nought_and_from_one(text: str, moves: list[str]) -> None:
    assert squares(candidates(Board(), text)) == moves


@pytest.mark.parametrize("text", ["e3d3", "e3-d3", "E3D3"])
def test_an_illegal_move_of_a_piece_is_not_read_as_another_s(text: str) -> None:
    board = Board("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w")
    assert text != "e3d3" or squares(candidates(board, text)) == ["e2d2"], "the cannon's, with ranks from 1"
    with pytest.raises(NotationError, match=re.escape(text)):
        parse_typed(board, text)


def test_ranks_from_one_are_understood_where_they_mean_no_own_piece() -> None:
    assert parse_typed(Board(), "h3e3").iccs == "h2e2"


def test_dialects_can_be_asked_for_alone() -> None:
    board = Board()
    assert candidates(board, "h3e3", Dialect.COORDINATES) == []
    assert squares(candidates(board, "h3e3", Dialect.COORDINATES_FROM_ONE)) == ["h2e2"]
    assert squares(candidates(board, "g4", Dialect.SAN)) == ["g3g4"]
    assert squares(candidates(board, "g5", Dialect.SAN_FROM_ONE)) == ["g3g4"]
    spellings = {
        Dialect.CHINESE: "炮二平五",
        Dialect.WXF: "C2.5",
        Dialect.DIGITS: "62.5",
        Dialect.COORDINATES: "h2e2",
        Dialect.SAN: "Che2",
        Dialect.COORDINATES_FROM_ONE: "h3e3",
        Dialect.SAN_FROM_ONE: "Che3",
        Dialect.VIETNAMESE: "P2-5",
    }
    for dialect in spellings:
        for other, text in spellings.items():
            assert squares(candidates(board, text, dialect)) == (["h2e2"] if dialect == other else [])


@pytest.mark.parametrize(
    ("fen", "text", "moves"),
    [
        ("r3k4/9/9/9/1p5p1/4C4/9/9/9/R3K4 w", "Rxa9", ["a0a9"]),
        ("r3k4/9/9/9/1p5p1/4C4/9/9/9/R3K4 b", "bxa5", []),
        ("4k4/9/9/9/9/1pPp5/9/9/9/5K3 b", "bxc4", ["b4c4"]),
        ("4k4/9/9/9/9/1pPp5/9/9/9/5K3 b", "xc4", ["b4c4", "d4c4"]),
        ("4k4/9/9/9/9/1pPp5/9/9/9/5K3 b", "c4", ["b4c4", "d4c4"]),
        ("3k5/9/9/R8/9/9/R8/9/9/5K3 w", "Ra5", ["a6a5", "a3a5"]),
        ("3k5/9/9/R8/9/9/R8/9/9/5K3 w", "R3a5", ["a3a5"]),
        ("3k5/9/9/R8/9/9/R8/9/9/5K3 w", "R7a5", ["a6a4"]),  # ranks from one
        ("3k5/1R7/9/9/9/9/9/9/9/5K3 w", "Rb10+", ["b8b9"]),
        ("3k5/9/9/9/9/9/9/9/4A4/3AK4 w", "Aef0", ["e1f0"]),
        ("3k5/9/9/9/9/9/9/9/4A4/3A1K3 w", "Af2#", ["e1f2"]),
    ],
)
def test_san_is_read_with_all_its_meanings(fen: str, text: str, moves: list[str]) -> None:
    assert read(fen, text) == moves


@pytest.mark.parametrize(
    ("fen", "text", "moves"),
    [
        (Board().fen(), "P2-5", ["h2e2"]),
        (Board().fen(), "M2.3", ["h0g2"]),
        (Board().fen(), "X1.2", ["i0i2"]),
        (Board().fen(), "T3.5", ["g0e2"]),
        (Board().fen(), "S4.5", ["f0e1"]),
        (Board().fen(), "Tg5.1", ["e0e1"]),
        (Board().fen(), "B3.1", ["g3g4"]),
        (Board().fen(), "C3.1", ["g3g4"]),
        (TANDEM_CANNONS, "Pt/2", ["c6c4"]),
        (TANDEM_CANNONS, "Ps-6", ["c3d3"]),
        (Board().fen(), "P-5", []),
        (Board().fen(), "Q2-5", []),
    ],
)
def test_vietnamese_only_when_asked_for(fen: str, text: str, moves: list[str]) -> None:
    assert read(fen, text, Dialect.VIETNAMESE) == moves


# ---- Trouble ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("", "!", "炮", "炮二平", "炮二平五五", "炮零平五", "炮二上五", "炮前后退二"),
        *("Q2.5", "C.5", "C2,5", "C25", "82.5", "h2e", "j2e2", "Che", "Khe", "0-0", "1-0"),
        *("=========", "x" * 25, "炮二平五" * 100_000, "\0", "²²²²"),
    ],
)
def test_texts_that_are_no_move(text: str) -> None:
    assert candidates(Board(), text) == []
    with pytest.raises(NotationError, match="is not a move") as caught:
        parse_move(Board(), text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("炮三平五", "'炮三平五' is not a legal move for Red: expected one of 炮"),
        ("炮二进八", "'炮二进八' is not a legal move for Red: expected one of 炮二进一 .h2h3."),
        (
            "车一进三",
            "'车一进三' is not a legal move for Red: expected one of 车一进一 .i0i1., 车一进二 .i0i2.$",
        ),
        ("h2h1h", "is not a move"),
        ("e5e5", "'e5e5' is not a legal move for Red: no such piece"),
        ("R1.1", "expected one of 车一进一"),
    ],
)
def test_errors_say_what_was_expected(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse_move(Board(), text)


def test_errors_when_several_moves_fit() -> None:
    board = Board("4k4/9/4P4/9/9/4P4/9/9/9/3K5 w")
    assert squares(candidates(board, "兵五进一")) == ["e7e8", "e4e5"]
    with pytest.raises(
        NotationError, match=r"'兵五进一' could be any of several moves: 前兵进一 \(e7e8\), 后兵进一 \(e4e5\)"
    ):
        parse_move(board, "兵五进一")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        *((text, ["h2e2", "h2e2"]) for text in ("P2-5", "Pháo 2 bình 5", "phao hai binh nam", "C2.5", "h2e2")),
        *((text, ["b0c2", "b0c2"]) for text in ("M8.7", "mã tám tấn bảy", "ma tam tan bay", "ma ba jin qi")),
        *((text, ["g0e2", "g0e2"]) for text in ("T3.5", "V3.5", "Voi 3 tấn 5", "Tịnh 3 tiến 5")),
        ("Soái 5 tấn 1", ["e0e1", "e0e1"]),
        ("Xa 1 tấn 1", ["i0i1", "i0i1"]),
    ],
)
def test_typed_moves_are_read_in_every_notation(text: str, moves: list[str]) -> None:
    assert [str(parse_typed(Board(), text, style)) for style in (Style.WXF, Style.VIETNAMESE)] == moves


@pytest.mark.parametrize(
    ("text", "wxf", "vietnamese"),
    [("C7.1", "c3i3", "c5c6"), ("P1.2", "i5h5", "i2i4"), ("C7.3", "c3g3", "c3g3")],
)
def test_letters_of_two_notations_have_the_meaning_of_ones_own(text: str, wxf: str, vietnamese: str) -> None:
    board = Board("4k4/9/9/9/2P5P/9/2C6/8C/9/3K5 w")
    assert str(parse_typed(board, text, Style.WXF)) == wxf
    assert str(parse_typed(board, text, Style.VIETNAMESE)) == vietnamese


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *((text, "c7c6") for text in ("Xt/1", "Xe trước thoái 1", "Tiền Xe thối 1", "xe truoc lui 1")),
        *((text, "c4b4") for text in ("Xs-8", "Hậu Xe bình 8", "Xa sau bình tám")),
        *((text, "g6f6") for text in ("Bt-4", "Tiền Tốt bình 4", "Chốt trước bình bốn", "Ct-4")),
    ],
)
def test_front_and_rear_pieces_are_typed_as_in_vietnam(text: str, move: str) -> None:
    board = Board("3k5/9/2R6/6P2/6P2/2R6/9/9/9/4K4 w")
    assert str(parse_typed(board, text, Style.VIETNAMESE)) == move


def test_soldiers_on_two_files_have_their_file_in_vietnamese_notation() -> None:
    board = Board("3k5/9/9/2P3P2/2P3P2/9/2P6/9/9/4K4 w")
    texts = {move.iccs: format_move(board, move, Style.VIETNAMESE) for move in board.legal_moves()}
    assert texts["c5b5"] == "Bg7-8"
    assert texts["c3c4"] == "Bs7.1"
    assert texts["g6f6"] == "Bt3-4"
    words = {move.iccs: format_move(board, move, Style.VIETNAMESE_WORDS) for move in board.legal_moves()}
    assert words["c3c4"] == "Tốt sau 7 tấn 1"


def test_errors_after_the_end_of_the_game() -> None:
    with pytest.raises(NotationError, match="the game is over"):
        parse_move(Board("3k1R3/1R7/9/9/9/9/9/9/9/4K4 b"), "将４平５")


def test_moves_into_check_are_left_out() -> None:
    pinned = Board("4k4/9/4r4/9/9/4C4/9/9/9/4K4 w")
    assert candidates(pinned, "炮五平四") == []
    assert squares(candidates(pinned, "炮五进一")) == ["e4e5"]


@given(st.text(max_size=8) | st.text("炮馬兵卒前后中一二三进退平CHRP+-.=1259abhe", max_size=7))
def test_any_text_is_read_or_refused(text: str) -> None:
    board = Board()
    before = board.fen()
    legal = board.legal_moves()
    found = candidates(board, text, Dialect.ALL | Dialect.VIETNAMESE)
    assert set(found) <= set(legal)
    if len(found) == 1:
        assert parse_move(board, text, Dialect.ALL | Dialect.VIETNAMESE) == found[0]
    else:
        with pytest.raises(NotationError) as caught:
            parse_move(board, text, Dialect.ALL | Dialect.VIETNAMESE)
        assert repr(text) in str(caught.value)
    assert board.fen() == before


def test_real_games_come_back_from_every_style(shared_data: Path) -> None:
    lines = (shared_data / "records" / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    games = [json.loads(line) for line in lines]
    assert games
    for game in games[::4]:
        board = Board(game["start_fen"])
        for text in game["iccs"]:
            move = Move.from_iccs(text)
            for style in Style:
                assert parse_typed(board, format_move(board, move, style), style) == move, board.fen()
            board.push(move)


@pytest.mark.parametrize("style", Style)
def test_more_alike_pieces_than_ordinals_have_coordinates(style: Style) -> None:
    """In a position that cannot arise, but can be read from a file."""
    board = Board("R3R4/R3R4/R3R4/R3R4/R3R4/R3R4/9/3k5/9/4K4 w")
    moves = board.legal_moves()
    in_coordinates = {move.iccs[:2] for move in moves if format_move(board, move, style) == move.iccs}
    everyone = {move.iccs[:2] for move in moves}
    if style in (Style.VIETNAMESE, Style.VIETNAMESE_WORDS):  # which have no words for the fourth of a file
        assert in_coordinates == everyone - {"e0"}
    else:
        assert in_coordinates == (everyone if style is Style.ICCS else {"a6", "a5", "a4"})  # the last of twelve


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *(
            (text, "h2e2")
            for text in ("Cannon 2 to 5", "cannon two to five", "Cannon 2 = 5", "CANNON 2 SIDEWAYS TO 5")
        ),
        *(
            (text, "h2e2")
            for text in ("Cannon from file 2 to file 5", "Pháo 2 bình 5", "Phao 2-5", "PHÁO 2 BÌNH 5")
        ),
        *((text, "h2e2") for text in ("pào èr píng wǔ", "pao4 er4 ping2 wu3", "paoerpingwu", "pao 2 ping 5")),
        *(
            (text, "h0g2")
            for text in ("Horse 2 forward 3", "Horse 2 advances to 3", "Horse 2 to 3", "Mã 2 tấn 3")
        ),
        *((text, "h0g2") for text in ("ma 2.3", "mǎ èr jìn sān", "ma er jin san")),
        *(
            (text, "i0i1")
            for text in ("Rook 1 + 1", "Chariot 1 forward 1", "Xe 1 tiến 1", "ju yi jin yi", "Xe 1.1")
        ),
        *((text, "e0e1") for text in ("King 5 forward 1", "Tướng 5 tấn 1", "Tuong 5 tan 1", "shuai wu jin yi")),
        *(
            (text, "g0e2")
            for text in ("Elephant 3 to 5", "Tượng 3 tấn 5", "Tuong 3 tan 5", "xiang4 san1 jin4 wu3")
        ),
        *((text, "f0e1") for text in ("Advisor 4 to 5", "Sĩ 4 tấn 5", "shi si jin wu", "Guard 4 forward 5")),
        *(
            (text, "c3c4")
            for text in ("Soldier 7 forward 1", "Tốt 7 tấn 1", "bing qi jin yi", "pawn seven advance 1")
        ),
    ],
)
def test_moves_in_words(text: str, move: str) -> None:
    assert [str(found) for found in candidates(Board(), text)] == [move]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        *((text, ["e4e5"]) for text in ("front cannon forward 1", "Pháo trước tấn 1", "qián pào jìn yī")),
        *(
            (text, ["e2e3"])
            for text in ("rear cannon + 1", "Pháo sau tiến 1", "hou pao jin yi", "back cannon 5 forward 1")
        ),
        ("Cannon 5 back 1", ["e4e3", "e2e1"]),
    ],
)
def test_front_and_rear_in_words(text: str, moves: list[str]) -> None:
    board = Board("3k5/9/9/9/9/4C4/9/4C4/9/5K3 w")
    assert [str(found) for found in candidates(board, text)] == moves


@pytest.mark.parametrize(
    "text",
    ["Cannon to 5", "Cannon 2", "pao er", "Cannon to the centre", "Pháo bình 5", "2 to 5", "Cannon 2 to 12"],
)
def test_other_words_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move"):
        parse_move(Board(), text)
