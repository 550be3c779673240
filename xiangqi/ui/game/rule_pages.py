"""The rules as short animated examples, page by page: the data, and the picture at a moment.

A step of an example is a move (``"b0c2"``), a piece that is selected to show its targets (``"?b0"``), or an
illegal attempt (``"!b0d1"``), whose obstacle is found by the program's own rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from xiangqi.app.session import positions
from xiangqi.app.session.explain import explain
from xiangqi.app.session.selection import Reason
from xiangqi.board import Board, Move, parse_square
from xiangqi.diagram.picture import Arrow, BoardPicture, Ink, Slide
from xiangqi.line import Line

STEP_S: Final = 1.4
"""How long each step is shown."""

_SLIDE_S: Final = 0.3
_RESTS: Final = 2  # steps of rest at the end, before the example starts again


@dataclass(frozen=True)
class RulePage:
    """A page of the rules with its example."""

    name: str  # the name in the keys of its texts, ``lesson.<name>`` and ``lesson.<name>.text``
    fen: str  # the position at the start of the example
    steps: tuple[str, ...]  # the steps of the example
    solo: bool = True  # whether only one side moves


RULE_PAGES: Final = (
    RulePage("aim", "3k5/9/R8/9/9/9/9/9/9/1R3K3 w", ("a7a8", "d9e9", "b0b9"), solo=False),
    RulePage("king", "3k5/9/9/p8/9/9/8P/9/4K4/9 w", ("?e1", "e1e2", "!e2e3", "e2f2")),
    RulePage("advisor", "5k3/9/9/p8/9/9/8P/9/4A4/3K5 w", ("?e1", "e1f2", "!f2g3", "f2e1")),
    RulePage("elephant", "5k3/9/9/9/9/9/3n5/4B4/9/3K5 w", ("?e2", "!e2c4", "e2g4", "!g4i6")),
    RulePage("horse", "5k3/9/9/9/9/4p4/4N4/9/9/3K5 w", ("?e3", "!e3f5", "e3g4")),
    RulePage("chariot", "5k3/9/9/9/9/2p6/9/2R6/9/3K5 w", ("?c2", "!c2c6", "c2c4", "c4h4")),
    RulePage("cannon", "5k3/1n7/9/9/1c7/9/9/1C7/9/3K5 w", ("?b2", "!b2b5", "b2b8")),
    RulePage("pawn", "5k3/9/9/9/9/2P6/9/9/9/3K5 w", ("!c4d4", "c4c5", "?c5", "c5d5", "!d5d4")),
    RulePage("facing", "4k4/9/9/9/4C4/9/9/9/9/4K4 w", ("!e5a5", "e5e7")),
    RulePage("check", "4k4/9/9/9/9/9/9/4r4/9/R2AK4 w", ("!a0a1", "d0e1")),
    RulePage("mate", "3k5/R8/9/9/9/9/9/9/9/1R2K4 w", ("b0b9",), solo=False),
    RulePage("stalemate", "3k5/9/R8/9/9/9/9/9/9/4K4 w", ("a7a8",), solo=False),
    RulePage("repetition", "3k5/9/9/9/9/5c3/9/5R3/9/4K4 b", ("f4i4", "f2i2", "i4f4", "i2f2") * 2, solo=False),
)
"""The pages in reading order."""


def beat(page: RulePage, elapsed_s: float) -> tuple[int, float]:
    """Return the number of steps begun after a time, and the progress of the last one, 0 to 1."""
    beats = len(page.steps) + 1 + _RESTS
    number = int(elapsed_s / STEP_S) % beats
    return min(number, len(page.steps)), min(1.0, (elapsed_s % STEP_S) / _SLIDE_S)


def moment(page: RulePage, step: int, progress: float) -> BoardPicture:
    """Return the board picture at a moment of the example.

    Args:
        page: the page.
        step: the number of steps that have begun; 0 at the beginning.
        progress: the progress of the last step's piece, 0 to 1.
    """
    board = _board(page, step)
    shown = positions.snapshot(Line(board.fen()))
    kind = page.steps[step - 1] if step else ""
    if kind.startswith("?"):
        square = parse_square(kind[1:])
        targets = tuple(move.to_square for move in board.legal_moves() if move.from_square == square)
        return BoardPicture(shown.pieces, selected=square, targets=targets, checked=shown.check_square)
    if kind.startswith("!"):
        return _refused(board, shown, Move.from_iccs(kind[1:]))
    if not kind:
        return BoardPicture(shown.pieces, checked=shown.check_square)
    move = Move.from_iccs(kind)
    captured = _board(page, step - 1).piece_at(move.to_square)
    slide = Slide(move.from_square, move.to_square, board.piece_at(move.to_square), progress, captured)
    return BoardPicture(
        shown.pieces,
        last_move=(move.from_square, move.to_square),
        checked=shown.check_square,
        slides=(slide,) if progress < 1 else (),
    )


def _refused(board: Board, shown: positions.Snapshot, move: Move) -> BoardPicture:
    """Return the picture of an illegal attempt and of the reason against it."""
    why = explain(board, move.from_square, move.to_square)
    face = why.reason is Reason.KINGS_FACE
    return BoardPicture(
        shown.pieces,
        selected=move.from_square,
        checked=shown.check_square,
        arrows=(Arrow(move.from_square, move.to_square, Ink.THREAT),),
        blockers=() if face else why.blockers or (move.to_square,),
        facing=(why.blockers[0], why.blockers[1]) if face else None,
    )


@lru_cache(maxsize=32)
def _board(page: RulePage, step: int) -> Board:
    """Return the position after the first `step` steps; the board must not be changed."""
    board = Board(page.fen)
    side = board.fen().split()[1]
    for kind in page.steps[:step]:
        if kind[0] in "?!":
            continue
        board.push_unchecked(Move.from_iccs(kind))
        if page.solo:
            placement = board.fen().split()[0]
            board = Board(f"{placement} {side}")
    return board
