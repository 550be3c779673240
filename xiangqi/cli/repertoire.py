"""Manage your own openings: add lines from records, list them, find gaps, check games, and export them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from xiangqi.board import Board, Move
from xiangqi.cli import DONE, FAULTS, WRONG
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError, add_action, add_notation, existing_library, print_json
from xiangqi.cli.parts.record_files import format_for, read_input
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import LibraryError, RecordError
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.library import Library, Query
from xiangqi.library.library import default_path
from xiangqi.library.own_files import insist_on_foreign, insist_on_place
from xiangqi.notation import Style, format_move
from xiangqi.openings import full_name, opening_of, practice
from xiangqi.records.files import WRITERS, write_games
from xiangqi.records.tree import Game
from xiangqi.repertoire.departures import Departure, departure
from xiangqi.repertoire.gaps import Weights, gaps
from xiangqi.repertoire.lines import Growth, Repertoire, RepertoireMove, game_of
from xiangqi.repertoire.removal import without_lines
from xiangqi.repertoire.store import SIDES, RepertoireChange, RepertoireStore, change_between
from xiangqi.terminal import ProgressLine

_NUMBERS = {name: side for side, name in SIDES.items()}
_LEAST = 0.01
_SHOWN = 5  # number of answers left out that are named
_GAMES_A_GLANCE = 100  # games read between two displays of their number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=type(parser))
    add = add_action(actions, "command.repertoire.add")
    add.add_argument("files", nargs="+", metavar="FILE", help="option.openings.files")
    add.add_argument("--replace", action="store_true", help="option.repertoire.replace")
    remove = add_action(actions, "command.repertoire.remove")
    remove.add_argument("files", nargs="+", metavar="FILE", help="option.openings.files")
    for action in (add, remove):
        action.add_argument("--side", choices=_NUMBERS, required=True, help="option.repertoire.side")
        action.add_argument("--preview", action="store_true", help="option.repertoire.preview")
    listed = add_action(actions, "command.repertoire.list")
    found = add_action(actions, "command.repertoire.gaps")
    found.add_argument("--least", type=_share, default=_LEAST, metavar="P", help="option.repertoire.least")
    found.add_argument("--games", action="store_true", help="option.repertoire.games")
    check = add_action(actions, "command.repertoire.check")
    check.add_argument("files", nargs="+", metavar="FILE", help="option.openings.files")
    export = add_action(actions, "command.repertoire.export")
    export.add_argument("-o", dest="output", metavar="OUT", required=True, help="option.library.output")
    export.add_argument("--to", choices=sorted(WRITERS), help="option.library.to")
    add_notation(export, Style.CHINESE.value)
    for action in (listed, found, check, export):
        action.add_argument("--side", choices=_NUMBERS, help="option.repertoire.one_side")
    for action in (listed, found, check):
        add_notation(action)
    for action in actions.choices.values():
        action.add_argument("--library", metavar="FILE", help="option.library.file")
        action.add_argument("--json", action="store_true", help="option.json_lines")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(Message("cli.share", text=repr(text)))
    return share


def run(args: argparse.Namespace) -> int:
    """Run the action; return 1 if games have faults, 2 if a file cannot be read.

    Raises:
        UsageError: the library cannot be opened or written, or there is no repertoire.
        StorageError: the output is an input or is reserved for another file of the program.
    """
    if args.library and args.action != "add":
        existing_library(Path(args.library))
    elif args.library:
        insist_on_place(Path(args.library))
    path = Path(args.library) if args.library else default_path()
    try:
        with RepertoireStore(path) as store:
            return _ACTIONS[args.action](store, args)
    except LibraryError as error:
        raise UsageError(str(error)) from None


def _sides(store: RepertoireStore, args: argparse.Namespace) -> list[Repertoire]:
    """Return the requested repertoires that are not empty.

    Raises:
        UsageError: there is none.
    """
    sides = [_NUMBERS[args.side]] if args.side else [RED, BLACK]
    found = [one for one in map(store.repertoire, sides) if one.answers]
    if not found:
        raise UsageError(Message("cli.no_repertoire"))
    return found


class _Reading:
    """Reads the games of files, reports faults, and keeps the exit code."""

    def __init__(self) -> None:
        self.code = DONE
        self.count = 0  # number of games read

    def games(self, files: list[str]) -> Iterator[tuple[str, int, Game]]:
        """Yield each game with its file and index; show how many have been read."""
        line = ProgressLine()
        try:
            for file in files:
                try:
                    for index, game in enumerate(read_input(file)):
                        self._note_faults(file, index, game)
                        yield file, index, game
                        self.count += 1
                        if self.count % _GAMES_A_GLANCE == 0:
                            line.show(language.say("cli.games_read", count=self.count))
                except RecordError as error:
                    self.code = WRONG
                    language.complain("repertoire", str(error))
        finally:
            line.end()

    def _note_faults(self, file: str, index: int, game: Game) -> None:
        for fault in game.errors:
            self.code = max(self.code, FAULTS)
            language.remark("cli.of_game", file=file, number=index + 1, reason=str(fault))


def _change(store: RepertoireStore, args: argparse.Namespace) -> int:
    """Add or remove the lines of records, or only report what would change.

    If no game could be read, change nothing. Return the exit code.
    """
    reading, before = _Reading(), store.repertoire(_NUMBERS[args.side])
    growth = Growth(before, replacing=args.action == "add" and args.replace)
    games = (game for _, _, game in reading.games(args.files))
    if args.action == "add":
        for game in games:
            growth.take_game(game)
        after = growth.repertoire()
    else:
        after = without_lines(before, games)
    if not reading.count:
        return reading.code
    left_out = len(growth.left_out)
    change = change_between(before, after, left_out) if args.preview else store.put(after, left_out)
    if args.json:
        print_json(asdict(change) | {"preview": args.preview})
    else:
        print(language.say("cli.repertoire_changed", **asdict(change)))
        _explain(args, change, list(growth.left_out))
    return reading.code


def _explain(args: argparse.Namespace, change: RepertoireChange, left_out: list[RepertoireMove]) -> None:
    """Report the first answers that were left out, and say if no line was removed."""
    for place, move, _ in left_out[:_SHOWN]:
        language.remark("cli.no_room_for_answer", move=move.iccs, fen=place)
    if len(left_out) > _SHOWN:
        language.remark("cli.no_room_for_more", count=len(left_out) - _SHOWN)
    if args.action == "remove" and not change.gone:
        language.remark("cli.no_line_removed")


def _list(store: RepertoireStore, args: argparse.Namespace) -> int:
    for repertoire in _sides(store, args):
        cards = {card.place: card for card in store.cards(repertoire.side)}
        for way, known in _own_positions(repertoire):
            board = _after(way)
            answers = repertoire.own_moves(board)
            card = cards.get(known.place)
            if args.json:
                print_json(
                    {
                        "side": SIDES[repertoire.side],
                        "fen": board.fen(),
                        "line": [move.iccs for move in way],
                        "moves": [move.iccs for move in answers],
                        "due": card.due.isoformat() if card is not None else None,
                        "seen": card is not None and card.seen,
                    }
                )
            else:
                told = " | ".join(format_move(board, move, Style(args.notation)) for move in answers)
                print(f"{SIDES[repertoire.side]}: {_written(way, args)} -> {told}")
    return DONE


def _own_positions(repertoire: Repertoire) -> Iterator[tuple[tuple[Move, ...], RepertoireMove]]:
    seen: set[str] = set()
    for way, _, known, _ in repertoire.walk():
        if known.own and known.place not in seen:
            seen.add(known.place)
            yield way, known


def _gaps(store: RepertoireStore, args: argparse.Namespace) -> int:
    if not args.games:
        return _print_gaps(store, args, practice.weights)
    with Library(store.path) as library:
        return _print_gaps(store, args, _weights_of_games(library))


def _print_gaps(store: RepertoireStore, args: argparse.Namespace, weights: Weights) -> int:
    for repertoire in _sides(store, args):
        for gap in gaps(repertoire, weights, args.least):
            found = opening_of(gap.line)
            code = found.code if found is not None else None
            masters = practice.lookup(_after(gap.line))
            if args.json:
                print_json(
                    {
                        "side": SIDES[repertoire.side],
                        "fen": _after(gap.line).fen(),
                        "line": [move.iccs for move in gap.line],
                        "probability": gap.probability,
                        "opening": code,
                        "masters": masters[0].move.iccs if masters else None,
                    }
                )
            else:
                name = f"  {code} {language.tell(full_name(code))}" if code else ""
                print(f"{gap.probability:6.2%}  {SIDES[repertoire.side]}: {_written(gap.line, args)}{name}")
    return DONE


def _weights_of_games(library: Library) -> Weights:
    """Return a function that counts the moves played in a position of the player's own games."""

    def weights(board: Board) -> Mapping[Move, float]:
        query = Query(position=board.fen(), mirror=True, mine=True)
        return {played.move: played.games for played in library.explore(query)}

    return weights


