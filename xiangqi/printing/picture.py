"""Draws one page as a picture: SVG with texts as outlines, or PNG."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from xiangqi.diagram.canvas import Canvas, Paint, Path, box, moved
from xiangqi.diagram.drawing import Extent, draw_board
from xiangqi.diagram.outlines import Typeface, outlines
from xiangqi.diagram.raster import RasterCanvas, board_image
from xiangqi.diagram.svg import SvgCanvas, framed
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.printing.fonts import SUBSTITUTE, shown_as
from xiangqi.printing.page import Drawn, Item, Page, PlacedBoard, TextStyle, Words
from xiangqi.resources import asset

GROUND: Final = (255, 253, 248)
"""The background colour."""

_HIGHEST: Final = 30_000  # greatest height, px; chat programs do not show longer pictures
_LEAN: Final = 0.2
_OVERSAMPLING: Final = 3


def missing_in(page: Page) -> set[str]:
    """Return the characters of a page that the fonts do not have."""
    return {
        character
        for words in page.items
        if isinstance(words, Words)
        for character in words.text
        if _shown(words.style.typeface, character) == SUBSTITUTE != character
    }


@lru_cache(maxsize=8192)
def _shown(typeface: Typeface, character: str) -> str:
    return shown_as(outlines(typeface), character)


# ---- SVG ----


def page_svg(page: Page, title: str = "") -> bytes:
    """Return a page as SVG."""
    canvas = SvgCanvas()
    canvas.path(box(0, 0, page.width, page.height), Paint(GROUND))
    draw_items(canvas, page.items)
    return framed(canvas, Extent(0, 0, page.width, page.height), round(page.width), title).encode()


def draw_items(canvas: SvgCanvas, items: Iterable[Item]) -> None:
    """Draw the items of a page except links."""
    for item in items:
        if isinstance(item, Words):
            _write(canvas, item)
        elif isinstance(item, Drawn):
            canvas.path(moved(item.path, item.x, item.y), item.paint)
        elif isinstance(item, PlacedBoard):
            extent = Extent.of(item.picture, item.theme)
            inside = SvgCanvas(canvas.definitions)
            draw_board(inside, item.picture, item.theme, flipped=item.flipped)
            canvas.group(inside, item.x, item.y, item.width / extent.width, (-extent.left, -extent.top))


def _write(canvas: SvgCanvas, words: Words) -> None:
    """Draw a text as outlines; glyphs already drawn are referenced."""
    x, style = words.x, words.style
    for character in words.text:
        if not character.isspace():
            draw = partial(_draw_glyph, character=_shown(style.typeface, character), style=style)
            canvas.symbol((character, style), draw, (x, words.y))
        x += style.width(character)


def _draw_glyph(canvas: Canvas, character: str, style: TextStyle) -> None:
    path = moved(outlines(style.typeface).path(character), 0, 0, style.size)
    canvas.path(_leaning(path) if style.italic else path, Paint(style.colour))


def _leaning(path: Path) -> Path:
    """Return a path slanted to the right, like italics."""
    return tuple(
        (
            letter,
            tuple(
                value if place % 2 else value - _LEAN * values[place + 1] for place, value in enumerate(values)
            ),
        )
        for letter, values in path
    )


# ---- PNG ----


def page_png(page: Page, width: int) -> bytes:
    """Return a page as PNG.

    Args:
        page: the page.
        width: the width in pixels.

    Raises:
        XiangqiError: the picture would be longer than programs can show.
    """
    scale = width / page.width
    height = round(page.height * scale)
    if height > _HIGHEST:
        raise XiangqiError(Message("print.too_long", height=height, most=_HIGHEST))
    image = Image.new("RGB", (width, height), GROUND)
    for item in page.items:
        if isinstance(item, Words):
            _write_pixels(image, item, scale)
        elif isinstance(item, Drawn):
            _draw_pixels(image, item, scale)
        elif isinstance(item, PlacedBoard):
            board = board_image(
                item.picture, item.theme, round(item.width * scale), flipped=item.flipped, ground=GROUND
            )
            image.paste(board, (round(item.x * scale), round(item.y * scale)))
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


@lru_cache(maxsize=64)
def _font(typeface: Typeface, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(asset(f"fonts/{typeface.value}")), size)


def _write_pixels(image: Image.Image, words: Words, scale: float) -> None:
    style = words.style
    text = "".join(_shown(style.typeface, character) for character in words.text)
    font = _font(style.typeface, style.size * scale)
    if not style.italic:
        pen = ImageDraw.Draw(image)
        pen.text((words.x * scale, words.y * scale), text, fill=style.colour, font=font, anchor="ls")
        return
    left, top, right, bottom = (value * scale for value in words.box)
    size = (round(right - left + 0.5 * (bottom - top)) + 2, round(1.4 * (bottom - top)))
    mask = Image.new("L", size)
    baseline = words.y * scale - top
    ImageDraw.Draw(mask).text((0, baseline), text, fill=255, font=font, anchor="ls")
    mask = mask.transform(
        size, Image.Transform.AFFINE, (1, _LEAN, -_LEAN * baseline, 0, 1, 0), Image.Resampling.BICUBIC
    )
    image.paste(style.colour, (round(left), round(top)), mask)


def _draw_pixels(image: Image.Image, item: Drawn, scale: float) -> None:
    """Draw a path enlarged, then scale it down so that its edges are smooth."""
    pad = 3
    left, top, right, bottom = (round(value * scale) for value in item.box)
    area = (max(0, left - pad), max(0, top - pad), right + pad, bottom + pad)
    part = image.crop(area)
    large = part.resize((part.width * _OVERSAMPLING, part.height * _OVERSAMPLING), Image.Resampling.NEAREST)
    zoom = scale * _OVERSAMPLING
    canvas = RasterCanvas(large, zoom, (-area[0] * _OVERSAMPLING, -area[1] * _OVERSAMPLING))
    canvas.path(moved(item.path, item.x, item.y), item.paint)
    image.paste(large.resize(part.size, Image.Resampling.BOX), area[:2])
