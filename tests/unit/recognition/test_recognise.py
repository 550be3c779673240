"""Tests that drawn pictures are read back, turned, small or damaged, and that no wrong reading is certain."""

from __future__ import annotations

import io
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

import xiangqi
from tools.train_recognition import no_boards
from xiangqi.board import Board, Move, parse_square
from xiangqi.core.constants import square_name
from xiangqi.diagram.raster import board_image
from xiangqi.diagram.theme import INK, JADE, PLAIN, WOOD, DiagramTheme
from xiangqi.errors import CancelledError
from xiangqi.recognition import Corners, Reading, recognise

MIDDLE_GAME = "r1bakab1r/9/1cn4c1/p1p1p1p1p/4n4/2P3P2/P3P3P/1C2C1N2/4N4/R1BAKABR1"
PALETTE = {"wood": WOOD, "jade": JADE, "plain": PLAIN, "ink": INK}


def picture(board: str, theme: DiagramTheme = WOOD, width: int = 480, *, flipped: bool = False) -> Image.Image:
    """Return a board on a page."""
    drawn = board_image(Board(f"{board} w").picture(), theme, width, flipped=flipped)
    page = Image.new("RGB", (width + 260, drawn.height + 90), (232, 234, 240))
    page.paste(drawn, (200, 40))
    return page


@cache
def middle_game() -> Reading:
    """Return what is read on the picture that many tests begin with."""
    return recognise(picture(MIDDLE_GAME))


def field(board: Board) -> str:
    return board.fen().split()[0]


def is_sound(reading: Reading, board: str) -> bool:
    """Return whether a reading is correct or marked as uncertain."""
    return reading.board == board or not reading.certain


@pytest.mark.parametrize("name", PALETTE)
@pytest.mark.parametrize("flipped", [False, True], ids=["red", "black"])
def test_boards_of_the_program_are_read(name: str, flipped: bool) -> None:
    reading = recognise(picture(MIDDLE_GAME, PALETTE[name], flipped=flipped))
    assert reading.board == MIDDLE_GAME
    assert reading.bottom == ("black" if flipped else "red")


def test_a_clear_board_is_read_for_certain_and_where_it_is_is_told() -> None:
    reading = middle_game()
    assert reading.certain
    assert reading.reason is None
    assert not reading.doubtful
    assert len(reading.pieces) == 90
    assert reading.pieces[parse_square("e0")].letter == "K"
    assert reading.pieces[parse_square("e5")].letter == "n"
    assert reading.corners is not None
    left, right = reading.corners[0], reading.corners[1]
    assert 200 < left[0] < 260
    assert right[0] - left[0] == pytest.approx(8 / 9 * 440, rel=0.1)


def test_corners_can_be_told_and_a_blurred_piece_is_known_by_one_that_looks_like_it() -> None:
    image = picture(MIDDLE_GAME)
    corners = middle_game().corners
    assert corners is not None
    (left, top), cell = corners[0], (corners[1][0] - corners[0][0]) / 8
    x, y = left + 2 * cell, top + 2 * cell  # the horse on c7; another one stands on e5
    box = (round(x - 0.45 * cell), round(y - 0.45 * cell), round(x + 0.45 * cell), round(y + 0.45 * cell))
    image.paste(image.crop(box).filter(ImageFilter.GaussianBlur(2.4)), box)
    reading = recognise(image, corners=corners)
    assert reading.board == MIDDLE_GAME
    assert not reading.doubtful


def test_a_menu_over_the_board_is_asked_about() -> None:
    image = picture(MIDDLE_GAME)
    ImageDraw.Draw(image).rectangle((330, 60, 480, 300), fill=(250, 250, 250), outline=(120, 120, 120))
    reading = recognise(image)
    assert not reading.certain
    assert reading.reason is not None
    assert reading.board is None or reading.doubtful


def test_a_missing_king_is_told() -> None:
    reading = recognise(picture("3a5/9/9/9/9/9/9/9/4A4/4K4"), corners=middle_game().corners)
    assert not reading.certain
    assert reading.board is not None
    assert "k" not in reading.board


@pytest.mark.parametrize("seed", range(3))
def test_noise_is_no_board(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (400, 500, 3), np.uint8)
    assert not recognise(Image.fromarray(noise)).certain


@pytest.mark.parametrize("size", [(64, 64), (900, 70), (70, 900), (640, 480)])
def test_an_empty_picture_is_no_board(size: tuple[int, int]) -> None:
    reading = recognise(Image.new("RGB", size, (200, 180, 150)))
    assert reading.board is None
    assert reading.reason == "no Xiangqi board found"


@pytest.mark.parametrize("quality", [60, 25, 10])
@pytest.mark.parametrize("width", [480, 240, 150])
def test_small_and_compressed_pictures_are_right_or_asked_about(quality: int, width: int) -> None:
    stream = io.BytesIO()
    picture(MIDDLE_GAME, width=width).save(stream, "JPEG", quality=quality)
    assert is_sound(recognise(Image.open(stream)), MIDDLE_GAME)


def test_pieces_turned_to_all_sides_are_read() -> None:
    drawn = picture(MIDDLE_GAME)
    told = middle_game()
    assert told.corners is not None
    (left, top), (right, bottom) = told.corners[0], told.corners[2]
    cell, random = (right - left) / 8, np.random.default_rng(5)
    for square, point in told.pieces.items():
        if point.letter != ".":
            file, rank = square_name(square)
            x, y = left + "abcdefghi".index(file) * cell, bottom - int(rank) * (bottom - top) / 9
            box = tuple(round(edge) for edge in (x - cell / 2, y - cell / 2, x + cell / 2, y + cell / 2))
            piece = drawn.crop(box)
            disc = Image.new("L", piece.size)
            ImageDraw.Draw(disc).ellipse((0, 0, piece.width - 1, piece.height - 1), fill=255)
            drawn.paste(piece.rotate(random.uniform(-180, 180), Image.Resampling.BICUBIC), box[:2], disc)
    reading = recognise(drawn)
    assert reading.board == MIDDLE_GAME
    assert reading.bottom == "red"


