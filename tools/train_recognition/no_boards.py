"""Pictures without a Xiangqi board, drawn at random: other games, tables, pages, windows, faces and wood.

    python -m tools.train_recognition.no_boards FOLDER --seed 3

Each kind has what a reader of boards may fall for: lines that cross, discs in rows, characters on discs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from xiangqi.resources import asset

Random = np.random.Generator
Draw = Callable[[Random], Image.Image]
Colour = tuple[int, int, int]

_WOOD: Final = ((222, 184, 120), (196, 148, 90), (240, 214, 160), (120, 78, 40))
_WORDS: Final = ("lines", "cross", "where", "others", "end", "and", "nobody", "asks", "why", "page", "is")
_HAN: Final = "天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往秋收冬藏車馬炮兵士象將帥相仕卒"


_fonts: list[str] = []


def use_fonts(files: list[str]) -> None:
    """Draw texts in the first of these fonts instead of the program's own."""
    _fonts[:] = files


def _font(size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_fonts[0] if _fonts else asset("fonts/text.otf"), max(7, round(size)))


def _pick(random: Random, colours: tuple[Colour, ...]) -> Colour:
    return colours[int(random.integers(len(colours)))]


def _board(random: Random, columns: int, rows: int, cell: int) -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    """Return a picture of wood with lines, its pen, and the distance of the first line from the edge."""
    edge = round(cell * random.uniform(0.6, 1.3))
    size = (2 * edge + (columns - 1) * cell, 2 * edge + (rows - 1) * cell)
    image = Image.new("RGB", size, _pick(random, _WOOD[:3]))
    pen = ImageDraw.Draw(image)
    for column in range(columns):
        x = edge + column * cell
        pen.line((x, edge, x, size[1] - edge), fill=(40, 30, 20), width=2)
    for row in range(rows):
        y = edge + row * cell
        pen.line((edge, y, size[0] - edge, y), fill=(40, 30, 20), width=2)
    return image, pen, edge


def _disc(pen: ImageDraw.ImageDraw, x: float, y: float, reach: float, fill: Colour, outline: Colour) -> None:
    pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=fill, outline=outline, width=2)


def go(random: Random) -> Image.Image:
    """Draw a Go board of one of the usual sizes, with stones."""
    lines, cell = int(random.choice([9, 13, 19])), int(random.integers(22, 46))
    image, pen, edge = _board(random, lines, lines, cell)
    share = random.uniform(0, 0.7)
    for row, column in np.argwhere(random.random((lines, lines)) < share).tolist():
        fill, outline = ((25, 25, 28), (0, 0, 0)) if random.random() < 0.5 else ((245, 245, 240), (90, 90, 90))
        _disc(pen, edge + column * cell, edge + row * cell, cell * 0.46, fill, outline)
    return image


def part_of_go(random: Random) -> Image.Image:
    """Draw a corner of a Go board with as many lines as a Xiangqi board."""
    image, pen, edge = _board(random, 9, 10, 44)
    for row, column in np.argwhere(random.random((10, 9)) < 0.35).tolist():
        fill, outline = ((25, 25, 28), (0, 0, 0)) if random.random() < 0.5 else ((245, 245, 240), (90, 90, 90))
        _disc(pen, edge + column * 44, edge + row * 44, 20, fill, outline)
    return image


