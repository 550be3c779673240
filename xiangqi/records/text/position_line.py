"""Parses a line with a position: the text before it, its FEN, and the moves, result or words after it.

Lists of positions come as bare FEN, as EPD, as the ``position`` lines of engines, as ``title|FEN|solution``,
``FEN w, moves, result`` or ``move weight FEN``, and with the side to move attached to the last row.
Source: docs/formats/fen.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from xiangqi.core.constants import FILES, RANKS
from xiangqi.fen import START_FEN
from xiangqi.fen_spelling import POCKET, SIDES, plain, unlinked
from xiangqi.i18n.message import Message
from xiangqi.records.text import tokens

_LETTERS: Final = "KABNRCPHEGSMQkabnrcphegsmq1-9"  # Q shows that it is Western chess
_STRICT: Final = re.compile(
    rf"(?<![A-Za-z0-9/.])[{_LETTERS}]{{1,9}}(?:/[{_LETTERS}]{{1,9}}){{6,9}}/[{_LETTERS}]{{1,10}}(?!/)"
)
_MARKUP: Final = re.compile("[{<]")
_ROW: Final = "[^\\s/:<>\\[\\]{}\"'=|,;]*"
_LOOSE: Final = re.compile(rf"(?:fen[\s:=]+)?({_ROW}(?:/{_ROW}){{4,}})(?:[\s|,;]|$)", re.IGNORECASE)
_STARTPOS: Final = re.compile(r"(?:^|[|;,\t]\s*)(?:position\s+)?startpos(?=[\s|;,]|$)", re.IGNORECASE)
_COMMAND: Final = re.compile(r"position\s+fen\s", re.IGNORECASE)
_KEYWORD: Final = re.compile(r"[\s|,;:=\"'(“‘「]*(?:\b(?:position\s+)?fen)?[\s|,;:=\"'(“‘「]*$", re.IGNORECASE)
_SEPARATORS: Final = " \t\u3000|,;\"'“”‘’「」"
_SIDE: Final = re.compile(
    rf"[\s|,;:，；：、\"']*({'|'.join(sorted(SIDES, key=len, reverse=True))})(?!\w)", re.IGNORECASE
)
_SAID_SIDE: Final = re.compile(
    r"(?P<chinese>[红紅黑])[方棋]?先|\b(?P<english>red|white|black) to (?:move|play)\b", re.IGNORECASE
)
_OTHER_SIDE: Final = re.compile(r"\s+([A-Za-z])(?=\s+-|\s*$)")
_BEFORE_SIDE: Final = re.compile(r"\s+(\S+)(?=\s+[wbr]\s+-\s)", re.IGNORECASE)
_UNUSED: Final = re.compile(r"\s*(-|[KQkq]{1,4}(?=\s))\s*(-(?![-+.=][1-9])|[a-h][36](?=\s))")
_COUNTERS: Final = re.compile(r"\s*([0-9]{1,3}|-)(?![\w.．、:/-])(?:\s+([0-9]{1,4}|-)(?![\w.．、:/-]))?")
_STUCK_COUNTERS: Final = re.compile(r"([0-9])([0-9])(?!\w)")
_ODD_COUNTERS: Final = re.compile(r"\s+(\S+)\s+([0-9]{1,4})\s*$")
_MOVES: Final = re.compile(r"\bmoves\b[\s:=]*", re.IGNORECASE)
_OPERATION: Final = re.compile(
    r"(?:bm|am|sm|pv|id|dm|ce|ac[dns]|hmvc|fmvn|eco|v\d|c\d(?=\s+\"))(?=[\s;]|$)", re.IGNORECASE
)
_OPERATIONS: Final = re.compile(r'([A-Za-z]\w*)((?:"[^"]*"?|[^;"])*);?')
_NAME_IN_EPD: Final = re.compile(r'\bid\s+"([^"]*)"')
_PARTS: Final = re.compile(r"\s*[|;\t，；]\s*|,\s*")
_BEFORE_POSITION: Final = re.compile(  # up to a separator, the word before it, or the beginning of its link
    r".*[|;\t，；,]|.*?(?=(?:position\s+)?fen\s+\Z)|.*\s(?=\S*[/?#]\S*\Z)|.*", re.IGNORECASE
)


class PositionLine(NamedTuple):
    """The parsed content of a line."""

    title: str  # the words before the position, or its EPD name
    fen: str  # one to six fields, unchecked; only the board if nothing follows it
    form: str = "fen"  # "fen", "epd" or "uci", as games name their format
    moves: str = ""  # text with moves from the position; "" if there is none
    words: str = ""  # other words around the position
    operations: str = ""  # the operations of an EPD
    result: str = ""  # one of tree.RESULTS; "" if the line has none
    fault: str = ""  # the fault of the fields; "" if they have none
    link: str = ""  # the link that contains the position; "" for none


def positions_in(text: str) -> list[str]:
    """Return the parts of a line that have one position each.

    Text before the separator in front of a position belongs to the previous position.
    """
    boards = list(_boards(text)) if text.count("/") >= 2 * (RANKS - 1) else []
    cuts = [0]
    for board, other in pairwise(boards):
        before = _BEFORE_POSITION.match(text, board.end(), other.start())
        cuts.append(before.end() if before else other.start())
    return [text[begin:end].strip() for begin, end in pairwise([*cuts, len(text)])]


def gives_position(text: str) -> bool:
    """Return whether a line has a position: perhaps a faulty one at its beginning, or a complete one later."""
    return bool(_STARTPOS.search(text)) or _find(plain(text)) is not None


def is_position_alone(text: str) -> bool:
    """Return whether a line for which `gives_position` is true has nothing but one position."""
    if len(positions_in(text)) > 1:
        return False
    line = read_line(text)  # a single letter is left of a rank that is too long
    return not (line.title or line.moves or line.operations or len(line.words) > 1)


def read_line(text: str) -> PositionLine:
    """Parse a line for which `gives_position` is true."""
    if start := _STARTPOS.search(text):
        title = text[: start.start()].strip(_SEPARATORS)
        return _with_rest(PositionLine(title, START_FEN, "uci"), text[start.end() :])
    text, link = unlinked(text)
    found = _find(text)
    assert found is not None
    begin, end = found
    title = _KEYWORD.sub("", text[:begin]).strip(_SEPARATORS)
    title = title if any(map(str.isalnum, title)) else ""
    board, stuck = unglue(text[begin:end])
    if pocket := POCKET.match(text, end):  # not an empty one: the reader of the FEN will reject it
        board, end = board + pocket[0], pocket.end()
    rest = stuck + text[end:]
    fields, rest, fault = _fields(board, rest, not rest[:1].isspace())
    line = PositionLine(title, fields, "uci" if _COMMAND.match(text) else "fen", fault=fault, link=link)
    if title and tokens.mostly_moves(title):  # a book: move, weight and position
        line = line._replace(title="", moves=title)
    return _with_rest(line, rest)


def said_side(text: str) -> str:
    """Return the side to move named by words such as 黑先胜 or "Black to move", as in a FEN; "" for none."""
    found = _SAID_SIDE.search(text)
    return SIDES[found[found.lastgroup or 0].lower()] if found else ""


def _find(text: str) -> tuple[int, int] | None:
    """Return the beginning and the end of the board in a line, or None if it has none."""
    if text.count("/") < 4:
        return None
    if strict := next(_boards(text), None):
        return strict.span()
    loose = _LOOSE.match(text)
    return loose.span(1) if loose else None


def _boards(text: str) -> Iterator[re.Match[str]]:
    """Yield the complete boards that begin before the first brace or tag of a page."""
    markup = _MARKUP.search(text)
    end = markup.start() if markup else len(text)
    for match in takewhile(lambda match: match.start() < end, _STRICT.finditer(text)):
        if "k" in match[0] and "K" in match[0]:
            yield match


def operations_in(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each operation of an EPD with its operands."""
    for operation in _OPERATIONS.finditer(text):
        yield operation[1], operation[2].replace('"', " ").replace(",", " ").split()


