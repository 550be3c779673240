"""The analysis in the window: keys, tabs, lines, graph, review, marks on the board."""

from __future__ import annotations

import pygame
import pytest
from analysing import LINES, analyse, pv, review, search, tell, tick
from ui_session import Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.resign_draw import AgreeDraw
from xiangqi.app.game.search_effects import SearchInfo
from xiangqi.app.records.browse import GoFirst, GoTo
from xiangqi.app.records.editing import KeepVariation
from xiangqi.app.records.preview import ShowLine
from xiangqi.app.session import analysed, view
from xiangqi.app.session.analysis import Analysis
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.panels import Flip
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.board import Move, parse_square
from xiangqi.coach.grades import Grade
from xiangqi.core.constants import BLACK, RED
from xiangqi.diagram.picture import Arrow, Ink
from xiangqi.engine.chances import winning_chance
from xiangqi.engine.common.types import Info
from xiangqi.fen import START_FEN
from xiangqi.line import Line
from xiangqi.ui.analysis.analysis_lines import ArrowLegend, LineRow
from xiangqi.ui.analysis.analysis_marks import analysis_arrows, attack_counts
from xiangqi.ui.analysis.eval_bar import Gauge
from xiangqi.ui.analysis.graph import Graph
from xiangqi.ui.analysis.line_board import LineBoard
from xiangqi.ui.analysis.review_card import MistakeRow
from xiangqi.ui.board.marks import count
from xiangqi.ui.parts.line_card import PreviewLine
from xiangqi.ui.parts.move_list import MoveList
from xiangqi.ui.toolkit.controls import CardTabs
from xiangqi.ui.toolkit.theme import WALNUT
from xiangqi.ui.toolkit.widgets import Button, Label

OPENING = "h2e2 h9g7 h0g2 i9h9"
SCORES = (35, -30, 490, -45, 60)
"""Black's first move is a blunder, and so is Red's answer."""


@pytest.fixture
def session() -> Session:
    session = Session()
    session.play(OPENING)
    return session


def analysis(session: Session) -> Analysis:
    assert session.state.analysis is not None
    return session.state.analysis


def shown(session: Session) -> list[str]:
    return [str(move) for move in view.board_line(session.state).here.moves]


def arrow(move: str, ink: Ink, strength: float = 1.0, number: int = 0) -> Arrow:
    squares, about = Move.from_iccs(move), pytest.approx(strength)
    return Arrow(squares.from_square, squares.to_square, ink, about, number)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("4k4/9/9/9/9/9/9/9/9/3K2R2 w - - 0 1", "Red wins by mate or capture in"),
        ("2bak4/4a4/4b4/9/9/9/9/4R4/9/4K4 w - - 0 1", "Draw with best play"),
    ],
)
def test_what_the_endgame_tables_know_is_said_in_words(fen: str, words: str) -> None:
    session = Session()
    session.open_record(f'[FEN "{fen}"]\n\n*')
    session.send(ToggleAnalysis())
    session.draw()
    label = session.widget("analysis.verdict")
    assert isinstance(label, Label)
    assert label.text.startswith(words)


@pytest.mark.parametrize(
    ("move", "words"), [("a7a8", "Red wins by stalemate in 1"), ("a7a9", "Red mates in 1")]
)
def test_a_stalemate_is_told_from_a_mate(move: str, words: str) -> None:
    session = Session()
    session.open_record('[FEN "3k5/9/R8/9/9/9/9/9/9/1NCNK3C w - - 0 1"]\n\n*')
    session.send(ToggleAnalysis())
    tick(session)
    found = Info(3, 3, 1_000, 10, mate=1, pv=pv(move))
    session.send(SearchInfo(search(session).id, found))
    tick(session)
    session.draw()
    label = session.widget("analysis.verdict")
    assert isinstance(label, Label)
    assert label.text == words


def test_a_line_that_is_played_out_to_its_end_tells_the_end_and_fills_the_bar() -> None:
    session = Session()
    session.open_record('[FEN "3k5/9/R8/9/9/9/9/9/9/1NCNK3C w - - 0 1"]\n\n*')
    session.send(ToggleAnalysis())
    tick(session)
    session.send(ShowLine(0, pv("a7a8")))
    tick(session)
    session.draw()
    label, bar = session.widget("analysis.verdict"), session.widget("gauge")
    assert isinstance(label, Label)
    assert isinstance(bar, Gauge)
    assert (label.text, bar.chance) == ("Red wins · by stalemate", 1.0)


