"""Tests that text which is not a game, a move or a comment is always reported."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile

import pytest
from memory import traced_memory
from reading import faults, game_in, games_in, iccs

from xiangqi.errors import RecordError
from xiangqi.fen import START_FEN

MOVES = "1. 炮二平五 马８进７ 2. 马二进三 车９平８"
ICCS = "h2e2 h9g7 h0g2 i9h9"


class TestPgn:
    @pytest.mark.parametrize("tags", ["", '[Red "A"]\n\n'])
    def test_moves_after_the_result(self, tags: str) -> None:
        game = game_in(f"{tags}1. 炮二平五 马８进７ 1-0\n2. 马二进三 车９平８\n")
        assert (iccs(game), game.result) == ("h2e2 h9g7", "1-0")
        line = 4 if tags else 2
        assert faults(game) == [f"line {line} (马二进三): moves after the result are ignored: 2"]

    @pytest.mark.parametrize("first", ["", '[Red "A"]\n\n'])
    def test_another_game_after_the_result(self, first: str) -> None:
        games = games_in(f"{first}{MOVES} 1-0\n\n{MOVES} 0-1\n\n1. 兵七进一 *\n")
        assert [(iccs(game), game.result, game.errors) for game in games] == [
            (ICCS, "1-0", []),
            (ICCS, "0-1", []),
            ("c3c4", "*", []),
        ]
        assert [iccs(game) for game in games_in("h2e2 h9g7 1-0\nc3c4 c6c5 0-1\n")] == ["h2e2 h9g7", "c3c4 c6c5"]

    def test_words_around_the_moves_are_comments(self) -> None:
        game = game_in(f"第一局 甲 先胜 乙\n（上海）\n{MOVES} 红胜\n====\n讲评：2 好棋\n----\n")
        assert (iccs(game), game.result, game.errors) == (ICCS, "1-0", [])
        assert game.root.comment == "第一局 甲 先胜 乙\n上海"
        assert game.root.end().comment == "讲评：2 好棋"
        game = game_in(f'A club\n[Red "A"]\n\nround 3\n{MOVES} (done)\n')
        assert (game.root.comment, game.root.end().comment) == ("A club\nround 3", "done")
        assert (game.headers["Red"], game.errors) == ("A", [])

    def test_words_instead_of_moves_are_told(self) -> None:
        game = game_in('[Red "A"]\n\nnothing to be read\n')
        assert game.root.comment == "nothing to be read"
        assert faults(game) == ["line 3 (nothing to be read): the text contains no moves"]
        assert len(game_in('[Red "A"]\n\n7747 7062 7967\n').errors) == 1
        assert game_in('[Red "A"]\n\n{nothing}\n*\n').errors == []

    def test_a_remark_of_a_variation_without_moves(self) -> None:
        game = game_in("1. 炮二平五 ({or so} ) 马８进７ *")
        assert game.root.children[0].comment == "or so"

    def test_tags_in_small_letters_and_capitals(self) -> None:
        fen = "4k4/9/9/9/9/9/9/4r4/9/3K5 b - - 0 1"
        for change in (str.lower, str.upper, str.title):
            tags = "".join(
                f'[{change(name)} "{text}"]\n' for name, text in (("Red", "A"), ("RedTeam", "B"), ("FEN", fen))
            )
            game = game_in(f'{tags}[{change("result")} "0-1"]\n\n1... e2e1 0-1\n')
            assert (game.headers, game.start_fen, game.result) == ({"Red": "A", "RedTeam": "B"}, fen, "0-1")
            assert (iccs(game), game.errors) == ("e2e1", [])

    def test_a_tag_that_stands_twice(self) -> None:
        game = game_in(f'[Red "A"]\n[Red "B"]\n\n{MOVES} *')
        assert game.headers == {"Red": "A"}
        assert faults(game) == ['line 2 ([Red "B"]): the tag Red occurs twice; the first one is used']

    def test_length_bytes_before_names(self) -> None:
        assert game_in(f'[Red "\x06胡荣华"]\n[Black "柳\x0c"]\n\n{MOVES} *').headers == {
            "Red": "胡荣华",
            "Black": "柳",
        }

    def test_replacement_characters_that_stand_in_the_file(self) -> None:
        game = game_in(f'[Red "胡荣\ufffd"]\n\n{MOVES} *')
        assert (game.headers["Red"], game.errors) == ("胡荣\ufffd", [])
        broken = f'[Red "胡荣\ufffd"]\n\n{MOVES} '.encode() + b"\xe7\x82 *\n"
        assert faults(game_in(broken)) == ["line 3: this is not text (read as utf-8)"]

    def test_nul_bytes(self) -> None:
        for data, count, line in (
            ('[Red "A"]\n\n1. 炮二平五 马８进７\0 2. 马二进三\0车９平８ *\n'.encode("gb18030"), 2, 3),
            (f'[Red "A"]\n\n{MOVES} *\n'.encode() + b"\0" * 3000, 3000, 4),
            (b"\0" * 20 + f"{MOVES} *\n".encode(), 20, 1),
        ):
            game = game_in(data)
            assert iccs(game) == ICCS
            assert faults(game) == [f"line {line}: NUL bytes in the text are read as spaces: {count}"]

    def test_lines_that_end_with_carriage_returns_alone(self) -> None:
        game = game_in(f'[Red "A"]\r[Black "B"]\r\r{MOVES.replace("2.", chr(13) + "2.")}\r帅五进九 *\r')
        assert (game.headers, iccs(game)) == ({"Red": "A", "Black": "B"}, ICCS)
        assert [(fault.line, fault.token) for fault in game.errors] == [(6, "帅五进九")]

    def test_western_games_are_called_so(self) -> None:
        with pytest.raises(RecordError, match="line 1: these are games of Western chess"):
            games_in('[Event "x"]\n[White "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 1-0\n')


def _zip(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)  # of no date: always the same
    return data.getvalue()


class TestArchives:
    def test_all_games_of_all_files(self) -> None:
        fen = "4k4/9/9/9/9/9/9/4r4/9/3K5 b - - 0 1"
        games = games_in(
            _zip(
                {
                    "a/one.pgn": f"{MOVES} *".encode("gb18030"),
                    "two.txt": f"{fen}\n{fen}\n".encode(),
                    "empty/": b"",
                }
            )
        )
        assert [(game.format, len(game.main_line()), game.errors) for game in games] == [
            ("pgn", 4, []),
            ("fen", 0, []),
            ("fen", 0, []),
        ]

    def test_what_cannot_be_read_is_told_by_name(self) -> None:
        inner = _zip({"x.pgn": MOVES.encode()})
        game = game_in(
            _zip(
                {
                    "a.pgn": f"{MOVES} 帅五进九".encode(),
                    "b.png": b"\x89PNG\r\n\x1a\n" + bytes(99),
                    "c.zip": inner,
                }
            )
        )
        assert len(game.main_line()) == 4
        assert [fault.split(":")[0] for fault in (fault.message for fault in game.errors)] == [
            "a.pgn",
            "b.png",
            "c.zip",
        ]
        assert "this is a PNG picture" in game.errors[1].message
        assert "archives inside archives" in game.errors[2].message

    def test_bombs_are_bounded(self) -> None:
        with pytest.raises(RecordError, match="at most 64 MiB"):
            games_in(_zip({"bomb.txt": bytes(65 << 20)}))
        game, *_ = games_in(_zip({"bomb.txt": b"\n" * (65 << 20), "good.pgn": MOVES.encode()}))
        assert "at most 64 MiB" in game.errors[0].message

    @pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
    def test_what_cannot_be_unpacked_piece_by_piece_stays_packed(self, method: int) -> None:
        """A few bytes of bzip2 unpack to gigabytes at once."""
        data = _zip({"bomb.txt": bytes(32 << 20)}, method)
        with traced_memory():
            with pytest.raises(RecordError, match=r"bomb\.txt: only files compressed with Deflate"):
                games_in(data)
            assert tracemalloc.get_traced_memory()[1] < 16 << 20

    @pytest.mark.parametrize(
        "data",
        [_zip({}), _zip({"x.pgn": MOVES.encode()})[:60], _zip({"x": b"words, no game"})],
        ids=["empty", "cut", "words"],
    )
    def test_an_archive_without_a_record_is_refused(self, data: bytes) -> None:
        with pytest.raises(RecordError):
            games_in(data)

    def test_damaged_contents(self) -> None:
        data = bytearray(_zip({"x.pgn": MOVES.encode() * 50}))
        data[40:60] = b"\xff" * 20
        with pytest.raises(RecordError, match=r"x\.pgn: cannot be unpacked"):
            games_in(bytes(data))


BOOK = b"".join(
    lock.to_bytes(4, "little") + bytes([0xAA, 0xA7]) + (9).to_bytes(2, "little") for lock in range(7, 9000, 37)
)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(4000), "this is a PNG picture"),
        (b"\xff\xd8\xff\xe0" + bytes(400), "this is a JPEG picture"),
        (b"%PDF-1.7\n" + b"x" * 400, "this is a PDF document"),
        (b"Rar!\x1a\x07\x00" + bytes(400), "this is a RAR archive"),
        (b"SQLite format 3\0" + bytes(4000), "this is a database"),
        (b"SQLite format 3\0" + bytes(84) + b"CREATE TABLE bhobk(id, vkey, vmove)", "this is an opening book"),
        (BOOK, "this is an opening book .BOOK.DAT"),
        (bytes(5000), "the file is empty"),
        (b"just some words, nothing of a game", "not a known game record format"),
    ],
)
def test_other_files_are_called_what_they_are(data: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        games_in(data)


def test_a_record_may_begin_like_another_kind_of_file() -> None:
    assert iccs(game_in(f"BMW cup\n{MOVES}\n")) == ICCS
    assert game_in(f"MZ club\n{START_FEN}\n").headers["Title"] == "MZ club"


def test_thousands_of_results_and_parts_cost_no_more_than_their_number() -> None:
    """Quadratic work would take minutes here."""
    assert len(games_in(b"h2e2 * " * 5_000)) == 5_000
    assert len(game_in(b'[Red "a"]\n\n' + b"h2e2 * " * 12_000).errors) > 0
    assert len(game_in(b"4k4/9/9/9/9/9/9/4r4/9/3K5 b" + b"|h2e2, x" * 5_000).errors) > 0


class TestBeside:
    """Words and bytes that stand where a format has no place for them."""

    @pytest.mark.parametrize("line", ['[Red "Li"] 1. 炮二平五 马8进7', '[Result "1-0"] 1. 炮二平五 马8进7 1-0'])
    def test_moves_in_the_line_of_a_tag(self, line: str) -> None:
        assert iccs(game_in(line + "\n")) == "h2e2 h9g7"

    def test_words_in_the_line_of_a_tag_are_a_comment(self) -> None:
        game = game_in(f'[Event "Cup"] finals\n[Red "Li"] (a guest)\n\n{MOVES}\n')
        assert game.headers == {"Event": "Cup", "Red": "Li"}
        assert game.root.comment == "finals\na guest"

    def test_two_names_of_one_player(self) -> None:
        (fault,) = faults(game_in(f'[White "A"]\n[Red "B"]\n\n{MOVES}\n'))
        assert fault == "line 1 (A): Red and White differ; the first one is used"

    def test_a_notation_of_an_unknown_name(self) -> None:
        (fault,) = faults(game_in(f'[Format "Morse"]\n\n{MOVES}\n'))
        assert fault.startswith("line 1 (Morse): unknown notation")

    def test_fields_of_a_fen_without_a_meaning(self) -> None:
        (fault,) = faults(game_in(f'[FEN "{START_FEN.replace("- -", "- lost")}"]\n\n{MOVES}\n'))
        assert "fields 3 and 4 are ignored: 'lost'" in fault

    def test_numbers_in_a_row_are_no_move_numbers(self) -> None:
        assert game_in(f"{MOVES} 1-0 77 88\n").root.end().comment == "77 88"
        assert game_in(f"{MOVES}\n\n12 34 56\n").root.end().comment == "12 34 56"

    def test_words_in_lists_of_parents_and_moves(self) -> None:
        game = game_in("0-炮二平五{a} lost 1-马8进7 tail words\n")
        assert faults(game) == [
            "line 1 (lost): this is neither a move nor a comment in braces, so it is skipped"
        ]
        assert game.root.end().comment == "tail words"

    def test_what_follows_the_position_of_a_row_of_coordinates(self) -> None:
        (fault,) = faults(game_in(f"h2e2h9g7\n{START_FEN.split()[0]}w h0g2\n"))
        assert fault == "line 2 (h0g2): text next to the position is ignored"

    def test_xml(self) -> None:
        game = game_in(
            '<game club="Canton"><result>on time</result><moves>; first'
            ' <move by="clock">炮二平五</move>马8进7! 1-0</moves></game>'
        )
        assert game.headers == {"club": "Canton", "Termination": "on time"}
        assert (game.root.comment, game.root.end().nags) == ("first", (1,))
        assert faults(game) == ["line 1 (clock): this is neither a move nor a comment"]

    def test_xml_with_the_headers_of_a_game_alone(self) -> None:
        first, second = games_in("<games><game><move>炮二平五</move></game><game><red>B</red></game></games>")
        assert (iccs(first), first.errors) == ("h2e2", [])
        assert second.headers == {"Red": "B"}
        assert faults(second) == ["line 1: this text contains neither a move nor a position"]

    def test_cbf(self) -> None:
        head = "<ChineseChessRecord><Head><Name>N</Name> lost</Head><MoveList>"
        (fault,) = faults(
            game_in(f'{head}<Move value="00-00"/><Move value="77-47"/></MoveList></ChineseChessRecord>')
        )
        assert fault == "line 1 (lost): text outside the elements is ignored"

    def test_json(self) -> None:
        plain = '{"iccs": ["h2e2"], "final_fen": "x", "club": 1, "errors": [{"message": "cut"}]}'
        assert faults(game_in(plain)) == [
            "line 1: unknown key club ignored",
            "line 1: problem already noted when the file was written: cut",
        ]
        assert faults(game_in('{"iccs": ["h2e2"], "final_fen": "x"}')) == [
            "line 1: final_fen does not match the moves"
        ]
        assert faults(game_in('{"iccs": ["h2e2"], "tree": [{}, {"parent": 0, "move": "b2e2"}]}')) == [
            "line 1: iccs does not match the moves"
        ]


class TestDhtmlxq:
    POST = "[DhtmlXQ][DhtmlXQ_title]T[/DhtmlXQ_title]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]"

    def test_words_of_the_page_are_comments(self) -> None:
        page = "<html><script>var code = 1;</script><h3>Cup</h3>@<p>next &amp; last</p>@<p>end</p>"
        first, second = games_in(page.replace("@", self.POST))
        assert (first.root.comment, first.root.end().comment) == ("Cup", "")
        assert (second.root.comment, second.root.end().comment) == ("next & last", "end")
        assert not first.errors + second.errors

    def test_a_block_without_moves_or_position(self) -> None:
        game, words = games_in(f"{self.POST}[DhtmlXQ][DhtmlXQ_red]Li[/DhtmlXQ_red][/DhtmlXQ]")
        assert (iccs(game), game.errors) == ("h2e2 h9g7", [])
        assert words.headers == {"Red": "Li"}
        assert faults(words) == ["line 2: this text contains neither a move nor a position"]

    def test_a_second_value_and_an_unknown_result(self) -> None:
        game = game_in(
            self.POST.replace(
                "[/DhtmlXQ]", "[DhtmlXQ_title]U[/DhtmlXQ_title][DhtmlXQ_result]超时[/DhtmlXQ_result]"
            )
        )
        assert game.headers == {"Title": "T", "Termination": "超时"}
        assert faults(game) == ["line 2 (U): title already has a different value; the first one is used"]

    def test_a_closing_tag_that_closes_nothing(self) -> None:
        (fault,) = faults(game_in(self.POST.replace("[/DhtmlXQ_movelist]", "[/DhtmlXQ_mowelist]")))
        assert fault == "line 2 (mowelist): this closing tag has no matching opening tag"
        template = "[DhtmlXQ_redtime]1h[/DhtmlXQ_time]"  # as dpxq closes it
        assert not game_in(self.POST.replace("[/DhtmlXQ]", f"{template}[/DhtmlXQ]")).errors

    def test_words_in_pieces_that_stand_beside_a_position(self) -> None:
        start = f"[DhtmlXQ_fen]{START_FEN}[/DhtmlXQ_fen][DhtmlXQ_binit]{'9' * 64}[/lost[/DhtmlXQ_binit]"
        (fault,) = faults(game_in(self.POST.replace("[DhtmlXQ]", f"[DhtmlXQ]{start}")))
        assert "expected 64 digits" in fault

    def test_words_beside_a_script_with_values(self) -> None:
        page = f"<html><script>var DhtmlXQ_event='Cup';</script><p>seen by many</p>{self.POST}</html>"
        assert game_in(page).root.comment == "seen by many"


class TestGamesWithoutMoves:
    ALONE = "line 1: headers without a move, a position or a result"

    @pytest.mark.parametrize(
        "text",
        [
            '[Red "A"]\n[Black "B"]\n',
            '[Red "A"]\n[Result "*"]\n\n1.\n',
            "FORMAT WXF\n",
            "FORMAT\tWXF\nRED\tLi;;;\nBLACK\tWang\n",
        ],
    )
    def test_headers_alone_are_told(self, text: str) -> None:
        assert faults(game_in(text)) == [self.ALONE]

    @pytest.mark.parametrize(
        "text",
        [
            '[Red "A"]\n[Result "1-0"]\n',
            '[Red "A"]\n\n1-0\n',
            '[Red "A"]\n\n*\n',
            f'[Red "A"]\n[FEN "{START_FEN}"]\n',
            "FORMAT WXF\nRED Li;;;\nRESULT 1-0\n",
            "FORMAT WXF\nRED Li;;;\nFEN 4k4/9/9/9/9/9/9/4r4/9/3K5 b\n",
            "FORMAT WXF\nRED Li;;;\nSTART{\n}END\n",
        ],
    )
    def test_a_position_or_a_result_is_a_game(self, text: str) -> None:
        game = game_in(text)
        assert (game.errors, game.main_line()) == ([], [])
        assert game.headers["Red"] in ("A", "Li")


class TestXmlAndCbf:
    def test_a_position_that_cannot_be_read(self) -> None:
        game = game_in("<game><FEN>4k4/lost</FEN><move>炮二平五</move></game>")
        assert (game.main_line(), len(game.errors)) == ([], 1)

    @pytest.mark.parametrize(
        ("inside", "fault"),
        [
            ("<move>lost炮二平五</move>", "line 1 (lost炮二平五): this is neither a move nor a comment"),
            (
                "<red>A</red><red>B</red>",
                "line 1 (B): Red already has a different value; the first one is used",
            ),
            (
                '<move clock="12">炮二平五</move>',
                'line 1 (clock="12"): unknown attribute',
            ),
            ('<move nags="1 lost">炮二平五</move>', "line 1 (1 lost): these are not annotation glyphs"),
        ],
    )
    def test_xml(self, inside: str, fault: str) -> None:
        assert faults(game_in(f'<game>{inside}<move no="2">炮二平五</move></game>'))[0] == fault

    @pytest.mark.parametrize(
        ("old", "new", "fault"),
        [
            (
                'Version="1.0"',
                'Version="lost"',
                '(Version="lost"): unknown attribute',
            ),
            (
                "<Red>A</Red>",
                "<Red>A</Red><Red>B</Red>",
                "(B): Red already has a different value; the first one is used",
            ),
            ('end="1"', 'end="lost"', '(end="lost"): unknown attribute'),
            ('end="1"', 'club="1"', '(club="1"): unknown attribute'),
            (
                '<Move value="77-47"/>',
                '<Mofe value="77-47"/>',
                "(Mofe): unknown element",
            ),
        ],
    )
    def test_cbf(self, old: str, new: str, fault: str) -> None:
        document = (
            '<ChineseChessRecord Version="1.0"><Head><Red>A</Red></Head><MoveList><Move value="00-00"/>'
            '<Move value="77-47"/><Move value="70-62" end="1"/></MoveList></ChineseChessRecord>'
        )
        assert not game_in(document).errors
        assert f"line 1 {fault}" in faults(game_in(document.replace(old, new)))

    def test_a_result_in_other_words(self) -> None:
        head = "<Head><RecordResult>on time</RecordResult></Head>"
        game = game_in(
            f'<ChineseChessRecord>{head}<MoveList><Move value="77-47"/></MoveList></ChineseChessRecord>'
        )
        assert (game.result, game.headers) == ("*", {"Termination": "on time"})


def test_unknown_keys_of_the_nodes_of_json() -> None:
    text = '{"iccs": ["h2e2"], "tree": [{}, {"parent": 0, "move": "h2e2", "clock": 12}]}'
    assert faults(game_in(text)) == ["line 1: unknown key clock ignored"]


@pytest.mark.parametrize(
    "line", ["h2e2h9lost7h0g2i9h9", "0 1 moves h2e2", "3ak4/9/4b4/4 lost P4/4P1p2/4P1B2/6p2/9/4A4/3K1A3 w"]
)
def test_moves_and_positions_that_cannot_be_read_are_no_titles(line: str) -> None:
    (game,) = games_in(f"{line}\n{START_FEN}\n")
    assert len(game.errors) == 1
    assert "text next to the position is ignored" in str(game.errors[0])


def test_remarks_of_empty_variations_in_one_another() -> None:
    game = game_in("1. 炮二平五 ( ({so} ) ) 马８进７ *")
    assert (iccs(game), game.root.children[0].comment) == ("h2e2 h9g7", "so")


@pytest.mark.parametrize(
    "content",
    [
        f"Caf\xe9\n{START_FEN}\n",
        "caf\xe9;h2e2,h9g7,h0g2,i9h9,i0h0,b9c7\n",
        "FORMAT\tWXF\nRED\tcaf\xe9;;;\n\nSTART{\n1. C2.5 H8+7\n}END\n",
        '{"iccs": ["h2e2"], "headers": {"Red": "caf\xe9"}}\n',
        '<html><body><p>caf\xe9</p><pre>[Red "A"]\n\n1. h2e2 h9g7 *\n</pre></body></html>',
        "[DhtmlXQ][DhtmlXQ_red]caf\xe9[/DhtmlXQ_red][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]",
        '<ChineseChessRecord><Head><Red>caf\xe9</Red></Head><MoveList><Move value="77-47"/></MoveList>'
        "</ChineseChessRecord>",
    ],
)
def test_bytes_that_are_no_text_are_told_in_every_format(content: str) -> None:
    sound, broken = (game_in(content.encode(codec)) for codec in ("utf-8", "latin-1"))
    assert not sound.errors
    assert len(broken.errors) == 1
    assert str(broken.errors[0]).endswith(": this is not text (read as utf-8)")


def test_halves_of_characters_in_utf_16_are_told() -> None:
    text = f'[Red "上海"]\n\n{MOVES} *\n'.encode("utf-16")
    assert faults(game_in(text + b"\n")) == [
        "line 4: the text ends inside a character (read as utf-16-le)",
    ]


class TestWordsForMoves:
    @pytest.mark.parametrize(
        ("text", "played"),
        [
            ("1. 炮二平五 马８进７ 2. 马二尽三", "h2e2 h9g7"),
            ("1. 炮二平五 马八尽七", "h2e2"),
            ("1. 炮二平五 马８进７\n2. 马二进三 车９平吧\n1-0", "h2e2 h9g7 h0g2"),
            ("1. 炮二平五 马８进７ 2. 吗二进三 车９平８", "h2e2 h9g7"),
            ("1. 炮二平五 马８进７ 2. 前由平三", "h2e2 h9g7"),
        ],
    )
    def test_one_wrong_character_makes_no_comment_of_a_move(self, text: str, played: str) -> None:
        game = game_in(text)
        assert iccs(game) == played
        (fault,) = faults(game)
        assert "is not a move: expected something like h2e2" in fault
        assert not game.comment_count()

    def test_a_remark_with_a_move_in_it_is_passed_over(self) -> None:
        game = game_in("1. 炮二平五 如马进七 马８进７ 2. 马二进三 *")
        assert iccs(game) == "h2e2 h9g7 h0g2"
        (fault,) = faults(game)
        assert "如马进七" in fault

    def test_four_characters_before_the_first_move_are_a_title(self) -> None:
        game = game_in("一车对二 红先\n1. 炮二平五 马８进７ *")
        assert (iccs(game), faults(game)) == ("h2e2 h9g7", [])

    @pytest.mark.parametrize("words", ["黑方认负", "红方超时负", "以下略", "Black resigned"])
    def test_how_a_game_ended_is_no_fault(self, words: str) -> None:
        game = game_in(f"1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. {words}")
        assert (game.root.end().comment, faults(game)) == (words, [])

    def test_numbers_of_remarks_are_no_numbers_of_moves(self) -> None:
        game = game_in(f"{MOVES}\n3.\n1. a good move\n2. another\n")
        assert not game.errors
        assert game.root.end().comment == "a good move\n2. another"


def test_a_list_of_moves_that_the_end_of_the_text_cuts_off() -> None:
    text = "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]"
    assert not game_in(text).errors
    cut = game_in(text[: text.index("[/DhtmlXQ_movelist]")])
    assert (iccs(cut), faults(cut)) == (
        "h2e2 h9g7",
        ["line 2: the value of movelist is not closed; the text may be cut off at this point"],
    )


def test_unknown_keys_are_told_in_the_same_order_every_time() -> None:
    names = [f"key{number}" for number in range(9)]
    text = json.dumps({"iccs": []} | dict.fromkeys(reversed(names)))
    assert [fault.split()[4] for fault in faults(game_in(text))] == names


@pytest.mark.parametrize(
    ("text", "line", "count"),
    [
        ("[1-???? 2-????]\n\n1. h2e2 h9g7 *", 1, "2 moves are lost"),
        ('[Red "A"]\n\n1. ???? ???? 2. ???? *', 3, "3 moves are lost"),
        ('[Red "A"]\n\n1. h2e2 h9g7\n2. ？？？？ *', 4, "1 move is lost"),
    ],
)
def test_question_marks_in_place_of_moves(text: str, line: int, count: str) -> None:
    (fault,) = (fault for fault in game_in(text).errors if "question marks" in fault.message)
    assert (fault.line, count in fault.message) == (line, True)


def test_question_marks_that_are_no_moves() -> None:
    game = game_in('[Red "????"]\n[Date "????.??.??"]\n\n1. h2e2?? {what ????} h9g7 *')
    assert (iccs(game), game.errors) == ("h2e2 h9g7", [])
