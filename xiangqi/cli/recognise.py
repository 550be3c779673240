"""Read positions from pictures: screenshots, diagrams and photos of boards."""

from __future__ import annotations

import argparse
import sys

from PIL import Image

from xiangqi.cli import DONE, FAULTS, WRONG
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError, print_json
from xiangqi.cli.parts.text_board import draw
from xiangqi.core.constants import RED, square_name
from xiangqi.errors import PictureError
from xiangqi.fen import format_fen
from xiangqi.i18n.message import Message
from xiangqi.recognition import Reading, recognise
from xiangqi.recognition.images import MAX_BYTES, decoded, picture_of
from xiangqi.recognition.position import read_position

_STDIN = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="option.recognise.images")
    parser.add_argument("--json", action="store_true", help="option.recognise.json")


def run(args: argparse.Namespace) -> int:
    """Read every picture; return 1 if a position is uncertain, 2 if a picture cannot be read.

    Raises:
        UsageError: the only picture cannot be read.
    """
    code = DONE
    for number, name in enumerate(args.images):
        if number and not args.json:
            print()
        try:
            reading = recognise(_picture(name))
        except PictureError as error:
            if args.json:
                print_json(_as_object(name, Reading(None), str(error)))
            if len(args.images) == 1:
                raise UsageError(str(error)) from None
            code = WRONG
            language.complain("recognise", str(error))
            continue
        if not reading.certain:
            code = max(code, FAULTS)
        if args.json:
            print_json(_as_object(name, reading, str(reading.reason or "")))
        else:
            print("\n".join(_in_words(name, reading)), flush=True)
    return code


def _picture(name: str) -> Image.Image:
    if name != _STDIN:
        return picture_of(name)
    try:
        return decoded(sys.stdin.buffer.read(MAX_BYTES + 1))
    except PictureError as error:
        raise PictureError(Message("detail.of_file", file=name, reason=str(error))) from None


def _as_object(name: str, reading: Reading, reason: str) -> dict[str, object]:
    position = read_position(reading)
    return {
        "file": name,
        "fen": None if position is None else format_fen(position),
        "bottom": reading.bottom,
        "certain": reading.certain,
        "doubtful": [square_name(square) for square in reading.doubtful],
        "reason": reason or None,
    }


def _in_words(name: str, reading: Reading) -> list[str]:
    reason = language.tell(reading.reason) if reading.reason else ""
    position = read_position(reading)
    if position is None:
        return [language.say("detail.of_file", file=name, reason=reason), language.say("cli.recognised_none")]
    lines = [name, format_fen(position)]
    flipped = reading.bottom == "black"
    lines.append(draw(position.placement, flipped=flipped, marked=reading.doubtful))
    lines.append(language.say("cli.recognised" if reading.certain else "cli.recognised_unsure", reason=reason))
    if reading.doubtful:
        names = " ".join(square_name(square) for square in reading.doubtful)
        lines.append(language.say("cli.recognised_doubtful", names=names))
    if reading.side_to_move is None:
        lines.append(language.say("cli.recognised_side", side="red" if position.turn == RED else "black"))
    return lines
