"""Records as XML: one element per move, in any notation; replies may also be nested inside a move.

Element names differ from program to program, so the reader relies on the contents of texts and attributes: a
position, a move, a comment, a header. The writer uses the plain form: ``head`` with the tags of PGN, then
``moves`` with ``move``, ``comment`` and ``variation``. Source: docs/formats/xml.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import ParseError
from xml.sax.saxutils import escape, quoteattr

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from xiangqi.errors import RecordError
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.media import for_xml
from xiangqi.notation import Style, format_move
from xiangqi.records.source import TextSource
from xiangqi.records.text import movetext, tokens
from xiangqi.records.text.movetext import ROOT, MoveText
from xiangqi.records.text.playing import Habits, grow
from xiangqi.records.tree import (
    EMPTY_FEN,
    MAX_FAULTS,
    MAX_NODES,
    MAX_PLIES,
    Game,
    GameNode,
    RecordFault,
    clean_comment,
    walk_as_text,
)

NAME: Final = "xml"

_DOCUMENT: Final = re.compile(r"\s*(?:<\?xml\b|<!--.*?-->|<!DOCTYPE\b|<\w+[^<>]*>)", re.IGNORECASE | re.DOTALL)
_DECLARATION: Final = re.compile(r"\A\s*<\?xml[^>]*\?>")
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_FEN: Final = re.compile(r"\s*[A-Za-z1-9]+(?:/[A-Za-z1-9]+){5,}(?:\s[^\n]*)?")
_COMMENTS: Final = {"comment", "remark", "note", "c", "annotation", "注释", "注解", "評註"}
_VARIATIONS: Final = {"variation", "var", "variant", "branch", "alternative", "变着"}
_HEADS: Final = {"head", "header", "headers", "info", "infos"}  # elements without moves
_MOVE_LISTS: Final = {"moves", "movelist", "movetext", "着法"}
_MOVES: Final = {"move", "m", "n", "着"}
_TECHNICAL: Final = {"lang", "space", "base", "id", "class", "style", "type", "version", "encoding"} | {
    "schemalocation",
    "nonamespaceschemalocation",
}  # attributes that have no meaning for a game
_COUNTING: Final = {"no", "nr", "num", "number", "index", "ply", "step", "count", "size", "total"}
_GAMES: Final = {"game", "record", "qipu", "棋谱"}
_HEADERS: Final = {
    "red": "Red",
    "black": "Black",
    "event": "Event",
    "site": "Site",
    "place": "Site",
    "date": "Date",
    "round": "Round",
    "title": "Title",
    "name": "Title",
    "author": "Annotator",
    "opening": "Opening",
    "红方": "Red",
    "黑方": "Black",
    "赛事": "Event",
    "标题": "Title",
}
_STRUCTURE: Final = _COMMENTS | _VARIATIONS | _HEADS | _MOVE_LISTS  # no names of headers
_TAG: Final = "tag"  # holds a header whose name cannot be that of an element, or is that of another thing
_TAG_NAME: Final = "name"
_OTHER_MEANINGS: Final = _STRUCTURE | _GAMES | _MOVES | {_TAG}
_LONGEST: Final = 100_000  # characters of a header
_SHOWN: Final = 24  # characters of a text that a message shows
_MOST_HEADERS: Final = 200
_NOT_READ: Final = Message("detail.neither_move_nor_comment")


def sniff(source: TextSource) -> bool:
    """Return whether the text begins like XML."""
    return _DOCUMENT.match(source.head) is not None


def read(source: TextSource) -> Iterator[Game]:
    """Yield the games of a document. If the XML breaks off, the moves before that point are kept.

    Raises:
        RecordError: the document has a type declaration, elements that are nested too deeply, or neither a
            position nor a move.
    """
    document = _Document()
    parser = DefusedXMLParser(target=document, forbid_dtd=True)
    habits = Habits()
    found = False
    fault = None
    try:
        for document.line, line in enumerate(_LINE.finditer(_DECLARATION.sub("", source.text, count=1)), 1):
            parser.feed(line[0])
            for game in document.finished():
                found = True
                yield game.game(source.encoding, habits, None)
        parser.close()
    except DefusedXmlException:
        raise RecordError(
            Message("detail.place_line", line=document.line, reason=Message("detail.no_doctypes"))
        ) from None
    except ParseError as error:
        fault = RecordFault(Message("detail.broken_xml", reason=str(error).split(":")[0]), line=document.line)
    document.finish()
    for game in document.finished():
        found = True
        yield game.game(source.encoding, habits, fault)
    if not found:
        raise RecordError(
            str(fault)
            if fault
            else Message("detail.place_line", line=1, reason=Message("detail.xml_without_game"))
        )


@dataclass
class _Contents:
    """The content of one game: ``parents`` has the index of the move before each one; offsets are line numbers.

    ``numbers`` are the unknown attributes with numeric values, each of which is reported once.
    """

    fen: str = ""
    fen_line: int = 1
    headers: dict[str, str] = field(default_factory=dict)
    moves: MoveText = field(default_factory=MoveText)
    parents: list[int] = field(default_factory=list)
    numbers: set[str] = field(default_factory=set)
    is_cut: bool = False

    def game(self, encoding: str, habits: Habits, fault: RecordFault | None) -> Game:
        """Return the content as a game, with one more fault if the document is broken."""
        game = Game(format=NAME, encoding=encoding)
        unreadable = next((text for name, text in self.headers.items() if name.lower() == "fen"), "")
        game.start_fen = self.fen or unreadable or START_FEN
        result = next((text for name, text in self.headers.items() if name.lower() == "result"), "")
        game.result = tokens.result_of(result) or "*"
        if result and game.result == "*" and any(map(str.isalnum, result)):
            self.headers.setdefault("Termination", result)
        game.headers = {
            name: text for name, text in self.headers.items() if name.lower() not in ("result", "fen")
        }
        grow(game, self.moves, lambda line: line, habits, self.fen_line)
        if fault is not None:
            game.add_fault(fault)
        return game


@dataclass
class _Element:
    """An element whose end has not been read yet."""

    tag: str  # its name in lower case
    name: str  # its name as written
    before: int  # index of the last move before it
    move: int | None = None  # index of its move, ROOT if it has the start position, None otherwise
    text: list[str] = field(default_factory=list)  # its text so far
    # attributes about a move that may still follow
    notes: dict[str, str] = field(default_factory=dict)
    header: str = ""  # the name of its header; "" if that is the element's name


class _Document:
    """The target of the parser's callbacks; complete games are returned by `finished`.

    Attributes:
        line: the line of the text that is being parsed.
    """

    def __init__(self) -> None:
        self.line = 1
        self.contents = _Contents()
        self.open: list[_Element] = []
        self.in_head = False
        self.last = ROOT
        self.done: list[_Contents] = []
        self.has_game = False

    def finished(self) -> list[_Contents]:
        """Return the complete games that have not been returned yet."""
        done, self.done = self.done, []
        return done

    def finish(self) -> None:
        """Finish the current game; the rest belongs to another one."""
        if self.contents.fen or self.contents.parents:
            self.done.append(self.contents)
            self.has_game = True
        elif self.contents.headers and self.has_game:  # headers of another game, whose moves are missing
            self._problem(Message("detail.no_move_no_position"), "")
            self.contents.fen = EMPTY_FEN
            self.done.append(self.contents)
        self.contents = _Contents()
        self.last = ROOT

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""
        name = tag.rpartition("}")[2]
        if self.open:
            self._take_text(self.open[-1])
        element = _Element(name.lower(), name, self.last)
        if element.tag in _GAMES and self.contents.parents:
            self.finish()
        if element.tag in _VARIATIONS and self.last != ROOT:
            self.last = self.contents.parents[self.last]
        self.open.append(element)
        self.in_head |= element.tag in _HEADS
        if len(self.open) > MAX_PLIES:
            raise RecordError(
                Message(
                    "detail.place_line",
                    line=self.line,
                    reason=Message("detail.elements_nested", most=MAX_PLIES),
                )
            )
        for key, value in attributes.items():
            if element.tag == _TAG and self.in_head and key == _TAG_NAME:
                element.header = value
            elif key.lower() in _COMMENTS or key == "nags":
                element.notes[key] = value
            elif key.lower() in _HEADERS and not self.contents.parents:
                self._header(_HEADERS[key.lower()], value)
            elif not self._take(element, value):
                self._take_other(key.rpartition("}")[2], value)

    def _take_other(self, name: str, text: str) -> None:
        """Handle an unknown attribute, which counts as a header if it comes before the moves."""
        if name.lower() in _TECHNICAL or not any(map(str.isalnum, text)):
            return
        if text.strip().isdecimal():
            if name.lower() not in _COUNTING and name not in self.contents.numbers:
                self.contents.numbers.add(name)
                self._problem(Message("detail.attribute_unknown"), f'{name}="{text}"')
        elif self.contents.parents or self.open[-1].tag in _MOVES:
            self._problem(_NOT_READ, text)
        else:
            self._header(name, text)

    def _header(self, name: str, text: str) -> None:
        headers = self.contents.headers
        if len(headers) == _MOST_HEADERS or len(text) > _LONGEST:
            self._problem(Message("detail.most_headers", most=_MOST_HEADERS, longest=_LONGEST), text)
        if len(headers) < _MOST_HEADERS:
            value = clean_comment(text[:_LONGEST])
            if headers.setdefault(name, value) != value:
                self._problem(Message("detail.repeated_value", name=name), value)
            if name.lower() == "fen" and not self.contents.fen:
                self.contents.fen_line = self.line

    def _problem(self, message: str, text: str) -> None:
        problems = self.contents.moves.problems
        if len(problems) < MAX_FAULTS:
            problems.append((self.line, " ".join(text.split())[:_SHOWN], message))

    def data(self, text: str) -> None:
        """Handle a piece of an element's text."""
        if self.open:
            self.open[-1].text.append(text)

    def end(self, tag: str) -> None:  # noqa: ARG002 - the parser calls it so
        """Handle the end of an element."""
        element = self.open.pop()
        self._take_text(element)
        self._take_notes(element)
        self.in_head &= element.tag not in _HEADS
        outside = self.open[-1] if self.open else None
        if element.tag in _VARIATIONS:
            self.last = element.before
        elif outside is not None and outside.tag == element.tag and element.move is not None:
            self.last = ROOT if outside.move is None else outside.move  # nested: siblings are variations

    def close(self) -> None:
        """Handle the end of the document."""

    def _take_text(self, element: _Element) -> None:
        text = "".join(element.text)
        element.text.clear()
        if not text.strip():
            return
        if element.header:
            self._header(element.header, text)
        elif element.tag in _COMMENTS or (element.move is not None and not tokens.is_move(text.strip())):
            self._comment(text)
        elif self._take(element, text):
            self._take_notes(element)
        elif element.tag in _MOVE_LISTS:
            self._take_list(text)
        elif not self.contents.parents and element.tag not in _VARIATIONS | _MOVES:
            self._header(_HEADERS.get(element.tag, element.name), text)
        else:
            self._problem(_NOT_READ, text)

    def _take_list(self, text: str) -> None:
        """Add several moves given in one text."""
        found = movetext.parse(text)
        movetext.finish(text, found)
        for comment in found.comments.get(ROOT, ()):
            self._comment(comment)
        for index, move in enumerate(found.texts if len(found.lines) == 1 else ()):
            self._add(move)
            for comment in found.comments.get(index, ()):
                self._comment(comment)
            if glyphs := found.nags.get(index):
                self.contents.moves.nags[self.last] = glyphs
        if found.result:
            self.contents.headers.setdefault("Result", found.result)
        is_read = len(found.lines) == 1
        for unread in filter(None, [found.preface, found.footer] if is_read else [text]):
            self._problem(_NOT_READ, unread)
        for _, token, message in found.problems if is_read else ():
            self._problem(message, token)

    def _take_notes(self, element: _Element) -> None:
        for key, value in element.notes.items():
            if key == "nags":
                self._glyphs(value)
            else:
                self._comment(value)
        element.notes.clear()

    def _add(self, text: str) -> None:
        if len(self.contents.parents) < MAX_NODES:
            self.contents.parents.append(self.last)
            self.last = self.contents.moves.add(text.strip(), self.line, self.last)
        elif not self.contents.is_cut:
            self.contents.is_cut = True
            self._problem(Message("detail.most_moves", most=MAX_NODES), "")

    def _take(self, element: _Element, text: str) -> bool:
        """Store a text as the start position or as a move if it is one, and return whether it is."""
        contents = self.contents
        if not contents.fen and not contents.parents and _FEN.fullmatch(text):
            contents.fen, contents.fen_line = text.strip(), self.line
            element.move = ROOT
        elif element.move is None and not self.in_head and tokens.is_move(text.strip()):
            self._add(text)
            element.move = self.last
        else:
            return False
        return True

    def _comment(self, text: str) -> None:
        if text := clean_comment(text):
            self.contents.moves.comments.setdefault(self.last, []).append(text)

    def _glyphs(self, text: str) -> None:
        words = text.split()
        numbers = tuple(int(word) for word in words[:8] if word.isdecimal() and len(word) < 4)
        if numbers and self.last != ROOT:
            self.contents.moves.nags[self.last] = numbers
        if len(numbers) < len(words):
            self._problem(Message("detail.no_glyphs"), text)


