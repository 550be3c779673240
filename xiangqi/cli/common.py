"""What the commands share: an argument parser that complains in one line, and argument types."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from xiangqi.errors import XiangqiError


class UsageError(XiangqiError):
    """A command line that makes no sense; the message says what is wrong and what would be right."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError instead of printing its usage and leaving."""

    def error(self, message: str) -> NoReturn:
        """Raise the complaint.

        Raises:
            UsageError: always.
        """
        raise UsageError(f"{message} (see {self.prog} --help)")


def number_within(low: int, high: int) -> Callable[[str], int]:
    """An argparse type: a whole number from `low` to `high`."""

    def convert(text: str) -> int:
        if text.isascii() and text.isdigit() and low <= int(text[:20]) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} should be a whole number from {low} to {high}")

    return convert


def add_fen(parser: argparse.ArgumentParser) -> None:
    """Add the positional FEN; its fields may come as one word or, unquoted, as several."""
    parser.add_argument("fen", nargs="+", metavar="FEN", help="the position, quoted or not")


def fen_of(args: argparse.Namespace) -> str:
    """The FEN given by add_fen's argument."""
    return " ".join(args.fen)


def read_text(name: str) -> str:
    """The text of a file in UTF-8, of stdin when the name is ``-``.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"{name}: cannot be read: {error.strerror or error}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}: byte {error.start} is not UTF-8 text") from None


def print_json(value: Mapping[str, object]) -> None:
    """Print one object on one line, at once, so that a reader sees it when it is known."""
    print(json.dumps(value, ensure_ascii=False), flush=True)
