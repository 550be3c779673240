"""Validate a position and explain it: normalised FEN, check, legal moves, or what makes it impossible."""

from __future__ import annotations

import argparse

from xiangqi.board import Board
from xiangqi.cli import DONE, FAULTS
from xiangqi.cli.common import add_fen, fen_of, print_json
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import FenError
from xiangqi.fen import format_fen, parse_fen, position_faults

_NAMES = {RED: "red", BLACK: "black"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_fen(parser)
    parser.add_argument("--json", action="store_true", help="answer with one object, legal moves included")


def run(args: argparse.Namespace) -> int:
    """Explain the position; 1 when it could not arise.

    Raises:
        FenError: it cannot even be read.
    """
    text = fen_of(args)
    try:
        position = parse_fen(text)
    except FenError as error:
        if args.json:
            print_json({"fen": text, "valid": False, "faults": [str(error)]})
        raise
    faults = position_faults(position)
    fen = format_fen(position)
    if faults:
        if args.json:
            print_json({"fen": fen, "valid": False, "faults": faults})
        else:
            print("\n".join([fen, *(f"fault: {fault}" for fault in faults)]))
        return FAULTS
    board = Board(fen)
    if args.json:
        print_json(_as_object(board))
    else:
        print("\n".join(_in_words(board)))
    return DONE


def _as_object(board: Board) -> dict[str, object]:
    moves = sorted(move.iccs for move in board.legal_moves())
    return {
        "fen": board.fen(),
        "valid": True,
        "faults": [],
        "turn": _NAMES[board.turn],
        "in_check": board.is_check(),
        "side_in_check": _NAMES[board.turn] if board.is_check() else None,
        "legal": len(moves),
        "legal_moves": moves,
    }


def _in_words(board: Board) -> list[str]:
    side = _NAMES[board.turn]
    moves = sorted(move.iccs for move in board.legal_moves())
    check = f"{side} is in check" if board.is_check() else "no side is in check"
    if not moves:
        return [board.fen(), f"{side} has lost: {'checkmate' if board.is_check() else 'stalemate'}"]
    return [board.fen(), f"{side} to move, {check}", f"legal moves: {len(moves)}", " ".join(moves)]
