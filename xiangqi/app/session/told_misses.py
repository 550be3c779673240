"""Explains in words why typed text is not a move: no such piece, no way there, or the same point twice."""

from __future__ import annotations

import re
from typing import Final

from xiangqi.app.session import told, view
from xiangqi.app.session.state import AppState
from xiangqi.board import Board
from xiangqi.coach.scene import as_if
from xiangqi.core.constants import KIND_MASK, PIECE_NAMES, opponent
from xiangqi.notation import Style, candidates, meant_move, meant_pieces
from xiangqi.spoken.named import named_pieces, named_point
from xiangqi.spoken.questions import answer
from xiangqi.spoken.teller import Teller

_BY_POINTS: Final = re.compile(r"([a-i][0-9]) *(?:-|to|到|tới)? *([a-i][0-9])$")
_MOST: Final = 3  # pieces whose moves are told


def why_no_move(state: AppState, typed: str) -> list[str]:
    """Return the reasons why a typed text is not a legal move; [] if it is one or the reason is unknown."""
    tell, board = told.teller(state), view.board_line(state).here.board()
    style = Style(state.settings.notation)
    text = " ".join(typed.casefold().split())
    if candidates(board, typed):
        return []
    points = _BY_POINTS.search(text)
    if points is not None:
        return _by_points(tell, board, text[: points.start()].strip(" ,").removesuffix(" on"), points)
    kinds, squares = meant_pieces(board, typed, style)
    meant = meant_move(board, typed, style)
    if len(kinds) != 1 or (meant is not None and meant.from_square != meant.to_square):
        return []
    (kind,) = kinds
    other = opponent(board.turn)
    if not squares and meant_pieces(as_if(board, other), typed, style)[1]:
        return [_theirs(tell, board, other | kind)]
    if not squares:
        return [tell("spoken.none_there"), *_of_kind(state, board.turn | kind)]
    gait = tell(f"gait.{PIECE_NAMES[kind]}")
    moves = [line for square in squares[:_MOST] for line in _asked(state, f"m {tell.point(square)}")]
    return [gait, *moves]


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
    return [tell("spoken.same_point")] if points[1] == points[2] else []


def _theirs(tell: Teller, board: Board, code: int) -> str:
    """Return the sentence that a piece belongs to the side that is not to move."""
    return tell("spoken.theirs", side=tell.side(opponent(board.turn)), piece=tell.kind(code))


def _of_kind(state: AppState, code: int) -> list[str]:
    """Return the points of the pieces with a code, in words."""
    return _asked(state, f"p {told.teller(state).piece(code)}")


def _asked(state: AppState, question: str) -> list[str]:
    return answer(told.teller(state), told.situation(state), question) or []