@pytest.mark.parametrize("slant", [0.1, 0.2])
def test_a_board_that_fits_only_in_part_at_first_is_found(slant: float) -> None:
    page = picture(MIDDLE_GAME, width=360).rotate(20, Image.Resampling.BICUBIC, fillcolor=(232, 234, 240))
    width, height = page.size
    corners = (-slant * width, 0, 0, height, width, height, width * (1 + slant), 0)
    seen = page.transform(page.size, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC)
    assert recognise(seen).board == MIDDLE_GAME


@pytest.mark.parametrize("mode", ["RGBA", "L", "P", "1"])
def test_every_mode_of_pictures_is_read(mode: str) -> None:
    assert is_sound(recognise(picture(MIDDLE_GAME).convert(mode)), MIDDLE_GAME)


def test_two_boards_are_told_and_the_other_one_can_be_read() -> None:
    end_game = "2bak4/4a4/4b4/9/9/2R6/9/4B4/4A4/2BAK4"
    one, other = picture(MIDDLE_GAME, width=420), picture(end_game, width=420)
    both = Image.new("RGB", (one.width + other.width, one.height))
    both.paste(one)
    both.paste(other, (one.width, 0))
    reading = recognise(both)
    assert not reading.certain
    (elsewhere,) = reading.others
    again = recognise(both, corners=elsewhere)
    assert {reading.board, again.board} == {MIDDLE_GAME, end_game}
    assert again.others == ()


def test_the_game_that_is_on_says_whose_turn_it_is() -> None:
    board = Board()
    for move in ("h2e2", "h9g7", "h0g2"):
        board.push(Move.from_iccs(move))
    reading = recognise(picture(field(board)), near=Board())
    assert reading.board == field(board)
    assert reading.side_to_move == "black"


def test_a_board_far_from_the_game_is_read_as_it_is() -> None:
    reading = recognise(picture(MIDDLE_GAME), near=Board())
    assert reading.board == MIDDLE_GAME
    assert reading.side_to_move is None


def test_reading_can_be_given_up() -> None:
    with pytest.raises(CancelledError):
        recognise(picture(MIDDLE_GAME), cancelled=lambda: True)


def test_the_package_offers_it_and_loads_it_only_when_used() -> None:
    assert xiangqi.recognise is recognise
    code = "import sys, xiangqi; assert not any(n.startswith('xiangqi.recog') for n in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_corners_that_were_told_roughly_are_moved_to_the_lines() -> None:
    image = picture(MIDDLE_GAME)
    corners = middle_game().corners
    assert corners is not None
    a, b, c, d = (
        (x + dx, y + dy) for (x, y), (dx, dy) in zip(corners, ((6, -5), (-7, 4), (5, 6), (-4, 7)), strict=True)
    )
    reading = recognise(image, corners=(a, b, c, d))
    assert reading.board == MIDDLE_GAME
    assert reading.corners is not None
    assert np.abs(np.subtract(reading.corners, corners)).max() < 5


@pytest.mark.parametrize(
    "corners",
    [
        ((0, 0), (0, 0), (0, 0), (0, 0)),
        ((9, 9), (90, 90), (50, 50), (70, 70)),
        ((400, 0), (0, 0), (0, 400), (400, 400)),
    ],
    ids=["one point", "a line", "turned over"],
)
def test_corners_that_can_be_no_board_are_refused(corners: Corners) -> None:
    assert recognise(picture(MIDDLE_GAME), corners=corners).board is None


@pytest.mark.parametrize("flipped", [False, True], ids=["red", "black"])
@pytest.mark.parametrize(
    ("moves", "turn"), [(["h2e2"], "black"), (["h2e2", "h9g7"], "red"), (["b2b9"], "black")], ids=str
)
def test_marks_of_the_last_move_say_whose_turn_it_is(moves: list[str], turn: str, flipped: bool) -> None:
    board = Board()
    for move in moves:
        board.push(Move.from_iccs(move))
    image = board_image(board.picture(), WOOD, 480, flipped=flipped)
    reading = recognise(image)
    assert reading.board == field(board)
    assert reading.side_to_move == turn


def test_no_marks_say_nothing_about_the_turn() -> None:
    assert middle_game().side_to_move is None


def test_what_is_hidden_stands_as_games_begin_if_all_else_does() -> None:
    image = picture(field(Board()))
    ImageDraw.Draw(image).rectangle((205, 50, 330, 125), fill=(250, 250, 250), outline=(120, 120, 120))
    reading = recognise(image, corners=middle_game().corners)
    assert not reading.certain
    assert reading.board == field(Board())
    assert parse_square("a9") in reading.doubtful


def test_a_board_on_its_side_is_read_and_where_it_is_is_told() -> None:
    image = picture(MIDDLE_GAME).transpose(Image.Transpose.ROTATE_90)
    reading = recognise(image)
    assert reading.board == MIDDLE_GAME
    assert reading.corners is not None
    (x0, y0), (x1, y1) = reading.corners[:2]
    assert abs(y1 - y0) > 7 * abs(x1 - x0), "the first rank runs from top to bottom"


@pytest.mark.parametrize("kind", sorted(no_boards.KINDS))
def test_what_is_no_xiangqi_board_becomes_no_position(kind: str) -> None:
    reading = recognise(no_boards.drawn(kind, 11))
    assert reading.board is None, reading
    assert reading.reason == "no Xiangqi board found"
