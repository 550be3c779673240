"""Read game records of any format, detected by content, and write them in another format."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from xiangqi.cli import DONE, FAULTS, WRONG
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError, add_notation
from xiangqi.cli.parts.opening_tags import named_for
from xiangqi.cli.parts.record_files import format_for, read_input
from xiangqi.disk import write_output
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.library.own_files import insist_on_foreign
from xiangqi.notation import Style
from xiangqi.records.files import WRITERS
from xiangqi.records.losses import described_losses
from xiangqi.records.text import jsonform
from xiangqi.records.tree import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="option.convert.files")
    parser.add_argument("--to", choices=sorted(WRITERS), help="option.convert.to")
    add_notation(parser, Style.CHINESE.value, "option.convert.notation")
    parser.add_argument(
        "--encoding", choices=["utf-8", "gb18030"], default="utf-8", help="option.convert.encoding"
    )
    parser.add_argument("-o", dest="output", metavar="OUT", help="option.convert.output")


def run(args: argparse.Namespace) -> int:
    """Convert all files; return 1 if games have faults or parts are lost, 2 if a file cannot be read.

    A file that cannot be read does not stop the others from being converted.

    Raises:
        UsageError: the format cannot be written or cannot hold the games.
        StorageError: the output cannot be written, or is one of the inputs or of the program's own files.
    """
    if args.output:
        insist_on_foreign(Path(args.output), args.files)
    try:
        conversion = _Conversion(args)
        if args.output:
            write_output(Path(args.output), conversion.contents())
        else:
            for content in conversion.contents():
                sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
    except RecordError as error:
        raise UsageError(str(error)) from None
    return conversion.code


class _Conversion:
    """Converts files game by game, and keeps the exit code."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.files: Sequence[str] = args.files
        self.form = format_for(args.output, args.to)
        self.style = Style(args.notation)
        self.encoding: str = args.encoding
        self.code = DONE

    def contents(self) -> Iterator[bytes]:
        """Yield the output, game by game.

        Raises:
            RecordError: there are several games, but the format holds only one.
        """
        writer = WRITERS[self.form]
        written = 0
        for file in self.files:
            for index, game in enumerate(self._games(file)):
                if written and not writer.many:
                    raise RecordError(Message("cli.holds_one", form=self.form))
                written += 1
                self._note_faults(file, index, game)
                if self.form == jsonform.NAME:
                    yield jsonform.write(game, file, index)
                else:
                    content = writer.write(named_for(self.form, self.style, game), self.style, self.encoding)
                    self._note_losses(file, index, game, content)
                    yield content

    def _note_losses(self, file: str, index: int, game: Game, content: bytes) -> None:
        """Report on stderr which parts of a game the format cannot represent."""
        if not WRITERS[self.form].holds(game, self.encoding) and (lost := described_losses(game, content)):
            self.code = max(self.code, FAULTS)
            reason = Message("cli.no_room", form=self.form, what=lost)
            language.remark("cli.of_game", file=file, number=index + 1, reason=reason)

    def _games(self, file: str) -> Iterator[Game]:
        """Yield the games of a file; report errors in one line on stderr."""
        try:
            yield from read_input(file)
        except RecordError as error:
            self.code = WRONG
            language.complain("convert", str(error))

    def _note_faults(self, file: str, index: int, game: Game) -> None:
        if not game.errors:
            return
        self.code = max(self.code, FAULTS)
        if self.form != jsonform.NAME:
            for fault in game.errors:
                language.remark("cli.of_game", file=file, number=index + 1, reason=str(fault))
