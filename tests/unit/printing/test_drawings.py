"""Arrows, circles and diagrams that a record asks for, in print and on web pages."""

from __future__ import annotations

import pytest

from tests.unit.records.reading import game_in
from xiangqi.board import Move
from xiangqi.coach.grades import Grade
from xiangqi.coach.notes import MoveReview
from xiangqi.core.constants import RED
from xiangqi.diagram.picture import Ink
from xiangqi.printing import Layout, made
from xiangqi.printing.book import card, document_pages
from xiangqi.printing.game import seen_at
from xiangqi.printing.options import Diagrams, Places
from xiangqi.printing.page import PlacedBoard, Words
from xiangqi.records.comment_commands import read_comment

COMMANDS = [
    "[%csl Gb2,Rb7]",
    "[%cal Gb2b7,Ya0a1]",
    "[%clk 0:04:59]",
    "[%clk 1:02:03.5]",
    "[%emt 0:00:05]",
    "[%eval 0.35]",
    "[%eval #-3,18]",
    "[%egt 1:20:00]",
    "[%mct 17,51]",
    "[%timestamp 30]",
    "[#]",
    "[#1]",
    "[#r]",
    "[#B]",
    "(0:03)",
    "(1:02:03.5)",
    "[%csl\nGb2]",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_no_words(command: str) -> None:
    assert read_comment(f"a fork {command} wins").words == "a fork wins"
    assert read_comment(command).words == ""


@pytest.mark.parametrize(
    "text", ["[see game 3]", "50% of [games]", "[ # ]", "a\nb", "[a0]", "at 0:03 left", "(3:1)", "[#red]"]
)
def test_other_brackets_are_words(text: str) -> None:
    assert read_comment(text).words == text


@pytest.mark.parametrize("time", ["0:03", "(0:03)", "{(0:03)}", "{0:00:03}", "{12:34.5}"])
def test_times_alone_are_not_printed(time: str) -> None:
    _, words = _placed(f"1. h2e2 {time} h9g7 {{[#r] good}} *")
    assert ":" not in words
    assert "good" in words
    assert "[" not in words


def test_ranks_from_one() -> None:
    (circle,) = read_comment("[%csl Gb10]").circles
    (arrow,) = read_comment("[%cal Rh9-g7,Gz3a1]").arrows
    assert (circle.square, (arrow.square, arrow.target)) == (
        Move.from_iccs("b9b8").from_square,
        (Move.from_iccs("h9g7").from_square, Move.from_iccs("h9g7").to_square),
    )


def _placed(text: str) -> tuple[list[PlacedBoard], str]:
    """Return the boards and the words of a printed game."""
    items = [item for page in document_pages(game_in(text), Layout()) for item in page.items]
    words = " ".join(item.text for item in items if isinstance(item, Words))
    return [item for item in items if isinstance(item, PlacedBoard)], words


def test_drawings_are_on_the_diagram_of_their_move() -> None:
    boards, words = _placed(
        "{ before } { [%csl Gb2,Rb7][%cal Gb2b7] }\n"
        "1. h2e2 { first } { [%csl Ga3] } h9g7 2. h0g2 i9h9 3. i0h0 (3. g3g4 {[%cal Yh9h2] wrong} c6c5) *"
    )
    start, move, side = boards
    assert [(circle.ink, len(start.picture.arrows)) for circle in start.picture.circles] == [
        (Ink.BEST, 1),
        (Ink.THREAT, 1),
    ]
    assert (len(move.picture.circles), len(move.picture.arrows)) == (1, 0)
    assert [arrow.ink for arrow in side.picture.arrows] == [Ink.HINT]
    assert "%" not in words
    assert "wrong" in words
    assert "first" in words


def test_diagrams_are_where_the_record_asks_for_them() -> None:
    text = "1. h2e2 {[#]} h9g7 $220 2. h0g2 {[#] Now the file.} i9h9 {Diagram [#1]} 3. i0h0 b9c7 4. g3g4 *"
    boards, words = _placed(text)
    assert len(boards) == 4
    assert "[" not in words
    page = made([game_in(text)], ".html", Layout()).content.decode()
    assert page.count('class="diagram"') == 4
    assert "[#" not in page


def test_clock_times_alone_ask_for_no_diagram() -> None:
    timed = "1. h2e2 {[%clk 0:05:00]} h9g7 {[%emt 0:00:05]} 2. h0g2 {[%eval 0.3]} i9h9 3. i0h0 b9c7 *"
    assert len(_placed(timed)[0]) == 2  # in the middle and at the end, as without comments


def test_a_diagram_may_be_asked_for_from_the_other_side() -> None:
    text = "1. h2e2 $220 h9g7 $221 2. h0g2 (2. b0c2 $221) *"
    boards, _ = _placed(text)
    assert [board.flipped for board in boards] == [False, True, True]
    text = "1. h2e2 h9g7 $22%d *"
    pages = [made([game_in(text % side)], ".html", Layout()).content for side in (0, 1)]
    assert pages[0].split(b"<figure")[1] != pages[1].split(b"<figure")[1]


def test_a_mistake_shows_the_better_move_and_what_the_record_drew() -> None:
    game = game_in("1. h2e2 {[%csl Ga3]} h9g7 *")
    *_, node, reply = game.root.line()
    assert node.move is not None
    layout = Layout(diagrams=Diagrams(Places.MISTAKES))
    best = (Move.from_iccs("b2e2"),)
    review = MoveReview(1, RED, node.move, 0.5, 0.3, 0.2, Grade.MISTAKE, best, (), "opening")
    better, after = seen_at(game.board(), node, layout, review)
    assert (len(better.picture.arrows), len(better.picture.circles)) == (2, 0)
    assert len(after.picture.circles) == 1
    assert len(list(seen_at(game.board_at(node), reply, layout, review))) == 1


def test_a_card_has_the_drawings_of_its_position() -> None:
    page = card(game_in("1. h2e2 h9g7 {[%csl Ga3][%cal Rh9g7]} *"), Layout())
    (board,) = [item for item in page.items if isinstance(item, PlacedBoard)]
    assert (len(board.picture.circles), len(board.picture.arrows)) == (1, 1)
