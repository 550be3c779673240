"""Pages as data: texts, paths and boards at their places. Lengths are in points (1/72 inch); y runs down."""

from __future__ import annotations

from dataclasses import dataclass, field

from xiangqi.diagram.canvas import Paint, Path
from xiangqi.diagram.drawing import Extent
from xiangqi.diagram.outlines import Typeface, outlines
from xiangqi.diagram.picture import BoardPicture
from xiangqi.diagram.theme import Colour, DiagramTheme

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The style of a text."""

    size: float = 9.0  # size of the em
    bold: bool = False
    italic: bool = False
    whole: bool = False  # whether Chinese words are broken only at spaces, as moves are
    colour: Colour = (0, 0, 0)

    @property
    def typeface(self) -> Typeface:
        """The shipped font."""
        return Typeface.BOLD if self.bold else Typeface.TEXT

    def width(self, text: str) -> float:
        """Return the width of a text."""
        font = outlines(self.typeface)
        return self.size * sum(map(font.width, text))


@dataclass(frozen=True, slots=True)
class Words:
    """A text on one line."""

    x: float
    y: float  # y of the baseline
    text: str
    style: TextStyle

    @property
    def box(self) -> Box:
        """The area that the text covers."""
        ascent, descent = 0.88 * self.style.size, 0.12 * self.style.size
        return self.x, self.y - ascent, self.x + self.style.width(self.text), self.y + descent


@dataclass(frozen=True, slots=True)
class Drawn:
    """A painted path."""

    x: float
    y: float
    path: Path  # a path that begins anywhere near (0, 0)
    paint: Paint
    box: Box  # the area that the path covers


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board on a page."""

    x: float
    y: float
    width: float
    picture: BoardPicture
    theme: DiagramTheme
    flipped: bool = False

    @property
    def box(self) -> Box:
        """The area that the board covers."""
        return self.x, self.y, self.x + self.width, self.y + board_height(self.picture, self.theme, self.width)


@dataclass(frozen=True, slots=True)
class PageLink:
    """An area linked to an entry of a book."""

    box: Box
    target: int  # number of the entry, as in `Page.anchors`


Item = Words | Drawn | PlacedBoard | PageLink


@dataclass
class Page:
    """A page and its content."""

    width: float
    height: float
    items: list[Item] = field(default_factory=list)
    turned: list[Item] = field(default_factory=list)  # items printed upside down
    # numbers of the entries (games, parts or indices) that begin on this page, with the y at which they begin
    anchors: list[tuple[int, float]] = field(default_factory=list)


def board_height(picture: BoardPicture, theme: DiagramTheme, width: float) -> float:
    """Return the height of a board of a given width."""
    extent = Extent.of(picture, theme)
    return width * extent.height / extent.width


def shifted(item: Item, x: float, y: float) -> Item:
    """Return a copy of an item, moved by `x` and `y`."""
    if isinstance(item, PageLink):
        left, top, right, bottom = item.box
        return PageLink((left + x, top + y, right + x, bottom + y), item.target)
    if isinstance(item, Words):
        return Words(item.x + x, item.y + y, item.text, item.style)
    if isinstance(item, PlacedBoard):
        return PlacedBoard(item.x + x, item.y + y, item.width, item.picture, item.theme, item.flipped)
    left, top, right, bottom = item.box
    box = (left + x, top + y, right + x, bottom + y)
    return Drawn(item.x + x, item.y + y, item.path, item.paint, box)
