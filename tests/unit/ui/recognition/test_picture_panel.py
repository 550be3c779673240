"""Tests of the panel of a picture: points and pieces by mouse and keyboard, corners, and every button."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import picture_screens as screens
import pygame
import pytest
from ui_session import Session

from xiangqi.app.recognition.asks import PictureOpened, PictureRead, ReadPicture, StopPicture
from xiangqi.app.recognition.reading_pictures import (
    AnalyseRead,
    ChooseMover,
    ChoosePoint,
    ConfirmReading,
    MoveCorner,
    NextPicture,
    PlayRead,
    PutPiece,
    ReadOther,
    ReadPictures,
    ReadWithin,
    SetCorners,
    StopRecognising,
    TurnReading,
)
from xiangqi.app.recognition.state import Recognition
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.session.state import Panel
from xiangqi.board import parse_square
from xiangqi.core.constants import BLACK, CANNON, KNIGHT, RED
from xiangqi.ui.recognition.picture_view import CornerView
from xiangqi.ui.recognition.picture_view import RecognisedView as ReadView
from xiangqi.ui.toolkit.widgets import Button, Choice, Label

SIZES = ((800, 600), (1366, 768), (3840, 2160))


def shown(session: Session) -> ReadView:
    widget = session.widget("picture.read")
    assert isinstance(widget, ReadView)
    return widget


def place(session: Session, square: str) -> tuple[int, int]:
    return shown(session).on_window(shown(session).places[parse_square(square)])


def words(session: Session) -> str:
    label = session.widget("picture.told")
    assert isinstance(label, Label)
    return label.text


@pytest.fixture(params=SIZES, ids=lambda size: "x".join(map(str, size)))
def session(request: pytest.FixtureRequest) -> Session:
    session = Session(request.param)
    screens.read(session)
    session.draw()
    return session


def test_points_lie_on_the_picture_where_they_are(session: Session) -> None:
    view = shown(session)
    for square, pixel in view.places.items():
        at = view.on_window(pixel)
        assert view.rect.collidepoint(at), square
        assert view.in_picture(at) == pytest.approx(pixel, abs=view.cell / 4)


def test_a_click_on_a_ring_asks_what_stands_there_and_the_second_likeliest_is_first(session: Session) -> None:
    assert words(session) == "2 points are uncertain. Click each ring. Whose move is it?"
    assert session.click(place(session, "g2"))[-1] == ChoosePoint(parse_square("g2"))
    assert words(session) == "What is on g2?"
    offer = session.widget("picture.offer.likely")
    assert isinstance(offer, Button)
    assert (offer.action, offer.label) == (PutPiece(RED | CANNON), "Maybe: red cannon")
    assert session.click_widget("picture.offer.likely") == [PutPiece(RED | CANNON)]
    assert words(session) == "One point is uncertain. Click its ring. Whose move is it?"
    assert shown(session).pieces[parse_square("g2")] == RED | CANNON


def test_every_piece_and_none_is_offered(session: Session) -> None:
    session.click(place(session, "e4"))
    offers = [widget for widget in session.screen.stage.widgets if widget.key.startswith("picture.offer")]
    offered = {widget.action.piece for widget in offers if isinstance(widget, Button)}  # type: ignore[union-attr]
    assert len(offered) == 15
    assert 0 in offered
    assert all(isinstance(widget, Button) and (widget.tip or widget.label) for widget in offers)
    nothing = session.widget("picture.offer.nothing")
    assert isinstance(nothing, Button)
    assert (nothing.label, nothing.action, nothing.icon) == ("No piece", PutPiece(0), "")


def test_a_click_on_the_chosen_point_leaves_it_as_it_is(session: Session) -> None:
    session.click(place(session, "g2"))
    assert session.click(place(session, "g2"))[-1] == ChoosePoint(None)
    assert session.widget("picture.turn")


def test_points_are_chosen_by_the_keyboard(session: Session) -> None:
    while session.screen.memory.focus != "picture.read":
        session.key(pygame.K_TAB)
    assert session.key(pygame.K_RETURN) == [ChoosePoint(parse_square("b7"))]  # the first doubtful point
    while not (session.screen.memory.focus or "").startswith("picture.offer."):
        session.key(pygame.K_TAB)
    session.key(pygame.K_RETURN)
    assert shown(session).pieces[parse_square("b7")] == BLACK | KNIGHT
    session.screen.memory.focus = "picture.read"  # the cursor is on the next one
    session.key(pygame.K_RIGHT)
    session.key(pygame.K_DOWN)
    assert session.key(pygame.K_RETURN) == [ChoosePoint(parse_square("h1"))]


def test_who_moves_is_asked_and_told(session: Session) -> None:
    choice = session.widget("picture.turn")
    assert isinstance(choice, Choice)
    assert choice.chosen == -1
    assert session.click(choice.cells()[1].center)[-1] == ChooseMover(BLACK)
    assert words(session) == "2 points are uncertain. Click each ring."


@pytest.mark.parametrize(
    ("key", "intent"),
    [
        ("turn_round", TurnReading()),
        ("set_corners", SetCorners()),
        ("set_up", StopRecognising()),
        ("right", ConfirmReading()),
    ],
)
def test_the_buttons(session: Session, key: str, intent: object) -> None:
    session.send(ChooseMover(BLACK))
    session.draw()
    assert session.click_widget(f"picture.{key}")[-1] == intent


@pytest.mark.parametrize(("key", "intent"), [("analyse", AnalyseRead()), ("play", PlayRead())])
def test_the_next_steps_are_there_once_the_player_has_said_that_it_is_right(
    session: Session, key: str, intent: object
) -> None:
    session.send(ChooseMover(BLACK))
    session.draw()
    shown = {widget.key for widget in session.screen.stage.widgets}
    assert f"picture.{key}" not in shown
    session.click_widget("picture.right")
    assert words(session) == "What would you like to do with this position?"
    assert session.click_widget(f"picture.{key}")[-1] == intent


@pytest.mark.parametrize("is_seen", [False, True], ids=["unopened", "opened"])
def test_while_another_picture_is_read_nothing_begins_from_the_position_before(is_seen: bool) -> None:
    session = Session(SIZES[1])
    screens.read(session, (), "red")
    session.send(ConfirmReading())
    session.draw()
    assert session.widget("picture.play")
    session.send(ReadPictures((Path("next.png"),)))
    if is_seen:
        session.send(PictureOpened(screens.number(session), screens.drawn()[0]))
    session.draw()
    buttons = [widget for widget in session.screen.stage.widgets if isinstance(widget, Button)]
    assert not {"picture.play", "picture.analyse"} & {button.key for button in buttons}
    assert not any(button.primary and button.enabled for button in buttons)


def test_it_is_not_right_before_it_is_said_who_moves(session: Session) -> None:
    button = session.widget("picture.right")
    assert isinstance(button, Button)
    assert (button.enabled, button.primary, button.tip) == (False, False, "First say whose move it is.")
    choice = session.widget("picture.turn")
    assert isinstance(choice, Choice)
    session.click(choice.cells()[0].center)
    button = session.widget("picture.right")
    assert isinstance(button, Button)
    assert (button.enabled, button.primary, button.tip) == (True, True, "")


def test_marks_of_the_last_move_say_who_moves_and_it_can_be_changed() -> None:
    session = Session(SIZES[1])
    screens.read(session, (), "black")
    session.draw()
    assert words(session) == "The whole board has been read. To move, by the marks on the last move: Black."
    choice = session.widget("picture.turn")
    assert isinstance(choice, Choice)
    assert choice.chosen == 1
    session.click(choice.cells()[0].center)
    choice = session.widget("picture.turn")
    assert isinstance(choice, Choice)
    assert choice.chosen == 0
    assert words(session) == "The whole board has been read."


def test_the_next_picture_and_stopping() -> None:
    session = Session()
    screens.opened(session, "second.png")
    session.draw()
    assert words(session) == "Looking for the board and its pieces…"
    assert session.click_widget("picture.next")[-1] == NextPicture()
    assert isinstance(session.effects[-1], ReadPicture)
    assert words(session) == "Opening the picture…"
    assert session.click_widget("picture.stop")[-1] == StopRecognising()
    assert isinstance(session.effects[-1], StopPicture)


@pytest.mark.parametrize("size", SIZES)
def test_corners_are_dragged_and_moved_by_keys(size: tuple[int, int]) -> None:
    session = Session(size)
    screens.without_board(session)
    session.draw()
    view = session.widget("picture.corners")
    assert isinstance(view, CornerView)
    start = view.on_window(view.corners[2])
    session.move_mouse(start)
    session.press(start)
    goal = (start[0] - 20, start[1] - 30)
    moved = session.move_mouse(goal)
    session.release(goal)
    assert isinstance(moved[-1], MoveCorner)
    view = session.widget("picture.corners")
    assert isinstance(view, CornerView)
    assert view.on_window(view.corners[2]) == pytest.approx(goal, abs=1)
    while session.screen.memory.focus != "picture.corners" or not session.screen.memory.focus_shown:
        session.key(pygame.K_TAB)
    session.key(pygame.K_SPACE)
    before = view.corners[3]
    assert isinstance(session.key(pygame.K_LEFT)[-1], MoveCorner)
    assert session.state.held(Recognition) is not None
    assert session.state.held(Recognition).corners is not None
    assert session.state.held(Recognition).corners[3][0] < before[0]
    assert session.key(pygame.K_RETURN) == [ReadWithin()]
    assert isinstance(session.effects[-1], ReadPicture)


@pytest.mark.parametrize("size", SIZES)
def test_another_board_is_read_by_a_click_on_it_or_by_the_button(size: tuple[int, int]) -> None:
    session = Session(size)
    screens.two_boards(session)
    session.draw()
    view, held = shown(session), session.state.held(Recognition)
    assert held is not None
    assert held.reading is not None
    assert view.part.size == (view.picture.width, view.picture.height), "all of the picture is shown"
    (elsewhere,) = held.reading.others
    middle = tuple(sum(axis) / 4 for axis in zip(*elsewhere, strict=True))
    assert ChoosePoint(parse_square("e4")) == session.click(place(session, "e4"))[-1]
    session.send(ChoosePoint(None))
    assert session.click(view.on_window((middle[0], middle[1])))[-1] == ReadOther(0)
    session.send(PictureRead(screens.number(session), replace(held.reading, corners=elsewhere, others=())))
    session.draw()
    (first,) = shown(session).others
    assert first == held.reading.corners, "the first board can be read again in the same two ways"
    x, y = (sum(axis) / 4 for axis in zip(*first, strict=True))
    assert session.click(shown(session).on_window((x, y)))[-1] == ReadOther(0)
    session.send(PictureRead(screens.number(session), held.reading))
    session.draw()
    assert session.click_widget("picture.read_other")[-1] == ReadOther(0)


def test_corners_are_read_by_the_button() -> None:
    session = Session()
    screens.without_board(session)
    session.draw()
    assert session.click_widget("picture.read_within")[-1] == ReadWithin()


def test_what_cannot_be_read_is_told_and_another_can_be_opened() -> None:
    session = Session()
    screens.unreadable(session)
    session.draw()
    assert words(session) == "This picture cannot be read: the picture is damaged or cut off"
    session.click_widget("picture.open")
    assert session.state.panel is Panel.OPEN_FILE


def test_a_dropped_picture_is_read_and_a_record_opened() -> None:
    session = Session()
    (action,) = session.post(pygame.DROPFILE, file="board.jpeg")
    assert isinstance(action, ReadPictures)
    assert session.state.panel is Panel.PICTURE
    (action,) = session.post(pygame.DROPFILE, file="game.pgn")
    assert action == OpenFile(Path("game.pgn"))


def test_an_impossible_position_is_told(session: Session) -> None:
    for square, offer in (("g2", "0.4"), ("b7", "1.4")):
        session.click(place(session, square))
        session.click_widget(f"picture.offer.{offer}")
    session.click(place(session, "e4"))
    session.click_widget("picture.offer.0.1")
    session.send(ChooseMover(RED))
    session.draw()
    assert words(session).startswith("This position cannot arise: ")
    session.send(ConfirmReading())
    session.draw()
    assert words(session).startswith("This position cannot arise: ")
    play = session.widget("picture.play")
    assert isinstance(play, Button)
    assert not play.enabled


def test_the_ring_on_the_board_opens_the_choice_as_the_one_on_the_picture_does() -> None:
    session = Session(SIZES[1])
    screens.read(session)
    session.draw()
    held = session.state.held(Recognition)
    assert held is not None
    doubted = min(held.doubtful)
    before = session.state.document
    session.click(session.screen.stage.frame.board.point(doubted))
    assert session.state.held(Recognition).chosen == doubted
    assert session.state.document == before, "nothing is lifted"
    session.send(PutPiece(0))
    session.draw()
    for square in (
        doubted,
        parse_square("e4"),
        parse_square("d5"),
    ):  # checked, clear, empty: each like the picture's
        assert session.click(session.screen.stage.frame.board.point(square))[-1] == ChoosePoint(square)
        session.draw()
        assert session.screen._picture.selected == square, "it is marked on the board as in the picture"
        assert session.state.document.mode.arranges


def test_the_picture_stands_still_while_a_point_is_chosen_and_fills_its_card() -> None:
    session = Session((1366, 740))
    screens.read(session)
    session.draw()
    before, card = session.widget("picture.read").rect, session.widget("panel").rect
    session.send(ChoosePoint(parse_square("g2")))
    session.draw()
    assert session.widget("picture.read").rect == before
    assert before.height >= card.height - 30
    assert session.widget("picture.doubts").text == "2 uncertain points"  # type: ignore[attr-defined]


def test_the_header_names_what_is_done_and_not_the_game_behind_it() -> None:
    session = Session((1366, 740))
    screens.without_board(session)
    session.draw()
    assert session.widget("head.title").text == "Check a picture"  # type: ignore[attr-defined]
    assert session.screen.stage.widget("head.kind") is None


def test_what_can_be_read_is_said_where_a_picture_cannot() -> None:
    session = Session((1366, 740))
    screens.unreadable(session)
    session.draw()
    assert "whole board" in session.widget("picture.none").text  # type: ignore[attr-defined]
