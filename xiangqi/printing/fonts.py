"""Embeds the shipped fonts in PDF: the glyphs used, and the text to copy for each of them."""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final

import pydyf

from xiangqi.diagram.outlines import Outlines, Typeface, outlines

_EM: Final = 1000  # PDF measures glyphs in thousandths of the em
_IN_BLOCK: Final = 100  # entries of a block in a CMap
SUBSTITUTE: Final = "〓"
"""The sign that printers put in place of a missing character."""

_CHARSET, _GLYPHS, _IS_CID = 15, 17, (12, 30)  # operators of a font's top dictionary


class EmbeddedFont:
    """A font that collects the glyphs to embed from the texts set with it.

    Attributes:
        missing: characters that the font lacks; they are replaced by similar ones, or by 〓.
    """

    def __init__(self, typeface: Typeface) -> None:
        """Create the font without any glyphs."""
        self._outlines: Outlines = outlines(typeface)
        self._name = typeface.name
        self._cids = glyph_ids(bytes(self._outlines.face.reference_table("CFF ").data))
        self._known: dict[str, int] = {}  # character -> identifier of the glyph that shows it
        self._meanings: dict[int, str] = {}  # identifier -> the character for which it was first used
        self.missing: set[str] = set()

    def shown(self, text: str) -> str:
        """Return the PDF operators that show a text.

        If a glyph stands for several characters, the text to be copied is stored beside it.
        """
        cids = [self._known.get(character) or self._learn(character) for character in text]
        codes = "".join(f"{cid:04x}" for cid in cids)
        if all(self._meanings[cid] == character for cid, character in zip(cids, text, strict=True)):
            return f"<{codes}> Tj"
        return f"/Span <</ActualText <feff{text.encode('utf-16-be').hex()}>>> BDC <{codes}> Tj EMC"

    def _learn(self, character: str) -> int:
        shown = shown_as(self._outlines, character)
        if shown == SUBSTITUTE != character:
            self.missing.add(character)
        cid = self._known[character] = self._cids[self._outlines.number(shown)]
        self._meanings.setdefault(cid, shown)
        return cid

    def embed(self, pdf: pydyf.PDF) -> pydyf.Dictionary:
        """Add the font with all its parts to the document, and return the object that pages refer to."""
        import uharfbuzz

        used = {self._outlines.number(shown): shown for shown in self._meanings.values()}
        asked = uharfbuzz.SubsetInput()
        asked.sets(uharfbuzz.SubsetInputSets.GLYPH_INDEX).update(used)
        cut = uharfbuzz.subset(self._outlines.face, asked)
        table = bytes(cut.reference_table("CFF ").data)
        widths = {
            self._cids[number]: round(self._outlines.width(shown) * _EM) for number, shown in used.items()
        }
        return self._dictionary(pdf, table, widths)

    def _dictionary(self, pdf: pydyf.PDF, table: bytes, widths: dict[int, int]) -> pydyf.Dictionary:
        name = f"/XQPRNT+Xiangqi{self._name.title()}"
        descendant = _added(
            pdf,
            pydyf.Dictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/CIDFontType0",
                    "BaseFont": name,
                    "CIDSystemInfo": pydyf.Dictionary(
                        {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0}
                    ),
                    "FontDescriptor": self._descriptor(pdf, name, table).reference,
                    "DW": _EM,
                    "W": pydyf.Array(
                        part for cid, width in sorted(widths.items()) for part in (cid, pydyf.Array([width]))
                    ),
                }
            ),
        )
        return _added(
            pdf,
            pydyf.Dictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/Type0",
                    "BaseFont": name,
                    "Encoding": "/Identity-H",
                    "DescendantFonts": pydyf.Array([descendant.reference]),
                    "ToUnicode": _added(pdf, _meaning(self._meanings)).reference,
                }
            ),
        )

    def _descriptor(self, pdf: pydyf.PDF, name: str, table: bytes) -> pydyf.Object:
        file = _added(pdf, pydyf.Stream([table], {"Subtype": "/CIDFontType0C"}, compress=True))
        return _added(
            pdf,
            pydyf.Dictionary(
                {
                    "Type": "/FontDescriptor",
                    "FontName": name,
                    "Flags": 4,
                    "FontBBox": pydyf.Array([-1000, -1000, 2000, 2000]),
                    "ItalicAngle": 0,
                    "Ascent": 880,
                    "Descent": -120,
                    "CapHeight": 733,
                    "StemV": 140 if self._name == "BOLD" else 80,
                    "FontFile3": file.reference,
                }
            ),
        )


