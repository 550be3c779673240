"""CBF, the XML form of CCBridge records (象棋桥): one game; read only.

The document is read as a stream; document type declarations and entities are refused.
Source: docs/formats/cbf.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from xiangqi.board import START_FEN
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.binary.preorder import LONGEST_COMMENT, UNREADABLE, Record, grow
from xiangqi.records.encodings import decode, detect
from xiangqi.records.placement import is_turned, point_table
from xiangqi.records.source import broken_characters
from xiangqi.records.text.playing import OTHER_SIDE
from xiangqi.records.tree import MAX_FAULTS, MAX_NODES, Game, RecordFault, clean_comment

NAME: Final = "cbf"

_ROOT: Final = "ChineseChessRecord"
_DECLARATION: Final = re.compile(r"\A\s*<\?xml[^>]*\?>")
_SNIFFED: Final = 1 << 16  # bytes
_LARGEST: Final = 32 << 20  # bytes
_PIECE: Final = re.compile(r"[^\n]{1,65535}\n{0,65535}|\n{1,65535}")  # text passed to the parser at once
_SHOWN: Final = 24  # characters of a text that a message shows
_DEEPEST: Final = 64  # maximum depth of nested elements
_MOVE: Final = re.compile(r"\s*(\d)(\d)\s*-\s*(\d)(\d)\s*")
_MOVE_ELEMENT: Final = re.compile(rb"<Move\s+value\s*=\s*[\"']\d\d-\d\d[\"']")
_ELEMENTS: Final = (_ROOT, "Head", "MoveList", "Move")
_FLAG: Final = re.compile(r"end|\w*(?:var|branch|alt|sub|next)\w*", re.IGNORECASE)
"""Attributes that flag a move: as the end of its line, or, under any likely name, as having a variation."""

_UNSET: Final = ("", "0", "false", "no")
_TECHNICAL: Final = re.compile(r"(?:\{.*\})?(?:schema|noNamespaceSchema)Location")
_VERSION: Final = re.compile(r"[0-9.]{0,8}")
_RESULTS: Final = {"1": "1-0", "2": "0-1", "3": "1/2-1/2"}
_POINTS: Final = point_table(columns_first=True, down=True)
_HEADERS: Final = {
    "Name": "Title",
    "Contest": "Event",
    "TimeRule": "TimeControl",
    "RedRating": "RedElo",
    "BlackRating": "BlackElo",
    "Commentator": "Annotator",
    "Creator": "Author",
}  # other names are unchanged
_NUMBERS: Final = ("RecordResult", "RecordType")


def sniff(data: bytes) -> bool:
    """Return whether the data contains the tag of this format's root element or of one of its moves."""
    start = data[:_SNIFFED].replace(b"\0", b"")  # UTF-16 too
    return f"<{_ROOT}".encode() in start or _MOVE_ELEMENT.search(start) is not None


def read(data: bytes) -> Iterator[Game]:
    """Yield the only game of a document. If the XML breaks off, the moves before that point are kept.

    Raises:
        RecordError: the document is of another kind, too large or nested too deeply, has a type declaration, or
            breaks off before any move.
    """
    if not sniff(data):
        raise RecordError(
            Message("detail.place_line", line=1, reason=Message("detail.no_cbf", root=repr(_ROOT)))
        )
    if len(data) > _LARGEST:
        raise RecordError(
            Message(
                "detail.place_byte",
                byte=_LARGEST,
                reason=Message("detail.document_too_large", mebibytes=_LARGEST >> 20),
            )
        )
    encoding = detect(data)
    document = _Document()
    broken = _parse(_DECLARATION.sub("", decode(data, encoding), count=1), document)
    if broken is not None and not document.moves:
        raise RecordError(str(broken))
    game = Game(format=NAME, encoding=encoding, headers=document.headers(), result=document.result())
    game.errors += broken_characters(data, encoding)
    game.start_fen = document.head.get("FEN") or START_FEN
    records = iter(document.moves)
    given = game.start_fen
    grow(game, records, _POINTS)
    if "FEN" in document.head and is_turned(given, game.start_fen):
        game.add_fault(RecordFault(OTHER_SIDE, 1))
    left = next(records, None)
    if left is not None:
        game.add_fault(RecordFault(Message("detail.moves_after_last"), token=left.token, line=left.line))
    for fault in [*document.faults, *([broken] if broken else [])]:
        game.add_fault(fault)
    yield game