def unglue(board: str) -> tuple[str, str]:
    """Return a board without the side to move attached to its last row (``…/4K4w``), and that part or ""."""
    head, slash, row = board.rpartition("/")
    points = 0
    for place, letter in enumerate(row):
        if letter in "wW" or (points >= FILES and letter in "bBrR"):
            return head + slash + row[:place], row[place:]
        points += int(letter) if letter in "123456789" else 1
    if points < FILES and row[-1:] == "b" and board.count("/") == RANKS - 1 and len(row) > 1:
        return board[:-1], "b"  # there is no black elephant on Red's back rank
    return board, ""


def _fields(board: str, rest: str, stuck: bool) -> tuple[str, str, str]:
    """Return the fields of a FEN, the text after them, and a message about a fault of theirs, or ""."""
    side, fault = "w", ""
    if not _SIDE.match(rest) and (word := _BEFORE_SIDE.match(rest)):
        fault = Message("detail.field_before_side", text=repr(word[1]))
        rest = rest[word.end() :]
    if match := _SIDE.match(rest):
        side = SIDES[match[1].lower()]
    elif match := _OTHER_SIDE.match(rest):
        fault = Message("detail.field_no_side", text=repr(match[1]))
    rest = rest[match.end() :] if match else rest
    has_side = match is not None
    if match := _UNUSED.match(rest):
        rest = rest[match.end() :]
    counters = None
    if has_side or match:  # otherwise it is some other number
        counters = (_STUCK_COUNTERS if stuck and match else _COUNTERS).match(rest)
    if counters is None and match:
        counters = _ODD_COUNTERS.match(rest)
    if counters is None:
        return f"{board} {side}" if has_side else board, rest, fault
    return f"{board} {side} - - {counters[1]} {counters[2] or 1}", rest[counters.end() :], fault