def chess(random: Random) -> Image.Image:
    """Draw a chess board with pieces."""
    cell = int(random.integers(36, 70))
    light, dark = (
        _pick(random, ((238, 238, 210), (240, 217, 181))),
        _pick(random, ((118, 150, 86), (181, 136, 99))),
    )
    image = Image.new("RGB", (8 * cell + 20, 8 * cell + 20), (50, 46, 43))
    pen, font = ImageDraw.Draw(image), _font(cell * 0.7)
    rows = ("RNBQKBNR", "PPPPPPPP", *("        ",) * 4, "PPPPPPPP", "RNBQKBNR")
    for row in range(8):
        for column in range(8):
            x, y = 10 + column * cell, 10 + row * cell
            pen.rectangle((x, y, x + cell, y + cell), fill=dark if (row + column) % 2 else light)
            letter = rows[row][column]
            if letter != " " and random.random() < 0.8:
                face = (20, 20, 20) if row < 4 else (250, 250, 250)
                _disc(pen, x + cell / 2, y + cell / 2, cell * 0.38, face, (90, 90, 90))
                pen.text((x + cell / 2, y + cell / 2), letter, fill=(128, 128, 128), font=font, anchor="mm")
    return image


_JANGGI: Final = ("車馬象士.士象馬車", "....漢....", ".包.....包.", "兵.兵.兵.兵.兵", "." * 9)


def janggi(random: Random) -> Image.Image:
    """Draw a Korean board: nine lines across ten without a river, with two generals' characters of its own."""
    cell = int(random.integers(36, 60))
    image, pen, edge = _board(random, 9, 10, cell)
    for top in (0, 7):
        for one, other in ((3, 5), (5, 3)):
            ends = (edge + one * cell, edge + top * cell, edge + other * cell, edge + (top + 2) * cell)
            pen.line(ends, fill=(40, 30, 20), width=2)
    font, angles = _font(cell * 0.5), np.pi / 8 + np.arange(8) * np.pi / 4
    inks = ((176, 28, 28), _pick(random, ((20, 110, 60), (20, 60, 150))))
    faces = (_pick(random, ((238, 214, 168), (250, 250, 245))),) * 2
    if random.random() < 0.25:
        inks, faces = faces, inks
    for (row, column), (sign, side) in _janggi_pieces(random).items():
        x, y = edge + column * cell, edge + row * cell
        reach = cell * (0.46 if sign in "楚漢" else 0.3 if sign in "卒兵士" else 0.38)
        shape = [(float(x + reach * np.cos(a)), float(y + reach * np.sin(a))) for a in angles]
        pen.polygon(shape, fill=faces[side], outline=(60, 40, 20))
        pen.text((x, y), sign, fill=inks[side], font=font, anchor="mm")
    return image


def _janggi_pieces(random: Random) -> dict[tuple[int, int], tuple[str, int]]:
    """Return the sign and side of each piece by row and column, with some pieces taken and some moved."""
    placed: dict[tuple[int, int], tuple[str, int]] = {}
    for row, line in enumerate(_JANGGI):
        for column, sign in enumerate(line):
            if sign != ".":
                placed[row, column] = (sign, 0)
                placed[9 - row, column] = ({"漢": "楚", "兵": "卒"}.get(sign, sign), 1)
    for place in list(placed):
        kind = random.random()
        if placed[place][0] in "楚漢士" or kind > 0.35:
            continue
        piece = placed.pop(place)
        if kind > 0.12:
            placed.setdefault((int(random.integers(2, 8)), int(random.integers(9))), piece)
    return placed


def shogi(random: Random) -> Image.Image:
    """Draw a shogi board: nine by nine cells with wedges."""
    cell = int(random.integers(34, 60))
    image, pen, edge = _board(random, 10, 10, cell)
    font = _font(cell * 0.5)
    rows = ("香桂銀金玉金銀桂香", " 飛     角 ", "步步步步步步步步步", *(" " * 9,) * 3)
    for row, line in enumerate((*rows, *rows[2::-1])):
        for column, sign in enumerate(line):
            if sign == " " or random.random() < 0.1:
                continue
            x, y = edge + (column + 0.5) * cell, edge + (row + 0.5) * cell
            up = 1 if row > 4 else -1
            shape = [(-0.36, 0.4), (0.36, 0.4), (0.28, -0.26), (0, -0.42), (-0.28, -0.26)]
            pen.polygon(
                [(x + a * cell, y + up * b * cell) for a, b in shape],
                fill=(244, 222, 170),
                outline=(90, 60, 30),
            )
            pen.text((x, y), sign, fill=(20, 20, 20), font=font, anchor="mm")
    return image


