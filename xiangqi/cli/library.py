"""Manage a library of games: import, search by players or positions, and statistics."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path

from xiangqi.board import Board
from xiangqi.cli import DONE, FAULTS
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import (
    UsageError,
    add_action,
    add_fen,
    add_notation,
    existing_library,
    fen_of,
    number_within,
    print_json,
)
from xiangqi.cli.parts.library_insights import add_library_insights, print_insights, print_player
from xiangqi.cli.parts.library_review import add_library_review, review_library
from xiangqi.cli.parts.opening_tags import named_for
from xiangqi.cli.parts.record_files import format_for
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import LibraryError
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.library import Filter, Hit, ImportReport, Library, Query, Score, read_part
from xiangqi.library.dates import date_number, is_ambiguous
from xiangqi.library.library import default_path
from xiangqi.library.masters import Script, open_masters
from xiangqi.library.own_files import insist_on_foreign, insist_on_place
from xiangqi.library.salvage import salvage
from xiangqi.library.searching import PlayedMove
from xiangqi.notation import Style, format_move
from xiangqi.openings import full_name, opening_of, practice
from xiangqi.records.files import WRITERS, write_games
from xiangqi.records.tree import RESULTS
from xiangqi.terminal import ProgressLine

_DEFAULT_LIMIT = 50
_MOST = 10_000_000
_ALSO_MASTERS = ("search", "explore", "export", "player")
"""The actions that can be asked for games of masters."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=type(parser))
    add = add_action(actions, "command.library.import")
    add.add_argument("paths", nargs="+", metavar="PATH", help="option.library.paths")
    _add_filter(add)
    search = add_action(actions, "command.library.search")
    add_question(search)
    _add_limit(search)
    explore = add_action(actions, "command.library.explore")
    add_fen(explore)
    _add_choice(explore)
    add_notation(explore)
    export = add_action(actions, "command.library.export")
    add_question(export)
    export.add_argument("-o", dest="output", metavar="OUT", required=True, help="option.library.output")
    export.add_argument("--to", choices=sorted(WRITERS), help="option.library.to")
    add_notation(export, Style.CHINESE.value)
    delete = add_action(actions, "command.library.delete")
    delete.add_argument(
        "numbers", nargs="+", type=number_within(1, _MOST), metavar="NUMBER", help="option.library.numbers"
    )
    salvage = add_action(actions, "command.library.salvage")
    salvage.add_argument("output", metavar="OUT", help="option.library.saved")
    add_action(actions, "command.library.stats")
    add_library_review(actions)
    add_library_insights(actions)
    for name, action in actions.choices.items():
        where = action.add_mutually_exclusive_group()
        where.add_argument("--library", metavar="FILE", help="option.library.file")
        if name in _ALSO_MASTERS:
            where.add_argument("--masters", action="store_true", help="option.library.masters")
        action.add_argument("--json", action="store_true", help="option.json_lines")


def _add_filter(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--player", default="", metavar="NAME", help="option.library.player")
    parser.add_argument("--result", default="", choices=RESULTS, help="option.library.result")
    parser.add_argument(
        "--from", dest="first_date", default=0, type=_date, metavar="DATE", help="option.library.from"
    )
    parser.add_argument(
        "--to-date", dest="last_date", default=0, type=_last_date, metavar="DATE", help="option.library.to_date"
    )
    parser.add_argument(
        "--min-plies", default=0, type=number_within(0, 65535), metavar="N", help="option.library.min_plies"
    )


def _add_choice(parser: argparse.ArgumentParser) -> None:
    """Add the options that select games by anything other than their positions."""
    _add_filter(parser)
    parser.add_argument(
        "--max-plies", default=0, type=number_within(0, 65535), metavar="N", help="option.library.max_plies"
    )
    parser.add_argument("--colour", choices=["red", "black"], help="option.library.colour")
    parser.add_argument("--opponent", default="", metavar="NAME", help="option.library.opponent")
    parser.add_argument("--event", default="", metavar="NAME", help="option.library.event")
    parser.add_argument("--opening", default="", metavar="CODE|NAME", help="option.library.opening")
    parser.add_argument("--words", default="", metavar="TEXT", help="option.library.words")
    parser.add_argument("--mirror", action="store_true", help="option.library.mirror")
    parser.add_argument("--mine", action="store_true", help="option.library.mine")
    parser.add_argument("--twins", action="store_true", help="option.library.twins")


def add_question(parser: argparse.ArgumentParser) -> None:
    """Add the options of a search."""
    _add_choice(parser)
    boards = parser.add_mutually_exclusive_group()
    boards.add_argument("--position", default="", metavar="FEN", help="option.library.position")
    boards.add_argument("--material", default="", metavar="PIECES", help="option.library.material")
    boards.add_argument("--part", default="", metavar="PAIRS", help="option.library.part")


def _add_limit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--limit",
        type=number_within(0, _MOST),
        default=_DEFAULT_LIMIT,
        metavar="N",
        help="option.library.limit",
    )


def _date(text: str) -> int:
    number = date_number(text)
    if not number or is_ambiguous(text):
        key = "cli.ambiguous_date" if number else "cli.no_date"
        raise argparse.ArgumentTypeError(Message(key, text=repr(text)))
    return number


