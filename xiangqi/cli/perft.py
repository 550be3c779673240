"""Count the legal move sequences of a given length, the classic test of a move generator."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from xiangqi.board import START_FEN, Board, Move
from xiangqi.cli.parts import speech
from xiangqi.cli.parts.common import UsageError, number_within, print_json, read_text
from xiangqi.core import jit
from xiangqi.core.constants import BOARD_SIZE, CORE_SIZE
from xiangqi.core.perft import MAX_DEPTH, perft
from xiangqi.core.position import new_state
from xiangqi.errors import FenError
from xiangqi.i18n.message import Message


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("depth", metavar="DEPTH", type=number_within(0, MAX_DEPTH), help="option.perft.depth")
    parser.add_argument("--fen", help="option.perft.fen")
    parser.add_argument("--divide", action="store_true", help="option.perft.divide")
    parser.add_argument("--json", action="store_true", help="option.json_lines")
    parser.add_argument("--file", metavar="F", help="option.perft.file")


def run(args: argparse.Namespace) -> int:
    """Count and print; 1 when a line of the file could not be read."""
    if args.file is None:
        _answer(START_FEN if args.fen is None else args.fen, args.depth, divided=args.divide, as_json=args.json)
        return 0
    if args.fen is not None or args.divide:
        raise UsageError(Message("cli.perft_file"))
    faults = 0
    for number, line in enumerate(read_text(args.file).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            _answer(line.strip(), args.depth, as_json=args.json)
        except FenError as error:
            faults += 1
            speech.remark("cli.of_line", file=args.file, number=number, reason=str(error))
            if args.json:
                print_json({"fen": line.strip(), "error": str(error)})
            else:
                print("error", flush=True)
    return 1 if faults else 0


def _answer(fen: str, depth: int, *, divided: bool = False, as_json: bool = False) -> None:
    """Count below one position and print the answer.

    Raises:
        FenError: the position cannot be read.
    """
    board = Board(fen)
    jit.settle()  # compiling is not counting
    began = time.perf_counter()
    counts = list(_divide(board, depth))
    seconds = time.perf_counter() - began
    nodes = sum(count for _, count in counts) if depth else 1
    if as_json:
        answer = {"fen": board.fen(), "depth": depth, "nodes": nodes, "seconds": round(seconds, 6)}
        if divided:
            answer["divide"] = {move.iccs: count for move, count in counts}
        print_json(answer)
        return
    if divided:
        for move, count in counts:
            print(f"{move.iccs}: {count}")
    print(nodes, flush=True)
    speed = nodes / max(seconds, 1e-9) / 1e6
    speech.remark("cli.perft_speed", seconds=f"{seconds:.3f}", speed=f"{speed:.1f}")


def _divide(board: Board, depth: int) -> Iterator[tuple[Move, int]]:
    """Each first move with the number of sequences it begins; none at depth 0.

    The first ply is played here, not by the kernel, so that Ctrl-C is heard between two moves.
    """
    if depth == 0:
        return
    state = new_state(CORE_SIZE)
    for move in board.legal_moves():
        board.push_unchecked(move)
        state[:BOARD_SIZE] = board.state
        yield move, perft(state, depth - 1)
        board.pop()
