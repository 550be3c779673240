"""Writes pages as PDF. Pieces and boards are written once and referenced; only used glyphs are embedded."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import pydyf

from xiangqi.diagram.canvas import Canvas, Paint, Path, Point, moved
from xiangqi.diagram.drawing import Extent, draw_board
from xiangqi.diagram.outlines import Typeface, centred
from xiangqi.diagram.theme import Colour
from xiangqi.media import for_document
from xiangqi.printing.fonts import EmbeddedFont
from xiangqi.printing.page import Drawn, Item, Page, PageLink, PlacedBoard, Words

_LEAN: Final = 0.2
"""The slant of italics, which the fonts lack."""

_FORM: Final = 2000  # extent of the box around a symbol, in board units


class PdfWriter:
    """Writes pages one by one.

    Attributes:
        pdf: the document so far.
    """

    def __init__(self, title: str = "", author: str = "") -> None:
        """Begin an empty document."""
        self.pdf = pydyf.PDF()
        self.pdf.info["Title"] = pydyf.String(for_document(title))
        self.pdf.info["Producer"] = pydyf.String("Xiangqi")
        if author:
            self.pdf.info["Author"] = pydyf.String(for_document(author))
        self._fonts = {typeface: EmbeddedFont(typeface) for typeface in (Typeface.TEXT, Typeface.BOLD)}
        self._forms: dict[object, str] = {}
        self._xobjects = pydyf.Dictionary()
        self._states = pydyf.Dictionary()
        self._resources = pydyf.Dictionary({"XObject": self._xobjects, "ExtGState": self._states})
        self.pdf.add_object(self._resources)
        self._places: dict[int, tuple[pydyf.Dictionary, float]] = {}
        self._links: list[tuple[pydyf.Dictionary, list[PageLink]]] = []

    @property
    def missing(self) -> set[str]:
        """Characters that the fonts do not have."""
        return {character for font in self._fonts.values() for character in font.missing}

    def add(self, page: Page) -> None:
        """Write a page."""
        canvas = _PdfCanvas(self)
        canvas.put(f"1 0 0 -1 0 {_number(page.height)} cm")
        self._draw(canvas, page.items)
        if page.turned:
            canvas.put(f"q -1 0 0 -1 {_number(page.width)} {_number(page.height)} cm")
            self._draw(canvas, page.turned)
            canvas.put("Q")
        content = pydyf.Stream([canvas.content()], compress=True)
        self.pdf.add_object(content)
        leaf = pydyf.Dictionary(
            {
                "Type": "/Page",
                "Parent": self.pdf.pages.reference,
                "MediaBox": pydyf.Array([0, 0, page.width, page.height]),
                "Contents": content.reference,
                "Resources": self._resources.reference,
            }
        )
        self.pdf.add_page(leaf)
        for number, y in page.anchors:
            self._places[number] = (leaf, page.height - y + 4)
        self._links.append((leaf, [item for item in page.items if isinstance(item, PageLink)]))

    def bring_forward(self, count: int) -> None:
        """Move the last `count` pages to the front."""
        kids = self.pdf.pages["Kids"]  # each page has three parts: number, generation, R
        kids[:] = kids[-3 * count :] + kids[: -3 * count]

    def finish(self, titles: Sequence[str] = ()) -> bytes:
        """Return the finished document.

        Args:
            titles: the titles for the outline shown beside the pages, by the numbers of their anchors.
        """
        fonts = {typeface.name: font.embed(self.pdf).reference for typeface, font in self._fonts.items()}
        self._resources["Font"] = pydyf.Dictionary(fonts)
        for leaf, links in self._links:
            self._write_links(leaf, links)
        self._write_outline(titles)
        data = io.BytesIO()
        self.pdf.write(data, compress=True)
        return data.getvalue()

    def _write_links(self, leaf: pydyf.Dictionary, links: Iterable[PageLink]) -> None:
        annotations = pydyf.Array()
        height = float(leaf["MediaBox"][3])
        for link in links:
            if link.target in self._places:
                left, top, right, bottom = link.box
                note = pydyf.Dictionary(
                    {
                        "Type": "/Annot",
                        "Subtype": "/Link",
                        "Border": pydyf.Array([0, 0, 0]),
                        "Rect": pydyf.Array([left, height - bottom, right, height - top]),
                        "Dest": self._destination(link.target),
                    }
                )
                self.pdf.add_object(note)
                annotations.append(note.reference)
        if annotations:
            leaf["Annots"] = annotations

    def _destination(self, number: int) -> pydyf.Array:
        leaf, y = self._places[number]
        return pydyf.Array([leaf.reference, "/XYZ", "null", y, "null"])

    def _write_outline(self, titles: Sequence[str]) -> None:
        known = [(number, title) for number, title in enumerate(titles) if number in self._places]
        if not known:
            return
        outline = pydyf.Dictionary({"Type": "/Outlines", "Count": len(known)})
        self.pdf.add_object(outline)
        entries = [
            pydyf.Dictionary(
                {
                    "Title": pydyf.String(for_document(title)),
                    "Parent": outline.reference,
                    "Dest": self._destination(number),
                }
            )
            for number, title in known
        ]
        for entry in entries:
            self.pdf.add_object(entry)
        for entry, following in itertools.pairwise(entries):
            entry["Next"], following["Prev"] = following.reference, entry.reference
        outline["First"], outline["Last"] = entries[0].reference, entries[-1].reference
        self.pdf.catalog["Outlines"] = outline.reference

    def _draw(self, canvas: _PdfCanvas, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Words):
                self._write(canvas, item)
            elif isinstance(item, Drawn):
                canvas.path(moved(item.path, item.x, item.y), item.paint)
            elif isinstance(item, PlacedBoard):
                extent = Extent.of(item.picture, item.theme)
                scale = item.width / extent.width
                x, y = item.x - extent.left * scale, item.y - extent.top * scale
                canvas.put(f"q {_number(scale)} 0 0 {_number(scale)} {_number(x)} {_number(y)} cm")
                draw_board(canvas, item.picture, item.theme, flipped=item.flipped)
                canvas.put("Q")

    def _write(self, canvas: _PdfCanvas, words: Words) -> None:
        style = words.style
        if not words.text:
            return
        size = _number(style.size)
        lean = _number(style.size * _LEAN) if style.italic else "0"
        text = self._fonts[style.typeface].shown(words.text)
        canvas.put(
            f"BT /{style.typeface.name} 1 Tf {_colour(style.colour)} rg "
            f"{size} 0 {lean} -{size} {_number(words.x)} {_number(words.y)} Tm {text} ET"
        )

    def form(self, key: object, draw: Callable[[Canvas], None]) -> str:
        """Return the name of a symbol, which is drawn on first use."""
        name = self._forms.get(key)
        if name is None:
            name = self._forms[key] = f"F{len(self._forms)}"
            inside = _PdfCanvas(self)
            draw(inside)
            extra = {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": pydyf.Array([-_FORM, -_FORM, _FORM, _FORM]),
                "Resources": self._resources.reference,
            }
            stream = pydyf.Stream([inside.content()], extra, compress=True)
            self.pdf.add_object(stream)
            self._xobjects[name] = stream.reference
        return name

    def state(self, opacity: float) -> str:
        """Return the name of the graphics state with this opacity, adding it if it is new."""
        name = f"G{round(opacity * 100)}"
        if name not in self._states:
            self._states[name] = pydyf.Dictionary({"ca": opacity, "CA": opacity})
        return name


class _PdfCanvas:
    """Collects PDF operators."""

    def __init__(self, writer: PdfWriter) -> None:
        self._writer = writer
        self._parts: list[str] = []

    def put(self, operators: str) -> None:
        """Append operators."""
        self._parts.append(operators)

    def content(self) -> bytes:
        """Return all operators."""
        return "\n".join(self._parts).encode("ascii")

    def path(self, path: Path, paint: Paint) -> None:
        """Paint a path."""
        parts = ["q"]
        if paint.opacity < 1:
            parts.append(f"/{self._writer.state(paint.opacity)} gs")
        if paint.fill is not None:
            parts.append(f"{_colour(paint.fill)} rg")
        if paint.stroke is not None:
            cap = "1 J 1 j" if paint.is_round else "0 J 0 j"
            dashes = " ".join(map(_number, paint.dashes))
            parts.append(f"{_colour(paint.stroke)} RG {_number(paint.width)} w {cap} [{dashes}] 0 d")
        parts += _operators(path)
        parts.append(
            {(True, True): "B", (True, False): "f", (False, True): "S"}[
                paint.fill is not None, paint.stroke is not None
            ]
        )
        parts.append("Q")
        self._parts.append(" ".join(parts))

    def glyph(self, character: str, font: str, middle: Point, size: float, colour: Colour) -> None:
        """Draw a character as its outline."""
        self.path(moved(centred(character, font), *middle, size), Paint(colour))

    def symbol(self, key: object, draw: Callable[[Canvas], None], place: Point) -> None:
        """Reference a symbol."""
        name = self._writer.form(key, draw)
        x, y = place
        self._parts.append(f"q 1 0 0 1 {_number(x)} {_number(y)} cm /{name} Do Q")


def _operators(path: Path) -> Iterable[str]:
    here = (0.0, 0.0)
    for letter, values in path:
        if letter == "Q":  # PDF has cubic curves only
            x, y, end_x, end_y = values
            values = (
                here[0] + (x - here[0]) * 2 / 3,
                here[1] + (y - here[1]) * 2 / 3,
                end_x + (x - end_x) * 2 / 3,
                end_y + (y - end_y) * 2 / 3,
                end_x,
                end_y,
            )
        if values:
            here = (values[-2], values[-1])
        operator = {"M": "m", "L": "l", "Q": "c", "C": "c", "Z": "h"}[letter]
        yield " ".join((*map(_number, values), operator))


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def _colour(colour: Colour) -> str:
    return " ".join(_number(part / 255) for part in colour)