def draughts(random: Random) -> Image.Image:
    """Draw a draughts board of ten by ten cells, with discs."""
    cell = int(random.integers(32, 60))
    image = Image.new("RGB", (10 * cell, 10 * cell), (245, 222, 179))
    pen = ImageDraw.Draw(image)
    for row in range(10):
        for column in range(10):
            if (row + column) % 2:
                x, y = column * cell, row * cell
                pen.rectangle((x, y, x + cell, y + cell), fill=(139, 90, 50))
                if row not in (4, 5) and random.random() < 0.85:
                    face = (200, 30, 30) if row < 4 else (250, 246, 230)
                    _disc(pen, x + cell / 2, y + cell / 2, cell * 0.4, face, (40, 20, 10))
    return image


def counters(random: Random) -> Image.Image:
    """Draw Connect Four or Othello: discs in most cells."""
    columns, rows, cell = int(random.integers(6, 11)), int(random.integers(6, 11)), int(random.integers(34, 60))
    ground = _pick(random, ((24, 84, 190), (20, 120, 70)))
    image = Image.new("RGB", (columns * cell + 24, rows * cell + 24), ground)
    pen = ImageDraw.Draw(image)
    faces = (
        ((220, 40, 40), (250, 210, 40), (235, 240, 248)) if ground[2] > 150 else ((10, 10, 10), (250, 250, 250))
    )
    for row in range(rows):
        for column in range(columns):
            if random.random() < 0.9:
                x, y = 12 + (column + 0.5) * cell, 12 + (row + 0.5) * cell
                _disc(pen, x, y, cell * 0.42, _pick(random, faces), ground)
    return image


def sudoku(random: Random) -> Image.Image:
    """Draw a sudoku or a crossword."""
    cell = int(random.integers(34, 58))
    image = Image.new("RGB", (9 * cell + 40, 9 * cell + 40), (255, 255, 255))
    pen, font = ImageDraw.Draw(image), _font(cell * 0.6)
    is_crossword = random.random() < 0.4
    for row in range(9):
        for column in range(9):
            x, y = 20 + column * cell, 20 + row * cell
            if is_crossword and random.random() < 0.3:
                pen.rectangle((x, y, x + cell, y + cell), fill=(10, 10, 10))
            elif random.random() < 0.45:
                sign = chr(65 + int(random.integers(26))) if is_crossword else str(random.integers(1, 10))
                pen.text((x + cell / 2, y + cell / 2), sign, fill=(20, 20, 60), font=font, anchor="mm")
    for line in range(10):
        width = 4 if line % 3 == 0 else 1
        pen.line((20 + line * cell, 20, 20 + line * cell, 20 + 9 * cell), fill=(0, 0, 0), width=width)
        pen.line((20, 20 + line * cell, 20 + 9 * cell, 20 + line * cell), fill=(0, 0, 0), width=width)
    return image


def page(random: Random) -> Image.Image:
    """Draw a page of text, Latin or Chinese, perhaps in columns."""
    image = Image.new("RGB", (int(random.integers(420, 900)), int(random.integers(500, 1000))), (252, 250, 244))
    pen, size, is_han = ImageDraw.Draw(image), float(random.uniform(13, 34)), random.random() < 0.6
    font = _font(size)
    for row in range(int((image.height - 60) / (size * 1.5))):
        if is_han:
            line = "".join(random.choice(list(_HAN), int((image.width - 60) / size)))
        else:
            line = " ".join(random.choice(_WORDS, int(image.width / size / 3)))
        pen.text((30, 30 + row * size * 1.5), line, fill=(30, 30, 30), font=font)
    return image


