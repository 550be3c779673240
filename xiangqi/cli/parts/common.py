"""Shared parts of the commands: an argument parser with one-line errors, argument types, input and output."""

from __future__ import annotations

import argparse
import codecs
import contextlib
import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

from xiangqi.cli.parts import language
from xiangqi.disk import is_folder, is_there, open_plain, read_file
from xiangqi.errors import XiangqiError
from xiangqi.fen_spelling import starts_position
from xiangqi.i18n.message import LANGUAGES, Message, system_reason
from xiangqi.storage.settings import NOTATIONS
from xiangqi.terminal import json_text, wrapped

_LONGEST_TEXT: Final = 1 << 30  # bytes
_LONGEST_LINE: Final = 1 << 24  # bytes; the longest game has half a million


class UsageError(XiangqiError):
    """The command line is invalid; the message explains why and says what is expected."""


class _Formatter(argparse.HelpFormatter):
    """Formats the help in the language of the command line, and wraps lines by their width on the screen."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Add the usage with a translated first word."""
        if prefix is None:
            prefix = f"{language.say('cli.usage')} "
        super().add_usage(usage, actions, groups, prefix)

    def start_section(self, heading: str | None) -> None:
        """Begin a section with a translated heading."""
        super().start_section(_worded(_HEADINGS.get(heading, heading)) if heading else heading)

    def add_text(self, text: str | None) -> None:
        """Add a translated description."""
        super().add_text(_worded(text) if text else text)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return _worded(action.help, str(action.default)).replace("%", "%%") if action.help else action.help

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrapped(text, width - len(indent)))


_HEADINGS: Final = {"positional arguments": "cli.arguments", "options": "cli.options"}
"""argparse's section headings -> the keys of their translations."""


def _worded(text: str, default: str = "") -> str:
    """Return the text of a Message or of a message key."""
    return language.tell(text) if isinstance(text, Message) else language.say(text, default=default)


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError instead of printing its usage and exiting.

    Help texts, titles and descriptions are keys or Messages, which are translated when the help is shown. The
    parser has the option ``--language`` unless the command speaks a protocol.
    """

    def __init__(self, prog: str, *, speaks: bool = True, **others: Any) -> None:
        super().__init__(
            prog, allow_abbrev=False, exit_on_error=False, add_help=False, formatter_class=_Formatter, **others
        )
        self.add_argument("-h", "--help", action="help", help="option.help")
        if speaks:
            self.add_argument(
                language.OPTION, choices=LANGUAGES, default=argparse.SUPPRESS, help="option.language"
            )

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does.

        Raises:
            UsageError: an argument is invalid.
        """
        try:
            return super().parse_known_args(args, namespace)
        except argparse.ArgumentError as error:
            reason = _in_our_words(str(error.message))
            if error.argument_name:
                reason = Message("cli.argument", name=error.argument_name, reason=reason)
            self._refuse(reason)

    def error(self, message: str) -> NoReturn:
        """Raise a UsageError.

        Raises:
            UsageError: always.
        """
        self._refuse(_in_our_words(message))

    def _refuse(self, reason: str) -> NoReturn:
        raise UsageError(Message("cli.see_help", reason=reason, program=self.prog))


_COMPLAINTS: Final = (
    (r"the following arguments are required: (?P<names>.*)", "cli.arguments_required"),
    (r"unrecognized arguments: (?P<names>.*)", "cli.arguments_unknown"),
    (r"invalid choice: (?P<name>'.*?') \(choose from (?P<names>.*)\)", "cli.argument_choice"),
    (r"not allowed with argument (?P<name>.*)", "cli.argument_against"),
    (r"invalid float value: (?P<text>'.*')", "cli.argument_number"),
    (r"ignored explicit argument (?P<text>'.*')", "cli.argument_none"),
    (r"expected one argument", "cli.argument_one"),
    (r"expected at least one argument", "cli.argument_some"),
    (r"expected (?P<count>\d+) arguments?", "cli.argument_count"),
)
"""Patterns of argparse's error messages, and the keys of their translations."""


def _in_our_words(complaint: str) -> str:
    """Return an error message of argparse as a Message; unknown ones are returned unchanged."""
    if isinstance(complaint, Message):
        return complaint
    for pattern, key in _COMPLAINTS:
        if match := re.fullmatch(pattern, complaint, re.DOTALL):
            found = match.groupdict()
            count = {"count": int(found.pop("count"))} if "count" in found else {}
            return Message(key, **found, **count)
    return complaint


