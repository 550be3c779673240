"""FEN and EPD lists, position lines, WXF, bare coordinates, XML and JSON as others write them."""

from __future__ import annotations

import json

import pytest
from reading import faults, game_in, games_in, iccs

from xiangqi.board import Move
from xiangqi.errors import RecordError
from xiangqi.fen import START_FEN
from xiangqi.notation import Style
from xiangqi.records.files import WRITERS, read_bytes
from xiangqi.records.tree import EMPTY_FEN, Game, same_tree

ENDGAME = "4k4/9/9/9/9/9/9/4r4/9/3K5"


class TestPositions:
    @pytest.mark.parametrize(
        ("text", "fen"),
        [
            (START_FEN.split()[0], START_FEN),
            (f"{ENDGAME} b", f"{ENDGAME} b - - 0 1"),
            (f"{ENDGAME}\u3000r\u3000-\u3000-\u30007\u300030\r\n", f"{ENDGAME} w - - 7 30"),
            (f"{ENDGAME}w", f"{ENDGAME} w - - 0 1"),
            (f"# remark\n\nfen {ENDGAME} W - - 0 1\n", f"{ENDGAME} w - - 0 1"),
            (START_FEN.replace("n", "h").replace("B", "E"), START_FEN),
        ],
    )
    def test_forms(self, text: str, fen: str) -> None:
        game = game_in(text)
        assert (game.format, game.start_fen, game.errors) == ("fen", fen, [])

    def test_a_list_keeps_what_is_broken_apart(self) -> None:
        first, second, third, fourth = games_in(
            f"First exercise\n{ENDGAME} w\n{ENDGAME} b\n4k4/9/9/9/9 w\n3k5/9/9/9/9/9/9/9/K8/9 w\n"
        )
        assert (first.headers, first.errors) == ({"Title": "First exercise"}, [])
        assert second.start_fen.split()[1] == "b"
        assert (third.start_fen, faults(third)) == (
            EMPTY_FEN,
            ["line 4: starting position: the board has 5 rows; it should have 10"],
        )
        assert faults(fourth) == ["line 5: starting position: a red general cannot stand on a1"]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "it: line 1: the board has 8 rows"),
            ("4k4/9/9/9/9/9/9/9/9/K8 w", "it: line 1: a red general cannot stand on a0"),
            ("4k4/9/9/9/9/9/9/9/9 w", "9 rows"),
            ("9/" * 200_000, "at most 300 characters"),
            (f"{ENDGAME} w - - zero 1", "field 5"),
            (f"{ENDGAME[:-2]}\0{ENDGAME[-2:]}", "row 10"),
            (" \r\n\t", "it: the file is empty"),
            ("", "it: the file is empty"),
        ],
    )
    def test_a_single_broken_position_is_refused(self, text: str, message: str) -> None:
        with pytest.raises(RecordError, match=message):
            games_in(text)

    def test_an_unknown_side_is_taken_for_red(self) -> None:
        game = game_in(f"{ENDGAME} x - - 0 1")
        assert game.start_fen.split()[1] == "w"
        assert faults(game) == ["line 1: field 2: 'x' is not a side to move; read as 'w' (Red)"]

    def test_epd(self) -> None:
        game = game_in(f'{ENDGAME} b - - bm e2e1; id "mate in one";\n')
        assert (game.format, game.headers["Title"]) == ("epd", "mate in one")
        assert game.root.comment == 'bm e2e1; id "mate in one";'

    def test_position_lines(self) -> None:
        first, second, third = games_in(
            f"position startpos moves h2e2 h9g7\nposition fen {ENDGAME} b - - 0 1 moves e2e1\n"
            "position startpos moves h3e3 h10g8\n"
        )
        assert (first.format, iccs(first)) == ("uci", "h2e2 h9g7")
        assert (second.start_fen, iccs(second)) == (f"{ENDGAME} b - - 0 1", "e2e1")
        assert iccs(third) == "h2e2 h9g7"
        game = game_in(f"{START_FEN} moves h2e2 h2e2")
        assert (iccs(game), game.errors[0].ply, game.errors[0].line) == ("h2e2", 2, 1)


