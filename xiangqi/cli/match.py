"""Play engine against engine: `builtin`, `builtin:Level=3,Hash=32`, or the command of a UCI or UCCI engine."""

from __future__ import annotations

import argparse
import contextlib
import itertools
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from xiangqi.cli.parts import language
from xiangqi.cli.parts import match_report as report
from xiangqi.cli.parts.common import UsageError, add_notation, number_within, print_json, read_text
from xiangqi.cli.parts.record_files import format_for
from xiangqi.cli.parts.rule_options import add_rules, rules_of
from xiangqi.cli.parts.workers import add_cluster, add_resume, workers_for
from xiangqi.engine.common.types import Limits
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.jobs.checkpoint import Checkpoint
from xiangqi.library.own_files import insist_on_foreign
from xiangqi.match.bouts import Match
from xiangqi.match.contestants import parse_contestant
from xiangqi.match.game import Conditions, FinishedGame
from xiangqi.match.record import RecordFile, to_record
from xiangqi.match.series import MatchScore, Series
from xiangqi.match.sprt import Sprt, SprtState
from xiangqi.match.start_positions import Opening, make_openings, read_openings
from xiangqi.notation import Style
from xiangqi.records.files import PGN

_GAMES = 100
_GAMES_OF_A_TEST = 100_000
_DEFAULT_MS = 100
_LONGEST_MS = 10**9
_MOVETIME_MARGIN_MS = 1000  # a busy machine may suspend an engine for longer than the usual margin


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("a", metavar="A", help="option.match.a")
    parser.add_argument("b", metavar="B", help="option.match.b")
    for side in "ab":
        parser.add_argument(
            f"--option-{side}",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help=Message("option.match.option", engine=side.upper()),
        )
    _add_pace(parser)
    _add_games(parser)
    add_rules(parser)
    test = parser.add_argument_group("option.match.test")
    test.add_argument("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="option.match.sprt")
    test.add_argument("--alpha", type=float, default=0.05, help="option.match.alpha")
    test.add_argument("--beta", type=float, default=0.05, help="option.match.beta")
    parser.add_argument("--pgn", metavar="OUT", help="option.match.pgn")
    add_notation(parser, Style.ICCS.value, "option.match.notation")
    parser.add_argument("--json", action="store_true", help="option.json")


def _add_pace(parser: argparse.ArgumentParser) -> None:
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument(
        "--movetime",
        type=number_within(1, _LONGEST_MS),
        metavar="MS",
        help=Message("option.match.movetime", default=_DEFAULT_MS),
    )
    pace.add_argument("--nodes", type=number_within(1, 10**15), metavar="N", help="option.match.nodes")
    pace.add_argument("--depth", type=number_within(1, 100), metavar="N", help="option.match.depth")
    pace.add_argument("--tc", type=_clock, metavar="BASE+INC", help="option.match.tc")
    parser.add_argument(
        "--margin",
        type=number_within(0, 60_000),
        metavar="MS",
        help=Message("option.match.margin", default=Conditions.margin_ms, fixed=_MOVETIME_MARGIN_MS),
    )


def _add_games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games", type=number_within(1, 10**6), metavar="N", help=Message("option.match.games", default=_GAMES)
    )
    parser.add_argument("--openings", metavar="FILE", help="option.match.openings")
    parser.add_argument(
        "--seed", type=number_within(0, 10**15), default=1, metavar="N", help="option.match.seed"
    )
    parser.add_argument(
        "--concurrency", type=number_within(1, 256), default=1, metavar="K", help="option.match.concurrency"
    )
    add_cluster(parser)
    add_resume(parser)
    ends = parser.add_argument_group("option.match.ends")
    small = number_within(1, 10_000)
    ends.add_argument("--resign", nargs=2, type=small, metavar=("MOVES", "CP"), help="option.match.resign")
    ends.add_argument("--draw", nargs=3, type=small, metavar=("FROM", "MOVES", "CP"), help="option.match.draw")
    ends.add_argument("--max-moves", type=small, metavar="N", help="option.match.max_moves")


def _clock(text: str) -> Limits:
    """Convert a time control such as ``10+0.1`` to limits; serves as an argparse type."""
    base, plus, increment = text.partition("+")
    try:
        base_ms, increment_ms = (round(float(part) * 1000) for part in (base, increment if plus else "0"))
    except (ValueError, OverflowError):
        base_ms = increment_ms = -1
    if not (1 <= base_ms <= _LONGEST_MS and 0 <= increment_ms <= _LONGEST_MS):
        raise argparse.ArgumentTypeError(Message("cli.no_clock", text=repr(text)))
    return Limits(clock_ms=base_ms, increment_ms=increment_ms)


