"""Games as bare coordinates, one a line: strings without separators, and rows with or without a title.

A title may stand before the moves or on lines above them. A string of moves may be followed by a line with the
start position, in which the side to move follows the last row without a space, and trailing empty points of
rows may be missing. Source: docs/formats/coordinates.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Final, NamedTuple

from xiangqi.core.constants import FILES
from xiangqi.i18n.message import Message
from xiangqi.notation.coordinates import SEPARATOR
from xiangqi.records.source import SourceLine, TextSource
from xiangqi.records.text import headings, movetext
from xiangqi.records.text.columns import HeadingRow, heading_row
from xiangqi.records.text.movetext import MoveText
from xiangqi.records.text.playing import Habits, grow
from xiangqi.records.text.position_line import gives_position, read_line, unglue
from xiangqi.records.text.separate_games import are_separate, begins_game
from xiangqi.records.text.tags import TAG_INSIDE, enter_headers
from xiangqi.records.text.tokens import result_of
from xiangqi.records.tree import MAX_PLIES, Game, RecordFault, clean_comment

NAME: Final = "coordinates"

_MOVE: Final = re.compile(rf"[a-i](?:10|[0-9])(?:{SEPARATOR})?[a-i](?:10|[0-9])", re.IGNORECASE)
_BETWEEN: Final = r"[\s,;|/'\"，；、→-]*"
_RUN: Final = re.compile(
    rf"(?<![A-Za-z0-9])(?:{_MOVE.pattern}(?:{_BETWEEN}{_MOVE.pattern})*(?![A-Za-z0-9])|(?:{_MOVE.pattern}){{2,}})",
    re.IGNORECASE,
)
_STRING: Final = re.compile(rf"(?:{_MOVE.pattern}){{2,}}", re.IGNORECASE)
_LIST: Final = re.compile(rf"[^\s;,]{{0,40}};\s*{_MOVE.pattern}(?:[,\s]|$)", re.IGNORECASE)
_NUMBERING: Final = re.compile(r"[\s(\[（【#*•·‣▪-]*[0-9０-９]{1,6}\s*[.)\]、．）】:：]+\s*")
_PARTED: Final = re.compile(r"(?<=[0-9])\s*(?:[;|]|['\"\])]+\s*,)\s*(?=['\"\[(]*[A-Ia-i][0-9])")
_EDGES: Final = " \t\u3000.,;:|\"'`“”‘’「」『』[](){}<>=#*•·‣▪%/\\-–—→，；：、"
_ASIDE: Final = re.compile(
    r"\s*[,;|\t，；\"'`”’」』\])}#]|\s*(?://|--|[–—]|$)"
)  # what parts moves from other words
_SPOILED: Final = re.compile(r"[a-i][0-9][\s,]*\Z", re.IGNORECASE)  # the end of a move that cannot be read
_CELL: Final = re.compile(r"[,;|\t，；]")
_LONGEST_TITLE: Final = 200
_LOOKED_AT: Final = 400  # lines
_OF_ROUNDS: Final = 4
_SHOWN: Final = 24  # characters of a text that a message shows


class _Row(NamedTuple):
    """A line with moves."""

    before: str  # the text before the moves
    title: str  # the title in it, without numbering; "" for none
    moves: list[str]  # the moves up to other text
    rest: str  # the text after them
    is_glued: bool  # whether nothing separates the moves
    is_numbered: bool  # whether a number with a dot comes right before them
    text: str  # the line from the first move on

    @property
    def is_clean(self) -> bool:
        """Whether the text after the moves contains no more moves."""
        return _RUN.search(self.rest) is None


@dataclass
class _Entry:
    """A game before it is played."""

    game: Game
    moves: MoveText
    fen_line: int
    last_line: int
    is_open: bool = True  # whether the next line may continue it
    texts: list[str] = field(default_factory=list)


def sniff(source: TextSource) -> bool:
    """Return whether a text has rows of moves in coordinates that are games of their own."""
    head = source.head
    if TAG_INSIDE.search(head):
        return False
    lines = list(islice(_lines(source), _LOOKED_AT))
    found = [(place, row) for place, line in enumerate(lines) if (row := _row(line.text)) is not None]
    rows = [row for _, row in found if row.is_clean or len(row.moves) > _OF_ROUNDS]
    if found and found[0][0] > 0 and heading_row(lines[found[0][0] - 1].text):
        return True
    if not rows or 2 * len(rows) < len(found) or gives_position(lines[0].text) or _gives_positions(lines):
        return False
    if any(row.is_glued for row in rows) or any(_LIST.match(line.text) for line in lines[:2]):
        return True
    longest = max(len(row.moves) for row in rows)
    if len(rows) == 1:
        is_above = len(lines) > 1 and _is_board(lines[1].text) and not rows[0].title
        return found[0][0] == 0 and rows[0].is_clean and (longest > _OF_ROUNDS or is_above)
    is_of_rounds = longest <= _OF_ROUNDS and any(row.is_numbered for row in rows)
    return not is_of_rounds and are_separate([row.moves for row in rows])


def _lines(source: TextSource) -> Iterator[SourceLine]:
    """Yield the lines, splitting those with several games."""
    for line in source.lines():
        parts = _PARTED.split(line.text)
        is_row = len(parts) > 1 and all(len(_MOVE.findall(part)) > _OF_ROUNDS for part in parts)
        for part in parts if is_row else [line.text]:
            yield line._replace(text=part)


def _gives_positions(lines: list[SourceLine]) -> bool:
    """Return whether a line has a position and moves, as in lists of positions, but the line above no moves."""
    return any(
        gives_position(line.text) and _row(line.text) is not None and _RUN.match(above.text) is None
        for above, line in pairwise(lines)
    )


def _row(text: str) -> _Row | None:
    """Return the parts of a line with moves; None for any other line."""
    match = _RUN.search(text)
    if match is None:
        return None
    before = text[: match.start()]
    moves = [found[0] for found in islice(_MOVE.finditer(match[0]), MAX_PLIES)]
    numbering = _NUMBERING.match(before)
    title = " ".join(before[numbering.end() if numbering else 0 :].strip(_EDGES).split())
    is_glued = len(moves) > 1 and _STRING.fullmatch(match[0]) is not None
    is_numbered = numbering is not None and numbering.end() == len(before)
    return _Row(before, title, moves, text[match.end() :], is_glued, is_numbered, text[match.start() :])


def read(source: TextSource) -> Iterator[Game]:
    """Yield one game per row of moves; a position on the next line is its start position.

    A row that can only continue the game above is added to it. Tags come from a heading row or the lines above.
    """
    habits = Habits()
    words: list[str] = []  # lines since the last game
    entry: _Entry | None = None
    columns: HeadingRow | None = None
    for line in _lines(source):
        row = _row(line.text)
        tags: dict[str, str] = {}
        if row is None and entry is None and (named := heading_row(line.text)):
            columns = named
            continue
        if columns and (told := columns.cells(line.text)) and (of_moves := _row(told[1])):
            tags, row = told[0], of_moves
        if not tags and entry and _is_board(line.text):
            _set_start(entry, line)
        elif row is None:
            if not (entry and not words and _ends(entry, line)):
                words += [line.text] if line.text.strip(_EDGES) else []
        elif entry and not words and not tags and _continues(entry, row):
            _extend(entry, row, line)
        else:
            if entry:
                yield _grown(entry, habits)
            entry = _entry(source, line, row, words, tags)
            words = []
    if entry:
        footer = "\n".join([entry.moves.footer, *words]).strip()
        entry.moves.footer = footer
        yield _grown(entry, habits)


def _grown(entry: _Entry, habits: Habits) -> Game:
    grow(entry.game, entry.moves, lambda offset: offset, habits, entry.fen_line)
    return entry.game


def _entry(source: TextSource, line: SourceLine, row: _Row, words: list[str], tags: dict[str, str]) -> _Entry:
    """Return the game of a row, with its tags, and the words above it as its title and a comment."""
    game = Game(format=NAME, encoding=source.encoding)
    title, above = row.title, [text for word in words if (text := word.strip(_EDGES))]
    enter_headers(game.headers, tags | dict(headings.fields("\n".join(words))))
    if not title and above and len(above[0]) <= _LONGEST_TITLE:
        title, *above = above
    if title:
        game.headers["Title"] = title
    game.root.comment = clean_comment("\n".join(above))
    if line.is_cut:
        game.add_fault(RecordFault(Message("detail.line_cut"), line=line.number))
    moves = _moves(row, line.number)
    game.result = moves.result or result_of(tags.get("Result", "")) or "*"
    return _Entry(game, moves, line.number, line.number, is_open=row.is_clean, texts=list(row.moves))


def _moves(row: _Row, line: int) -> MoveText:
    """Return the parsed moves of a row, with the number of the line as their offsets."""
    if not row.is_clean and not row.is_glued:
        moves = movetext.parse(row.text)
        movetext.finish(row.text, moves)
        for place in range(len(moves.offsets)):
            moves.offsets[place] = line
        moves.problems = [(line, token, message) for _, token, message in moves.problems]
        return moves
    moves = MoveText()
    if _SPOILED.search(row.before):
        moves.problems.append((line, row.before[:_SHOWN], Message("detail.coordinates_wanted")))
        return moves
    for text in row.moves:
        moves.add(text, line, len(moves.texts) - 1)
    _read_rest(moves, row.rest, line)
    return moves


def _read_rest(moves: MoveText, rest: str, line: int) -> None:
    """Add the text after the moves of a row as result and footer; report text not clearly set apart."""
    kept = []
    for cell in _CELL.split(rest):
        text = cell.strip(_EDGES)
        if result := result_of(cell.strip().strip("\"'()[]“”")):
            moves.result = result
        elif text:
            kept.append(text)
    said = ", ".join(kept)
    if said and (not _ASIDE.match(rest) or _RUN.search(said)):
        moves.problems.append((line, said[:_SHOWN], Message("detail.coordinates_wanted")))
    moves.footer = said


def _ends(entry: _Entry, line: SourceLine) -> bool:
    """Store the result of a game if the line right after it has one; return whether it has."""
    result = result_of(line.text)
    if not result or line.number != entry.last_line + 1 or entry.game.result != "*":
        return False
    entry.game.result, entry.is_open = result, False
    return True


def _continues(entry: _Entry, row: _Row) -> bool:
    """Return whether a row of moves cannot begin a game but continues the last one."""
    is_bare = entry.is_open and not row.title and row.is_clean and entry.game.result == "*"
    if not is_bare or entry.moves.problems or entry.moves.footer or begins_game(row.moves[:1]):
        return False
    return begins_game([*entry.texts, *row.moves[:1]])


def _extend(entry: _Entry, row: _Row, line: SourceLine) -> None:
    moves = entry.moves
    for text in row.moves[: MAX_PLIES - len(moves.texts)]:
        moves.add(text, line.number, len(moves.texts) - 1)
    _read_rest(moves, row.rest, line.number)
    entry.texts += row.moves
    entry.game.result, entry.last_line = moves.result or "*", line.number


def _set_start(entry: _Entry, line: SourceLine) -> None:
    """Take the start position from a line, and report other text on it."""
    entry.game.start_fen, beside = _filled(line.text)
    entry.fen_line, entry.is_open = line.number, False
    if beside:
        message = Message("detail.beside_position")
        entry.game.add_fault(RecordFault(message, token=beside[:_SHOWN], line=line.number))


def _is_board(text: str) -> bool:
    return text.count("/") >= 5 and gives_position(text)


def _filled(text: str) -> tuple[str, str]:
    """Return the position in a line, its short rows filled up with empty points, and the other text."""
    line = read_line(text)
    board, *fields = line.fen.split()
    board, side = unglue(board)
    turn = [side] if side else fields[:1]
    fen = " ".join(["/".join(map(_filled_row, board.split("/"))), *turn, *fields[1:]])
    return fen, " ".join(filter(None, (line.title, line.moves, line.words, line.operations)))


def _filled_row(row: str) -> str:
    points = sum(int(letter) if letter in "123456789" else 1 for letter in row)
    return f"{row}{FILES - points}" if 0 < points < FILES else row
