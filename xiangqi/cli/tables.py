"""Make, list and probe endgame tables."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from xiangqi.board import Board
from xiangqi.cli import FAULTS
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import (
    UsageError,
    add_action,
    add_fen,
    existing_folder,
    fen_of,
    number_within,
    print_json,
)
from xiangqi.cli.parts.moves import playable
from xiangqi.cli.parts.workers import add_cluster, workers_for
from xiangqi.core.constants import RED
from xiangqi.errors import TableError
from xiangqi.fen import format_fen
from xiangqi.i18n.message import Message
from xiangqi.resources import cache_folder
from xiangqi.tables import TableReport, Tables, TableVerdict, own_folder, usual_folders
from xiangqi.tables.material import Endgame, materials_of
from xiangqi.tables.tablefile import DTC, STEPPED, WDL

_NATURAL_LIMIT_ROUNDS = 60
_MOST_ROUNDS = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    commands = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    make = add_action(commands, "command.tables.make")
    make.add_argument("materials", nargs="*", metavar="MATERIAL", help="option.tables.materials")
    make.add_argument("--set", choices=("small", "all"), help="option.tables.set")
    distances = make.add_mutually_exclusive_group()
    distances.add_argument("--wdl", action="store_true", help="option.tables.wdl")
    distances.add_argument("--steps", action="store_true", help="option.tables.steps")
    distances.add_argument("--like", type=existing_folder, help="option.tables.like")
    make.add_argument("--out", type=Path, help="option.tables.out")
    make.add_argument("--work", type=Path, help="option.tables.work")
    make.add_argument(
        "--jobs", type=number_within(1, 256), default=os.cpu_count() or 1, help="option.tables.jobs"
    )
    add_cluster(make)
    list_ = add_action(commands, "command.tables.list")
    probe = add_action(commands, "command.tables.probe")
    add_fen(probe)
    probe.add_argument(
        "--natural-limit",
        type=number_within(0, _MOST_ROUNDS),
        default=_NATURAL_LIMIT_ROUNDS,
        help="option.tables.natural_limit",
    )
    for command in (list_, probe):
        command.add_argument("--path", type=existing_folder, action="append", help="option.tables.path")
        command.add_argument("--json", action="store_true", help="option.json_lines")


def run(args: argparse.Namespace) -> int:
    """Run the action; return 1 if files were rejected or tables could not be made.

    Raises:
        UsageError, TableError, FenError: the action is impossible.
    """
    if args.action == "make":
        return _make(args)
    return _list(args) if args.action == "list" else _probe(args)


def _make(args: argparse.Namespace) -> int:
    from xiangqi.tables.making.maker import Making, TableMade

    work = args.work or cache_folder() / "tables"
    out = (args.out or own_folder()).absolute()
    metric = WDL if args.wdl else STEPPED if args.steps else DTC
    metrics = _metrics(args, metric)
    making = Making(metrics, WDL if args.like else metric, work.absolute(), out)

    def show(made: TableMade) -> None:
        language.remark("cli.tables_done", done=made.done, of=made.of, material=str(made.material))

    with workers_for(args, args.jobs) as workers:
        failed = making.run(workers, show)
    for material, error in failed.items():
        language.remark("cli.table_failed", material=str(material), reason=str(error))
    if failed:
        return FAULTS
    if making.jobs:
        print(language.say("cli.tables_in", count=len(making.jobs), name=str(out)))
    else:
        print(language.say("cli.tables_none"))
    return 0


def _metrics(args: argparse.Namespace, metric: str) -> dict[Endgame, str]:
    """Return the materials for which to make tables, each with the requested metric or that of a table to copy.

    Raises:
        UsageError: not exactly one of materials, set and tables to copy is given.
        TableError: a material or set is unknown, or a table to copy is damaged.
    """
    if bool(args.materials) + bool(args.set) + bool(args.like) != 1:
        raise UsageError(Message("cli.tables_wanted"))
    if args.like:
        tables = Tables([args.like])
        for refused in tables.check():
            raise TableError(refused)
        found = {material: tables.table(material) for material in tables.materials()}
        return {material: table.metric for material, table in found.items() if table is not None}
    materials = materials_of(args.set) if args.set else [Endgame.parse(name) for name in args.materials]
    return dict.fromkeys(materials, metric)


def _tables(args: argparse.Namespace) -> Tables:
    return Tables(args.path or usual_folders())


def _list(args: argparse.Namespace) -> int:
    tables = _tables(args)
    for name in tables.names():
        try:
            table = tables.table(Endgame.parse(name))
        except TableError:  # a file of another program
            language.remark("cli.no_material", name=name)
            continue
        if table is None:
            continue
        if args.json:
            print_json({"material": name, "metric": table.metric, "bytes": table.size, "file": str(table.path)})
        else:
            print(
                language.say(
                    "cli.table_line",
                    name=f"{name:<16}",
                    size=f"{table.size:>10,}",
                    metric=language.say(f"cli.table_metric.{table.metric}"),
                )
            )
    return _tell_refused(tables)


def _tell_refused(tables: Tables) -> int:
    for message in tables.refused.values():
        language.repeat(message)
    return 1 if tables.refused else 0


def _probe(args: argparse.Namespace) -> int:
    board = Board(format_fen(playable(fen_of(args))))
    tables = _tables(args)
    report = tables.probe(board, 2 * args.natural_limit or None)
    if args.json:
        print_json(
            {
                "verdict": report.verdict.value,
                "plies": report.plies,
                "within_limit": report.within_limit,
                "moves": {move.iccs: verdict.value for move, verdict in report.moves.items()},
            }
        )
    else:
        print("\n".join(_in_words(board, report)))
    return _tell_refused(tables)


def _in_words(board: Board, report: TableReport) -> list[str]:
    if report.verdict is TableVerdict.NOT_COVERED:
        return [language.say("cli.table.not_covered")]
    if report.verdict is TableVerdict.UNKNOWN:
        return [language.say("cli.table.unknown"), *_kept(report)]
    if report.verdict is TableVerdict.DRAW:
        return [language.say("cli.table.draw"), *_kept(report)]
    red_wins = (board.turn == RED) is (report.verdict is TableVerdict.WIN)
    wins = Message("cli.table.red_wins" if red_wins else "cli.table.black_wins")
    if report.plies is not None:
        wins = Message("cli.table.wins_in", who=wins, count=(report.plies + 1) // 2)
    if report.within_limit is None:
        wins = Message("cli.table.if_limit", what=wins)
    elif not report.within_limit:
        wins = Message("cli.table.limit_first", what=wins)
    return [language.tell(wins), *_kept(report)]


def _kept(report: TableReport) -> list[str]:
    """Return lines with the moves, grouped by the result they keep."""
    lines = []
    for verdict in TableVerdict:
        moves = sorted(move.iccs for move, kept in report.moves.items() if kept is verdict)
        if moves:
            lines.append(language.say(f"cli.table.keeps.{verdict.name.lower()}", moves=" ".join(moves)))
    return lines
