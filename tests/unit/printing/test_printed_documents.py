"""Tests of documents as an independent reader sees them: text can be copied, and nothing is cut off."""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from defusedxml import ElementTree
from PIL import Image

from xiangqi.board import Board, Move
from xiangqi.coach.grades import Grade
from xiangqi.coach.judge import review_game
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.summary import summary_of as summarised
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED
from xiangqi.diagram.outlines import Typeface, outlines
from xiangqi.diagram.theme import INK, themed
from xiangqi.errors import XiangqiError
from xiangqi.exercises.pack import load_pack
from xiangqi.fen import START_FEN
from xiangqi.i18n.languages import language_named
from xiangqi.i18n.message import LANGUAGES
from xiangqi.line import Line
from xiangqi.notation import Style, format_move
from xiangqi.printing import Diagrams, Layout, Places, Shape, made, made_sheet, print_games
from xiangqi.printing.book import document_pages
from xiangqi.printing.flow import A4, LETTER, Paper, Strip, paragraph
from xiangqi.printing.fonts import SUBSTITUTE, shown_as
from xiangqi.printing.game import facts_of, game_strips, graph_of, last_moves, plies_with_diagrams
from xiangqi.printing.page import Drawn, Item, PlacedBoard, Words
from xiangqi.printing.page import TextStyle as Look
from xiangqi.printing.sheet import PrintedProblem, _Grid, task_of, tasks_in
from xiangqi.records.files import read_bytes
from xiangqi.records.tree import EMPTY_FEN, Game

NEEDS_POPPLER: Final = pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="needs Debian's poppler-utils"
)
CHINESE: Final = Layout("zh-Hans", Style.CHINESE, theme=themed("plain", "simplified"))
MOVES: Final = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 b7a7 h6g6 a7a3 b0c2 a9b9 a0b0 b9b3 c3c4 a3a5"
COMMENT: Final = (
    "这一着出人意料，可是并不坏；红方现在必须小心应付，因为黑车已经占领了要道。A comment in English, too."
)


def test_every_character_has_a_sign_in_print() -> None:
    """Its own, its base letter's or the substitute, also where a name with "WITH" is no letter's."""
    font = outlines(Typeface.TEXT)
    assert shown_as(font, "☀") in ("☀", SUBSTITUTE)
    named = (chr(code) for code in range(0x3000) if " WITH " in unicodedata.name(chr(code), ""))
    assert all(shown_as(font, character) for character in named)


def game(moves: str = MOVES, **headers: str) -> Game:
    """Return a game with a comment, a variation that has a comment, and annotation signs."""
    found = Game(
        headers={"Red": "许银川", "Black": "Nguyễn Thành Bảo", "Event": "杯赛", **headers}, result="1-0"
    )
    node = found.root
    for place, move in enumerate(moves.split()):
        node = node.add(Move.from_iccs(move))
        if place == 5:
            node.add_comment(COMMENT)
            node.nags = (1,)
    fork = found.root.children[0]
    fork.add(Move.from_iccs("b7e7")).add(Move.from_iccs("h0g2"), "也可以这样走")
    return found