def _check(store: RepertoireStore, args: argparse.Namespace) -> int:
    reading, repertoires = _Reading(), _sides(store, args)
    for file, index, game in reading.games(args.files):
        repertoire, found = _left(repertoires, game)
        if args.json:
            values = _as_values(found) | {"side": SIDES[repertoire.side]}
            print_json({"file": file, "index": index} | values)
        else:
            print(f"{file}, {index + 1}: {_told(game, found, args)}")
    return reading.code


def _left(repertoires: list[Repertoire], game: Game) -> tuple[Repertoire, Departure | None]:
    """Return the repertoire that a game followed longest, and its departure from it; None if it never left."""
    moves = game.main_line() if game.start_fen == START_FEN else []
    both = [(repertoire, departure(repertoire, moves)) for repertoire in repertoires]
    return max(both, key=lambda one: len(moves) + 1 if one[1] is None else one[1].ply)


def _as_values(found: Departure | None) -> dict[str, object]:
    if found is None:
        return {"ply": None, "played": None, "line": [], "by": None}
    by = "you" if found.own else "opponent"
    line = [move.iccs for move in found.line]
    return {"ply": found.ply, "played": found.played.iccs, "line": line, "by": by}


def _told(game: Game, found: Departure | None, args: argparse.Namespace) -> str:
    if found is None:
        return language.say("cli.in_repertoire")
    board = _after(game.main_line()[: found.ply - 1])
    style = Style(args.notation)
    line = " | ".join(format_move(board, move, style) for move in found.line)
    key = "cli.left_by_you" if found.own else "cli.left_by_opponent"
    number = (found.ply + 1) // 2
    return language.say(key, number=number, played=format_move(board, found.played, style), line=line)


def _export(store: RepertoireStore, args: argparse.Namespace) -> int:
    insist_on_foreign(Path(args.output), [store.path])
    form = format_for(args.output, args.to)
    games = [game_of(one, language.say(f"repertoire.{SIDES[one.side]}")) for one in _sides(store, args)]
    try:
        write_games(args.output, games, form, Style(args.notation))
    except RecordError as error:
        raise UsageError(str(error)) from None
    language.remark("cli.games_in", count=len(games), name=args.output)
    return DONE


def _after(moves: tuple[Move, ...] | list[Move]) -> Board:
    board = Board()
    for move in moves:
        board.push(move)
    return board


def _written(moves: tuple[Move, ...], args: argparse.Namespace) -> str:
    board, texts = Board(), []
    for move in moves:
        texts.append(format_move(board, move, Style(args.notation)))
        board.push(move)
    return " ".join(texts)


_ACTIONS = {
    "add": _change,
    "remove": _change,
    "list": _list,
    "gaps": _gaps,
    "check": _check,
    "export": _export,
}
