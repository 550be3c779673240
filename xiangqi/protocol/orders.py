"""Search orders, and their conversion to the commands of an external engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

from xiangqi.board import START_FEN, Board, Move
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Limits
from xiangqi.errors import NotationError
from xiangqi.protocol.line_words import shift_ranks
from xiangqi.protocol.messages import BanMoves, ClockTimes, Command, Go, SetPosition

_LONGEST_VARIATION = 128


@dataclass(frozen=True)
class SearchOrder:
    """A search that the caller has requested."""

    search_id: int  # chosen by the caller
    board: Board  # the position with the moves that led to it; must not be changed
    limits: Limits


def commands_of(order: SearchOrder, protocol: str, first_rank: int) -> list[Command]:
    """Return the commands that start a search, beginning with its position.

    Args:
        order: the search.
        protocol: ``"uci"`` or ``"ucci"``, which restrict root moves in different ways.
        first_rank: the number of Red's back rank in the engine's coordinates, 0 or 1.
    """
    limits = order.limits
    mover, other = _clocks(limits)
    red_moves = order.board.turn == RED
    legal = order.board.legal_moves()
    allowed = [move for move in limits.search_moves or legal if move not in limits.banned_moves]
    restricted = len(allowed) < len(legal)
    commands: list[Command] = [_position(order.board, first_rank)]
    if restricted and protocol == "ucci":
        commands.append(BanMoves(write_moves((move for move in legal if move not in allowed), first_rank)))
    go = Go(
        ponder=limits.ponder,
        infinite=limits.infinite,
        depth=limits.depth,
        nodes=limits.nodes,
        mate=limits.mate,
        movetime_ms=limits.movetime_ms,
        red=mover if red_moves else other,
        black=other if red_moves else mover,
        mover=mover,
        search_moves=write_moves(allowed, first_rank) if restricted and protocol == "uci" else (),
    )
    return [*commands, go]


def _clocks(limits: Limits) -> tuple[ClockTimes | None, ClockTimes | None]:
    """Return the clocks of the side to move and of the other side; both None without a clock.

    If only the mover's clock is known, the other side is taken to have the same.
    """
    if limits.clock_ms is None:
        return None, None
    mover = ClockTimes(limits.clock_ms, limits.increment_ms, limits.moves_to_go)
    other_ms = limits.opponent_clock_ms
    return mover, mover if other_ms is None else replace(mover, time_ms=other_ms)


def _position(board: Board, first_rank: int) -> SetPosition:
    """Return the position at the last capture with all moves after it, needed to judge repetitions."""
    replay = board.copy()
    later: list[Move] = []
    while replay.move_stack and not replay.peek_captured():
        later.insert(0, replay.pop())
    fen = replay.fen()
    return SetPosition(None if fen == START_FEN else fen, write_moves(later, first_rank))


def write_moves(moves: Iterable[Move], first_rank: int) -> tuple[str, ...]:
    """Return moves in an engine's coordinates."""
    return tuple(shift_ranks(move.iccs, first_rank) or "" for move in moves)


def read_move(text: str, first_rank: int) -> Move | None:
    """Parse a move in an engine's coordinates; None if the text is not one, or a square is off the board."""
    shifted = shift_ranks(text, -first_rank)
    try:
        return None if shifted is None else Move.from_iccs(shifted)
    except NotationError:
        return None


def read_line(board: Board, texts: Iterable[str], first_rank: int) -> tuple[Move, ...]:
    """Parse the first 128 moves of a principal variation, up to the first illegal one."""
    line = board.copy()
    moves: list[Move] = []
    for text in islice(texts, _LONGEST_VARIATION):
        move = read_move(text, first_rank)
        if move is None or not line.is_legal(move):
            break
        line.push_unchecked(move)
        moves.append(move)
    return tuple(moves)
