"""Random piece designs: material, shape, rings, ink, and signs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tools.train_recognition.glyphs import (
    KINDS,
    OTHERS,
    Font,
    Hand,
    Mask,
    hand,
    is_chinese,
    letters_of,
    symbols_of,
    written,
)
from tools.train_recognition.paint import Colour, Random, Textures, any_colour, chance, hsv, luma, mixed

_OVERSAMPLING: Final = 2

_LEGIBLE: Final = 70.0
"""The least difference in brightness between an ink and its ground; no program's pieces have less."""

_SMALLEST_SIGN: Final = 0.42
"""The least length of a sign's longer side, in cells."""

_BLACK: Final = (0, 0, 0)
_WHITE: Final = (255, 255, 255)


@dataclass(frozen=True)
class SideLook:
    """The design of one side's pieces.

    Attributes:
        face: colour of the disc.
        far: the second colour of its gradient or grain.
        ink: colour of the sign.
        edge: colour of the outline.
        edge_width: the width of the edge in radii.
        rings: radius and width of each inner ring, in radii.
        shape: circle, octagon, square or none.
        fill: flat, dome, ramp or grain.
        carving: none, carved or outlined.
        shadow: the offset of the shadow in radii; 0 for none.
        turn: rotation of all pieces, in degrees.
    """

    face: Colour
    far: Colour
    ink: Colour
    edge: Colour
    edge_width: float = 0.06
    rings: tuple[tuple[float, float], ...] = ()
    shape: str = "circle"
    fill: str = "flat"
    carving: str = "none"
    shadow: float = 0.0
    turn: float = 0.0


@dataclass(frozen=True)
class PieceSet:
    """The design of a set of pieces.

    Attributes:
        sides: Red's and Black's design.
        size: diameter in cells.
        glyph: size of the signs, in diameters.
        signs: chinese, letters, symbols, own or mixed.
        caption: whether there are small letters below.
        wobble: random rotation of each piece, in degrees.
        loose: random offset of each piece from its point, in cells.
        thick: height of the pieces' walls that the camera sees, in cells.
    """

    sides: tuple[SideLook, SideLook]
    size: float
    glyph: float
    signs: str
    caption: bool = False
    wobble: float = 0.0
    loose: float = 0.0
    thick: float = 0.0


def _reddish(random: Random) -> Colour:
    return hsv(random.normal(0.0, 0.025), random.uniform(0.6, 1), random.uniform(0.45, 1))


def _darkish(random: Random) -> Colour:
    kind = random.random()
    if kind < 0.55:
        return hsv(random.random(), random.uniform(0, 0.35), random.uniform(0, 0.28))
    return hsv(random.uniform(0.25, 0.72), random.uniform(0.4, 1), random.uniform(0.2, 0.75))


def _pale(random: Random) -> Colour:
    kind = random.random()
    if kind < 0.6:
        return hsv(random.uniform(0.06, 0.16), random.uniform(0.05, 0.6), random.uniform(0.7, 1))
    if kind < 0.85:
        return hsv(random.random(), random.uniform(0, 0.08), random.uniform(0.75, 1))
    return hsv(random.random(), random.uniform(0.1, 0.4), random.uniform(0.6, 1))


def _schemes(random: Random) -> tuple[tuple[Colour, Colour], tuple[Colour, Colour]]:
    """Return the colours of the face and the ink for both sides."""
    kind = random.random()
    pale, red, dark = _pale(random), _reddish(random), _darkish(random)
    if kind < 0.52:
        other = pale if chance(random, 0.75) else mixed(pale, _pale(random), 0.5)
        return (pale, red), (other, dark)
    if kind < 0.66:
        light = _pale(random)
        return (red, light), (dark, light if chance(random, 0.6) else _pale(random))
    if kind < 0.74:
        return (pale, red), (mixed(dark, _BLACK, 0.4), _pale(random))
    if kind < 0.79:
        return (red, _pale(random)), (_pale(random), dark)
    if kind < 0.86:
        ink = mixed(_BLACK, any_colour(random), 0.15)
        return (mixed(pale, red, random.uniform(0.25, 0.7)), ink), (pale, ink)
    if kind < 0.93:
        black = mixed(_BLACK, any_colour(random), 0.1)
        return (_WHITE if chance(random, 0.6) else pale, black), (black, _WHITE)
    black = mixed(_BLACK, any_colour(random), 0.1)
    return (pale, black), (pale, black)