def text_of(pdf: bytes, folder: Path, *options: str) -> str:
    path = folder / "document.pdf"
    path.write_bytes(pdf)
    command = ["pdftotext", *options, str(path), "-"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def pages_of(pdf: bytes, folder: Path) -> list[np.ndarray]:
    """Return the pages as pixels, dark where something is printed."""
    path = folder / "document.pdf"
    path.write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", "50", "-gray", str(path), str(folder / "page")], check=True)
    return [np.asarray(Image.open(page)) for page in sorted(folder.glob("page*"))]


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_moves_are_not_broken_between_lines() -> None:
    for whole in (False, True):
        strips = paragraph([("炮二平五 马８进７ " * 9, Look(9.0, whole=whole))], 100.0)
        lines = [item.text.strip() for strip in strips for item in strip.items if isinstance(item, Words)]
        assert all(len(word) == 4 for line in lines for word in line.split()) is whole


def test_a_word_without_end_is_broken_into_lines_that_fit() -> None:
    style = Look(9.0)
    for text in ("x" * 300_000, "马" * 5000, "W" * 7 + " " * 500 + "i"):
        lines = [strip.items for strip in paragraph([(text, style)], 100.0)]
        assert all(item.box[2] <= 100.001 for items in lines for item in items)
        written = "".join(item.text for items in lines for item in items if isinstance(item, Words))
        assert squeezed(written) == squeezed(text)


@NEEDS_POPPLER
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_copied_out_is_what_was_put_in(language: str, tmp_path: Path) -> None:
    style = Style(language_named(language).notation)
    shown = game()
    text = squeezed(text_of(made([shown], ".pdf", Layout(language, style)).content, tmp_path))
    assert "许银川–NguyễnThànhBảo" in text
    assert squeezed(COMMENT) in text
    assert "也可以这样走" in text
    board = Board()
    for move in shown.main_line():
        assert squeezed(format_move(board, move, style)) in text
        board.push(move)


@NEEDS_POPPLER
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_nothing_comes_near_the_edge(paper: Paper, tmp_path: Path) -> None:
    longest = "马" * 400 + "x" * 400 + " " + COMMENT * 30
    shown = game(Site=longest)
    shown.root.children[0].add_comment(longest)
    layout = replace(CHINESE, paper=paper, diagrams=Diagrams(Places.EVERY, 1))
    pages = pages_of(made([shown], ".pdf", layout).content, tmp_path)
    assert len(pages) > 2
    for page in pages:
        assert (page[:18] > 250).all()
        assert (page[-12:] > 250).all()
        assert (page[:, :18] > 250).all()
        assert (page[:, -18:] > 250).all()
        assert (page < 128).any()


@NEEDS_POPPLER
def test_characters_that_the_fonts_lack_are_told_and_can_be_copied_all_the_same(tmp_path: Path) -> None:
    result = made([game(Red="Ψ𠀀龘")], ".pdf", CHINESE)
    assert result.missing == {"𠀀", "龘"}
    assert "𠀀龘" in text_of(result.content, tmp_path)
    assert made([game(Red="𠀀龘")], ".png", CHINESE).missing == {"𠀀", "龘"}
    assert not made([game(Red="\tĐặng Hữu Trang\x07")], ".pdf", CHINESE).missing


@NEEDS_POPPLER
def test_contents_name_the_pages_on_which_games_begin(tmp_path: Path) -> None:
    games = [game(Red=f"Red{number}", Black=f"Black{number}") for number in range(40)]
    told: list[int] = []
    layout = Layout(title="Year book", notation=Style.WXF)
    pdf = made(games, ".pdf", layout, progress=told.append).content
    pages = text_of(pdf, tmp_path, "-layout").split("\f")
    assert "Year book" in pages[0]
    assert "40 games" in pages[0]
    front = next(
        place for place, page in enumerate(pages) if "1. h" not in page and "Red0 – Black0" in page and place
    )
    entries = re.findall(r"(\d+)\. (Red\d+ – Black\d+).*?(\d+)\s*$", "\n".join(pages[:front]), re.MULTILINE)
    assert [int(number) for number, _, _ in entries] == list(range(1, 41))
    for number, title, page in entries:
        assert f"{number}. {title}" in pages[front + int(page) - 1]
    assert told == list(range(1, 41))
    assert re.search(r"Red7 +8$", pages[-2], re.MULTILINE)
    assert "Openings" in pages[-2]


@NEEDS_POPPLER
def test_the_coach_speaks_in_italics_and_draws_what_was_better(tmp_path: Path) -> None:
    shown = game("h2e2 h9g7 e2e6 b9c7 e6e5 a9a8")
    review = review_game(shown.start_fen, shown.main_line(), 2000)
    layout = Layout(notation=Style.WXF, diagrams=Diagrams(Places.MISTAKES))
    text = text_of(made([shown], ".pdf", layout, nodes=2000).content, tmp_path)
    wording = Wording("en", Style.WXF)
    board = Board()
    sentences = []
    for move in review.moves:
        sentences += [wording.sentence(fact, board, move.move) for fact in move.facts]
        board.push(move.move)
    assert sentences
    assert all(squeezed(sentence) in squeezed(text) for sentence in sentences)
    assert "was better than" in text
    assert "Red's winning chances" in text
    assert "was better than" not in text_of(made([shown], ".pdf", layout).content, tmp_path)


@NEEDS_POPPLER
def test_black_at_the_bottom_and_black_and_white(tmp_path: Path) -> None:
    layout = replace(CHINESE, theme=INK)
    upright, turned = (made([game()], ".pdf", replace(layout, flipped=way)).content for way in (False, True))
    assert (pages_of(upright, tmp_path)[0] != pages_of(turned, tmp_path)[0]).any()
    subprocess.run(
        ["pdftoppm", "-r", "50", "-png", str(tmp_path / "document.pdf"), str(tmp_path / "c")], check=True
    )
    colours = np.asarray(Image.open(next(tmp_path.glob("c*"))).convert("RGB")).astype(int)
    assert int((colours.max(axis=2) - colours.min(axis=2)).max()) == 0


@NEEDS_POPPLER
@pytest.mark.parametrize(("per_page", "upside_down"), [(6, False), (12, True)])
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_sheet_has_every_exercise_and_every_solution(
    per_page: int, upside_down: bool, paper: Paper, tmp_path: Path
) -> None:
    layout = replace(CHINESE, title="习题", paper=paper)
    tasks = [task_of(exercise, layout) for exercise in load_pack()[::170]][:13]
    pdf = made_sheet(tasks, ".pdf", layout, per_page=per_page, upside_down=upside_down).content
    for page in pages_of(pdf, tmp_path):
        assert (page[:12] > 250).all()
        assert (page[-12:] > 250).all()
        assert (page[:, :18] > 250).all()
        assert (page[:, -18:] > 250).all()
    text = squeezed(text_of(pdf, tmp_path, "-raw"))
    for number, task in enumerate(tasks, 1):
        assert squeezed(f"{number}. {task.text}") in text
        first = format_move(Board(task.fen), task.solution[0], Style.CHINESE)
        assert re.search(rf"{number}\.(1[.…])?{first}", text)
    assert ("答案" in text) is not upside_down


def items_of(strips: Iterable[Strip]) -> list[Item]:
    return [item for strip in strips for item in strip.items]


def lines_of(strips: Iterable[Strip]) -> list[str]:
    return ["".join(item.text for item in strip.items if isinstance(item, Words)) for strip in strips]


def test_a_number_is_never_parted_from_its_move_nor_a_bracket_from_what_it_holds() -> None:
    moves = " ".join(["h2e2 i9i8 e2h2 i8i9"] * 30)
    shown = Game()
    node = shown.root
    for move in moves.split():
        node = node.add(Move.from_iccs(move))
    side = shown.root.add(Move.from_iccs("b0c2"))
    for move in ["b9c7", "c2b0", "c7b9", "b0c2"] * 8:
        before = side
        side = before.add(Move.from_iccs(move))
        if move == "b9c7":
            before.add(Move.from_iccs("a9a8"))
    for width in (90.0, 117.0, 160.0, 253.0):
        lines = lines_of(game_strips(shown, CHINESE, width))
        assert sum("(" in line for line in lines) >= 1
        assert not [line for line in lines if re.search(r"(\d[.…]|\()$", line.rstrip())]
        assert not [line for line in lines if line.startswith(")")]
    board = Board()
    for move in moves.split()[:8]:
        board.push(Move.from_iccs(move))
    for width in range(60, 330, 10):
        card = lines_of(paragraph([(last_moves(board, CHINESE, 8), Look(9.0, whole=True))], float(width)))
        assert not [line for line in card if re.search(r"\d[.…]$", line.rstrip())]


def groups(strips: Iterable[Strip]) -> list[list[Strip]]:
    """Return as lists the strips that are kept in one column."""
    found: list[list[Strip]] = [[]]
    for strip in strips:
        found[-1].append(strip)
        if not strip.keeps_next:
            found.append([])
    return found


def test_a_diagram_stays_with_its_move_and_the_end_of_its_comment() -> None:
    for comment in ("short", COMMENT, COMMENT * 9):
        shown = game()
        line = list(shown.root.line())
        line[9].add_comment(comment)
        line[-1].add_comment(comment)
        held = [group for group in groups(game_strips(shown, CHINESE, 240.0)) if has_board(group)]
        assert len(held) == 3
        for group in held:
            place = next(place for place, strip in enumerate(group) if has_board([strip]))
            assert place >= 2, "the move, or two lines of its comment"
        assert any("红胜" in line for line in lines_of(held[-1])), "the result stays with the last diagram"


def has_board(strips: Iterable[Strip]) -> bool:
    return any(isinstance(item, PlacedBoard) for item in items_of(strips))


def test_a_heading_stays_with_three_rows_of_moves() -> None:
    shown = Game()
    for move in MOVES.split():
        [shown.root, *shown.root.line()][-1].add(Move.from_iccs(move))
    first = groups(game_strips(shown, CHINESE, 240.0))[0]
    assert sum(bool(re.match(r"\d+\.", line)) for line in lines_of(first)) >= 3


def test_comments_that_follow_each_other_do_not_each_have_a_diagram() -> None:
    shown = Game()
    node = shown.root
    for place, move in enumerate(MOVES.split()):
        node = node.add(Move.from_iccs(move), comment="well" if place < 9 else "")
    assert plies_with_diagrams(shown, Layout(), {}) == {4, 8}
    layout = Layout(diagrams=Diagrams(Places.COMMENTS))
    assert plies_with_diagrams(shown, layout, {}) == set(range(1, 10))
    for node in list(shown.root.line())[3:]:
        node.comment = ""
    assert plies_with_diagrams(shown, Layout(), {}) == {8, 16}


def test_a_position_fills_the_page() -> None:
    (alone,) = document_pages(Game(), CHINESE)
    (board,) = (item for item in alone.items if isinstance(item, PlacedBoard))
    assert board.width > alone.width / 2


@NEEDS_POPPLER
def test_parts_of_a_collection_and_its_indices_are_in_the_contents(tmp_path: Path) -> None:
    text = Game(headers={"Title": "Part two"}, start_fen=EMPTY_FEN)
    text.root.comment = "Here the women play."
    games = [game(), text, game(Red="Red2"), game(Red="Red3")]
    pdf = made(games, ".pdf", Layout("en", Style.WXF)).content
    pages = text_of(pdf, tmp_path, "-layout").split("\f")
    assert re.search(r"^ *杯赛$", pages[0], re.MULTILINE), "the event of all games is the title"
    assert "3 games" in pages[0]
    part = re.search(r"^ *Part two[ .]+(\d+)$", pages[0], re.MULTILINE)
    index = re.search(r"^ *Players and openings[ .]+(\d+)$", pages[0], re.MULTILINE)
    assert part is not None
    assert index is not None
    assert pages[int(part[1])].lstrip().startswith("Part two")
    assert "Here the women play." in pages[int(part[1])]
    assert "2. Red2" in pages[int(part[1])]
    assert "Players" in pages[int(index[1])]
    with pytest.raises(XiangqiError):
        made([text], ".pdf", CHINESE)


@NEEDS_POPPLER
def test_every_page_of_a_game_names_it(tmp_path: Path) -> None:
    layout = replace(CHINESE, diagrams=Diagrams(Places.EVERY, 1))
    pages = text_of(made([game()], ".pdf", layout).content, tmp_path, "-layout").split("\f")[:-1]
    assert len(pages) > 1
    assert all("许银川 – Nguyễn Thành Bảo" in page for page in pages)


@NEEDS_POPPLER
@pytest.mark.parametrize("per_page", [6, 12])
def test_boards_of_a_sheet_are_of_one_size_and_nothing_tells_how_long_a_solution_is(
    per_page: int, tmp_path: Path
) -> None:
    title = "Exercises for all who came on a very rainy Tuesday evening in the last week of November"
    layout = Layout(title=title, theme=INK)
    moves = tuple(Move.from_iccs(move) for move in MOVES.split())
    text = "Find the best plan for Red and say why Black cannot do anything against it in the long run"
    tasks = [PrintedProblem(START_FEN, moves[:length], text * (length > 9)) for length in (1, 3, 16, 2, 0)]
    grid = _Grid(tasks, layout, per_page, False)
    page = grid.page(0)
    boards = [item for item in page.items if isinstance(item, PlacedBoard)]
    assert len(boards) == 5
    assert len({board.width for board in boards}) == 1
    lines = [item for item in page.items if isinstance(item, Drawn)]
    assert len(lines) == 2 + 5 * 3, "a name, a date, and as many lines below each board as the longest needs"
    words = squeezed("".join(item.text for item in page.items if isinstance(item, Words)))
    assert squeezed(title) in words
    assert "NameDate" in words
    assert squeezed(text)[-20:] in words
    for item in page.items:
        assert 0 < item.box[0] < item.box[2] < page.width
    solutions = text_of(made_sheet(tasks, ".pdf", layout, per_page=per_page).content, tmp_path)
    assert "1. h2e2 h9g7 2. h0g2 i9h9" in solutions


def test_solutions_that_would_take_the_boards_their_room_stand_on_pages_of_their_own() -> None:
    moves = tuple(Move.from_iccs(move) for move in ["h2e2", "i9i8", "e2h2", "i8i9"] * 60)
    assert _Grid([PrintedProblem(START_FEN, moves[:9], "")] * 12, CHINESE, 12, True).has_solutions
    assert not _Grid([PrintedProblem(START_FEN, moves, "")] * 12, CHINESE, 12, True).has_solutions


def test_positions_of_a_file_become_a_sheet() -> None:
    (shown,) = read_bytes(b'[FEN "4k4/9/9/9/9/9/9/9/4A4/3RK4 w"]\n[Title "Try this"]\n1. d0d9 *', "x.pgn")
    (task,) = tasks_in([shown, Game(start_fen="9/9/9/9/9/9/9/9/9/9 w - - 0 1")], CHINESE)
    assert task.text.split() == ["Try", "this", "·", "红先"]
    assert [move.iccs for move in task.solution] == ["d0d9"]
    with pytest.raises(XiangqiError) as none:
        made_sheet([], ".pdf", CHINESE)
    assert none.value.args[0].key == "print.no_tasks"


def test_a_picture_is_as_wide_as_asked_and_as_long_as_the_game(tmp_path: Path) -> None:
    for width in (720, 1080):
        (tmp_path / "x.png").write_bytes(made([game()], ".png", CHINESE, width=width).content)
        with Image.open(tmp_path / "x.png") as image:
            assert image.width == width
            assert image.height > 1.2 * width
    (tmp_path / "x.png").write_bytes(made([game()], ".png", CHINESE, shape=Shape.CARD).content)
    with Image.open(tmp_path / "x.png") as image:
        assert image.size == (1080, 1350)
    with pytest.raises(XiangqiError, match="2"):
        made([game(), game()], ".png", CHINESE)
    endless = game(" ".join(["a0a1 a9a8 a1a0 a8a9"] * 400))
    with pytest.raises(XiangqiError, match="pixels"):
        made([endless], ".png", CHINESE)


def test_a_long_picture_as_svg_has_no_text_that_needs_a_font() -> None:
    root = ElementTree.fromstring(made([game()], ".svg", CHINESE).content)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {
        "svg", "title", "defs", "g", "path", "use",
    }  # fmt: skip


def test_a_page_plays_without_a_network() -> None:
    hostile = game(Red='<script>alert("x")</script>', Event="</title><img src=x>")
    page = made([hostile, game()], ".html", CHINESE).content.decode()
    assert "<script>alert" not in page
    assert "<img" not in page
    assert not re.search(r"(src|href)=\"(?!#)|url\(|https?://(?!www\.w3\.org/2000/svg)", page)
    assert "default-src 'none'" in page
    moves = re.findall(r'id="(m0_\d+)" data-after="(\w+)" data-move="(\w{4})"', page)
    after = {name: (before, move) for name, before, move in moves}
    assert len(after) == len(MOVES.split()) + 2
    name, way = moves[-1][0], []
    while name in after:
        name, move = after[name]
        way.insert(0, move)
    assert name == "r0"
    assert way == MOVES.split()
    assert COMMENT in page


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_script_of_a_page_plays_the_game(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    layout = replace(CHINESE, diagrams=Diagrams(Places.EVERY, 1))
    path.write_bytes(made([game("h2e2 h9g7 e2e6")], ".html", layout, nodes=100).content)
    command = ["node", str(Path(__file__).with_name("page_player.mjs")), str(path)]
    seen = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert seen == [
        "32 start shown",
        "32 m0_1 shown",
        "31 m0_5 shown",
        "32 m0_2 shown",
        "32 start shown",
        "32 start none",
        "32 m0_2 none",  # the diagram
        "31 m0_5 none",  # the right end of the graph
        "32 m0_1 none",  # a third of it
        "32 start none",
    ]


def test_a_page_has_diagrams_and_the_graph_and_numbers_what_it_interrupts() -> None:
    shown = game()
    list(shown.root.line())[8].add_comment("Looks natural.")
    page = made([shown], ".html", Layout("en", Style.WXF), nodes=200).content.decode()
    drawn = re.findall(r'<figure class="diagram" data-show="(\w+)">(<svg.*?</svg>)<figcaption>(.*?)<', page)
    assert [caption for _, _, caption in drawn] == ["After 3… H2+3"]
    defined = set(re.findall(r'<g id="(x\w+)">', page))
    assert set(re.findall(r'href="#(x\w+)"', drawn[0][1])) <= defined
    assert "<defs>" not in drawn[0][1], "the pieces are there once"
    assert re.search(r'<figure class="graph" data-root="r0" data-plies="16">.*?</svg></figure>', page)
    assert "accuracy" in page
    text = re.sub(r"<svg.*?</svg>|<[^>]*>", "", page).replace("&nbsp;", " ")
    assert "(1… C2.5 2. H2+3 " in text
    assert re.search(r"Looks natural\..*5… C1", text)
    assert "3… H2+3" not in text.replace("After 3… H2+3", "")


def test_python_prints_in_one_line(tmp_path: Path) -> None:
    import xiangqi

    assert "print" not in xiangqi.__all__  # `from xiangqi import *` would hide Python's
    for ending in ("pdf", "html", "svg", "png"):
        xiangqi.print_games(game(), tmp_path / f"game.{ending}", language="en", notation=Style.WXF)
        assert (tmp_path / f"game.{ending}").stat().st_size > 10_000
    with pytest.raises(XiangqiError):
        print_games(game(), tmp_path / "game.doc")
    with pytest.raises(TypeError):
        print_games(game(), tmp_path / "game.pdf", colour="red")


@pytest.mark.parametrize(("start", "ticks"), [("w - - 0 1", ["10", "20"]), ("b - - 0 15", ["20", "30"])])
def test_the_printed_graph_has_the_numbers_of_the_rounds(start: str, ticks: list[str]) -> None:
    moves = "h0g2 h9g7 g2h0 g7h9" if start[0] == "w" else "h9g7 h0g2 g7h9 g2h0"
    line = Line(f"{START_FEN.split()[0]} {start}").then(*map(Move.from_iccs, (moves.split() * 11)[:41]))
    judged = tuple(
        MoveReview(ply, line.turn_at(ply - 1), move, 0.5, 0.5, 0.0, Grade.GOOD, (), (), "opening")
        for ply, move in enumerate(line.moves, 1)
    )
    strip = graph_of(GameReview(line, judged, summarised(judged, None)), CHINESE, 300.0)
    words = {item.text: item.x for item in strip.items if isinstance(item, Words) and item.text.isdigit()}
    assert list(words) == ticks
    for text, x in words.items():
        ply = round(x * 41 / 300.0)
        assert line.turn_at(ply) == RED
        assert line.round_at(ply) == int(text) + 1, "both sides have moved"


@pytest.mark.parametrize(
    ("written", "said"),
    [("2026.11.05", "5 Nov 2026"), ("1997.??.??", "1997"), ("2003.05", "May 2003"), ("spring", "spring")],
)
def test_a_date_is_printed_as_people_say_it(written: str, said: str) -> None:
    facts = facts_of(game(Date=written), Layout("en", Style.WXF), "")
    assert said in facts
    assert facts_of(game(Date="????.??.??"), Layout("en", Style.WXF), "") == [
        fact for fact in facts if fact != said
    ]
