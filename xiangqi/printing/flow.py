"""Typesets texts, boards and lines in columns and pages; a block that does not fit moves to the next column."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from xiangqi.diagram.canvas import Paint, box, line
from xiangqi.diagram.picture import BoardPicture
from xiangqi.diagram.theme import DiagramTheme
from xiangqi.printing.page import Drawn, Item, Page, PlacedBoard, TextStyle, Words, board_height, shifted
from xiangqi.terminal import breakable

LEADING: Final = 1.42
"""The distance between baselines, in ems."""

_GREY: Final = (150, 150, 150)
_LONGEST_LINE: Final = 400  # largest number of characters tried on a line, which fills any width
TIE: Final = "\u00a0"
"""A space at which a line is never broken, for example between a move's number and the move."""

_WORDS: Final = re.compile(r"[^ ]+ *| +")
_FOOT: Final = TextStyle(8.0, colour=(90, 90, 90))
_SCALE: Final = TextStyle(6.5, colour=(90, 90, 90))

Run = tuple[str, TextStyle]
"""A text and its style."""


@dataclass(frozen=True)
class Strip:
    """A block as wide as a column, which is never broken."""

    height: float
    items: tuple[Item, ...] = ()  # relative to the strip's upper left corner
    keeps_next: bool = False  # whether the strip is kept on a page with what follows
    anchor: int | None = None  # number of the entry (a game or part of a book) that begins here
    is_space: bool = False  # whether the strip is space, which is left out at the top of a column


@dataclass(frozen=True)
class Paper:
    """The size of a page, and its division into columns."""

    width: float
    height: float  # infinite for a page as long as its content
    margin: float = 42.0
    columns: int = 2
    gap: float = 18.0
    numbered: bool = True  # whether pages have a number at their foot

    @property
    def column(self) -> float:
        """The width of a column."""
        return (self.width - 2 * self.margin - (self.columns - 1) * self.gap) / self.columns

    @property
    def depth(self) -> float:
        """The height of a column."""
        return self.height - 2 * self.margin - (12 if self.numbered else 0)


A4: Final = Paper(595.28, 841.89)
LETTER: Final = Paper(612.0, 792.0)
PAPERS: Final = {"a4": A4, "letter": LETTER}


@dataclass
class Flow:
    """Fills pages from left to right and from top to bottom.

    Attributes:
        paper: the size of the pages.
        pages: all pages so far.
    """

    paper: Paper
    pages: list[Page] = field(default_factory=list)
    _column: int = 0
    _top: float = 0.0  # the upper edge of the page's columns
    _y: float = 0.0
    _waiting: list[Strip] = field(default_factory=list)  # strips to be kept with the next one

    def add(self, strips: Iterable[Strip]) -> None:
        """Add strips, one below another."""
        for strip in strips:
            self._waiting.append(strip)
            if not strip.keeps_next:
                self.settle()

    def settle(self) -> None:
        """Place the strips that were waiting to be kept with the next one."""
        together = sum(strip.height for strip in self._waiting)
        if self.pages and self._y + together > self.paper.depth and together <= self.paper.depth:
            self._next_column()
        for strip in self._waiting:
            if self.pages and self._y + strip.height > self.paper.depth and self._y > 0:
                self._next_column()
            self._put(strip)
        self._waiting.clear()

    def new_page(self) -> None:
        """Continue on a new page."""
        self.settle()
        self._column, self._y = self.paper.columns, 0.0

    def spanning(self, strips: Sequence[Strip]) -> None:
        """Begin a new page with strips across its full width; the columns start below them."""
        self.new_page()
        height = sum(strip.height for strip in strips)
        self._page()
        y = self.paper.margin
        for strip in strips:
            self._lay(strip, self.paper.margin, y)
            y += strip.height
        self._top = height
        self._y = height

    def _next_column(self) -> None:
        self._column += 1
        self._y = self._top if self._column < self.paper.columns else 0.0

    def _page(self) -> None:
        """Begin a page."""
        self.pages.append(Page(self.paper.width, self.paper.height))
        self._column, self._y, self._top = 0, 0.0, 0.0

    def _put(self, strip: Strip) -> None:
        if not self.pages or self._column >= self.paper.columns:
            self._page()
        if strip.is_space and self._y == self._top:
            return
        paper = self.paper
        self._lay(strip, paper.margin + self._column * (paper.column + paper.gap), paper.margin + self._y)
        self._y += strip.height

    def _lay(self, strip: Strip, x: float, y: float) -> None:
        page = self.pages[-1]
        page.items += [shifted(item, x, y) for item in strip.items]
        if strip.anchor is not None:
            page.anchors.append((strip.anchor, y))

    def finished(self) -> list[Page]:
        """Return and forget all pages but the one being filled."""
        done, self.pages = self.pages[:-1], self.pages[-1:]
        return done

    def trimmed(self) -> Page:
        """Return the only page on endless paper, cut off below its content."""
        self.settle()
        page = self.pages[0]
        bottom = max((item.box[3] for item in page.items), default=0.0)
        return replace(page, height=bottom + self.paper.margin)


