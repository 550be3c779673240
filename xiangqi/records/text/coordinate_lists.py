"""Games as bare coordinates: strings without separators, and lists with a game ``id;m1,m2,…`` on each line.

A string of moves may be followed by a line with the start position, in which the side to move follows the last
row without a space, and trailing empty points of rows may be missing. Source: docs/formats/coordinates.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from xiangqi.core.constants import FILES
from xiangqi.i18n.message import Message
from xiangqi.records.source import SourceLine, TextSource
from xiangqi.records.text.movetext import MoveText
from xiangqi.records.text.playing import Habits, grow
from xiangqi.records.text.position_line import gives_position, read_line, unglue
from xiangqi.records.text.tokens import result_of
from xiangqi.records.tree import MAX_PLIES, Fault, Game

NAME: Final = "coordinates"

_MOVE: Final = re.compile(r"[a-i](?:10|[0-9])-?[a-i](?:10|[0-9])", re.IGNORECASE)
_STRING: Final = re.compile(rf"(?:{_MOVE.pattern}){{2}}|{_MOVE.pattern}$", re.IGNORECASE)
_LIST: Final = re.compile(rf"([^\s;,]{{0,40}});\s*({_MOVE.pattern}(?:[,\s]|$).*)", re.IGNORECASE)
_ROW_OF_MOVES: Final = re.compile(rf"(?:{_MOVE.pattern}[,\s]+){{4}}", re.IGNORECASE)
_SHOWN: Final = 24  # characters of a text that a message shows
_SEPARATORS: Final = " \t,;|"


def sniff(source: TextSource) -> bool:
    """Return whether the text begins with more than one round of moves without separators, or with a list."""
    first, second = [*(line.text for line in islice(source.lines(), 2)), "", ""][:2]
    a_move_a_line = _MOVE.fullmatch(first) and _MOVE.match(second) and not gives_position(second)
    if gives_position(first) or a_move_a_line:
        return False
    return any(form.match(first) for form in (_STRING, _LIST, _ROW_OF_MOVES)) or bool(_LIST.match(second))


def read(source: TextSource) -> Iterator[Game]:
    """Yield one game per line; a position on the next line is its start position."""
    habits = Habits()
    lines = source.lines()
    following = next(lines, None)
    while (line := following) is not None:
        following = next(lines, None)
        game = Game(format=NAME, encoding=source.encoding)
        fen_line, beside = line.number, ""
        if following is not None and _is_board(following.text):
            game.start_fen, beside = _filled(following.text)
            fen_line = following.number
            following = next(lines, None)
        text = line.text
        if match := _LIST.match(text):
            game.headers["Title"], text = match.groups()
        moves = _moves(text)
        if line.is_cut:
            game.add_fault(Fault(Message("detail.line_cut"), line=line.number))
        if beside:
            message = Message("detail.beside_position")
            game.add_fault(Fault(message, token=beside[:_SHOWN], line=fen_line))
        game.result = moves.result or "*"
        grow(game, moves, _at(line), habits, fen_line)
        yield game


def _at(line: SourceLine) -> Callable[[int], int]:
    return lambda _: line.number


def _moves(text: str) -> MoveText:
    moves = MoveText()
    end = 0
    for match in islice(_MOVE.finditer(text), MAX_PLIES):
        if text[end : match.start()].strip(_SEPARATORS):
            break
        moves.add(match[0], match.start(), len(moves.texts) - 1)
        end = match.end()
    rest = text[end:].strip(_SEPARATORS)
    moves.result = result_of(rest)
    if rest and not moves.result:
        moves.problems.append((end, rest[:_SHOWN], Message("detail.coordinates_wanted")))
    return moves


def _is_board(text: str) -> bool:
    return text.count("/") >= 5 and gives_position(text)


def _filled(text: str) -> tuple[str, str]:
    """Return the position with the missing empty points at the ends of its rows, and the text after it."""
    line = read_line(text)
    board, *fields = line.fen.split()
    board, side = unglue(board)
    turn = [side] if side else fields[:1]
    fen = " ".join(["/".join(map(_filled_row, board.split("/"))), *turn, *fields[1:]])
    return fen, " ".join(filter(None, (line.title, line.moves, line.words, line.operations)))


def _filled_row(row: str) -> str:
    points = sum(int(letter) if letter in "123456789" else 1 for letter in row)
    return f"{row}{FILES - points}" if 0 < points < FILES else row
