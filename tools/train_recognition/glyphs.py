"""The signs on pieces: characters, letters and pictures from installed fonts, as masks."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from fontTools.ttLib import TTCollection, TTFont
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from tools.train_recognition.paint import Random
from xiangqi.diagram.symbols import PICTURE, Point, carve
from xiangqi.resources import asset

Mask = NDArray[np.uint8]

SIZE: Final = 72
"""Longer side of a mask in pixels."""

_PARTS: Final = 3
"""The number of parts, across and down, in which a hand bends a sign."""

KINDS: Final = "KABNRCP"

CHARACTERS: Final = {
    "K": "帥帅帥帅将將",
    "A": "仕仕仕士",
    "B": "相相相象",
    "N": "傌馬马馬马",
    "R": "俥車车車车",
    "C": "炮炮砲包",
    "P": "兵",
    "k": "將将將将帥帅",
    "a": "士士士仕",
    "b": "象象象相",
    "n": "馬马傌",
    "r": "車车俥",
    "c": "砲炮炮包",
    "p": "卒",
}
"""The characters for each piece, with common ones repeated."""

LETTERS: Final = {"K": "KKG", "A": "AAMG", "B": "BEEM", "N": "NHH", "R": "RR", "C": "CC", "P": "PPS"}

_SYMBOLS: Final = {
    "K": "\u2654\u265a\U0001f451\U0001fa60\U0001fa67",
    "A": "\u2655\u265b\U0001fa61\U0001fa68\U0001f6e1",
    "B": "\u2657\u265d\U0001f418\U0001f418\U0001fa62\U0001fa69",
    "N": "\u2658\u265e\U0001f40e\U0001f434\U0001fa63\U0001fa6a",
    "R": "\u2656\u265c\U0001f3f0\U0001fa64\U0001fa6b",
    "C": "\U0001f4a3\U0001fa65\U0001fa6c",
    "P": "\u2659\u265f\U0001fa66\U0001fa6d",
}
"""Characters that show a picture of the piece."""

OTHERS: Final = (
    "一二三五六七八九十口日月山水木金土火人大小中上下左右天王玉石田目耳手足力刀弓"
    "矢米貝見言走身門雨風鳥魚龍虎龜牛羊犬黃黑白青赤東西南北春夏秋冬"
)
"""Characters that are found on no piece."""

_WANTED: Final = frozenset("KGAMBENHRCPSkgambenhrcps0123456789" + OTHERS).union(
    *CHARACTERS.values(), *_SYMBOLS.values()
)
"""All signs that scenes draw."""

_HELD_OUT: Final = (
    "LXGWWenKai-Regular", "LXGWWenKai-Bold", "LXGWWenKai-Light", "gbsn00lp", "cwming", "KleeOne", "wqy-zenhei",
    "ReggaeOne", "Mplus1", "Mplus2", "kiloji", "HanaMin", "umeplus", "TW-Sung-98", "fonts-japanese",
)  # fmt: skip
"""Fonts held out from training."""

_USELESS: Final = (
    "Oblique", "Italic", "Jamo", "Mplus1Code", "MplusCode", "LXGWWenKaiMono", "misaki", "Coding", "Plus-98",
    "Ext-B",     "NotoSansCJK-Thin", "RictyDiminishedDiscord", "ume-p", "migmix-1m", "migmix-2m", "migu-1m",
    "migu-2m", "hline",     "setofont-ex", "VL-PGothic", "KonatuTohaba", "TakaoP", "ipamp", "ipagp", "Sousyo",
)  # fmt: skip


@dataclass(frozen=True)
class Font:
    """The masks of a font.

    Attributes:
        name: the file's name.
        masks: the masks by character, cropped.
        is_held_out: whether the font is used for measurements only.
    """

    name: str
    masks: dict[str, Mask]
    is_held_out: bool

    def choices(self, piece: str) -> list[str]:
        """Return the font's characters for a piece, with common ones repeated."""
        return [character for character in CHARACTERS[piece] if character in self.masks]


def font_files(folder: Path = Path("/usr/share/fonts")) -> list[Path]:
    """Return the files of useful installed fonts and of the program's own."""
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".ttf", ".ttc", ".otf"))
    kept = [path for path in found if not any(part in path.name for part in _USELESS)]
    yoz = [path for path in kept if path.name.startswith("YOz")]
    several = set(yoz) - {path for path in yoz if path.name in ("YOzRN_.ttf", "YOzBA_.ttf", "YOzRC_.ttf")}
    own = [asset("fonts/board.ttf"), asset("fonts/text-bold.otf")]
    return [*own, *(path for path in kept if path not in several)]


def _characters(path: Path) -> set[int]:
    font = TTCollection(path).fonts[0] if path.suffix.lower() == ".ttc" else TTFont(path)
    return set(font.getBestCmap() or ())