def legible(colour: Colour, other: Colour) -> Colour:
    """Return a colour made lighter or darker until the other can be told from it."""
    away = _WHITE if luma(other) < 128 else _BLACK
    shares = (step / 8 for step in range(9))
    lightened = (mixed(colour, away, share) for share in shares)
    return next(made for made in lightened if abs(luma(made) - luma(other)) >= _LEGIBLE)


def _side(random: Random, face: Colour, ink: Colour, model: SideLook | None) -> SideLook:
    """Return a design in about these colours, otherwise like the other side's `model`."""
    face = legible(face, ink)
    far = mixed(face, any_colour(random) if chance(random, 0.2) else _BLACK, random.uniform(0.05, 0.5))
    far = legible(far, ink)
    edge = [ink, mixed(face, _BLACK, 0.5), mixed(face, _WHITE, 0.5), any_colour(random)][
        int(random.integers(4))
    ]
    if model is not None:
        return replace(model, face=face, far=far, ink=ink, edge=edge if chance(random, 0.3) else ink)
    count = int(random.choice([0, 1, 1, 2]))
    rings = tuple((random.uniform(0.68, 0.94), random.uniform(0.02, 0.09)) for _ in range(count))
    return SideLook(
        face,
        far,
        ink,
        edge,
        edge_width=random.uniform(0.0, 0.14),
        rings=rings,
        shape=str(random.choice(["circle", "octagon", "square", "none"], p=[0.88, 0.04, 0.04, 0.04])),
        fill=str(random.choice(["flat", "dome", "ramp", "grain"], p=[0.4, 0.25, 0.15, 0.2])),
        carving=str(random.choice(["none", "carved", "outlined"], p=[0.65, 0.2, 0.15])),
        shadow=random.uniform(0.02, 0.22) if chance(random, 0.4) else 0.0,
    )


def plain_set(random: Random) -> PieceSet:
    """Return an easily readable design for the start of training: large, upright, uniform characters."""
    pieces = piece_set(random)
    sides = (replace(pieces.sides[0], turn=0.0), replace(pieces.sides[1], turn=0.0))
    size, glyph = random.uniform(0.8, 1.0), random.uniform(0.6, 0.8)
    return replace(
        pieces, sides=sides, size=size, glyph=glyph, signs="chinese", caption=False, wobble=0.0, loose=0.0
    )


def laid_on(pieces: PieceSet, ground: Colour) -> PieceSet:
    """Return the design with inks that can be told from the ground if the pieces have no discs."""
    red, black = (
        replace(side, ink=legible(side.ink, ground)) if side.shape == "none" else side for side in pieces.sides
    )
    return replace(pieces, sides=(red, black))


def piece_set(random: Random, characters: float = 0.0) -> PieceSet:
    """Return a random design; a share `characters` of those with other signs gets characters instead."""
    (red_face, red_ink), (black_face, black_ink) = _schemes(random)
    red = _side(random, red_face, red_ink, None)
    black = _side(random, black_face, black_ink, red)
    if red_ink == black_ink and red_face == black_face:  # only rings tell the sides apart
        black = replace(black, rings=((0.82, 0.05),), edge_width=0.08)
        red = replace(red, rings=(), edge_width=0.05)
    if red.shape == "none" and luma(red_face) < 120:
        red, black = replace(red, shape="circle"), replace(black, shape="circle")
    turn = random.random()
    if turn < 0.13:
        black = replace(black, turn=180.0)
    others = np.array([0.06, 0.07, 0.05]) * (1 - characters)
    signs = str(random.choice(["chinese", "letters", "symbols", "own"], p=[1 - others.sum(), *others]))
    size = random.uniform(0.68, 1.0) if chance(random, 0.9) else random.uniform(0.55, 0.7)
    return PieceSet(
        (red, black),
        size=size,
        glyph=max(random.uniform(0.48, 0.82), _SMALLEST_SIGN / size),
        signs=signs,
        caption=chance(random, 0.04),
        wobble=random.choice([4.0, 20.0, 180.0, 180.0]) if turn > 0.84 else 0.0,
        loose=random.uniform(0.02, 0.09) if chance(random, 0.15) else 0.0,
    )


