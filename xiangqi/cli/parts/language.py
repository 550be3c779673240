"""The language in which a command speaks: what ``--language`` names, else the player's. JSON stays as it is."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from typing import Final

from xiangqi.i18n.message import LANGUAGES, Argument, Message, catalogue

OPTION: Final = "--language"


class _Choice:
    """The choice of this run.

    Attributes:
        chosen: one of LANGUAGES, None where the command line names none.
        usual: the player's, None before it was asked for.
    """

    def __init__(self) -> None:
        self.chosen: str | None = None
        self.usual: str | None = None


_choice: Final = _Choice()


def choose(words: Sequence[str]) -> None:
    """Take the language from a command line; what is wrong with the rest of it is then told in it."""
    named = ((word.partition("="), after) for word, after in zip(words, [*words[1:], ""], strict=False))
    found = [value if sign else after for (name, sign, value), after in named if name == OPTION]
    _choice.chosen = next((name for name in reversed(found) if name in LANGUAGES), None)
    _choice.usual = None


def chosen() -> str | None:
    """The language that the command line names."""
    return _choice.chosen


def current() -> str:
    """The language to speak: where the command line names none, that of the settings, else the system's."""
    if _choice.chosen is not None:
        return _choice.chosen
    if _choice.usual is None:
        from xiangqi.storage.settings import glance_at_settings  # here: many commands say nothing

        _choice.usual = glance_at_settings().language
    return _choice.usual


def tell(text: str) -> str:
    """A text in the language if it is a Message, else as it is."""
    return catalogue(current()).tell(text) if isinstance(text, Message) else text


def say(key: str, /, **arguments: Argument) -> str:
    """The sentence of a key."""
    return tell(Message(key, **arguments))


def repeat(text: str) -> None:
    """Print a text on stderr, at once; a Message in the language."""
    print(tell(text), file=sys.stderr, flush=True)


def complain(command: str, text: str) -> None:
    """Print what a command could not do on stderr, in one line, after its name; it goes on."""
    with contextlib.suppress(OSError):
        print(f"xiangqi {command}:", " ".join(tell(text).split()), file=sys.stderr, flush=True)


def remark(key: str, /, **arguments: Argument) -> None:
    """Print a sentence on stderr, at once."""
    repeat(Message(key, **arguments))
