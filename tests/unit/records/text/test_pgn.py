"""PGN as real files have it: every notation, broken headers, missing pieces, faults that are named."""

from __future__ import annotations

from itertools import islice

import pytest
from reading import faults, game_in, games_in, iccs

from xiangqi.board import Board, Move
from xiangqi.fen import START_FEN
from xiangqi.notation import Style, format_move
from xiangqi.records.files import read_bytes
from xiangqi.records.text.pgn_writer import write
from xiangqi.records.tree import MAX_NODES, same_tree

OPENING = [Move.from_iccs(text) for text in ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7")]
TAGS = '[Game "Chinese Chess"]\n[Event "x"]\n\n'


@pytest.mark.parametrize(
    "moves",
    [
        "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 马２进３ 1-0",
        "1. 炮二平五 馬8進7\n2. 馬二進三 車9平8\n3. 俥一平二 傌2進3\n1-0",
        "炮二平五　马８进７　马二进三　车９平８　车一平二　马２进３ 1-0",
        "炮二平五马８进７马二进三车９平８车一平二马２进３ 1-0",
        "1.炮二平五 马８进７ 2.马二进三 车９平８ 3.车一平二 马２进３ 红胜",
        "  1. 炮二平五\n  1.          马８进７\n2. 马二进三\n2... 车９平８\n3. 车一平二\n3. ... 马２进３\n1-0",
        "1、炮二平五，马８进７。2、马二进三，车９平８。3、车一平二，马２进３。 1-0",
        "1. C2.5 H8+7 2. H2+3 R9.8 3. R1.2 H2+3 1-0",
        "1. C2=5 h8+7 2. H2+3 r9=8 3. R1=2 h2+3 1-0",
        "1. Ｃ２＝５ Ｈ８＋７ 2. Ｈ２＋３ Ｒ９＝８ 3. Ｒ１＝２ Ｈ２＋３ 1-0",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 B9-C7 1-0",
        "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 1-0",
        "1. h3e3 h10g8 2. h1g3 i10h10 3. i1h1 b10c8 1-0",
        "1. Che2 Hg7 2. Hg2 Rh9 3. Rh0 Hc7 1-0",
        "1. Che3 Hg8 2. Hg3 Rh10 3. Rh1 Hc8 1-0",
        "1. P2-5 M8.7 2. M2.3 X9-8 3. X1-2 M2.3 1-0",
        "1. 62.5 48+7 2. 42+3 59.8 3. 51.2 42+3 1-0",
        "1. C2.5! H8+7?! 2. H2+3 R9.8 !!3. R1.2 H2+3 1-0",
        "{before} 1. 炮二平五 {one} 马８进７ ; two\n2. 马二进三 车９平８ 3. 车一平二 马２进３ 1-0 ===\n炮二",
    ],
)
def test_notations(moves: str) -> None:
    for text in (moves, TAGS + moves):
        game = game_in(text)
        assert (game.main_line(), game.result, faults(game)) == (OPENING, "1-0", [])


def test_headers_as_they_come() -> None:
    game = game_in(
        '[Game "Chinese Chess"]\n\n[Event "第24届"五羊杯"全国冠军赛"]\n[White "a \\"b\\" \\\\"]\n'
        '[Site "广\n州"]\n'
        '[Date "1935年9月"] [Round "2"]\n[Result "0-1"]\n[Broken "no end\n\n1. 炮二平五 *'
    )
    assert game.headers == {
        "Game": "Chinese Chess",
        "Event": '第24届"五羊杯"全国冠军赛',
        "Red": 'a "b" \\',
        "Site": "广 州",
        "Date": "1935年9月",
        "Round": "2",
        "Broken": "no end",
    }
    assert (game.result, iccs(game), faults(game)) == ("0-1", "h2e2", [])


def test_games_of_a_file_are_apart() -> None:
    text = TAGS + "1. 炮二平五 {open [brace\n" + TAGS + "1. 车九进九 *\n\n" + TAGS + TAGS + "1. 兵七进一 *\n"
    first, second, empty, fourth = games_in(text)
    assert iccs(first) == "h2e2"
    assert faults(first) == ["line 4 ({): a comment is not closed: '}' is missing"]
    assert iccs(second) == iccs(empty) == ""
    assert second.errors[0].line == 8
    assert iccs(fourth) == "c3c4"


def test_a_comment_without_its_end_is_told_of() -> None:
    closed, left_open = games_in(f"{TAGS}1. 炮二平五 /* a */ 马８进７ *\n\n{TAGS}1. 炮二平五 /* b 马８进７ *\n")
    assert (iccs(closed), faults(closed)) == ("h2e2 h9g7", [])
    assert (iccs(left_open), left_open.root.children[0].comment) == ("h2e2", "b 马８进７ *")
    assert "a comment is not closed: '*/' is missing" in faults(left_open)[0]


def test_games_without_tags_are_parted_by_their_results() -> None:
    first, second = games_in("1. 炮二平五 马８进７ 1-0\n\n1. 兵七进一 炮２平３ 和棋\nbye\n")
    assert (iccs(first), first.result) == ("h2e2 h9g7", "1-0")
    assert (iccs(second), second.result) == ("c3c4 b7c7", "1/2-1/2")


def test_comments_glyphs_and_variations() -> None:
    game = game_in(
        TAGS + "{start} 1. 炮二平五! {centre} {again} 马８进７ $5\n"
        "(1... 炮８平５ {same} 2. 马二进三 (2. 马八进七 {other} 马２进３) 马８进７)\n"
        "({first} 1... 卒３进１) 2. 马二进三 *"
    )
    root = game.root
    assert root.comment == "start"
    cannon = root.children[0]
    assert (cannon.comment, cannon.nags) == ("centre\nagain", (1,))
    replies = [(str(node.move), node.comment, node.nags) for node in cannon.children]
    assert replies == [("h9g7", "", (5,)), ("h7e7", "same", ()), ("c6c5", "first", ())]
    assert [str(node.move) for node in cannon.children[1].children] == ["h0g2", "b0c2"]
    assert iccs(game) == "h2e2 h9g7 h0g2"
    assert not game.errors


def test_a_bad_variation_leaves_the_rest() -> None:
    game = game_in(TAGS + "1. 炮二平五 马８进７ (1... 马８进１ (1... 炮８平５) 2. 马二进三) 2. 马二进三 (")
    assert iccs(game) == "h2e2 h9g7 h0g2"
    assert [(fault.ply, fault.token, fault.line) for fault in game.errors] == [(2, "马８进１", 4), (0, "", 4)]
    assert game.variation_count() == 1


def test_an_illegal_move_ends_the_game_and_is_named() -> None:
    game = game_in(TAGS + "1. 炮二平五 马８进７\n2. 车九进九 车９平８\n*")
    assert iccs(game) == "h2e2 h9g7"
    (fault,) = game.errors
    assert (fault.ply, fault.token, fault.line) == (3, "车九进九", 5)
    assert "not a legal move for Red" in fault.message
    assert "车九进一 (a0a1)" in fault.message


def test_a_file_cut_inside_a_character() -> None:
    (game,) = read_bytes(f"{TAGS}1. 炮二平五 马８进７ 2. 马".encode("gb18030")[:-1], "cut.pgn")
    assert iccs(game) == "h2e2 h9g7"
    assert "the text ends inside a character (read as gb18030)" in faults(game)[0]


def test_results_that_contradict_each_other() -> None:
    game = game_in('[Event "x"]\n[Result "1-0"]\n\n1. 炮二平五 0-1')
    assert (game.result, faults(game)) == (
        "1-0",
        ["line 2: the Result tag says 1-0, but the moves end with 0-1"],
    )
    assert game_in('[Event "x"]\n[Result "*"]\n\n1. 炮二平五 0-1').result == "0-1"
    game = game_in('[Event "x"]\n[Result "adjourned"]\n\n1. 炮二平五')
    assert (game.result, game.headers["Termination"]) == ("*", "adjourned")


def test_ambiguous_text_that_nothing_settles_is_named() -> None:
    game = game_in('[FEN "3k5/9/9/4P4/9/4P4/9/9/9/5K3 w - - 0 1"]\n\n1. 兵五进一 将４进１ *')
    (fault,) = game.errors
    assert (iccs(game), fault.ply, fault.token, fault.line) == ("", 1, "兵五进一", 3)
    assert "could be any of several moves: 前兵进一 (e6e7), 后兵进一 (e4e5)" in fault.message


def test_ambiguous_text_is_settled_by_what_follows() -> None:
    # Both horses of file 5 can go to file 4 and on to file 2, but from there only the rear one can advance.
    fen = '[FEN "4k4/9/9/p3N4/9/9/4N4/9/9/5K3 w - - 0 1"]\n\n'
    game = game_in(fen + "1. 马五进四 卒１进１ 2. 马四进二 卒１进１ 3. 马二进一 *")
    assert iccs(game) == "e3f5 a6a5 f5h6 a5a4 h6i8"
    assert faults(game) == [
        "line 3, move 1 (counting both sides; 马五进四): "
        "the text could also mean e6f8, but only e3f5 keeps the moves after it legal"
    ]


def test_left_out_front_and_rear() -> None:
    # Both black cannons stand on file 1; the pawn beside the rear one is in its way.
    game = game_in('[FEN "3k5/9/cP7/c8/9/9/9/9/9/5K3 b - - 0 1"]\n\n1... 炮１平９')
    assert (iccs(game), faults(game)) == ("a6i6", [])


def test_positions_in_tags() -> None:
    game = game_in('[FEN "4k4/9/9/9/9/9/9/4r4/9/3K5 w - - 0 1"]\n\n1. ... 车５进１ *')
    assert game.start_fen.split()[1] == "b"
    assert faults(game) == [
        "line 1, move 1 (counting both sides): the first move is not by the side to move in the given position"
    ]
    game = game_in('[Event "x"]\n[FEN "9/9 w"]\n\n1. 炮二平五 *')
    assert faults(game) == ["line 2: starting position: the board has 2 rows; it should have 10"]
    game = game_in('[FEN "4k4/9/9/9/9/9/9/9/9/3K1A3 r - - 0 1"]\n\n1. 仕四进五 *')
    assert (iccs(game), faults(game)) == ("f0e1", [])


def test_text_that_is_no_move_is_a_comment_and_told() -> None:
    game = game_in(TAGS + "1. 炮二平五 hello world 马８进７ 2. 马二进三\n\nFrom the club's website\n")
    assert iccs(game) == "h2e2 h9g7 h0g2"
    assert faults(game) == [
        "line 4 (hello world): this is neither a move nor a comment in braces; it is kept as a comment"
    ]
    assert [node.comment for node in game.root.line()] == ["hello world", "", "From the club's website"]


def test_trees_as_lists_and_grids() -> None:
    flat = game_in(
        '[Title "x"]\n\n{开局} 0-炮二平五{好} 1-马８进７ 1-炮８平５ 3-马二进三{x} 2-兵七进一 99-兵七进一'
    )
    assert (iccs(flat), flat.root.comment, flat.variation_count()) == ("h2e2 h9g7 c3c4", "开局", 1)
    assert "the list has no move 99" in faults(flat)[0]
    grid = game_in(
        '[Title "x"]\n\n　开始\n　　↓\n炮二平五……兵七进一\n　　↓　　　　↓\n马８进７…炮８平５\n　　↓\n'
        "马二进三\n\n(1,0): {好}\n(2,1): {stray}\n"
    )
    assert iccs(grid) == "h2e2 h9g7 h0g2"
    assert grid.root.children[0].comment == "好"
    assert [str(node.move) for node in grid.root.children[0].children] == ["h9g7", "h7e7"]


def test_long_games_and_deep_variations() -> None:
    shuffle = "h2e2 h9g7 e2h2 g7h9 "
    assert len(game_in(TAGS + shuffle * 5000).main_line()) == 20_000
    nested = game_in(TAGS + "h2e2 h9g7 " + "( h9i7 h0g2 " * 3000)
    assert iccs(nested) == "h2e2 h9g7"
    assert nested.errors


FLOODS = (
    *(
        "(",
        ")",
        "{",
        "{}",
        "$1 ",
        "; x\n",
        "word ",
        "1",
        "a1",
        "炮二平五",
        '"',
        "[",
        "炮",
        "h2e2 ",
        "*",
        "/*",
        "（",
    ),
    *("[Date x]\n", "[Red “", "\x1a", "\ufeff", "% [\n", "-- 2. ", "１："),
    *("( 车九进九 ) ", "0-炮二平五{", " ", "\n", '[A "', "1.", "-", "...", "马８进７ (炮８平５) "),
)


@pytest.mark.parametrize("flood", FLOODS)
def test_floods_end_in_time(flood: str) -> None:
    game = game_in(TAGS + "1. 炮二平五 " + flood * 20_000)
    assert iccs(game).startswith("h2e2")
    assert sum(1 for _ in game.root.walk()) <= MAX_NODES
    game.final_board()


@pytest.mark.parametrize("flood", ['x [A "b"] ', '[A "b"] x '])
def test_floods_of_tags_that_share_a_line_end_in_time(flood: str) -> None:
    first, *_ = read_bytes((TAGS + "1. 炮二平五 " + flood * 5_000).encode(), "flood.pgn")
    assert iccs(first).startswith("h2e2")


def test_games_are_read_one_by_one() -> None:
    text = (TAGS + "1. 炮二平五 *\n\n") * 20 + TAGS + "1. 车九进九 *\n"
    games = read_bytes(text.encode(), "many.pgn")
    assert [iccs(game) for game in islice(games, 3)] == ["h2e2"] * 3
    assert len(list(games)) == 18


@pytest.mark.parametrize("style", Style)
def test_all_styles_of_notation_are_read(style: Style) -> None:
    board = Board()
    texts = []
    for move in OPENING:
        texts.append(format_move(board, move, style))
        board.push(move)
    game = game_in(" ".join(texts))
    assert (game.main_line(), game.start_fen) == (OPENING, START_FEN)


@pytest.mark.parametrize(
    "text",
    [
        "1. 炮二平五 ……\n2. 马二进三 马２进３ *",
        "1. 炮二平五 {c} ...\n2. 马二进三 马２进３ *",
        "1. 炮二平五 …… 2.马二进三 *",
        "1. 炮二平五 …… 2. {c} 马二进三 *",
    ],
)
def test_a_reply_that_is_left_out_is_told_and_ends_the_line(text: str) -> None:
    game = game_in(TAGS + text)
    assert iccs(game) == "h2e2"
    (fault,) = game.errors
    assert (fault.ply, fault.token) == (2, "..." if "..." in text else "……")


@pytest.mark.parametrize(
    "text",
    [
        "1. 炮二平五 …… 马８进７ 2. 马二进三 马２进３",
        "1. 炮二平五 ...\n马８进７ 2. 马二进三 ...\n马２进３",
        "1. 炮二平五 {c} 1. …… 马８进７ 2. 马二进三 2… 马２进３",
        "1. 炮二平五 …… 1. …… 马８进７ 2. 马二进三 马２进３ 3. 兵七进一 ……",
        "1. 炮二平五 马８进７ 2. 马二进三 …… (2. 马八进七 ……) 马２进３",
        "1. 炮二平五 马８进７ 2. 马二进三 马２进３ (2... 车９平８ ……) 3. 兵七进一",
        "1. 炮二平五 马８进７ (1. 马八进七 …… 2. ) 2. 马二进三 马２进３ 3. 兵七进一 …… 4. ",
    ],
)
def test_dots_before_a_reply_or_at_the_end_are_no_move(text: str) -> None:
    game = game_in(TAGS + text + " *")
    assert iccs(game).startswith("h2e2 h9g7 h0g2 b9c7")
    assert game.errors == []


@pytest.mark.parametrize(
    "sign",
    ["--", "---", "－－", "——", "==", "~", "□", "@@@@", "?", "..", "0000", "略", "空着", "pass"],
)
def test_a_reply_for_which_something_else_stands_is_left_out(sign: str) -> None:
    letters = () if sign == "?" else (f"1. h2e2 {{c}} {sign} {{d}} 2. h0g2 h9g7 *",)  # where it is a judgement
    for text in (
        f"1. 炮二平五 {sign} 2. 马二进三 马８进７ 3. 车一平二 *",
        *letters,
        f"1. 炮二平五 {sign} (1. 炮八平五 马８进７ 2. 马二进三) 2. 马二进三 马８进７ *",
    ):
        game = game_in(TAGS + text)
        assert iccs(game) == "h2e2"
        assert (2, sign) in [(fault.ply, fault.token) for fault in game.errors]
    game = game_in(TAGS + f"1. 炮二平五 马８进７ (1... 马８进９ 2. 马二进三 {sign} 3. 马八进七) 2. 马二进三 *")
    assert (iccs(game), game.errors[0].token) == ("h2e2 h9g7 h0g2", sign)


def test_words_between_moves_numbered_by_ply_stand_for_no_reply() -> None:
    for words in ("good", "0:05", "0：1"):
        game = game_in(TAGS + f"1. h2e2 {words} 2. h9g7 3. h0g2 4. b9c7 *")
        assert iccs(game) == "h2e2 h9g7 h0g2 b9c7"
        game = game_in(TAGS + f"1. h2e2 h9g7 {words} 2. h0g2 b9c7 *")
        assert iccs(game) == "h2e2 h9g7 h0g2 b9c7"


def test_a_remark_in_brackets_is_no_tag() -> None:
    game = game_in('[Red "Li"]\n[Red wins easily]\n[Note “a”]\n\n1. h2e2 *')
    assert game.headers["Red"] == "Li"
    assert "Note" not in game.headers
    assert "wins easily" in game.root.comment


@pytest.mark.parametrize(
    "text",
    [
        "1. 炮二平五 -- 马８进７ 2. 马二进三 -- 马２进３ -- 3. 兵七进一",
        "1. 炮二平五 马８进７ ± 2. 马二进三 = 马２进３ ?",
        "1. 炮二平五 | 2. 马８进７ | 3. 马二进三 | 4. 马２进３",
        "1. h2e2? 2. h9g7? 3. h0g2 4. b9c7",
        "1. H2-E2 ? 2. H9-G7 3. H0-G2 4. B9-C7",
        "1. C2.5 ? 2. H8+7 3. H2+3 4. H2+3",
        "1. h2e2 2. h9g7 3. h0g2 = 4. b9c7 -- 5. b0c2",
        "1. 炮二平五\n1. 马８进７ -- 2. 马二进三\n2. 马２进３ -- 3. 兵七进一",
        "1. 炮二平五 马８进７ (1... 马２进３) -- 2. 马二进三 马２进３",
        "1. 炮二平五 1... 马８进７ -- 2. 马二进三 马２进３",
    ],
)
def test_signs_elsewhere_stand_for_no_reply(text: str) -> None:
    game = game_in(TAGS + text + " *")
    assert iccs(game).startswith("h2e2 h9g7 h0g2 b9c7")
    assert game.errors == []
    game = game_in('[FEN "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 1"]\n\n1. ... 将４进１ -- 2. 车九平八 将４退１')
    assert (iccs(game), faults(game)) == ("d9d8 a1b1 d8d9", [])


@pytest.mark.parametrize(
    "odd",
    [
        "[Date 2020.01.01]",
        "% exported",
        "; better 炮二平五 1-0",
        "[better h2e2]",
        "exported by a program",
        "\n\n; x",
    ],
)
def test_an_odd_line_between_tags_does_not_cut_a_game(odd: str) -> None:
    tags = f'[Red "A"]\n[FEN "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"]\n{odd}\n[Black "B"]\n\n'
    for encoding in ("utf-8", "gb18030"):
        games = games_in(f"{tags}1. 车九平八 红胜\n\n{tags}1-0\n\n{tags}*\n\n{tags}prose\n\n{tags}", encoding)
        assert [game.headers["Red"] + game.headers["Black"] for game in games] == ["AB"] * 5
        assert {game.start_fen.split()[0] for game in games} == {"3k5/9/9/9/9/9/9/9/R8/4K4"}
        assert [iccs(game) for game in games] == ["a1b1", "", "", "", ""]


def test_words_before_the_first_tag_are_about_the_start() -> None:
    game = game_in('club games\n; of 1999\n[Red "A"]\n\n1. h2e2 *')
    assert (game.headers["Red"], game.root.comment) == ("A", "club games\n; of 1999")


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5hkscs"])
@pytest.mark.parametrize(
    "form",
    [
        *("[{} “{}”]", "[{} ”{}“]", "[{} ‘{}’]", "[{} ＂{}＂]", "[{} '{}']", "［{} “{}”］", '［{} "{}"］'),
        *('[{} "{}”]', '[{} “{}"]', '　[{} "{}"]', '\f[{} "{}"]'),
    ],
)
def test_tags_in_other_quotes_and_brackets(form: str, encoding: str) -> None:
    lines = "\n".join(form.format(name, value) for name, value in (("Red", "楊官璘"), ("Site", "上海")))
    games = games_in(
        f"{lines}\n\n1. 炮二平五 馬８進７ 1-0\n\n{lines}\n{form.format('Date', '1960')}\n\n1. c3c4 *\n",
        encoding,
    )
    assert [iccs(game) for game in games] == ["h2e2 h9g7", "c3c4"]
    first, second = (game.headers for game in games)
    assert (first, second) == ({"Red": "楊官璘", "Site": "上海"}, {**first, "Date": "1960"})


def test_tags_without_quotes_beside_others() -> None:
    game = game_in(
        '[Site x]\n[Red "A"]\n[Date 1960.01.02]\n[Black "B"]\n[Result 1-0]\n\n[so it began]\n1. h2e2'
    )
    assert game.headers == {"Site": "x", "Red": "A", "Date": "1960.01.02", "Black": "B"}
    assert (iccs(game), game.result, game.root.comment) == ("h2e2", "1-0", "[so it began]")
    game = game_in('[Red "A"]\n\n1. h2e2 {see\n[White wins]\nbelow} h9g7 *')
    assert (game.headers, iccs(game)) == ({"Red": "A"}, "h2e2 h9g7")


@pytest.mark.parametrize(
    "joint", ["\ufeff", "\x1a", "\r\n\x1a", "\n\ufeff", "\n\f", "\n\u200b", "\n\u00a0", "\n\u3000"]
)
def test_files_that_were_joined(joint: str) -> None:
    text = '[Red "A"]\n[Black "B"]\n\n1. h2e2 h9g7 1-0'
    for joined in (text + joint + text + joint, joint + (text + "\n" + text).replace("[", joint + "[")):
        games = games_in(joined)
        assert [game.headers for game in games] == [{"Red": "A", "Black": "B"}] * 2
        assert [iccs(game) for game in games] == ["h2e2 h9g7"] * 2


@pytest.mark.parametrize("end", ["\r", "\n\r", "\r\n", "\u0085", "\u2028", "\u2029"])
def test_ends_of_lines(end: str) -> None:
    games = games_in('[Red "甲"]\n[Black "乙"]\n\n1. h2e2 h9g7 1-0\n\n'.replace("\n", end) * 2)
    assert [(game.headers, iccs(game)) for game in games] == [({"Red": "甲", "Black": "乙"}, "h2e2 h9g7")] * 2


@pytest.mark.parametrize("said", ["x\n[Red “y”]", "x\n　［Red 'y'］", "x\n[White wins]\ny"])
def test_comments_that_look_like_tags_come_back(said: str) -> None:
    game = game_in(TAGS + "1. h2e2 h9g7 *")
    game.root.comment = game.root.children[0].comment = said
    again = game_in(write(game))
    assert same_tree(game.root, again.root)
    assert again.headers["Event"] == "x"
    assert again.headers["Red"] == ""


@pytest.mark.parametrize("dash", list("-‐‑‒–—―−－"))
def test_dashes_of_all_lengths(dash: str) -> None:
    game = game_in(TAGS + "1. C2=5 H8+7 2. R1+1 R9+1 3. R1-1 R9-1 1-0".replace("-", dash))
    assert (iccs(game), game.result, game.errors) == ("h2e2 h9g7 i0i1 i9i8 i1i0 i8i9", "1-0", [])
    game = game_in("1. H2-E2 H9-G7 2. H0-G2".replace("-", dash))
    assert (iccs(game), game.errors) == ("h2e2 h9g7 h0g2", [])


@pytest.mark.parametrize(
    ("text", "result"),
    [
        *(
            ("１－０", "1-0"),
            ("１：０", "1-0"),
            ("1–0", "1-0"),
            ("1-0.", "1-0"),
            ("1：0", "1-0"),
            ("1−0。", "1-0"),
        ),
        *(
            ("０－１", "0-1"),
            ("０：１", "0-1"),
            ("0—1", "0-1"),
            ("０．５－０．５", "1/2-1/2"),
            ("½–½", "1/2-1/2"),
        ),
        *(("１／２－１／２", "1/2-1/2"), ("1/2–1/2", "1/2-1/2"), ("0.5–0.5", "1/2-1/2")),
    ],
)
def test_results_in_other_characters(text: str, result: str) -> None:
    for before in ("", TAGS):
        game, other = games_in(f"{before}1. 炮二平五 马８进７ 2. 马二进三 {text}\n\n1. 兵七进一 {text}")
        assert (iccs(game), game.result, iccs(other), other.result) == (
            "h2e2 h9g7 h0g2",
            result,
            "c3c4",
            result,
        )
        assert game.errors + other.errors == []
        assert game.root.end().comment + other.root.end().comment == ""
    game = game_in(f'[Result "{text}"]\n\n1. h2e2')
    assert (game.result, "Termination" in game.headers) == (result, False)


def test_numbers_in_full_width_stand_before_moves() -> None:
    for text in (
        "１．炮二平五 马８进７ ２．马二进三",
        "１：炮二平五 马８进７ ２：马二进三",
        "１．６２．５ ４８＋７ ２．４２＋３",
    ):
        assert iccs(game_in(text)) == "h2e2 h9g7 h0g2"


@pytest.mark.parametrize("move", ["h2 e2", "H2-E2", "C2.5", ""])
@pytest.mark.parametrize("comment", ["{%s}", "/* %s */", "; %s\n", "（%s）"])
def test_two_squares_in_a_comment_stay_as_they_are(move: str, comment: str) -> None:
    """They got a dash, as moves with a space between their squares do."""
    words = "from c0 c4 on, or d1 d2"
    (game,) = read_bytes(f'[Game "Chinese Chess"]\n\n{move} {comment % words} *\n'.encode(), "pgn")
    assert not game.errors
    assert [node.comment for node in game.root.walk() if node.comment] == [words]
    assert len(game.main_line()) == bool(move)
