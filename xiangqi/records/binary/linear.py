"""Games without variations as saved by old game servers: a list of moves from the starting position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from xiangqi.board import Board
from xiangqi.core.constants import FILES, RANKS
from xiangqi.i18n.message import Message
from xiangqi.records.placement import is_turned, move_between, off_board, point, with_first_mover
from xiangqi.records.tree import Game, RecordFault, TreeBuilder


class RawMove(NamedTuple):
    """A move as stored in a file; its points may lie off the board."""

    origin: tuple[int, int]  # file 0-8 from Red's left and rank 0-9 from Red's back rank
    target: tuple[int, int]  # file and rank of the target
    token: str  # the text in the file, for faults
    byte: int  # offset in the file


def play_steps(game: Game, steps: Iterable[RawMove]) -> None:
    """Add moves to an empty game up to the first illegal one, which becomes a fault.

    If Black's piece moves first, the start position gets Black to move, and a fault says so.

    Servers allowed a king to be captured, so the last move of an intact game may be illegal.
    """
    builder = None
    for step in steps:
        if builder is None:
            usual = game.start_fen
            game.start_fen = with_first_mover(usual, point(*step.origin))
            if is_turned(usual, game.start_fen):
                game.add_fault(RecordFault(Message("detail.side_to_move"), 1, step.token, byte=step.byte))
            builder = TreeBuilder(game)
        move = move_between(step.origin, step.target)
        if move is None:
            builder.fault(off_board(step.origin, step.target), token=step.token, byte=step.byte)
            return
        if builder.play(move, token=step.token, byte=step.byte) is None:
            return


def tell_rest(game: Game, data: bytes, first: int, size: int) -> None:
    """Add a fault if anything but NUL bytes follows the moves of a game that was read without faults.

    Args:
        game: the game read.
        data: the file's content.
        first: the offset of the first move.
        size: the number of bytes per move.
    """
    end = first + size * len(game.main_line())
    if not game.errors and data[end:].strip(b"\0"):
        game.add_fault(RecordFault(Message("detail.bytes_after_end", count=len(data) - end), byte=end))


def plausible(steps: Sequence[RawMove]) -> bool:
    """Return whether moves could begin a game: the first is legal, and all the others are on the board."""
    if not steps or any(off_board(step.origin, step.target) for step in steps):
        return False
    move = move_between(steps[0].origin, steps[0].target)
    return move is not None and Board().is_legal(move)


def as_red_sees_it(steps: Iterable[RawMove]) -> Iterable[RawMove]:
    """Yield the moves, rotated by 180 degrees if the first one begins on Black's half.

    Some servers wrote the moves as Black's player saw the board.
    """
    turned: bool | None = None
    for step in steps:
        if turned is None:
            turned = step.origin[1] >= RANKS // 2
        yield step._replace(origin=_turn(step.origin), target=_turn(step.target)) if turned else step


def _turn(place: tuple[int, int]) -> tuple[int, int]:
    return FILES - 1 - place[0], RANKS - 1 - place[1]
