"""Count the legal move sequences of a given length, the classic test of a move generator."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Final

from xiangqi.board import START_FEN, Board, Move
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError, number_within, print_json, read_lines, text_of
from xiangqi.core.constants import BOARD_SIZE, CORE_SIZE
from xiangqi.core.perft import MAX_DEPTH, perft
from xiangqi.core.position import State, new_state
from xiangqi.errors import FenError
from xiangqi.i18n.message import Message

_KERNEL_PLIES: Final = 4  # some 50 ms from the start position, and seconds with many more moves


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("depth", metavar="DEPTH", type=number_within(0, MAX_DEPTH), help="option.perft.depth")
    parser.add_argument("--fen", help="option.perft.fen")
    parser.add_argument("--divide", action="store_true", help="option.perft.divide")
    parser.add_argument("--json", action="store_true", help="option.json_lines")
    parser.add_argument("--file", metavar="F", help="option.perft.file")


def run(args: argparse.Namespace) -> int:
    """Count the sequences and print the number; return 1 if a line of the file cannot be read.

    Raises:
        FenError: the only position cannot be read.
        UsageError: the options do not go together, or the file cannot be read.
    """
    if args.file is None:
        _answer(START_FEN if args.fen is None else args.fen, args.depth, divided=args.divide, as_json=args.json)
        return 0
    if args.fen is not None or args.divide:
        raise UsageError(Message("cli.perft_file"))
    faults = 0
    for number, line in read_lines(args.file):
        if not line.strip() or line.startswith(b"#"):
            continue
        try:
            _answer(text_of(line).strip(), args.depth, as_json=args.json)
        except (FenError, UsageError) as error:
            faults += 1
            language.remark("cli.of_line", file=args.file, number=number, reason=str(error))
            if args.json:
                print_json({"fen": line.decode(errors="backslashreplace").strip(), "error": str(error)})
            else:
                print("error", flush=True)
    return 1 if faults else 0


def _answer(fen: str, depth: int, *, divided: bool = False, as_json: bool = False) -> None:
    """Count the move sequences from one position and print the result.

    Raises:
        FenError: the position cannot be read.
    """
    board = Board(fen)
    began = time.perf_counter()
    counts: dict[str, int] = {}
    for move, count in _divide(board, depth):
        counts[move.iccs] = count
        if divided and not as_json:
            print(f"{move.iccs}: {count}", flush=True)
    seconds = time.perf_counter() - began
    nodes = sum(counts.values()) if depth else 1
    if as_json:
        answer = {"fen": board.fen(), "depth": depth, "nodes": nodes, "seconds": round(seconds, 6)}
        if divided:
            answer["divide"] = counts
        print_json(answer)
        return
    print(nodes, flush=True)
    speed = nodes / max(seconds, 1e-9) / 1e6
    language.remark("cli.perft_speed", seconds=f"{seconds:.3f}", speed=f"{speed:.1f}")


def _divide(board: Board, depth: int) -> Iterator[tuple[Move, int]]:
    """Yield each first move with the number of sequences that it begins; nothing at depth 0."""
    if depth == 0:
        return
    state = new_state(CORE_SIZE)
    for move in board.legal_moves():
        board.push_unchecked(move)
        yield move, _counted(board, depth - 1, state)
        board.pop()


def _counted(board: Board, depth: int, state: State) -> int:
    """Return the number of sequences from a position; the board is restored afterwards.

    `state` is the kernel's workspace. The kernel counts only the last plies, since Ctrl+C is handled between
    its calls.
    """
    if depth <= _KERNEL_PLIES:
        state[:BOARD_SIZE] = board.state
        return perft(state, depth)
    nodes = 0
    for move in board.legal_moves():
        board.push_unchecked(move)
        nodes += _counted(board, depth - 1, state)
        board.pop()
    return nodes
