"""The visible purposes of moves, told in hints where nothing is proved.

A purpose is true on the board, but need not be why the move is good. `coach.deeds` finds the effects that the
engine's line confirms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import FactKind, Placed, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.purposes import Purpose, comes_out, is_safe
from xiangqi.coach.scene import as_if, captures, checkers, kind_of, placed, played, retakes, side_of, value_of
from xiangqi.coach.threats import WORTH_TAKING
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    CANNON,
    FILES,
    KING,
    KNIGHT,
    PAWN,
    RANKS,
    RED,
    ROOK,
    file_of,
    opponent,
    rank_of,
)
from xiangqi.line import Moves

_ROOM: Final = {ROOK: 3, CANNON: 4, KNIGHT: 1}
"""By kind of piece: the number of additional points that it must reach for a move to give it room."""

_ON_CENTRE: Final = {CANNON: "central", BISHOP: "defends", ADVISOR: "defends"}
"""By kind of piece: the purpose of its move to the central file."""


def visible(board: Board, line: Moves, finder: FactFinder) -> Purpose | None:
    """Return the visible purpose of the first move of a line; None if there is none worth telling.

    Args:
        board: the position before the line. It is not changed.
        line: legal moves, the engine's expected play.
        finder: proves the threats of the other side.
    """
    first = line[0]
    if board.is_check():
        return _escapes(board, first)
    if board.is_capture(first):
        name = "takes.retaken" if retakes(board, first) else "takes"
        return name, (placed(board, first.to_square),)
    stopped = next(_stops(board, first, finder), None)
    if stopped is not None:
        return stopped
    return next((found for finder in _QUIET for found in finder(board, line)), None)


def _escapes(board: Board, first: Move) -> Purpose:
    """Return how a move answers a check: by taking a checking piece, by the general, or in another way."""
    if first.to_square in checkers(board):
        return "escapes.takes", (placed(board, first.to_square),)
    is_general = kind_of(board.piece_at(first.from_square)) == KING
    return "escapes.moves" if is_general else "escapes", ()


def _stops(board: Board, first: Move, finder: FactFinder) -> Iterator[Purpose]:
    """Yield a purpose for each threat that a move stops, since its first move becomes illegal or harmless."""
    after, prover = played(board, [first]), finder.prover
    for threat in finder.by_force(as_if(board, opponent(board.turn))):
        move = threat.proof[0]
        is_barred = not after.is_legal(move)
        if threat.kind is FactKind.MATE:
            if is_barred or finder.mate(after, Start.BEFORE, move) is None:
                yield "stops.mate", (placed(board, move.from_square),)
        elif board.is_capture(move) and (is_barred or is_safe(after, move.to_square, prover)):
            target, danger = placed(board, move.to_square), placed(board, move.from_square)
            is_mover = target.square == first.from_square
            if not is_mover:
                yield "guards", (target, danger)
            elif is_safe(after, first.to_square, prover):
                yield "saves", (danger,)


def _develops(board: Board, line: Moves) -> Iterator[Purpose]:
    if comes_out(board, line[0]):
        yield "develops", ()


def _crosses(board: Board, line: Moves) -> Iterator[Purpose]:
    """Yield a purpose if a soldier crosses the river."""
    side, middle = board.turn, RANKS // 2
    was, now = (rank_of(square) >= middle for square in (line[0].from_square, line[0].to_square))
    if kind_of(board.piece_at(line[0].from_square)) == PAWN and was != now and now == (side == RED):
        yield "crosses", ()


def _central(board: Board, line: Moves) -> Iterator[Purpose]:
    """Yield a purpose if a cannon, elephant or advisor comes to the central file."""
    was, now = (file_of(square) == FILES // 2 for square in (line[0].from_square, line[0].to_square))
    name = _ON_CENTRE.get(kind_of(board.piece_at(line[0].from_square)))
    if name is not None and now and not was:
        yield name, ()


def _hits(board: Board, line: Moves) -> Iterator[Purpose]:
    """Yield a purpose with the most valuable unprotected piece that the moved piece newly attacks."""
    first = line[0]
    after = played(board, [first])
    # a piece that could be taken there attacks nothing for sure
    if any(take.to_square == first.to_square for take in captures(after)):
        return
    mine = as_if(after, board.turn)
    known = {move.to_square for move in captures(board)}
    fresh = [
        move.to_square
        for move in captures(mine)
        if move.from_square == first.to_square and move.to_square not in known and not retakes(mine, move)
    ]
    yield from (("hits", (placed(board, square),)) for square in _dearest(board, fresh))


def _covers(board: Board, line: Moves) -> Iterator[Purpose]:
    """Yield a purpose with the most valuable attacked own piece that only the moved piece protects."""
    first, other = line[0], opponent(board.turn)
    after = played(board, [first])
    before = as_if(board, other)
    bare = {move.to_square for move in captures(before) if not retakes(before, move)}
    held = [
        move.to_square
        for move in captures(after)
        if move.to_square in bare and any(take.from_square == first.to_square for take in retakes(after, move))
    ]
    yield from (("covers", (placed(board, square),)) for square in _dearest(board, held))


def _dearest(board: Board, squares: Iterable[int]) -> list[int]:
    """Return the square of the most valuable piece, generals left out, in a list; empty if there is none."""
    pieces = [square for square in squares if kind_of(board.piece_at(square)) != KING]
    return sorted(pieces, key=lambda square: (-value_of(board.piece_at(square)), square))[:1]


def _gives_room(board: Board, line: Moves) -> Iterator[Purpose]:
    """Yield a purpose if the move lets another piece of its side, or else the moved one, reach more points."""
    first = line[0]
    before, after = _reach(board), _reach(as_if(played(board, [first]), board.turn))
    for square, code in sorted(board.pieces().items(), key=lambda piece: (-value_of(piece[1]), piece[0])):
        least = _ROOM.get(kind_of(code))
        if least is None or side_of(code) != board.turn or square == first.from_square:
            continue
        if after.get(square, 0) - before.get(square, 0) >= least:
            yield "opens", (Placed(square, code),)
    least = _ROOM.get(kind_of(board.piece_at(first.from_square)))
    if least is not None and after.get(first.to_square, 0) - before.get(first.from_square, 0) >= least:
        yield "freer", ()


def _cramps(board: Board, line: Moves) -> Iterator[Purpose]:
    """Yield a purpose for each chariot, horse or cannon of the other side that reaches fewer points then."""
    before, after = _reach(as_if(board, opponent(board.turn))), _reach(played(board, line[:1]))
    for square, code in sorted(board.pieces().items(), key=lambda piece: (-value_of(piece[1]), piece[0])):
        least = _ROOM.get(kind_of(code))
        is_other = side_of(code) != board.turn and value_of(code) >= WORTH_TAKING
        if least is not None and is_other and before.get(square, 0) - after.get(square, 0) >= least:
            yield "cramps", (Placed(square, code),)


def _reach(board: Board) -> dict[int, int]:
    """Return the number of legal moves of each piece of the side to move that has any, by its square."""
    counts: dict[int, int] = {}
    for move in board.legal_moves():
        counts[move.from_square] = counts.get(move.from_square, 0) + 1
    return counts


def _prepares(board: Board, line: Moves) -> Iterator[Purpose]:
    """Yield a purpose if the same side's next move in the line was not legal before."""
    if len(line) > 2 and not board.is_legal(line[2]):
        yield "prepares", ()


_QUIET: Final[tuple[Callable[[Board, Moves], Iterator[Purpose]], ...]] = (
    _develops,
    _crosses,
    _covers,
    _central,
    _hits,
    _gives_room,
    _cramps,
    _prepares,
)