def _mask(font: ImageFont.FreeTypeFont, character: str) -> Mask | None:
    """Return a character's mask, cropped to its ink, or None if the font draws nothing."""
    image = Image.new("L", (SIZE * 2, SIZE * 2))
    ImageDraw.Draw(image).text((SIZE // 2, SIZE // 2), character, font=font, fill=255)
    box = image.getbbox()
    if box is None or box[2] - box[0] < 3 or box[3] - box[1] < SIZE // 8:
        return None
    return np.asarray(image.crop(box))


def load(path: Path) -> Font | None:
    """Return the masks of a font, or None if it has fewer than twenty of the signs that scenes draw."""
    masks = _masks(ImageFont.truetype(str(path), SIZE), _characters(path))
    if len(masks) < 20:
        return None
    return Font(path.name, masks, any(part in path.name for part in _HELD_OUT))


def load_web_fonts(folder: Path) -> list[Font]:
    """Return the masks of all web fonts below a folder that have a character for every piece.

    A web font comes in parts, each with some of its characters (``.woff`` and ``.woff2``); parts are put
    together by the full name that they give themselves. All these fonts are for training.

    Raises:
        OSError: a file cannot be read.
        TTLibError: a file is not a font.
    """
    found: dict[str, dict[str, Mask]] = {}
    for path in sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".woff", ".woff2")):
        part = TTFont(path)
        known = set(part.getBestCmap() or ()).intersection(map(ord, _WANTED))
        if not known:
            continue
        part.flavor = None
        plain = io.BytesIO()
        part.save(plain)
        plain.seek(0)
        masks = found.setdefault(str(part["name"].getBestFullName()), {})
        masks.update(_masks(ImageFont.truetype(plain, SIZE), known))
    return [font for font in (Font(name, masks, False) for name, masks in found.items()) if is_chinese(font)]


def _masks(font: ImageFont.FreeTypeFont, known: set[int]) -> dict[str, Mask]:
    """Return the masks of those signs of pieces, and of other signs to tell them from, that a font has."""
    made = {character: _mask(font, character) for character in sorted(_WANTED) if ord(character) in known}
    return {character: mask for character, mask in made.items() if mask is not None}


def is_chinese(font: Font) -> bool:
    """Return whether a font has a character for every piece."""
    return all(font.choices(piece) for piece in CHARACTERS)


def symbols_of(font: Font) -> dict[str, list[str]]:
    """Return a font's pictures by kind; empty if any kind but the elephant or the cannon lacks one."""
    found = {kind: [s for s in choices if s in font.masks] for kind, choices in _SYMBOLS.items()}
    return found if all(found[kind] for kind in "KANRP") else {}


class _Carver:
    """Draws the program's own pictures into a mask."""

    def __init__(self) -> None:
        self.image = Image.new("L", (SIZE * 2, SIZE * 2))
        self._pen = ImageDraw.Draw(self.image)

    def _place(self, x: float, y: float) -> Point:
        return SIZE * (1 + x * PICTURE * 1.5), SIZE * (1 + y * PICTURE * 1.5)

    def polygon(self, corners: list[Point], cut: bool) -> None:
        """Fill a polygon, or cut it out."""
        self._pen.polygon([self._place(x, y) for x, y in corners], fill=0 if cut else 255)

    def disc(self, x: float, y: float, radius: float, cut: bool = False) -> None:
        """Fill a circle, or cut it out."""
        (left, top), (right, bottom) = self._place(x - radius, y - radius), self._place(x + radius, y + radius)
        self._pen.ellipse((left, top, right, bottom), fill=0 if cut else 255)

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """Draw the outline of a circle."""
        (left, top), (right, bottom) = self._place(x - radius, y - radius), self._place(x + radius, y + radius)
        self._pen.ellipse((left, top, right, bottom), outline=255, width=round(width * SIZE * PICTURE * 1.5))


@dataclass(frozen=True)
class Hand:
    """How the signs of one board differ from their fonts', as if they were set in another font.

    Attributes:
        stretch: factor of the width.
        slant: shift to the right at the top, in heights.
        weight: pixels added to each edge of a stroke; negative makes it thinner.
        bend: deviation by which parts of a sign are shifted, in parts of its size.
    """

    stretch: float
    slant: float
    weight: int
    bend: float


def hand(random: Random) -> Hand:
    """Return a random hand."""
    return Hand(
        stretch=float(np.exp(random.normal(0, 0.12))),
        slant=float(random.normal(0, 0.06)),
        weight=int(random.choice([-1, 0, 0, 1, 2])),
        bend=float(random.uniform(0, 0.035)),
    )


def written(mask: Mask, by: Hand, random: Random) -> Mask:
    """Return a sign as written by a hand; strokes that would vanish are not made thinner."""
    room = SIZE // 6
    image = Image.fromarray(np.pad(mask, room))
    width, height = image.size
    steps = np.linspace(0, 1, _PARTS + 1)
    xs, ys = np.meshgrid(steps * width, steps * height)
    xs = xs + by.slant * (ys - height / 2) + random.normal(0, by.bend, xs.shape) * width
    ys = ys + random.normal(0, by.bend, ys.shape) * height
    wide = max(8, round(width * by.stretch))
    mesh = []
    for row in range(_PARTS):
        for column in range(_PARTS):
            left, right = (round(steps[at] * wide) for at in (column, column + 1))
            top, bottom = (round(steps[at] * height) for at in (row, row + 1))
            around = ((row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1))
            quad = [float(part) for corner in around for part in (xs[corner], ys[corner])]
            mesh.append(((left, top, right, bottom), quad))
    image = image.transform((wide, height), Image.Transform.MESH, mesh, Image.Resampling.BILINEAR)
    if by.weight > 0:
        image = image.filter(ImageFilter.MaxFilter(2 * by.weight + 1))
    elif by.weight < 0:
        thinner = image.filter(ImageFilter.MinFilter(3))
        image = thinner if np.asarray(thinner).sum() > 0.55 * np.asarray(image).sum() else image
    box = image.getbbox()
    return mask if box is None else np.asarray(image.crop(box))


def own_pictures() -> dict[str, Mask]:
    """Return the program's own pictures by kind."""
    made = {}
    for number, kind in enumerate(KINDS, 1):
        carver = _Carver()
        carve(number, carver)
        made[kind] = np.asarray(carver.image.crop(carver.image.getbbox()).resize((SIZE, SIZE)))
    return made


def letters_of(piece: str) -> str:
    """Return the letters for a piece, with common ones repeated."""
    return LETTERS[piece.upper()]