def write(game: Game, style: Style = Style.CHINESE) -> bytes:
    """Return the game as an XML document in UTF-8."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<xiangqi>", " <head>"]
    head = {"FEN": game.start_fen, **game.headers, "Result": game.result}
    lines += [f"  {_header_element(name, _text(value))}" for name, value in head.items()]
    lines += [" </head>", " <moves>", *_comment_lines(game.root), *_move_lines(game, style)]
    return "\n".join([*lines, " </moves>", "</xiangqi>", ""]).encode("utf-8", "replace")


def _header_element(name: str, value: str) -> str:
    """Return a header as an element of its name or, if that would be misread, as a ``tag`` element."""
    plain = re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII) and name.lower() not in _OTHER_MEANINGS
    if plain and _HEADERS.get(name.lower(), name) == name:
        return f"<{name}>{value}</{name}>"
    return f"<{_TAG} {_TAG_NAME}={quoteattr(for_xml(name))}>{value}</{_TAG}>"


def _text(text: str) -> str:
    return escape(for_xml(text))


def _comment_lines(node: GameNode) -> Iterator[str]:
    if node.comment:
        yield f"  <comment>{_text(node.comment)}</comment>"


def _move_lines(game: Game, style: Style) -> Iterator[str]:
    """Yield the moves; the variations to a move come after it and before its continuation."""
    for step, node, board in walk_as_text(game):
        if step == "move":
            assert node.move is not None
            glyphs = f' nags="{" ".join(map(str, node.nags))}"' if node.nags else ""
            yield f"  <move{glyphs}>{format_move(board, node.move, style)}</move>"
            yield from _comment_lines(node)
        else:
            yield "  <variation>" if step == "open" else "  </variation>"