def table(random: Random) -> Image.Image:
    """Draw a table or timetable, sometimes of nine columns and ten rows."""
    columns, rows = int(random.integers(4, 12)), int(random.integers(5, 15))
    width, height = int(random.integers(44, 100)), int(random.integers(26, 60))
    image = Image.new("RGB", (columns * width + 40, rows * height + 40), (255, 255, 255))
    pen, font = ImageDraw.Draw(image), _font(height * 0.42)
    for row in range(rows):
        for column in range(columns):
            x, y = 20 + column * width, 20 + row * height
            fill = (220, 230, 245) if row == 0 or column == 0 else (255, 255, 255)
            pen.rectangle((x, y, x + width, y + height), fill=fill, outline=(120, 120, 120))
            word = str(random.choice(_WORDS)) if random.random() < 0.4 else f"{random.uniform(0, 99):.1f}"
            pen.text((x + width / 2, y + height / 2), word, fill=(20, 20, 20), font=font, anchor="mm")
    return image


def calendar(random: Random) -> Image.Image:
    """Draw a month, with the days in discs or in cells."""
    cell = int(random.integers(44, 76))
    image = Image.new("RGB", (7 * cell + 40, 7 * cell + 40), (250, 250, 252))
    pen, font = ImageDraw.Draw(image), _font(cell * 0.38)
    first = int(random.integers(7))
    for day in range(31):
        row, column = divmod(day + first, 7)
        x, y = 20 + (column + 0.5) * cell, 20 + (row + 1.5) * cell
        if random.random() < 0.4:
            _disc(pen, x, y, cell * 0.4, (230, 80, 70), (180, 40, 30))
        pen.text((x, y), str(day + 1), fill=(30, 30, 40), font=font, anchor="mm")
    for column, sign in enumerate("一二三四五六日"):
        pen.text((20 + (column + 0.5) * cell, 20 + cell / 2), sign, fill=(150, 30, 30), font=font, anchor="mm")
    return image


def keyboard(random: Random) -> Image.Image:
    """Draw a keyboard or a pad of keys."""
    cell = int(random.integers(38, 64))
    image = Image.new("RGB", (12 * cell, 6 * cell), (40, 42, 48))
    pen, font = ImageDraw.Draw(image), _font(cell * 0.36)
    for row, keys in enumerate(("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")):
        for column, key in enumerate(keys):
            x, y = (0.5 + column + row * 0.3) * cell, (0.6 + row) * cell
            pen.rounded_rectangle((x, y, x + cell * 0.9, y + cell * 0.9), cell * 0.15, fill=(230, 230, 232))
            pen.text((x + cell * 0.45, y + cell * 0.45), key, fill=(30, 30, 30), font=font, anchor="mm")
    return image


def icons(random: Random) -> Image.Image:
    """Draw a phone's screen of icons, or pictures of people in discs, in a grid."""
    columns, rows, cell = int(random.integers(4, 10)), int(random.integers(5, 11)), int(random.integers(44, 80))
    ground = tuple(int(value) for value in random.integers(0, 255, 3))
    image = Image.new("RGB", (columns * cell + 20, rows * cell + 20), ground)
    pen, font = ImageDraw.Draw(image), _font(cell * 0.4)
    is_round = random.random() < 0.5
    for row in range(rows):
        for column in range(columns):
            colour = tuple(int(value) for value in random.integers(0, 255, 3))
            x, y, reach = 10 + (column + 0.5) * cell, 10 + (row + 0.5) * cell, cell * 0.38
            box = (x - reach, y - reach, x + reach, y + reach)
            pen.rounded_rectangle(box, reach if is_round else reach * 0.4, fill=colour)
            pen.text((x, y), str(random.choice(list(_HAN))), fill=(255, 255, 255), font=font, anchor="mm")
    return image


