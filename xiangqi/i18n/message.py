"""Sentences as data, and the catalogues that put them into words.

A Message consists of a key and arguments. Catalogues are ``assets/i18n/<language>.po``, read directly, without
a build step. English has one like any other language. If a text has plural forms, the argument ``count``
chooses one; within a text, ``{games:game|games}`` is the word that the number ``games`` takes, and
``{count:words}`` is the number ``count`` in words.

>>> fault = Message("detail.rows", count=9, most=10)
>>> str(ValueError(fault))
'the board has 9 rows; it should have 10'
>>> catalogue("zh-Hans").tell(str(ValueError(fault)))
'棋盘有 9 行，应有 10 行'
"""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from xiangqi.errors import ResourceError
from xiangqi.i18n.languages import SOURCE, TABLE, language_named
from xiangqi.pinyin import name_in_letters

if TYPE_CHECKING:
    from pathlib import Path

    from xiangqi.i18n.po_file import CatalogueTexts


Argument = str | int | tuple[str, ...]
"""An argument: a text, which may itself be a Message, a number, or several texts."""


class Message(str):
    """A sentence: an English string that keeps its key and arguments.

    It keeps them even through ``str()`` of the sentence or of the error that carries it.
    """

    key: str  # the key in the catalogues
    # the arguments. Some are put into words according to their names: a side, "red" or "black" (_SIDES,
    # _NAMED), a side and a kind such as "red pawn" (_PIECES, _KINDS), a point such as "e8" (_POINTS), the
    # number of an ``occurrence``, and what is ``missing``, as a list. All other texts are unchanged.
    arguments: dict[str, Argument]

    def __new__(cls, key: str, /, **arguments: Argument) -> Message:
        """Create a message, which is an English string.

        Raises:
            ResourceError: the key does not exist.
        """
        self = super().__new__(cls, catalogue(SOURCE).told(key, arguments))
        self.key = key
        self.arguments = arguments
        return self

    def __str__(self) -> Message:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return restore, ((self.key, self.arguments),)


Plain = str | tuple[str, dict[str, object]]
"""A text or message made of types that any store can keep."""


def plain(text: str) -> Plain:
    """Return a text as plain data: a Message as its key and arguments, any other text unchanged."""
    if not isinstance(text, Message):
        return text
    return text.key, {name: _plain(value) for name, value in text.arguments.items()}


def _plain(value: Argument) -> object:
    if isinstance(value, tuple):
        return tuple(plain(part) for part in value)
    return plain(value) if isinstance(value, str) else value


def restore(stored: object) -> str:
    """Return the text that `plain` was given; if this version lacks its key, the key and arguments as text.

    Raises:
        ValueError, TypeError, AttributeError: `plain` does not return such a value.
    """
    if isinstance(stored, str):
        return stored
    if not isinstance(stored, tuple):
        raise TypeError(type(stored).__name__)
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
    if not isinstance(value, str | int):
        raise TypeError(type(value).__name__)
    return value


_SYSTEM: Final = {
    errno.ENOENT: "detail.os.missing",
    errno.EACCES: "detail.os.denied",
    errno.EISDIR: "detail.os.folder",
    errno.ENOEXEC: "detail.os.format",
    errno.ENOSPC: "detail.os.full",
    errno.EROFS: "detail.os.read_only",
}


def system_reason(error: OSError) -> str:
    """Return why the system refused something: a Message for common reasons, else the system's own text."""
    if error.strerror and not isinstance(error.strerror, Message) and error.errno in _SYSTEM:
        return Message(_SYSTEM[error.errno])
    return error.strerror or str(error)


_FAILURES: Final = ("detail.of_file", "detail.of_file_unwritten", "detail.unopened", "detail.unread")


def cause_of(error: Exception) -> str:
    """Return just the cause of an error; the caller adds the file name and says what failed."""
    text = str(error)
    while isinstance(text, Message) and text.key in _FAILURES:
        text = str(text.arguments["reason"])
    return text


LANGUAGES: Final = tuple(TABLE)
"""The tags of all languages."""

_SIDES: Final = ("side", "other_side")
"""Arguments whose English wording is an adjective, "red"."""

_NAMED: Final = ("who", "winner", "answerer")
"""Arguments worded as names of players, "Red"; a second player may be called "opponent"."""

_PIECES: Final = ("piece", "pieces")

_KINDS: Final = ("chaser", "target", "guard")
"""Pieces named without their side in some languages; in Chinese each side has its own characters."""

_POINTS: Final = ("place", "from_place")

_PERSON: Final = "person"
"""The argument that is a person's name, written as readers of the language read names."""


_COUNTED: Final = re.compile(r"\{(\w+):([^{}]*\|[^{}]*)\}")
"""A placeholder whose words are chosen by a number elsewhere in the text."""

_IN_WORDS: Final = re.compile(r"(^|[，：（“])?\{(\w+):words\}")
"""A number written as a word if the language has one, with a preceding character that takes no space."""

_MANY: Final = 1_000
"""The number that decides the plural form of a text with an inexact number, such as "1.5" or "12k"."""


def _number(value: object) -> int:
    """Return the number that an argument is or spells, with or without commas, or _MANY for other texts."""
    digits = str(value).replace(",", "")
    return int(digits) if digits.isdecimal() else _MANY


