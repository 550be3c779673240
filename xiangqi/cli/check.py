"""Validate and explain a position: its normalised FEN, check and legal moves, or why it is impossible."""

from __future__ import annotations

import argparse

from xiangqi.board import Board
from xiangqi.cli import DONE, FAULTS, WRONG
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import add_fen, add_notation, fens_of, print_json
from xiangqi.cli.parts.moves import lost_in_words
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import FenError
from xiangqi.fen import find_faults, format_fen, oddity, parse_fen, unread_fields
from xiangqi.notation import Style, format_move

_NAMES = {RED: "red", BLACK: "black"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_fen(parser)
    add_notation(parser)
    parser.add_argument("--json", action="store_true", help="option.check.json")


def run(args: argparse.Namespace) -> int:
    """Explain every position; return 1 if one cannot arise, 2 if one cannot be read.

    Raises:
        FenError: the only position cannot be read.
    """
    fens = fens_of(args)
    code = DONE
    for number, fen in enumerate(fens):
        if number and not args.json:
            print()
        try:
            code = max(code, _explain(fen, args))
        except FenError as error:
            if args.json:
                print_json({"fen": fen, "valid": False, "faults": [str(error)]})
            if len(fens) == 1:
                raise
            code = WRONG
            language.complain("check", str(error))
    return code


def _explain(text: str, args: argparse.Namespace) -> int:
    """Print the explanation of one position and return the exit code.

    Raises:
        FenError: the position cannot be read.
    """
    position = parse_fen(text)
    fen = format_fen(position)
    found = find_faults(position)
    faults = [str(fault) for fault in found]
    if unread := unread_fields(text):
        language.remark("detail.fields_unread", text=repr(unread))
    if any(fault.bars_play for fault in found):
        if args.json:
            print_json({"fen": fen, "valid": False, "faults": faults})
        else:
            print("\n".join([fen, *(language.say("cli.fault", reason=fault) for fault in faults)]))
        return FAULTS
    board = Board(fen)
    style = Style(args.notation)
    moves = [format_move(board, move, style) for move in sorted(board.legal_moves(), key=str)]
    if args.json:
        print_json(_as_object(board, moves, faults))
    else:
        print("\n".join(_in_words(board, moves, oddity(position))))
    return FAULTS if faults else DONE


def _as_object(board: Board, moves: list[str], faults: list[str]) -> dict[str, object]:
    return {
        "fen": board.fen(),
        "valid": not faults,
        "playable": True,
        "faults": faults,
        "turn": _NAMES[board.turn],
        "in_check": board.is_check(),
        "side_in_check": _NAMES[board.turn] if board.is_check() else None,
        "legal": len(moves),
        "legal_moves": moves,
    }


def _in_words(board: Board, moves: list[str], odd: str) -> list[str]:
    head = [board.fen(), *([language.say("detail.cannot_arise", reason=odd)] if odd else [])]
    if not moves:
        return [*head, lost_in_words(board)]
    side = _NAMES[board.turn]
    turn = language.say("cli.turn_in_check" if board.is_check() else "cli.turn", side=side)
    return [*head, turn, language.say("cli.legal_moves", count=len(moves)), " ".join(moves)]
