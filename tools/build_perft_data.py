"""Makes tests/data/perft.jsonl: original positions with move counts on which both generators agree.

Run ``python tools/build_perft_data.py``; it takes about a minute. The positions are composed here, or reached
by random play with a fixed seed. Counts to depth 3 come from the bitboards and from the kernels, which share
no code and must agree; deeper ones from the kernels alone.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from xiangqi import bitboards
from xiangqi.board import Board
from xiangqi.core.constants import BOARD_SQUARES, CORE_SIZE, KING, PAWN, RED, opponent
from xiangqi.core.perft import perft
from xiangqi.core.position import new_state, set_position
from xiangqi.fen import Position, format_fen, parse_fen, position_faults

TARGET = Path(__file__).resolve().parent.parent / "tests" / "data" / "perft.jsonl"
AGREED_DEPTH = 3
MOST_NODES = 4_000_000  # the deepest count stored for a position

COMPOSED = {
    "start": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "horse legs": "3k5/9/4P4/9/2pNp4/1n2P4/2P1N4/3n1p3/9/5K3 w - - 0 1",
    "horse legs, Black": "3k5/9/4P4/9/2pNp4/1n2P4/2P1N4/3n1p3/9/5K3 b - - 0 1",
    "elephant eyes": "2b1k4/1P1P5/4b4/3P5/9/6B2/5p1p1/B8/1p1p5/4K4 w - - 0 1",
    "elephant eyes, Black": "2b1k4/1P1P5/4b4/3P5/9/6B2/5p1p1/B8/1p1p5/4K4 b - - 0 1",
    "rows of cannons": "3ak4/4a4/c1C1b1c1C/9/2p3p2/9/P1P3P1P/9/4A4/3K1A3 w - - 0 1",
    "guard of an open file": "4k4/9/4r4/9/9/9/4N4/9/4R4/4K4 w - - 0 1",
    "kings may not meet": "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    "double check": "3k5/9/2N6/9/9/9/9/9/3R5/5K3 b - - 0 1",
    "three answers to a check": "2bak4/9/9/9/9/4R4/9/9/9/3K1A3 b - - 0 1",
    "cannon check through own piece": "4k4/4a4/9/9/7r1/4C4/9/9/9/3K5 b - - 0 1",
    "pawns at the far end": "P1P1k1P1P/3P5/9/9/9/9/9/9/9/3K5 w - - 0 1",
    "pawns at the river": "4k4/9/9/p3p3p/P1P3P1P/2p3p2/4P4/9/9/4K4 w - - 0 1",
    "crowded palaces": "3aka3/4c4/4b4/9/9/9/9/4B4/4C4/3AKA3 w - - 0 1",
    "stalemate": "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1",
    "checkmate": "3k1R3/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1",
    "perpetual checkers": "9/3k1r3/9/9/9/5c3/9/5R3/9/3C1K3 w - - 0 1",
}


def random_middle_game(seed: int) -> str:
    """Return the position after some random moves, with captures preferred now and then."""
    chooser = random.Random(seed)
    board = Board()
    for _ in range(chooser.randrange(20, 140)):
        moves = board.legal_moves()
        if not moves:
            board.pop()
            break
        captures = [move for move in moves if board.is_capture(move)]
        board.push_unchecked(chooser.choice(captures if captures and chooser.random() < 0.3 else moves))
    return board.fen()


def random_endgame(seed: int) -> str:
    """Return a sound position with few pieces on random points."""
    chooser = random.Random(seed)
    while True:
        placement = {}
        for side in (RED, opponent(RED)):
            placement[chooser.choice(BOARD_SQUARES)] = side | KING
            for _ in range(chooser.randrange(1, 6)):
                placement[chooser.choice(BOARD_SQUARES)] = side | chooser.randint(KING + 1, PAWN)
        position = Position(placement, chooser.choice((RED, opponent(RED))))
        if not position_faults(position):
            return format_fen(position)


def count_with_bitboards(board: Board, depth: int) -> int:
    """Return the perft count of the second generator; the first only plays the moves on the board."""
    moves = bitboards.legal_moves(board.position())
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        board.push_unchecked(move)
        nodes += count_with_bitboards(board, depth - 1)
        board.pop()
    return nodes


def counts(fen: str) -> list[int]:
    """Return the perft counts from depth 1 to at most 6, as long as the next is expected within MOST_NODES.

    Raises:
        SystemExit: the generators disagree.
    """
    position = parse_fen(fen)
    state = new_state(CORE_SIZE)
    set_position(state, position.placement, position.turn)
    result: list[int] = []
    while len(result) < 6 and (not result or result[-1] * (result[0] or 1) <= MOST_NODES):
        result.append(perft(state, len(result) + 1))
    for depth, nodes in enumerate(result[:AGREED_DEPTH], 1):
        if count_with_bitboards(Board(fen), depth) != nodes:
            raise SystemExit(f"the generators disagree at depth {depth} of {fen}")
    return result


def main() -> None:
    """Write the file; exit with an error at the first impossible position."""
    positions = dict(COMPOSED)
    positions |= {f"random game {seed}": random_middle_game(seed) for seed in range(1, 11)}
    positions |= {f"random endgame {seed}": random_endgame(seed) for seed in range(1, 15)}
    with TARGET.open("w", encoding="utf-8", newline="\n") as file:
        for name, fen in positions.items():
            if faults := position_faults(parse_fen(fen)):
                raise SystemExit(f"{name}: {faults}")
            file.write(json.dumps({"name": name, "fen": fen, "perft": counts(fen)}) + "\n")


if __name__ == "__main__":
    main()