class Catalogue:
    """The texts of one language.

    Attributes:
        language: one of LANGUAGES.
        row: the language's other properties.
    """

    def __init__(self, language: str) -> None:
        """Load a language.

        Raises:
            ResourceError: there is no such language, or its file is damaged.
        """
        self.language = language
        self._forms, self._plural = _load(language)
        self.row = language_named(language)

    def wording(self, key: str, arguments: Mapping[str, object]) -> str:
        """Return the text of a key with the arguments filled in without translating them.

        Raises:
            ResourceError: the key does not exist.
        """
        return self.worded(self.template(key, arguments.get("count")), arguments)

    def worded(self, text: str, arguments: Mapping[str, object]) -> str:
        """Return a text of this language with the arguments filled in and the words that its numbers take."""
        if "|" in text:
            text = _COUNTED.sub(lambda counted: self._counted(counted, arguments), text)
        if ":words}" in text:
            text = _IN_WORDS.sub(lambda number: self._in_words(number, arguments), text)
        return text.format_map(arguments) if arguments else text

    def _in_words(self, number: re.Match[str], arguments: Mapping[str, object]) -> str:
        """Return the word for a number, or its digits with the spaces that the language puts around them."""
        before, value, words = number[1], _number(arguments[number[2]]), self.row.number_words
        if 0 < value <= len(words):
            return f"{before or ''}{words[value - 1]}"
        return f"{' ' if before is None else before}{arguments[number[2]]} "

    def _counted(self, counted: re.Match[str], arguments: Mapping[str, object]) -> str:
        """Return the form of a word that suits the number in an argument."""
        return counted[2].split("|")[self._plural(_number(arguments[counted[1]]))]

    def template(self, key: str, count: object = None) -> str:
        """Return the text of a key with its placeholders, in the plural form for a count if it has several.

        A text that is not translated yet is given in the source language.

        Raises:
            ResourceError: the key does not exist.
        """
        forms = self._forms.get(key)
        if forms is None or not forms[0]:
            if self.language == SOURCE:
                raise ResourceError(f"no text {key!r} in language {self.language}")
            return catalogue(SOURCE).template(key, count)
        if len(forms) == 1:
            return forms[0]
        return forms[self._plural(count if isinstance(count, int) else 1)]

    def either(self, key: str, fallback: str) -> str:
        """Return the text of a key built from data, or the fallback if the catalogue has no such key."""
        return self.template(key) if key in self._forms or key in catalogue(SOURCE)._forms else fallback

    def tell(self, text: str) -> str:
        """Return a text in this language if it is a Message, otherwise unchanged.

        Sides, pieces and points among the arguments are put into words, and messages are translated in turn.
        """
        if not isinstance(text, Message) or self.language == SOURCE:
            return text
        return self.told(text.key, text.arguments)

    def told(self, key: str, arguments: Mapping[str, Argument]) -> str:
        """Return the sentence of a key with its arguments put into words.

        Raises:
            ResourceError: the key does not exist.
        """
        return self.wording(key, {name: self._argument(name, value) for name, value in arguments.items()})

    def _argument(self, name: str, value: Argument) -> object:
        """Return the text for an argument, depending on its name."""
        if isinstance(value, tuple):
            told = map(self.tell, value)
            return self.listed(told) if name == "missing" else self.template("editor.separator").join(told)
        if isinstance(value, int):
            if name == "occurrence":
                return self._ordinal(value)
            return self.short(value) if name == "positions" else value
        if isinstance(value, Message):
            return self.tell(value)
        if name in _NAMED or (name in _SIDES and self.row.names_sides):
            return self.either(f"side.{value.lower()}", value)
        if name in _KINDS and not self.row.names_kinds:
            return self.either(f"piece.{value.split()[-1]}", value)
        if name in _PIECES or name in _KINDS:
            return self._piece(value)
        if name == _PERSON:
            return self.person(value)
        return self.point(value) if name in _POINTS else value

    def person(self, name: str) -> str:
        """Return the name of a person: a Chinese one in letters for those who do not read the characters."""
        return name if self.row.reads_characters else name_in_letters(name)

    def _piece(self, name: str) -> str:
        """Return the words for a piece with its side, or for several in the plural."""
        one = name.removesuffix("s")
        told = self.either(f"piece.{one.replace(' ', '.')}", one)
        return told if one == name else told + self.row.piece_plural

    def _ordinal(self, number: int) -> str:
        """Return an ordinal number: a word if it is small, digits otherwise."""
        return self.either(f"ordinal.{number}", self.row.ordinal(number))

    def listed(self, words: Iterable[str]) -> str:
        """Return words joined with commas."""
        return self.row.comma.join(words)

    def joined(self, *sentences: str) -> str:
        """Return sentences joined as the language does, without empty ones."""
        return self.row.space.join(filter(None, sentences))

    def short(self, count: int) -> str:
        """Return a large number in about three digits: in thousands, millions …, or in ten thousands …"""
        step = self.row.number_step
        for power, key in ((3, "number.largest"), (2, "number.larger"), (1, "number.large")):
            size = step**power
            if count >= size:
                shown = f"{count / size:.1f}" if count < 100 * size else str(count // size)
                return self.wording(key, {"count": shown})
        return str(count)

    def point(self, name: str) -> str:
        """Return the name of a point such as "e8": coordinates, or file and rank as its player counts."""
        file, rank = "abcdefghi".index(name[0]), int(name[1])
        half, file, rank = ("red", 9 - file, rank) if rank < 5 else ("black", file + 1, 9 - rank)
        return self.wording(f"place.{half}.{rank}", {"file": self.template(f"place.{half}.file.{file}")})


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language, which is loaded once.

    Raises:
        ResourceError: there is no such language, or its file is damaged.
    """
    return Catalogue(language)


def _load(language: str) -> CatalogueTexts:
    from xiangqi.resources import asset

    return _read(asset(f"i18n/{language}.po"))


@lru_cache(maxsize=len(LANGUAGES))
def _read(path: Path) -> CatalogueTexts:
    from xiangqi.i18n.po_file import read_texts  # imported here, since most commands need no texts

    try:
        return read_texts(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ResourceError(f"{path} cannot be read: {error}") from error