def _last_date(text: str) -> int:
    """Convert a date, month or year to its last day; serves as an argparse type."""
    number = _date(text)
    if number % 10000 == 0:
        return number + 1231
    return number + 31 if number % 100 == 0 else number


def run(args: argparse.Namespace) -> int:
    """Run the action; return 1 if files were rejected, games have faults, or the library is damaged.

    Raises:
        UsageError: the library cannot be opened or written, or the search options are invalid.
        StorageError: the output is an input or is reserved for another file of the program.
        ResourceError: the shipped masters' games are missing or damaged.
    """
    if args.library and args.action != "import":
        existing_library(Path(args.library))
    elif args.library:
        insist_on_place(Path(args.library))
    try:
        if args.action == "salvage":
            return _salvage(args)
        with _opened(args) as library:
            code = _ACTIONS[args.action](library, args)
            for damage in library.damage():
                language.remark("detail.of_file", file=str(library.path), reason=damage)
                code = FAULTS
            return code
    except LibraryError as error:
        raise UsageError(str(error)) from None


def _opened(args: argparse.Namespace) -> Library:
    """Open the requested library; that of masters' games is created first, with a line of progress.

    Raises:
        LibraryError: the library cannot be opened or created.
        ResourceError: the shipped games are missing or damaged.
    """
    if args.action not in _ALSO_MASTERS or not args.masters:
        return Library(args.library)
    line = ProgressLine()
    try:
        library = open_masters(
            Script.of(language.current()),
            lambda share: line.show(f"{share:6.1%}  {language.say('cli.making_masters')}"),
        )
    finally:
        line.end()
    language.remark("openings.source", source=practice.SOURCE)
    return library


def _import(library: Library, args: argparse.Namespace) -> int:
    wanted = Filter(
        player=args.player,
        result=args.result,
        least_plies=args.min_plies,
        first_date=args.first_date,
        last_date=args.last_date,
    )
    with _progress_line() as show:
        report = library.import_files(args.paths, wanted, show)
    if args.json:
        print_json(
            {
                "games": report.games,
                "duplicates": report.duplicates,
                "left_out": report.left_out,
                "files": report.files,
                "refused": [refusal._asdict() for refusal in report.refused],
                "faults": [fault._asdict() for fault in report.faults],
                "more_faults": report.more_faults,
                "seconds": round(report.seconds, 3),
            }
        )
    else:
        games = Message("cli.imported_games", count=report.games)
        files = Message("cli.imported_files", count=report.files, seconds=f"{report.seconds:.1f}")
        print(
            language.say(
                "cli.imported", games=games, known=report.duplicates, left=report.left_out, files=files
            )
        )
        if report.faults:
            language.remark("cli.imported_faults", count=len(report.faults) + report.more_faults)
    for refusal in report.refused:
        language.remark("detail.of_file", file=refusal.file, reason=refusal.reason)
    for fault in report.faults:
        language.remark("cli.of_game", file=fault.file, number=fault.game, reason=fault.reason)
    if report.more_faults:
        language.remark("cli.more_faults", count=report.more_faults)
    return FAULTS if report.refused or report.faults else DONE


def _salvage(args: argparse.Namespace) -> int:
    path = Path(args.library) if args.library else default_path()
    insist_on_foreign(Path(args.output), [path])
    games, lost = salvage(path, Path(args.output))
    if args.json:
        print_json({"games": games, "lost": lost})
    else:
        print(language.say("cli.games_in", count=games, name=args.output))
    for reason in lost:
        language.remark("detail.of_file", file=str(path), reason=reason)
    return FAULTS if lost else DONE


@contextlib.contextmanager
def _progress_line() -> Iterator[_Show]:
    """Show the progress of an import in a line on a terminal."""
    show = _Show()
    try:
        yield show
    finally:
        show.line.end()


class _Show:
    def __init__(self) -> None:
        self.line = ProgressLine()

    def __call__(self, report: ImportReport, _file: str, share: float) -> None:
        rate = report.games / report.seconds if report.seconds else 0
        self.line.show(
            f"{share:6.1%}  " + language.say("cli.importing", count=report.games, rate=f"{rate:.0f}")
        )


def _choice(args: argparse.Namespace) -> Query:
    colour = {"red": RED, "black": BLACK, None: None}[args.colour]
    return Query(
        player=args.player,
        side=colour,
        own=colour if args.mine and not args.player else None,
        opponent=args.opponent,
        event=args.event,
        result=args.result,
        opening=args.opening,
        first_date=args.first_date,
        last_date=args.last_date,
        least_plies=args.min_plies,
        most_plies=args.max_plies,
        words=args.words,
        mirror=args.mirror,
        mine=args.mine,
        twins=args.twins,
    )


def question_of(args: argparse.Namespace) -> Query:
    """Return the query given by the options of `add_question`."""
    part = read_part(args.part) if args.part else ()
    return replace(_choice(args), position=_fen(args.position), material=args.material, part=part)


def _fen(text: str) -> str:
    return START_FEN if text == "startpos" else text