def test_a_record_says_it_beside_its_moves() -> None:
    session = Session()
    session.open_record('[FEN "4k4/9/9/9/9/9/9/9/9/3K2R2 w - - 0 1"]\n\n*')
    label = session.widget("theory")
    assert isinstance(label, Label)
    assert label.text.startswith("Red wins by mate or capture in")


def test_keys_switch_what_is_shown(session: Session) -> None:
    session.write("l")
    tick(session)
    tell(session, 34, LINES[:3])
    session.write("z")
    assert analysis(session).hidden
    session.write("z")
    session.write("a")
    assert not session.state.settings.analysis_arrows
    session.write("x")
    assert analysis(session).threat
    session.write("t")
    assert session.state.attacks
    session.write("l")
    assert session.state.analysis is None


@pytest.mark.parametrize("letter", ["a", "x", "z", "n"])
def test_without_analysis_letters_begin_a_move(session: Session, letter: str) -> None:
    session.write(letter)
    assert session.state.selection.typed == letter


def test_a_letter_of_the_analysis_can_begin_a_move_too(session: Session) -> None:
    session.write("l")
    before = session.state.settings.analysis_arrows
    session.write("a0a1")
    session.key(pygame.K_RETURN)
    assert shown(session)[-1] == "a0a1"
    assert session.state.settings.analysis_arrows is before


def test_the_space_bar_plays_the_best_move_out(session: Session) -> None:
    analyse(session)
    session.key(pygame.K_SPACE)
    assert shown(session)[4:] == ["i0h0"]
    session.key(pygame.K_SPACE)
    assert shown(session)[4:] == ["i0h0", "b9c7"]
    session.key(pygame.K_ESCAPE)
    assert len(shown(session)) == 4
    assert len(session.iccs()) == 4


def test_the_board_makes_room_for_the_bar(session: Session) -> None:
    before = session.screen.stage.frame
    analyse(session)
    session.draw()
    frame, bar = session.screen.stage.frame, session.widget("gauge")
    assert isinstance(bar, Gauge)
    assert bar.chance == pytest.approx(winning_chance(34))
    board = pygame.Rect(frame.board.box)
    assert not board.colliderect(bar.rect)
    assert not bar.rect.colliderect(frame.body)
    assert pygame.Rect(frame.board.box) == pygame.Rect(before.board.box)


def test_the_bar_shows_red_where_red_sits(session: Session) -> None:
    analyse(session)
    for flipped in (False, True):
        session.draw()
        bar = session.widget("gauge")
        top, bottom = (
            session.surface.get_at((bar.rect.centerx, y)) for y in (bar.rect.top + 60, bar.rect.bottom - 60)
        )
        red, black = (top, bottom) if flipped else (bottom, top)
        assert red[0] > 150
        assert black[0] < 80
        session.send(Flip())


def test_lines_are_listed_and_played_out(session: Session) -> None:
    analyse(session, 2)
    session.draw()
    row = session.widget("analysis.line.1")
    assert isinstance(row, LineRow)
    assert (row.score, row.words[0].text) == ("+0.22", "马八进七")
    session.click(row.cells[0].center)
    assert shown(session)[4:] == ["b0c2"]
    session.key(pygame.K_RIGHT)
    assert shown(session)[4:] == ["b0c2", "g6g5"]
    session.click_widget("line.close")
    assert len(shown(session)) == 4


def test_a_line_is_cut_between_two_moves(session: Session) -> None:
    analyse(session, 1)
    tell(session, 34, ("b0c2 b9c7 a0b0 a9b9 b0b1 g6g5 c3c4 c6c5 g3g4 g5g4",))
    session.draw()
    row = session.widget("analysis.line.0")
    assert isinstance(row, LineRow)
    assert row.is_cut
    assert 3 <= len(row.words) == len(row.cells) < len(row.line) == 10
    assert all(len(word.text) == 4 for word in row.words), "whole moves"
    assert row.cells[-1].right < row.rect.right, "room for the ellipsis"
    session.size = (1600, 1080)
    session.surface = pygame.Surface(session.size)
    session.draw()
    wide = session.widget("analysis.line.0")
    assert isinstance(wide, LineRow)
    assert len(wide.words) > len(row.words)