def number_page(page: Page, text: str, title: str = "", margin: float = A4.margin) -> None:
    """Write a number at the foot of a page, and a title, if any, on the left."""
    x, y = (page.width - _FOOT.width(text)) / 2, page.height - 28
    page.items.append(Words(x, y, text, _FOOT))
    if title:
        page.items.append(Words(margin, y, shortened(title, _FOOT, x - margin - 12), _FOOT))


def shortened(text: str, style: TextStyle, width: float) -> str:
    """Return a text on one line, truncated with "…" if it does not fit."""
    shown = _printable(" ".join(text.split())[:_LONGEST_LINE]).replace(TIE, " ")
    while len(shown) > 1 and style.width(shown) > width:
        shown = shown[:-2].rstrip("…") + "…"
    return shown


# ---- Strips ----


def paragraph(
    runs: Sequence[Run], width: float, *, indent: float = 0.0, align: str = "left", keeps_next: bool = False
) -> Iterator[Strip]:
    """Yield the lines of a text, broken to fit a width.

    Args:
        runs: texts, one after the other.
        width: the width of the column.
        indent: the indentation of the whole text.
        align: "left", "centre" or "right".
        keeps_next: whether to keep the text with what follows it.
    """
    lines = list(_lines(runs, width - indent))
    for place, words in enumerate(lines):
        size = max(style.size for _, style in words)
        height = size * LEADING
        used = sum(style.width(text) for text, style in words)
        x = indent + {"left": 0.0, "centre": (width - indent - used) / 2, "right": width - indent - used}[align]
        items = []
        for text, style in words:
            items.append(Words(x, (height + 0.76 * size) / 2, text.replace(TIE, " "), style))
            x += style.width(text)
        is_last = place == len(lines) - 1
        yield Strip(height, tuple(items), keeps_next=keeps_next or (place == 0 and not is_last))


def _lines(runs: Sequence[Run], width: float) -> Iterator[list[Run]]:
    """Yield the lines of a text, each as runs. A part that is wider than a line is broken anywhere."""
    line_runs: list[Run] = []
    used = 0.0
    for bound in _bound(_parts(runs, width), width):
        if bound[0][0] == "\n":
            yield line_runs or [("", bound[0][1])]
            line_runs, used = [], 0.0
            continue
        if line_runs and used + _width(_stripped(bound)) > width:
            yield _stripped(line_runs)
            line_runs, used = [], 0.0
            bound[0] = (bound[0][0].lstrip(), bound[0][1])
        for text, style in bound:
            if line_runs and line_runs[-1][1] == style:
                line_runs[-1] = (line_runs[-1][0] + text, style)
            elif text:
                line_runs.append((text, style))
            used += style.width(text)
    if line_runs:
        yield _stripped(line_runs)


def _bound(parts: Iterable[Run], width: float) -> Iterator[list[Run]]:
    """Yield the parts, joining those connected by a no-break space as long as they fit on a line."""
    bound: list[Run] = []
    for text, style in parts:
        together = [*bound, (text, style)]
        if bound and (text == "\n" or _width(_stripped(together)) > width):
            yield bound
            together = [(text, style)]
        bound = together
        if not text.endswith(TIE):
            yield bound
            bound = []
    if bound:
        yield bound


def _width(runs: Iterable[Run]) -> float:
    return sum(style.width(text) for text, style in runs)


def _stripped(runs: list[Run]) -> list[Run]:
    text, style = runs[-1]
    return [*runs[:-1], (text.rstrip(), style)]


def _parts(runs: Sequence[Run], width: float) -> Iterator[Run]:
    """Yield the parts between which a text may be broken; line ends are separate parts."""
    for text, style in runs:
        for number, row in enumerate(text.split("\n")):
            if number:
                yield "\n", style
            words = _printable(row)
            for part in _WORDS.findall(words) if style.whole else breakable(words):
                for piece in _pieces(part, style, width):
                    yield piece, style


def _pieces(text: str, style: TextStyle, width: float) -> Iterator[str]:
    """Yield pieces of a text, each of at least one character, that fit on a line."""
    start, used = 0, 0.0
    for place, character in enumerate(text.rstrip()):
        step = style.width(character)
        if used + step > width and place > start:
            yield text[start:place]
            start, used = place, 0.0
        used += step
    yield text[start:]


