"""A UCI engine that looks one move ahead, a yardstick for the lowest levels.

    python tools/strength/greedy_engine.py

It mates if it can. Otherwise it takes the most valuable undefended piece, that is, one that it can take without
being taken back. If there is none, it plays any legal move. The same game always gets the same answer,
unless the option Seed changes its random choices.
"""

from __future__ import annotations

import random
import sys

from xiangqi.board import Board, Move
from xiangqi.core.constants import KIND_MASK
from xiangqi.engine.common.types import Option
from xiangqi.engine.search.see import SEE_VALUE
from xiangqi.errors import XiangqiError
from xiangqi.fen import START_FEN
from xiangqi.protocol.messages import (
    BestMove,
    Go,
    Handshake,
    HandshakeDone,
    Identity,
    IsReady,
    OptionOffer,
    QuitEngine,
    Ready,
    Reply,
    SetOption,
    SetPosition,
)
from xiangqi.protocol.uci import Uci

_SEED = Option("Seed", "spin", "0", 0, 2**31)


def gain(board: Board, move: Move) -> int:
    """Return the value that a move takes for free: that of an undefended piece, otherwise 0."""
    value = int(SEE_VALUE[board.piece_at(move.to_square) & KIND_MASK])
    if not value:
        return 0
    board.push_unchecked(move)
    defended = any(reply.to_square == move.to_square for reply in board.legal_moves())
    board.pop()
    return 0 if defended else value


def mates(board: Board, move: Move) -> bool:
    """Return whether a move leaves the opponent without a legal move."""
    board.push_unchecked(move)
    over = not board.legal_moves()
    board.pop()
    return over


def choose(board: Board, chance: random.Random) -> Move | None:
    """Return the move to play; None if there is none."""
    moves = board.legal_moves()
    chance.shuffle(moves)
    return max(moves, key=lambda move: (mates(board, move), gain(board, move)), default=None)


def board_of(position: SetPosition) -> Board:
    """Return the board that a position describes.

    Raises:
        XiangqiError: the position or a move is invalid.
    """
    board = Board(position.fen or START_FEN)
    for text in position.moves:
        board.push(Move.from_iccs(text))
    return board


def say(reply: Reply) -> None:
    """Write a reply to standard output."""
    print(Uci().format_reply(reply), flush=True)


def main() -> None:
    """Serve until ``quit`` or the end of the input."""
    board, seed = Board(), _SEED.default
    for line in sys.stdin:
        try:
            match Uci().parse_command(line):
                case Handshake("uci"):
                    for reply in (Identity("name", "Greedy"), OptionOffer(_SEED), HandshakeDone("uci")):
                        say(reply)
                case IsReady():
                    say(Ready())
                case SetOption("Seed", str(value)):
                    seed = value
                case SetPosition() as position:
                    board = board_of(position)
                case Go():
                    move = choose(board, random.Random(f"{seed} {board.fen()}"))
                    say(BestMove(move.iccs if move is not None else None))
                case QuitEngine():
                    return
        except XiangqiError as error:
            print(f"info string error: {error}", flush=True)


if __name__ == "__main__":
    main()
