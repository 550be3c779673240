"""Synthetic pictures: a board with pieces, marks on it, and its surroundings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from tools.train_recognition import cameras, photos, placements
from tools.train_recognition.glyphs import Font, Mask
from tools.train_recognition.looks import PieceSet, Signs, Sprites, laid_on, piece_set, plain_set
from tools.train_recognition.paint import (
    Colour,
    Textures,
    any_colour,
    chance,
    hsv,
    luma,
    mixed,
    shaded,
    spoiled,
)
from tools.train_recognition.placements import Placement
from xiangqi.recognition.rectify import applied

CLASSES: Final = ".KABNRCPkabnrcp#?"
"""The classes of a point: empty, a piece, hidden, and an unknown piece."""

_MOST: Final = 700
"""Largest side of a scene in pixels."""

_EXTENT: Final = np.array([[-0.5, -0.5], [8.5, -0.5], [8.5, 9.5], [-0.5, 9.5]])
"""Columns and rows of the corners of a board with its pieces."""

_UPRIGHT: Final = 10.0
"""Degrees up to which pieces that are not laid down quite straight count as upright."""


@dataclass(frozen=True)
class Scene:
    """A picture and what it shows.

    Attributes:
        image: the image in RGB.
        homography: the homography from column and row of the board as seen to pixels.
        labels: the indices into ``CLASSES`` by row and column.
        is_clean: whether nothing was degraded on purpose.
        kind: photo, turned (pieces, one by one), signs (letters or pictures on them), characters or nothing.
    """

    image: Image.Image
    homography: NDArray[np.float64]
    labels: NDArray[np.uint8]
    is_clean: bool
    kind: str


@dataclass
class _Board:
    """A board while it is being painted.

    Attributes:
        image: the picture so far.
        cell: width and height of a cell.
        origin: the pixel of the first point.
        line: colour of the lines.
        ground: colour of the background.
    """

    image: Image.Image
    cell: tuple[float, float]
    origin: tuple[float, float]
    line: Colour
    ground: Colour

    def at(self, row: float, column: float) -> tuple[float, float]:
        """Return the pixel of a point."""
        return self.origin[0] + column * self.cell[0], self.origin[1] + row * self.cell[1]


class Painter:
    """Paints scenes."""

    def __init__(
        self, seed: int, fonts: list[Font], own: dict[str, Mask], font_files: list[str], hands: float = 0.0
    ) -> None:
        """Create a painter.

        Args:
            seed: the seed of all random choices.
            fonts: the fonts for the pieces.
            own: the program's own pictures.
            font_files: the fonts for texts around the boards.
            hands: share of boards whose signs are written by a hand.
        """
        self.random = np.random.default_rng(seed)
        self._textures = Textures(self.random)
        self._signs = Signs(self.random, fonts, own, hands)
        self._font_files = font_files

    def scene(
        self,
        placement: Placement | None = None,
        harshness: float | None = None,
        *,
        is_plain: bool = False,
        is_photo: bool = False,
        is_turned: bool = False,
        characters: float = 0.0,
    ) -> Scene:
        """Return a scene.

        Args:
            placement: the pieces; random by default.
            harshness: the strength of the degradations, 0..1; random by default. With 0, nothing covers the
                points either, and no piece is turned by itself unless asked for.
            is_plain: whether the pieces are easy to read.
            is_photo: whether it looks like a photo of a wooden board, with the harshest degradations.
            is_turned: whether its pieces have characters and are turned one by one to any side.
            characters: the share of the sets with letters or pictures that get characters instead.
        """
        random = self.random
        if is_photo:
            harshness = 1.0
        if harshness is None:
            harshness = float(random.choice([0.0, 0.3, 0.6, 1.0], p=[0.2, 0.35, 0.3, 0.15]))
        is_mixed = placement is None and chance(random, 0.45)
        placement = placements.drawn(random) if placement is None else placement
        pieces = plain_set(random) if is_plain else piece_set(random, characters)
        if is_photo:
            pieces = photos.real_set(random, pieces)
        elif is_turned:
            pieces = replace(pieces, signs="chinese", wobble=180.0)
        elif not harshness:
            pieces = replace(pieces, wobble=0.0)
        board = self._board()
        pieces = laid_on(pieces, board.ground)
        labels = np.zeros((10, 9), np.uint8)
        self._marks_below(board)
        self._pieces(board, pieces, placement, labels, is_mixed, harshness)
        self._marks_above(board, labels, harshness)
        image, homography = self._surrounded(board, pieces)
        image, homography = self._photographed(image, homography, harshness, is_photo)
        image, homography = self._scaled(image, homography, board.cell, harshness)
        return Scene(
            spoiled(image, random, harshness), homography, labels, harshness == 0, _kind(pieces, is_photo)
        )

    # ---- The board ----

    def _board(self) -> _Board:
        """Return an empty board."""
        random = self.random
        size = float(random.choice([40, 52, 64]))
        width, height = size, size * float(np.clip(random.normal(1.0, 0.06), 0.82, 1.2))
        left, top, right, bottom = (
            random.uniform(0.5, 1.25, 4) if chance(random, 0.5) else [random.uniform(0.45, 1.0)] * 4
        )
        extent = (round((8 + left + right) * width), round((9 + top + bottom) * height))
        ground = self._ground()
        far = mixed(ground, mixed(any_colour(random), (90, 60, 20), 0.7), random.uniform(0.0, 0.45))
        image = (
            self._textures.laid(extent, ground, far)
            if chance(random, 0.5)
            else Image.new("RGB", extent, ground)
        )
        line = self._ink(ground)
        board = _Board(image, (width, height), (left * width, top * height), line, ground)
        if chance(random, 0.12):
            self._cells(board)
        self._lines(board)
        self._river(board)
        if chance(random, 0.5):
            self._coordinates(board, min(left, right), min(top, bottom))
        if chance(random, 0.4):
            thick = round(random.uniform(0.02, 0.3) * width)
            colour = mixed(ground, any_colour(random), 0.6)
            ImageDraw.Draw(image).rectangle((0, 0, extent[0] - 1, extent[1] - 1), outline=colour, width=thick)
        return board

    def _ground(self) -> Colour:
        kind = self.random.random()
        if kind < 0.55:
            return hsv(
                self.random.uniform(0.05, 0.16), self.random.uniform(0.1, 0.75), self.random.uniform(0.55, 1)
            )
        if kind < 0.75:
            return hsv(self.random.random(), self.random.uniform(0, 0.06), self.random.uniform(0.85, 1))
        if kind < 0.9:
            return hsv(self.random.random(), self.random.uniform(0, 0.8), self.random.uniform(0.1, 0.5))
        return any_colour(self.random)

    def _ink(self, ground: Colour) -> Colour:
        """Return a colour that is visible on a background."""
        random = self.random
        away = (0, 0, 0) if luma(ground) > 110 else (255, 255, 255)
        base = any_colour(random) if chance(random, 0.3) else away
        colour = mixed(ground, mixed(base, away, random.uniform(0.2, 1)), random.uniform(0.3, 1))
        return colour if abs(luma(colour) - luma(ground)) > 25 else mixed(ground, away, 0.6)

    def _lines(self, board: _Board) -> None:
        random, pen = self.random, ImageDraw.Draw(board.image)
        kind = random.random()
        if kind < 0.03:
            return  # only a background
        width = max(1, round(random.uniform(0.01, 0.07) * board.cell[0]))
        is_open = chance(random, 0.9)
        if kind < 0.08:  # pieces in cells
            for row in range(11):
                pen.line([board.at(row - 0.5, -0.5), board.at(row - 0.5, 8.5)], fill=board.line, width=width)
            for column in range(10):
                pen.line(
                    [board.at(-0.5, column - 0.5), board.at(9.5, column - 0.5)], fill=board.line, width=width
                )
            return
        for row in range(10):
            pen.line([board.at(row, 0), board.at(row, 8)], fill=board.line, width=width)
        for column in range(9):
            parts = [(0, 4), (5, 9)] if is_open and 0 < column < 8 else [(0, 9)]
            for start, end in parts:
                pen.line([board.at(start, column), board.at(end, column)], fill=board.line, width=width)
        if chance(random, 0.92):
            for top in (0, 7):
                pen.line([board.at(top, 3), board.at(top + 2, 5)], fill=board.line, width=width)
                pen.line([board.at(top, 5), board.at(top + 2, 3)], fill=board.line, width=width)
        if chance(random, 0.65):
            self._ticks(board, pen, width)
        if chance(random, 0.5):
            gap = random.uniform(0.05, 0.2)
            (x0, y0), (x1, y1) = board.at(-gap, -gap), board.at(9 + gap, 8 + gap)
            thick = max(1, round(width * random.uniform(1, 3)))
            pen.rectangle((x0, y0, x1, y1), outline=board.line, width=thick)

    def _ticks(self, board: _Board, pen: ImageDraw.ImageDraw, width: int) -> None:
        gap, length = self.random.uniform(0.05, 0.12), self.random.uniform(0.1, 0.25)
        points = [(row, column) for row in (3, 6) for column in range(0, 9, 2)]
        points += [(row, column) for row in (2, 7) for column in (1, 7)]
        for row, column in points:
            for down in (-1, 1):
                for right in (-1, 1):
                    if 0 <= column + right <= 8:
                        inner = (row + down * gap, column + right * gap)
                        for outer in (
                            (inner[0] + down * length, inner[1]),
                            (inner[0], inner[1] + right * length),
                        ):
                            pen.line([board.at(*inner), board.at(*outer)], fill=board.line, width=width)

    def _cells(self, board: _Board) -> None:
        """Paint tiles, or a band in another colour."""
        random, pen = self.random, ImageDraw.Draw(board.image)
        colour = mixed(board.ground, any_colour(random), random.uniform(0.1, 0.5))
        if chance(random, 0.6):
            pen.rectangle((*board.at(4, 0), *board.at(5, 8)), fill=colour)
            return
        for row in range(10):
            for column in range(9):
                if (row + column) % 2:
                    pen.rectangle(
                        (*board.at(row - 0.5, column - 0.5), *board.at(row + 0.5, column + 0.5)), fill=colour
                    )

    def _font(self, size: float) -> ImageFont.FreeTypeFont:
        name = self._font_files[int(self.random.integers(len(self._font_files)))]
        return ImageFont.truetype(name, max(6, round(size)))

    def _river(self, board: _Board) -> None:
        random = self.random
        if chance(random, 0.3):
            return
        text = str(
            random.choice(
                [
                    "楚河漢界",
                    "楚河汉界",
                    "楚 河",
                    "漢 界",
                    "RIVER",
                    "XIANGQI 象棋",
                    "觀棋不語真君子",
                    "河界三分闊",
                    "- -",
                ]
            )
        )
        pen, font = ImageDraw.Draw(board.image), self._font(board.cell[1] * random.uniform(0.3, 0.75))
        colour = mixed(board.line, any_colour(random), random.uniform(0, 0.6))
        if len(text) == 4:
            spread = random.uniform(0.7, 1.1)
            columns = [2 - spread / 2, 2 + spread / 2, 6 - spread / 2, 6 + spread / 2]
            for character, column in zip(text, columns, strict=True):
                pen.text(board.at(4.5, column), character, font=font, fill=colour, anchor="mm")
            return
        pen.text(board.at(4.5, random.uniform(2, 6)), text, font=font, fill=colour, anchor="mm")

    def _coordinates(self, board: _Board, side: float, end: float) -> None:
        random, pen = self.random, ImageDraw.Draw(board.image)
        font = self._font(board.cell[1] * random.uniform(0.2, 0.45))
        colour = self._ink(board.ground)
        names = str(random.choice(["abcdefghi", "ABCDEFGHI", "123456789", "987654321", "九八七六五四三二一"]))
        away = random.uniform(0.35, 0.9) * end + random.uniform(0, 0.2)
        for column, name in enumerate(names):
            for row in (-away, 9 + away):
                pen.text(board.at(row, column), name, font=font, fill=colour, anchor="mm")
        if chance(random, 0.4):
            for rank in range(10):
                for beside in (-side * 0.7, 8 + side * 0.7)[: 1 + int(random.integers(2))]:
                    pen.text(board.at(9 - rank, beside), str(rank), font=font, fill=colour, anchor="mm")

    # ---- Pieces and marks ----

    def _pieces(
        self,
        board: _Board,
        pieces: PieceSet,
        placement: Placement,
        labels: NDArray[np.uint8],
        is_mixed: bool,
        harshness: float,
    ) -> None:
        random = self.random
        sprites = Sprites(random, self._textures, pieces, min(board.cell))
        chooser = self._signs.chooser(pieces.signs, is_mixed)
        unknown = random.uniform(0.02, 0.3) if harshness and chance(random, 0.06) else 0.0
        stretch = board.cell[1] / board.cell[0] if chance(random, 0.3) else 1.0
        for (row, column), letter in placement.items():
            side = 0 if letter.isupper() else 1
            if unknown and chance(random, unknown):
                sprite = sprites.piece(side, f"?{random.integers(9)}{side}", self._odd())
                labels[row, column] = CLASSES.index("?")
            else:
                sprite = sprites.piece(side, *chooser.sign(letter))
                labels[row, column] = CLASSES.index(letter)
            self._lay(board, sprite, row, column, pieces, stretch)
        if harshness and chance(random, 0.12):
            self._ghosts(board, sprites, chooser.sign, labels)

    def _odd(self) -> Mask | None:
        return None if chance(self.random, 0.4) else self._signs.unknown()

    def _lay(
        self,
        board: _Board,
        sprite: Image.Image,
        row: float,
        column: float,
        pieces: PieceSet,
        stretch: float = 1.0,
    ) -> None:
        random = self.random
        if pieces.wobble:
            sprite = sprite.rotate(random.uniform(-pieces.wobble, pieces.wobble), Image.Resampling.BICUBIC)
        if stretch != 1:
            sprite = sprite.resize((sprite.width, round(sprite.height * stretch)))
        if pieces.loose:
            row, column = row + random.normal(0, pieces.loose), column + random.normal(0, pieces.loose)
        x, y = board.at(row, column)
        left, top = round(x - sprite.width / 2), round(y - sprite.height / 2)
        for step in range(round(pieces.thick * board.cell[1]), 0, -1):
            board.image.paste((96, 70, 44), (left, top + step), sprite.getchannel("A"))
        board.image.paste(sprite, (left, top), sprite)

    def _ghosts(self, board: _Board, sprites: Sprites, sign: object, labels: NDArray[np.uint8]) -> None:
        """Paint pale pieces on empty points, as programs do at the origin or the targets of a move."""
        random = self.random
        letter = "KABNRCPkabnrcp"[int(random.integers(14))]
        name, mask = sign(letter)  # type: ignore[operator]
        ghost = sprites.piece(0 if letter.isupper() else 1, name, mask).copy()
        ghost.putalpha(ghost.getchannel("A").point(lambda value: int(value * 0.35)))
        for row, column in np.argwhere(labels == 0).tolist():
            if chance(random, 0.12):
                x, y = board.at(row, column)
                board.image.paste(ghost, (round(x - ghost.width / 2), round(y - ghost.height / 2)), ghost)

    def _overlay(self, board: _Board, opacity: float) -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
        layer = Image.new("RGBA", board.image.size)
        return layer, ImageDraw.Draw(layer), round(opacity * 255)

    def _spot(self) -> tuple[int, int]:
        return int(self.random.integers(10)), int(self.random.integers(9))

    def _marks_below(self, board: _Board) -> None:
        """Paint marks below the pieces: the ends of the last move, and glows."""
        random = self.random
        if not chance(random, 0.45):
            return
        layer, pen, alpha = self._overlay(board, random.uniform(0.3, 1))
        colour = (*any_colour(random), alpha)
        reach = random.uniform(0.4, 0.56)
        shape = str(random.choice(["box", "fill", "disc", "ring"]))
        for row, column in (self._spot(), self._spot()):
            self._mark(board, pen, shape, (row, column), reach, colour)
        if chance(random, 0.2):
            layer = layer.filter(ImageFilter.GaussianBlur(board.cell[0] * 0.1))
        board.image.paste(layer, mask=layer)

    def _mark(
        self,
        board: _Board,
        pen: ImageDraw.ImageDraw,
        shape: str,
        place: tuple[int, int],
        reach: float,
        colour: tuple[int, int, int, int],
    ) -> None:
        (x0, y0), (x1, y1) = (
            board.at(place[0] - reach, place[1] - reach),
            board.at(place[0] + reach, place[1] + reach),
        )
        width = max(1, round(board.cell[0] * self.random.uniform(0.02, 0.09)))
        if shape == "fill":
            pen.rectangle((x0, y0, x1, y1), fill=colour)
        elif shape == "disc":
            pen.ellipse((x0, y0, x1, y1), fill=colour)
        elif shape == "ring":
            pen.ellipse((x0, y0, x1, y1), outline=colour, width=width)
        elif shape == "box":
            pen.rectangle((x0, y0, x1, y1), outline=colour, width=width)
        else:  # corners
            length = (x1 - x0) * self.random.uniform(0.15, 0.35)
            for x, right in ((x0, 1), (x1, -1)):
                for y, down in ((y0, 1), (y1, -1)):
                    pen.line(
                        [(x + right * length, y), (x, y), (x, y + down * length)], fill=colour, width=width
                    )

    def _marks_above(self, board: _Board, labels: NDArray[np.uint8], harshness: float) -> None:
        """Paint marks over the pieces: brackets, dots, arrows and boxes that hide them."""
        random = self.random
        layer, pen, alpha = self._overlay(board, random.uniform(0.4, 1))
        colour = (*any_colour(random), alpha)
        if chance(random, 0.4):
            shape = str(random.choice(["corners", "corners", "ring", "box"]))
            for _ in range(int(random.integers(1, 4))):
                self._mark(board, pen, shape, self._spot(), random.uniform(0.4, 0.55), colour)
        if chance(random, 0.3):
            self._dots(board, pen, labels, colour)
        if harshness and chance(random, 0.25):
            self._arrows(board, pen)
        if harshness and chance(random, 0.15):
            self._covers(board, pen, labels)
        board.image.paste(layer, mask=layer)

    def _dots(
        self,
        board: _Board,
        pen: ImageDraw.ImageDraw,
        labels: NDArray[np.uint8],
        colour: tuple[int, int, int, int],
    ) -> None:
        """Paint dots for possible moves on empty points, and sometimes small ones on pieces."""
        random = self.random
        reach = random.uniform(0.06, 0.3)
        for _ in range(int(random.integers(2, 18))):
            row, column = self._spot()
            if labels[row, column] == 0:
                self._mark(board, pen, "disc", (row, column), reach, colour)
            elif chance(random, 0.2):
                self._mark(board, pen, "ring", (row, column), 0.47, colour)

    def _arrows(self, board: _Board, pen: ImageDraw.ImageDraw) -> None:
        random = self.random
        for _ in range(int(random.integers(1, 4))):
            colour = (*any_colour(random), int(random.integers(70, 220)))
            start, end = np.array(board.at(*self._spot())), np.array(board.at(*self._spot()))
            length = float(np.hypot(*(end - start)))
            if length < 1:
                continue
            along = (end - start) / length
            across = np.array([-along[1], along[0]])
            half = board.cell[0] * random.uniform(0.04, 0.14)
            neck = end - along * half * 4
            shape = [start + across * half, neck + across * half, neck + across * half * 2.4, end]
            shape += [neck - across * half * 2.4, neck - across * half, start - across * half]
            pen.polygon([(float(x), float(y)) for x, y in shape], fill=colour)

    def _covers(self, board: _Board, pen: ImageDraw.ImageDraw, labels: NDArray[np.uint8]) -> None:
        """Paint boxes over the board, like menus and messages."""
        random = self.random
        for _ in range(int(random.integers(1, 3))):
            row, column = random.uniform(-1, 9), random.uniform(-1, 8)
            height, width = random.uniform(0.4, 4), random.uniform(0.4, 6)
            (x0, y0), (x1, y1) = board.at(row, column), board.at(row + height, column + width)
            colour = any_colour(random)
            pen.rectangle((x0, y0, x1, y1), fill=(*colour, 255), outline=(*self._ink(colour), 255))
            for line in range(int(height * 2)):
                self._text(
                    pen, (x0 + 3, y0 + 2 + line * board.cell[1] / 2), self._ink(colour), board.cell[1] / 3
                )
            for r in range(10):
                for c in range(9):
                    down = min(r + 0.38, row + height) - max(r - 0.38, row)
                    right = min(c + 0.38, column + width) - max(c - 0.38, column)
                    if down > 0 and right > 0 and down * right / 0.76**2 > 0.4:
                        labels[r, c] = CLASSES.index("#")

    def _text(self, pen: ImageDraw.ImageDraw, place: tuple[float, float], colour: Colour, size: float) -> None:
        random = self.random
        letters = list(
            "abcdefghijklmnoprstuvw0123456789     "
            if chance(random, 0.5)
            else "炮二平五馬八進七車一兵士象將卒開始設置紅黑方步棋局"
        )
        text = "".join(random.choice(letters, int(random.integers(3, 14))))
        pen.text(place, text, font=self._font(size), fill=colour)

    # ---- Surroundings ----

    def _surrounded(self, board: _Board, pieces: PieceSet) -> tuple[Image.Image, NDArray[np.float64]]:
        """Return the board in a window, on a page or alone, with its homography."""
        random = self.random
        width, height = board.image.size
        rooms = [0.0, 0.0, 0.0, 0.0]
        if chance(random, 0.75):
            rooms = [max(0.0, random.uniform(-0.3, 0.6)) ** random.uniform(1, 2.5) * height for _ in range(4)]
        left, top, right, bottom = (int(room) for room in rooms)
        ground = any_colour(random) if chance(random, 0.7) else board.ground
        size = (width + left + right, height + top + bottom)
        canvas = Image.new("RGB", size, ground)
        if chance(random, 0.15):
            canvas = self._textures.laid(size, ground, any_colour(random))
        pen = ImageDraw.Draw(canvas)
        for _ in range(int(random.integers(0, 12))):
            self._thing(canvas, pen, board)
        if sum(rooms) > 3 * board.cell[0] and chance(random, 0.2):
            self._spares(canvas, pieces, board)
        canvas.paste(board.image, (left, top))
        x, y = board.origin
        return canvas, np.array([[board.cell[0], 0, x + left], [0, board.cell[1], y + top], [0, 0, 1.0]])

    def _thing(self, canvas: Image.Image, pen: ImageDraw.ImageDraw, board: _Board) -> None:
        """Paint a button, a box, a line of text or a picture."""
        random = self.random
        x, y = random.uniform(0, canvas.width), random.uniform(0, canvas.height)
        w, h = random.uniform(0.3, 6) * board.cell[0], random.uniform(0.2, 3) * board.cell[1]
        colour = any_colour(random)
        kind = random.random()
        if kind < 0.3:
            pen.rounded_rectangle(
                (x, y, x + w, y + h), min(w, h) * 0.2, fill=colour, outline=any_colour(random)
            )
            self._text(pen, (x + 4, y + h * 0.2), self._ink(colour), min(h * 0.5, board.cell[1] * 0.5))
        elif kind < 0.65:
            for line in range(int(random.integers(1, 12))):
                self._text(pen, (x, y + line * board.cell[1] * 0.45), colour, board.cell[1] * 0.35)
        elif kind < 0.8:
            pen.ellipse((x, y, x + h, y + h), fill=colour, outline=any_colour(random))
        elif kind < 0.9:
            canvas.paste(
                self._textures.laid((int(w) + 1, int(h) + 1), colour, any_colour(random)), (int(x), int(y))
            )
        else:
            step = random.uniform(0.3, 1.2) * board.cell[0]
            for number in range(int(random.integers(2, 10))):
                pen.line((x, y + number * step, x + w, y + number * step), fill=colour)

    def _spares(self, canvas: Image.Image, pieces: PieceSet, board: _Board) -> None:
        """Paint pieces beside the board."""
        random = self.random
        sprites = Sprites(random, self._textures, pieces, min(board.cell) * random.uniform(0.6, 1.1))
        chooser = self._signs.chooser(pieces.signs, False)
        x0, y0 = random.uniform(0, canvas.width), random.uniform(0, canvas.height)
        for number, letter in enumerate("KABNRCPkabnrcp"):
            sprite = sprites.piece(0 if letter.isupper() else 1, *chooser.sign(letter))
            place = (round(x0 + number % 2 * board.cell[0]), round(y0 + number // 2 * board.cell[1]))
            canvas.paste(sprite, place, sprite)

    # ---- Photography ----

    def _photographed(
        self, image: Image.Image, homography: NDArray[np.float64], harshness: float, is_photo: bool
    ) -> tuple[Image.Image, NDArray[np.float64]]:
        """Return a picture that is rotated or seen at an angle, and unevenly lit."""
        random = self.random
        if harshness < 0.5 or not (is_photo or chance(random, 0.45)):
            return image, homography
        if is_photo:
            image = photos.worn(image, random)
        board = applied(homography, _EXTENT)
        view = cameras.camera(random, image.size, 1.0 if is_photo else 0.4)
        whole = cameras.framed(view, board, image.size)
        turned = cameras.seen_by(whole, image, any_colour(random))
        return shaded(turned, random, random.uniform(0, 0.7)), whole @ homography

    def _scaled(
        self, image: Image.Image, homography: NDArray[np.float64], cell: tuple[float, float], harshness: float
    ) -> tuple[Image.Image, NDArray[np.float64]]:
        """Return a picture scaled to its final size, and its homography."""
        random = self.random
        wanted = float(np.exp(random.uniform(np.log(17 if harshness > 0.5 else 20), np.log(56))))
        scale = min(wanted / cell[0], _MOST / max(image.size))
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        ways = [
            Image.Resampling.LANCZOS,
            Image.Resampling.BOX,
            Image.Resampling.BILINEAR,
            Image.Resampling.BICUBIC,
        ]
        small = image.resize(size, ways[int(random.integers(4))])
        stretch = np.diag([size[0] / image.width, size[1] / image.height, 1])
        return small, stretch @ homography


def _kind(pieces: PieceSet, is_photo: bool) -> str:
    """Return the kind of a scene, as in `Scene.kind`, which decides how hard its pieces are to read."""
    if is_photo:
        return "photo"
    if pieces.wobble > _UPRIGHT:
        return "turned"
    return "characters" if pieces.signs == "chinese" else "signs"


def text_fonts(files: list[str]) -> list[str]:
    """Return the fonts used for texts around the boards."""
    wanted = ("NotoSansCJK-Regular", "NotoSerifCJK-Bold", "ukai", "uming", "wqy-microhei", "DejaVuSans.ttf")
    return [name for name in files if any(part in name for part in wanted)]