def _with_rest(line: PositionLine, rest: str) -> PositionLine:
    """Return the line with the text after its position: moves, EPD operations, or parts of several kinds."""
    whole = rest.strip()
    rest = whole.strip(_SEPARATORS)
    if not rest:
        return line
    if word := _MOVES.search(rest):
        moves = f"{line.moves} {rest[word.end() :]}".strip()
        return line._replace(form="uci", moves=moves, words=rest[: word.start()].strip(_SEPARATORS))
    if _OPERATION.match(rest):
        rest = whole
        name = _NAME_IN_EPD.search(rest)
        words = line.title if name else ""
        return line._replace(title=name[1] if name else line.title, form="epd", words=words, operations=rest)
    if {"{", "("}.intersection(rest):
        moves = f"{line.moves} {rest.replace('|', ' ')}".strip()
        return line._replace(moves=moves) if tokens.mostly_moves(moves) else line._replace(words=rest)
    if whole.startswith(";") and not tokens.mostly_moves(rest):  # a remark
        return line._replace(operations=rest)
    return _with_parts(line, rest)


def _with_parts(line: PositionLine, rest: str) -> PositionLine:
    """Return the line with the parts of a text added, each as moves, a result or words."""
    parts = [part for part in _PARTS.split(rest) if part]
    results = list(filter(None, map(tokens.result_of, parts)))
    others = [part for part in parts if not tokens.result_of(part)]
    moves: list[str] = []
    words: list[str] = []
    for part in others:
        (moves if tokens.mostly_moves(part) else words).append(part)
    if moves and any(tokens.is_move(word) for part in words for word in part.split()):
        moves, words = others, []  # the reader of the moves reports any words among them
    return line._replace(
        moves=" ".join([line.moves, *moves]).strip(),
        words=", ".join(words) if moves or not words else rest,
        result=results[-1] if results else "",
    )
