"""A picture that is read in the window, for tests and pictures: a board that the program draws itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PIL import Image
from ui_session import Session

from xiangqi.app.pixels import Pixels
from xiangqi.app.recognition.asks import PictureOpened, PictureRead
from xiangqi.app.recognition.reading_pictures import ChoosePoint, ConfirmReading, ReadPictures
from xiangqi.app.recognition.state import Recognition
from xiangqi.board import parse_square
from xiangqi.core.constants import BOARD_SQUARES, piece_letter
from xiangqi.diagram.drawing import CELL, Extent
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.picture import BoardPicture
from xiangqi.diagram.raster import board_image
from xiangqi.diagram.theme import themed
from xiangqi.fen import parse_fen
from xiangqi.i18n.message import Message
from xiangqi.recognition.reading import Corners, PointReading, Reading, Side

BOARD = "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R"
DOUBTFUL = ("g2", "b7")
WIDTH = 420


def drawn(board: str = BOARD, width: int = WIDTH) -> tuple[Pixels, Corners]:
    """Return a picture of a board, and where its lines are."""
    picture, theme = BoardPicture(parse_fen(board).placement), themed("wood", "traditional")
    extent = Extent.of(picture, theme)
    scale = width / extent.width
    image = board_image(picture, theme, width)
    layout = BoardLayout(0, 0, CELL)
    ends = [layout.grid_point(column, row) for column, row in ((0, 0), (8, 9))]
    (left, top), (right, bottom) = (((x - extent.left) * scale, (y - extent.top) * scale) for x, y in ends)
    corners: Corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Pixels(image.width, image.height, image.tobytes()), corners


def reading_of(
    corners: Corners, board: str = BOARD, doubtful: tuple[str, ...] = DOUBTFUL, side: Side | None = None
) -> Reading:
    """Return what a reader may answer; cannons are second to horses and the reverse."""
    placement = parse_fen(board).placement
    second = {"N": "C", "C": "N", "n": "c", "c": "n"}
    points = {}
    for square in BOARD_SQUARES:
        letter = piece_letter(placement.get(square, 0))
        points[square] = PointReading(letter, 0.9, second.get(letter, "." if letter != "." else "p"))
    reason = Message("recognition.doubtful") if doubtful else None
    squares = tuple(map(parse_square, doubtful))
    return Reading(board, "red", not doubtful, squares, reason, corners, points, side)


def opened(session: Session, *more: str) -> Corners:
    """Show a picture that is being read, others waiting."""
    session.send(ReadPictures((Path("board.png"), *map(Path, more))))
    picture, corners = drawn()
    session.send(PictureOpened(number(session), picture))
    return corners


def number(session: Session) -> int:
    """Return the number of the picture that is read."""
    assert session.state.held(Recognition) is not None
    return session.state.held(Recognition).id


def read(session: Session, doubtful: tuple[str, ...] = DOUBTFUL, side: Side | None = None, *more: str) -> None:
    """Show a picture that has been read."""
    corners = opened(session, *more)
    session.send(PictureRead(number(session), reading_of(corners, doubtful=doubtful, side=side)))


def two_boards(session: Session) -> None:
    """Show a picture of two boards, of which the first has been read."""
    session.send(ReadPictures((Path("two.png"),)))
    picture, corners = drawn()
    wide = Image.new("RGB", (2 * picture.width, picture.height))
    one = Image.frombytes("RGB", (picture.width, picture.height), picture.data)
    wide.paste(one)
    wide.paste(one, (picture.width, 0))
    session.send(PictureOpened(number(session), Pixels(wide.width, wide.height, wide.tobytes())))
    a, b, c, d = ((x + picture.width, y) for x, y in corners)
    reason = Message("recognition.several_boards")
    reading = replace(reading_of(corners), reason=reason, others=((a, b, c, d),))
    session.send(PictureRead(number(session), reading))


def confirmed(session: Session) -> None:
    """Show a picture whose position the player has confirmed."""
    read(session, (), "red")
    session.send(ConfirmReading())


def choosing(session: Session) -> None:
    """Ask what stands on a doubtful point."""
    read(session, DOUBTFUL, None, "second.png")
    session.send(ChoosePoint(parse_square(DOUBTFUL[0])))


def without_board(session: Session) -> None:
    """Let the corners be set by hand."""
    opened(session)
    session.send(PictureRead(number(session), Reading(None, reason=Message("recognition.no_board"))))


def unreadable(session: Session) -> None:
    """Say why a picture cannot be read."""
    session.send(ReadPictures((Path("board.png"),)))
    session.send(PictureRead(number(session), None, Message("detail.picture.damaged")))
