"""Tests of lists of positions: every part becomes a game, a move, a comment, or a fault."""

from __future__ import annotations

import pytest

from xiangqi.errors import RecordError
from xiangqi.fen import START_FEN
from xiangqi.records.files import read_bytes
from xiangqi.records.text.position_line import read_line
from xiangqi.records.tree import Game

START = START_FEN.split()[0]
ENDGAME = "4k4/9/9/9/9/9/9/4r4/9/3K5"
LIKE_A_MOVE = "c2a1k3/9/4b4/9/9/9/9/4B4/4A4/3AK1B2"
WESTERN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "


def _games(text: str | bytes) -> list[Game]:
    return list(read_bytes(text.encode() if isinstance(text, str) else text, "it"))


def _iccs(game: Game) -> str:
    return " ".join(map(str, game.main_line()))


def _faults(game: Game) -> list[str]:
    return [str(fault) for fault in game.errors]


@pytest.mark.parametrize(
    ("tail", "fields"),
    [
        ("w--01", "w - - 0 1"),
        ("b--01", "b - - 0 1"),
        ("r--01", "w - - 0 1"),
        ("w - - 4 7", "w - - 4 7"),
        (" b 0 1", "b - - 0 1"),
        (" black", "b"),
        (" 红先", "w"),
        ("|b|", "b"),
    ],
)
def test_what_may_follow_the_board(tail: str, fields: str) -> None:
    assert read_line(f"{ENDGAME}{tail}").fen == f"{ENDGAME} {fields}"


def test_a_glued_tail_in_a_list() -> None:
    first, second = _games(f"{ENDGAME}w--01\n{ENDGAME}b--01\n")
    assert (first.start_fen, first.errors) == (f"{ENDGAME} w - - 0 1", [])
    assert (second.start_fen, second.errors) == (f"{ENDGAME} b - - 0 1", [])


def test_a_board_that_begins_like_a_move() -> None:
    for text in (f"{LIKE_A_MOVE} w", f"{LIKE_A_MOVE} w\n{LIKE_A_MOVE} w\n"):
        for game in _games(text):
            assert (game.start_fen, game.errors) == (f"{LIKE_A_MOVE} w - - 0 1", [])
    (game,) = _games(f"e0d0\n{LIKE_A_MOVE}w\n")
    assert (game.start_fen.split()[0], game.format) == (LIKE_A_MOVE, "coordinates")


@pytest.mark.parametrize(
    "moves",
    [
        "1. 炮二平五 马8进7\n2. 马二进三 车9平8",
        "炮二平五 马８进７\n\n马二进三 车９平８",
        "1. C2.5 H8+7\n2. H2+3 R9.8",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
        "h2e2\nh9g7\nh0g2\ni9h9",
        "h2e2h9g7h0g2i9h9".upper().replace("H2E2", "h2e2 ").replace("H9G7", "h9g7 ").replace("H0G2", "h0g2 "),
    ],
)
def test_moves_on_the_lines_after_the_position(moves: str) -> None:
    (game,) = _games(f"{START_FEN}\n{moves}\n")
    assert (_iccs(game), game.errors) == ("h2e2 h9g7 h0g2 i9h9", [])
    first, second = _games(f"{START_FEN}\n{moves} 1-0\nA title\n{ENDGAME} b\ne2e1\n")
    assert (_iccs(first), first.result, first.errors) == ("h2e2 h9g7 h0g2 i9h9", "1-0", [])
    assert (_iccs(second), second.headers, second.errors) == ("e2e1", {"Title": "A title"}, [])


def test_lines_with_moves_and_headings_between_them() -> None:
    first, second = _games(
        f"A book\nChapter one\n{START_FEN} moves h2e2 h9g7\n\nChapter two\n{ENDGAME} b moves e2e1\n"
    )
    assert (first.headers["Title"], first.root.comment, _iccs(first)) == ("Chapter one", "A book", "h2e2 h9g7")
    assert (second.headers["Title"], _iccs(second), second.errors) == ("Chapter two", "e2e1", [])


@pytest.mark.parametrize(
    "solution", ["e2e1", "1... e2e1", "车５进１", "R5+1", "E2-E1 0-1", "1... 车5进1 {mate}"]
)
@pytest.mark.parametrize("separator", ["|", "\t", " | ", ";", ","])
def test_puzzles_with_title_and_solution(separator: str, solution: str) -> None:
    line = separator.join(("Mate at once", f"{ENDGAME} b - - 0 1", solution))
    first, second = _games(f"{line}\n{line}\n")
    for game in (first, second):
        assert (game.headers["Title"], game.start_fen) == ("Mate at once", f"{ENDGAME} b - - 0 1")
        assert (_iccs(game), game.errors) == ("e2e1", [])


