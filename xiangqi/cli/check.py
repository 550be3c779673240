"""Validate a position and explain it: normalised FEN, check, legal moves, or what makes it impossible."""

from __future__ import annotations

import argparse

from xiangqi.board import Board
from xiangqi.cli import DONE, FAULTS
from xiangqi.cli.parts import speech
from xiangqi.cli.parts.common import add_fen, add_notation, fen_of, print_json
from xiangqi.cli.parts.moves import lost_in_words
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import FenError
from xiangqi.fen import format_fen, parse_fen, position_faults
from xiangqi.notation import Style, format_move

_NAMES = {RED: "red", BLACK: "black"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_fen(parser)
    add_notation(parser)
    parser.add_argument("--json", action="store_true", help="option.check.json")


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
            print("\n".join([fen, *(speech.say("cli.fault", reason=fault) for fault in faults)]))
        return FAULTS
    board = Board(fen)
    style = Style(args.notation)
    moves = [format_move(board, move, style) for move in sorted(board.legal_moves(), key=str)]
    if args.json:
        print_json(_as_object(board, moves))
    else:
        print("\n".join(_in_words(board, moves)))
    return DONE


def _as_object(board: Board, moves: list[str]) -> dict[str, object]:
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


def _in_words(board: Board, moves: list[str]) -> list[str]:
    if not moves:
        return [board.fen(), lost_in_words(board)]
    side = _NAMES[board.turn]
    turn = speech.say("cli.turn_in_check" if board.is_check() else "cli.turn", side=side)
    return [board.fen(), turn, speech.say("cli.legal_moves", count=len(moves)), " ".join(moves)]