def test_a_small_board_follows_the_mouse_along_a_line(session: Session) -> None:
    analyse(session, 2)
    session.draw()
    row = session.widget("analysis.line.0")
    assert isinstance(row, LineRow)
    shown_pieces = []
    for index in (0, 1):
        session.move_mouse(row.cells[index].center)
        board = session.widget("line.board")
        assert isinstance(board, LineBoard)
        assert board.move == row.line[index]
        assert session.surface.get_rect().contains(board.rect)
        read = [widget.rect for widget in session.screen.stage.widgets if widget.keeps_clear]
        assert board.rect.collidelist(read) < 0
        shown_pieces.append(board.pieces)
    first, second = shown_pieces
    assert first[row.line[0].to_square] == second[row.line[0].to_square]
    assert row.line[1].to_square not in first
    assert row.line[1].to_square in second
    session.click(row.cells[1].center)
    assert len(shown(session)) == 6, "a click plays the line out up to the move"
    session.move_mouse((5, 5))
    assert session.screen.stage.widget("line.board") is None


def test_arrows_on_the_board_are_explained(session: Session) -> None:
    analyse(session)
    session.size = (1600, 870)
    session.surface = pygame.Surface(session.size)
    session.draw()
    legend = session.widget("analysis.legend")
    assert isinstance(legend, ArrowLegend)
    assert [words for _, _, words in legend.samples] == ["best moves", "expected reply"]
    colours = [colour for colour, _, _ in legend.samples]
    assert colours == [WALNUT.marks.inks[ink.value] for ink in (Ink.BEST, Ink.OTHER)]
    session.send(ChangeSettings({"analysis_arrows": False}))
    session.draw()
    assert session.screen.stage.widget("analysis.legend") is None


def test_a_preview_is_stepped_through_by_its_buttons(session: Session) -> None:
    analyse(session)
    session.send(ShowLine(4, pv(LINES[0]), 1))
    tick(session)
    session.draw()
    session.click_widget("line.next")
    assert session.state.preview is not None
    assert session.state.preview.shown == 2
    session.click_widget("line.previous")
    words = session.widget("line.moves")
    assert isinstance(words, PreviewLine)
    session.click(words.cells[2].move(words.rect.topleft).center)
    assert session.state.preview is not None
    assert session.state.preview.shown == 3


@pytest.mark.parametrize("size", [(800, 600), (1000, 700), (1366, 768)])
def test_a_preview_shows_whole_rows_around_the_move_on_the_board(size: tuple[int, int]) -> None:
    session = Session(size=size)
    session.play("h2e2 h9g7 h0g2 i9h9")
    line = pv("i0h0 b9c7 g3g4 c6c5 b0c2 h7i7 h0h6 a9b9 a0b0 b7b5 c3c4 c5c4")
    analyse(session)
    for shown in range(1, len(line) + 1):
        session.send(ShowLine(4, line, shown))
        tick(session)
        session.draw()
        words = session.widget("line.moves")
        assert isinstance(words, PreviewLine)
        below = session.widget("line.next").rect.top
        places = [cell.move(words.rect.topleft) for cell in words.cells]
        seen = [place for place in places if words.rect.colliderect(place)]
        assert all(words.rect.contains(place) and place.bottom <= below for place in seen), "no row is cut"
        assert words.rect.contains(places[shown - 1]), "the move on the board can be seen"


def test_a_tried_move_becomes_a_variation_once_the_game_is_over(session: Session) -> None:
    session.send(AgreeDraw())
    session.send(GoTo(2), PlayText("b0c2"))
    document = session.state.document
    assert document.play is not None
    assert document.play.moves == pv("h2e2 h9g7 h0g2 i9h9")
    assert [str(node.move) for node in document.tree.children(document.cursor.nodes[2])] == ["h0g2", "b0c2"]


def test_a_review_lists_the_mistakes_and_a_click_goes_there(session: Session) -> None:
    review(session, *SCORES)
    session.draw()
    marked = analysed.assessment(session.state).marked
    rows = [one for one in session.screen.stage.widgets if isinstance(one, MistakeRow)]
    assert [row.verdict for row in rows] == list(marked)
    assert rows
    assert rows[0].verdict is not None
    session.click_widget(rows[0].key)
    assert session.state.document.cursor.ply == rows[0].verdict.ply


def test_a_line_is_kept_as_a_variation(session: Session) -> None:
    session.send(AgreeDraw())
    analyse(session)
    session.send(GoTo(2), ShowLine(2, pv("b0c2 g6g5")))
    tick(session)
    session.draw()
    session.click_widget("line.keep")
    document = session.state.document
    assert session.state.preview is None
    assert [str(node.move) for node in document.cursor.nodes[1:]] == ["h2e2", "h9g7", "b0c2", "g6g5"]
    assert len(document.tree.children(document.cursor.nodes[2])) == 2
    assert session.state.play.moves == pv("h2e2 h9g7 h0g2 i9h9"), "the game is as it was"
    session.send(KeepVariation())  # with nothing on the board it changes nothing
    assert session.state.document == document


