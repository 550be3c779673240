"""Writes boards as SVG that needs no font, no script and no network."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from xiangqi.diagram.canvas import Canvas, Paint, Path, Point, moved
from xiangqi.diagram.drawing import Extent, draw_board
from xiangqi.diagram.outlines import centred
from xiangqi.diagram.picture import BoardPicture
from xiangqi.diagram.theme import WOOD, Colour, DiagramTheme
from xiangqi.media import for_document

_SHOWN_WIDTH = 360  # width unless the page sets a size, px


class SvgCanvas:
    """Collects SVG elements.

    Attributes:
        elements: the elements drawn so far.
        definitions: symbols by id, in the order of their first use.
    """

    def __init__(self, definitions: dict[str, str] | None = None) -> None:
        """Begin an empty drawing.

        Args:
            definitions: symbols shared with other drawings on the same page.
        """
        self.elements: list[str] = []
        self.definitions = {} if definitions is None else definitions
        self._ids: dict[object, str] = {}

    def path(self, path: Path, paint: Paint) -> None:
        """Paint a path."""
        self.elements.append(f'<path d="{_data(path)}"{_attributes(paint)}/>')

    def glyph(self, character: str, font: str, middle: Point, size: float, colour: Colour) -> None:
        """Draw a character as its outline."""
        self.path(moved(centred(character, font), *middle, size), Paint(colour))

    def group(self, inside: SvgCanvas, x: float, y: float, scale: float, origin: Point) -> None:
        """Add a drawing that shares this one's definitions: moved by `origin`, scaled, and moved by (x, y)."""
        left, top = map(_number, origin)
        place = f"translate({_number(x)} {_number(y)}) scale({scale:.5f}) translate({left} {top})"
        self.elements.append(f'<g transform="{place}">{"".join(inside.elements)}</g>')

    def symbol(self, key: object, draw: Callable[[Canvas], None], place: Point) -> None:
        """Refer to a symbol, which is defined on first use.

        The symbol's id depends on what it shows, so that drawings on one page do not use each other's pieces.
        """
        if key not in self._ids:
            inside = SvgCanvas()
            draw(inside)
            content = "".join(inside.elements)
            name = "x" + hashlib.sha256(content.encode()).hexdigest()[:12]
            self._ids[key] = name
            self.definitions[name] = f'<g id="{name}">{content}</g>'
        x, y = place
        self.elements.append(f'<use href="#{self._ids[key]}" x="{_number(x)}" y="{_number(y)}"/>')


def board_svg(
    picture: BoardPicture,
    theme: DiagramTheme = WOOD,
    *,
    flipped: bool = False,
    width: float = _SHOWN_WIDTH,
    title: str = "",
) -> str:
    """Return a board as a complete SVG document.

    Args:
        picture: the content of the board.
        theme: the look of the board.
        flipped: whether Black is at the bottom.
        width: the width in pixels, unless the page sets a size.
        title: the text for screen readers.
    """
    canvas = SvgCanvas()
    draw_board(canvas, picture, theme, flipped=flipped)
    return framed(canvas, Extent.of(picture, theme), width, title)


def framed(canvas: SvgCanvas, extent: Extent, width: float, title: str = "") -> str:
    """Return a drawing as a complete SVG document that shows the given extent."""
    height = round(width * extent.height / extent.width)
    area = " ".join(map(_number, (extent.left, extent.top, extent.width, extent.height)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{area}" width="{_number(width)}" '
        f'height="{height}" role="img">'
        + (f"<title>{escaped(title)}</title>" if title else "")
        + (f"<defs>{''.join(canvas.definitions.values())}</defs>" if canvas.definitions else "")
        + "".join(canvas.elements)
        + "</svg>"
    )


def escaped(text: str) -> str:
    """Return a text escaped for XML, without the characters that XML cannot represent."""
    return (
        for_document(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
    )


def _data(path: Path) -> str:
    return "".join(letter + " ".join(map(_number, values)) for letter, values in path)


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _attributes(paint: Paint) -> str:
    parts = [f' fill="{_colour(paint.fill)}"' if paint.fill is not None else ' fill="none"']
    if paint.stroke is not None:
        parts.append(f' stroke="{_colour(paint.stroke)}" stroke-width="{_number(paint.width)}"')
        if paint.dashes:
            parts.append(f' stroke-dasharray="{" ".join(map(_number, paint.dashes))}"')
        if paint.is_round:
            parts.append(' stroke-linecap="round" stroke-linejoin="round"')
    if paint.opacity < 1:
        parts.append(f' opacity="{_number(paint.opacity)}"')
    return "".join(parts)


def _colour(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
