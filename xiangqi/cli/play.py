"""Open the game: a window, or in the terminal a board with --text and words alone with --words."""

from __future__ import annotations

import argparse
import shlex
import shutil

from xiangqi.cli import DONE
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError, add_notation, number_within
from xiangqi.i18n.message import Message
from xiangqi.ladder import FULL_STRENGTH
from xiangqi.resources import cache_folder
from xiangqi.system_libraries import lacking_library, with_packages


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file_or_fen", nargs="*", metavar="FILE|FEN", help="option.play.opened")
    parser.add_argument("--side", choices=("red", "black", "both", "none"), help="option.play.side")
    levels = number_within(1, FULL_STRENGTH)
    parser.add_argument("--level", type=levels, metavar=f"1…{FULL_STRENGTH}", help="option.play.level")
    parser.add_argument("--engine", metavar='"CMD"', help="option.play.engine")
    parser.add_argument("--text", action="store_true", help="option.play.text")
    parser.add_argument("--words", action="store_true", help="option.play.words")
    add_notation(parser, None, "option.play.notation")


def run(args: argparse.Namespace) -> int:
    """Play until the player quits; kernels that old versions have cached are deleted first.

    Raises:
        XiangqiError: the file, the position, the engine or the window is not available.
    """
    shutil.rmtree(
        cache_folder() / "kernels", ignore_errors=True
    )  # from versions that compiled kernels at run time
    engine = _command(args.engine) if args.engine is not None else None
    from xiangqi.app.start_options import Options

    opened = " ".join(args.file_or_fen) or None
    options = Options(args.side, args.level, engine, opened, language.chosen(), args.notation)
    if args.text or args.words:
        from xiangqi.cli.parts import text_game

        return text_game.run(options, words=args.words)
    try:
        from xiangqi.ui.window import splash
    except ImportError as error:
        library = lacking_library(error)
        lacks = Message("cli.no_library_of_system", **with_packages([library])) if library else None
        raise UsageError(lacks or Message("cli.no_window", reason=str(error))) from None
    splash.run(options)
    return DONE


def _command(text: str) -> tuple[str, ...]:
    """Return the program and arguments of an engine.

    Raises:
        UsageError: there is no such program, or quotes do not match.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(Message("cli.engine_words", text=repr(text), reason=str(error))) from None
    if not words or shutil.which(words[0]) is None:
        raise UsageError(Message("cli.no_engine_program", name=repr(words[0] if words else "")))
    return tuple(words)
