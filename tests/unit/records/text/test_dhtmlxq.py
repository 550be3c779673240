"""DhtmlXQ: what is written is read again, in every wrapping; trees in any order; damage."""

from __future__ import annotations

import html
import random
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from damage import outcomes, spoiled
from foreign_files import DHTMLXQ_POST
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import ANYTHING, games
from truth import differences

from xiangqi.board import START_FEN, Move
from xiangqi.errors import RecordError
from xiangqi.records.text import dhtmlxq
from xiangqi.records.tree import Game, GameNode, same_tree

_WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), max_size=8)


def _one(text: str, encoding: str = "utf-8") -> Game:
    (game,) = dhtmlxq.read(text.encode(encoding))
    return game


def _moves(game: Game) -> list[str]:
    return [move.iccs for move in game.main_line()]


def _block(*tags: tuple[str, str]) -> str:
    return (
        "[DhtmlXQ]" + "".join(f"[DhtmlXQ_{key}]{value}[/DhtmlXQ_{key}]\n" for key, value in tags) + "[/DhtmlXQ]"
    )


def _check_post(game: Game) -> None:
    assert _moves(game) == ["h2e2", "h9g7", "h0g2"]
    assert game.headers == {"Title": "五羊杯 “决赛”", "Red": "胡荣华"}
    assert (game.result, game.start_fen) == ("1-0", START_FEN)
    assert game.root.comment == "开局\n第二行"
    (branch,) = game.root.children[0].children[1:]
    assert (str(branch.move), branch.comment) == ("b9c7", "变着")
    assert [str(node.move) for node in branch.line()] == ["h0g2"]
    assert not game.errors


@given(
    games(texts=ANYTHING, glyphs=False),
    st.dictionaries(st.sampled_from(["Event", "Site", "ECCO", "RedElo"]), _WORDS),
)
@settings(max_examples=150)
def test_round_trip(written: Game, headers: dict[str, str]) -> None:
    written.headers = headers
    (read,) = dhtmlxq.read(dhtmlxq.write(written))
    assert same_tree(written.root, read.root)
    assert read.headers == {name: text for name, text in headers.items() if text}
    assert (read.start_fen, read.result) == (written.start_fen, written.result)
    assert not read.errors


def _escaped_script(text: str) -> str:
    return "".join(f"\\u{ord(letter):04x}" if letter > "~" or letter in "[]'" else letter for letter in text)