def test_the_number_of_lines_is_chosen(session: Session) -> None:
    analyse(session)
    session.draw()
    session.click_widget("analysis.more")
    session.click_widget("analysis.more")
    assert session.state.settings.analysis_lines == 5
    more = session.widget("analysis.more")
    assert isinstance(more, Button)
    assert not more.enabled
    session.click_widget("analysis.fewer")
    assert session.state.settings.analysis_lines == 4


def test_hidden_words_leave_nothing_on_board_bar_and_graph(session: Session) -> None:
    review(session, *SCORES)
    session.write("z")
    assert analysis_arrows(session.state) == ()
    session.choose_tab("analysis.tabs", "graph")
    bar, graph = session.widget("gauge"), session.widget("analysis.graph")
    assert isinstance(bar, Gauge)
    assert isinstance(graph, Graph)
    assert bar.chance is None
    assert set(graph.chances) == {None}
    assert session.screen.stage.widget("analysis.line.0") is None
    session.choose_tab("analysis.tabs", "moves")
    moves = session.widget("moves")
    assert isinstance(moves, MoveList)
    assert not moves.grades


def test_arrows_are_narrower_for_later_lines(session: Session) -> None:
    analyse(session)
    found = analysis_arrows(session.state)
    assert found == (
        arrow("b9c7", Ink.OTHER, 0.2),
        arrow("g3g4", Ink.BEST, 0.0, 3),
        arrow("b0c2", Ink.BEST, 3 / 7, 2),
        arrow("i0h0", Ink.BEST, number=1),
    )
    session.write("a")
    assert analysis_arrows(session.state) == ()


@pytest.mark.parametrize("lines", [2, 5])
def test_the_number_of_an_arrow_is_that_of_its_line(session: Session, lines: int) -> None:
    analyse(session, lines)
    session.draw()
    rows = [session.widget(f"analysis.line.{place}") for place in range(lines)]
    numbered = {row.number: row.line[0] for row in rows if isinstance(row, LineRow)}
    assert sorted(numbered) == [*range(1, lines + 1)]
    shown = {
        one.number: (one.from_square, one.to_square) for one in analysis_arrows(session.state) if one.number
    }
    assert shown == {number: (move.from_square, move.to_square) for number, move in numbered.items()}


def test_one_line_needs_no_number_and_neither_do_lines_without_arrows(session: Session) -> None:
    analyse(session, 1)
    assert not any(one.number for one in analysis_arrows(session.state))
    session.draw()
    row = session.widget("analysis.line.0")
    assert isinstance(row, LineRow)
    assert row.number == 0
    other = Session(size=(1366, 768))
    analyse(other, 3)
    other.send(ChangeSettings({"analysis_arrows": False}))
    other.draw()
    row = other.widget("analysis.line.0")
    assert isinstance(row, LineRow)
    assert row.number == 0


def test_the_threat_is_a_broken_arrow(session: Session) -> None:
    analyse(session)
    session.write("a")
    session.write("x")
    tick(session)
    tell(session, 90, ["h7h3"], done=True)
    assert analysis_arrows(session.state) == (arrow("h7h3", Ink.THREAT),)


def test_the_card_s_tabs_show_moves_and_graph(session: Session) -> None:
    analyse(session)
    session.draw()
    assert session.widget("moves")
    session.choose_tab("analysis.tabs", "graph")
    assert session.widget("analysis.graph")
    session.click_widget("analysis.close")
    assert session.state.analysis is None


def test_a_click_on_the_graph_goes_there(session: Session) -> None:
    review(session, *SCORES)
    session.draw()
    graph = session.widget("analysis.graph")
    session.press((graph.rect.left + 12, graph.rect.centery))
    assert view.line(session.state).ply == 0
    session.move_mouse((graph.rect.right - 12, graph.rect.centery))
    assert view.line(session.state).ply == 4
    session.release((graph.rect.right - 12, graph.rect.centery))
    assert view.line(session.state).ply == 4


@pytest.mark.parametrize(
    ("start", "numbered"),
    [
        ("w - - 0 1", [(10, 19), (20, 39)]),
        ("b - - 0 1", [(10, 18), (20, 38)]),
        ("b - - 0 7", [(10, 6), (20, 26)]),
    ],
)
def test_the_numbers_below_the_graph_are_those_of_the_rounds(
    start: str, numbered: list[tuple[int, int]]
) -> None:
    line = Line(f"{START_FEN.split()[0]} {start}")
    graph = Graph("graph", pygame.Rect(0, 0, 9, 9), line=line, chances=(0.5,) * 41)
    found = list(graph._numbered(10))
    assert [(number, ply) for number, ply in found if number <= 20] == numbered
    assert all(line.round_at(ply - 1) == number for number, ply in found)