class TestWxf:
    TEXT = (
        "FORMAT  \tWXF\nGAME    \nRED     \tOne;;;\nBLACK\tTwo;;;\nDATE 24-12-2022\n/*G5*/\n{fen}\n"
        "START{{\n 1.  C2.5  h8+7!   2.  H2+3  r9=8\n}}END\n"
    )

    def test_headers_and_moves(self) -> None:
        game = game_in(self.TEXT.format(fen=""))
        assert (game.format, iccs(game), game.errors) == ("wxf", "h2e2 h9g7 h0g2 i9h9", [])
        assert game.headers == {"Red": "One", "Black": "Two", "Date": "24-12-2022"}
        assert game.root.comment == "G5"
        assert game.root.children[0].children[0].nags == (1,)

    def test_positions_and_several_games(self) -> None:
        fen = f"FEN\t{ENDGAME} b - - 0 1"
        first, second = games_in(self.TEXT.format(fen="") + self.TEXT.format(fen=fen).replace("C2.5", "r5+1"))
        assert len(first.main_line()) == 4
        assert second.start_fen == f"{ENDGAME} b - - 0 1"
        assert (iccs(second), second.errors[0].line) == ("e2e1", 19)

    def test_a_missing_end(self) -> None:
        game = game_in("START{\n1. C2.5 h8+7\n")
        assert (iccs(game), faults(game)) == ("h2e2 h9g7", ["line 3: '}END' is missing after the moves"])
        assert game_in("FORMAT WXF\nRED x\n").main_line() == []


class TestCoordinates:
    def test_strings(self) -> None:
        assert iccs(game_in("h2e2h9g7h0g2\n\n")) == "h2e2 h9g7 h0g2"
        assert iccs(game_in("H2-E2H9-G7H0-G2")) == "h2e2 h9g7 h0g2"
        assert iccs(game_in("h3e3h10g8h1g3")) == "h2e2 h9g7 h0g2"

    @pytest.mark.parametrize("board", [f"{ENDGAME}b", "4k/9/9/9/9/9/9/4r/9/3Kb"])
    def test_positions_in_the_second_line(self, board: str) -> None:
        game = game_in(f"e2e1\n{board}\n")
        assert (game.start_fen, iccs(game), game.errors) == (f"{ENDGAME} b - - 0 1", "e2e1", [])

    def test_lists(self) -> None:
        first, second, third = games_in("1;h2e2,h9g7,h0g2\n2;c3c4,b7c7\n3;c3c4,c3c4\n")
        assert (first.headers, iccs(first)) == ({"Title": "1"}, "h2e2 h9g7 h0g2")
        assert iccs(second) == "c3c4 b7c7"
        assert (iccs(third), third.errors[0].line, third.errors[0].ply) == ("c3c4", 3, 2)
        assert len(games_in("h2e2 h9g7 h0g2 i9h9 i0h0\nc3c4 b7c7\n")) == 2

    def test_what_is_no_move(self) -> None:
        game = game_in("h2e2h9g7xyz")
        assert (iccs(game), game.errors[0].token) == ("h2e2 h9g7", "xyz")


MOVES = '[Event "五羊杯"]\n[Red "许银川"]\n\n1. 炮二平五 {好} 马８进７\n2. 马二进三 马２进３ 1-0\n'


