"""Positions after lines of moves, computed once and cached.

The functions are pure; the cache only makes them cheap, since one board is moved along instead of being
rebuilt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from xiangqi.app.session.explain import explain
from xiangqi.app.session.selection import Target
from xiangqi.board import Board, Move
from xiangqi.core.chase import king_attackers
from xiangqi.core.constants import KING, PIECES, opponent
from xiangqi.errors import FenError, NotationError
from xiangqi.fen import START_FEN, Position, format_fen, sound_position
from xiangqi.line import Line, Moves
from xiangqi.notation import Style, format_move, parse_move
from xiangqi.referee import Outcome, RepetitionWarning, Rules, can_end_at_once, warning
from xiangqi.referee import outcome as referee_outcome
from xiangqi.referee.cycle_judging import occurrences as referee_occurrences


class _MovingBoard:
    """A board that is moved to each requested position by playing and taking back moves."""

    def __init__(self) -> None:
        self._start = START_FEN
        self._board = Board()

    def seek(self, line: Line) -> Board:
        """Return the board after the moves; it is valid until the next call and must not be changed."""
        if line.start_fen != self._start:
            self._board = Board(line.start_fen)
            self._start = line.start_fen
        stack = self._board.move_stack
        common = common_length(stack, line.moves)
        while len(stack) > common:
            self._board.pop()
        for move in line.moves[common:]:
            self._board.push_unchecked(move)
        return self._board


_moving = _MovingBoard()


def full_moves(plies: int) -> int:
    """Return the number of full moves in a number of plies, counting half a move as a full one."""
    return (plies + 1) // 2


def common_length(one: list[Move] | Moves, other: list[Move] | Moves) -> int:
    """Return the number of moves that two lines have in common from the beginning."""
    for index, (first, second) in enumerate(zip(one, other, strict=False)):
        if first != second:
            return index
    return min(len(one), len(other))


def board_at(line: Line) -> Board:
    """Return the position after a line, with its moves on the stack.

    The board is shared: read it at once, or copy it to keep or change it.
    """
    return _moving.seek(line)


@dataclass(frozen=True)
class Snapshot:
    """A position as the window shows it."""

    fen: str  # with six fields
    pieces: Mapping[int, int]  # square -> piece code; read-only
    turn: int  # the side to move, RED or BLACK
    check_square: int | None  # the square of the king in check, or None
    captured: int  # code of the piece captured by the last move, 0 for none


@lru_cache(maxsize=256)
def snapshot(line: Line) -> Snapshot:
    """Return the position after the moves."""
    board = board_at(line)
    pieces = board.pieces()
    king = next((square for square, code in pieces.items() if code == board.turn | KING), None)
    return Snapshot(
        fen=board.fen(),
        pieces=MappingProxyType(pieces),
        turn=board.turn,
        check_square=king if board.is_check() else None,
        captured=board.peek_captured(),
    )


@lru_cache(maxsize=64)
def mates_at_once(fen: str) -> bool:
    """Return whether some move of the side to move mates or stalemates."""
    board = Board(fen)
    for move in board.legal_moves():
        board.push_unchecked(move)
        if not board.legal_moves():
            return True
        board.pop()
    return False


@lru_cache(maxsize=64)
def targets(line: Line, square: int, rules: Rules) -> tuple[Target, ...]:
    """Return the possible targets of the piece on a square, with the referee's warnings about repetitions."""
    board = board_at(line)
    return tuple(
        Target(move.to_square, board.is_capture(move), warning(board, move, rules))
        for move in board.legal_moves()
        if move.from_square == square
    )


@lru_cache(maxsize=64)
def checkers(line: Line) -> tuple[int, ...]:
    """Return the squares of the pieces that give check in the position after the moves."""
    board = board_at(line)
    found = king_attackers(board.state, board.turn)
    return tuple(int(board.state[PIECES + slot]) for slot in range(32) if found >> slot & 1)


@lru_cache(maxsize=64)
def covered_flights(line: Line) -> Mapping[int, tuple[int, ...]]:
    """Return the points to which a mated general cannot flee after the moves; empty if it is not mate.

    Each point maps to the squares of the pieces that cover it, including the other general on an open file.
    """
    board, king = board_at(line), snapshot(line).check_square
    if king is None or board.legal_moves():
        return MappingProxyType({})
    steps = [move.to_square for move in board.pseudo_legal_moves() if move.from_square == king]
    why = {square: explain(board, king, square) for square in steps}
    covers = {
        square: tuple(blocker for blocker in found.blockers if blocker != square)
        for square, found in why.items()
    }
    return MappingProxyType(covers)


