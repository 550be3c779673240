"""Name the openings of games, and show what masters play."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from xiangqi.board import Board, Move
from xiangqi.cli import DONE, FAULTS, WRONG
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError, add_action, add_fen, add_notation, fen_of, print_json
from xiangqi.cli.parts.record_files import read_input
from xiangqi.engine.elephant_book import open_book
from xiangqi.errors import FenError, RecordError, ResourceError
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.notation import Style, format_move
from xiangqi.openings import full_name, practice
from xiangqi.records.openings import played_opening, recorded_code
from xiangqi.records.tree import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=type(parser))
    name = add_action(actions, "command.openings.name")
    name.add_argument("files", nargs="+", metavar="FILE", help="option.openings.files")
    explore = add_action(actions, "command.openings.explore")
    add_fen(explore)
    explore.add_argument("--book", metavar="FILE", help="option.openings.book")
    add_notation(explore)
    for action in actions.choices.values():
        action.add_argument("--json", action="store_true", help="option.json_lines")


def run(args: argparse.Namespace) -> int:
    """Run the action; return 1 if games have faults, 2 if a file cannot be read.

    Raises:
        UsageError: the position or the opening book cannot be read, or there are several positions.
    """
    return _name(args) if args.action == "name" else _explore(args)


def _name(args: argparse.Namespace) -> int:
    code = DONE
    for file in args.files:
        try:
            for index, game in enumerate(read_input(file)):
                code = max(code, FAULTS if game.errors else DONE)
                found = _opening(game)
                if args.json:
                    print_json({"file": file, "index": index} | found)
                else:
                    print(f"{file}, {index + 1}: {found['code'] or '-'}  {found['name'] or ''}".rstrip())
        except RecordError as error:
            code = WRONG
            language.complain("openings", str(error))
    return code


def _opening(game: Game) -> dict[str, object]:
    """Return a game's opening: its code, names and deciding ply; a code taken from the record has no ply."""
    recorded, played = recorded_code(game.headers), played_opening(game)
    code = recorded or (played.code if played is not None else None)
    decided = played.ply if played is not None and played.code == code else None
    names = {} if code is None else {name: catalogue(name).tell(full_name(code)) for name in LANGUAGES}
    return {"code": code, "name": names.get(language.current()), "names": names, "ply": decided}


def _explore(args: argparse.Namespace) -> int:
    fen = fen_of(args)
    try:
        board = Board(START_FEN if fen == "startpos" else fen)
    except FenError as error:
        raise UsageError(str(error)) from None
    if args.book:
        return _explore_book(board, args)
    found = practice.lookup(board)
    for one in found:
        code = _opening_after(board, one.move)
        if args.json:
            print_json(asdict(one) | {"move": one.move.iccs, "games": one.games, "opening": code})
            continue
        results = language.say("cli.explored", red=one.red_wins, draws=one.draws, black=one.black_wins)
        move = format_move(board, one.move, Style(args.notation))
        print(f"{move}  {one.games:7}  {results}{_named(code)}".rstrip())
    if found:
        language.remark("openings.source", source=practice.SOURCE)
    else:
        language.remark("cli.no_games_found")
    return DONE


def _explore_book(board: Board, args: argparse.Namespace) -> int:
    """List the moves that an opening book has for a position.

    Raises:
        UsageError: the book cannot be read.
    """
    try:
        moves = open_book(Path(args.book)).moves(board)
    except ResourceError as error:
        raise UsageError(str(error)) from None
    for move, weight in sorted(moves.items(), key=lambda one: (-one[1], one[0])):
        if args.json:
            print_json({"move": move.iccs, "weight": weight, "opening": _opening_after(board, move)})
        else:
            name = _named(_opening_after(board, move))
            print(f"{format_move(board, move, Style(args.notation))}  {weight:7}{name}".rstrip())
    if not moves:
        language.remark("cli.not_in_book")
    return DONE


def _named(code: str | None) -> str:
    return f"  {code} {language.tell(full_name(code))}" if code else ""


def _opening_after(board: Board, move: Move) -> str | None:
    """Return the code of the opening that a move leads to, or None."""
    after = board.copy()
    after.push(move)
    return practice.opening_at(after)