def _printable(text: str) -> str:
    """Return a line without control characters, with tabs and special spaces replaced by ordinary spaces."""
    kinds = ((character, unicodedata.category(character)) for character in text)
    return "".join(
        " " if character == "\t" or (kind == "Zs" and character not in (TIE, "\u3000")) else character
        for character, kind in kinds
        if character == "\t" or kind[0] != "C"
    )


def space(height: float) -> Strip:
    """Return vertical space that is left out at the top of a column."""
    return Strip(height, is_space=True)


def rule(width: float) -> Strip:
    """Return a thin line across a column."""
    path = line((0, 0), (width, 0))
    return Strip(6.0, (Drawn(0, 3, path, Paint(stroke=_GREY, width=0.5), (0, 2.75, width, 3.25)),))


def diagram(
    picture: BoardPicture,
    theme: DiagramTheme,
    width: float,
    *,
    most: float,
    flipped: bool = False,
    caption: str = "",
    keeps_next: bool = False,
) -> Iterator[Strip]:
    """Yield a board centred in a column, with its caption below.

    Args:
        picture: the position to draw.
        theme: the colours and pieces.
        width: the width of the column.
        most: the largest width of the board.
        flipped: whether Black is at the bottom.
        caption: the text below.
        keeps_next: whether to keep the board with what follows it.
    """
    size = min(most, width)
    height = board_height(picture, theme, size)
    board = PlacedBoard((width - size) / 2, 3, size, picture, theme, flipped)
    yield Strip(height + 6, (board,), keeps_next=bool(caption) or keeps_next)
    if caption:
        style = TextStyle(7.5, colour=(70, 70, 70))
        yield from paragraph([(caption, style)], width, align="centre", keeps_next=keeps_next)


def blank(fields: Sequence[tuple[str, int]], width: float, style: TextStyle) -> list[Item]:
    """Return a row of names, each followed by a line to write on.

    Args:
        fields: the names, each with its share of the total length of the lines.
        width: the width of the row.
        style: the style of the names.
    """
    room = width - sum(style.width(f"{name}   ") for name, _ in fields)
    x, y, items = 0.0, 14.0, list[Item]()
    for name, share in fields:
        items.append(Words(x, y, name, style))
        x += style.width(f"{name} ")
        length = room * share / sum(part for _, part in fields)
        path = line((0, 0), (length, 0))
        items.append(Drawn(x, y + 1, path, Paint(stroke=_GREY, width=0.4), (x, y + 0.8, x + length, y + 1.2)))
        x += length + style.width("  ")
    return items


def answer_lines(width: float, count: int) -> Iterator[Strip]:
    """Yield blank lines for answers."""
    path = line((0, 0), (width, 0))
    for _ in range(count):
        yield Strip(15.0, (Drawn(0, 14, path, Paint(stroke=_GREY, width=0.4), (0, 13.8, width, 14.2)),))


def graph(
    chances: Sequence[float],
    marked: Iterable[int],
    width: float,
    ticks: Iterable[tuple[int, str]],
    sides: Sequence[str],
    height: float = 64.0,
) -> Strip:
    """Return the curve of Red's winning chances from move to move; where it is above the middle, Red is better.

    Args:
        chances: the chances for each position, 0..1.
        marked: the positions after mistakes, which are marked with a dot.
        width: the width of the column.
        ticks: positions and their labels below the graph, such as move numbers.
        sides: the labels for where Red and where Black stands better.
        height: the height of the graph.
    """
    step = width / max(1, len(chances) - 1)
    places = [(ply * step, height * (1 - chance)) for ply, chance in enumerate(chances)]
    full = (0.0, 4.0, width, height + 4)
    curve = line(*places) if len(places) > 1 else line((0, places[0][1]), (width, places[0][1]))
    items: list[Item] = [
        Drawn(0, 4, box(0, 0, width, height), Paint(stroke=_GREY, width=0.5), full),
        Drawn(0, 4, line((0, height / 2), (width, height / 2)), Paint(stroke=_GREY, width=0.4), full),
        Drawn(0, 4, curve, Paint(stroke=(0, 0, 0), width=1.0, is_round=True), full),
    ]
    for ply in marked:
        x, y = places[ply]
        items.append(Drawn(0, 4, box(x - 1.4, y - 1.4, 2.8, 2.8), Paint((0, 0, 0)), full))
    items += [Words(3, y, side, _SCALE) for side, y in zip(sides, (12, height + 1), strict=True)]
    for ply, text in ticks:
        x = ply * step
        items.append(Drawn(0, 4, line((x, height - 3), (x, height)), Paint(stroke=_GREY, width=0.5), full))
        items.append(Words(min(x, width - _SCALE.width(text)), height + 11, text, _SCALE))
    return Strip(height + 16, tuple(items))