@dataclass(frozen=True)
class _Reporter:
    """Handles finished games: updates the standing, the record, and the progress on stderr."""

    terms: Conditions
    names: tuple[str, str]
    test: Sprt | None
    record: RecordFile | None

    def follow(self, series: Series, standing: MatchScore) -> bool:
        """Handle every game until the end or until the test is decided; return False if interrupted."""
        try:
            for finished in series.play():
                standing.add(finished)
                if self.record is not None:
                    self.record.add(to_record(finished, self.terms.rules, self.names))
                line = report.progress(finished, standing, self.names, self.test)
                left = "" if self.test is not None else report.time_left(series.headway)
                print(line + left, file=sys.stderr, flush=True)
                if self.test is not None and self.test.verdict(standing.tally.pairs) is not SprtState.OPEN:
                    break
        except KeyboardInterrupt:
            language.remark("cli.interrupted")
            return False
        return True


def run(args: argparse.Namespace) -> int:
    """Play the match and report it; return 1 if an engine or a game failed, or the match was interrupted.

    Raises:
        XiangqiError: an engine cannot be used, the openings cannot be read, or the record cannot be written.
    """
    contestants = parse_contestant(args.a, args.option_a), parse_contestant(args.b, args.option_b)
    _insist_on_outputs(args, [word for one in contestants for word in one.command or ()])
    terms = _terms(args)
    test = Sprt(args.sprt[0], args.sprt[1], args.alpha, args.beta) if args.sprt else None
    games = args.games or (_GAMES_OF_A_TEST if test else _GAMES)
    openings = _openings(args)
    standing = MatchScore()
    with contextlib.ExitStack() as stack:
        if args.pgn:
            format_for(args.pgn, PGN)  # warns if the suffix is that of another format
        file = RecordFile(Path(args.pgn), Style(args.notation)) if args.pgn else None
        record = stack.enter_context(closing(file)) if file else None
        boards = min(args.concurrency, games)
        workers = stack.enter_context(workers_for(args, boards, alike=terms.is_timed))
        match = Match(contestants, terms, args.seed)
        kept = None
        if args.resume is not None:
            what = {"match": repr(match), "openings": args.openings and read_text(args.openings)}
            kept = stack.enter_context(
                closing(Checkpoint(args.resume, what, FinishedGame.to_json, FinishedGame.from_json))
            )
        series = Series(match, openings, games, workers, kept)
        names = series.check_in()
        done = _Reporter(terms, names, test, record).follow(series, standing)
        _tell(standing, names, test, as_json=args.json)  # before the workers are shut down, which may take long
        for number, error in sorted(series.failed.items()):
            language.remark("cli.game_failed", number=number + 1, reason=str(error))
    return 0 if done and not standing.forfeits and not series.failed else 1


def _insist_on_outputs(args: argparse.Namespace, engines: Sequence[str]) -> None:
    """Check that no output file is also an input, another output or one of the program's own files.

    Raises:
        StorageError: an output file is one of these.
    """
    read = [args.openings, *engines]
    for output, other in ((args.pgn, args.resume), (args.resume, args.pgn)):
        if output is not None:
            insist_on_foreign(Path(output), [*read, other])


def _tell(standing: MatchScore, names: tuple[str, str], test: Sprt | None, *, as_json: bool) -> None:
    """Print the result."""
    if as_json:
        print_json(report.as_object(standing, names, test))
    else:
        print("\n".join(report.in_words(standing, names, test)), flush=True)


def _terms(args: argparse.Namespace) -> Conditions:
    movetime = _DEFAULT_MS if args.depth is args.nodes is args.movetime is args.tc is None else args.movetime
    return Conditions(
        limits=args.tc or Limits(movetime_ms=movetime, nodes=args.nodes, depth=args.depth),
        rules=rules_of(args),
        margin_ms=_margin_ms(args, movetime),
        resign=args.resign and tuple(args.resign),
        draw=args.draw and tuple(args.draw),
        longest=args.max_moves,
    )


def _margin_ms(args: argparse.Namespace, movetime_ms: int | None) -> int:
    if args.margin is not None:
        return int(args.margin)
    return Conditions.margin_ms if movetime_ms is None else _MOVETIME_MARGIN_MS


def _openings(args: argparse.Namespace) -> Iterator[Opening]:
    """Return the openings of the file, repeated endlessly, or random ones.

    Raises:
        UsageError: the file is invalid.
    """
    if args.openings is None:
        return make_openings(args.seed)
    try:
        return itertools.cycle(read_openings(read_text(args.openings)))
    except RecordError as error:
        raise UsageError(Message("detail.of_file", file=args.openings, reason=str(error))) from None
