"""The language of a command's output: given by ``--language``, or the player's. JSON is not translated."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from typing import Final

from xiangqi.i18n.message import LANGUAGES, Argument, Message, catalogue

OPTION: Final = "--language"


class _Choice:
    """The output language of this run.

    Attributes:
        chosen: one of LANGUAGES, None if the command line has none.
        usual: the player's language, None before it is needed.
    """

    def __init__(self) -> None:
        self.chosen: str | None = None
        self.usual: str | None = None


_choice: Final = _Choice()


def choose(words: Sequence[str]) -> None:
    """Take the language from a command line, so that errors in the rest of it are reported in that language."""
    named = ((word.partition("="), after) for word, after in zip(words, [*words[1:], ""], strict=False))
    found = [value if sign else after for (name, sign, value), after in named if name == OPTION]
    _choice.chosen = next((name for name in reversed(found) if name in LANGUAGES), None)
    _choice.usual = None


def chosen() -> str | None:
    """Return the language given on the command line, or None."""
    return _choice.chosen


def current() -> str:
    """Return the language of the output, from the command line, the settings or the system, in this order."""
    if _choice.chosen is not None:
        return _choice.chosen
    if _choice.usual is None:
        from xiangqi.storage.settings import (
            glance_at_settings,
        )  # imported here, since many commands print no text

        _choice.usual = glance_at_settings().language
    return _choice.usual


def tell(text: str) -> str:
    """Translate a text if it is a Message; return others unchanged."""
    return catalogue(current()).tell(text) if isinstance(text, Message) else text


def say(key: str, /, **arguments: Argument) -> str:
    """Return the text of a message key in the output's language."""
    return tell(Message(key, **arguments))


def person(name: str) -> str:
    """Return a person's name, a Chinese one in letters if speakers of the language do not read characters."""
    return catalogue(current()).person(name)


def repeat(text: str) -> None:
    """Print a text on stderr at once, translated if it is a Message."""
    print(tell(text), file=sys.stderr, flush=True)


def complain(command: str, text: str) -> None:
    """Print a problem on one line of stderr, after the command's name; the command continues."""
    with contextlib.suppress(OSError):
        print(f"xiangqi {command}:", " ".join(tell(text).split()), file=sys.stderr, flush=True)


def remark(key: str, /, **arguments: Argument) -> None:
    """Print the text of a message key on stderr at once."""
    repeat(Message(key, **arguments))
