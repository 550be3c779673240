"""What the commands share: an argument parser that complains in one line, and argument types."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NoReturn

from xiangqi.disk import read_file
from xiangqi.errors import XiangqiError
from xiangqi.storage.settings import NOTATIONS
from xiangqi.terminal import ProgressLine, json_text

_LONGEST_TEXT: Final = 1 << 30  # bytes


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


def add_notation(
    parser: argparse.ArgumentParser, what: str, default: str | None = "iccs", usual: str | None = None
) -> None:
    """Add the option.

    Args:
        parser: of the command.
        what: is spelt so, for the help.
        default: a notation, None for none.
        usual: what the help says of the default, if that is not a notation.
    """
    parser.add_argument(
        "--notation",
        choices=NOTATIONS,
        default=default,
        help=f"how {what} spelt (default: {usual or default})",
    )


def read_text(name: str) -> str:
    """The text of a file in UTF-8, of stdin when the name is ``-``.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else read_file(Path(name), _LONGEST_TEXT)
    except OSError as error:
        raise UsageError(f"{name}: cannot be read: {error.strerror or error}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}: byte {error.start} is not UTF-8 text") from None


class CompilingProgress:
    """Says on stderr that kernels are compiled, and on a terminal for how long."""

    _WORDS: Final = "xiangqi: compiling the rules for this computer, once; this takes some ten seconds"

    def __init__(self) -> None:
        self._line = ProgressLine()
        self._told = False

    def __call__(self, seconds: float | None) -> None:
        """Tell how many seconds it has taken so far; None when it is over."""
        if seconds is None:
            self._line.end()
        elif seconds >= 1:
            self._line.show(f"{self._WORDS}: {int(seconds)}")
            if not (self._told or sys.stderr.isatty()):
                print(self._WORDS, file=sys.stderr, flush=True)
            self._told = True


def print_json(value: Mapping[str, object]) -> None:
    """Print one object on one line, at once, so that a reader sees it when it is known."""
    print(json_text(value), flush=True)