def bubbles(random: Random) -> Image.Image:
    """Draw a form with letters or numbers in rings, some of them filled."""
    columns, rows, cell = int(random.integers(5, 12)), int(random.integers(8, 14)), int(random.integers(26, 46))
    image = Image.new("RGB", (columns * cell + 60, rows * cell + 60), (255, 255, 255))
    pen, font = ImageDraw.Draw(image), _font(cell * 0.5)
    for row in range(rows):
        for column in range(columns):
            x, y, is_filled = 30 + (column + 0.5) * cell, 30 + (row + 0.5) * cell, random.random() < 0.2
            _disc(pen, x, y, cell * 0.38, (20, 20, 20) if is_filled else (255, 255, 255), (200, 40, 60))
            if not is_filled:
                pen.text((x, y), "ABCDEFGHIJKLM"[column], fill=(200, 40, 60), font=font, anchor="mm")
    return image


def window(random: Random) -> Image.Image:
    """Draw a program's window: bars, a list, buttons, text."""
    image = Image.new("RGB", (int(random.integers(700, 1200)), int(random.integers(450, 800))), (236, 238, 242))
    pen, font = ImageDraw.Draw(image), _font(15)
    pen.rectangle((0, 0, image.width, 34), fill=(52, 60, 76))
    pen.rectangle((0, 34, 190, image.height), fill=(220, 224, 232))
    for row in range(int(image.height / 40)):
        pen.rectangle((8, 44 + row * 38, 182, 74 + row * 38), outline=(180, 186, 196))
        pen.text((18, 50 + row * 38), str(random.choice(_WORDS)), fill=(40, 44, 52), font=font)
    for row in range(int(image.height / 60)):
        for column in range(int(image.width / 170) - 1):
            x, y = 210 + column * 165, 50 + row * 58
            pen.rounded_rectangle((x, y, x + 150, y + 44), 8, fill=(255, 255, 255), outline=(190, 196, 206))
            words = " ".join(random.choice(_WORDS, 2))
            pen.text((x + 75, y + 22), words, fill=(40, 44, 52), font=font, anchor="mm")
    return image


def portrait(random: Random) -> Image.Image:
    """Draw a face in front of a wall."""
    width, height = int(random.integers(400, 800)), int(random.integers(500, 900))
    noise = np.asarray(_noise(random, width, height), float) * 0.25
    base = np.linspace(0, 1, height)[:, None, None] * random.uniform(-60, 60, 3) + random.uniform(70, 180, 3)
    image = Image.fromarray(np.clip(base + noise, 0, 255).astype(np.uint8))
    pen, skin = ImageDraw.Draw(image), _pick(random, ((236, 200, 170), (190, 140, 100), (120, 80, 60)))
    x, y, reach = width / 2, height * 0.42, width * random.uniform(0.2, 0.3)
    pen.ellipse((x - reach * 2.2, y + reach, x + reach * 2.2, y + reach * 5), fill=(60, 60, 90))
    pen.ellipse((x - reach * 1.15, y - reach * 1.6, x + reach * 1.15, y + reach * 1.1), fill=(40, 26, 18))
    pen.ellipse((x - reach, y - reach * 1.2, x + reach, y + reach * 1.4), fill=skin)
    for side in (-1, 1):
        _disc(pen, x + side * reach * 0.4, y - reach * 0.1, reach * 0.12, (250, 250, 250), (60, 40, 30))
        _disc(pen, x + side * reach * 0.4, y - reach * 0.1, reach * 0.06, (40, 30, 20), (20, 10, 10))
    pen.arc(
        (x - reach * 0.4, y + reach * 0.4, x + reach * 0.4, y + reach * 0.9),
        20,
        160,
        fill=(150, 50, 50),
        width=5,
    )
    return image.filter(ImageFilter.GaussianBlur(random.uniform(0, 3)))