@pytest.mark.parametrize(
    "wrap",
    [
        str,
        lambda post: f'<html><div style="display:none">{post}</div></html>',
        lambda post: f'<iframe src="x.htm" name="{html.escape(post)}"></iframe>',
        lambda post: "".join(
            f"&#{ord(letter)};" if letter > "~" or letter in "[]" else letter for letter in post
        ),
        lambda post: html.escape(post).replace("[", "&#x5B;").replace("]", "&#x5d;"),
        lambda post: f'<iframe src="https://example.org/v.htm?{quote(post)}"></iframe>',
        lambda post: f'<iframe src="https://example.org/v.htm?{quote(quote(post))}"></iframe>',
        lambda post: quote(post, encoding="gb18030"),
        lambda post: "".join(
            f"%u{ord(letter):04X}" if letter > "~" or letter in "[]" else letter for letter in post
        ),
        lambda post: "show('" + post.replace("\n", "\\n").replace("/", "\\/") + "');",
        lambda post: "show('" + _escaped_script(post.replace("\n", "\\n")) + "');",
        lambda post: post.replace("[DhtmlXQ]", "[DhtmlXQiFrame]").replace("[/DhtmlXQ]", "[/DhtmlXQiFrame]"),
        lambda post: post.replace("[DhtmlXQ]", "[DhtmlXQHTML]").replace("\n", "<br />\r\n"),
        lambda post: post.replace("[DhtmlXQ]", "").replace("[/DhtmlXQ]", ""),
        lambda post: post.replace("DhtmlXQ", "dhtmlxq"),
        lambda post: post.removesuffix("[/DhtmlXQ]\n"),
    ],
)
def test_wrappings(wrap: Callable[[str], str]) -> None:
    _check_post(_one(wrap(DHTMLXQ_POST)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_encodings(encoding: str) -> None:
    _check_post(_one(DHTMLXQ_POST, encoding))


def test_declared_encoding() -> None:
    page = (
        f'<meta charset="big5">{DHTMLXQ_POST}'.replace("胡荣华", "許銀川")
        .replace("开局", "開局")
        .replace("变着", "變著")
    )
    game = _one(page.replace("红胜", "紅勝").replace("五羊杯 “决赛”", "決賽"), "big5")
    assert game.headers == {"Title": "決賽", "Red": "許銀川"}
    assert (game.encoding, game.result, game.root.comment) == ("big5", "1-0", "開局\n第二行")


def test_tree_in_the_variables_of_a_script() -> None:
    page = (
        _block(("title", "决赛"), ("binit", ""), ("movelist", ""))
        + "<script>var DhtmlXQ_movelist = '[0_1_0]774770627967[/0_1_0][0_2_1]10227967[/0_2_1]';\n"
        + 'var DhtmlXQ_comment1_2 = "it\\\'s \\u597d";</script>'
    )
    game = _one(page)
    assert game.headers == {"Title": "决赛"}
    assert _moves(game) == ["h2e2", "h9g7", "h0g2"]
    assert [(str(node.move), node.comment) for node in game.root.children[0].children] == [
        ("h9g7", ""),
        ("b9c7", "it's 好"),
    ]
    assert not _one("<script>var DhtmlXQ_binit='';var DhtmlXQ_movelist='77477062';</script>").errors


def test_several_games_and_diagrams_last() -> None:
    diagram = _block(("title", "diagram"), ("binit", "99" * 4 + "49" + "99" * 15 + "30" + "99" * 11))
    page = (
        _block(("title", "one"), ("movelist", "7747"))
        + diagram
        + _block(("title", "two"), ("movelist", "1747"))
    )
    games = list(dhtmlxq.read(page.encode()))
    assert [(game.headers["Title"], _moves(game)) for game in games] == [
        ("one", ["h2e2"]),
        ("two", ["b2e2"]),
        ("diagram", []),
    ]
    assert games[2].start_fen == "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"
    written = b"".join(dhtmlxq.write(game) for game in reversed(games))
    assert [game.headers["Title"] for game in dhtmlxq.read(written)] == ["diagram", "two", "one"]
    closed_badly = "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_movelist]1747[/DhtmlXQ_movelist]"
    assert [_moves(game) for game in dhtmlxq.read(closed_badly.encode())] == [["h2e2"], ["b2e2"]]


def test_fen_overrides_the_pieces() -> None:
    fen = "4k4/9/9/9/9/9/9/9/4A4/4K4 b - - 0 7"
    assert _one(_block(("binit", "99" * 32), ("fen", fen))).start_fen == fen
    game = _one(_block(("binit", "99" * 32), ("fen", "broken"), ("movelist", "")))
    assert "1 row;" in game.errors[0].message


def test_mirrored_numbering_is_the_same_position() -> None:
    order = "0919293949596979891777062646668680706050403020100072128363432303"
    assert _one(_block(("binit", order), ("movelist", "7747"))).start_fen == START_FEN


def test_first_mover_decides_the_side() -> None:
    assert _one(_block(("movelist", "70627967"))).start_fen.split()[1] == "b"


def test_children_before_parents_and_several_at_one_ply() -> None:
    game = _one(
        _block(
            ("move_2_3_5", "2625"),
            ("move_1_3_2", "1927"),
            ("move_0_1_1", "17471022"),
            ("movelist", "77477062"),
            ("move_0_1_7", "2625"),
            ("comment2_3", "马八进七"),
        )
    )
    assert [str(node.move) for node in game.root.children] == ["h2e2", "b2e2", "c3c4"]
    (reply,) = game.root.children[1].children
    assert [(str(node.move), node.comment) for node in reply.children] == [("b0c2", "马八进七"), ("c3c4", "")]
    assert not game.errors


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        (("move_4_2_1", "1022"), "branch 1 cannot start from branch 4"),
        (("move_1_2_1", "1022"), "branch 1 cannot start from branch 1"),
        (("move_0_0_1", "1022"), "branch 1 cannot start from branch 0"),
        (
            ("move_0_9_1", "1022"),
            "branch 1 leaves its line at move 9 (counting both sides), but that line ends earlier",
        ),
        (("move_0_2_1", "1099"), "end column 9 does not exist"),
        (("move_0_2_1", "1010"), "not a legal move"),
        (("move_0_2_1", "10"), "this is not a move"),
        (("move_0_2_1", "１０２２"), "this is not a move"),
    ],
)
def test_bad_branch_leaves_the_rest_alone(tag: tuple[str, str], text: str) -> None:
    game = _one(_block(("movelist", "77477062"), tag, ("move_0_2_8", "1022")))
    assert _moves(game) == ["h2e2", "h9g7"]
    assert [str(node.move) for node in game.root.children[0].children] == ["h9g7", "b9c7"]
    (fault,) = game.errors
    assert text in fault.message
    assert fault.line == 2


def test_main_line_ends_before_a_bad_move() -> None:
    game = _one("\n" + _block(("title", "x"), ("movelist", "7747 7062\n7967,8070 9909 1022")))
    assert len(game.main_line()) == 4
    (fault,) = game.errors
    assert (fault.ply, fault.token, fault.line) == (5, "9909", 3)
    assert "start column 9" in fault.message


@pytest.mark.parametrize("digits", ["8979", "x" * 64, "8" * 63])
def test_bad_pieces(digits: str) -> None:
    game = _one(_block(("binit", digits), ("movelist", "7747")))
    assert "expected 64 digits" in game.errors[0].message