class Signs:
    """Chooses the signs on pieces."""

    def __init__(self, random: Random, fonts: list[Font], own: dict[str, Mask], hands: float = 0.0) -> None:
        """Use these fonts and pictures; a share of the boards shows them as written by a hand."""
        self.random, self._hands = random, hands
        self._chinese = [font for font in fonts if is_chinese(font)]
        self._others = [font for font in fonts if len(font.masks) > 20]
        self._symbols = [(font, symbols_of(font)) for font in fonts if symbols_of(font)]
        self._own = own

    def chooser(self, signs: str, is_mixed: bool) -> _Chooser:
        """Return a chooser for one board; every piece of a kind gets the same sign unless mixed."""
        return _Chooser(self, signs, is_mixed)

    def hand(self, signs: str) -> Hand | None:
        """Return a hand for one board, or None to leave its signs as they are."""
        is_any = signs in ("chinese", "letters") and self._hands and chance(self.random, self._hands)
        return hand(self.random) if is_any else None

    def any_font(self) -> Font:
        """Return a font with Chinese characters."""
        return self._chinese[int(self.random.integers(len(self._chinese)))]

    def one(self, signs: str, piece: str, font: Font) -> Mask:
        """Return a sign for a piece."""
        random = self.random
        if signs == "chinese":
            return font.masks[str(random.choice(font.choices(piece)))]
        if signs == "letters":
            other = self._others[int(random.integers(len(self._others)))]
            letter = letters_of(piece)[int(random.integers(len(letters_of(piece))))]
            return other.masks.get(letter, self.one("chinese", piece, font))
        if signs == "symbols":
            other, choices = self._symbols[int(random.integers(len(self._symbols)))]
            found = choices[piece.upper()]
            return other.masks[str(random.choice(found))] if found else self._own[piece.upper()]
        return self._own[piece.upper()]

    def unknown(self) -> Mask:
        """Return a sign that is found on no piece."""
        font = self.any_font()
        found = [character for character in OTHERS if character in font.masks]
        return font.masks[str(self.random.choice(found))]


class _Chooser:
    """Chooses the signs for one board."""

    def __init__(self, signs: Signs, kind: str, is_mixed: bool) -> None:
        self._signs, self._kind, self._is_mixed = signs, kind, is_mixed
        self._font = signs.any_font()
        self._chosen: dict[str, Mask] = {}
        self._hand = signs.hand(kind)

    def sign(self, piece: str) -> tuple[str, Mask]:
        """Return a name for the piece's appearance, and the mask of its sign."""
        if self._is_mixed:
            mask = self._signs.one(self._kind, piece, self._signs.any_font())
            return f"{piece}{id(mask)}", self._written(mask)
        if piece not in self._chosen:
            self._chosen[piece] = self._written(self._signs.one(self._kind, piece, self._font))
        return piece, self._chosen[piece]

    def _written(self, mask: Mask) -> Mask:
        return mask if self._hand is None else written(mask, self._hand, self._signs.random)


def _shape(pen: ImageDraw.ImageDraw, shape: str, middle: float, radius: float, fill: int) -> None:
    box = (middle - radius, middle - radius, middle + radius, middle + radius)
    if shape == "octagon":
        angles = [np.pi / 8 + k * np.pi / 4 for k in range(8)]
        pen.polygon(
            [(middle + radius * np.cos(a) * 1.04, middle + radius * np.sin(a) * 1.04) for a in angles],
            fill=fill,
        )
    elif shape == "square":
        pen.rounded_rectangle(box, radius * 0.3, fill=fill)
    else:
        pen.ellipse(box, fill=fill)


def _face(look: SideLook, size: int, random: Random, textures: Textures) -> Image.Image:
    if look.fill == "grain":
        return textures.laid((size, size), look.face, look.far)
    if look.fill == "flat":
        return Image.new("RGB", (size, size), look.face)
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
    if look.fill == "dome":
        share = np.clip(np.hypot(xs + 0.1, ys + 0.12) * random.uniform(1, 2), 0, 1) ** random.uniform(1, 3)
    else:
        angle = random.uniform(0, 2 * np.pi)
        share = np.clip(0.5 + xs * np.cos(angle) + ys * np.sin(angle), 0, 1)
    colours = np.asarray(look.face) * (1 - share[..., None]) + np.asarray(look.far) * share[..., None]
    return Image.fromarray(colours.astype(np.uint8))