def test_mistakes_are_marked_gone_through_and_played_out(session: Session) -> None:
    review(session, *SCORES)
    session.draw()
    session.choose_tab("analysis.tabs", "moves")
    moves = session.widget("moves")
    assert isinstance(moves, MoveList)
    assert moves.grades == {2: Grade.MISTAKE, 3: Grade.MISTAKE}
    session.key(pygame.K_HOME)
    session.write("n")
    assert view.line(session.state).ply == 2
    session.write("n")
    assert view.line(session.state).ply == 3
    session.write("N")
    assert view.line(session.state).ply == 2
    better = analysed.assessment(session.state).marked[0].better
    session.choose_tab("analysis.tabs", "graph")
    session.click_widget("review.show")
    assert shown(session) == ["h2e2", str(better[0])]


def test_a_review_shows_its_progress_and_can_be_cancelled(session: Session) -> None:
    session.write("l")
    session.draw()
    session.choose_tab("analysis.tabs", "graph")
    session.click_widget("review.start")
    tick(session)
    tell(session, 0, ["a0a1"], done=True)
    session.draw()
    assert session.widget("story.page.title").text == "Reviewing move 1 of 2"  # type: ignore[attr-defined]
    session.click_widget("review.cancel")
    assert analysis(session).review is None


def test_a_summary_tells_how_both_have_played(session: Session) -> None:
    review(session, *SCORES)
    session.draw()
    words = session.widget(f"summary.{RED}").text  # type: ignore[attr-defined]
    found = analysed.assessment(session.state).summary(RED)
    assert words == f"Red · accuracy {found.accuracy:.0f}%"
    counts = session.widget(f"summary.counts.{BLACK}").text  # type: ignore[attr-defined]
    assert counts.split() == ["?!", "0", "?", "1", "??", "0"]


# ---- The attack map ----


def test_attacks_are_counted_by_side(session: Session) -> None:
    assert attack_counts(session.state) == ()
    session.write("t")
    counts = {found.square: (found.red, found.black) for found in attack_counts(session.state)}
    assert counts[parse_square("e6")] == (1, 1)  # the cannon over the soldier; the horse on g7 protects
    assert counts[parse_square("h0")] == (2, 0)  # the chariot along the rank, and the horse
    assert parse_square("e5") in counts


def test_the_sides_of_the_attack_map_differ_in_form() -> None:
    disc, box = count(24, RED, 3), count(24, BLACK, 3)
    assert disc.get_at((0, 0)).a == 0
    assert box.get_at((0, 0)).a > 200


def test_the_legend_is_there_with_the_numbers(session: Session) -> None:
    assert session.screen.stage.widget(f"attacks.{RED}") is None
    session.write("t")
    assert session.widget(f"attacks.{RED}")
    assert session.widget(f"attacks.{BLACK}")


def test_a_board_without_an_engine_shows_its_moves_and_a_switch() -> None:
    session = Session(size=(1366, 740))
    session.send(GoToPlace(Place.ANALYSE))
    session.draw()
    assert session.state.shown_analysis is None
    tabs, switch = session.widget("analysis.tabs"), session.widget("analysis.close")
    assert isinstance(tabs, CardTabs)
    assert isinstance(switch, Button)
    assert (tabs.names[tabs.chosen], switch.chosen) == ("moves", False)
    session.click_widget("analysis.close")
    assert session.state.shown_analysis is not None


@pytest.mark.parametrize("is_record", [False, True])
def test_what_has_been_reviewed_offers_no_review(is_record: bool) -> None:
    session = Session((1366, 768))
    if is_record:
        session.open_record("1. h2e2 h9g7 2. h0g2 i9h9 *")
    else:
        session.send(GoToPlace(Place.ANALYSE))
        session.play(OPENING)
    review(session, 35, -30, 32, -34, 33)
    session.send(GoFirst())
    session.draw()
    session.choose_tab("analysis.tabs", "graph")
    session.draw()
    stage = session.screen.stage
    words = [widget.label for widget in stage.widgets if isinstance(widget, Button) and widget.enabled]
    assert "Review" not in words
    assert stage.widget("review.start") is None
    assert (stage.widget("review.done") is not None) == is_record