def _parse(text: str, document: _Document) -> RecordFault | None:
    """Feed a text to the parser line by line; return the fault that ended it early, or None.

    Raises:
        RecordError: the elements are nested too deeply.
    """
    parser = DefusedXMLParser(target=document, forbid_dtd=True)
    try:
        for piece in _PIECE.finditer(text):
            parser.feed(piece[0])
            document.line += piece[0].count("\n")
        parser.close()
    except DefusedXmlException:
        return RecordFault(Message("detail.no_doctypes"), line=document.line)
    except ParseError as error:
        return RecordFault(Message("detail.broken_xml", reason=str(error).split(":")[0]), line=document.line)
    return None


class _Document:
    """The target of the parser's callbacks, which collects the header and the moves.

    Attributes:
        line: the line of the text that is being parsed.
        head: element name -> text.
        moves: the records of the tree, at most MAX_NODES + 1.
        faults: faults for words between the elements.
    """

    def __init__(self) -> None:
        self.line = 1
        self.head: dict[str, str] = {}
        self.moves: list[Record] = []
        self.faults: list[RecordFault] = []
        self._attributes: dict[str, str] = {}
        self._text: list[str] = []
        self._in_head = False
        self._depth = 0
        self._room = LONGEST_COMMENT

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise RecordError(
                Message(
                    "detail.place_line",
                    line=self.line,
                    reason=Message("detail.elements_nested", most=_DEEPEST),
                )
            )
        self._tell_of_words()
        self._room = LONGEST_COMMENT
        self._attributes = attributes
        if tag == "Head":
            self._in_head = True
        elif not self._in_head and tag not in _ELEMENTS:
            self._tell(Message("detail.element_unknown"), tag)
        for name, value in attributes.items():
            if not _is_known(tag, name, value):
                self._tell(Message("detail.attribute_unknown"), f'{name}="{value}"')

    def data(self, text: str) -> None:
        """Handle a piece of an element's text."""
        if self._room > 0:
            self._text.append(text)
            self._room -= len(text)

    def end(self, tag: str) -> None:
        """Handle the end of an element."""
        self._depth -= 1
        if tag == "Head":
            self._in_head = False
            self._tell_of_words()
        text = "".join(self._text)
        self._text.clear()
        if self._in_head and text.strip():
            if self.head.setdefault(tag, text.strip()) != text.strip():
                self._tell(Message("detail.repeated_value", name=tag), text)
        elif tag == "Move" and len(self.moves) <= MAX_NODES:
            self._add_move(self._attributes, text)
        elif text.strip():
            self._text.append(text)
            self._tell_of_words()

    def _tell_of_words(self) -> None:
        """Discard the text between elements, and report it if it contains words."""
        text = "".join(self._text)
        self._text.clear()
        if text.strip():
            self._tell(Message("detail.beside_elements"), text)

    def _tell(self, message: Message, text: str) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(RecordFault(message, token=" ".join(text.split())[:_SHOWN], line=self.line))

    def close(self) -> None:
        """Handle the end of the document."""

    def _add_move(self, attributes: dict[str, str], comment: str) -> None:
        value = attributes.get("value", "")
        numbers = _MOVE.fullmatch(value)
        origin, target = UNREADABLE, UNREADABLE
        if numbers is not None:
            origin, target = int(numbers[1] + numbers[2]), int(numbers[3] + numbers[4])
        if not self.moves and (origin, target) != (0, 0):
            self.moves.append(Record(0, 0, "", goes_on=True, varies=False))  # a list without its root
        self.moves.append(
            Record(
                origin,
                target,
                comment,
                goes_on=not _is_set(attributes.get("end", "")),
                varies=any(_is_set(text) for name, text in attributes.items() if name not in ("value", "end")),
                line=self.line,
                token=value,
            )
        )

    def headers(self) -> dict[str, str]:
        """Return the headers under their PGN names."""
        found = {
            _HEADERS.get(tag, tag): clean_comment(text)
            for tag, text in self.head.items()
            if tag not in _NUMBERS or not text.isdecimal()
        }
        if result := found.pop("RecordResult", ""):
            found.setdefault("Termination", result)
        found.pop("FEN", None)
        return found

    def result(self) -> str:
        """Return the result as in PGN."""
        return _RESULTS.get(self.head.get("RecordResult", ""), "*")


def _is_known(tag: str, name: str, value: str) -> bool:
    """Return whether an attribute has a meaning here: a property of a move, or the version of the format."""
    if tag == "Move":
        return name == "value" or (_FLAG.fullmatch(name) is not None and _is_flag(value))
    known = _VERSION.fullmatch(value) if name == "Version" else _TECHNICAL.fullmatch(name)
    return tag == _ROOT and known is not None


def _is_set(text: str) -> bool:
    return text.strip().lower() not in _UNSET


def _is_flag(text: str) -> bool:
    return text.strip().lower() in (*_UNSET, "1", "true", "yes")