def test_position_moves_and_result_parted_by_commas() -> None:
    first, second = _games(f"{START} w, h2e2 h9g7, 1-0\n{START} w, h2e2, 和棋\n")
    assert (_iccs(first), first.result, first.errors) == ("h2e2 h9g7", "1-0", [])
    assert (_iccs(second), second.result, second.errors) == ("h2e2", "1/2-1/2", [])


def test_a_book_as_text_gives_its_moves() -> None:
    games = _games(f"h2e2 12 {START} w\nh0g2 3 {START} w\n")
    assert [_iccs(game) for game in games] == ["h2e2", "h0g2"]


def test_commands_in_capitals() -> None:
    for text in (f"POSITION FEN {START_FEN} MOVES H2E2 H9G7", "Position Startpos Moves H2E2 H9G7"):
        (game,) = _games(text)
        assert (_iccs(game), game.format, game.errors) == ("h2e2 h9g7", "uci", [])


def test_words_are_kept_and_told_where_moves_were_to_be_expected() -> None:
    (game,) = _games(f"{ENDGAME} b\nzug um zug\n")
    assert game.root.comment == "zug um zug"
    assert _faults(game) == ["line 2 (zug um zug): the text contains no moves"]
    (game,) = _games(f"{ENDGAME} b|black mates somehow\n")
    assert (game.root.comment, len(game.errors)) == ("black mates somehow", 1)
    (game,) = _games(f"{ENDGAME} b\n红负\n")
    assert (game.result, game.errors) == ("0-1", [])


def test_moves_before_the_first_position_are_a_game() -> None:
    first, second = _games(f"1. 炮二平五 马8进7\n\n{ENDGAME} b\n")
    assert (_iccs(first), first.start_fen) == ("h2e2 h9g7", START_FEN)
    assert second.start_fen == f"{ENDGAME} b - - 0 1"


def test_remarks_are_kept() -> None:
    (game,) = _games(f"# by nobody\n{ENDGAME} b\n# the end\n")
    assert game.headers == {"Title": "by nobody"}
    assert (game.root.comment, game.errors) == ("the end", [])


def test_a_word_before_the_side_to_move_is_told_and_the_side_is_read() -> None:
    text = "position fen 2b1ka3/2P1a4/4b4/2P1P4/2P6/9/9/4B4/4A4/2BAK4 zzyzx b - - 3 40 moves e8f7"
    (game,) = read_bytes(text.encode(), "it")
    assert game.start_fen.split()[1:] == ["b", "-", "-", "3", "40"]
    assert len(game.main_line()) == 1
    assert any("'zzyzx' before the side to move is ignored" in fault for fault in _faults(game))


def test_a_side_that_the_moves_contradict_is_told() -> None:
    fault = "the first move is not by the side to move in the given position"
    for text in (
        f"{START} b moves h2e2 h9g7",
        f"{START} b\n1. 炮二平五 马８进７\n",
        f"{START} b\n1. C2.5 h8+7\n",
        f'[FEN "{START} b - - 0 1"]\n\n1. 炮二平五 马８进７ 2. 马二进三 *\n',
        f"[DhtmlXQ]\n[DhtmlXQ_fen]{START} b[/DhtmlXQ_fen]\n"
        "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
    ):
        (game,) = _games(text)
        assert _iccs(game).startswith("h2e2 h9g7")
        assert [fault in told for told in _faults(game)] == [True], text


@pytest.mark.parametrize("text", [WESTERN + "bm e4;", (WESTERN + "0 1\n") * 300, f"A title\n{WESTERN}0 1\n"])
def test_positions_of_western_chess_are_called_so(text: str) -> None:
    with pytest.raises(RecordError, match="Western chess"):
        _games(text)


def test_a_western_position_in_a_list_is_a_fault() -> None:
    good, bad = _games(f"{ENDGAME} b\n{WESTERN}0 1\n")
    assert (good.errors, len(bad.errors)) == ([], 1)
    assert "8 rows" in _faults(bad)[0]


def test_a_line_beyond_all_measure_is_told() -> None:
    (game,) = _games(f"{ENDGAME} b\n" + "e2e1 " + "x" * (1 << 20))
    assert "line 2: this line is too long and was not read to its end" in _faults(game)


LINK = f"https://site.org/analysis/xiangqi?fen={ENDGAME}"


@pytest.mark.parametrize(
    "text",
    [
        f"{LINK}_b_-_-_0_1",
        f"{LINK}%20b",
        f"{ENDGAME}[] b - - 0 1",
        f"A title\n{LINK.replace('/', '%2F')}+b+-+-+0+1&flip=1",
        f"“{ENDGAME} b”",
        f'[FEN "{ENDGAME}[] b - - 0 1"]\n\n*',
        f'[FEN "{LINK}_b"]\n\n*',
        f"position fen {ENDGAME}[-] black",
        f"{ENDGAME}：黑方",
        f"黑先胜|{ENDGAME}",
        f"Black to move\n{ENDGAME}",
        f"{ENDGAME} 黑先和",
    ],
)
def test_black_is_to_move(text: str) -> None:
    (game,) = _games(text)
    assert game.start_fen == f"{ENDGAME} b - - 0 1"