def _added(pdf: pydyf.PDF, thing: pydyf.Object) -> pydyf.Object:
    pdf.add_object(thing)
    return thing


def shown_as(font: Outlines, character: str) -> str:
    """Return the character whose glyph represents a character: itself, its base letter, or the substitute."""
    choices = (character, unicodedata.normalize("NFKD", character)[:1], _bare(character), SUBSTITUTE)
    return next((choice for choice in choices if choice and font.number(choice)), "?")


def _bare(character: str) -> str:
    """Return the base letter given by a letter's Unicode name, such as D for "D WITH STROKE"; "" for others."""
    name, _, addition = unicodedata.name(character, "").partition(" WITH ")
    if not addition:
        return ""
    try:
        return unicodedata.lookup(name)
    except KeyError:  # "BLACK SUN WITH RAYS" adds rays to no character of its own
        return ""


_MAP: Final = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (UCS) def /Supplement 0 def end def
/CMapName /XiangqiUnicode def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
{entries}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


def _meaning(characters: dict[int, str]) -> pydyf.Stream:
    """Return the map from glyphs to characters that is used for copying text."""
    lines = (f"<{cid:04x}> <{text.encode('utf-16-be').hex()}>" for cid, text in sorted(characters.items()))
    blocks = []
    while block := list(islice(lines, _IN_BLOCK)):
        blocks.append("\n".join((f"{len(block)} beginbfchar", *block, "endbfchar")))
    return pydyf.Stream([_MAP.format(entries="\n".join(blocks))], compress=True)


# ---- Compact font format ----


def glyph_ids(table: bytes) -> list[int]:
    """Return the PDF identifiers of the glyphs in a CFF table, in order.

    Source: Adobe Technical Note 5176, sections 5, 6, 9 and 13.
    """
    _, place = _index(table, table[2])  # names
    dictionaries, _ = _index(table, place)
    top = dict(_operators(dictionaries[0]))
    glyphs, _ = _index(table, top[_GLYPHS][0])
    count = len(glyphs)
    if _IS_CID not in top or _CHARSET not in top:
        return list(range(count))
    return [0, *islice(_charset(table, top[_CHARSET][0]), count - 1)]


def _index(table: bytes, place: int) -> tuple[list[bytes], int]:
    """Return the entries of an INDEX and the offset after it."""
    (count,) = struct.unpack_from(">H", table, place)
    if not count:
        return [], place + 2
    size = table[place + 2]
    starts = [
        int.from_bytes(table[place + 3 + number * size : place + 3 + (number + 1) * size], "big")
        for number in range(count + 1)
    ]
    base = place + 2 + (count + 1) * size
    entries = [table[base + first : base + last] for first, last in pairwise(starts)]
    return entries, base + starts[-1]


def _operators(data: bytes) -> Iterator[tuple[int | tuple[int, int], list[int]]]:
    """Yield the operators of a DICT with their integer operands; fractional ones are left out."""
    operands: list[int] = []
    bytes_left = iter(data)
    for first in bytes_left:
        if first <= 21:
            yield ((first, next(bytes_left)) if first == 12 else first), operands
            operands = []
        elif first == 30:
            while not any(half == 15 for half in divmod(next(bytes_left), 16)):
                pass
        elif first in (28, 29):
            raw = bytes(islice(bytes_left, 2 if first == 28 else 4))
            operands.append(int.from_bytes(raw, "big", signed=True))
        elif first <= 246:
            operands.append(first - 139)
        else:
            second = next(bytes_left)
            operands.append(
                (first - 247) * 256 + second + 108 if first <= 250 else (251 - first) * 256 - second - 108
            )


def _charset(table: bytes, place: int) -> Iterator[int]:
    """Yield the identifiers of the glyphs after the first, endlessly; the caller takes as many as it needs."""
    form, place = table[place], place + 1
    while True:
        (first,) = struct.unpack_from(">H", table, place)
        if form == 0:
            more, place = 0, place + 2
        elif form == 1:
            more, place = table[place + 2], place + 3
        else:
            more, place = struct.unpack_from(">H", table, place + 2)[0], place + 4
        yield from range(first, first + more + 1)
