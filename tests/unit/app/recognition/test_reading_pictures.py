"""Tests of pictures in a session: reading one after another, correcting, playing on, and real pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from app_session import HUMAN, Session
from PIL import Image
from running import said, until

from xiangqi.app.board_input.moving import ClickSquare, PlayText
from xiangqi.app.editor.arrangement import Editor
from xiangqi.app.editor.mode import editor_of
from xiangqi.app.editor.setting_up import AnalyseEdited, CloseEditor, PlayEdited
from xiangqi.app.event import Tick
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.pixels import Pixels
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
    opening,
    pasting,
)
from xiangqi.app.recognition.state import Recognition, turned_square
from xiangqi.app.records.background_work.folders import list_folder
from xiangqi.app.records.loading import OpenFile, PasteText
from xiangqi.app.runner import Runner
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import Back, back_label
from xiangqi.app.session.players import PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.start import first_intents
from xiangqi.app.start_options import Options
from xiangqi.app.update import Cancel
from xiangqi.board import parse_square
from xiangqi.core.constants import BLACK, BOARD_SQUARES, KNIGHT, PAWN, RED, ROOK, piece_letter
from xiangqi.fen import parse_fen
from xiangqi.i18n.message import Message
from xiangqi.recognition.reading import Corners, PointReading, Reading, Side
from xiangqi.storage.settings import Settings

BOARD = "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R"
CORNERS: Corners = ((20.0, 10.0), (180.0, 10.0), (180.0, 190.0), (20.0, 190.0))
SEEN = Pixels(200, 200, bytes(3 * 200 * 200))
ONE, TWO = Path("one.png"), Path("two.png")


def reading(*doubtful: str, board: str = BOARD, bottom: Side = "red", side: Side | None = None) -> Reading:
    placement = parse_fen(board).placement
    letters = {square: piece_letter(placement.get(square, 0)) for square in BOARD_SQUARES}
    points = {square: PointReading(letter, 0.9, "P") for square, letter in letters.items()}
    reason = Message("recognition.doubtful") if doubtful else None
    squares = tuple(map(parse_square, doubtful))
    return Reading(board, bottom, not doubtful, squares, reason, CORNERS, points, side)


def held(session: Session) -> Recognition:
    assert session.state.held(Recognition) is not None
    return session.state.held(Recognition)


def editor(session: Session) -> Editor:
    held = editor_of(session.state)
    assert held is not None
    return held


def fen(session: Session) -> str:
    return editor(session).fen


def read(session: Session, found: Reading) -> None:
    session.send(ReadPictures((ONE,)))
    session.send(PictureOpened(held(session).id, SEEN), PictureRead(held(session).id, found))


def test_a_piece_that_was_held_is_let_go_by_another_picture(session: Session) -> None:
    read(session, reading())
    session.send(ClickSquare(parse_square("a0")))
    assert session.state.selection.selected == parse_square("a0")
    read(session, reading(board="3k5/9/9/9/9/9/9/9/9/4K4"))
    session.send(ClickSquare(parse_square("b0")))
    assert fen(session).split()[0] == "3k5/9/9/9/9/9/9/9/9/4K4"


# ---- Which files are pictures ----


def test_files_are_told_by_their_names() -> None:
    assert opening(Path("/a/Board.PNG")) == ReadPictures((Path("/a/Board.PNG"),))
    assert opening(Path("/a/game.pgn")) == OpenFile(Path("/a/game.pgn"))
    assert pasting("file:///a/my%20board.jpg\n") == ReadPictures((Path("/a/my board.jpg"),))
    assert pasting("board.jpg") == PasteText("board.jpg")
    assert pasting(f"{BOARD} w") == PasteText(f"{BOARD} w")


def test_pictures_are_listed_beside_records_and_opened_by_the_command_line(tmp_path: Path) -> None:
    for name in ("board.WEBP", "game.pgn", "notes.docx"):
        (tmp_path / name).touch()
    _, entries, _ = list_folder(tmp_path)
    assert [entry.name for entry in entries] == ["board.WEBP", "game.pgn"]
    first = first_intents(Options(file_or_fen=str(tmp_path / "board.WEBP")), Settings())
    assert first[-1] == ReadPictures((tmp_path / "board.WEBP",))


# ---- Reading ----


def test_esc_while_a_piece_is_chosen_ends_the_choice_and_not_the_picture() -> None:
    session = Session()
    read(session, reading("a0", "e4"))
    session.send(ChoosePoint(parse_square("a0")), Cancel())
    assert (session.state.panel, held(session).chosen) == (Panel.PICTURE, None)
    assert len(held(session).doubtful) == 2
    session.send(Cancel())
    assert session.state.panel is None
    assert len(held(session).doubtful) == 2, "the picture stays until its position has been checked"


def test_esc_goes_back_one_step_at_a_time_and_loses_nothing() -> None:
    session = Session()
    read(session, reading("a0", side="red"))
    session.send(SetCorners(), Cancel())
    assert (session.state.panel, held(session).corners) == (Panel.PICTURE, None)
    doubtful = held(session).doubtful
    assert parse_square("a0") in doubtful
    for _ in range(2):
        session.send(ConfirmReading())
        assert (editor(session).unchecked, held(session).doubtful) == (False, frozenset())
        session.send(Cancel())
        assert (editor(session).unchecked, held(session).doubtful) == (True, doubtful)
    session.send(Cancel(), Tick(0.1))
    assert session.state.panel is None
    assert fen(session).split()[0] == BOARD
    session.send(OpenPanel(Panel.PICTURE))
    assert held(session).picture is SEEN


@pytest.mark.parametrize(
    "step",
    [ChoosePoint(parse_square("a0")), SetCorners(), ConfirmReading()],
    ids=lambda step: type(step).__name__,
)
def test_back_names_the_step_of_the_picture_that_it_leads_to(step: Intent) -> None:
    session = Session()
    read(session, reading("a0", side="red"))
    before = session.state
    assert back_label(before) == Message("editor.title")
    session.send(step)
    assert back_label(session.state) == Message("picture.title")
    session.send(Back())
    assert (session.state.panel, back_label(session.state)) == (Panel.PICTURE, back_label(before))
    assert (held(session).chosen, held(session).corners, editor(session).unchecked) == (None, None, True)
    session.send(Back())
    assert session.state.panel is None
    assert fen(session).split()[0] == BOARD


@pytest.mark.parametrize("reason", ["doubtful", "unsure_board"])
def test_every_doubtful_point_is_ringed_whatever_else_is_doubtful(reason: str) -> None:
    session = Session()
    found = reading("a0", "e4", "h9")
    read(session, replace(found, reason=Message(f"recognition.{reason}")))
    assert held(session).doubtful == set(found.doubtful)


def test_a_picture_is_seen_before_it_has_been_read_and_then_set_up() -> None:
    session = Session()
    session.send(ReadPictures((ONE,)))
    order = session.one(ReadPicture)
    assert (order.source, order.corners, order.near) == (ONE, None, None)
    assert session.state.panel is Panel.PICTURE
    assert held(session).is_busy
    session.send(PictureOpened(order.recognition_id, SEEN))
    assert held(session).picture is SEEN
    assert editor_of(session.state) is None
    session.send(PictureRead(order.recognition_id, reading("h2", "a0")))
    assert fen(session) == f"{BOARD} w - - 0 1"
    assert held(session).doubtful == {parse_square("h2"), parse_square("a0")}
    assert not held(session).side_known
    assert not session.state.flipped
    assert session.state.panel is Panel.PICTURE


def test_black_at_the_bottom_turns_the_board_and_marks_say_who_moves() -> None:
    session = Session()
    read(session, reading(bottom="black", side="black"))
    assert session.state.flipped
    assert held(session).side_known
    assert fen(session).split()[1] == "b"


def test_only_the_side_that_is_not_in_check_can_have_moved() -> None:
    session = Session()
    read(session, reading(board="3k5/9/9/9/9/9/9/9/3R5/4K4"))
    assert fen(session).split()[1] == "b"
    assert not held(session).side_known


def test_the_running_game_is_near() -> None:
    session = Session()
    session.send(NewGame(Setup(HUMAN, HUMAN)))
    session.play("h2e2")
    session.send(ReadPictures((ONE,)))
    near = session.one(ReadPicture).near
    assert near is not None
    assert near.split()[0].endswith("1C2C4/9/RNBAKABNR")


def test_several_pictures_wait_for_one_another() -> None:
    session = Session()
    session.send(ReadPictures((ONE,)), ReadPictures((TWO,)))
    assert session.one(ReadPicture).source == ONE
    assert held(session).waiting == (TWO,)
    first = held(session).id
    session.send(PictureOpened(first, SEEN), PictureRead(first, reading()))
    session.send(NextPicture())
    assert session.one(ReadPicture).source == TWO
    session.send(PictureRead(first, reading()))
    assert held(session).is_busy  # the result for another picture is dropped
    session.send(PictureOpened(held(session).id, SEEN), PictureRead(held(session).id, reading("h2")))
    session.send(ReadPictures((ONE,)))
    assert session.one(ReadPicture).source == ONE  # no other picture is being read


@pytest.mark.parametrize("way", [StopRecognising(), Cancel(), OpenPanel(Panel.SETTINGS)])
def test_closing_the_panel_gives_the_picture_up(way: StopRecognising) -> None:
    session = Session()
    session.send(ReadPictures((ONE,)))
    number = held(session).id
    session.send(way, Tick(1.0))
    assert session.found(StopPicture)
    assert session.state.held(Recognition) is None
    session.send(PictureOpened(number, SEEN), PictureRead(number, reading()))
    assert session.state.panel is not Panel.PICTURE
    assert editor_of(session.state) is None


def test_what_cannot_be_read_is_told() -> None:
    session = Session()
    session.send(ReadPictures((ONE,)))
    session.send(PictureRead(held(session).id, None, Message("detail.picture.damaged")))
    assert held(session).failure == "the picture is damaged or cut off"
    assert not held(session).is_busy


def test_a_clipboard_without_a_picture_shows_no_panel() -> None:
    session = Session()
    session.send(ReadPictures((None,)), Tick(1.0))
    assert session.state.panel is not Panel.PICTURE
    session.send(PictureRead(held(session).id, None, Message("detail.picture.none")))
    assert session.said == ["nothing_to_paste"]
    assert session.state.held(Recognition) is None
    session.send(ReadPictures((None,)))
    session.send(PictureOpened(held(session).id, SEEN))
    assert session.state.panel is Panel.PICTURE


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("detail.picture.unknown", "picture_unreadable"),
        ("detail.process_ended", "picture_unreadable"),
        ("detail.clipboard.silent", "clipboard_silent"),
        ("detail.clipboard.none", "no_picture_program"),
    ],
)
def test_a_picture_that_cannot_be_pasted_is_not_told_as_a_text(why: str, said: str) -> None:
    session = Session()
    session.send(ReadPictures((None,)))
    session.send(PictureRead(held(session).id, None, Message(why)))
    assert session.said == [said]


def test_pieces_that_a_board_has_no_room_for_are_left_out_and_looked_at() -> None:
    session = Session()
    found = reading(board="4kk3/9/9/ppppppppp/ppppppp2/9/9/9/9/4K4")
    sure = {square: point._replace(probability=0.99) for square, point in found.pieces.items()}
    for name in ("e9", "c5"):
        sure[parse_square(name)] = sure[parse_square(name)]._replace(probability=0.4)
    read(session, replace(found, pieces=sure))
    assert fen(session).split()[0] == "5k3/9/9/ppppppppp/pp1pppp2/9/9/9/9/4K4"
    assert held(session).doubtful == {parse_square("e9"), parse_square("c5")}
    session.send(ChoosePoint(parse_square("c5")), PutPiece(BLACK | PAWN))
    assert session.said == ["too_many_pieces"]
    assert held(session).doubtful == {parse_square("e9"), parse_square("c5")}


# ---- Correcting ----


def test_a_doubtful_point_is_corrected_and_the_correction_undone() -> None:
    session = Session()
    read(session, reading("h2", "a0"))
    session.send(ChoosePoint(parse_square("h2")))
    assert held(session).chosen == parse_square("h2")
    session.send(PutPiece(RED | KNIGHT))
    assert "/1C4NN1/" in fen(session)
    assert held(session).doubtful == {parse_square("a0")}
    assert held(session).chosen is None
    session.send(ChoosePoint(parse_square("a0")), PutPiece(0))
    assert fen(session).split()[0].endswith("/1NBAKAB1R")
    session.send(TakeBack())
    assert held(session).doubtful == {parse_square("a0")}, "what is undone is doubtful again"
    session.send(TakeBack())
    assert fen(session).split()[0] == BOARD
    assert held(session).doubtful == {parse_square("h2"), parse_square("a0")}
    session.send(Redo())
    assert held(session).doubtful == {parse_square("a0")}


def test_who_moves_is_one_tap_and_is_asked_again_if_that_is_undone() -> None:
    session = Session()
    read(session, reading())
    session.send(ChooseMover(BLACK))
    assert held(session).side_known
    assert fen(session).split()[1] == "b"
    session.send(TakeBack())
    assert not held(session).side_known
    assert fen(session).split()[1] == "w"


def test_the_other_side_at_the_bottom_turns_all_that_was_read() -> None:
    session = Session()
    read(session, reading("h2"))
    before = held(session).places()[parse_square("h2")]
    session.send(TurnReading())
    assert session.state.flipped
    assert held(session).doubtful == {turned_square(parse_square("h2"))} == {parse_square("b7")}
    assert held(session).places()[parse_square("b7")] == pytest.approx(before)
    assert fen(session).startswith("R1BAKABNR/9/1CN4C1/")
    session.send(TurnReading())
    assert fen(session).split()[0] == BOARD


def test_points_are_where_the_corners_say() -> None:
    session = Session()
    read(session, reading())
    places = held(session).places()
    assert places[parse_square("a9")] == pytest.approx((20, 10))
    assert places[parse_square("i0")] == pytest.approx((180, 190))
    assert places[parse_square("e0")] == pytest.approx((100, 190))
    assert len(places) == 90


def test_where_no_board_is_found_corners_are_set_by_hand() -> None:
    session = Session()
    session.send(ReadPictures((ONE,)))
    number = held(session).id
    session.send(PictureOpened(number, SEEN), PictureRead(number, Reading(None)))
    assert held(session).corners == ((20, 20), (180, 20), (180, 180), (20, 180))
    session.send(MoveCorner(0, (-5.0, 30.0)), MoveCorner(2, (150.0, 999.0)))
    assert held(session).corners == ((0, 30), (180, 20), (150, 199), (20, 180))
    session.send(ReadWithin())
    assert session.one(ReadPicture).corners == ((0, 30), (180, 20), (150, 199), (20, 180))
    assert held(session).id != number
    session.send(PictureRead(held(session).id, reading()))
    assert held(session).corners is None
    assert fen(session).split()[0] == BOARD


def test_corners_begin_where_the_board_was_found() -> None:
    session = Session()
    read(session, reading())
    session.send(SetCorners())
    assert held(session).corners == CORNERS


# ---- Playing on ----


ELSEWHERE: Corners = ((210.0, 20.0), (290.0, 20.0), (290.0, 120.0), (210.0, 120.0))
OTHER = "4k4/9/9/9/9/9/9/9/9/4K4"


@pytest.fixture
def two(session: Session) -> Session:
    """A session with a picture of two boards, of which the first one was read and one point checked."""
    read(session, replace(reading("a0", "i0"), others=(ELSEWHERE,)))
    session.send(ChoosePoint(parse_square("a0")), PutPiece(RED | ROOK), ChooseMover(BLACK))
    return session


def answer_other(session: Session) -> None:
    """Read the other board, of which only the generals are left, with Black at the bottom."""
    found = reading("e9", board=OTHER, bottom="black")
    session.send(PictureRead(held(session).id, replace(found, corners=ELSEWHERE)))


def test_another_board_of_the_picture_is_read_instead_and_the_first_one_again(two: Session) -> None:
    two.send(ReadOther(1))
    assert not held(two).is_busy, "there is no such board"
    two.send(ReadOther(0))
    order = two.found(ReadPicture)[-1]
    assert (order.corners, order.recognition_id) == (ELSEWHERE, held(two).id)
    answer_other(two)
    assert fen(two).startswith(OTHER)
    assert held(two).reading.others == (CORNERS,)
    two.send(ReadOther(0))
    assert two.found(ReadPicture)[-1].corners == CORNERS
    two.send(PictureRead(held(two).id, reading("a0")))
    assert fen(two).startswith(BOARD)
    assert held(two).reading.others == (ELSEWHERE,)


def test_undoing_and_redoing_show_the_board_of_the_picture_that_the_position_came_from(two: Session) -> None:
    two.send(ReadOther(0))
    answer_other(two)
    two.send(TakeBack())
    assert fen(two).startswith(f"{BOARD} b")
    assert (held(two).reading.corners, two.state.flipped) == (CORNERS, False)
    assert (held(two).doubtful, held(two).side_known) == ({parse_square("i0")}, True)
    two.send(Redo())
    assert fen(two).startswith(OTHER)
    assert (held(two).reading.corners, two.state.flipped) == (ELSEWHERE, True)
    assert (held(two).doubtful, held(two).side_known) == ({parse_square("e9")}, False)


def test_a_change_after_undoing_stays_with_its_own_board(two: Session) -> None:
    two.send(ReadOther(0))
    answer_other(two)
    two.send(TakeBack(), ChoosePoint(parse_square("b0")), PutPiece(0))
    assert held(two).reading.corners == CORNERS
    two.send(ReadOther(0))
    answer_other(two)
    two.send(TakeBack(), TakeBack())
    assert fen(two).startswith(BOARD)
    assert held(two).reading.corners == CORNERS


def test_undoing_a_turned_board_turns_the_reading_back() -> None:
    session = Session()
    read(session, reading("h2"))
    session.send(TurnReading(), TakeBack())
    assert fen(session).split()[0] == BOARD
    assert (held(session).reading.bottom, session.state.flipped) == ("red", False)
    assert held(session).doubtful == {parse_square("h2")}


@pytest.mark.parametrize("way", [StopRecognising(), Cancel(), Back()], ids=lambda way: type(way).__name__)
def test_while_another_board_is_read_one_step_back_keeps_the_first(two: Session, way: Intent) -> None:
    two.send(ReadOther(0))
    late = held(two).id
    two.send(way)
    assert isinstance(two.found(StopPicture)[-1], StopPicture)
    two.send(PictureRead(late, reading(board=OTHER)))
    assert fen(two).startswith(BOARD)
    assert (two.state.panel, held(two).reading.corners) == (Panel.PICTURE, CORNERS)
    assert (held(two).doubtful, held(two).side_known) == ({parse_square("i0")}, True)


@pytest.mark.parametrize("failure", ["", Message("detail.process_ended")], ids=["no board", "failure"])
def test_a_second_reading_that_fails_leaves_the_first(two: Session, failure: Message) -> None:
    two.send(SetCorners(), MoveCorner(0, (3.0, 4.0)), ReadWithin())
    found = None if failure else Reading(None, reason=Message("recognition.no_board"))
    two.send(PictureRead(held(two).id, found, failure))
    assert two.said[-1:] == ["picture_unreadable" if failure else "no_board_there"]
    assert held(two).corners == ((3.0, 4.0), *CORNERS[1:])
    two.send(Cancel())
    assert (held(two).corners, held(two).reading.corners) == (None, CORNERS)
    assert (held(two).doubtful, held(two).side_known) == ({parse_square("i0")}, True)
    assert fen(two).startswith(BOARD)


def test_the_position_stays_set_up() -> None:
    session = Session()
    read(session, reading(side="red"))
    session.send(ConfirmReading(), StopRecognising())
    assert (session.state.panel, session.state.held(Recognition)) == (None, None)
    assert fen(session).split()[0] == BOARD
    session.send(CloseEditor())
    assert editor_of(session.state) is None


@pytest.mark.parametrize(
    "way", [AnalyseRead(), PlayRead(), AnalyseEdited(), PlayEdited(), PlayEdited(two_people=True)]
)
@pytest.mark.parametrize("is_closed", [False, True], ids=["beside the picture", "in the editor"])
def test_nothing_begins_before_the_player_has_said_that_it_is_right(way: Intent, is_closed: bool) -> None:
    session = Session()
    read(session, reading(side="red"))
    if is_closed:
        session.send(StopRecognising())
    session.send(way)
    assert editor(session).unchecked
    assert session.state.analysis is None
    if isinstance(way, (AnalyseEdited, PlayEdited)):
        assert session.state.panel is Panel.PICTURE
        assert session.said == ["check_picture"]


def test_a_picture_is_forgotten_with_the_position_that_was_read_from_it() -> None:
    session = Session()
    read(session, reading())
    session.send(StopRecognising(), Tick(0.1))
    assert held(session).picture is SEEN
    session.send(CloseEditor(), Tick(0.1))
    assert session.state.held(Recognition) is None


def test_it_is_not_right_before_it_is_known_who_moves() -> None:
    session = Session()
    read(session, reading())
    session.send(ConfirmReading())
    assert editor(session).unchecked
    session.send(ChooseMover(BLACK), ConfirmReading())
    assert not editor(session).unchecked


def test_the_position_is_analysed() -> None:
    session = Session()
    read(session, reading(side="red"))
    session.send(ConfirmReading(), AnalyseRead())
    assert editor_of(session.state) is None
    assert session.state.analysis is not None
    assert session.state.document.start_fen.split()[0] == BOARD
    assert (session.state.panel, session.state.held(Recognition)) == (None, None)


@pytest.mark.parametrize("bottom", ["red", "black"])
@pytest.mark.parametrize("side", ["red", "black"])
def test_the_position_is_played_from_the_pictures_side(bottom: Side, side: Side) -> None:
    session = Session()
    read(session, reading(bottom=bottom, side=side))
    session.send(ConfirmReading(), PlayRead())
    session.start()
    session.send(Tick(0.1))
    setup = session.state.play.setup
    assert setup.start_fen.split()[0] == BOARD
    you = setup.red if bottom == "red" else setup.black
    assert you.kind is PlayerKind.HUMAN
    assert session.state.flipped == (bottom == "black")
    assert (session.state.panel, editor_of(session.state)) == (None, None)
    assert session.state.held(Recognition) is None


# ---- Real pictures ----


def test_a_real_picture_is_opened_and_read_by_a_process(tmp_path: Path) -> None:
    path = tmp_path / "plain.png"
    Image.new("RGB", (300, 200), "white").save(path)
    with Runner() as runner:
        runner.send(PlayText("h2e2"))
        runner.send(ReadPictures((path, tmp_path)))
        until(runner, lambda: runner.state.held(Recognition) and not runner.state.held(Recognition).is_busy)
        found = runner.state.held(Recognition)
        assert found is not None
        assert found.picture is not None
        assert (found.picture.width, found.picture.height) == (300, 200)
        assert found.reading is not None
        assert found.reading.board is None
        runner.send(NextPicture())
        until(runner, lambda: runner.state.held(Recognition) and not runner.state.held(Recognition).is_busy)
        assert runner.state.held(Recognition) is not None
        assert "it is a folder" in runner.state.held(Recognition).failure
        runner.send(StopRecognising())
        assert said(runner) == []