def test_links_in_a_list_keep_title_and_solution() -> None:
    first, second = _games(f"One|{LINK}_b|e2e1\nTwo: {LINK}_b_-_-_0_1 moves e2e1\n")
    for game, title in ((first, "One"), (second, "Two")):
        assert (game.headers, _iccs(game), game.errors) == ({"Title": title}, "e2e1", [])


def test_pieces_in_hand_are_refused() -> None:
    with pytest.raises(RecordError, match=r"line 1: pieces in hand .'Pp'. do not exist"):
        _games(f"{ENDGAME}[Pp] b")
    bad, good = _games(f"{LINK}[c]_b\n{ENDGAME} b\n")
    assert ("pieces in hand" in _faults(bad)[0], good.errors) == (True, [])


def test_a_word_of_a_link_that_is_no_side_is_told() -> None:
    (game,) = _games(f"{LINK}_x\n")
    assert _faults(game) == ["line 1: field 2: 'x' is not a side to move; read as 'w' (Red)"]


def test_titles_before_the_start_position() -> None:
    first, second = _games("One|startpos|h2e2 h9g7\nTwo;startpos;h2e2\n")
    assert (first.headers, _iccs(first)) == ({"Title": "One"}, "h2e2 h9g7")
    assert (second.headers, _iccs(second)) == ({"Title": "Two"}, "h2e2")


def test_a_composed_position_is_opened_with_a_fault() -> None:
    (game,) = _games("3k1p3/9/9/9/9/9/9/4R4/9/R3K4 w - - 0 1\ne2e9\n")
    assert _iccs(game) == "e2e9"
    assert _faults(game) == ["line 1: starting position: a black soldier cannot stand on f9"]
    (game,) = _games("3k1p3/9/9/9/9/9/9/4R4/9/R3K4 w - - 0 1\n")
    assert len(game.errors) == 1


@pytest.mark.parametrize("between", ["; ", ";", " | ", ", ", " ", "\t", " fen ", "；", '","'])
def test_two_positions_in_a_line_are_two(between: str) -> None:
    first, second = _games(f"{ENDGAME} b{between}{START} w\n")
    assert (first.start_fen, second.start_fen) == (f"{ENDGAME} b - - 0 1", START_FEN)
    assert (first.errors, second.errors) == ([], [])
    assert first.root.comment + second.root.comment == ""


def test_positions_in_a_line_keep_titles_moves_and_links() -> None:
    first, second, third = _games(f"One: {ENDGAME} b e2e1; Two: {START}; {LINK}_b\n")
    assert (first.headers, _iccs(first), first.errors) == ({"Title": "One"}, "e2e1", [])
    assert (second.headers, second.start_fen, second.errors) == ({"Title": "Two"}, START_FEN, [])
    assert (third.start_fen, third.root.comment) == (f"{ENDGAME} b - - 0 1", f"{LINK}_b")


@pytest.mark.parametrize(
    ("operations", "token"),
    [
        ("bm the chariot;", "the"),
        ("bm e2e1 strong;", "strong"),
        ('id "one"; am e2e9', "e2e9"),
        ("sm 车5进9; ce 3", "车5进9"),
        ("pv e2e1 d0d1", "d0d1"),
        ('c0 "bm x"; BM "x;y"', "x;y"),
    ],
)
def test_operands_of_an_epd_that_are_no_moves_are_told(operations: str, token: str) -> None:
    (game,) = _games(f"{ENDGAME} b - - {operations}\n")
    assert game.root.comment == operations
    assert [fault.token for fault in game.errors] == [token]


@pytest.mark.parametrize("operations", ["bm e2e1, R5+1;", 'am 车5进1; id "x"', 'c0 "the idea"; dm 1;'])
def test_operations_of_an_epd_that_say_moves_are_fine(operations: str) -> None:
    (game,) = _games(f"{ENDGAME} b - - {operations}\n")
    assert (game.root.comment, game.errors) == (operations, [])


def test_words_before_an_epd_with_a_name_stay_a_comment() -> None:
    (game,) = _games(f'Chapter two {ENDGAME} b bm e2e1; id "x";\n')
    assert (game.headers, game.errors) == ({"Title": "x"}, [])
    assert "Chapter two" in game.root.comment


def test_a_link_stays_as_a_comment() -> None:
    (game,) = _games(f"{LINK}_b&red=Hu\n")
    assert (game.root.comment, game.errors) == (f"{LINK}_b&red=Hu", [])