class Sprites:
    """Draws the pieces of one board."""

    def __init__(self, random: Random, textures: Textures, pieces: PieceSet, cell: float) -> None:
        """Prepare pieces for cells of this size, in pixels."""
        self._random, self._textures, self._pieces = random, textures, pieces
        self._diameter = max(8, round(cell * pieces.size))
        self._room = round(self._diameter * 1.35)  # for shadows
        self._bases = [self._base(look) for look in pieces.sides]
        self._made: dict[str, Image.Image] = {}

    def _base(self, look: SideLook) -> tuple[Image.Image, Image.Image]:
        """Return a disc without a sign, and its mask including the shadow."""
        scale = _OVERSAMPLING
        size, radius = self._room * scale, self._diameter * scale / 2
        middle = size / 2
        image = _face(look, size, self._random, self._textures)
        mask = Image.new("L", (size, size))
        if look.shape != "none":
            _shape(ImageDraw.Draw(mask), look.shape, middle, radius, 255)
            pen = ImageDraw.Draw(image)
            if look.edge_width > 0.01 and look.shape != "circle":
                inner = Image.new("L", (size, size), 255)
                _shape(ImageDraw.Draw(inner), look.shape, middle, radius * (1 - look.edge_width), 0)
                image.paste(look.edge, mask=inner)
            elif look.edge_width > 0.01:
                reach = radius + 2
                box = (middle - reach, middle - reach, middle + reach, middle + reach)
                pen.ellipse(box, outline=look.edge, width=max(1, round(look.edge_width * radius + 2)))
            for share, width in look.rings:
                reach = radius * share
                box = (middle - reach, middle - reach, middle + reach, middle + reach)
                pen.ellipse(box, outline=look.ink, width=max(1, round(width * radius)))
        if look.shadow and look.shape != "none":
            shift = round(look.shadow * radius)
            shade = ImageChops.offset(mask, shift, shift).filter(ImageFilter.GaussianBlur(radius * 0.08 + 0.5))
            image = Image.composite(image, Image.new("RGB", image.size), mask)
            mask = ImageChops.lighter(mask, shade.point(lambda value: int(value * 0.55)))
        return image, mask

    def piece(self, side: int, name: str, sign: Mask | None) -> Image.Image:
        """Return a piece in RGBA.

        Args:
            side: 0 for Red, 1 for Black.
            name: the same for equal appearance.
            sign: the mask, or None for no sign.
        """
        if name not in self._made:
            self._made[name] = self._drawn(side, sign)
        return self._made[name]

    def _drawn(self, side: int, sign: Mask | None) -> Image.Image:
        look = self._pieces.sides[side]
        base, mask = self._bases[side]
        image = base.copy()
        if sign is not None:
            mask = self._signed(image, mask, look, sign)
        image.putalpha(mask)
        image = image.resize((self._room, self._room), Image.Resampling.BOX)
        return image.rotate(look.turn) if look.turn else image

    def _signed(self, image: Image.Image, mask: Image.Image, look: SideLook, sign: Mask) -> Image.Image:
        """Draw a sign on a disc, and return the mask of both."""
        height, width = sign.shape
        reach = self._diameter * _OVERSAMPLING * self._pieces.glyph * (1.25 if look.shape == "none" else 1)
        scale = reach / max(width, height)
        glyph = Image.fromarray(sign).resize((max(2, round(width * scale)), max(2, round(height * scale))))
        ink = Image.new("L", image.size)
        lift = round(self._diameter * 0.12) if self._pieces.caption else 0
        ink.paste(glyph, ((image.width - glyph.width) // 2, (image.height - glyph.height) // 2 - lift))
        if look.carving == "carved":
            step = max(1, round(reach * 0.025))
            image.paste(mixed(look.face, _WHITE, 0.6), mask=ImageChops.offset(ink, step, step))
            image.paste(mixed(look.face, _BLACK, 0.6), mask=ImageChops.offset(ink, -step, -step))
        elif look.carving == "outlined":
            wider = ink.filter(ImageFilter.MaxFilter(1 + 2 * max(1, round(reach * 0.02))))
            image.paste(mixed(look.ink, _WHITE if luma(look.ink) < 128 else _BLACK, 0.8), mask=wider)
        image.paste(look.ink, mask=ink)
        if self._pieces.caption:
            pen = ImageDraw.Draw(image)
            y = image.height / 2 + self._diameter * 0.5
            word = "".join(self._random.choice(list("abcdefghijklmnorstu"), int(self._random.integers(3, 8))))
            pen.text((image.width / 2, y), word, fill=look.ink, anchor="mm", font_size=self._diameter * 0.3)
        return ImageChops.lighter(mask, ink) if look.shape == "none" else mask


__all__ = ["KINDS", "PieceSet", "Signs", "Sprites", "piece_set", "plain_set"]
