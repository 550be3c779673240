"""Run the engine, speaking UCI on stdin and stdout, until `quit` or the end of the input."""

from __future__ import annotations

import argparse
import sys

from xiangqi.protocol.server import serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare no arguments."""


def run(_args: argparse.Namespace) -> int:
    """Run the engine."""
    serve("uci", sys.stdin.buffer, sys.stdout.buffer)
    return 0