def test_pieces_on_one_point_and_comments_on_nothing_are_told() -> None:
    digits = "8989695949392919097717866646260600102030405060708012720323436383"
    game = _one(_block(("binit", digits), ("movelist", "7747"), ("comment9_1", "lost"), ("comment7", "late")))
    assert game.root.children[0].comment == "late"
    assert [fault.message for fault in game.errors] == [
        "a comment belongs to branch 9, which does not exist",
        "two pieces stand on i0",
    ]


def test_script_that_makes_tags_is_no_game() -> None:
    script = (
        "<script>s='[DhtmlXQ_binit]'+b+'[/DhtmlXQ_binit][DhtmlXQ_movelist]'+ m +'[/DhtmlXQ_movelist]'</script>"
    )
    assert _moves(_one(script + DHTMLXQ_POST)) == ["h2e2", "h9g7", "h0g2"]


def test_dahujiang() -> None:
    rows = ["rnbakabnr", "*********", "*c*****c*", "p*p*p*p*p", *2 * ["*********"]]
    rows += ["P*P*P*P*P", "*C*****C*", "*********", "RNBAKABNR"]
    post = (
        f"[DHJHtmlXQ][DHJHtmlXQ_31]{''.join(rows)}[/DHJHtmlXQ_31][DHJHtmlXQ_32]0[/DHJHtmlXQ_32]"
        "[DHJHtmlXQ_34]77477062[/DHJHtmlXQ_34][/DHJHtmlXQ]"
    )
    game = _one(post)
    assert (game.start_fen, _moves(game)) == (START_FEN, ["h2e2", "h9g7"])


def test_nothing_to_read() -> None:
    for text in ("[DhtmlXQ][/DhtmlXQ]", "[DhtmlXQ_title]a[/DhtmlXQ_title]", "var DhtmlXQ_title='x'"):
        assert dhtmlxq.sniff(text.encode())
        with pytest.raises(RecordError, match="neither a \\[DhtmlXQ_movelist\\]"):
            _one(text)
    assert not dhtmlxq.sniff(b"see /DhtmlXQ_www_dpxq_com/")


def _bush(lines: int, seed: int) -> Game:
    """A game of many short variations that leave one another at random."""
    chance = random.Random(seed)
    steps = [Move.from_iccs(text) for text in ("a0a1", "a9a8", "a1a0", "a8a9")]
    game = Game()
    nodes: list[tuple[GameNode, int]] = [(game.root, 0)]
    for _ in range(lines):
        node, ply = chance.choice(nodes)
        for _ in range(chance.randrange(1, 12)):
            node, ply = node.add(steps[ply % 4]), ply + 1
            nodes.append((node, ply))
    return game


def test_a_hundred_thousand_nodes_in_twenty_thousand_branches() -> None:
    game = _bush(17_000, seed=5)
    (read,) = dhtmlxq.read(dhtmlxq.write(game))
    assert not read.errors
    assert same_tree(game.root, read.root)


def test_branches_that_leave_far_apart_cost_no_walks() -> None:
    moves = "0908000109080001".replace("09080001", "0908" + "0001" + "0809" + "0100") * 2500
    tags = [(f"move_0_{1 if number % 2 else 19_999}_{number + 1}", "2625") for number in range(5_000)]
    game = _one(_block(("movelist", moves), *tags))
    assert len(game.main_line()) == 20_000
    assert len(game.root.children) == 1 + 2_500
    assert not game.errors


def test_brackets_and_numbers_without_end() -> None:
    game = _one(_block(("title", "<br" * 200_000), ("movelist", "7747" + "<" * 300_000)))
    assert _moves(game) == ["h2e2"]
    game = _one(_block(("title", f"&#{'9' * 9000};&#x{'1' * 9000};"), ("movelist", "7747")))
    assert game.headers == {"Title": "\ufffd\ufffd"}
    with pytest.raises(RecordError, match="at most 6 MiB"):
        _one(_block(("movelist", "7747" * (2 << 20))))


def test_spoiled_posts() -> None:
    assert sum(outcomes(dhtmlxq.read, spoiled(DHTMLXQ_POST.encode(), 400))) == 400
    assert sum(outcomes(dhtmlxq.read, spoiled(dhtmlxq.write(_bush(30, seed=2)), 200))) == 200


def test_samples(shared_data: Path) -> None:
    assert differences(shared_data, "dhtmlxq", "", dhtmlxq.read) == []


@pytest.mark.parametrize("number", ["0", "7", "9" * 5000])
def test_bytes_that_are_no_text_own_no_words(number: str) -> None:
    (game,) = dhtmlxq.read(f"before \0{number}\0 it {DHTMLXQ_POST} after \0{number}\0 it".encode())
    assert len(game.main_line()) == 3
    assert not game.errors