class TestPages:
    @pytest.mark.parametrize(
        "page",
        [
            f"<pre>{MOVES}</pre>",
            MOVES.replace("\n", "<br>\n"),
            MOVES.replace("\n", "<BR />"),
            "<div>" + "".join(f"&#{ord(letter)};" if letter > "~" else letter for letter in MOVES) + "</div>",
            "<!doctype html><html><head><title>x</title><script>if (a<b) h2e2()</script></head>"
            f"<body class=x><p>首页</p>\n<!-- 1. 兵七进一 --><pre>{MOVES}</pre></body></html>",
            "<?xml version='1.0'?><!-- <p> --><html><body><p>"
            + MOVES.replace("\n", "</p>\n<p>").replace(" ", "&nbsp;")
            + "</p></body></html>",
        ],
    )
    @pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
    def test_a_game_with_headers(self, page: str, encoding: str) -> None:
        game = game_in(page.encode(encoding))
        assert (game.format, iccs(game), game.result) == ("pgn", "h2e2 h9g7 h0g2 b9c7", "1-0")
        assert (game.headers["Event"], game.headers["Red"], game.errors) == ("五羊杯", "许银川", [])
        assert game.root.children[0].comment == "好"

    @pytest.mark.parametrize(
        "page",
        [
            "<p>1. 炮二平五&nbsp;马８进７<br>2. 马二进三&nbsp;&nbsp;马２进３</p>",
            "1.&nbsp;炮二平五&nbsp;马８进７<br>2.&nbsp;马二进三 马２进３",
            "<table><tr><td>1.<td>C2=5<td>h8+7</tr><tr><td>2.<td>H2+3<td>h2+3</tr></table>",
            "<PRE>h2e2 h9g7\nh0g2 b9c7</PRE>",
        ],
    )
    def test_moves_alone(self, page: str) -> None:
        assert (iccs(game_in(page)), game_in(page).errors) == ("h2e2 h9g7 h0g2 b9c7", [])

    def test_a_list_of_positions(self) -> None:
        page = f"<p>{ENDGAME} w</p><p>{ENDGAME} b</p>"
        assert [game.start_fen.split()[1] for game in games_in(page)] == ["w", "b"]

    def test_markup_in_comments_and_headers_is_kept(self) -> None:
        game = Game(headers={"Event": "a<br>&nbsp;b"})
        game.root.add(Move.from_iccs("h2e2")).comment = "<br> } <p>x</p>\n&nbsp;"
        for form, writer in WRITERS.items():
            if form != "iccs":  # which holds moves alone
                read = game_in(writer.write(game, Style.CHINESE, "utf-8"))
                assert (form, read.headers["Event"]) == (form, "a<br>&nbsp;b")
                assert same_tree(read.root, game.root), form


class TestXml:
    FEN = START_FEN.replace(" w ", " r ")

    def test_one_element_a_move(self) -> None:
        game = game_in(
            '<?xml version="1.0"?><qp><info><红方>甲</红方><ECCO>C03</ECCO><v>v1.2</v>'
            f"<FEN>{self.FEN}</FEN></info>\n"
            "<moves><m>炮二平五</m><m c='好'>马８进７</m>\n<m>车九进九</m></moves></qp>"
        )
        assert (game.format, game.start_fen, iccs(game)) == ("xml", START_FEN, "h2e2 h9g7")
        assert (game.headers["Red"], game.headers["ECCO"]) == ("甲", "C03")
        assert game.root.end().comment == "好"
        assert (game.errors[0].ply, game.errors[0].line, game.errors[0].token) == (3, 3, "车九进九")

    def test_nested_moves(self) -> None:
        game = game_in(
            f'<n m="{self.FEN}" c="start"><n c="x" m="炮二平五"><n m="马８进７"/>'
            '<n m="炮８平５"><n m="马二进三"/></n></n></n>'
        )
        assert (game.root.comment, iccs(game), game.variation_count()) == ("start", "h2e2 h9g7", 1)
        assert game.root.children[0].comment == "x"

    def test_several_games_and_lists_of_moves(self) -> None:
        first, second = games_in(
            '<games><game red="A"><round><r>h2e2</r><b>h9g7</b></round></game>\n'
            "<game red='B'><movelist>1. 兵七进一 炮２平３</movelist></game></games>"
        )
        assert (first.headers, iccs(first)) == ({"Red": "A"}, "h2e2 h9g7")
        assert (second.headers, iccs(second)) == ({"Red": "B"}, "c3c4 b7c7")

    def test_broken_documents(self) -> None:
        game = game_in("<a><m>h2e2</m>\n<m>h9g7</m><m>h0")
        assert (iccs(game), game.errors[-1].line) == ("h2e2 h9g7", 2)
        for text, message in (
            ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "line 1: document type declarations"),
            ("<a><b>hello</b></a>", "neither a position nor a move"),
            ("<a>" * 60_000, "nested more than"),
        ):
            with pytest.raises(RecordError, match=message):
                games_in(text)