def number_within(low: int, high: int) -> Callable[[str], int]:
    """Return an argparse type for whole numbers from `low` to `high`."""

    def convert(text: str) -> int:
        if text.isascii() and text.isdigit() and low <= int(text[:20]) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(Message("cli.whole_number", text=repr(text), low=low, high=high))

    return convert


def existing_folder(text: str) -> Path:
    """Return the path of an existing folder; serves as an argparse type."""
    if not is_folder(Path(text)):
        raise argparse.ArgumentTypeError(Message("cli.no_folder", name=repr(text)))
    return Path(text)


def existing_library(path: Path) -> Path:
    """Return a library's path if its file exists and is not empty; opening a missing file would create it.

    Raises:
        UsageError: the file does not exist or is empty.
    """
    if not is_there(path):
        raise UsageError(Message("cli.no_library", name=str(path)))
    with contextlib.suppress(OSError):  # an invalid name, which is reported when it is opened
        if path.stat().st_size == 0:
            raise UsageError(Message("cli.empty_library", name=str(path)))
    return path


def add_action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], key: str
) -> argparse.ArgumentParser:
    """Add the parser of a subcommand, named like the last part of `key`, the message key of its description."""
    return actions.add_parser(key.rpartition(".")[2], help=key, description=key)


def add_fen(parser: argparse.ArgumentParser) -> None:
    """Add a positional argument for one or more FENs, each given as one word or, unquoted, as several."""
    parser.add_argument("fen", nargs="+", metavar="FEN", help="option.fen")


def fens_of(args: argparse.Namespace) -> list[str]:
    """Return the FENs given by add_fen's argument, at least one."""
    fens: list[list[str]] = []
    is_complete = True  # whether the next position begins another FEN
    for word in args.fen:
        is_position = starts_position(word)
        if not fens or (is_position and is_complete):
            fens.append([])
            is_complete = False
        fens[-1].append(word)
        is_complete |= is_position
    return [" ".join(words) for words in fens]


def fen_of(args: argparse.Namespace) -> str:
    """Return the FEN given by add_fen's argument.

    Raises:
        UsageError: there are several FENs.
    """
    fens = fens_of(args)
    if len(fens) > 1:
        raise UsageError(Message("detail.two_positions"))
    return fens[0]


def add_notation(
    parser: argparse.ArgumentParser, default: str | None = "iccs", key: str = "option.notation"
) -> None:
    """Add the option that chooses a notation.

    Args:
        parser: the command's parser.
        default: the default notation, or None.
        key: the key of the option's help text.
    """
    parser.add_argument("--notation", choices=NOTATIONS, default=default, help=key)


def read_lines(name: str) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines of a file, or of stdin if the name is ``-``, each as soon as it is available.

    Raises:
        UsageError: the file cannot be read, or a line is too long.
    """
    number = 0
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if name == "-" else _opened(name) as file:
            while line := file.readline(_LONGEST_LINE + 1):
                number += 1
                if len(line) > _LONGEST_LINE:
                    reason = Message("detail.line_too_long", size=f"{_LONGEST_LINE >> 20} MiB")
                    raise UsageError(Message("cli.of_line", file=name, number=number, reason=reason))
                yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
    except OSError as error:
        raise UsageError(Message("cli.unreadable", name=name, reason=system_reason(error))) from None


def _opened(name: str) -> BinaryIO:
    return io.BufferedReader(open_plain(Path(name)))


def read_text(name: str) -> str:
    """Return the text of a UTF-8 file, or of stdin if the name is ``-``.

    Raises:
        UsageError: the file cannot be read, or is not UTF-8.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else read_file(Path(name), _LONGEST_TEXT)
    except OSError as error:
        raise UsageError(Message("cli.unreadable", name=name, reason=system_reason(error))) from None
    try:
        return text_of(data.removeprefix(codecs.BOM_UTF8))
    except UsageError as error:
        raise UsageError(Message("detail.of_file", file=name, reason=str(error))) from None


def text_of(data: bytes) -> str:
    """Decode a text in UTF-8.

    Raises:
        UsageError: the data is not UTF-8.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise UsageError(Message("detail.no_utf8", byte=error.start)) from None


def print_json(value: Mapping[str, object]) -> None:
    """Print an object on one line and flush it, so that a reader sees it at once."""
    print(json_text(value), flush=True)
