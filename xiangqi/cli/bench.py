"""Search fixed positions to a fixed depth on one thread; the number of nodes is the search's fingerprint."""

from __future__ import annotations

import argparse

from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError, print_json
from xiangqi.engine import bench
from xiangqi.engine.common.techniques import TECHNIQUE_BITS
from xiangqi.engine.common.types import Info
from xiangqi.i18n.message import Message


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--without",
        metavar="NAME[,NAME]",
        action="append",
        default=[],
        help=Message("option.bench.without", names=", ".join(TECHNIQUE_BITS)),
    )
    parser.add_argument("--json", action="store_true", help="option.json")


def run(args: argparse.Namespace) -> int:
    """Search the positions and print the total number of nodes.

    Raises:
        UsageError: an option names an unknown search technique.
    """
    names = [name.strip() for group in args.without for name in group.split(",")]
    try:
        result = bench.run(names, _show)
    except ValueError as error:
        raise UsageError(Message("cli.without", reason=str(error))) from None
    if args.json:
        print_json({"nodes": result.nodes, "nps": result.nps, "seconds": round(result.seconds, 6)})
    else:
        print(f"nodes {result.nodes}\nnodes/s {result.nps}")
    return 0


def _show(number: int, fen: str, info: Info) -> None:
    language.remark("cli.bench", number=number, nodes=info.nodes, time=info.time_ms, fen=fen)