class TestJson:
    def test_a_main_line_alone(self) -> None:
        game = game_in('{"iccs": ["h2e2", "h9g7", "h2e2"], "headers": {"Red": "A"}, "result": "1-0"}\n')
        assert (game.format, iccs(game), game.headers, game.result) == (
            "json",
            "h2e2 h9g7",
            {"Red": "A"},
            "1-0",
        )
        assert (game.errors[0].ply, game.errors[0].line) == (3, 1)

    @pytest.mark.parametrize(
        "text",
        ['{"iccs": 7}', '{"iccs"', '{"iccs": ' + "[" * 100_000, '{"iccs": [' + "9" * 5000 + "]} x"],
    )
    def test_no_game(self, text: str) -> None:
        with pytest.raises(RecordError, match="line 1"):
            games_in(text)

    @pytest.mark.parametrize(
        "tree",
        [
            [7],
            [{}, {"parent": 5, "move": "h2e2"}],
            [{}, {"parent": 0, "move": None}],
            [{}, {"parent": 0, "move": "a0a9"}, {"parent": 1, "move": "h9g7"}],
            [{"nags": "x"}, {"parent": "0", "move": "h2e2"}],
        ],
    )
    def test_odd_trees(self, tree: list[object]) -> None:
        game = game_in(json.dumps({"iccs": [], "tree": tree, "start_fen": START_FEN}))
        assert game.main_line() == []
        assert game.errors != []

    def test_texts_hold_no_halves_of_characters(self) -> None:
        """Which escapes can spell, and no database or file takes."""
        game = game_in(
            json.dumps({"iccs": ["h2e2"], "headers": {"Red": "A\ud800\0B"}, "tree": [{"comment": "x\ud83d"}]})
        )
        assert (game.headers, game.root.comment) == ({"Red": "A?\0B"}, "x")
        assert "Red cannot be read" in str(game.errors[0])

    def test_glyphs_that_are_none_are_told(self) -> None:
        tree = [{"nags": [-1, True, 10**30]}, {"parent": 0, "move": "h2e2", "nags": [1, 999, 1000]}]
        game = game_in(json.dumps({"iccs": ["h2e2"], "tree": tree}))
        assert (game.root.nags, game.root.children[0].nags) == ((), (1, 999))
        assert len(game.errors) == 2

    def test_headers_say_result_and_start_where_nothing_else_does(self) -> None:
        tags = {"Result": "1-0", "FEN": f"{ENDGAME} b - - 0 1", "Black": None, "Round": 3}
        game = game_in(json.dumps({"iccs": ["e2e1"], "headers": tags}))
        assert (game.result, game.start_fen, game.errors) == ("1-0", f"{ENDGAME} b - - 0 1", [])
        assert game.headers == {"Round": "3"}
        game = game_in(json.dumps({"iccs": [], "headers": tags | {"Site": ["x"]}, "result": "0-1"}))
        assert (game.result, game.headers) == ("0-1", {"Round": "3"})
        assert [fault.token for fault in game.errors] == ["1-0", "['x']"]

    def test_odd_values_are_told(self) -> None:
        game = game_in(json.dumps({"iccs": ["h2e2"], "headers": [1], "start_fen": 7, "result": "won"}))
        assert iccs(game) == "h2e2"
        assert [fault.split(" (")[1] for fault in faults(game)] == [
            "[1]): headers cannot be read",
            "7): start_fen cannot be read",
            "won): result cannot be read",
        ]


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 100,
        b"hello world, nothing of a game in here",
        "今天天气很好，我们去下棋。".encode(),
        b"<html><body>1 < 2</body></html>",
    ],
)
def test_what_is_no_record_is_refused_with_its_first_bytes(data: bytes) -> None:
    with pytest.raises(RecordError, match="it: byte 0: not a known game record format; the file starts with"):
        games_in(data)


