"""Run the engine, speaking UCCI on stdin and stdout, until `quit` or the end of the input."""

from __future__ import annotations

import argparse
import sys

from xiangqi.protocol.server import serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments: none."""


def run(_args: argparse.Namespace) -> int:
    """Serve."""
    serve("ucci", sys.stdin.buffer, sys.stdout.buffer)
    return 0
