"""Read a record for the window, which starts this itself: packed games for the same version of the program."""

from __future__ import annotations

import argparse
import sys

from xiangqi.app.reading import serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("source", metavar="FILE or -")


def run(args: argparse.Namespace) -> int:
    """Read."""
    serve(args.source, sys.stdin.buffer, sys.stdout.buffer)
    return 0