def test_a_large_tree_in_one_line_of_json() -> None:
    game = Game()
    for _ in range(40_000):
        game.root.add(Move.from_iccs("h2e2"))
    written = WRITERS["json"].write(game, Style.CHINESE, "utf-8")
    assert len(written) > 1 << 20
    (read,) = read_bytes(written, "large")
    assert same_tree(read.root, game.root)


def test_coordinates_with_a_result() -> None:
    game = game_in("h2e2 h9g7 h0g2 i9h9 i0h0 1-0")
    assert (iccs(game), game.result, game.errors) == ("h2e2 h9g7 h0g2 i9h9 i0h0", "1-0", [])


def test_xml_holds_trees_of_any_size_that_is_read() -> None:
    game = Game()
    node = game.root
    circle = [Move.from_iccs(text) for text in ("h0g2", "h9g7", "g2h0", "g7h9")]
    for number in range(60_000):
        node = node.add(circle[number % 4])
    for _ in range(20_000):
        game.root.add(Move.from_iccs("h2e2"))
    (read,) = read_bytes(WRITERS["xml"].write(game, Style.ICCS, "utf-8"), "large")
    assert read.errors == []
    assert same_tree(read.root, game.root)


def test_xml_holds_every_header() -> None:
    names = (
        "Author",
        "Annotator",
        "Variation",
        "Variant",
        "Title",
        "Name",
        "Place",
        "Head",
        "moves",
        "Move",
        "M",
        "N",
        "Game",
        "tag",
    )
    headers = dict.fromkeys(names, "x") | {
        "对局类型": "全局",
        "Two words": "<&>\n\"'",
        "Note": "炮二平五",
        "Long": "y" * 5000,
    }
    game = Game(headers=headers)
    game.root.add(Move.from_iccs("h2e2"))
    (read,) = read_bytes(WRITERS["xml"].write(game, Style.CHINESE, "utf-8"), "it")
    assert (read.headers, read.errors, iccs(read)) == (headers, [], "h2e2")


def test_xml_tells_what_it_cannot_read() -> None:
    game = game_in("<game><head><Red>a</Red></head><move>h2e2</move><move>zzz</move><move>h9g7</move></game>")
    assert (iccs(game), faults(game)) == ("h2e2 h9g7", ["line 1 (zzz): this is neither a move nor a comment"])
    game = game_in("<game><moves>h2e2 what {good} h9g7</moves></game>")
    assert (iccs(game), game.root.children[0].comment) == ("h2e2 h9g7", "good\nwhat")
    assert faults(game) == [
        "line 1 (what): this is neither a move nor a comment in braces; it is kept as a comment"
    ]


def test_a_line_that_is_no_json_leaves_the_others() -> None:
    lines = [json.dumps({"iccs": ["h2e2"]}), '{"iccs": [', "[1]", json.dumps({"iccs": ["c3c4"]})]
    for order, expected in ((lines, ["h2e2", "", "", "c3c4"]), (lines[1:], ["", "", "c3c4"])):
        games = games_in("\n".join(order))
        assert [iccs(game) for game in games] == expected
        bad = [game for game in games if game.errors]
        first = order.index(lines[1])
        assert [(fault.line, fault.token) for game in bad for fault in game.errors] == [
            (first + 1, lines[1]),
            (first + 2, "[1]"),
        ]
        assert {game.start_fen for game in bad} == {EMPTY_FEN}
    for count in (2, 2000):
        with pytest.raises(RecordError, match="line 1: not JSON"):
            games_in('{"iccs": [\n' * count)


