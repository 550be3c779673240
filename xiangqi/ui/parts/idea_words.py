"""Explains the purpose of opening moves, in words and on the board."""

from __future__ import annotations

from functools import lru_cache

from xiangqi.app.session import positions
from xiangqi.coach.opening_ideas import Idea, ideas
from xiangqi.coach.scene import kind_of
from xiangqi.core.constants import PIECE_NAMES
from xiangqi.line import Line
from xiangqi.ui.parts.coach_rows import told_moves, wording
from xiangqi.ui.parts.context import PanelContext

_TOLD = 2  # number of last moves that are explained: the player's and the reply


def idea_message(scene: PanelContext, line: Line) -> str:
    """Return the purpose of a line's last moves in words; "" if none is known."""
    told = []
    for length in range(max(1, len(line.moves) - _TOLD + 1), len(line.moves) + 1):
        way = Line(line.start_fen, line.moves[:length])
        found = _ideas(way)
        if found:
            move = wording(scene.state).beginning(told_moves(scene.state, way.before, way.moves[-1:]))
            words = scene.texts("list.and").join(_words(scene, way, idea) for idea in found)
            told.append(scene.texts("exercise.idea", move=move, ideas=words))
    return scene.texts.joined(*told)


def idea_squares(line: Line) -> tuple[int, ...]:
    """Return the points of the other pieces that the purpose of a line's last move concerns."""
    found = _ideas(line) if line.moves else ()
    return tuple(idea.other.square for idea in found if idea.other is not None)


@lru_cache(maxsize=64)
def _ideas(line: Line) -> tuple[Idea, ...]:
    board = Line(line.start_fen, line.moves[:-1]).board()
    return ideas(board, line.moves[-1])


def _words(scene: PanelContext, line: Line, idea: Idea) -> str:
    board = positions.board_at(line)
    other = "" if idea.other is None else wording(scene.state).piece(board, idea.other)
    piece = scene.texts(f"piece.{PIECE_NAMES[kind_of(idea.piece.code)]}")
    return scene.texts(f"opening_idea.{idea.kind.value}", piece=piece, other=other)
