"""A sentence as data: a key of the catalogues and what fills its places.

>>> fault = Message("detail.rows", count=9, most=10)
>>> str(ValueError(fault))
'the board has 9 rows, it should have 10'
>>> from xiangqi.i18n.catalogue import catalogue
>>> catalogue("zh-Hans").tell(str(ValueError(fault)))
'棋盘有 9 行，应有 10 行'
"""

from __future__ import annotations

import errno
from typing import Final

from xiangqi.errors import ResourceError
from xiangqi.i18n.catalogue import PIECES, catalogue

Argument = str | int | tuple[str, ...]
"""What fills a place: a text, which may be a Message again, a number, or several texts."""


class Message(str):
    """A sentence. As a string it is its English wording; ``str()`` of it or of its error keeps the rest.

    Attributes:
        key: of the catalogues.
        arguments: what fills its places. ``side`` and ``other_side`` are "red" or "black", ``piece`` and
            ``pieces`` a side and a kind in English such as "red pawn", ``place`` a point such as "e8"; all
            other texts are told as they are.
    """

    key: str
    arguments: dict[str, Argument]

    def __new__(cls, key: str, /, **arguments: Argument) -> Message:
        """A sentence in English.

        Raises:
            ResourceError: the key does not exist.
        """
        shown = {name: _shown(name, value) for name, value in arguments.items()}
        self = super().__new__(cls, catalogue("en").wording(key, shown))
        self.key = key
        self.arguments = arguments
        return self

    def __str__(self) -> Message:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return restore, ((self.key, self.arguments),)


Plain = str | tuple[str, dict[str, object]]
"""A text or message made of what every store can keep."""


def plain(text: str) -> Plain:
    """A text as it is, a message taken apart."""
    if not isinstance(text, Message):
        return text
    return text.key, {name: _plain(value) for name, value in text.arguments.items()}


def _plain(value: Argument) -> object:
    if isinstance(value, tuple):
        return tuple(plain(part) for part in value)
    return plain(value) if isinstance(value, str) else value


def restore(stored: object) -> str:
    """The text or message that `plain` has taken apart; bare facts where another version had other texts."""
    if isinstance(stored, str):
        return stored
    assert isinstance(stored, tuple)
    key, arguments = stored
    values = {name: _restored(value) for name, value in arguments.items()}
    try:
        return Message(key, **values)
    except (ResourceError, KeyError):
        return ", ".join(map(str, (key, *values.values())))


def _restored(value: object) -> Argument:
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], dict):
        return restore(value)
    if isinstance(value, tuple):
        return tuple(restore(part) for part in value)
    assert isinstance(value, str | int)
    return value


def _shown(name: str, value: Argument) -> object:
    """What fills a place in English, by its name."""
    if isinstance(value, str) and name in PIECES:
        one = value.removesuffix("s")
        return catalogue("en").either(f"piece.{one.replace(' ', '.')}", one) + value[len(one) :]
    return "; ".join(value) if isinstance(value, tuple) else value


_SYSTEM: Final = {
    errno.ENOENT: "detail.os.missing",
    errno.EACCES: "detail.os.denied",
    errno.EISDIR: "detail.os.folder",
    errno.ENOEXEC: "detail.os.format",
    errno.ENOSPC: "detail.os.full",
    errno.EROFS: "detail.os.read_only",
}


def system_reason(error: OSError) -> str:
    """Why the system refused something: a Message for what happens often, else the system's own words."""
    if error.strerror and not isinstance(error.strerror, Message) and error.errno in _SYSTEM:
        return Message(_SYSTEM[error.errno])
    return error.strerror or str(error)


_FAILURES: Final = ("detail.of_file", "detail.of_file_unwritten", "detail.unopened", "detail.unread")


def cause_of(error: Exception) -> str:
    """Why something has failed, without the name of the file and that it has failed: the caller says both."""
    text = str(error)
    while isinstance(text, Message) and text.key in _FAILURES:
        text = str(text.arguments["reason"])
    return text