def repetition_warning(line: Line, text: str, rules: Rules) -> RepetitionWarning | None:
    """Return the referee's warning about a move given as text.

    The result is None if the text is not a move or repeats nothing.
    """
    board = board_at(line)
    try:
        return warning(board, parse_move(board, text), rules)
    except NotationError:
        return None


def occurrences(line: Line) -> int:
    """Return the number of times that the position after the moves has occurred, itself included."""
    return referee_occurrences(board_at(line))


@lru_cache(maxsize=8)
def outcome(line: Line, rules: Rules) -> Outcome | None:
    """Return the outcome if the last move has ended the game, or None."""
    return referee_outcome(board_at(line), rules)


class _MoveTexts:
    """Caches the move texts of the last line; for a longer or branching line only new texts are computed."""

    def __init__(self) -> None:
        self._kind: tuple[str, Style] | None = None
        self._moves: Moves = ()
        self._texts: tuple[str, ...] = ()

    def of(self, line: Line, style: Style) -> tuple[str, ...]:
        """Return the texts of a line's moves."""
        start_fen, moves = line.start_fen, line.moves
        if self._kind == (start_fen, style) and self._moves is moves:
            return self._texts
        common = common_length(self._moves, moves) if self._kind == (start_fen, style) else 0
        if common < len(moves):
            board = Board(start_fen)
            fresh = []
            for ply, move in enumerate(moves):
                if ply >= common:
                    fresh.append(format_move(board, move, style))
                board.push_unchecked(move)
            self._texts = (*self._texts[:common], *fresh)
        else:
            self._texts = self._texts[:common]
        self._kind, self._moves = (start_fen, style), moves
        return self._texts


_move_texts = _MoveTexts()


def move_texts(line: Line, style: Style) -> tuple[str, ...]:
    """Return the moves of a line in the player's notation, one text each."""
    return _move_texts.of(line, style)


@lru_cache(maxsize=256)
def move_text(line: Line, move: Move, style: Style) -> str:
    """Return the text of a legal move after a line, in the player's notation."""
    return format_move(board_at(line), move, style)


@lru_cache(maxsize=64)
def following_texts(line: Line, following: Moves, style: Style) -> tuple[str, ...]:
    """Return the texts of legal moves that continue a line."""
    board = board_at(line).copy()
    texts = []
    for move in following:
        texts.append(format_move(board, move, style))
        board.push_unchecked(move)
    return tuple(texts)


def moved_pieces(line: Line, following: Moves) -> tuple[int, ...]:
    """Return the codes of the pieces moved by legal moves that continue a line."""
    board = board_at(line).copy()
    codes = []
    for move in following:
        codes.append(board.piece_at(move.from_square))
        board.push_unchecked(move)
    return tuple(codes)


@lru_cache(maxsize=256)
def legal_prefix(line: Line, following: Moves) -> Moves:
    """Return the longest prefix of some moves that can be played after a line."""
    board = board_at(line).copy()
    for count, move in enumerate(following):
        if not board.is_legal(move):
            return following[:count]
        board.push_unchecked(move)
    return following


@lru_cache(maxsize=64)
def searchable(line: Line, rules: Rules) -> Line | None:
    """Return the position after the moves in the form in which an engine should judge it.

    Engines score a first repetition as a draw. So the moves are passed on only if the next one can end the game
    by repetition, and then only from the last capture on. The result is None if there is nothing to search
    because no move is legal or the position could not arise.
    """
    board = board_at(line).copy()
    if not board.legal_moves():
        return None
    later: list[Move] = []
    if can_end_at_once(board, rules):
        while board.move_stack and not board.peek_captured():
            later.append(board.pop())
    fen = board.fen()
    return Line(fen, tuple(reversed(later))) if _is_sound(fen) else None


@lru_cache(maxsize=64)
def passed(line: Line) -> str | None:
    """Return the position after the moves with the other side to move.

    The result is None if that is impossible, for example in check, or if the other side has no legal move.
    """
    board = board_at(line)
    fen = format_fen(Position(board.pieces(), opponent(board.turn)))
    return fen if _is_sound(fen) and Board(fen).legal_moves() else None


def _is_sound(fen: str) -> bool:
    try:
        sound_position(fen)
    except FenError:
        return False
    return True
