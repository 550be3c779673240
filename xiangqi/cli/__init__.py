"""The command line: finds the command, runs it, and turns every outcome into an exit code.

Codes: 0 done; 1 done, with faults that are listed; 2 wrong usage or unreadable input, reported in one line on
stderr. Each command is a module of this package with ``add_arguments(parser)`` and ``run(args) -> int``. It is
imported only when it is needed, so that the help appears at once and no command loads another's libraries.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from xiangqi import __version__
from xiangqi.cli.parts.signals import Terminated, run_until_ended
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import system_reason
from xiangqi.system_libraries import lacking_library, package_of
from xiangqi.terminal import guarded_output

COMMANDS: Final = (
    "play",
    "uci",
    "ucci",
    "perft",
    "bench",
    "analyse",
    "judge",
    "convert",
    "film",
    "print",
    "check",
    "match",
    "review",
    "library",
    "openings",
    "repertoire",
    "recognise",
    "puzzles",
    "lessons",
    "tables",
    "desktop",
)
"""Each is a module of the same name or the one in _MODULES; its description is the text ``command.NAME``."""

_MODULES: Final = {"print": "printing"}
"""Commands whose module has another name: one called print would hide the built-in function in this package."""

_HELP: Final = frozenset(("-h", "--help"))

_OWN: Final = {
    "answer": "xiangqi.app.answering_process",
    "build-kernels": "xiangqi.core.build.builder",
    "job": "xiangqi.jobs.processes",
}
"""Internal commands that run in child processes of the program, and the modules whose ``main`` runs them."""

_PROTOCOLS: Final = ("uci", "ucci")
"""Commands that exchange messages with another program."""

DONE: Final = 0
FAULTS: Final = 1
WRONG: Final = 2
INTERRUPTED: Final = 130  # 128 + SIGINT, as shells expect


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        argv: the words after the program's name; by default taken from sys.argv.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    with guarded_output():
        return _outcome(words)


def _outcome(words: list[str]) -> int:
    """Run a command and return its exit code, even if it fails or is interrupted.

    If XIANGQI_DEBUG is set, unexpected errors are raised.
    """
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except XiangqiError as error:
        return _complain(f"{_program(words)}: {_translated(error)}")
    except Terminated as ended:
        _flush_if_possible()
        return ended.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        _drop_output()
        return DONE
    except (
        OSError
    ) as error:  # an error of standard output, such as a full disk; commands report those of their files
        if os.environ.get("XIANGQI_DEBUG"):
            raise
        _drop_output()
        return _complain(f"{_program(words)}: {system_reason(error)}")
    except ImportError as error:  # a dependency is not installed, or broken
        return _complain(f"{_program(words)}: {error}; {_remedy(error)}")
    except Exception as error:  # the last line of defence: a fault of the program, reported in one line
        if os.environ.get("XIANGQI_DEBUG"):
            raise
        kind = type(error).__name__
        return _complain(f"{_program(words)}: internal error, {kind}: {error} (XIANGQI_DEBUG=1 shows where)")


def _remedy(error: ImportError) -> str:
    """Return instructions to install missing packages, in English, since the catalogues may be missing."""
    library = lacking_library(error)
    if library:
        return f"on Debian and Ubuntu `sudo apt install {package_of(library)}` installs it"
    return "`pip install .` in the game's folder installs what it needs"


def _flush_if_possible() -> None:
    """Flush standard output, unless the terminal is gone."""
    try:
        sys.stdout.flush()
    except OSError:
        _drop_output()


def _drop_output() -> None:
    """Discard pending output, so that the interpreter does not try to write it when it exits."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    """Run a command; without one, run `play` with the options, the file or the position given."""
    if words and words[0] in ("-V", "--version"):
        print(f"xiangqi {__version__}")
        return DONE
    from xiangqi.cli.parts import language  # here and below, since it may lack its requirements

    language.choose(words)
    if words[:1] == ["help"] or (words and words[0].startswith("-") and not _HELP.isdisjoint(words)):
        print("\n".join(_overview(language.say)))
        return DONE
    if not words or words[0].startswith("-"):
        words = ["play", *words]
    if words[0] not in COMMANDS and _is_to_be_opened(words[0]):
        words = ["play", *words]
    name, *rest = words
    if name in _OWN:
        return int(importlib.import_module(_OWN[name]).main(rest))
    if name not in COMMANDS:
        near = difflib.get_close_matches(name, COMMANDS, 1)
        hint = ("cli.did_you_mean", near[0]) if near else ("cli.commands_are", ", ".join(COMMANDS))
        reason = language.say(hint[0], names=hint[1])
        return _complain(f"xiangqi: {language.say('cli.no_command', name=name, reason=reason)}")
    from xiangqi.cli.parts.common import Parser

    command = importlib.import_module(f"xiangqi.cli.{_MODULES.get(name, name)}")
    parser = Parser(f"xiangqi {name}", description=f"command.{name}", speaks=name not in _PROTOCOLS)
    command.add_arguments(parser)
    try:
        args = parser.parse_args(rest)
    except SystemExit:  # argparse ends --help this way; errors are raised as UsageError
        return DONE
    if name in _PROTOCOLS or (name == "play" and not args.text):
        return int(command.run(args))  # these leave no unfinished files; SDL closes the window
    return run_until_ended(lambda: int(command.run(args)))


def _translated(error: XiangqiError) -> str:
    """Return an error's message in the language of the command line."""
    from xiangqi.cli.parts import language

    return language.tell(str(error))


def _is_to_be_opened(word: str) -> bool:
    """Return whether a word in place of a command names an existing file or folder, or begins a position.

    A position is a FEN, `startpos` or a link that contains one.
    """
    from xiangqi.fen_spelling import starts_position

    try:
        return starts_position(word) or Path(word).exists()
    except (OSError, ValueError):  # not a valid file name
        return False


def _overview(say: Callable[[str], str]) -> list[str]:
    commands = (f"  {name:<9} {say(f'command.{name}')}" for name in COMMANDS)
    usage = f"{say('cli.usage')} xiangqi [COMMAND] [OPTIONS]"
    return [usage, "", say("cli.overview"), "", *commands, "", say("cli.overview_more")]


def _program(words: list[str]) -> str:
    """Return the program and, if one was given, the command, as the beginning of a message."""
    return f"xiangqi {words[0]}" if words and words[0] in COMMANDS else "xiangqi"


def _complain(message: str) -> int:
    """Print a message as one line on stderr and return WRONG."""
    with contextlib.suppress(OSError):
        print(" ".join(message.split()), file=sys.stderr)
    return WRONG