@pytest.mark.parametrize(
    "text",
    [
        '{"red": "甲", "black": "乙", "moves": ["h2e2", "h9g7", "h0g2"], "result": "1-0"}',
        '{"Red": "甲", "Black": "乙", "moves": "1. C2.5 H8+7 2. H2+3", "Result": "红胜"}',
        '[{"white": "甲", "black": "乙", "moves": [["炮二平五", "马8进7"], ["马二进三"]], "result": "1-0"}]',
        '{"games": [{"red": "甲", "black": "乙", "result": "1-0",\n "moves": [{"move": "h2e2"},\n'
        ' {"move": "h9g7"}, {"from": "h0", "to": "g2"}]}]}',
        '{"players": {"红方": "甲", "黑方": "乙"}, "movelist": "774770627967", "结果": "红胜"}',
        '{"headers": {"Red": "甲", "Black": "乙", "Result": "1-0"}, "moves": "h2e2h9g7h0g2"}',
    ],
)
def test_json_of_other_programs(text: str) -> None:
    game = game_in(text)
    assert (iccs(game), game.result, game.errors) == ("h2e2 h9g7 h0g2", "1-0", [])
    assert game.headers == {"Red": "甲", "Black": "乙"}


def test_json_of_other_programs_with_positions_comments_and_several_games() -> None:
    first, second, third = games_in(
        f'[{{"fen": "{ENDGAME} b", "moves": [{{"move": "e2e1", "comment": "mate"}}]}},'
        f' {{"fen": "{ENDGAME} b"}}, {{"moves": []}}]'
    )
    assert (iccs(first), next(first.root.line()).comment, first.errors) == ("e2e1", "mate", [])
    assert (second.start_fen, second.errors) == (f"{ENDGAME} b - - 0 1", [])
    assert len(third.errors) == 1
    assert [iccs(game) for game in games_in('{"moves": ["h2e2"]}\n{"moves": ["c3c4"]}\n')] == ["h2e2", "c3c4"]
    assert iccs(game_in('["h2e2", "h9g7"]')) == "h2e2 h9g7"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"moves": ["h2e2", 5]}', "moves cannot be read"),
        ('{"moves": ["h2e2", null]}', "moves cannot be read"),
        ('{"moves": ["h2e2", "zzz"]}', "kept as a comment"),
        ('{"moves": ["h2e2"], "extra": [1]}', "unknown key extra ignored"),
        ('{"moves": ["h2e2"], "result": "foo"}', "unknown key result ignored"),
        ('{"source": "x", "games": [{"moves": ["h2e2"]}]}', "unknown key source ignored"),
        ('{"moves": ["h2e2"]}\n{"x": 1}', "unknown key x ignored"),
    ],
)
def test_what_json_of_other_programs_says_besides_is_told(text: str, told: str) -> None:
    game = game_in(text)
    assert iccs(game) == "h2e2"
    (fault,) = faults(game)
    assert told in fault


@pytest.mark.parametrize("text", ['{"a": 1}', '[{"red": "炮二平五"}]', "[[1, 2]]", '{"moves": ', "[" * 100_000])
def test_json_without_a_game_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        games_in(text)


def test_a_quoted_comment_in_braces_is_no_json() -> None:
    assert iccs(game_in('{"The best": his own words} 1. h2e2 h9g7')) == "h2e2 h9g7"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("77477062796789797062", ["h2e2 h9g7 h0g2"]),
        ("7747 7062 7967\n", ["h2e2 h9g7 h0g2"]),
        ("77-47,70-62,79-67", ["h2e2 h9g7 h0g2"]),
        ("\ufeff7747\n70627967", ["h2e2 h9g7 h0g2"]),
        ("774770627967\n774772427967\n", ["h2e2 h9g7 h0g2", "h2e2 h7e7 h0g2"]),
    ],
)
def test_digits_of_moves_alone(text: str, moves: list[str]) -> None:
    games = games_in(text)
    assert [iccs(game)[:14] for game in games] == moves
    assert {game.format for game in games} == {"dhtmlxq"}


def test_digits_of_pieces_alone_are_a_position_and_others_are_explained() -> None:
    game = game_in("8979695949392919097717866646260600102030405060708012720323436383")
    assert (game.start_fen, iccs(game)) == (START_FEN, "")
    with pytest.raises(
        RecordError, match=r"line 1: these digits .* but 2020 is not a legal move .* \[DhtmlXQ_movelist\]"
    ):
        games_in("20200101")
