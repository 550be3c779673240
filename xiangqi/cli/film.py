"""Draw a game as an animated GIF, or its last position as a PNG, depending on the output's suffix."""

from __future__ import annotations

import argparse
from pathlib import Path

from xiangqi.cli import DONE
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError, number_within
from xiangqi.cli.parts.record_files import read_input
from xiangqi.disk import write_output
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.library.own_files import insist_on_foreign
from xiangqi.line import Line
from xiangqi.records.tree import Game

SUFFIXES = (".gif", ".png")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="option.film.file")
    parser.add_argument("output", metavar="OUT", type=Path, help="option.film.output")
    parser.add_argument("--game", type=number_within(1, 10**6), default=1, help="option.film.game")
    parser.add_argument("--theme", default="walnut", help="option.film.theme")
    parser.add_argument("--pieces", default="traditional", help="option.film.pieces")
    parser.add_argument("--flipped", action="store_true", help="option.film.flipped")
    parser.add_argument("--width", type=number_within(200, 1600), default=560, help="option.film.width")
    parser.add_argument("--pace", type=number_within(200, 10_000), default=1000, help="option.film.pace")
    parser.add_argument("--progress", action="store_true", help="option.film.progress")


def run(args: argparse.Namespace) -> int:
    """Write the main line of one game as a GIF, or its last position as a PNG.

    Raises:
        UsageError: the file cannot be read, or there is no such game, look or picture format.
        StorageError: the output cannot be written, or is the input or one of the program's own files.
    """
    suffix = args.output.suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(Message("cli.picture_suffix", name=str(args.output)))
    insist_on_foreign(args.output, [args.file])
    game = _game(args.file, args.game)

    import xiangqi.ui  # noqa: F401 (sets what pygame reads when it is first loaded)
    from xiangqi.diagram.geometry import BoardLayout
    from xiangqi.ui.records import board_film
    from xiangqi.ui.toolkit.theme import BOARDS, PIECES, look

    for name, known in ((args.theme, BOARDS), (args.pieces, PIECES)):
        if name not in known:
            raise UsageError(Message("cli.no_look", name=repr(name), names=", ".join(known)))
    cell = BoardLayout.fit(0, 0, args.width, 4 * args.width).cell
    line = Line(game.start_fen, tuple(game.main_line()))
    shown = board_film.FilmOrder(line, look(args.theme, args.pieces), args.flipped, cell, args.pace)
    tell = _tell if args.progress else lambda _done, _count: None
    data = board_film.picture(shown) if suffix == ".png" else board_film.animation(shown, tell)
    write_output(args.output, data)
    if not args.progress:
        count = len(line.moves)
        size = max(1, len(data) >> 10)
        if suffix == ".gif":
            language.remark("cli.film_written", name=str(args.output), count=count, size=size)
        else:
            language.remark("cli.picture_written", name=str(args.output), size=size)
    return DONE


def _game(name: str, number: int) -> Game:
    """Return one game of a file.

    Raises:
        UsageError: the file cannot be read, or has fewer games.
    """
    try:
        for count, game in enumerate(read_input(name), start=1):
            if count == number:
                return game
    except RecordError as error:
        raise UsageError(str(error)) from None
    raise UsageError(Message("cli.no_game_number", name=name, number=number))


def _tell(done: int, count: int) -> None:
    print(done, count, flush=True)
