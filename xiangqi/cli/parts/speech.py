"""The language in which a command speaks: English unless ``--language`` names another. JSON stays as it is."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from xiangqi.i18n.catalogue import LANGUAGES, catalogue
from xiangqi.i18n.message import Argument, Message

OPTION: Final = "--language"


class _Speech:
    """The choice of this run.

    Attributes:
        chosen: one of LANGUAGES, None where the command line names none.
    """

    def __init__(self) -> None:
        self.chosen: str | None = None


_speech: Final = _Speech()


def choose(words: Sequence[str]) -> None:
    """Take the language from a command line; what is wrong with the rest of it is then told in it."""
    named = ((word.partition("="), after) for word, after in zip(words, [*words[1:], ""], strict=False))
    found = [value if sign else after for (name, sign, value), after in named if name == OPTION]
    _speech.chosen = next((name for name in reversed(found) if name in LANGUAGES), None)


def chosen() -> str | None:
    """The language that the command line names."""
    return _speech.chosen


def tell(text: str) -> str:
    """A text in the chosen language if it is a Message, else as it is."""
    return catalogue(_speech.chosen).tell(text) if _speech.chosen else text


def say(key: str, /, **arguments: Argument) -> str:
    """The sentence of a key in the chosen language."""
    return tell(Message(key, **arguments))


def remark(key: str, /, **arguments: Argument) -> None:
    """Print a sentence on stderr, at once."""
    print(say(key, **arguments), file=sys.stderr, flush=True)