def _noise(random: Random, width: int, height: int) -> NDArray[np.uint8]:
    small = random.integers(0, 256, (max(2, height // 9), max(2, width // 9), 3), np.uint8)
    return np.asarray(Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC))


def wood(random: Random) -> Image.Image:
    """Draw blank wood: planks with grain, or a table."""
    width, height = int(random.integers(400, 900)), int(random.integers(400, 900))
    grain = random.standard_normal((1, width)).cumsum(axis=1) * 3 + random.standard_normal((height, width)) * 4
    base = np.array(_pick(random, _WOOD), float) + np.clip(grain, -60, 60)[..., None]
    image = Image.fromarray(np.clip(base, 0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(image)
    for plank in range(int(random.integers(0, 9))):
        x = plank * width / 8
        pen.line((x, 0, x, height), fill=(60, 40, 24), width=3)
    return image


def tiles(random: Random) -> Image.Image:
    """Draw bricks or bathroom tiles."""
    wide, high = int(random.integers(36, 90)), int(random.integers(30, 60))
    image = Image.new("RGB", (wide * 9 + 20, high * 10 + 20), (215, 210, 200))
    pen, shift = ImageDraw.Draw(image), random.random() < 0.5
    for row in range(11):
        for column in range(-1, 11):
            shade = int(random.integers(-24, 24))
            fill = (170 + shade, 90 + shade, 70 + shade) if shift else (190 + shade, 205 + shade, 210 + shade)
            x = column * wide + (wide // 2 if shift and row % 2 else 0)
            pen.rectangle((x, row * high, x + wide - 4, row * high + high - 4), fill=fill)
    return image


def chart(random: Random) -> Image.Image:
    """Draw a chart with a grid and points."""
    image = Image.new("RGB", (640, 480), (255, 255, 255))
    pen, font = ImageDraw.Draw(image), _font(13)
    columns, rows = int(random.integers(6, 11)), int(random.integers(6, 11))
    for line in range(columns):
        x = 60 + line * 540 / (columns - 1)
        pen.line((x, 30, x, 430), fill=(210, 210, 210))
        pen.text((x, 446), str(line), fill=(60, 60, 60), font=font, anchor="mm")
    for line in range(rows):
        y = 30 + line * 400 / (rows - 1)
        pen.line((60, y, 600, y), fill=(210, 210, 210))
    for colour in ((200, 50, 50), (40, 90, 180)):
        for _ in range(int(random.integers(8, 30))):
            _disc(pen, random.uniform(60, 600), random.uniform(30, 430), 9, colour, colour)
    return image


def discs_of_characters(random: Random) -> Image.Image:
    """Draw characters on discs in rows, as in a course of Chinese: pieces, but without a board."""
    columns, rows, cell = int(random.integers(5, 9)), int(random.integers(3, 8)), int(random.integers(44, 70))
    image = Image.new("RGB", (columns * cell + 40, rows * cell + 40), (248, 244, 236))
    pen, font = ImageDraw.Draw(image), _font(cell * 0.5)
    for row in range(rows):
        for column in range(columns):
            x, y = 20 + (column + 0.5) * cell, 20 + (row + 0.5) * cell
            _disc(pen, x, y, cell * 0.4, (240, 220, 180), (90, 60, 30))
            pen.text((x, y), str(random.choice(list(_HAN[:24]))), fill=(30, 30, 30), font=font, anchor="mm")
    return image


KINDS: Final[dict[str, Draw]] = {
    made.__name__: made
    for made in (
        *(go, part_of_go, chess, janggi, shogi, draughts, counters, sudoku, page, table, calendar),
        *(keyboard, icons, bubbles, window, portrait, wood, tiles, chart, discs_of_characters),
    )
}
"""The function that draws each kind of picture."""


def drawn(kind: str, seed: int) -> Image.Image:
    """Return a picture of a kind, the same for the same seed."""
    return KINDS[kind](np.random.default_rng((seed, sorted(KINDS).index(kind))))


def main() -> None:
    """Write a picture of each kind, to look at."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        drawn(kind, arguments.seed).save(arguments.folder / f"{kind}.png")


if __name__ == "__main__":
    main()