def _search(library: Library, args: argparse.Namespace) -> int:
    query = question_of(args)
    found = library.places(query)
    code = DONE
    for number, ply in found[: args.limit or None]:
        try:
            hit = replace(library.describe(number), ply=ply if query.looks_at_boards else None)
        except LibraryError as error:  # continue with the others
            code = FAULTS
            language.repeat(str(error))
            continue
        if args.json:
            print_json(_of_hit(hit))
        else:
            print(_line_of(hit))
    if not found:
        language.remark("cli.no_games_found")
    elif args.limit and len(found) > args.limit:
        language.remark("cli.limited", shown=args.limit, count=len(found))
    return code


def _of_hit(hit: Hit) -> dict[str, object]:
    found: dict[str, object] = {
        "id": hit.number,
        "headers": hit.headers,
        "plies": hit.plies,
        "result": hit.result,
        "opening": hit.opening,
    }
    return found if hit.ply is None else found | {"ply": hit.ply}


def _line_of(hit: Hit) -> str:
    headers = hit.headers
    names = " - ".join(language.person(headers.get(side) or "?") for side in ("Red", "Black"))
    plies = language.say("records.moves", count=(hit.plies + 1) // 2)
    where = "" if hit.ply is None else f", {language.say('cli.ply', number=hit.ply)}"
    more = "  ".join(filter(None, (headers.get("Date", ""), headers.get("Event", ""), hit.opening)))
    return f"{hit.number}: {names}  {hit.result}  {plies}{where}  {more}".rstrip()


def _explore(library: Library, args: argparse.Namespace) -> int:
    query = replace(_choice(args), position=_fen(fen_of(args)))
    found = library.explore(query)
    board, style = Board(query.position), Style(args.notation)
    for played in found:
        if args.json:
            print_json(asdict(played) | {"move": str(played.move), "examples": list(played.examples)})
        else:
            year = f"  {played.year:.0f}" if played.year is not None else ""
            results = language.say(
                "cli.explored", red=played.red_wins, draws=played.draws, black=played.black_wins
            )
            move, opening = format_move(board, played.move, style), _opening_with(library, played)
            print(f"{move}  {played.games:7}  {results}{year}{opening}")
    if not found:
        language.remark("cli.no_games_found")
    return DONE


def _opening_with(library: Library, played: PlayedMove) -> str:
    """Return the opening that one of the games reached with the move, as the end of a line, or ""."""
    try:
        game = library.load(played.examples[0])
    except LibraryError:  # the statistics count damaged games as well
        return ""
    moves = game.main_line()[: played.plies[0] + 1]
    found = opening_of(moves) if game.start_fen == START_FEN else None
    return f"  {found.code} {language.tell(full_name(found.code))}" if found else ""


def _export(library: Library, args: argparse.Namespace) -> int:
    insist_on_foreign(Path(args.output), [library.path])
    form = format_for(args.output, args.to)
    numbers = [number for number, _ in library.places(question_of(args))]
    if not numbers:
        raise UsageError(Message("cli.nothing_found"))
    errors: list[LibraryError] = []
    games = [game for number in numbers if (game := library.load_undamaged(number, errors)) is not None]
    for error in errors:
        language.repeat(str(error))
    if not games:
        raise UsageError(Message("cli.none_readable"))
    style = Style(args.notation)
    write_games(args.output, [named_for(form, style, game) for game in games], form, style)
    language.remark("cli.games_in", count=len(games), name=args.output)
    return FAULTS if errors else DONE


def _delete(library: Library, args: argparse.Namespace) -> int:
    library.delete(args.numbers)
    return DONE


def _stats(library: Library, args: argparse.Namespace) -> int:
    figures = library.statistics()
    if args.json:
        print_json(asdict(figures) | {"games": len(library)})
        return DONE
    print(language.say("cli.library_games", count=len(library)))
    print(language.say("cli.own_games", score=_of_score(figures.all)))
    groups = (
        ("cli.own_as", "side", figures.by_side),
        ("cli.own_level", "level", figures.by_level),
        ("cli.own_opening", "opening", _named(figures.by_opening)),
        ("cli.own_month", "month", figures.by_month),
    )
    for key, place, scores in groups:
        for name, score in scores.items():
            print(f"  {language.say(key, **{place: name}, score=_of_score(score))}")
    if figures.all.games:
        print(language.say("cli.longest_streak", count=figures.longest_streak))
    return DONE


def _named(scores: Mapping[str, Score]) -> dict[str, Score]:
    """Return the scores with the codes of opening families replaced with their names."""
    return {Message(f"family.{code}"): score for code, score in scores.items()}


def _of_score(score: Score) -> str:
    text = language.say("cli.score", games=score.games, won=score.won, drawn=score.drawn, lost=score.lost)
    return (
        text
        if score.accuracy is None
        else f"{text}, {language.say('cli.accuracy', percent=f'{score.accuracy:.1f}')}"
    )


_ACTIONS = {
    "import": _import,
    "search": _search,
    "explore": _explore,
    "export": _export,
    "delete": _delete,
    "review": review_library,
    "insights": print_insights,
    "player": print_player,
    "stats": _stats,
}
