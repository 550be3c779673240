"""Analyse a position, printing one line for each depth; scores are from the view of the side to move."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from xiangqi.board import Board
from xiangqi.cli import DONE, WRONG
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import (
    UsageError,
    add_fen,
    add_notation,
    fens_of,
    number_within,
    print_json,
)
from xiangqi.cli.parts.moves import lost_in_words, moves_as_text, playable
from xiangqi.engine.common.types import Info, Limits, SearchResult
from xiangqi.engine.worker import Engine
from xiangqi.errors import XiangqiError
from xiangqi.fen import format_fen
from xiangqi.i18n.message import Message
from xiangqi.notation import Style, format_move, parse_typed

_DEFAULT_MS = 3_000
_LONGEST_MS = 10**9


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_fen(parser)
    parser.add_argument("--moves", default="", metavar='"…"', help="option.analyse.moves")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument(
        "--movetime",
        type=number_within(1, _LONGEST_MS),
        metavar="MS",
        help=Message("option.analyse.movetime", default=_DEFAULT_MS),
    )
    limits.add_argument("--depth", type=number_within(1, 100), metavar="N", help="option.analyse.depth")
    limits.add_argument("--nodes", type=number_within(1, 10**15), metavar="N", help="option.analyse.nodes")
    parser.add_argument(
        "--multipv", type=number_within(1, 32), default=1, metavar="K", help="option.analyse.multipv"
    )
    add_notation(parser)
    parser.add_argument("--json", action="store_true", help="option.analyse.json")


def run(args: argparse.Namespace) -> int:
    """Search every position, printing a line for each depth; return 2 if one of several cannot be searched.

    Raises:
        XiangqiError: the only position is invalid, or a move from it is illegal.
    """
    fens = fens_of(args)
    code = DONE
    for number, fen in enumerate(fens):
        if number and not args.json:
            print()
        try:
            _analyse(fen, args, is_one=len(fens) == 1)
        except XiangqiError as error:
            if len(fens) == 1:
                raise
            code = WRONG
            language.complain("analyse", str(error))
    return code


def _analyse(fen: str, args: argparse.Namespace, *, is_one: bool) -> None:
    """Search one position; if there are several, name it in the output."""
    board = _board(fen, args.moves.split())
    engine = Engine()
    engine.set_option("MultiPV", str(args.multipv))
    engine.set_position(format_fen(board.start), board.move_stack)
    movetime = _DEFAULT_MS if args.depth is args.nodes is args.movetime is None else args.movetime
    limits = Limits(movetime_ms=movetime, depth=args.depth, nodes=args.nodes)
    style = Style(args.notation)
    name = {} if is_one else {"fen": board.fen()}
    if name and not args.json:
        print(board.fen())
    show = partial(_show_json, name) if args.json else _show_words
    result = _search(engine, limits, lambda info: show(info, moves_as_text(board, info.pv, style)))
    if result.best_move is None:
        if args.json:
            _show_json(name, replace(Info(0, 0, 0, 0), mate=0), [])
        else:
            print(lost_in_words(board))
    elif not args.json:
        print(language.say("cli.best_move", move=format_move(board, result.best_move, style)))


def _board(fen: str, moves: list[str]) -> Board:
    board = Board(format_fen(playable(fen)))
    for number, text in enumerate(moves, 1):
        try:
            board.push(parse_typed(board, text))
        except XiangqiError as error:
            raise UsageError(Message("cli.moves_option", number=number, reason=str(error))) from None
    return board


def _search(engine: Engine, limits: Limits, show: Callable[[Info], None]) -> SearchResult:
    """Search in a second thread, so that Ctrl+C can interrupt the search.

    Raises:
        KeyboardInterrupt: after the search has ended.
    """
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(engine.search, limits, show)
        try:
            return search.result()
        except BaseException:
            engine.stop()
            raise


def _as_object(info: Info, pv: Sequence[str]) -> dict[str, object]:
    score = {"score_cp": info.score_cp} if info.mate is None else {"mate": info.mate}
    return {
        "depth": info.depth,
        "seldepth": info.seldepth,
        "multipv": info.multipv,
        **score,
        "nodes": info.nodes,
        "nps": info.nps,
        "time_ms": info.time_ms,
        "pv": pv,
    }


def _show_json(name: dict[str, str], info: Info, pv: Sequence[str]) -> None:
    print_json({**name, **_as_object(info, pv)})


def _score(info: Info) -> str:
    """Return an evaluation in points for the side to move, or as a mate for or against it."""
    if info.mate is None:
        return f"{(info.score_cp or 0) / 100:+.2f}"
    return language.say("cli.mate" if info.mate > 0 else "cli.mated", moves=abs(info.mate))


def _show_words(info: Info, pv: Sequence[str]) -> None:
    line = f"({info.multipv}) " if info.multipv > 1 else ""
    figures = {"depth": f"{info.depth:>2}", "score": f"{_score(info):>10}", "nodes": f"{info.nodes:>11}"}
    print(language.say("cli.depth_line", **figures, moves=f"{line}{' '.join(pv)}"), flush=True)
