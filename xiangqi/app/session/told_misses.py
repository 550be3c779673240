"""Explains in words why typed text is not a move: no such piece, no way there, several moves that fit."""

from __future__ import annotations

import re
from typing import Final

from xiangqi.app.session import told, view
from xiangqi.app.session.state import AppState
from xiangqi.board import Board
from xiangqi.coach.scene import as_if
from xiangqi.core.constants import CANNON, KIND_MASK, KING, PAWN, PIECE_NAMES, ROOK, opponent
from xiangqi.errors import NotationError
from xiangqi.notation import Style, candidates, meant_move, meant_pieces, parse_typed
from xiangqi.spoken.named import counting_side, named_lines, named_pieces, named_point
from xiangqi.spoken.questions import answer
from xiangqi.spoken.teller import Teller

_BY_POINTS: Final = re.compile(r"(?<![a-z])([a-i][0-9])([^0-9]{0,24}?)([a-i][0-9])$")
"""Two points at the end of a text, with at most some words between them: e2, "takes horse on", e9."""

_BEFORE_POINT: Final = ("on", "at", "from", "ở", "từ", "在", "从", "從")
_STRAIGHT: Final = frozenset((KING, ROOK, CANNON, PAWN))
"""Kinds of which a move to the number of their own file would be none."""

_MOST: Final = 3  # pieces whose moves are told, and moves among which a text does not decide


def why_no_move(state: AppState, typed: str) -> list[str]:
    """Return the reasons why a typed text is not a legal move; [] if it is one or the reason is unknown."""
    tell, board = told.teller(state), view.board_line(state).here.board()
    style = Style(state.settings.notation)
    text = " ".join(typed.casefold().split())
    try:
        parse_typed(board, typed, style)
    except NotationError:
        pass
    else:
        return []
    if len(several := candidates(board, typed)) > 1:
        moves = tell("spoken.apart").join(tell.move(board, move) for move in several[:_MOST])
        return [tell("spoken.ambiguous", moves=moves)]
    meant = meant_move(board, typed, style)
    points = _BY_POINTS.search(text)
    if points is not None:
        return _by_points(tell, board, _piece_before(tell, text[: points.start()]) or "", points)
    kinds, squares = meant_pieces(board, typed, style)
    if meant is not None and meant.from_square != meant.to_square:
        return []
    if meant is not None and kinds & _STRAIGHT:
        return [tell("spoken.same_point")]
    if len(kinds) == 1:
        return _by_files(state, typed, next(iter(kinds)), squares)
    if named_lines(text, board.turn):
        return []
    kind = _kind_at_start(tell, text)
    return _of_gait(state, kind, [tell.piece(board.turn | kind)]) if kind else []


def as_points(state: AppState, typed: str) -> str:
    """Return a text that names both points of a move as these alone: "red cannon from h2 to e2" as "h2e2".

    Any other text, and one that names a piece other than the one there, is unchanged.
    """
    tell, board = told.teller(state), view.board_line(state).here.board()
    text = " ".join(typed.casefold().split())
    points = _BY_POINTS.search(text)
    name = None if points is None else _piece_before(tell, text[: points.start()])
    if points is None or not name or _by_points(tell, board, name, points):
        return typed
    return points[1] + points[3]


def _piece_before(tell: Teller, text: str) -> str | None:
    """Return the piece's name at the end of the text before a point, "" for no text; None without a name."""
    words = text.replace(",", " ").split()
    if words and words[-1] in _BEFORE_POINT:
        words.pop()
    if not words:
        return ""
    named = named_pieces(tell.texts.row)
    names = (" ".join(words[start:]) for start in range(len(words)))
    return next((name for name in names if named.get(name, (0, 0))[1]), None)


def _kind_at_start(tell: Teller, text: str) -> int:
    """Return the kind of the piece that a text such as 炮二吃马 or "horse to e9" names first, or 0."""
    named, words = named_pieces(tell.texts.row), text.split()
    starts = [" ".join(words[:count]) for count in range(len(words), 0, -1)]
    starts += [text[:count] for count in (2, 1) if not text[:1].isascii()]
    return next((named[start][1] for start in starts if named.get(start, (0, 0))[1]), 0)


def _by_points(tell: Teller, board: Board, name: str, points: re.Match[str]) -> list[str]:
    """Return the reason why two points give no move: another piece is there, or both are the same."""
    side, kind = named_pieces(tell.texts.row).get(name, (0, 0))
    square = named_point(points[1])
    if square is None or (name and not kind):
        return []
    code = board.piece_at(square)
    if kind and (code & KIND_MASK != kind or (side and not code & side)):
        there = tell.piece(code) if code else tell("spoken.empty")
        meant = tell.piece(side | kind) if side else tell.kind(board.turn | kind)
        return [tell("spoken.misnamed", piece=meant, point=tell.point(square), there=there)]
    if code and not code & board.turn:
        return [_theirs(tell, board, code)]
    return [tell("spoken.same_point")] if points[1] == points[3] else []


def _by_files(state: AppState, typed: str, kind: int, squares: list[int]) -> list[str]:
    """Return why a move named by files is impossible; `squares` has the pieces that it can mean."""
    tell, board = told.teller(state), view.board_line(state).here.board()
    other, style = opponent(board.turn), Style(state.settings.notation)
    is_own = tell.is_chinese and counting_side(typed) == board.turn
    if not squares and not is_own and meant_pieces(as_if(board, other), typed, style)[1]:
        return [_theirs(tell, board, other | kind)]
    if not squares:
        return [tell("spoken.none_there"), *_asked(state, f"p {tell.piece(board.turn | kind)}")]
    return _of_gait(state, kind, [tell.point(square) for square in squares])


def _of_gait(state: AppState, kind: int, pieces: list[str]) -> list[str]:
    """Return how a kind of piece moves, and where the first of some pieces can go, each by name or point."""
    moves = [line for piece in pieces[:_MOST] for line in _asked(state, f"m {piece}")]
    return [told.teller(state)(f"gait.{PIECE_NAMES[kind]}"), *moves]


def _theirs(tell: Teller, board: Board, code: int) -> str:
    """Return the sentence that a piece belongs to the side that is not to move."""
    return tell("spoken.theirs", side=tell.side(opponent(board.turn)), piece=tell.kind(code))


def _asked(state: AppState, question: str) -> list[str]:
    return answer(told.teller(state), told.situation(state), question) or []
